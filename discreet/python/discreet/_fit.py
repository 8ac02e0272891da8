"""One fit: arrays and options in, a model file out."""
import json
import sys
import time

import numpy as np
from scipy import sparse

from . import _core, _tables, _targets
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
    options, rows = dict(options), sparse.issparse(X)
    values = _tables.sparse_numbers(X) if rows else _tables.numbers(X)
    options.setdefault("precision", "float32" if values.dtype == np.float32 else "float64")
    named = _core.Names(list(names or _tables.feature_names(X)), target, classes)
    y = np.ascontiguousarray(_targets.numbers(_targets.column(y, values.shape[0])))
    try:
        if not rows:
            texts = _core.fit_array(values, y, options, named, source, progress, list(at_once))
        else:
            texts = _core.fit_sparse(values.data, values.indices, values.indptr, values.shape[1], y, options, named, source, progress, list(at_once))
        return [Model(text) for text in texts]
    except KeyboardInterrupt:
        pass
    except UnicodeError:
        raise OptionError("a name of a column or of a class is not text that can be written as UTF-8") from None
    raise FitInterrupted(f"the fit was interrupted; its budget (epsilon {options.get('epsilon')}) counts as spent, for noisy answers were drawn")
