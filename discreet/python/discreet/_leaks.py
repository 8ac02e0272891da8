"""Warnings, by name, about what scikit-learn makes easy and epsilon does not cover."""
import threading
import weakref

from . import _spent
from ._callers import fold, frames, pipeline_before, search, warn
from .errors import PrivacyWarning

_lock = threading.Lock()
_warned = weakref.WeakSet()  # searches that were warned about

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
    for name, value in given.items():
        if value is None and name in ("sample_weight", "class_weight"):
            continue  # none are given
        reason = f": {_REFUSED[name]}" if name in _REFUSED else ""
        raise TypeError(f"{type(estimator).__name__}.fit takes no {name}{reason}")


# Attributes by which a fitted transformer remembers the columns, not the rows.
_OF_COLUMNS = {"n_features_in_", "feature_names_in_", "n_output_features_", "_min_degree", "_max_degree", "_n_out_full", "_max_features", "_sparse_output",
               "components_", "n_components_", "density_", "inverse_components_"}
_BY_SHAPE = {"PolynomialFeatures", "GaussianRandomProjection", "SparseRandomProjection"}
_ENCODERS = {"OneHotEncoder", "OrdinalEncoder"}


def _declares(encoder):
    """Whether an encoder was given its categories, and counts nothing."""
    rare = getattr(encoder, "min_frequency", None) is not None or getattr(encoder, "max_categories", None) is not None
    return not isinstance(encoder.categories, str) and not rare


def _learns(step):
    """Whether a fitted step knows anything of the rows."""
    name = type(step).__name__
    if step is None or isinstance(step, str):
        return False
    if name in _ENCODERS:
        return not _declares(step)
    if name == "SimpleImputer":
        return step.strategy != "constant" or step.add_indicator
    tags = step._get_tags() if hasattr(step, "_get_tags") else {}
    if tags.get("stateless") or name == "CountVectorizer" and step.vocabulary is not None:
        return False
    given = step.get_params(deep=False) if hasattr(step, "get_params") else {}
    known = _OF_COLUMNS if name in _BY_SHAPE else {"n_features_in_", "feature_names_in_"}
    return not hasattr(step, "get_params") or bool({key for key in vars(step) if key != "_sklearn_output_config"} - set(given) - known)


def _learners(step):
    """Names of the parts of a step that learn from the rows."""
    inner = next((part for part in (getattr(step, name, None) for name in ("steps", "transformers_", "transformers", "transformer_list"))
                  if isinstance(part, list)), None)
    if inner is not None:
        return [name for part in inner for name in _learners(part[1])]
    return [type(step).__name__] if _learns(step) else []


def _said_of_pipeline(estimator):
    names = list(dict.fromkeys(name for step in pipeline_before(estimator) for name in _learners(step)))
    if not names:
        return []
    encoders = [name for name in names if name in _ENCODERS]
    others = [name for name in names if name not in _ENCODERS]
    advice = [f"give {' and '.join(encoders)} the public categories by categories="] if encoders else []
    advice += [f"leave {' and '.join(others)} out (scales are bought inside the budget) or declare bounds="] if others else []
    return [f"{', '.join(names)} in a Pipeline learns from the data without noise, which epsilon does not cover: {'; '.join(advice)}"]


def _said_of_search(ledger):
    """About cross-validation: many fits that nothing counts, scores without noise, folds chosen by the labels."""
    folds = {type(frame.f_locals.get(name)).__name__ for frame in frames() for name in ("cv", "cv_orig")}
    stratified = sorted(name for name in folds if name.startswith("Stratified"))
    said = ["its scores are exact figures about the rows left out"]
    if ledger is None:
        said.insert(0, "every fold is one more fit that spends its own epsilon; give the estimator a Ledger")
    if stratified:
        said.append(f"{stratified[0]} chooses folds by exact counts of the labels; use KFold")
    return f"cross-validation: {'; '.join(said)}. `discreet tune` chooses settings inside one budget"


def whole_data(X):
    """What a person would call the data: of a fold, all of it."""
    found = fold()
    return X if found is None else found.f_locals.get("X", X)


def in_fold():
    """Whether this fit is one of a cross-validation, whose model is thrown away."""
    return fold() is not None


def in_search():
    """Whether this fit belongs to a search or a cross-validation, of which there is one warning."""
    return fold() is not None or search() is not None


def warn_before(estimator, X, ledger, times):
    """Warns about a private fit that is about to begin, where it follows `times` others to the same rows. One warning for a whole search."""
    said = _said_of_pipeline(estimator)
    if in_search():
        pool = search()
        with _lock:
            if pool is not None and pool in _warned:
                return
            if pool is not None:
                _warned.add(pool)
        warn("; ".join([_said_of_search(ledger), *said]), PrivacyWarning)
        return
    if times and ledger is None:
        said.append(f"this is private fit number {times + 1} to the same data: each spends its own epsilon, and together they cost "
                    "more than any of them says; give all of them one Ledger")
    for text in said:
        warn(text, PrivacyWarning)


def warn_score(X, name):
    if _spent.times(X):
        warn(f"{name}.score on the training data is an exact figure about it that epsilon does not cover; score on rows "
             "that were not fitted, or keep it to yourself", PrivacyWarning)


def dummies(estimator):
    """The columns that the steps before this one in a Pipeline made as 0 and 1 out of declared categories: all, some places, or none."""
    steps = [step for step in pipeline_before(estimator) if step is not None and step != "passthrough"]
    return _dummies(steps[-1]) if steps else []


def _dummies(step):
    if isinstance(getattr(step, "steps", None), list):
        return _dummies(step.steps[-1][1])
    if type(step).__name__ == "OneHotEncoder" and _declares(step):
        return slice(None)
    places = []
    for name, part, *_ in getattr(step, "transformers_", []):
        within = step.output_indices_.get(name, slice(0, 0))
        if not isinstance(part, str) and _dummies(part) == slice(None):
            places += range(within.start, within.stop)
    return places
