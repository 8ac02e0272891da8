"""What all estimators share: parameters to options, a fit, its fitted attributes, saving and loading."""
import inspect
import json
import math
import pathlib
import warnings

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from . import _core, _leaks, _one_vs_rest
from ._calculator import plan
from ._fit import Model, feature_names, fit_all, shown
from ._options import Bounds, typed
from .errors import DataError, DiscreetError, OptionError
from .ledger import Ledger

SOFTMAX = "one release holds the slopes of all {} classes: one budget, which is not split"
_MODELS = "discreet-models"  # the format of a file with one model for each class
# Checks of scikit-learn that compare two fits, which secure noise makes different; with seeded noise they are run and hold.
_TWO_FITS = dict.fromkeys(["check_regressor_data_not_an_array", "check_classifier_data_not_an_array", "check_supervised_y_2d",
                           "check_regressors_int", "check_fit_idempotent"], "two private fits draw different noise")
# On the few dozen rows of these checks noise outweighs the rows.
_TOO_FEW_ROWS = {"check_classifiers_classes": "every class must be predicted for some of 30 rows, which noise may prevent"}
_SHARED = ("fit_intercept", "epsilon", "delta", "neighbours", "normaliser", "bounds", "solver", "passes", "noise", "ledger", "threads",
           "strict", "options", "verbose")

