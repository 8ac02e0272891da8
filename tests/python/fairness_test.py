"""fairness: the same as the command line, and more than two classes."""
import json
import os
import subprocess

import numpy as np
import pytest

import discreet
from discreet import DPClassifier, OptionError, PrivacyPreconditionError, fairness

pytestmark = pytest.mark.filterwarnings("ignore::discreet.PrivacyWarning")
random = np.random.default_rng(5)
X = random.normal(size=(1500, 3))
y = np.where(X @ [1.0, 0.5, -0.5] + 0.5 * random.normal(size=1500) > 0.2, 1, -1)
sex = np.where(random.random(1500) < 0.4, "F", "M")


def exact(target):
    return DPClassifier(penalty="l2:1", classes=np.unique(target), epsilon=float("inf"), fit_intercept=False, solver="exact").fit(X, target)


def test_python_says_the_same_as_the_command_line(tmp_path):
    model = exact(y)
    model.save(tmp_path / "model.json")
    with open(tmp_path / "rows.csv", "w") as out:
        out.write("x1,x2,x3,sex,label\n")
        for row, group, label in zip(X.tolist(), sex, y):
            out.write(",".join(map(repr, row)) + f",{group},{label}\n")
    done = subprocess.run([os.environ["DISCREET_PROGRAM"], "fairness", "model.json", "rows.csv", "--group", "sex", "--target", "label", "--json"],
                          cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert fairness(model, X, y, sex, group="sex") == json.loads(done.stdout)
    assert fairness(tmp_path / "model.json", X, y, sex, group="sex") == json.loads(done.stdout)


def test_levels_are_counts():
    model = exact(y)
    answer = fairness(model, X, y, sex, measure="accuracy-parity")
    right = model.predict(X) == y
    for line, group in zip(answer["measures"][0]["groups"], ["F", "M"]):
        assert line["level"] == pytest.approx(right[sex == group].mean() - right.mean())


def test_three_classes_are_measured_against_another_model():
    target = np.digitize(X[:, 0], [-0.5, 0.5])
    model, other = exact(target), exact(np.digitize(X[:, 0] + 0.1 * X[:, 1], [-0.5, 0.5]))
    answer = fairness(model, X, target, sex, reference=other)
    right = model.predict(X) == target
    accuracy = answer["measures"][0]["groups"][0]
    assert accuracy["level"] == pytest.approx(right.mean())
    assert accuracy["reference"]["level"] == pytest.approx((other.predict(X) == target).mean())
    centre, half = X.mean(axis=0), X.std(axis=0)
    apart = model.coef_ - other.coef_
    assert answer["distances"][0]["value"] == pytest.approx(np.hypot(np.linalg.norm(half * apart), np.linalg.norm(apart @ centre)))
    assert "the deviation of each column" in answer["distances"][0]["how"]
    assert "demographic-parity" not in [measure["measure"] for measure in answer["measures"]]
    for measure in answer["measures"]:
        for line in measure["groups"]:
            assert abs(line["reference"]["difference"]) <= line["both_known"]["signed"]["change"] + 1e-12
            assert line["both_known"]["margin_cdf"] <= line["bounds"][0]["margin_cdf"] + 1e-12


def test_a_release_stays_within_its_epsilon_and_needs_declared_groups():
    model = exact(y)
    answer = fairness(model, X, y, sex, group_values=["F", "M"], epsilon=2, confidence=0.99)
    assert answer["private"] and answer["privacy"]["epsilon_spent"] <= 2 and len(answer["counts"]) == 8
    with pytest.raises(PrivacyPreconditionError, match="groups"):
        fairness(model, X, y, sex, epsilon=2)
    assert fairness(model, X, y, sex == "F", epsilon=2)["groups"] == ["0", "1"]


def test_what_is_wrong_is_named():
    model = exact(y)
    with pytest.raises(OptionError, match="niceness"):
        fairness(model, X, y, sex, measure="niceness")
    with pytest.raises(OptionError, match="labels"):
        fairness(model, X, y + 7, sex)
    with pytest.raises(OptionError, match="nonesuch"):
        fairness(model, X, y, sex, nonesuch=1)
    with pytest.raises(discreet.DataError, match="same length"):
        fairness(model, X[:10], y, sex)



def in_units(model, factors, shifts):
    """The same model of columns factor x + shift, as its file has it."""
    about = model["model"]
    weights = np.array(about["weights"]) / factors
    ends = [sorted((factors[j] * np.array(about["bounds"][name]) + shifts[j]).tolist()) for j, name in enumerate(about["features"])]
    return {**model, "model": {**about, "weights": weights.tolist(), "intercept": float(about["intercept"] - weights @ shifts),
                               "bounds": dict(zip(about["features"], ends))}}


def test_bounds_are_the_same_in_grams_and_in_tonnes(tmp_path):
    factors, shifts = np.array([1e4, 1e-3, -20.0]), np.array([3e5, 0.5, 2000.0])
    files = []
    for number, seen in enumerate([slice(0, 700), slice(700, 1500)]):
        limits = {f"x{j}": (-3.0, 3.5) for j in range(1, 4)}
        fitted = DPClassifier(classes=[-1, 1], bounds=limits, epsilon=float("inf"), solver="exact").fit(X[seen], y[seen])
        fitted.save(tmp_path / f"{number}.json")
        files.append(json.loads((tmp_path / f"{number}.json").read_text()))
    plain = fairness(files[0], X, y, sex, reference=files[1])
    moved = fairness(in_units(files[0], factors, shifts), factors * X + shifts, y, sex, reference=in_units(files[1], factors, shifts))
    assert moved["distances"][0]["value"] == pytest.approx(plain["distances"][0]["value"])
    assert "the deviation of each column" in plain["distances"][0]["how"]
    for before, after in zip(plain["measures"], moved["measures"]):
        for one, other in zip(before["groups"], after["groups"]):
            assert other["bounds"][0]["signed"] == pytest.approx(one["bounds"][0]["signed"], abs=1e-9)
            assert other["lipschitz"] == pytest.approx(one["lipschitz"], rel=1e-4)
    accuracy = plain["measures"][0]["groups"][0]
    assert accuracy["bounds"][0]["signed"]["change"] < 0.5
    # Twin: the plain distance of the weights, on rows as they are, says nothing about these columns.
    weights = [np.array(in_units(file, factors, shifts)["model"]["weights"]) for file in files]
    assert fairness(in_units(files[0], factors, shifts), factors * X + shifts, y, sex, measure="accuracy",
                    distance=np.linalg.norm(weights[0] - weights[1]))["measures"][0]["groups"][0]["bounds"][0]["margin_cdf"] == pytest.approx(1)


@pytest.mark.filterwarnings("ignore::discreet.ModelWarning")
@pytest.mark.parametrize("way", ["softmax", "ovr"])
def test_private_models_of_three_classes_are_measured_however_they_were_fitted(way):
    target = np.digitize(X[:, 0], [-0.5, 0.5])
    model, other = (DPClassifier(classes=[0, 1, 2], multi_class=way, bounds={f"x{j}": (-4, 4) for j in range(1, 4)}, epsilon=epsilon,
                                 noise="seeded:1").fit(X, target) for epsilon in (4, 1000))
    answer = fairness(model, X, target, sex, reference=other)
    right, better = model.predict(X) == target, other.predict(X) == target
    accuracy = answer["measures"][0]["groups"][0]
    assert accuracy["level"] == pytest.approx(right.mean()) and accuracy["reference"]["level"] == pytest.approx(better.mean())
    assert abs(right.mean() - better.mean()) <= accuracy["bounds"][0]["signed"]["change"] + 1e-12
