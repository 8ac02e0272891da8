"""Estimators as files: the model file of the command line, or one with a model for each class. A file has the options of its fit, and from
them come the parameters of the estimator that is loaded."""
import json
import pathlib
import warnings

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._fit import Model
from ._options import Bounds, untyped
from .errors import DataError

_MODELS = "discreet-models"  # the format of a file with one model for each class
_SEVERAL = ("bound", "drop", "unpenalised", "categorical")  # options that may be repeated
_OF_THE_DATA = ("target", "labels", "features", "positive", "bounds", "ledger", "dataset", "precision")


def _options_of(arguments):
    """The options of a command line by name: texts, lists of those that may be repeated, True and False.

    >>> _options_of(["--loss", "logistic", "--no-intercept", "--bound", "age=0,99", "--bound", "x=-1,1", "--strict"])
    {'loss': 'logistic', 'intercept': False, 'bound': ['age=0,99', 'x=-1,1'], 'strict': True}
    """
    found, place = {}, 0
    while place < len(arguments):
        name = arguments[place][2:]
        switch = place + 1 == len(arguments) or arguments[place + 1].startswith("--")
        if switch:
            found[name.removeprefix("no-")] = not name.startswith("no-")
        elif name in _SEVERAL:
            found.setdefault(name, []).append(arguments[place + 1])
        else:
            found[name] = arguments[place + 1]
        place += 1 if switch else 2
    return found


def _bounds_of(texts, target):
    """The parameter `bounds` out of COLUMN=LO,HI."""
    pairs = {}
    for text in texts:
        name, _, ends = text.rpartition("=")
        pairs[name] = tuple(map(untyped, ends.split(",")))
    of_target = pairs.pop(target, None)
    return Bounds(pairs or None, target=of_target) if of_target is not None else pairs or None


class Saved:
    """Saving and loading, for estimators."""

    def save(self, path):
        """Writes the model file of the command line, or one with a model for each class. A model that is there already is kept under
        another name, with a warning; a file of another kind is not replaced."""
        check_is_fitted(self)
        if len(self._models) == 1:
            text = self._models[0].text
        else:
            text = json.dumps({"format": _MODELS, "version": 1, "classes": np.asarray(self.classes_).tolist(),
                               "multi_class": getattr(self, "multi_class", "ovr"), "privacy": self.privacy_,
                               "models": [model.json for model in self._models]}, indent=1) + "\n"
        kept = _core.write_model(str(path), text)
        if kept:
            warnings.warn(f"{path} was there already and is kept as {kept}", stacklevel=2)

    @classmethod
    def load(cls, path):
        """A fitted estimator from a model file, this library's or the command line's, with the parameters that it was fitted with. The file
        does not have `threads`, `verbose` and the `ledger` of an estimator."""
        text = pathlib.Path(path).read_text(encoding="utf-8")
        try:
            whole = json.loads(text)
        except ValueError:
            whole = None
        if whole is None:
            raise DataError(f"{path}: this is not JSON, or the file is cut short")
        several = isinstance(whole, dict) and whole.get("format") == _MODELS
        texts = [json.dumps(model) for model in whole["models"]] if several else [text]
        for one in texts:
            _core.check(one)
        found = cls()
        found._models = [Model(one) for one in texts]
        first = found._models[0].json
        found._restore(first, whole.get("classes") if several else None)
        if several and hasattr(found, "multi_class"):
            found.multi_class = whole.get("multi_class", "auto")
        found.epsilon = untyped(str((whole if several else first)["privacy"]["epsilon"]))
        found.epsilon = float(found.epsilon)
        names = first["model"]["features"]
        found.n_features_in_ = len(names)
        if names not in ([f"x{k + 1}" for k in range(len(names))], [f"{k + 1}" for k in range(len(names))]):
            found.feature_names_in_ = np.array(names, dtype=object)
        found._take()
        if several:
            found.privacy_ = whole["privacy"]
        return found

    def _restore(self, file, classes):
        """The parameters of the fit."""
        model = file["model"]
        given = _options_of(file.get("run", {}).get("arguments", []))
        loss = given.pop("loss", "logistic" if model["loss"] == "softmax" else model["loss"])
        self._restore_problem(loss, given.pop("penalty", model["penalty"]))
        self._restore_classes(model, classes, given.pop("classes", None))
        self.bounds = _bounds_of(given.pop("bound", []), model.get("target", self._target))
        self.fit_intercept = given.pop("intercept", True)
        self.strict = given.pop("strict", False)
        for name in ("delta", "passes", "normaliser", "neighbours", "noise", "solver"):
            if name in given:
                setattr(self, name, untyped(given.pop(name)))
        rest = {name: value if isinstance(value, (list, bool)) else untyped(value) for name, value in given.items()
                if name not in ("epsilon", *_OF_THE_DATA)}
        self.options = rest or None

    def _restore_classes(self, model, classes, declared):
        if "classes" in model:
            raise DataError("the model is a classifier's")

    def _cannot_hold(self, what):
        return DataError(f"the model has {what}, which {type(self).__name__} has not: load it with DPClassifier or DPRegressor")
