"""Who called: the line of the user's own program, and what scikit-learn is doing around a fit."""
import os
import sys
import warnings

import joblib
import sklearn

_INNER = tuple(os.path.dirname(path) + os.sep for path in (__file__, sklearn.__file__, joblib.__file__))
_DEPTH = 80  # of nested searches over nested pipelines, by far


def frames():
    """The callers, from the inside out."""
    frame, depth = sys._getframe(1), _DEPTH
    while frame is not None and depth > 0:
        yield frame
        frame, depth = frame.f_back, depth - 1


def level():
    """The stacklevel with which a warning points at the first line outside of this package, scikit-learn and joblib, for a call of
    warnings.warn by the caller of this."""
    frame, found = sys._getframe(1), 1
    while frame is not None and frame.f_code.co_filename.startswith(_INNER):
        frame, found = frame.f_back, found + 1
    return found


def warn(text, category):
    """A warning at the user's line."""
    warnings.warn(text, category, stacklevel=level())


def in_scikit_learn(frame, part):
    """Whether a frame is scikit-learn's, in the part of that name."""
    return frame.f_code.co_filename.startswith(_INNER[1]) and part in frame.f_code.co_filename


def fold():
    """Where scikit-learn fits one fold of a cross-validation, if it is doing so."""
    return next((frame for frame in frames() if frame.f_code.co_name in ("_fit_and_score", "_fit_and_predict")
                 and in_scikit_learn(frame, "model_selection")), None)


def search():
    """What stands for the search or cross-validation that this fit is part of, its refit included: the pool of its jobs, of which it has
    one. None outside of any, and in workers of another process."""
    pools = [frame.f_locals["parallel"] for frame in frames() if in_scikit_learn(frame, "model_selection") and "parallel" in frame.f_locals]
    return pools[-1] if pools else None


def pipeline_before(estimator):
    """The steps before this one, fitted, of the Pipeline that is fitting it."""
    for frame in frames():
        steps = getattr(frame.f_locals.get("self"), "steps", None)
        if isinstance(steps, list) and steps and steps[-1][-1] is estimator:
            return [step for _, step in steps[:-1]]
    return []
