"""A search over settings that cannot pay for its refit is refused before its first fit.

scikit-learn clones the estimator for every fit of a search, in the process that runs it, whatever the number of workers. With the first
clone the ledger sees the whole search and adds up what all of it would be charged."""
import threading

import numpy as np
from scipy import sparse
from sklearn.base import clone

from . import _tables
from ._callers import frames, in_scikit_learn
from .errors import BudgetRefused, DiscreetError

_here = threading.local()


def _beginning():
    """What scikit-learn knows of a search that makes the clone for its first fit; None at any other time."""
    first = False
    for frame in frames():
        if not in_scikit_learn(frame, "model_selection"):
            continue
        if frame.f_code.co_name == "<genexpr>":
            first = first or frame.f_locals.get("cand_idx") == 0 and frame.f_locals.get("split_idx") == 0
        elif frame.f_code.co_name == "evaluate_candidates":
            return frame.f_locals if first else None
    return None


def _asked(estimator, X, behind):
    """The columns and options of a fit. Behind other steps the columns are not those of X: what is declared of them by name is left out, for
    the price of a fit is that of its epsilon."""
    features = _tables.feature_names(X)
    if behind:
        features = [f"x{k + 1}" for k in range(len(features))]
        named = ("drop", "unpenalised", "penalty-weights", "penalty_weights")
        estimator.set_params(bounds=None, options={key: value for key, value in (estimator.options or {}).items() if key not in named})
    return features, estimator._options(features, estimator._target), estimator._target


def _planned(ledger, search):
    """For each candidate the fits that the ledger is charged for, as columns, options and target."""
    for settings in search["candidate_params"]:
        candidate = clone(clone(search["base_estimator"]).set_params(**settings))  # settings may be estimators of the caller
        parts = {id(part): part for part in [candidate, *candidate.get_params(deep=True).values()]}
        for part in parts.values():
            if hasattr(part, "_target") and getattr(part, "ledger", None) is ledger:
                yield _asked(part, search["X"], part is not candidate)


def _verdict(ledger, search):
    """Why a search is refused, or None."""
    X, splits = search["X"], search["n_splits"]
    planned = list(_planned(ledger, search))
    # A fold has fewer rows, which make no fit cheaper: the ledger covers at most so many fits.
    covered = ledger._covered(np.shape(X)[0], planned, sparse.issparse(X), splits)
    fits = splits * len(planned)
    if covered > fits:
        return None
    return (f"the search makes {fits} fits and a refit, and {ledger!r} covers at most {covered} of them; nothing was charged: give a smaller "
            "epsilon, fewer candidates or folds, or refit=False")


def check(ledger):
    """Raises BudgetRefused when a search begins of which the ledger does not cover all fits and the refit."""
    search = None if getattr(_here, "checking", False) else _beginning()
    if search is None or not getattr(search.get("self"), "refit", False):
        return
    _here.checking = True
    try:
        verdict = _verdict(ledger, search)
    except (DiscreetError, AttributeError, IndexError, KeyError, TypeError, ValueError):
        verdict = None  # the fits themselves say what is wrong
    finally:
        _here.checking = False
    if verdict:
        raise BudgetRefused(verdict)
