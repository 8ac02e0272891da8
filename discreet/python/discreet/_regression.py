"""Estimators of numbers."""
import numpy as np
from sklearn.base import RegressorMixin

from . import _leaks, _tables, _targets
from ._base import PrivateLinearModel
from ._docs import COMMON
from ._options import penalty, strength, typed, untyped


class _Regressor(RegressorMixin, PrivateLinearModel):
    def fit(self, X, y, **refused):
        """Trains the model. Rows cannot be weighted: what one row may change must be the same for all."""
        _leaks.refuse_arguments(self, refused)
        given, X = X, _tables.validated(self, X, fitting=True)
        self._train(X, given, [(None, _targets.numbers(_targets.column(y, X.shape[0])))])
        return self

    def _take(self, each=None):
        super()._take(each)
        self.coef_, self.intercept_ = self.coef_[0], float(self.intercept_[0])

    def predict(self, X):
        """The predicted number of each row; for counts, their mean."""
        margins = self._margins(X)[:, 0]
        name, _, bound = self._models[0].json["model"]["loss"].partition(":")
        if name != "poisson":
            return margins
        bound = float(bound or 3)
        return np.exp(np.minimum(margins, bound)) * (1 + np.maximum(margins - bound, 0))

    def score(self, X, y, sample_weight=None):
        """The coefficient of determination: an exact figure about these rows."""
        _leaks.warn_score(X, type(self).__name__)
        y, scored = _targets.numbers(_targets.column(y, np.shape(X)[0])), super().score
        return _targets.weighted(lambda: scored(X, y, sample_weight))


class DPRegressor(_Regressor):
    __doc__ = """A private linear model of numbers with any loss and penalty of the command line.

    Parameters
    ----------
    loss : str
        "squared", "huber:DELTA" or "poisson[:B]" (counts).
    penalty : str
        "none", "l1:A", "l2:A", "elastic-net:A,RATIO", "box:LO,HI", "nonnegative" or "l1-box:A,LO,HI".
""" + COMMON + """
    Examples
    --------
    >>> import numpy as np
    >>> from discreet import DPRegressor
    >>> X = np.random.default_rng(1).normal(size=(1000, 3))
    >>> model = DPRegressor(penalty="nonnegative", epsilon=float("inf")).fit(X, X @ [1, 2, -3])
    >>> model.coef_.min() >= 0, model.privacy_["private"]
    (True, False)
    """

    def __init__(self, loss="squared", penalty="none", *, fit_intercept=True, epsilon=1.0, delta="auto", neighbours="replace-one",
                 normaliser=None, bounds=None, solver="auto", passes="auto", noise="secure", ledger=None, threads="all", strict=False,
                 options=None, verbose=False):
        self.loss = loss
        self.penalty = penalty
        self._keep(locals())

    def _problem(self):
        return {"loss": self.loss, "penalty": self.penalty}

    def _more_tags(self):
        return {**super()._more_tags(), "requires_positive_y": str(self.loss).startswith("poisson")}

    def _restore_problem(self, loss, penalty):
        self.loss, self.penalty = loss, penalty


class _Penalised(_Regressor):
    """Least squares with a strength for a penalty."""

    def __init__(self, alpha=1e-3, *, fit_intercept=True, epsilon=1.0, delta="auto", neighbours="replace-one", normaliser=None,
                 bounds=None, solver="auto", passes="auto", noise="secure", ledger=None, threads="all", strict=False, options=None,
                 verbose=False):
        self._keep(locals())
        self.alpha = alpha

    _ratio = 0

    def _problem(self):
        return {"loss": "squared", "penalty": penalty(self.alpha, self._ratio)}

    def _restore_problem(self, loss, penalty):
        if loss != "squared":
            raise self._cannot_hold(f"the loss {loss}")
        self._restore_strength(penalty)

    def _restore_strength(self, penalty):
        found = strength(penalty)
        if found is None or found[1] not in (None, self._ratio) and not hasattr(self, "l1_ratio"):
            raise self._cannot_hold(f"the penalty {penalty}")
        self.alpha = found[0]
        if found[1] is not None and hasattr(self, "l1_ratio"):
            self.l1_ratio = found[1]


class DPRidge(_Penalised):
    __doc__ = """Private least squares with a quadratic penalty: mean of (y - Xw - b)^2 / 2 plus alpha/2 |w|^2.

    Parameters
    ----------
    alpha : float or str
        The strength of the penalty, per row: scikit-learn's Ridge(alpha) is alpha/n here, which can be written "A/n".
""" + COMMON + """
    Examples
    --------
    >>> import numpy as np
    >>> from discreet import DPRidge
    >>> X = np.random.default_rng(1).normal(size=(20000, 2))
    >>> model = DPRidge(alpha=1e-3, epsilon=1.0, noise="seeded:1").fit(X, X @ [1.0, -2.0])
    >>> bool(abs(model.coef_ - [1, -2]).max() < 0.2), model.privacy_["epsilon_spent"] <= 1.0
    (True, True)
    """


class DPLasso(_Penalised):
    __doc__ = """Private lasso: mean of (y - Xw - b)^2 / 2 plus alpha |w|_1, as scikit-learn's Lasso has it.

    Parameters
    ----------
    alpha : float or str
        The strength of the penalty.
""" + COMMON
    _ratio = 1


class DPElasticNet(_Penalised):
    __doc__ = """Private elastic net: mean of (y - Xw - b)^2 / 2 plus alpha (l1_ratio |w|_1 + (1 - l1_ratio)/2 |w|^2).

    Parameters
    ----------
    alpha, l1_ratio : float
        The strength of the penalty and the share of its l1 part.
""" + COMMON

    def __init__(self, alpha=1e-3, l1_ratio=0.5, *, fit_intercept=True, epsilon=1.0, delta="auto", neighbours="replace-one",
                 normaliser=None, bounds=None, solver="auto", passes="auto", noise="secure", ledger=None, threads="all", strict=False,
                 options=None, verbose=False):
        self._keep(locals())
        self.alpha = alpha
        self.l1_ratio = l1_ratio

    def _problem(self):
        return {"loss": "squared", "penalty": penalty(self.alpha, self.l1_ratio)}


class DPHuber(_Penalised):
    __doc__ = """Private robust regression: squared within `threshold` of the label, linear beyond, plus alpha/2 |w|^2.

    Parameters
    ----------
    threshold : float
        Where the loss becomes linear, in units of the target. (scikit-learn calls it epsilon; epsilon is the budget here.)
    alpha : float or str
        The strength of the penalty.
""" + COMMON

    def __init__(self, threshold=1.35, alpha=1e-3, *, fit_intercept=True, epsilon=1.0, delta="auto", neighbours="replace-one",
                 normaliser=None, bounds=None, solver="auto", passes="auto", noise="secure", ledger=None, threads="all", strict=False,
                 options=None, verbose=False):
        self._keep(locals())
        self.alpha = alpha
        self.threshold = threshold

    def _problem(self):
        return {"loss": f"huber:{typed(self.threshold)}", "penalty": penalty(self.alpha, 0)}

    def _restore_problem(self, loss, penalty):
        name, _, threshold = loss.partition(":")
        if name != "huber":
            raise self._cannot_hold(f"the loss {loss}")
        self.threshold = untyped(threshold) if threshold else self.threshold
        self._restore_strength(penalty)
