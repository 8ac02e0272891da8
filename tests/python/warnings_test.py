"""Warnings about what epsilon does not cover and about fits that are worth little: when, how often, and at which line."""
import json
import warnings

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.impute import SimpleImputer
from sklearn.model_selection import GridSearchCV, KFold, cross_val_predict, cross_val_score, cross_validate
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.preprocessing import (Binarizer, FunctionTransformer, MinMaxScaler, Normalizer, OneHotEncoder, OrdinalEncoder, PolynomialFeatures,
                                   StandardScaler)

from discreet import DiscreetError, DPLogisticRegression, DPRidge, Ledger, ModelWarning, OptionWarning, PrivacyWarning, _fit
from made import data

INFINITY = float("inf")


def warned(action, category=PrivacyWarning):
    """The warnings of such a category that an action gives."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        action()
    return [one for one in seen if issubclass(one.category, category)]


def table(rows=500):
    return pd.DataFrame(np.random.default_rng(1).normal(size=(rows, 4)), columns=list("abcd")).assign(flag=True)


# -- the same rows again ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first, second", [
    (lambda t: t, lambda t: t), (lambda t: t[["a", "b"]], lambda t: t[["a", "b"]]), (lambda t: t[["a", "b"]], lambda t: t[["c", "d"]]),
    (lambda t: t, lambda t: t.drop(columns="a")), (lambda t: t.iloc[:, :2], lambda t: t.loc[:, ["d"]]), (lambda t: t[["a"]], lambda t: t.filter(["b", "c"])),
    (lambda t: t.select_dtypes("float"), lambda t: t), (lambda t: t.assign(e=1.0), lambda t: t[["a"]]), (lambda t: t.rename(columns=str.upper), lambda t: t),
    (lambda t: t, lambda t: t[:100]), (lambda t: t.iloc[50:200], lambda t: t.iloc[100:300]),
], ids=range(11))
def test_a_frame_is_known_however_it_was_cut(first, second):
    whole = table()
    y = whole["a"].to_numpy()
    assert not warned(lambda: DPRidge().fit(first(whole), y[:len(first(whole))]))
    (one,) = warned(lambda: DPRidge().fit(second(whole), y[:len(second(whole))]))
    assert "private fit number 2" in str(one.message) and one.filename == __file__


@pytest.mark.parametrize("made", [np.ascontiguousarray, np.asfortranarray, lambda X: np.arange(float(X.size)).reshape(X.shape)], ids=["C", "F", "reshaped"])
def test_an_array_is_known_by_its_rows(made):
    y = np.arange(600.0)
    for first, second, again in [((slice(None), slice(0, 2)), (slice(None), slice(2, 4)), True), ((slice(0, 300),), (slice(300, 600),), False),
                                 ((slice(0, 300),), (slice(299, 600),), True), ((slice(0, 300), slice(0, 2)), (slice(300, None), slice(2, 4)), False),
                                 # In memory that is flat, every other row cannot be told from half of the columns of longer rows.
                                 ((slice(0, 600, 2),), (slice(1, 600, 2),), made not in (np.ascontiguousarray, np.asfortranarray)), ((slice(0, 600, 2),), (slice(0, 600, 4),), True),
                                 ((slice(None, None, -1),), (slice(500, 600),), True)]:
        X = made(np.random.default_rng(1).normal(size=(600, 4)))
        DPRidge().fit(X[first], y[first[0]])
        assert bool(warned(lambda: DPRidge().fit(X[second], y[second[0]]))) == again, (first, second)


def test_other_rows_are_other_data():
    for cut in [lambda t: (t[:250], t[250:]), lambda t: (t.iloc[:250], t.iloc[250:]), lambda t: (t[t["a"] > 0], t[t["a"] <= 0]),
                lambda t: (t[["a", "b"]][:250], t[["b"]][250:]), lambda t: (t.sample(200, random_state=1), t.reset_index(drop=True)),
                lambda t: (sparse.csr_matrix(t.values.astype(float)), table(499))]:
        for part in cut(table()):
            assert not warned(lambda: DPRidge().fit(part, np.arange(float(part.shape[0]))))


@pytest.mark.parametrize("refused", [DPRidge(epsilon=-1), DPRidge(solver="nonesuch"), DPRidge(options={"nonesuch": 1}), DPRidge(options={"clip": [1]}), DPRidge(epsilon=None),
                                     DPRidge(bounds={"nonesuch": (0, 1)}), DPRidge(noise="seeded:1", strict=True), DPRidge(ledger=Ledger(epsilon=0.1, delta=1e-6))], ids=str)
def test_what_was_refused_spent_nothing(refused):
    whole = table()
    with pytest.raises(DiscreetError):
        refused.fit(whole, whole["a"])
    assert not warned(lambda: DPRidge().fit(whole, whole["a"]))

    def again():
        with pytest.raises(DiscreetError):
            refused.fit(whole, whole["a"])
    assert not warned(again)  # nor is a warning given about what is refused
    (one,) = warned(lambda: DPRidge().fit(whole, whole["a"]))
    assert "number 2" in str(one.message)


def test_data_that_is_refused_spent_nothing():
    whole = table()
    for y in (whole["a"].where(whole["a"] > 0), whole["a"].astype(str), whole["a"][:10]):
        with pytest.raises(DiscreetError):
            DPRidge().fit(whole, y)
    assert not warned(lambda: DPRidge().fit(whole, whole["a"]))


def test_a_score_on_the_fitted_rows_is_warned_about():
    X, y = data()
    model = DPRidge().fit(X, y)
    (one,) = warned(lambda: model.score(X[:100], y[:100]))
    assert "DPRidge.score on the training data" in str(one.message) and one.filename == __file__
    assert not warned(lambda: model.score(*data()))


# -- searches -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("search", [
    lambda X, y: GridSearchCV(DPRidge(), {"alpha": [0.1, 1, 10]}, cv=KFold(3)).fit(X, y),
    lambda X, y: GridSearchCV(make_pipeline(StandardScaler(), DPRidge()), {"dpridge__alpha": [0.1, 1]}, cv=KFold(3)).fit(X, y),
    lambda X, y: cross_val_score(DPRidge(), X, y, cv=KFold(3)), lambda X, y: cross_validate(DPRidge(), X, y, cv=3),
    lambda X, y: GridSearchCV(DPRidge(ledger=Ledger(epsilon=99, delta=1e-6), delta=1e-6), {"alpha": [0.1, 1]}, cv=KFold(2)).fit(X, y)], ids=range(5))
def test_a_search_is_one_warning_at_the_line_that_runs_it(search):
    for _ in range(2):  # each of them
        X, y = data()
        (one,) = warned(lambda: search(X, y))
        assert str(one.message).startswith("cross-validation: ") and one.filename == __file__


def test_a_search_says_what_it_does():
    X, y = data()
    with pytest.warns(PrivacyWarning, match="every fold is one more fit.*StratifiedKFold chooses folds by exact counts"):
        cross_val_score(DPLogisticRegression(), X, y, cv=2)
    with pytest.warns(PrivacyWarning, match="fit number 3"):
        DPLogisticRegression().fit(X, y)  # two folds were fitted to the same object
    (one,) = warned(lambda: GridSearchCV(DPRidge(ledger=Ledger(epsilon=9, delta=1e-6)), {"alpha": [0.1, 1]}, cv=KFold(2)).fit(X, y))
    assert "its scores are exact figures" in str(one.message) and "one more fit" not in str(one.message) and "Stratified" not in str(one.message)
    (one,) = warned(lambda: GridSearchCV(make_pipeline(StandardScaler(), DPRidge()), {"dpridge__alpha": [0.1, 1]}, cv=KFold(2)).fit(X, y))
    assert "StandardScaler in a Pipeline" in str(one.message)


# -- pipelines ----------------------------------------------------------------------------------------------------------


class Logarithm(BaseEstimator, TransformerMixin):
    """A step of one's own that learns nothing."""

    def fit(self, X, y=None):
        return self

    def transform(self, X):
        return np.log1p(np.abs(X))


