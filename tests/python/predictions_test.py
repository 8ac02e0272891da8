"""The fitted attributes are the whole model: by the documented formula they give every prediction, to the last bit."""
import json
import os
import subprocess

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.special import expit

from discreet import Bounds, DPClassifier, DPHuber, DPLinearSVC, DPLogisticRegression, DPRegressor, DPRidge

pytestmark = pytest.mark.filterwarnings("ignore::discreet.PrivacyWarning", "ignore::discreet.ModelWarning")
ROWS = 3000
rng = np.random.default_rng(11)
X = rng.lognormal(0, 1, size=(ROWS, 3)) * [1, 10, 100]
FAR = np.vstack([X, 50 * X, -X])  # most of it outside of all limits


def score(model, rows):
    """As the documentation has it."""
    inside = np.clip(rows, *model.bounds_.T)
    margins = inside @ np.atleast_2d(model.coef_).T
    if not np.isinf(model.row_norm_):
        margins = margins * np.minimum(1, model.row_norm_ / np.maximum(np.sqrt((inside * inside).sum(axis=1)), 1e-300))[:, None]
    return margins + np.atleast_1d(model.intercept_)


@pytest.mark.parametrize("more", [{}, {"bounds": Bounds({"x1": (0, 2), "x3": (5, 50)})}, {"bounds": (0, 3)}, {"options": {"row-norm": 20}},
                                  {"options": {"drop": ["x2"]}}, {"options": {"drop": ["x2"], "row-norm": 20}}, {"fit_intercept": False},
                                  {"options": {"standardise": "from-data"}}, {"solver": "cd"}, {"epsilon": float("inf")}], ids=str)
def test_attributes_reproduce_every_prediction(more):
    ridge = DPRidge(noise="seeded:1", **more).fit(X, X[:, 0] + 0.1 * X[:, 1])
    np.testing.assert_array_equal(ridge.predict(FAR), score(ridge, FAR)[:, 0])
    assert ridge.bounds_.shape == (3, 2)
    if "standardise" in more.get("options", {}):
        return
    y = (X[:, 0] > np.median(X[:, 0])).astype(int)
    two = DPLogisticRegression(noise="seeded:1", **more).fit(X, y)
    np.testing.assert_array_equal(two.decision_function(FAR), score(two, FAR)[:, 0])
    np.testing.assert_array_equal(two.predict(FAR), two.classes_[(score(two, FAR)[:, 0] > 0).astype(int)])
    np.testing.assert_array_equal(two.predict_proba(FAR)[:, 1], expit(score(two, FAR)[:, 0]))
    several = DPLogisticRegression(classes=[0, 1, 2], multi_class="softmax", noise="seeded:1", **{**more, "solver": "auto"}).fit(X, np.digitize(X[:, 0], [0.5, 2]))
    np.testing.assert_array_equal(several.decision_function(FAR), score(several, FAR))


def test_without_limits_they_are_infinite_and_weights_alone_do_not_predict():
    free = DPRidge(epsilon=float("inf")).fit(X, X[:, 0])
    assert np.isneginf(free.bounds_[:, 0]).all() and np.isposinf(free.bounds_[:, 1]).all() and np.isinf(free.row_norm_)
    limited = DPRidge(noise="seeded:1").fit(X, X[:, 0])
    assert np.isfinite(limited.bounds_).all()
    assert (FAR @ limited.coef_ + limited.intercept_ != limited.predict(FAR)).mean() > 0.3
    dropped = DPRidge(noise="seeded:1", options={"drop": ["x2"]}).fit(X, X[:, 0])
    assert dropped.coef_[1] == 0 and dropped.bounds_[1].tolist() == [0, 0]


