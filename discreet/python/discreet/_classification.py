"""Estimators of classes."""
import numpy as np
from scipy.special import expit, softmax
from sklearn.base import ClassifierMixin
from sklearn.utils.metaestimators import available_if

from . import _leaks, _tables, _targets
from ._base import PrivateLinearModel
from ._docs import CLASSES, COMMON
from ._options import penalty, strength
from .errors import DataError, OptionError

_MOST_FEATURES = 2000  # for which softmax has a solver
_MULTI_CLASS = CLASSES + """
    multi_class : {"auto", "softmax", "ovr"}
        More than two classes: all at once with one budget, or one model for each against the rest, which share the budget. "auto" is
        softmax for the logistic loss with solver "auto" or "newton" and up to 2000 features, and ovr otherwise.
"""


def _says_how_likely(estimator):
    return estimator._problem()["loss"] == "logistic"


class _Classifier(ClassifierMixin, PrivateLinearModel):
    def fit(self, X, y, **refused):
        """Trains the model. Labels are 0 and 1 unless `classes` declares others. More than two classes are fitted at once by softmax, or one
        against the rest out of one budget: see `multi_class`. Rows and classes cannot be weighted."""
        _leaks.refuse_arguments(self, refused)
        classes = _targets.declared(self.classes, self.strict)
        given, X = X, _tables.validated(self, X, fitting=True)
        y = _targets.column(y, X.shape[0])
        if classes is None:
            self.classes_, codes = _targets.read_off(y)
        else:
            self.classes_, codes = classes, _targets.numbered(y, classes, usual=self.classes is None)
        more = {"classes": _targets.FROM_DATA} if classes is None else {}
        names = [_targets.text(name) for name in self.classes_]
        if len(names) == 2:
            columns = [((names[0], names[1]), np.where(codes == 1, 1.0, -1.0))]
        elif self._at_once(X):
            self._train(X, given, [(None, codes.astype(np.float64))], names, more)
            return self
        else:
            columns = [((f"not {name}", name), np.where(codes == k, 1.0, -1.0)) for k, name in enumerate(names)]
        self._train(X, given, columns, more=more)
        return self

    def _at_once(self, X):
        """Whether several classes are fitted by one mechanism: where it can be, which is better, unless the user says otherwise."""
        asked = getattr(self, "multi_class", "auto")
        if asked not in ("auto", "softmax", "ovr"):
            raise OptionError("multi_class is auto, softmax or ovr")
        if asked == "ovr" or asked == "softmax":
            return asked == "softmax"
        other = {key.replace("_", "-") for key in self.options or {}} & {"start", "recipe", "clip-rule", "average", "order", "standardise"}
        return self._problem()["loss"] == "logistic" and self.solver in ("auto", "newton") and X.shape[1] <= _MOST_FEATURES and not other

    def decision_function(self, X):
        """The margin of each row, one column for each class when there are more than two."""
        margins = self._margins(X)
        return margins[:, 0] if len(self.classes_) == 2 else margins

    def predict(self, X):
        """The predicted class of each row."""
        margins = self.decision_function(X)
        return self.classes_[(margins > 0).astype(int) if margins.ndim == 1 else margins.argmax(axis=1)]

    @available_if(_says_how_likely)
    def predict_proba(self, X):
        """How likely each class is; with more than two that were fitted one against the rest, scaled to add up to one."""
        margins = self.decision_function(X)
        if self._is_softmax():
            return softmax(margins, axis=1)
        if margins.ndim == 1:
            likely = expit(margins)
            return np.column_stack([1 - likely, likely])
        likely = expit(margins)
        return likely / np.maximum(likely.sum(axis=1, keepdims=True), 1e-300)

    @available_if(_says_how_likely)
    def predict_log_proba(self, X):
        """Its logarithm."""
        return np.log(self.predict_proba(X))

    def score(self, X, y, sample_weight=None):
        """The accuracy: an exact figure about these rows."""
        _leaks.warn_score(X, type(self).__name__)
        y, scored = _targets.column(y, np.shape(X)[0]), super().score
        y = self.classes_[_targets.numbered(y, self.classes_, usual=self.classes is None)]
        return _targets.weighted(lambda: scored(X, y, sample_weight))

    def _restore_classes(self, model, classes, declared):
        if "classes" not in model:
            raise DataError("the model is not a classifier's")
        self.classes_ = np.array(classes if classes is not None else model["classes"])
        if declared == _targets.FROM_DATA:
            self.classes = declared
        elif self.classes_.tolist() != [0, 1]:
            self.classes = self.classes_.tolist()


