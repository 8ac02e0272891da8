"""The estimators keep scikit-learn's conventions and say what epsilon does not cover."""
import inspect
import io
import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.utils.estimator_checks import check_estimator

import discreet
from discreet import DPClassifier, DPLogisticRegression, DPRidge, Ledger
from made import data

NAMES = ["DPLasso", "DPRidge", "DPElasticNet", "DPHuber", "DPRegressor", "DPLogisticRegression", "DPLinearSVC", "DPClassifier"]
CLASSIFIERS = ["DPLogisticRegression", "DPLinearSVC", "DPClassifier"]
INFINITY = float("inf")
# What docs/how_to/python.md lists, by name.
LISTED = {"check_regressor_data_not_an_array", "check_classifier_data_not_an_array", "check_supervised_y_2d", "check_regressors_int",
          "check_fit_idempotent", "check_classifiers_classes"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("epsilon, noise", [(1.0, "secure"), (1.0, "seeded:1"), (INFINITY, "secure")])
@pytest.mark.filterwarnings("ignore")
def test_scikit_learns_checks_pass(name, epsilon, noise):
    # The checks pass words and several classes, which they cannot declare.
    estimator = getattr(discreet, name)(epsilon=epsilon, noise=noise, **({"classes": "from-data"} if name in CLASSIFIERS else {}))
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


def test_a_fit_keeps_feature_names_and_has_a_label():
    X, y = data()
    model = DPLogisticRegression(epsilon=1.0, delta=1e-6).fit(pd.DataFrame(X, columns=list("abcd")), y)
    assert list(model.feature_names_in_) == list("abcd") and model._models[0].json["model"]["features"] == list("abcd")
    assert model.privacy_["private"] and model.privacy_["epsilon"] == 1 and model.privacy_["epsilon_spent"] <= 1
    assert model.coef_.shape == (1, 4) and model.predict_proba(X[:3]).shape == (3, 2)


def test_classes_may_be_words():
    X, y = data()
    words = np.array(["no", "yes"])[y]
    model = DPLogisticRegression(classes=["no", "yes"], noise="seeded:1").fit(X, words)
    assert list(model.classes_) == ["no", "yes"] and model._models[0].json["model"]["classes"] == ["no", "yes"]
    np.testing.assert_array_equal(model.predict(X) == "yes", DPLogisticRegression(noise="seeded:1").fit(X, y).predict(X) == 1)


@pytest.mark.parametrize("name", NAMES)
def test_what_leaks_is_refused_by_name(name):
    X, y = data()
    kind = getattr(discreet, name)
    with pytest.raises(TypeError, match=f"{name} has no class_weight: what one row may change must be the same"):
        kind(class_weight="balanced")
    with pytest.raises(TypeError, match="random_state.*seeded"):
        kind(random_state=0)
    with pytest.raises(TypeError, match="fit takes no sample_weight: what one row"):
        kind().fit(X, y, sample_weight=np.ones(len(X)))
    kind().fit(X, y, sample_weight=None)  # none are given
    with pytest.raises(TypeError, match="nonesuch"):
        kind(nonesuch=1)
    assert "epsilon" in str(inspect.signature(kind)) and "arguments" not in str(inspect.signature(kind))


@pytest.mark.parametrize("name", NAMES)
def test_pickle_keeps_everything(name):
    X, y = data()
    model = getattr(discreet, name)(noise="seeded:1").fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.predict(X), model.predict(X))
    assert again.privacy_ == model.privacy_ and again._models[0].text == model._models[0].text


def test_a_model_writes_its_report_and_its_label(tmp_path):
    X, y = data()
    model = DPRidge(noise="seeded:1").fit(X, y)
    model.report(tmp_path / "report.html")
    assert "<html" in (tmp_path / "report.html").read_text()
    assert "privacy_loss" in model.label("yaml")


def test_every_plot_draws_what_it_is_given(tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    from discreet import plots
    X, y = data(3000, 3)
    frame = pd.DataFrame(X, columns=list("abcd"))

    def drawn(draw, *arguments, **more):
        axes = draw(*arguments, axes=Figure().add_subplot(), **more)
        axes.figure.savefig(io.BytesIO())
        return axes

    model = DPRidge(solver="moments", noise="seeded:1", bounds=(-5, 5)).fit(frame, X[:, 0])
    assert len(drawn(plots.budget, model).patches) == len(model.privacy_["events"])
    axes = drawn(plots.coefficients, model)
    assert [tick.get_text() for tick in axes.get_yticklabels()] == list("abcd")
    assert axes.collections  # the solver tells how far the noise moves its weights: there are bars
    assert not drawn(plots.coefficients, DPRidge(noise="seeded:1").fit(frame, X[:, 0])).collections
    classes = drawn(plots.coefficients, DPLogisticRegression(classes=range(3), noise="seeded:1").fit(frame, y), most=2)
    assert len(classes.get_legend().get_texts()) == 3 and len(classes.get_yticklabels()) == 2
    ledger = Ledger(epsilon=9, delta=1e-6)
    for _ in range(2):
        DPRidge(ledger=ledger, delta=1e-6).fit(frame, X[:, 0])
    assert len(drawn(plots.budget, ledger).patches) == 2
    found = discreet.compare("synthetic:regression?n=5000&p=3", solver="cd,block", epsilon="1,4", repeats=2)
    assert len(drawn(plots.error_curve, found).get_legend().get_texts()) == 2
    found = discreet.compare("synthetic:regression?n=5000&p=3", solver="cd", epsilon=1, repeats=2, curve=True)
    assert len(drawn(plots.error_curve, found).get_lines()) == 1
