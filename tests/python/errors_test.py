"""Errors by type, and none of them tells a value."""
import json
import os
import pathlib
import re
import subprocess

import numpy as np
import pytest
from scipy import sparse

import discreet
from discreet import _spent
from discreet._words import pythonic
from discreet import (Bounds, BudgetRefused, DataError, DPClassifier, DPLinearSVC, DPLogisticRegression, DPRegressor, DPRidge, Ledger, OptionError,
                      PrivacyPreconditionError)

X = np.random.default_rng(1).normal(size=(500, 3))
y = X @ [1.0, 2, 3]


pytestmark = pytest.mark.filterwarnings("ignore::discreet.PrivacyWarning")


@pytest.mark.parametrize("kind, estimator, words", [
    (OptionError, DPRidge(epsilon=-1), "epsilon"),
    (OptionError, DPRidge(epsilon=True), "number"),
    (OptionError, DPRidge(solver="nonesuch"), "nonesuch"),
    (OptionError, DPRidge(options={"nonesuch": 1}), "nonesuch"),
    (OptionError, DPRidge(options={"epsilon": 1}), "parameter of its own"),
    (OptionError, DPRidge(bounds={"x9": (0, 1)}), "x9"),
    (OptionError, DPRidge(bounds=[1, 2, 3]), "pair"),
    (OptionError, DPRidge(ledger="file.db"), "Ledger"),
    (OptionError, DPRegressor(loss="nonesuch"), "nonesuch"),
    (OptionError, DPRidge(neighbours="add-remove"), "normaliser"),
    (PrivacyPreconditionError, DPRidge(noise="seeded:1", strict=True), "strict"),
    (PrivacyPreconditionError, DPRidge(epsilon=float("inf"), strict=True), "strict"),
    (BudgetRefused, DPRidge(epsilon=1.0, delta=1e-6, ledger=Ledger(epsilon=0.5, delta=1e-6)), "epsilon 0.5 left at delta 1e-06"),
    (DataError, DPRegressor(loss="poisson"), "below 0"),
], ids=str)
def test_a_wrong_setting_is_an_error_of_its_kind(kind, estimator, words):
    with pytest.raises(kind, match=words) as caught:
        estimator.fit(X, y)
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, discreet.DiscreetError)


def test_a_kink_needs_the_dual():
    with pytest.raises(OptionError, match="dual solvers alone"):
        DPLinearSVC(loss="hinge").fit(X, y > 0)
    DPLinearSVC(loss="hinge", solver="dual", fit_intercept=False).fit(X, y > 0)


def test_messages_have_the_words_of_python():
    """Whatever the library says about options, as its source has it."""
    root = pathlib.Path(__file__).resolve().parents[2] / "discreet"
    files = [path for folder in ("data", "fit", "io", "model", "privacy", "solver") for path in (root / folder).rglob("*.cpp") if path.name != "options.cpp"]
    texts = {text for path in files for text in re.findall(r'"((?:[^"\\\n]|\\.)*--[a-z](?:[^"\\\n]|\\.)*)"', path.read_text())}
    assert len(texts) > 100
    for text in texts:
        assert not re.search("--[a-z]", pythonic(text)) or "discreet generate" in text, text


def test_values_that_are_not_numbers_are_not_told():
    bad = X.copy()
    bad[7, 1] = np.nan
    with pytest.raises(ValueError) as caught:
        DPRidge().fit(bad, y)
    assert "7" not in str(caught.value)


@pytest.mark.parametrize("layout", [np.asarray, np.asfortranarray, sparse.csr_matrix])
def test_a_class_has_no_bounds(layout):
    for labels, declared in ((y > 0, None), (np.digitize(y, [-2, 2]), [0, 1, 2])):
        given = {"classes": declared, "bounds": Bounds(target=(10, 20))}
        for estimator in (DPLogisticRegression(**given), DPLogisticRegression(multi_class="ovr", **given), DPLinearSVC(**given),
                          DPLogisticRegression(multi_class="ovr", ledger=Ledger(epsilon=1.0, delta=1e-6), **given)):
            with pytest.raises(OptionError, match="'label' is a class and has no bounds|no bounds of the target"):
                estimator.fit(layout(X), labels)
            assert estimator.ledger is None or not estimator.ledger.history


def test_a_start_that_is_not_private_must_be_declared_public(tmp_path):
    DPRidge(epsilon=float("inf")).fit(X, y).save(tmp_path / "exact.json")
    given = {"solver": "cd", "passes": 1, "options": {"start": str(tmp_path / "exact.json"), "step": 1e-9}}
    with pytest.raises(PrivacyPreconditionError, match="start"):
        DPRidge(**given).fit(X, y)
    ledger = Ledger(epsilon=9.0, delta=1e-6)
    with pytest.raises(PrivacyPreconditionError, match="start"):
        DPRidge(delta=1e-6, ledger=ledger, **given).fit(X, y)
    assert not ledger.history
    given["options"]["start_is_public"] = True
    model = DPRidge(strict=True, **given).fit(X, y)
    assert model.privacy_["private"] and model.privacy_["caveats"] == []
    assert any("declared public" in fact["source"] and fact["declared_by"] == "user" for fact in model.privacy_["public"])
    model = DPRidge().fit(X, y)
    model.save(tmp_path / "private.json")
    model = DPRidge(solver="cd", strict=True, options={"start": str(tmp_path / "private.json")}).fit(X, y)
    assert model.privacy_["private"] and model.privacy_["caveats"] == [] and "declared public" in model.privacy_["notices"][0]