@pytest.mark.parametrize("estimator", [DPLogisticRegression(classes=range(3), multi_class="ovr"), DPLinearSVC(classes=range(3))], ids=str)
def test_one_against_the_rest_has_limits_for_each_class(estimator, tmp_path):
    """Each of the models is as the command line has it: its own limits, not those of the first."""
    model = estimator.fit(X, np.digitize(X[:, 0], [0.5, 2]))
    assert model.bounds_.shape == (3, 3, 2)
    scores = model.decision_function(FAR)
    pd.DataFrame(FAR, columns=["x1", "x2", "x3"]).to_csv(tmp_path / "far.csv", index=False, float_format="%.17g")
    for k, one in enumerate(model._models):
        np.testing.assert_array_equal(scores[:, k], np.clip(FAR, *model.bounds_[k].T) @ model.coef_[k] + model.intercept_[k])
        (tmp_path / "one.json").write_text(one.text)
        run = subprocess.run([os.environ["DISCREET_PROGRAM"], "predict", str(tmp_path / "one.json"), str(tmp_path / "far.csv"), "--json"],
                             capture_output=True, text=True)
        found = json.loads(run.stdout)
        theirs = found["probabilities"] if "probabilities" in found else found["predictions"]
        if "probabilities" in found:
            np.testing.assert_allclose(expit(scores[:, k]), theirs, rtol=1e-9)
        else:
            assert len(theirs) == len(FAR)


@pytest.mark.parametrize("estimator", [DPRidge(bounds=(2, 5), noise="seeded:1"), DPHuber(noise="seeded:1"), DPRegressor(loss="poisson", bounds=(0, 9), noise="seeded:1"),
                                       DPClassifier(bounds={"x2": (3, 4)}, noise="seeded:1")], ids=str)
def test_sparse_rows_are_predicted_like_dense_ones(estimator):
    """What is not stored is 0, and moves into limits that leave 0 out."""
    y = (X[:, 0] > 1).astype(int)
    model = estimator.fit(X, y)
    rows = np.where(rng.random(X.shape) < 0.5, X, 0)
    np.testing.assert_allclose(model.predict(sparse.csr_matrix(rows)), model.predict(rows), rtol=1e-12)


def test_columns_of_true_and_false_have_bounds_by_their_type():
    frame = pd.DataFrame({"smoker": X[:, 0] > 1, "size": X[:, 1], "urban": pd.array(X[:, 2] > 90, dtype="boolean")})
    model = DPRidge(noise="seeded:1").fit(frame, X[:, 0])
    assert model.bounds_[[0, 2]].tolist() == [[0, 1], [0, 1]] and model.bounds_[1].tolist() != [0, 1]
    declared = DPRidge(noise="seeded:1", bounds={"smoker": (0, 1), "urban": (0, 1)}).fit(frame.astype(float), X[:, 0])
    assert declared._models[0].text == model._models[0].text
    assert DPRidge(noise="seeded:1", bounds={"smoker": (0, 2)}).fit(frame, X[:, 0]).bounds_[0].tolist() == [0, 2]
    assert DPRidge(noise="seeded:1").fit(X > 1, X[:, 0]).bounds_.tolist() == [[0, 1]] * 3
    DPRidge(noise="seeded:1", options={"drop": ["smoker"]}).fit(frame, X[:, 0])


@pytest.mark.parametrize("made", ["encoder", "columns"])
def test_dummies_of_declared_categories_have_bounds(made):
    from sklearn.compose import ColumnTransformer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder
    frame = pd.DataFrame({"ward": np.array(list("ABC"))[rng.integers(0, 3, ROWS)], "age": X[:, 1]})
    encoder = OneHotEncoder(categories=[["A", "B", "C"]], handle_unknown="ignore")
    if made == "encoder":
        model = make_pipeline(encoder, DPRidge(noise="seeded:1")).fit(frame[["ward"]], X[:, 0])[-1]
        assert model.bounds_.tolist() == [[0, 1]] * 3
    else:
        parts = ColumnTransformer([("age", "passthrough", ["age"]), ("ward", make_pipeline(encoder), ["ward"])], sparse_threshold=0)
        model = make_pipeline(parts, DPRidge(noise="seeded:1")).fit(frame, X[:, 0])[-1]
        assert model.bounds_[1:].tolist() == [[0, 1]] * 3 and model.bounds_[0].tolist() != [0, 1]
        counted = make_pipeline(ColumnTransformer([("ward", OneHotEncoder(), ["ward"])], sparse_threshold=0), DPRidge(noise="seeded:1", solver="newton")).fit(frame, X[:, 0])[-1]
        assert counted.bounds_.tolist() != [[0, 1]] * 3  # its categories were read off the rows; newton's limits are wider than what it saw
