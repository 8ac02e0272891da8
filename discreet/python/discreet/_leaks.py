"""Warnings, by name, about what scikit-learn makes easy and epsilon does not cover."""
import sys
import threading
import warnings
import weakref

from .errors import PrivacyWarning

_lock = threading.Lock()
_spent = {}  # id of a data object -> (weak reference to it, how many private fits)


def _owner(X):
    """The object that a person would call the data: a view of an array is that array."""
    while getattr(X, "base", None) is not None and hasattr(X.base, "dtype"):
        X = X.base
    return X


def times_spent(X):
    """How often a private model was fitted to this very object."""
    with _lock:
        reference, times = _spent.get(id(_owner(X)), (None, 0))
        return times if reference is not None and reference() is _owner(X) else 0


def warn_again(X, ledger):
    """Warns about a second private fit that no ledger counts, before it is begun."""
    before = times_spent(X)
    if before and ledger is None:
        warnings.warn(f"this is private fit number {before + 1} to the same data: each spends its own epsilon, and together they cost "
                      "more than any of them says; give all of them one Ledger", PrivacyWarning, stacklevel=4)


def note_fit(X):
    """Remembers a private fit that looked at the data."""
    before, owner = times_spent(X), _owner(X)
    try:
        reference = weakref.ref(owner, lambda _, key=id(owner): _forget(key))
    except TypeError:  # a list, say, which is not remembered
        return
    with _lock:
        _spent[id(owner)] = (reference, before + 1)


def _forget(key):
    # Called by the garbage collector, which may run inside the lock of this very thread: a dict removes a key in one step.
    _spent.pop(key, None)


def warn_score(X, name):
    if times_spent(X):
        warnings.warn(f"{name}.score on the training data is an exact figure about it that epsilon does not cover; score on rows "
                      "that were not fitted, or keep it to yourself", PrivacyWarning, stacklevel=3)


# Steps that learn nothing from the data.
_STATELESS = {"FunctionTransformer", "Normalizer", "Binarizer", "HashingVectorizer", "FeatureHasher", "PolynomialFeatures"}


def warn_pipeline(estimator):
    """Looks for a Pipeline among the callers whose last step this is. Its other steps saw the data without noise."""
    frame, depth = sys._getframe(2), 0
    while frame is not None and depth < 8:
        steps = getattr(frame.f_locals.get("self"), "steps", None)
        if isinstance(steps, list) and steps and steps[-1][-1] is estimator:
            names = [type(step).__name__ for _, step in steps[:-1] if not isinstance(step, (str, type(None)))]
            names = [name for name in names if name not in _STATELESS]
            if names:
                warnings.warn(f"{', '.join(names)} in a Pipeline learns from the data without noise, which epsilon does not cover; leave it out "
                              "(scales are bought inside the budget) or declare Bounds", PrivacyWarning, stacklevel=4)
            return
        frame, depth = frame.f_back, depth + 1