class PrivateLinearModel(BaseEstimator):
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

    def _options(self, features, target):
        given = {**self._problem(), "epsilon": typed(self.epsilon), "delta": typed(self.delta), "neighbours": self.neighbours,
                 "noise": self.noise, "solver": self.solver, "passes": typed(self.passes), "threads": typed(self.threads)}
        if not self.fit_intercept:
            given["intercept"] = False
        if self.strict:
            given["strict"] = True
        if self.normaliser is not None:
            given["normaliser"] = typed(self.normaliser)
        if self.bounds is not None:
            bounds = self.bounds if isinstance(self.bounds, Bounds) else Bounds(self.bounds)
            given["bound"] = bounds.arguments(features, target)
        for key, value in (self.options or {}).items():
            name = key.replace("_", "-")
            if name in given or name in ("labels", "target", "classes", "positive", "features", "ledger", "dataset"):
                raise OptionError(f"options: '{key}' is a parameter of its own or not for arrays")
            given[name] = value
        if given["neighbours"] == "add-remove" and given["delta"] == "auto":
            given.pop("delta")
        return given

    def _is_softmax(self):
        """Whether the fitted models are the scores of classes that were fitted at once."""
        return self._models[0].json["model"]["loss"] == "softmax"

    def _is_exact(self):
        return not isinstance(self.epsilon, str) and math.isinf(self.epsilon) or self.epsilon == "inf"

    # -- fitting ----------------------------------------------------------------------------------------------------

    def _rows(self, X, y, **more):
        return self._validate_data(X, y, accept_sparse="csr", dtype=[np.float64, np.float32], ensure_min_samples=2, **more)

    def _train(self, X, given, columns, at_once=()):
        """Fits one model for each column of labels: pairs of class names (or None) and numbers. With `at_once`, the names of several
        classes, there is one column of their numbers and one mechanism for all of them."""
        _leaks.warn_pipeline(self)
        _leaks.warn_selection(self.ledger)
        if self.ledger is not None and not isinstance(self.ledger, Ledger):
            raise OptionError("ledger is a discreet.Ledger or None")
        features = feature_names(given if hasattr(given, "columns") else X)
        given = _leaks.whole_data(given)
        target = self._target
        options = self._options(features, target)
        precision = "float32" if X.dtype == np.float32 else "float64"
        asked = {"precision": precision, **options}

        def planned(epsilon):
            return plan(X.shape[0], features, sparse=sparse.issparse(X), target=target, **{**asked, "epsilon": typed(epsilon)})["privacy"]

        each = self.epsilon
        if len(columns) > 1 and not self._is_exact():
            each = _one_vs_rest.share(planned, float(self.epsilon), len(columns))
            options["epsilon"] = typed(each)
        secure = not self._is_exact() and not str(self.noise).startswith("seeded")
        if secure:
            _leaks.warn_again(given, self.ledger)
        if self.ledger is not None:
            self.ledger._pay_for(f"{type(self).__name__}.fit", len(columns), X.shape[0], features, {**asked, "epsilon": typed(each)},
                                 sparse.issparse(X), target, len(at_once))
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
                _leaks.note_fit(given)
        self._models = models
        self._take(each)
        if "one_vs_rest" in self.privacy_ and not self._is_exact():
            self._models = [_one_vs_rest.noted(model, self.privacy_) for model in models]

    def _take(self, each=None):
        """Fitted attributes from the model files."""
        files = [model.json for model in self._models]
        pairs = [self._weights(file["model"]) for file in files]
        self.coef_ = np.array([weights for weights, _ in pairs])
        self.intercept_ = np.array([intercept for _, intercept in pairs])
        # As in the file of one model; with several, what they cost together.
        epsilon = "inf" if self._is_exact() else self.epsilon
        if len(files) == 1:
            self.privacy_ = files[0]["privacy"]
        elif self._is_softmax():
            self.privacy_ = {**files[0]["privacy"], "softmax": {"classes": len(files), "how": SOFTMAX.format(len(files))}}
        else:
            self.privacy_ = _one_vs_rest.label(files, epsilon, "inf" if self._is_exact() else each)
        self.solver_ = files[0]["solver"]

    def _weights(self, model):
        """Weights and intercept for rows in the units they came in; a column that was dropped has weight 0."""
        weights, intercept = np.array(model["weights"], dtype=float), float(model["intercept"])
        if "standardised" in model:
            units = model["standardised"]
            weights = weights / np.array(units["deviations"])
            intercept += units["target_mean"] - weights @ np.array(units["means"])
        dropped = (self.options or {}).get("drop", [])
        if len(weights) == self.n_features_in_ or not dropped:
            return weights, intercept
        names = getattr(self, "feature_names_in_", [f"x{k + 1}" for k in range(self.n_features_in_)])
        whole = np.zeros(self.n_features_in_)
        whole[[k for k, name in enumerate(names) if name not in dropped]] = weights
        return whole, intercept

    # -- using ------------------------------------------------------------------------------------------------------

    def _margins(self, X):
        """The linear predictor, one column for each model; values are moved into the declared bounds first, as in the fit."""
        check_is_fitted(self)
        X = self._validate_data(X, accept_sparse="csr", dtype=[np.float64, np.float32], reset=False)
        about = self._models[0].json["model"]
        if "bounds" in about:
            names = list(getattr(self, "feature_names_in_", feature_names(X)))
            low, high = np.full(X.shape[1], -np.inf), np.full(X.shape[1], np.inf)
            for name, ends in about["bounds"].items():
                low[names.index(name)], high[names.index(name)] = ends
            if sparse.issparse(X):
                X = X.tocsr(copy=True)
                X.data = np.clip(X.data, low[X.indices], high[X.indices])
            else:
                X = np.clip(X, low, high)
        margins = np.asarray(X @ np.atleast_2d(self.coef_).T)
        if "row_norm" in about:
            squares = np.asarray(X.multiply(X).sum(axis=1)).ravel() if sparse.issparse(X) else (X * X).sum(axis=1)
            lengths = np.sqrt(squares)
            margins = margins * np.minimum(1, about["row_norm"] / np.maximum(lengths, 1e-300))[:, None]
        return margins + np.atleast_1d(self.intercept_)

    def _more_tags(self):
        # Secure noise has no seed, so two private fits differ, and on the few rows of the checks noise outweighs them.
        private = not self._is_exact()
        secure = private and not str(self.noise).startswith("seeded")
        return {"non_deterministic": secure, "poor_score": private,
                "_xfail_checks": {**(_TOO_FEW_ROWS if private else {}), **(_TWO_FITS if secure else {})}}

    # -- keeping ----------------------------------------------------------------------------------------------------

    def save(self, path):
        """Writes the model file of the command line, or one with a model for each class. A model that is there already is kept under
        another name, with a warning; a file of another kind is not replaced."""
        check_is_fitted(self)
        if len(self._models) == 1:
            text = self._models[0].text
        else:
            text = json.dumps({"format": _MODELS, "version": 1, "classes": np.asarray(self.classes_).tolist(), "privacy": self.privacy_,
                               "models": [model.json for model in self._models]}, indent=1) + "\n"
        kept = _core.write_model(str(path), text)
        if kept:
            warnings.warn(f"{path} was there already and is kept as {kept}", stacklevel=2)

    @classmethod
    def load(cls, path):
        """A fitted estimator from a model file, this library's or the command line's."""
        text = pathlib.Path(path).read_text(encoding="utf-8")
        try:
            whole = json.loads(text)
        except ValueError:
            raise DataError(f"{path}: this is not JSON, or the file is cut short") from None
        several = isinstance(whole, dict) and whole.get("format") == _MODELS
        texts = [json.dumps(model) for model in whole["models"]] if several else [text]
        for one in texts:
            _core.check(one)
        found = cls()
        found._models = [Model(one) for one in texts]
        first = found._models[0].json
        found._load(first["model"], whole.get("classes") if several else None)
        epsilon = (whole if several else first)["privacy"]["epsilon"]
        found.epsilon = float(epsilon)
        names = first["model"]["features"]
        found.n_features_in_ = len(names)
        if names not in ([f"x{k + 1}" for k in range(len(names))], [f"{k + 1}" for k in range(len(names))]):
            found.feature_names_in_ = np.array(names, dtype=object)
        found._take()
        if several:
            found.privacy_ = whole["privacy"]
        return found

    def _load(self, model, classes):
        if "classes" in model:
            raise DataError("the model is a classifier's")

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
