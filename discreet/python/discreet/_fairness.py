"""What a model does to groups."""
import json
import os
import pathlib

import numpy as np
from scipy import sparse

from . import _core, _tables
from ._options import typed
from .errors import OptionError


def _texts(model):
    """The model files behind an estimator, a `Model`, a path or a dict: one, or one for each class."""
    if model is None:
        return []
    if hasattr(model, "_models"):
        return [one.text for one in model._models]
    if hasattr(model, "text"):
        return [model.text]
    found = model if isinstance(model, dict) else json.loads(pathlib.Path(model).read_text(encoding="utf-8"))
    return [json.dumps(one) for one in found.get("models", [found])]


def _word(value):
    return typed(value) if isinstance(value, (int, float, np.number)) and not isinstance(value, (bool, np.bool_)) else \
        str(int(value)) if isinstance(value, (bool, np.bool_)) else str(value)


def _columns(X, features):
    """The model's features out of a frame by their names, or an array that has just those columns."""
    if hasattr(X, "columns") and set(features) <= set(X.columns):
        return _tables.numbers(X[features])
    rows = _tables.numbers(X.toarray() if sparse.issparse(X) else X)
    names = [f"x{k + 1}" for k in range(rows.shape[1])]
    if rows.shape[1] != len(features) and set(features) <= set(names):
        rows = rows[:, [names.index(feature) for feature in features]]
    return rows


def fairness(model, X, y, groups, *, group="group", group_values=None, reference=None, **options):
    """How a classifier fares with each group, and how far another model within a known distance can be from that.

    The same as ``discreet fairness`` on the same rows, as a dict: `model` (and `reference`) is an estimator, a `Model`, a dict or the path
    of a model file, with two classes or more; `groups` has a value for each row. Options are those of the command line: measure, desirable,
    edges, zeta, distance, bound_epsilon, bound_delta, rows; with epsilon (and delta, neighbours, confidence, noise, and ledger, dataset, other_data: the path of a ledger)
    counts are released with noise, and without it the figures are exact and **not private**. `group_values` declares the public values of
    the groups.

    >>> import numpy as np
    >>> from discreet import DPClassifier, fairness
    >>> X = np.random.default_rng(1).normal(size=(2000, 2))
    >>> model = DPClassifier(penalty="l2:1", epsilon=float("inf"), fit_intercept=False).fit(X, X[:, 0] > 0)
    >>> answer = fairness(model, X, X[:, 0] > 0, X[:, 1] > 0, measure="accuracy-parity")
    >>> answer["private"], answer["groups"], answer["measures"][0]["measure"]
    (False, ['0', '1'], 'accuracy-parity')
    """
    models, others = _texts(model), _texts(reference)
    first = json.loads(models[0])["model"]
    names = [_word(json.loads(one)["model"]["classes"][1]) for one in models] if len(models) > 1 else [_word(name) for name in first.get("classes", [])]
    labels = [_word(label) for label in np.asarray(y).ravel().tolist()]
    same = {"True": "1", "False": "0"}
    names = [same.get(name, name) for name in names]
    unknown = set(labels) - set(names)
    if names and unknown:
        raise OptionError(f"{len(unknown)} of the labels are not among the model's classes")
    numbers = np.array([names.index(label) for label in labels] if names else [0] * len(labels), dtype=float)
    ledger = options.get("ledger")
    if ledger is not None and not isinstance(ledger, (str, os.PathLike)):
        raise OptionError("ledger is the path of a ledger file here; also give dataset")
    given = {key: _word(value) if not isinstance(value, (list, tuple)) else ",".join(map(_word, value)) for key, value in options.items()
             if value is not None}
    return json.loads(_core.fairness(models, others, _columns(X, first["features"]), 2 * numbers - 1 if len(names) == 2 else numbers,
                                     [_word(value) for value in np.asarray(groups).ravel().tolist()], {"group": group, **given},
                                     [_word(value) for value in group_values or []]))
