"""The estimators keep scikit-learn's conventions and say what epsilon does not cover."""
import io
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer, StandardScaler
from sklearn.utils.estimator_checks import check_estimator

import discreet
from discreet import BudgetRefused, DPClassifier, DPLogisticRegression, DPRidge, Ledger, PrivacyWarning, account

NAMES = ["DPLasso", "DPRidge", "DPElasticNet", "DPHuber", "DPRegressor", "DPLogisticRegression", "DPLinearSVC", "DPClassifier"]
INFINITY = float("inf")
# What docs/how_to/python.md lists, by name.
LISTED = {"check_regressor_data_not_an_array", "check_classifier_data_not_an_array", "check_supervised_y_2d", "check_regressors_int",
          "check_fit_idempotent", "check_classifiers_classes"}


def data(rows=2000, classes=2):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(rows, 4))
    score = X @ [1, -1, 2, 0]
    return X, np.digitize(score, np.quantile(score, np.arange(1, classes) / classes))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("epsilon, noise", [(1.0, "secure"), (1.0, "seeded:1"), (INFINITY, "secure")])
@pytest.mark.filterwarnings("ignore")
def test_check_estimator(name, epsilon, noise):
    estimator = getattr(discreet, name)(epsilon=epsilon, noise=noise)
    check_estimator(estimator)
    excused = set(estimator._get_tags()["_xfail_checks"])
    assert excused <= LISTED
    # What compares two fits holds as soon as the noise can be repeated; nothing is excused without noise.
    assert excused <= ({"check_classifiers_classes"} if noise != "secure" else LISTED if epsilon < INFINITY else set())


@pytest.mark.parametrize("name", NAMES)
def test_parameters_are_stored_untouched_and_cloned(name):
    options = {"clip-rule": "ball"}
    estimator = getattr(discreet, name)(epsilon=0.5, options=options, bounds={"x1": (0, 1)})
    assert estimator.options is options
    assert clone(estimator).get_params() == estimator.get_params()
    with pytest.raises(NotFittedError):
        estimator.predict([[0.0, 1.0]])
    with pytest.raises(TypeError):
        getattr(discreet, name)(class_weight="balanced")


def test_feature_names_and_the_label():
    X, y = data()
    model = DPLogisticRegression(epsilon=1.0, delta=1e-6).fit(pd.DataFrame(X, columns=list("abcd")), y)
    assert list(model.feature_names_in_) == list("abcd") and model._models[0].json["model"]["features"] == list("abcd")
    assert model.privacy_["private"] and model.privacy_["epsilon"] == 1 and model.privacy_["epsilon_spent"] <= 1
    assert model.coef_.shape == (1, 4) and model.predict_proba(X[:3]).shape == (3, 2)


def test_words_as_classes():
    X, y = data()
    words = np.array(["no", "yes"])[y]
    model = DPLogisticRegression(noise="seeded:1").fit(X, words)
    assert list(model.classes_) == ["no", "yes"] and model._models[0].json["model"]["classes"] == ["no", "yes"]
    np.testing.assert_array_equal(model.predict(X) == "yes", DPLogisticRegression(noise="seeded:1").fit(X, y).predict(X) == 1)


def test_several_classes_cost_together_what_the_label_says(tmp_path):
    X, y = data(20000, 4)
    model = DPLogisticRegression(epsilon=1.0, delta=1e-6, noise="seeded:1").fit(X, y)
    assert model.coef_.shape == (4, 4) and model.predict_proba(X).shape == (len(X), 4)
    events = [event for one in model._models for event in one.privacy["events"]]
    together = account({"neighbours": "replace-one", "delta": 1e-6, "events": events})["epsilon"]
    assert together == pytest.approx(model.privacy_["epsilon_spent"], rel=1e-6) and 0.99 < together <= 1.0
    assert account(model)["epsilon"] == pytest.approx(together, rel=1e-6)
    assert model.privacy_["one_vs_rest"]["epsilon_each"] > 0.4  # a quarter for each would be 0.25
    model.save(tmp_path / "m.json")
    again = DPLogisticRegression.load(tmp_path / "m.json")
    np.testing.assert_array_equal(again.predict(X), model.predict(X))
    assert again.privacy_ == model.privacy_
    model.report(tmp_path / "r.html")
    assert "4 classes" in (tmp_path / "r.html").read_text() and (tmp_path / "r-4.html").exists()


def test_a_second_fit_to_the_same_data_is_warned_about():
    X, y = data()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        DPRidge().fit(X, y)
        DPRidge().fit(X.copy(), y)
    with pytest.warns(PrivacyWarning, match="fit number 2"):
        DPRidge().fit(X, y)
    with pytest.warns(PrivacyWarning, match="fit number 3"):
        DPRidge().fit(X[:1000], y[:1000])
    with pytest.warns(PrivacyWarning, match="DPRidge.score on the training data"):
        DPRidge(epsilon=INFINITY).fit(X, y).score(X, y)


def test_scalers_in_a_pipeline_are_warned_about_by_name():
    X, y = data()
    with pytest.warns(PrivacyWarning, match="StandardScaler in a Pipeline"):
        make_pipeline(StandardScaler(), DPRidge()).fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        make_pipeline(Normalizer(), DPRidge()).fit(X, y)


def test_a_ledger_survives_clone_and_refuses_what_it_cannot_pay():
    X, y = data()
    ledger = Ledger(epsilon=1.0, delta=1e-6)
    search = GridSearchCV(DPRidge(epsilon=0.3, delta=1e-6, ledger=ledger), {"alpha": [1e-3 * k for k in range(1, 11)]}, cv=2, error_score="raise")
    with pytest.raises(BudgetRefused, match="fits are paid from it"):
        search.fit(X, y)
    # Four fits of 0.3 would be 1.2 if epsilons were added up; accounted for together they cost less.
    assert 4 <= len(ledger.history) < 20 and 0.7 < ledger.spent <= 1.0
    with pytest.raises(TypeError, match="cannot be copied into another process"):
        pickle.dumps(ledger)
    enough = Ledger(epsilon=5.0, delta=1e-6)
    cross_val_score(DPRidge(epsilon=0.3, delta=1e-6, ledger=enough), X, y, cv=4)
    assert len(enough.history) == 4


def test_a_ledger_counts_every_class():
    X, y = data(classes=3)
    ledger = Ledger(epsilon=1.0, delta=1e-6)
    model = DPClassifier(epsilon=1.0, delta=1e-6, ledger=ledger).fit(X, y)
    assert ledger.spent == pytest.approx(model.privacy_["epsilon_spent"], rel=1e-6)
    with pytest.raises(BudgetRefused):
        DPClassifier(epsilon=0.1, delta=1e-6, ledger=ledger).fit(X, y)


@pytest.mark.parametrize("name", NAMES)
def test_pickle_keeps_everything(name):
    X, y = data()
    model = getattr(discreet, name)(noise="seeded:1").fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.predict(X), model.predict(X))
    assert again.privacy_ == model.privacy_ and again._models[0].text == model._models[0].text


def test_reports_labels_and_pictures(tmp_path):
    X, y = data()
    model = DPRidge(noise="seeded:1").fit(X, y)
    model.report(tmp_path / "report.html")
    assert "<html" in (tmp_path / "report.html").read_text()
    assert "privacy_loss" in model.label("yaml")
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from discreet import plots
    assert len(plots.budget(model).patches) == len(model.privacy_["events"])
    plots.coefficients(model).figure.savefig(io.BytesIO())
