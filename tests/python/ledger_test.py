"""A budget is shared by clones, threads, processes and the command line, and what it does not cover is refused before a row is seen."""
import copy
import json
import os
import pickle
import subprocess
import sys
import threading

import joblib
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score

import discreet
from discreet import (BudgetRefused, DataError, DPClassifier, DPLogisticRegression, DPRidge, Ledger, OptionError, PrivacyPreconditionError,
                      account, plan)

pytestmark = pytest.mark.filterwarnings("ignore::discreet.PrivacyWarning", "ignore::discreet.errors.ModelWarning", "ignore::sklearn.exceptions.FitFailedWarning", "ignore:One or more of the test scores")
PROGRAM = os.environ["DISCREET_PROGRAM"]
X = np.random.default_rng(5).normal(size=(2000, 4))
y = X @ [1, -1, 2, 0]
TOTAL = {"epsilon": 1.0, "delta": 1e-6}


@pytest.fixture(params=["memory", "file"])
def made(request, tmp_path):
    """Makes ledgers of both kinds."""
    count = iter(range(100))
    return lambda **total: Ledger(**total) if request.param == "memory" else Ledger(tmp_path / f"{next(count)}.db", **total)


def ridge(ledger, epsilon=0.3, **more):
    return DPRidge(epsilon=epsilon, delta=1e-6, ledger=ledger, **more)


def test_a_grid_search_of_twenty_fits_debits_twenty(made):
    ledger = made(epsilon=3.0, delta=1e-6)
    GridSearchCV(ridge(ledger), {"alpha": [1e-3 * k for k in range(1, 11)]}, cv=KFold(2), refit=False).fit(X, y)
    assert len(ledger.history) == 20
    # Twenty times 0.3 would be 6 if epsilons were added up.
    assert 1.2 < ledger.spent < 3 and ledger.remaining < 3


def test_a_grid_search_is_refused_when_the_budget_is_gone(made):
    ledger = made(**TOTAL)
    search = GridSearchCV(ridge(ledger), {"alpha": [1e-3 * k for k in range(1, 11)]}, cv=KFold(2), error_score="raise", refit=False)
    with pytest.raises(BudgetRefused, match="epsilon 0.[0-9]+ left at delta 1e-06 and this fit costs 0.3"):
        search.fit(X, y)
    paid = len(ledger.history)
    assert 4 <= paid < 20 and 0.7 < ledger.spent <= 1.0
    with pytest.raises(BudgetRefused):
        ridge(ledger).fit(X, y)
    assert len(ledger.history) == paid  # what is refused is not charged
    cross_val_score(ridge(made(epsilon=5.0, delta=1e-6)), X, y, cv=4, error_score="raise")


def test_copies_are_the_same_ledger(made):
    ledger = made(**TOTAL)
    assert clone(ridge(ledger)).ledger is ledger and copy.deepcopy(ledger) is ledger and copy.copy(ledger) is ledger


def test_the_first_fit_may_spend_everything_and_nothing_follows(made):
    ledger = made(**TOTAL)
    model = ridge(ledger, 1.0).fit(X, y)
    assert ledger.spent == pytest.approx(model.privacy_["epsilon_spent"], rel=1e-3) and ledger.remaining == pytest.approx(0, abs=1e-3)
    with pytest.raises(BudgetRefused):
        ridge(ledger, 0.1).fit(X, y)


def test_what_is_charged_is_what_the_model_did(made):
    ledger = made(epsilon=9, delta=1e-6)
    for more in ({}, {"bounds": {"x1": (-5, 5)}}, {"options": {"drop": ["x2"]}}, {"solver": "sgd"}, {"fit_intercept": False}):
        model = ridge(ledger, **more).fit(X, y)
        charged = ledger.history[-1]["details"]
        assert [(e["what"], e["count"], e["numbers_each"]) for e in charged["events"]] == \
               [(e["what"], e["count"], e["numbers_each"]) for e in model.privacy_["events"]]
        assert charged["epsilon"] == pytest.approx(model.privacy_["epsilon_spent"], rel=1e-9) and "DPRidge" in charged["command"]