class Centred(Logarithm):
    """And one that does."""

    def fit(self, X, y=None):
        self.mean_ = np.mean(X, axis=0)
        return self


@pytest.mark.parametrize("step", [Normalizer(), Binarizer(), FunctionTransformer(np.abs), PolynomialFeatures(2), Logarithm(), "passthrough",
                                  SimpleImputer(strategy="constant", fill_value=0), OneHotEncoder(categories=[[0, 1, 2]] * 2, sparse_output=False),
                                  OrdinalEncoder(categories=[[0, 1, 2]] * 2), make_pipeline(Normalizer(), Logarithm()),
                                  ColumnTransformer([("a", Normalizer(), [0]), ("b", "passthrough", [1])]), FeatureUnion([("a", Logarithm()), ("b", Binarizer())])], ids=str)
def test_steps_that_learn_no_values_are_not_warned_about(step):
    X = (np.arange(1000) % 3).reshape(-1, 2)
    assert not warned(lambda: make_pipeline(step, DPRidge()).fit(X, np.arange(500.0)))


@pytest.mark.parametrize("step, words", [
    (StandardScaler(), "StandardScaler in a Pipeline learns .*leave StandardScaler out .* or declare bounds="), (PCA(2), "PCA in a Pipeline"),
    (make_pipeline(MinMaxScaler()), "MinMaxScaler in a Pipeline"), (ColumnTransformer([("a", MinMaxScaler(), [0])], remainder="passthrough"), "MinMaxScaler in a Pipeline"),
    (OneHotEncoder(), "OneHotEncoder in a Pipeline .*give OneHotEncoder the public categories by categories="), (SimpleImputer(), "SimpleImputer in a Pipeline"),
    (OneHotEncoder(categories=[[0, 1, 2]] * 2, min_frequency=3), "OneHotEncoder"), (Centred(), "Centred in a Pipeline")], ids=str)
