"""A ledger adds up a search before it starts, tells one number of what is left, and knows a table by its public facts."""
import os
import pickle
import subprocess

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, KFold, RandomizedSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from discreet import BudgetRefused, DPClassifier, DPRidge, Ledger, OptionError

pytestmark = pytest.mark.filterwarnings("ignore::discreet.PrivacyWarning", "ignore::discreet.errors.ModelWarning", "ignore::sklearn.exceptions.FitFailedWarning", "ignore:One or more of the test scores")
PROGRAM = os.environ["DISCREET_PROGRAM"]
X = np.random.default_rng(5).normal(size=(2000, 4))
y = X @ [1, -1, 2, 0]


@pytest.fixture(params=["memory", "file"])
def made(request, tmp_path):
    """Makes ledgers of both kinds."""
    count = iter(range(100))
    return lambda **total: Ledger(**total) if request.param == "memory" else Ledger(tmp_path / f"{next(count)}.db", **total)


def ridge(ledger, epsilon=0.3, **more):
    return DPRidge(epsilon=epsilon, delta=1e-6, ledger=ledger, **more)


def fits_that(total, epsilon, one_more=0.0):
    """A total of rho with room for so many fits of an epsilon, and a part of one."""
    ledger = Ledger(rho=100.0)
    ridge(ledger, epsilon).fit(X, y)
    return {"rho": ledger.spent * (total + one_more)}


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("kind", ["grid", "random", "pipeline"])
def test_a_search_that_cannot_pay_for_its_refit_is_refused_before_it_starts(tmp_path, kind, n_jobs):
    def search(ledger, **more):
        if kind == "pipeline":
            steps = make_pipeline(PolynomialFeatures(2, include_bias=False), ridge(ledger, bounds={"x3": (0, 30)}))
            return GridSearchCV(steps, {"dpridge__alpha": [1e-3, 1e-2]}, cv=KFold(2), n_jobs=n_jobs, **more)
        if kind == "random":
            return RandomizedSearchCV(ridge(ledger), {"alpha": [1e-3, 1e-2, 1e-1]}, n_iter=2, cv=KFold(2), n_jobs=n_jobs, random_state=1, **more)
        return GridSearchCV(ridge(ledger), {"alpha": [1e-3, 1e-2]}, cv=KFold(2), n_jobs=n_jobs, **more)

    frame = pd.DataFrame(X[:, :2], columns=["x0", "x1"]) if kind == "pipeline" else X
    # Four fits and nine tenths of the refit.
    ledger = Ledger(tmp_path / "short.db", **fits_that(4, 0.3, 0.9))
    with pytest.raises(BudgetRefused, match="the search makes 4 fits and a refit, and .* covers at most 4 of them; nothing was charged"):
        search(ledger).fit(frame, y)
    assert ledger.history == [] and ledger.spent == 0
    search(ledger, refit=False).fit(frame, y)
    assert len(ledger.history) == 4
    # What is just enough is not refused.
    enough = Ledger(tmp_path / "enough.db", **fits_that(5, 0.3, 1e-3))
    search(enough, error_score="raise").fit(frame, y)
    assert len(enough.history) == 5


def test_a_search_counts_what_was_spent_before_and_what_each_candidate_costs(made):
    total = fits_that(5, 0.3, 0.01)
    ledger = made(**total)
    ridge(ledger).fit(X, y)
    with pytest.raises(BudgetRefused, match="covers at most 4"):
        GridSearchCV(ridge(ledger), {"alpha": [1e-3, 1e-2]}, cv=KFold(2)).fit(X, y)
    assert len(ledger.history) == 1
    # Two folds at 0.3 and two at 0.6, which cost nearly four times as much each: about ten fits at 0.3.
    with pytest.raises(BudgetRefused, match="the search makes 4 fits"):
        GridSearchCV(ridge(made(**fits_that(9, 0.3))), {"epsilon": [0.3, 0.6]}, cv=KFold(2)).fit(X, y)
    mine = ridge(made(**fits_that(2, 0.3)), bounds={"x1": (-5, 5)})
    with pytest.raises(BudgetRefused, match="the search makes 2 fits"):
        GridSearchCV(make_pipeline(mine), {"dpridge": [mine]}, cv=KFold(2)).fit(X, y)
    assert mine.bounds == {"x1": (-5, 5)}  # what is looked at is a copy
    # A search that is wrong for other reasons says those.
    with pytest.raises(OptionError, match="bounds"):
        GridSearchCV(ridge(made(**total), bounds={"nonesuch": (0, 1)}), {"alpha": [1e-3]}, cv=KFold(2), error_score="raise").fit(X, y)