@pytest.mark.parametrize("several", ["softmax", "ovr"])
def test_all_classes_are_paid_for_at_once(made, several):
    classes = np.digitize(y, [-1, 1])
    ledger = made(**TOTAL)
    model = DPClassifier(classes=[0, 1, 2], multi_class=several, epsilon=1.0, delta=1e-6, ledger=ledger).fit(X, classes)
    assert len(ledger.history) == 1 and ledger.spent == pytest.approx(model.privacy_["epsilon_spent"], rel=1e-3)
    with pytest.raises(BudgetRefused):
        DPClassifier(classes=[0, 1, 2], multi_class=several, epsilon=0.1, delta=1e-6, ledger=ledger).fit(X, classes)
    small = made(epsilon=0.5, delta=1e-6)
    with pytest.raises(BudgetRefused):
        DPClassifier(classes=[0, 1, 2], multi_class=several, epsilon=1.0, delta=1e-6, ledger=small).fit(X, classes)
    assert small.history == []


def test_what_has_no_guarantee_has_no_price(made):
    ledger = made(**TOTAL)
    for more in ({"noise": "seeded:1"}, {"epsilon": float("inf")}, {"options": {"smoothness": "from-data"}}):
        with pytest.raises(PrivacyPreconditionError, match="cannot be charged"):
            ridge(ledger, **{"epsilon": 0.3, **more}).fit(X, y)
    with pytest.raises(PrivacyPreconditionError):
        ledger.debit({"private": False, "caveats": ["seeded noise"]})
    with pytest.raises(BudgetRefused, match="neighbours"):
        ridge(ledger, neighbours="zero-out").fit(X, y)
    assert ledger.history == []


def test_debit_takes_plans_models_and_events(made):
    ledger = made(epsilon=3, delta=1e-6)
    ledger.debit(plan(1000, 3, epsilon=0.5, delta=1e-6)["privacy"])
    ledger.debit(ridge(None).fit(X, y), "published elsewhere")
    ledger.debit({"neighbours": "replace-one", "delta": 1e-6, "events": [{"type": "laplace", "noise_multiplier": 10.0}]})
    frame = ledger.frame()
    assert list(frame["command"]) == ["debit", "published elsewhere", "debit"] and len(frame) == 3
    together = account(ridge(None).fit(X, y))["epsilon"]
    assert ledger.spent > together