def test_a_fit_that_diverged_was_a_fit():
    rows = X.copy()
    refused = DPRidge(solver="nonesuch")
    with pytest.raises(OptionError):
        refused.fit(rows, y)
    assert _spent.times(rows) == 0
    with pytest.raises(OptionError, match="diverged") as caught:
        DPRegressor(penalty="none", epsilon=1000.0, solver="sgd", passes=5, options={"step": 1e100, "clip": 1e100}).fit(rows, y)
    assert caught.value.spent and _spent.times(rows) == 1


def test_one_class_is_refused_and_probabilities_are_where_they_mean_something():
    with pytest.raises(DataError, match="one class"):
        DPLogisticRegression(classes="from-data").fit(X, np.ones(len(X)))
    assert not hasattr(DPClassifier(loss="squared-hinge"), "predict_proba") and hasattr(DPClassifier(), "predict_proba")


def test_a_file_that_is_no_such_model_is_refused(tmp_path):
    (tmp_path / "m.json").write_text("{")
    with pytest.raises(DataError):
        DPRidge.load(tmp_path / "m.json")
    (tmp_path / "m.json").write_text('{"format": "something else"}')
    with pytest.raises(DataError):
        DPRidge.load(tmp_path / "m.json")
    DPRidge(noise="seeded:1").fit(X, y).save(tmp_path / "ridge.json")
    with pytest.raises(DataError):
        DPClassifier.load(tmp_path / "ridge.json")


def test_the_calculator_says_what_it_needs_and_agrees_with_itself():
    events = [{"type": "gaussian", "noise_multiplier": 5.0, "count": 10}]
    with pytest.raises(ValueError, match="neighbours"):
        discreet.account(events, delta=1e-6)
    with pytest.raises(ValueError, match="delta"):
        discreet.account(events, neighbours="add-remove")
    answer = discreet.account(events, delta=1e-6, neighbours="add-remove")
    back = discreet.account(events, epsilon=answer["epsilon"], neighbours="add-remove")
    assert back["delta"] == pytest.approx(1e-6, rel=1e-6)
    assert discreet.calibrate(events, answer["epsilon"], delta=1e-6, neighbours="add-remove")["scale"] == pytest.approx(1, rel=1e-6)
    with pytest.raises(ValueError):
        discreet.plan(100, 3)  # a budget is needed


def test_answers_come_as_frames_too():
    pandas = pytest.importorskip("pandas")
    events = [{"type": "gaussian", "noise_multiplier": 5.0, "count": 10}]
    said = {"delta": 1e-6, "neighbours": "add-remove"}
    found = discreet.account(events, **said, frame=True)
    assert isinstance(found, pandas.DataFrame) and dict(zip(found["accountant"], found["epsilon"])) == discreet.account(events, **said)["epsilon_by"]
    assert list(discreet.account(events, epsilon=1.0, neighbours="add-remove", frame=True).columns) == ["accountant", "epsilon", "delta"]
    assert list(discreet.calibrate(events, 1.0, **said, frame=True)["count"]) == [10]
    found = discreet.plan(1000, 3, epsilon=1.0, frame=True)
    assert found["share"].sum() == pytest.approx(1) and "slopes" in set(found["what"])


def test_plan_is_the_command_lines():
    run = subprocess.run([os.environ["DISCREET_PROGRAM"], "plan", "--rows", "1000", "--features", "3", "--epsilon", "1", "--loss", "logistic", "--json"],
                         capture_output=True, text=True)
    ours, theirs = discreet.plan(1000, 3, epsilon=1, loss="logistic"), json.loads(run.stdout)
    for answer in (ours, theirs):  # the command line is told the number of features, Python sees it
        answer["privacy"]["public"] = [fact for fact in answer["privacy"]["public"] if fact["what"] != "number of features"]
    assert ours == theirs


def test_an_audit_is_the_programs(tmp_path, monkeypatch):
    program = tmp_path / "discreet"
    program.write_text('#!/bin/sh\nprintf \'{"arguments": "%s"}\' "$*"\n')
    program.chmod(0o755)
    monkeypatch.setenv("DISCREET_PROGRAM", str(program))
    assert discreet.audit(solver="cd", clip_rule="ball", epsilon=1.0) == {"arguments": "audit --solver cd --clip-rule ball --epsilon 1.0 --json"}


def test_the_program_answers_and_its_errors_are_ours():
    found = discreet.compare("synthetic:regression?n=500&p=3", solver="cd", epsilon=1, repeats=2)
    assert len(found["runs"]) >= 1
    with pytest.raises(OptionError):
        discreet.compare("synthetic:nonesuch")