def test_classes_of_a_search_are_paid_for_at_once(made):
    classes = np.digitize(y, [-1, 1])
    for several in "softmax", "ovr":
        model = DPClassifier(classes=[0, 1, 2], multi_class=several, epsilon=3.0, delta=1e-6)
        once = Ledger(rho=100.0)
        clone(model).set_params(ledger=once).fit(X, classes)
        enough = made(rho=once.spent * 5.05)
        GridSearchCV(model.set_params(ledger=enough), {"penalty": ["l2:0.1", "l2:1"]}, cv=KFold(2), error_score="raise").fit(X, classes)
        assert len(enough.history) == 5
        with pytest.raises(BudgetRefused, match="the search makes 4 fits"):
            GridSearchCV(model.set_params(ledger=made(rho=once.spent * 4.5)), {"penalty": ["l2:0.1", "l2:1"]}, cv=KFold(2)).fit(X, classes)


def test_what_is_left_is_one_number(made):
    ledger = made(epsilon=1.5, delta=1e-7)
    assert ledger.remaining == 1.5
    DPRidge(epsilon=1.0, delta=1e-7, ledger=ledger).fit(X, y)
    assert 1.0 < ledger.remaining < 1.1  # and not 0.50, the difference: prices add up as squares
    for delta in 1e-7, 1e-9:
        with pytest.raises(BudgetRefused) as refusal:
            DPRidge(epsilon=1.45, delta=delta, ledger=ledger).fit(X, y)
        assert f" has epsilon {ledger.remaining} left at delta 1e-07 " in str(refusal.value)
    if ledger.path:
        shown = subprocess.run([PROGRAM, "ledger", "show", ledger.path], capture_output=True, text=True).stdout
        assert f"left    epsilon {ledger.remaining}, delta 1e-07\n" in shown
    DPRidge(epsilon=ledger.remaining, delta=1e-7, ledger=ledger).fit(X, y)  # it is true


def test_another_table_than_the_one_that_was_noted_is_refused(tmp_path):
    frame = pd.DataFrame(X, columns=["age", "stays", "dose", "weight"])
    frame.assign(cost=y).to_csv(tmp_path / "patients.csv", index=False)
    path = tmp_path / "budget.db"
    run = subprocess.run([PROGRAM, "ledger", "create", str(path), "--dataset", "patients", "--epsilon", "9", "--delta", "1e-6", "--data",
                          str(tmp_path / "patients.csv")], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    ledger = Ledger(path)
    ridge(ledger).fit(frame, y)
    ridge(ledger).fit(X, y)  # an array has no names
    ridge(ledger).fit(frame[["dose", "age"]], y)
    cross_val_score(ridge(ledger), frame, y, cv=2, error_score="raise")  # folds of the table
    with pytest.raises(BudgetRefused, match="another table: the number of rows is 1500, not 2000.*other_data=True"):
        ridge(ledger).fit(frame[:1500], y[:1500])
    with pytest.raises(BudgetRefused, match="the header has 'town', which was not noted"):
        ridge(ledger).fit(frame.rename(columns={"age": "town"}), y)
    assert len(ledger.history) == 5
    other = pickle.loads(pickle.dumps(Ledger(path, other_data=True)))
    ridge(other).fit(frame[:1500], y[:1500])
    last = ledger.history[-1]["details"]
    assert last["other_data"] == ["the number of rows is 1500, not 2000"]
    assert (last["data"], last["loss"], last["model"]) == ("DataFrame", "squared", "DPRidge")
    assert "other_data" not in ledger.history[-2]["details"]
    with pytest.raises(OptionError, match="parameter of its own"):
        ridge(ledger, options={"other_data": True}).fit(frame, y)


def test_a_hidden_number_of_rows_is_neither_noted_nor_compared(tmp_path):
    pd.DataFrame(X, columns=list("abcd")).assign(y=y).to_csv(tmp_path / "patients.csv", index=False)
    path = tmp_path / "budget.db"
    run = subprocess.run([PROGRAM, "ledger", "create", str(path), "--dataset", "patients", "--epsilon", "9", "--delta", "1e-6", "--data",
                          str(tmp_path / "patients.csv"), "--neighbours", "add-remove"], capture_output=True, text=True)
    assert run.returncode == 0 and "2000" not in run.stdout
    ridge(Ledger(path), neighbours="add-remove", normaliser=2000).fit(X[:1900], y[:1900])