class DPClassifier(_Classifier):
    __doc__ = """A private linear classifier with any loss and penalty of the command line.

    Parameters
    ----------
    loss : str
        "logistic", "squared-hinge" or "hinge" (with ``solver="dual"``, an l2 penalty and no intercept).
    penalty : str
        "none", "l1:A", "l2:A", "elastic-net:A,RATIO", "box:LO,HI", "nonnegative" or "l1-box:A,LO,HI".
""" + _MULTI_CLASS.lstrip("\n") + COMMON

    def __init__(self, loss="logistic", penalty="none", *, classes=None, multi_class="auto", fit_intercept=True, epsilon=1.0, delta="auto",
                 neighbours="replace-one", normaliser=None, bounds=None, solver="auto", passes="auto", noise="secure", ledger=None, threads="all", strict=False,
                 options=None, verbose=False):
        self.loss = loss
        self.classes = classes
        self.multi_class = multi_class
        self.penalty = penalty
        self._keep(locals())

    def _problem(self):
        return {"loss": self.loss, "penalty": self.penalty}

    def _restore_problem(self, loss, penalty):
        self.loss, self.penalty = loss, penalty


class DPLogisticRegression(_Classifier):
    __doc__ = """Private logistic regression: mean of log(1 + exp(-y (Xw + b))) plus alpha (l1_ratio |w|_1 + (1 - l1_ratio)/2 |w|^2).

    Parameters
    ----------
    alpha, l1_ratio : float
        The strength of the penalty, per row (scikit-learn's C is 1/(n alpha)), and the share of its l1 part.
""" + _MULTI_CLASS.lstrip("\n") + COMMON + """
    Examples
    --------
    >>> import numpy as np
    >>> from discreet import DPLogisticRegression
    >>> X = np.random.default_rng(1).normal(size=(20000, 3))
    >>> model = DPLogisticRegression(epsilon=1.0, delta=1e-6, noise="seeded:1").fit(X, X[:, 0] > 0)
    >>> bool((model.predict(X) == (X[:, 0] > 0)).mean() > 0.9), model.privacy_["epsilon_spent"] <= 1
    (True, True)
    """

    def __init__(self, alpha=1e-3, l1_ratio=0.0, *, classes=None, multi_class="auto", fit_intercept=True, epsilon=1.0, delta="auto",
                 neighbours="replace-one", normaliser=None, bounds=None, solver="auto", passes="auto", noise="secure", ledger=None, threads="all", strict=False,
                 options=None, verbose=False):
        self.alpha = alpha
        self.classes = classes
        self.multi_class = multi_class
        self.l1_ratio = l1_ratio
        self._keep(locals())

    def _problem(self):
        return {"loss": "logistic", "penalty": penalty(self.alpha, self.l1_ratio)}

    def _restore_problem(self, loss, penalty):
        found = strength(penalty)
        if loss != "logistic" or found is None:
            raise self._cannot_hold(f"the loss {loss} and the penalty {penalty}")
        self.alpha, self.l1_ratio = found[0], self.l1_ratio if found[1] is None else found[1]


class DPLinearSVC(_Classifier):
    __doc__ = """A private support vector machine: mean of the hinge loss plus alpha/2 |w|^2.

    Parameters
    ----------
    alpha : float or str
        The strength of the penalty, per row (scikit-learn's C is 1/(n alpha)).
    loss : {"squared-hinge", "hinge"}
        max(0, 1 - yz)^2 / 2 or max(0, 1 - yz); the latter needs ``solver="dual"`` and ``fit_intercept=False``.
""" + CLASSES.lstrip("\n") + COMMON

    def __init__(self, alpha=1e-3, loss="squared-hinge", *, classes=None, fit_intercept=True, epsilon=1.0, delta="auto", neighbours="replace-one",
                 normaliser=None, bounds=None, solver="auto", passes="auto", noise="secure", ledger=None, threads="all", strict=False,
                 options=None, verbose=False):
        self.alpha = alpha
        self.loss = loss
        self.classes = classes
        self._keep(locals())

    def _problem(self):
        return {"loss": self.loss, "penalty": penalty(self.alpha, 0)}

    def _restore_problem(self, loss, penalty):
        found = strength(penalty)
        if loss not in ("squared-hinge", "hinge") or found is None or found[1] not in (None, 0):
            raise self._cannot_hold(f"the loss {loss} and the penalty {penalty}")
        self.loss, self.alpha = loss, found[0]
