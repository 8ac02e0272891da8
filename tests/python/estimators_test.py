"""The estimators keep scikit-learn's conventions and say what epsilon does not cover."""
import inspect
import io
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, Normalizer, OneHotEncoder, StandardScaler
from sklearn.utils.estimator_checks import check_estimator

import discreet
from discreet import DPClassifier, DPLogisticRegression, DPRidge, Ledger, OptionError, PrivacyWarning, account

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


def test_several_classes_one_against_the_rest_cost_together_what_the_label_says(tmp_path):
    X, y = data(20000, 4)
    model = DPLogisticRegression(multi_class="ovr", epsilon=1.0, delta=1e-6, noise="seeded:1").fit(X, y)
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


def test_several_classes_at_once_share_one_budget(tmp_path):
    X, y = data(20000, 4)
    words = np.array(["a", "b", "c", "d"])[y]
    model = DPLogisticRegression(epsilon=1.0, delta=1e-6, noise="seeded:1").fit(X, words)
    assert model.solver_["name"] == "softmax" and "not split" in model.privacy_["softmax"]["how"]
    assert model.coef_.shape == (4, 4) and model.intercept_.shape == (4,) and list(model.classes_) == ["a", "b", "c", "d"]
    assert 0.99 < model.privacy_["epsilon_spent"] <= 1.0
    assert account(model)["epsilon"] == pytest.approx(model.privacy_["epsilon_spent"], rel=1e-6)
    # Every event is there once, not once for each class; the slopes of a release are those of all classes.
    slopes = [event for event in model.privacy_["events"] if event["what"] == "slopes"][0]
    assert slopes["numbers_each"] == 4 * 5
    likely = model.predict_proba(X)
    np.testing.assert_allclose(likely.sum(axis=1), 1)
    np.testing.assert_array_equal(model.classes_[likely.argmax(axis=1)], model.predict(X))
    model.save(tmp_path / "m.json")
    again = DPLogisticRegression.load(tmp_path / "m.json")
    np.testing.assert_array_equal(again.predict_proba(X), likely)
    assert again.privacy_ == model.privacy_
    model.report(tmp_path / "r.html")
    assert "not split" in (tmp_path / "r.html").read_text() and "softmax" in (tmp_path / "r-4.html").read_text()
    with pytest.raises(OptionError, match="multi_class"):
        DPLogisticRegression(multi_class="nonesuch").fit(X, y)
    with pytest.raises(OptionError, match="newton"):
        DPLogisticRegression(multi_class="softmax", solver="cd").fit(X, y)
    assert "one_vs_rest" in DPLogisticRegression(solver="cd", noise="seeded:1").fit(X, y).privacy_


@pytest.mark.parametrize("more", [{"neighbours": "add-remove", "normaliser": 20000, "delta": 1e-6}, {"neighbours": "zero-out"}, {"strict": True},
                                  {"bounds": (-5, 5)}, {"options": {"row-norm": 4}}, {"options": {"drop": ["x4"]}}, {"l1_ratio": 1.0},
                                  {"options": {"metric": "diagonal"}}, {"options": {"precision": "float32"}}, {"options": {"standardise": "from-data"}}], ids=str)
def test_several_classes_with_every_kind_of_setting(more):
    X, y = data(20000, 3)
    model = DPLogisticRegression(**more).fit(X, y)
    assert (model.predict(X) == y).mean() > 0.7 and model.coef_.shape == (3, 4)
    assert model.privacy_["private"] != ("standardise" in more.get("options", {}))
    if "standardise" in more.get("options", {}):  # labels that are numbers would be standardised too
        with pytest.raises(OptionError, match="standardise"):
            DPLogisticRegression(multi_class="softmax", **more).fit(X, y)
    else:
        assert model.solver_["name"] == "softmax"