def test_fifty_threads_do_not_overspend(made):
    ledger, paid, refused = made(**TOTAL), [], []

    def work():
        try:
            ridge(ledger).fit(X, y)
            paid.append(1)
        except BudgetRefused:
            refused.append(1)

    threads = [threading.Thread(target=work) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(paid) + len(refused) == 50 and len(paid) == len(ledger.history) and 4 <= len(paid) < 20 and ledger.spent <= 1


def test_a_ledger_in_memory_stays_in_its_process():
    ledger = Ledger(**TOTAL)
    with pytest.raises(TypeError, match="in memory cannot be copied into another process"):
        pickle.dumps(ridge(ledger))
    child = os.fork()
    if child == 0:
        try:
            ridge(ledger).fit(X, y)
        except BudgetRefused as refusal:
            os._exit(7 if "belongs to the process that made it" in str(refusal) else 1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_workers_spend_from_one_file(tmp_path):
    ledger = Ledger(tmp_path / "budget.db", epsilon=3.0, delta=1e-6)
    GridSearchCV(ridge(ledger), {"alpha": [1e-3 * k for k in range(1, 11)]}, cv=KFold(2), refit=False, n_jobs=2).fit(X, y)
    assert len(ledger.history) == 20

    small = Ledger(tmp_path / "small.db", **TOTAL)

    def tried():
        try:
            ridge(small).fit(X, y)
            return True
        except BudgetRefused:
            return False

    paid = sum(joblib.Parallel(n_jobs=3)(joblib.delayed(tried)() for _ in range(20)))
    assert paid == len(small.history) and 4 <= paid < 20 and small.spent <= 1
    model = pickle.loads(pickle.dumps(ridge(ledger).fit(X, y)))  # a fitted estimator takes its ledger along
    assert model.ledger.path == ledger.path and model.ledger.spent == ledger.spent


def test_the_command_line_and_python_share_a_file(tmp_path):
    path = tmp_path / "budget.db"
    run = subprocess.run([PROGRAM, "ledger", "create", str(path), "--dataset", "patients", "--epsilon", "1", "--delta", "1e-6"], capture_output=True)
    assert run.returncode == 0
    ledger = Ledger(path)  # the file has one dataset
    assert ledger.dataset == "patients" and ledger.budget == TOTAL and ledger.neighbours == "replace-one"
    ridge(ledger, 0.5).fit(X, y)
    run = subprocess.run([PROGRAM, "fit", "synthetic:regression?n=1000&p=3", "--epsilon", "0.5", "--delta", "1e-6", "--ledger", str(path), "--dataset",
                          "patients", "--out", str(tmp_path / "m.json")], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    shown = json.loads(subprocess.run([PROGRAM, "ledger", "show", str(path), "--json"], capture_output=True, text=True).stdout)["datasets"][0]
    assert shown["charges"] == len(ledger.history) == 2 and shown["spent"]["epsilon"] == ledger.spent
    assert subprocess.run([PROGRAM, "ledger", "verify", str(path)], capture_output=True).returncode == 0
    with pytest.raises(BudgetRefused):
        ridge(ledger, 0.9).fit(X, y)
    ledger.grant(epsilon=2.0, delta=1e-6)
    ridge(Ledger(path, dataset="patients"), 0.9).fit(X, y)
    assert len(ledger.history) == 3


def test_a_file_keeps_its_datasets_and_what_does_not_fit_is_refused(tmp_path):
    with pytest.raises(DataError, match="cannot be opened"):
        Ledger(tmp_path / "nonesuch.db")
    with pytest.raises(OptionError, match="epsilon= with delta="):
        Ledger()
    with pytest.raises(OptionError, match="delta"):
        Ledger(epsilon=1.0)
    with pytest.raises(OptionError, match="path"):
        Ledger(dataset="a", **TOTAL)
    first = Ledger(tmp_path / "one.db", owner="office", **TOTAL)
    assert first.dataset == "one" and Ledger(tmp_path / "one.db", **TOTAL).budget == TOTAL
    with pytest.raises(OptionError, match="is there with"):
        Ledger(tmp_path / "one.db", epsilon=2.0, delta=1e-6)
    with pytest.raises(OptionError, match="is there with"):
        Ledger(tmp_path / "one.db", neighbours="add-remove")
    Ledger(tmp_path / "one.db", dataset="second", mu=0.5)
    with pytest.raises(OptionError, match="several datasets"):
        Ledger(tmp_path / "one.db")
    second = Ledger(tmp_path / "one.db", dataset="second")
    assert second.budget == {"mu": 0.5} and second.epsilon is None
    ridge(second, 1.0).fit(X, y)
    assert 0 < second.spent <= 0.5
    with pytest.raises(OptionError, match="nonesuch"):
        Ledger(tmp_path / "one.db", dataset="nonesuch")
    (tmp_path / "other.db").write_text("this is not a ledger")
    with pytest.raises(DataError):
        Ledger(tmp_path / "other.db")


def test_a_ledger_is_found_again_in_another_process(tmp_path):
    path = tmp_path / "budget.db"
    ridge(Ledger(path, **TOTAL), 0.8).fit(X, y)
    code = f"""
import numpy as np
from discreet import DPRidge, Ledger, BudgetRefused
X = np.random.default_rng(5).normal(size=(2000, 4))
try:
    DPRidge(epsilon=0.8, delta=1e-6, ledger=Ledger({str(path)!r})).fit(X, X[:, 0])
except BudgetRefused as refusal:
    print("refused", refusal)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stdout.startswith("refused dataset 'budget' has epsilon"), run.stdout + run.stderr


def test_the_low_level_fit_takes_the_options_of_the_command_line(tmp_path):
    ledger = Ledger(tmp_path / "budget.db", **TOTAL)
    discreet.fit(X, y, {"epsilon": 0.5, "delta": 1e-6, "ledger": ledger.path, "dataset": ledger.dataset})
    assert len(ledger.history) == 1
    with pytest.raises(OptionError, match="parameter of its own"):
        DPLogisticRegression(options={"ledger": ledger.path}).fit(X, y > 0)
