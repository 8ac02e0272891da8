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
    assert answer["distances"][0]["value"] == pytest.approx(np.linalg.norm(model.coef_ - other.coef_))
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
