"""One fit: arrays and options in, a model file out."""
import json
import sys
import time

import numpy as np
from scipy import sparse

from . import _core
from .errors import FitInterrupted, OptionError


class Model:
    """A model file: its text, byte for byte what the command line writes, and the same as a dict."""

    def __init__(self, text):
        self.text = text
        self.json = json.loads(text)

    def __reduce__(self):
        return Model, (self.text,)

    @property
    def privacy(self):
        return self.json["privacy"]


def feature_names(X):
    """The names of a data frame's columns; x1, x2, ... for an array and 1, 2, ... for sparse rows, as files of such kinds
    have them."""
    columns = getattr(X, "columns", None)
    if columns is not None and all(isinstance(name, str) for name in columns):
        return list(columns)
    return [f"{k + 1}" if sparse.issparse(X) else f"x{k + 1}" for k in range(np.shape(X)[1])]


class _Shown:
    """Time, updates and nothing that depends on the data."""

    def __init__(self):
        self.begun = time.monotonic()

    def __call__(self, done, total):
        end = "\n" if done >= total else "\r"
        print(f"discreet: {done} of {total} updates, {time.monotonic() - self.begun:.1f} s", end=end, file=sys.stderr, flush=True)


def shown(verbose):
    """The progress callback that `verbose` stands for: nothing, a line on standard error, or a function(done, total)."""
    return verbose if callable(verbose) else _Shown() if verbose else None


def fit(X, y, options, *, names=None, target="label", classes=None, source="", progress=None):
    """Train a model with the options of the command line and return its `Model`.

    The same options, numbers, names and seed give the same bytes as ``discreet fit``. `y` holds numbers; with `classes`, a pair of
    names, it holds -1 and +1. An F-ordered float32 or float64 array is used where it is unless an option changes its values; other
    layouts are copied once. Python's lock is released while the fit runs.

    >>> import numpy as np
    >>> X = np.asfortranarray(np.arange(200.0).reshape(100, 2) / 200)
    >>> model = fit(X, X[:, 0], {"epsilon": "inf", "penalty": "l2:0.01"})
    >>> model.privacy["private"], len(model.json["model"]["weights"])
    (False, 2)
    """
    return fit_all(X, y, options, names=names, target=target, classes=classes, source=source, progress=progress)[0]


def fit_all(X, y, options, *, names=None, target="label", classes=None, at_once=(), source="", progress=None):
    """The same as a list: one model, or with `at_once`, the names of several classes of which `y` holds the numbers, one for each."""
    options = dict(options)
    values = X.data if sparse.issparse(X) else np.asarray(getattr(X, "values", X))
    if values.dtype not in (np.float32, np.float64):
        values = values.astype(np.float64)
    options.setdefault("precision", "float32" if values.dtype == np.float32 else "float64")
    named = _core.Names(list(names or feature_names(X)), target, classes)
    y = np.ascontiguousarray(y, dtype=np.float64)
    try:
        if not sparse.issparse(X):
            return [Model(text) for text in _core.fit_array(values, y, options, named, source, progress, list(at_once))]
        rows = sparse.csr_matrix(X, dtype=values.dtype)
        if not rows.has_canonical_format:
            rows = rows.copy()
            rows.sum_duplicates()
        texts = _core.fit_sparse(rows.data, rows.indices, rows.indptr, rows.shape[1], y, options, named, source, progress, list(at_once))
        return [Model(text) for text in texts]
    except KeyboardInterrupt:
        raise FitInterrupted(f"the fit was interrupted; its budget (epsilon {options.get('epsilon')}) counts as spent, for noisy answers were drawn") from None
    except UnicodeError as problem:
        raise OptionError(str(problem)) from None
