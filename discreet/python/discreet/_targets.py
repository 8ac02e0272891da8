"""The target: numbers, or classes that were declared. Which classes there are is public, so it comes from the declaration alone; a label
that was not declared is an error before anything is sealed. No error holds a label."""
import numbers as abstract
import warnings

import numpy as np
from scipy import sparse
from sklearn.exceptions import DataConversionWarning

from ._callers import level
from ._kinds import kinds
from ._options import typed
from ._tables import quietly
from .errors import DataError, OptionError, PrivacyPreconditionError

FROM_DATA = "from-data"
_HOW = ('declare them, as in classes=[-1, 1] or classes=["no", "yes"]; classes="from-data" reads them off the rows, and then the model is '
        "not private")


def column(y, rows):
    """The target as a one-dimensional array without missing values, of so many rows."""
    if y is None:
        raise DataError("fit requires y to be passed, but the target y is None")
    if sparse.issparse(y):
        raise DataError("y is a sparse matrix: a target is one column, y.toarray().ravel()")
    values = quietly(lambda: np.asarray(y), lambda problem: DataError("y cannot be read as one column of labels"))
    if values.ndim == 2 and values.shape[1] == 1:
        warnings.warn("A column-vector y was passed when a 1d array was expected: y.ravel() has the shape of one", DataConversionWarning,
                      stacklevel=level())
        values = values.ravel()
    if values.ndim != 1:
        raise DataError(f"y has {values.ndim} dimensions: a target is one column, and each target is a fit of its own")
    if len(values) != rows:
        raise DataError("X and y do not have the same number of rows")
    found = kinds(values)
    if "missing values (NaN)" in found or "numbers" in found and _not_numbers(values):
        raise DataError("y has missing values (NaN): leave out those rows beforehand, by a rule that does not look at other columns")
    if "complex numbers" in found:
        raise DataError("y: Complex data not supported")
    if "dates" in found:
        raise DataError("y holds dates: turn them into numbers, such as days since a public date")
    if "objects" in found:
        raise DataError("y holds objects: a target is a column of numbers or of names of classes")
    if found >= {"numbers", "words"}:
        raise DataError("y holds numbers and words: a target is a column of either")
    return values


def _not_numbers(values):
    if values.dtype.kind == "f":
        return bool(np.isnan(values).any())
    return values.dtype.kind == "O" and any(value != value for value in values.tolist())


def numbers(values):
    """A column of finite numbers."""
    if "words" in kinds(values):
        raise DataError("y holds words where a regression needs numbers; estimators of classes take them, with classes=[...]")
    found = quietly(lambda: values.astype(np.float64), lambda problem: DataError("y cannot be read as numbers"))
    if np.isinf(found).any():
        raise DataError("Input y contains infinity (inf): cut it off at a bound that was fixed beforehand")
    return found


def weighted(score):
    """A score, in which nothing but the weights of its rows can still be wrong."""
    return quietly(score, lambda problem: DataError("sample_weight is not one number for each row"))


def text(name):
    """A class as the command line writes it: 1.0 and 1 are the same."""
    return typed(name) if isinstance(name, (int, float, np.number)) and not isinstance(name, bool) else str(name)


def _check_names(names):
    words = all(isinstance(name, str) for name in names)
    if not words and not all(isinstance(name, (abstract.Real, np.bool_)) and np.isfinite(name) for name in names):
        raise OptionError("classes are all words or all numbers, and none is missing")
    if len({text(name) if words else float(name) for name in names}) < len(names):
        raise OptionError("classes: a class is there twice")
    if len(names) < 2:
        raise OptionError("classes: at least two are needed")


def declared(classes, strict):
    """The declared classes in the order that scikit-learn has them in; None if they are to be read off the rows."""
    if classes is None:
        return np.array([0, 1])
    if isinstance(classes, str) and classes == FROM_DATA:
        if strict:
            raise PrivacyPreconditionError("strict=True refuses classes='from-data': which classes there are shows single rows; declare them, "
                                           "as in classes=[\"no\", \"yes\"]")
        return None
    if isinstance(classes, (str, bytes)) or not hasattr(classes, "__iter__"):
        raise OptionError("classes is a list of the classes, or \"from-data\", or None for 0 and 1")
    names = [name.item() if isinstance(name, np.generic) else name for name in classes]
    _check_names(names)
    return np.array(sorted(names))


def numbered(values, classes, usual):
    """The place of each label in the sorted classes. `usual`: these are not what the caller declared, but 0 and 1."""
    words = classes.dtype.kind == "U"
    found = kinds(values)
    if len(values) and ("words" in found) != words:
        raise DataError(f"y holds words, and labels are 0 and 1 unless others are declared: {_HOW}" if usual else
                        f"y holds {'numbers' if words else 'words'} and classes= declares {'words' if words else 'numbers'}")
    places = {name: k for k, name in enumerate(classes.tolist())}
    there, codes = np.unique(values, return_inverse=True)
    known = [places.get(name) for name in there.tolist()]
    if None in known:
        raise DataError(f"y has labels other than 0 and 1: {_HOW}" if usual else
                        "y has a label that classes= does not declare: add it there, or correct the rows")
    return np.array(known, dtype=np.intp)[codes]


def read_off(values):
    """The classes that occur and the place of each label among them."""
    if kinds(values) == {"numbers"} and values.dtype.kind not in "biu":
        found = numbers(values)
        if (found != np.floor(found)).any():
            raise DataError("Unknown label type: the target is continuous; for numbers use an estimator of numbers, such as DPRidge")
    classes, codes = np.unique(values, return_inverse=True)
    if len(classes) < 2:
        raise DataError("the target has one class where at least two are needed")
    return classes, codes