@pytest.mark.parametrize("layout", [np.asarray, np.asfortranarray, sparse.csr_matrix])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_softmax_without_noise_is_scikit_learns(layout, dtype):
    X, y = data(3000, 3)
    alpha = 0.01
    theirs = LogisticRegression(C=1 / (len(X) * alpha), tol=1e-10, max_iter=1000).fit(X, y)
    ours = DPLogisticRegression(alpha=alpha, epsilon=INFINITY).fit(layout(X.astype(dtype)), y)
    assert ours.solver_["name"] == "softmax" and not ours.privacy_["private"]
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)
    np.testing.assert_allclose(ours.predict_proba(layout(X.astype(dtype))), theirs.predict_proba(X), atol=1e-4)


def test_softmax_with_a_good_budget_is_close_to_the_one_without_noise():
    X, y = data(20000, 3)
    exact = DPLogisticRegression(alpha=0.01, epsilon=INFINITY).fit(X, y)
    close = DPLogisticRegression(alpha=0.01, epsilon=1000.0, delta=1e-6, noise="seeded:1", passes=100).fit(X, y)
    assert abs(close.predict_proba(X) - exact.predict_proba(X)).mean() < 0.01


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


def test_cross_validation_is_warned_about_by_name():
    X, y = data()
    with pytest.warns(PrivacyWarning, match="every fold is one more fit.*StratifiedKFold chooses folds by exact counts"):
        cross_val_score(DPLogisticRegression(), X, y, cv=2)
    with pytest.warns(PrivacyWarning, match="fit number 3"):
        DPLogisticRegression().fit(X, y)  # two folds were fitted to the same object
    with pytest.warns(PrivacyWarning) as seen:
        GridSearchCV(DPRidge(ledger=Ledger(epsilon=9, delta=1e-6)), {"alpha": [0.1, 1]}, cv=KFold(2)).fit(X, y)
    said = {str(one.message) for one in seen if "cross-validation" in str(one.message)}
    assert said and all("its scores are exact figures" in one and "one more fit" not in one and "Stratified" not in one for one in said)


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
    with pytest.raises(TypeError, match="nonesuch"):
        kind(nonesuch=1)
    assert "epsilon" in str(inspect.signature(kind)) and "arguments" not in str(inspect.signature(kind))


def test_scalers_in_a_pipeline_are_warned_about_by_name():
    X, y = data()
    inner = ColumnTransformer([("scaled", make_pipeline(MinMaxScaler()), [0, 1]), ("rest", "passthrough", [2, 3])])
    with pytest.warns(PrivacyWarning, match="MinMaxScaler in a Pipeline"):
        make_pipeline(inner, DPRidge()).fit(X, y)
    X = X.copy()
    with pytest.warns(PrivacyWarning, match="StandardScaler in a Pipeline"):
        make_pipeline(StandardScaler(), DPRidge()).fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        make_pipeline(Normalizer(), DPRidge()).fit(X, y)
        make_pipeline(OneHotEncoder(categories=[[0, 1, 2]]), DPRidge()).fit(np.arange(300).reshape(-1, 1) % 3, np.arange(300.0))


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


def test_pictures(tmp_path):
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
    classes = drawn(plots.coefficients, DPLogisticRegression(noise="seeded:1").fit(frame, y), most=2)
    assert len(classes.get_legend().get_texts()) == 3 and len(classes.get_yticklabels()) == 2
    ledger = Ledger(epsilon=9, delta=1e-6)
    for _ in range(2):
        DPRidge(ledger=ledger, delta=1e-6).fit(frame, X[:, 0])
    assert len(drawn(plots.budget, ledger).patches) == 2
    found = discreet.compare("synthetic:regression?n=5000&p=3", solver="cd,block", epsilon="1,4", repeats=2)
    assert len(drawn(plots.error_curve, found).get_legend().get_texts()) == 2
    found = discreet.compare("synthetic:regression?n=5000&p=3", solver="cd", epsilon=1, repeats=2, curve=True)
    assert len(drawn(plots.error_curve, found).get_lines()) == 1
