"""What all estimators share: parameters to options, a fit and its fitted attributes."""
import inspect
import json
import math

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from . import _callers, _core, _leaks, _one_vs_rest, _spent, _tables, _targets
from ._fit import fit_all, shown
from ._options import Bounds, number, typed
from ._saved import Saved
from ._words import pythonic
from .errors import DiscreetError, ModelWarning, OptionError, OptionWarning
from .ledger import Ledger

SOFTMAX = "one release holds the slopes of all {} classes: one budget, which is not split"
# Checks of scikit-learn that compare two fits, which secure noise makes different; with seeded noise they are run and hold.
_TWO_FITS = dict.fromkeys(["check_regressor_data_not_an_array", "check_classifier_data_not_an_array", "check_supervised_y_2d",
                           "check_regressors_int", "check_fit_idempotent"], "two private fits draw different noise")
# On the few dozen rows of these checks noise outweighs the rows.
_TOO_FEW_ROWS = {"check_classifiers_classes": "every class must be predicted for some of 30 rows, which noise may prevent"}
_SHARED = ("fit_intercept", "epsilon", "delta", "neighbours", "normaliser", "bounds", "solver", "passes", "noise", "ledger", "threads",
           "strict", "options", "verbose")


class PrivateLinearModel(Saved, BaseEstimator):
    """A linear model under differential privacy. The fitted numbers are public; so is everything else an instance holds, unless
    `X` or `y` was put into a parameter."""

    _target = "label"  # what the labels are called

    def __new__(cls, *arguments, **parameters):
        _leaks.refuse_parameters(cls, parameters)
        return super().__new__(cls)

    def __init_subclass__(cls, **more):
        super().__init_subclass__(**more)
        of_init = inspect.signature(cls.__init__)
        cls.__signature__ = of_init.replace(parameters=list(of_init.parameters.values())[1:])  # what help() shows

    def _keep(self, given):
        """Stores the parameters that all estimators have, untouched."""
        for name in _SHARED:
            setattr(self, name, given[name])

    # -- parameters to options -------------------------------------------------------------------------------------

    def _problem(self):
        """The loss and the penalty, as on the command line."""
        raise NotImplementedError

    def _options(self, features, target, flags=()):
        """The options of the command line. Columns at `flags` hold 0 and 1 alone, by their type or by declared categories."""
        given = {**self._problem(), "neighbours": self.neighbours, "noise": self.noise, "solver": self.solver,
                 **{name: typed(getattr(self, name), name) for name in ("epsilon", "delta", "passes", "threads")}}
        if not self.fit_intercept:
            given["intercept"] = False
        if self.strict:
            given["strict"] = True
        if self.normaliser is not None:
            given["normaliser"] = typed(self.normaliser, "normaliser")
        if not isinstance(self.options, (dict, type(None))):
            raise OptionError("options is a dict of options of the command line by their names")
        for key, value in (self.options or {}).items():
            name = str(key).replace("_", "-")
            if name in given or name in ("labels", "target", "classes", "positive", "features", "ledger", "dataset", "other-data", "bound"):
                raise OptionError(f"options: '{key}' is a parameter of its own or not for arrays")
            given[name] = value
        bounds = self._bounds(features, target, flags)
        if bounds or self.bounds is not None:
            given["bound"] = bounds
        if given["neighbours"] == "add-remove" and given["delta"] == "auto":
            given.pop("delta")
        return given

    def _bounds(self, features, target, flags):
        """The declared bounds, and (0, 1) for columns of 0 and 1 that have none."""
        bounds = self.bounds if isinstance(self.bounds, Bounds) else Bounds(self.bounds)
        declared = {name for name, _ in bounds.pairs(features, target)}
        for parameter, names in ("bounds", declared - {target}), ("options={'drop': ...}", self._dropped()):
            unknown = sorted(str(name) for name in set(names) - set(features))
            if unknown:
                raise OptionError(f"{parameter}: there is no column '{unknown[0]}'; the columns are {features[0]} to {features[-1]}")
        declared.update(self._dropped())
        return bounds.arguments(features, target) + [f"{features[k]}=0,1" for k in flags if features[k] not in declared]

    def _dropped(self):
        dropped = (self.options or {}).get("drop", [])
        return [dropped] if isinstance(dropped, str) else list(dropped)

    def _is_softmax(self):
        """Whether the fitted models are the scores of classes that were fitted at once."""
        return self._models[0].json["model"]["loss"] == "softmax"

    def _is_exact(self):
        return isinstance(self.epsilon, (str, float)) and str(self.epsilon) == "inf"

    # -- fitting ----------------------------------------------------------------------------------------------------

    def _train(self, X, given, columns, at_once=(), more=()):
        """Fits one model for each column of labels: pairs of class names (or None) and numbers. With `at_once`, the names of several
        classes, there is one column of their numbers and one mechanism for all of them. `more` are options that go with the labels."""
        if self.ledger is not None and not isinstance(self.ledger, Ledger):
            raise OptionError("ledger is a discreet.Ledger or None")
        features = _tables.feature_names(given if hasattr(given, "columns") else X)
        dummies = _leaks.dummies(self)
        flags = range(len(features))[dummies] if isinstance(dummies, slice) else [*_tables.flags(given), *dummies]
        given = _leaks.whole_data(given)
        target = self._target
        options = {**self._options(features, target, dict.fromkeys(flags)), **dict(more)}
        precision = "float32" if X.dtype == np.float32 else "float64"
        asked = {"precision": precision, **options}

        def planned(epsilon):
            of = {**asked, "epsilon": typed(epsilon)}
            return json.loads(_core.plan(X.shape[0], features, of, sparse.issparse(X), target, len(at_once)))["privacy"]

        each = self.epsilon
        if len(columns) > 1 and not self._is_exact():
            each = _one_vs_rest.share(planned, number(options["epsilon"], "epsilon"), len(columns))
            options["epsilon"] = typed(each)
        secure = not self._is_exact() and not str(self.noise).startswith("seeded")
        times = _spent.times(given) if secure else 0
        if times and self.ledger is None:
            planned(each)  # what is refused for its settings spends nothing, and is not warned about
        _leaks.warn_before(self, given, self.ledger, times)
        if self.ledger is not None:
            self.ledger._pay_for(type(self).__name__, len(columns), X.shape[0], features, {**asked, "epsilon": typed(each)},
                                 sparse.issparse(X), target, len(at_once), given)
        progress = shown(self.verbose)
        refused, models = False, []
        try:
            for classes, y in columns:
                models += fit_all(X, y, options, names=features, target=target, classes=classes, at_once=at_once, progress=progress)
        except DiscreetError as problem:
            refused = not models and not problem.spent  # before a row was touched
            raise
        finally:  # an interrupted fit is spent like any other
            if secure and not refused:
                _spent.note(given)
        self._models = models
        if (idle := _core.unused(X.shape[0], features, {**asked, **options}, sparse.issparse(X), target, len(at_once))) and not _leaks.in_fold():
            _callers.warn("; ".join(map(pythonic, idle)), OptionWarning)
        self._take(each)
        if "one_vs_rest" in self.privacy_ and not self._is_exact():
            self._models = [_one_vs_rest.noted(model, self.privacy_) for model in models]
        if self.warnings_ and not _leaks.in_fold():  # the models of folds are thrown away
            _callers.warn("; ".join(f"{one['kind']}: {one['text']}" for one in self.warnings_), ModelWarning)

    def _take(self, each=None):
        """Fitted attributes from the model files."""
        files = [model.json for model in self._models]
        pairs = [self._weights(file["model"]) for file in files]
        self.coef_ = np.array([weights for weights, _ in pairs])
        self.intercept_ = np.array([intercept for _, intercept in pairs])
        limits = [self._limits(file["model"]) for file in files]
        self.bounds_ = limits[0] if all(np.array_equal(one, limits[0]) for one in limits) else np.array(limits)
        self.row_norm_ = files[0]["model"].get("row_norm", math.inf)
        said = [one for file in files for one in file.get("warnings", [])]
        self.warnings_ = [one for k, one in enumerate(said) if one not in said[:k]]
        # As in the file of one model; with several, what they cost together.
        epsilon = "inf" if self._is_exact() else self.epsilon
        if len(files) == 1:
            self.privacy_ = files[0]["privacy"]
        elif self._is_softmax():
            self.privacy_ = {**files[0]["privacy"], "softmax": {"classes": len(files), "how": SOFTMAX.format(len(files))}}
        else:
            self.privacy_ = _one_vs_rest.label(files, epsilon, "inf" if self._is_exact() else each)
        self.solver_ = files[0]["solver"]

    def _kept(self, model):
        """The places of the model's features among the columns: all that were not dropped."""
        dropped = self._dropped()
        if len(model["weights"]) == self.n_features_in_ or not dropped:
            return np.arange(self.n_features_in_)
        names = getattr(self, "feature_names_in_", [f"x{k + 1}" for k in range(self.n_features_in_)])
        return np.array([k for k, name in enumerate(names) if name not in dropped])

    def _weights(self, model):
        """Weights and intercept for rows in the units they came in; a column that was dropped has weight 0."""
        weights, intercept = np.array(model["weights"], dtype=float), float(model["intercept"])
        if "standardised" in model:
            units = model["standardised"]
            weights = weights / np.array(units["deviations"])
            intercept += units["target_mean"] - weights @ np.array(units["means"])
        whole = np.zeros(self.n_features_in_)
        whole[self._kept(model)] = weights
        return whole, intercept

    def _limits(self, model):
        """The limits that values are moved into, one row for each column; a column that was dropped counts as 0."""
        kept = self._kept(model)
        limits = np.zeros((self.n_features_in_, 2))
        limits[kept] = [float(end) for end in (-math.inf, math.inf)]
        places = dict(zip(model["features"], kept))
        for name, ends in model.get("bounds", {}).items():
            limits[places[name]] = [float(end) for end in ends]
        return limits

    # -- using ------------------------------------------------------------------------------------------------------

    def _margins(self, X):
        """The linear predictor, one column for each model: values are moved into `bounds_`, rows that are longer than `row_norm_` are shrunk
        to that length, then come `coef_` and `intercept_`."""
        check_is_fitted(self)
        X = _tables.validated(self, X, fitting=False)
        if self.bounds_.ndim == 2:
            return self._of_clipped(_clipped(X, self.bounds_), self.coef_) + self.intercept_
        return np.column_stack([self._of_clipped(_clipped(X, limits), weights[None]) for limits, weights in zip(self.bounds_, self.coef_)]) + self.intercept_

    def _of_clipped(self, X, weights):
        margins = np.asarray(X @ np.atleast_2d(weights).T)
        if not math.isinf(self.row_norm_):
            squares = np.asarray(X.multiply(X).sum(axis=1)).ravel() if sparse.issparse(X) else (X * X).sum(axis=1)
            margins = margins * np.minimum(1, self.row_norm_ / np.maximum(np.sqrt(squares), 1e-300))[:, None]
        return margins

    def _more_tags(self):
        # Secure noise has no seed, so two private fits differ, and on the few rows of the checks noise outweighs them.
        private = not self._is_exact()
        secure = private and not str(self.noise).startswith("seeded")
        return {"non_deterministic": secure, "poor_score": private,
                "_xfail_checks": {**(_TOO_FEW_ROWS if private else {}), **(_TWO_FITS if secure else {})}}

    def report(self, path):
        """Writes an HTML page about the model; with several classes, one page for each and `path` leads to them."""
        from ._pages import write_report
        check_is_fitted(self)
        write_report(self, path)

    def label(self, format="markdown"):
        """The privacy label as text, in markdown or yaml. Where there is one model for each class it is the first model's, which also
        says what all of them cost together."""
        check_is_fitted(self)
        return _core.label(self._models[0].text, format)


def _clipped(X, limits):
    """Every value moved into the limits of its column."""
    low, high = limits.T
    if not sparse.issparse(X):
        return np.clip(X, low, high)
    if ((low > 0) | (high < 0)).any():  # what is not stored is 0 and moves too
        return np.clip(X.toarray(), low, high)
    X = X.tocsr(copy=True)
    X.data = np.clip(X.data, low[X.indices], high[X.indices])
    return X
