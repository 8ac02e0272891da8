"""Which classes there are comes from the declaration alone: no row shows in `classes_`, in a shape or in a public field."""
import json

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from discreet import DataError, DPClassifier, DPLinearSVC, DPLogisticRegression, Ledger, OptionError, PrivacyPreconditionError

pytestmark = pytest.mark.filterwarnings("ignore::discreet.PrivacyWarning", "ignore::discreet.ModelWarning")
ROWS = 400
X = np.random.default_rng(3).normal(size=(ROWS, 3))
LAYOUTS = {"C": np.ascontiguousarray, "F": np.asfortranarray, "float32": lambda rows: rows.astype(np.float32), "sparse": sparse.csr_matrix,
           "pandas": lambda rows: pd.DataFrame(rows, columns=["a", "b", "c"])}
ESTIMATORS = {"two": lambda **more: DPLogisticRegression(**more),
              "svc": lambda **more: DPLinearSVC(**more),
              "words": lambda **more: DPClassifier(classes=["healthy", "hiv"], **more),
              "softmax": lambda **more: DPLogisticRegression(classes=["flu", "healthy", "hiv"], **more),
              "ovr": lambda **more: DPLogisticRegression(classes=["flu", "healthy", "hiv"], multi_class="ovr", **more)}
RELEASED = {"weights", "intercept", "bounds", "sizes", "noise_deviation", "row_norm"}  # of the model: what noise was paid for


def labels(kind, one):
    """All labels of one class, but for one row where `one` says so."""
    found = np.array(["healthy"] * ROWS, dtype=object) if kind in ("words", "softmax", "ovr") else np.zeros(ROWS, dtype=int)
    if one:
        found[7] = "hiv" if found.dtype == object else 1
    return found


def public(model):
    """Everything about a model but the numbers that noise was added to."""
    files = []
    for one in model._models:
        file = json.loads(one.text)
        file["model"] = {key: value for key, value in file["model"].items() if key not in RELEASED}
        file.pop("warnings", None)  # what released numbers tell
        file["solver"] = {key: file["solver"][key] for key in ("name", "chosen", "passes", "smoothness") if key in file["solver"]}
        files.append(file)
    return files, model.classes_.tolist(), str(model.classes_.dtype), model.coef_.shape, np.shape(model.intercept_), model.bounds_.shape[-2:]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", ESTIMATORS)
def test_one_row_shows_in_nothing_that_is_public(kind, layout):
    without, with_one = (ESTIMATORS[kind](strict=True).fit(LAYOUTS[layout](X), labels(kind, one)) for one in (False, True))
    assert public(without) == public(with_one)
    assert without.privacy_["private"] and with_one.privacy_["private"]


@pytest.mark.parametrize("label", [np.bool_, np.int8, np.uint64, np.float32, np.float64, object, "Int64", "boolean"], ids=str)
def test_labels_are_zero_and_one_of_any_type(label):
    y = (X[:, 0] > 0).astype(int)
    given = pd.Series(y).astype(label) if isinstance(label, str) else y.astype(label)
    model = DPLogisticRegression(noise="seeded:1").fit(X, given)
    assert model.classes_.tolist() == [0, 1] and model.classes_.dtype.kind == "i"
    assert model._models[0].text == DPLogisticRegression(noise="seeded:1").fit(X, y)._models[0].text
    assert DPLogisticRegression().fit(X, np.zeros(ROWS, dtype=label if not isinstance(label, str) else int)).classes_.tolist() == [0, 1]


@pytest.mark.parametrize("classes, y", [([-1, 1], np.where(X[:, 0] > 0, 1, -1)), (["no", "yes"], np.where(X[:, 0] > 0, "yes", "no")),
                                        (("yes", "no"), pd.Categorical(np.where(X[:, 0] > 0, "yes", "no"))), ([1.5, 2], np.where(X[:, 0] > 0, 2, 1.5)),
                                        ([False, True], X[:, 0] > 0), (np.array([3, 7]), np.where(X[:, 0] > 0, 7.0, 3.0))], ids=lambda given: str(given)[:12])
def test_other_labels_are_declared(classes, y):
    model = DPLogisticRegression(classes=classes, strict=True, epsilon=10.0).fit(X, y)
    assert model.classes_.tolist() == sorted(classes) and model.privacy_["private"]
    # The second of the sorted classes is the positive one, which is what scikit-learn's scores take it for.
    positive = np.asarray(y) == model.classes_[1]
    assert ((model.decision_function(X) > 0) == (model.predict(X) == model.classes_[1])).all()
    assert ((model.predict(X) == model.classes_[1]) == positive).mean() > 0.9


@pytest.mark.parametrize("classes, y", [(None, np.where(X[:, 0] > 0, 1, -1)), (None, np.where(X[:, 0] > 0, "yes", "no")), (None, np.arange(ROWS) % 3),
                                        (None, X[:, 0]), (["no", "yes"], np.where(X[:, 0] > 0, "yes", "maybe")), ([0, 2], np.arange(ROWS) % 2),
                                        (["0", "1"], np.arange(ROWS) % 2), ([0, 1, 2], np.arange(ROWS) % 4)], ids=lambda given: str(given)[:12])
@pytest.mark.parametrize("kind", [DPLogisticRegression, DPLinearSVC, DPClassifier])
def test_a_label_that_is_not_declared_is_refused_and_nothing_is_charged(kind, classes, y):
    ledger = Ledger(epsilon=9, delta=1e-6)
    with pytest.raises(DataError, match="classes"):
        kind(classes=classes, ledger=ledger, delta=1e-6).fit(X, y)
    assert ledger.history == []


@pytest.mark.parametrize("classes", ["yes", ["yes"], [1, 1.0], [0, "1"], [0, None], [0, float("nan")], 7, ["a", "a"], [[0, 1], [1, 0]]], ids=str)
def test_a_declaration_that_is_none_is_refused(classes):
    with pytest.raises(OptionError, match="classes"):
        DPLogisticRegression(classes=classes).fit(X, X[:, 0] > 0)


@pytest.mark.parametrize("y", [np.where(X[:, 0] > 0, "yes", "no"), np.digitize(X[:, 0], [-1, 1])], ids=["two", "three"])
@pytest.mark.parametrize("several", ["auto", "ovr"])
def test_classes_that_are_read_off_the_rows_are_not_private(y, several):
    model = DPLogisticRegression(classes="from-data", multi_class=several).fit(X, y)
    assert model.classes_.tolist() == np.unique(y).tolist() and not model.privacy_["private"]
    assert any("class" in caveat for caveat in model.privacy_["caveats"])
    with pytest.raises(PrivacyPreconditionError, match="classes"):
        DPLogisticRegression(classes="from-data", multi_class=several, strict=True).fit(X, y)
    ledger = Ledger(epsilon=9, delta=1e-6)
    with pytest.raises(PrivacyPreconditionError):
        DPLogisticRegression(classes="from-data", multi_class=several, ledger=ledger, delta=1e-6).fit(X, y)
    assert ledger.history == []


def test_what_a_score_is_told_is_declared_too():
    model = DPLogisticRegression(classes=["no", "yes"]).fit(X, np.where(X[:, 0] > 0, "yes", "no"))
    with pytest.raises(DataError, match="classes"):
        model.score(X, np.where(X[:, 0] > 0, "yes", "maybe"))