def test_steps_that_learn_are_named_with_what_to_do(step, words):
    X = (np.arange(1000) % 3).reshape(-1, 2)
    (one,) = warned(lambda: make_pipeline(step, DPRidge()).fit(X, np.arange(500.0)))
    assert one.filename == __file__
    with pytest.warns(PrivacyWarning, match=words):
        make_pipeline(step, DPRidge()).fit(X.copy(), np.arange(500.0))
    if "OneHotEncoder" in words:
        assert "leave" not in str(one.message) and "bounds" not in str(one.message)


# -- what a fit says about itself ----------------------------------------------------------------------------------------


def test_a_model_says_what_it_knows_in_one_warning(monkeypatch, tmp_path):
    said = [{"kind": "nothing-learnt", "text": "the model is the constant"}, {"kind": "clipped", "text": "8 % of the slopes were clipped"}]
    real = _fit._core.fit_array

    def with_warnings(*arguments):
        return [json.dumps({**json.loads(text), "warnings": said}) for text in real(*arguments)]

    monkeypatch.setattr(_fit._core, "fit_array", with_warnings)
    X, y = data()
    for estimator in (DPRidge(), DPLogisticRegression(), DPLogisticRegression(classes=range(3)), DPLogisticRegression(classes=range(3), multi_class="ovr")):
        (one,) = warned(lambda: estimator.fit(X.copy(), y), ModelWarning)
        assert str(one.message) == "nothing-learnt: the model is the constant; clipped: 8 % of the slopes were clipped" and one.filename == __file__
        assert estimator.warnings_ == said
        estimator.save(tmp_path / "model.json")
        assert type(estimator).load(tmp_path / "model.json").warnings_ == said
    # The models of folds are thrown away; the one that a search keeps speaks.
    assert not warned(lambda: cross_val_score(DPRidge(), X, y, cv=KFold(3)), ModelWarning)
    assert not warned(lambda: cross_val_predict(DPRidge(), X, y, cv=KFold(3)), ModelWarning)
    (one,) = warned(lambda: GridSearchCV(DPRidge(), {"alpha": [0.1, 1]}, cv=KFold(2)).fit(X, y), ModelWarning)
    assert one.filename == __file__


def test_a_model_that_has_nothing_to_say_does_not_warn(monkeypatch):
    real = _fit._core.fit_array

    def without(*arguments):
        return [json.dumps({key: value for key, value in json.loads(text).items() if key != "warnings"}) for text in real(*arguments)]

    monkeypatch.setattr(_fit._core, "fit_array", without)
    X, y = data()
    model = DPRidge()
    assert not warned(lambda: model.fit(X, y), Warning) and model.warnings_ == []


def test_an_option_without_effect_is_named():
    X, y = data()
    (one,) = warned(lambda: DPRidge(solver="cd", options={"batch": 5}).fit(X, y), OptionWarning)
    assert str(one.message).startswith('options={"batch": ...} is not used by cd') and one.filename == __file__
    (one,) = warned(lambda: DPLogisticRegression(solver="block", options={"block": "nice:2", "order": "shuffled"}).fit(X, y > 0), OptionWarning)
    assert 'options={"order": ...} is not used with options={"block": "nice:2"}' in str(one.message)
    (one,) = warned(lambda: GridSearchCV(DPRidge(solver="cd", options={"batch": 5}), {"alpha": [0.1, 1]}, cv=KFold(2)).fit(X, y), OptionWarning)
    for used in DPRidge(solver="sgd", options={"batch": 5}), DPRidge(solver="cd", passes=3, options={"order": "shuffled"}), DPRidge(), DPLogisticRegression():
        assert not warned(lambda: used.fit(X, y > 0 if isinstance(used, DPLogisticRegression) else y), OptionWarning)
    for way in "auto", "ovr":
        several = DPLogisticRegression(classes=range(3), **({"multi_class": way} if way == "ovr" else {}))
        assert not warned(lambda: several.fit(X, np.arange(len(X)) % 3), OptionWarning)
