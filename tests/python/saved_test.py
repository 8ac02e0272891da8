"""What is loaded is the estimator that was saved: its parameters, its attributes, its predictions."""
import os
import subprocess

import numpy as np
import pandas as pd
import pytest

from discreet import (Bounds, DataError, DPClassifier, DPElasticNet, DPHuber, DPLasso, DPLinearSVC, DPLogisticRegression, DPRegressor,
                      DPRidge)

pytestmark = pytest.mark.filterwarnings("ignore::discreet.PrivacyWarning", "ignore::discreet.ModelWarning")
X = pd.DataFrame(np.random.default_rng(1).normal(size=(1000, 3)), columns=["age", "height", "income"])
SCORE = X["age"] + 2 * X["height"] - X["income"]
NUMBERS = [
    DPRidge(alpha=0.25, bounds={"age": (0, 99.5), "height": (-2, 2)}, epsilon=0.5, delta=1e-7),
    DPRidge(alpha="1/n", bounds=Bounds({"age": (-5, 5)}, target=(-10, 10)), fit_intercept=False, noise="seeded:3"),
    DPRidge(alpha=0.0, solver="cd", passes=7, options={"clip": 2.5, "order": "shuffled"}, strict=True),
    DPLasso(alpha=1e-05, neighbours="add-remove", normaliser=1000, delta=1e-6),
    DPElasticNet(alpha=0.5, l1_ratio=0.25, epsilon=float("inf")),
    DPElasticNet(alpha=0.5, l1_ratio=1.0),
    DPHuber(threshold=2.5, alpha=0.125, neighbours="zero-out"),
    DPRegressor(loss="squared", penalty="box:-1,1", options={"row-norm": 3, "unpenalised": ["age"]}),
    DPRegressor(),
]
CLASSES = [
    (DPLogisticRegression(alpha=0.5, l1_ratio=0.5, epsilon=2.0), 2),
    (DPLogisticRegression(alpha=0.01, classes=["a", "b"], solver="newton"), "words"),
    (DPLogisticRegression(classes=[-1, 1], delta=1e-5), -1),
    (DPLogisticRegression(classes=[0, 1, 2], alpha=0.25, epsilon=3.0, bounds={"age": (-3, 3)}), 3),
    (DPLogisticRegression(classes=[0, 1, 2], alpha=0.25, multi_class="ovr", epsilon=3.0, passes=20), 3),
    (DPLogisticRegression(classes="from-data", alpha=0.25), "words"),
    (DPLinearSVC(alpha=0.125), 2),
    (DPLinearSVC(alpha=0.125, loss="hinge", solver="dual", fit_intercept=False), 2),
    (DPClassifier(loss="squared-hinge", penalty="l1:0.01"), 2),
]
LABELS = {2: (SCORE > 0).astype(int), -1: np.where(SCORE > 0, 1, -1), "words": np.where(SCORE > 0, "b", "a"), 3: np.digitize(SCORE, [-1, 1])}


def same(model, again):
    ours, theirs = model.get_params(), again.get_params()
    assert {key: repr(value) if isinstance(value, Bounds) else value for key, value in ours.items()} == \
           {key: repr(value) if isinstance(value, Bounds) else value for key, value in theirs.items()}
    for name in ("coef_", "intercept_", "bounds_", "row_norm_", "feature_names_in_"):
        np.testing.assert_array_equal(getattr(model, name), getattr(again, name))
    assert model.privacy_ == again.privacy_ and model.warnings_ == again.warnings_ and model.solver_ == again.solver_
    np.testing.assert_array_equal(model.predict(X), again.predict(X))


@pytest.mark.parametrize("estimator", NUMBERS, ids=str)
def test_every_parameter_of_a_regression_comes_back(tmp_path, estimator):
    model = estimator.fit(X, SCORE)
    model.save(tmp_path / "model.json")
    same(model, type(estimator).load(tmp_path / "model.json"))


@pytest.mark.parametrize("estimator, labels", CLASSES, ids=str)
def test_every_parameter_of_a_classifier_comes_back(tmp_path, estimator, labels):
    model = estimator.fit(X, LABELS[labels])
    model.save(tmp_path / "model.json")
    again = type(estimator).load(tmp_path / "model.json")
    same(model, again)
    assert again.classes_.tolist() == model.classes_.tolist()


def test_what_is_loaded_is_fitted_again_as_it_was(tmp_path):
    model = DPLogisticRegression(alpha=0.125, l1_ratio=0.25, noise="seeded:4", bounds={"age": (-1, 1)}, options={"metric": "diagonal"}).fit(X, LABELS[2])
    model.save(tmp_path / "model.json")
    assert DPLogisticRegression.load(tmp_path / "model.json").fit(X, LABELS[2])._models[0].text == model._models[0].text


def test_a_model_of_the_command_line_has_its_parameters(tmp_path):
    X.assign(label=SCORE).to_csv(tmp_path / "data.csv", index=False)
    subprocess.run([os.environ["DISCREET_PROGRAM"], "fit", "data.csv", "--epsilon", "0.75", "--penalty", "elastic-net:0.1,0.5", "--bound", "age=-3,3",
                    "--target", "label", "--out", "model.json"], cwd=tmp_path, check=True, capture_output=True)
    model = DPElasticNet.load(tmp_path / "model.json")
    assert (model.alpha, model.l1_ratio, model.epsilon, model.bounds, model.options) == (0.1, 0.5, 0.75, {"age": (-3, 3)}, None)


@pytest.mark.parametrize("fitted, other", [(DPLasso(alpha=0.5), DPRidge), (DPRegressor(penalty="box:0,1"), DPRidge), (DPHuber(), DPRidge), (DPRidge(), DPHuber),
                                           (DPRidge(), DPLogisticRegression)], ids=str)
def test_a_model_that_an_estimator_cannot_be_is_refused(tmp_path, fitted, other):
    fitted.fit(X, SCORE).save(tmp_path / "model.json")
    with pytest.raises(DataError, match="the model"):
        other.load(tmp_path / "model.json")
