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
_STATELESS = {"FunctionTransformer", "Normalizer", "Binarizer", "HashingVectorizer", "FeatureHasher", "PolynomialFeatures", "str", "NoneType"}
_EQUAL_SHARES = "what one row may change must be the same for all rows"
# What scikit-learn's estimators take and these do not, and what to do instead.
_REFUSED = {
    "class_weight": f"{_EQUAL_SHARES}, and \"balanced\" counts the classes without noise; move the threshold of decision_function instead",
    "sample_weight": _EQUAL_SHARES,
    "random_state": 'noise that can be replayed can be subtracted; noise="seeded:N" repeats a run and stamps the model as not private',
    "C": "the strength of the penalty is alpha, which is 1/(n C)",
    "max_iter": "the number of passes is passes",
    "tol": "stopping by the data's values would tell about them; the number of passes is passes",
    "warm_start": 'start from a public model by options={"start": FILE}',
    "n_jobs": "the number of threads is threads",
}


def refuse_parameters(cls, parameters):
    """Says why, by name, where scikit-learn's users would expect a parameter."""
    for name in parameters:
        if name in _REFUSED and name not in cls.__signature__.parameters:
            raise TypeError(f"{cls.__name__} has no {name}: {_REFUSED[name]}")


def refuse_arguments(estimator, given):
    """The same for arguments of fit."""
    for name in given:
        reason = f": {_REFUSED[name]}" if name in _REFUSED else ""
        raise TypeError(f"{type(estimator).__name__}.fit takes no {name}{reason}")


def _callers(depth=60):
    frame = sys._getframe(2)
    while frame is not None and depth > 0:
        yield frame
        frame, depth = frame.f_back, depth - 1


def _learners(step):
    """Names of the parts of a step that learn from the data."""
    inner = getattr(step, "steps", None) or getattr(step, "transformers", None) or getattr(step, "transformer_list", None)
    if isinstance(inner, list):
        return [name for part in inner for name in _learners(part[1])]
    declared = type(step).__name__ in ("OneHotEncoder", "OrdinalEncoder") and not isinstance(step.categories, str)
    return [] if declared or type(step).__name__ in _STATELESS else [type(step).__name__]


def warn_pipeline(estimator):
    """Looks for a Pipeline among the callers whose last step this is. Its other steps saw the data without noise."""
    for frame in _callers(10):
        steps = getattr(frame.f_locals.get("self"), "steps", None)
        if isinstance(steps, list) and steps and steps[-1][-1] is estimator:
            names = [name for _, step in steps[:-1] for name in _learners(step)]
            if names:
                warnings.warn(f"{', '.join(names)} in a Pipeline learns from the data without noise, which epsilon does not cover; leave it out "
                              "(scales are bought inside the budget) or declare Bounds", PrivacyWarning, stacklevel=4)
            return


def _fold():
    """Where scikit-learn fits one fold of a cross-validation, if it is doing so."""
    return next((frame for frame in _callers() if frame.f_code.co_name == "_fit_and_score" and "sklearn" in frame.f_code.co_filename), None)


def whole_data(X):
    """What a person would call the data: of a fold, all of it."""
    fold = _fold()
    return X if fold is None else fold.f_locals.get("X", X)


def warn_selection(ledger):
    """Warns about cross-validation: many fits that nobody counts, scores without noise, folds chosen by the labels."""
    if _fold() is None:
        return
    folds = {type(frame.f_locals.get(name)).__name__ for frame in _callers() for name in ("cv", "cv_orig")}
    stratified = sorted(name for name in folds if name.startswith("Stratified"))
    said = ["its scores are exact figures about the rows left out"]
    if ledger is None:
        said.insert(0, "every fold is one more fit that spends its own epsilon; give the estimator a Ledger")
    if stratified:
        said.append(f"{stratified[0]} chooses folds by exact counts of the labels; use KFold")
    warnings.warn(f"cross-validation: {'; '.join(said)}. `discreet tune` chooses settings inside one budget", PrivacyWarning, stacklevel=4)
