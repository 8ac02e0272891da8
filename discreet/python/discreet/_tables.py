"""The features that a fit or a prediction is given. What is wrong with them is said by column and rule: what numpy, pandas and
scikit-learn say may hold values of the data, and is passed on only where it is known to hold sizes and names alone."""
import re

import numpy as np
from scipy import sparse

from ._kinds import ADVICE, kinds
from .errors import DataError, DataTypeError

_HARMLESS = re.compile("|".join([
    r"Found array with \d+ (sample|feature)\(s\) \(shape=\(\d*, ?\d*\)\) while a minimum of \d+ is required( by \w+)?\.",
    r"X has \d+ features?, but \w+ is expecting \d+ features? as input\.?",
    r"The feature names should match those that were passed during fit\.(.|\n)*",
    r"Feature names are only supported if all input features have string names(.|\n)*",
]))
_RESHAPE = "Reshape your data: X.reshape(-1, 1) has one feature, X.reshape(1, -1) is one row"


def feature_names(X):
    """The names of a data frame's columns; x1, x2, ... for an array and 1, 2, ... for sparse rows, as files of such kinds
    have them."""
    columns = getattr(X, "columns", None)
    if columns is not None and all(isinstance(name, str) for name in columns):
        return list(columns)
    return [f"{k + 1}" if sparse.issparse(X) else f"x{k + 1}" for k in range(np.shape(X)[1])]


def _listed(names, most=5):
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"column{'s' if len(names) > 1 else ''} {', '.join(repr(str(name)) for name in names[:most])}{more}"


def _refusal(kind, names):
    where = f" in {_listed(names)}" if names else ""
    return (DataTypeError if kind == "objects" else DataError)(f"X holds {kind}{where}: {ADVICE[kind]}")


def _by_column(X):
    """Names of columns and the kinds of their values, where types alone do not say that all are numbers."""
    if hasattr(X, "iloc") and hasattr(X, "columns"):
        return [(name, kinds(X.iloc[:, k])) for k, name in enumerate(X.columns)]
    values = X.tocoo(copy=False).data if sparse.issparse(X) else X if isinstance(X, np.ndarray) else np.asarray(X)
    if values.dtype.kind == "O" and values.ndim == 2:
        return [(f"x{k + 1}", kinds(values[:, k])) for k in range(values.shape[1])]
    return [(None, kinds(values))]


def _checked(X):
    if hasattr(X, "columns"):
        names = list(map(str, X.columns))
        twice = next((name for k, name in enumerate(names) if name in names[:k]), None) if len(set(names)) < len(names) else None
        if twice is not None:
            raise DataError(f"two columns are called {twice!r}: bounds, models and predictions know columns by their names")
    found = _by_column(X)
    for kind in ADVICE:
        names = [name for name, there in found if kind in there]
        if names:
            raise _refusal(kind, [name for name in names if name is not None])


def _columns_where(X, test):
    """The columns of a table of numbers in which there is such a value."""
    if sparse.issparse(X):
        return []
    names = list(X.columns) if hasattr(X, "columns") else feature_names(X)
    return [name for name, there in zip(names, test(np.asarray(X, dtype=np.float64)).any(axis=0)) if there]


def _said(problem, X):
    text = str(problem)
    if _HARMLESS.fullmatch(text):
        return DataTypeError(text) if isinstance(problem, TypeError) else DataError(text)
    if text.startswith("Expected 2D array"):
        return DataError(f"X is not a table with rows and columns. {_RESHAPE}")
    for kind, test in ("missing values (NaN)", np.isnan), ("infinite values (inf)", np.isinf):
        if text.startswith("Input X contains") and ("NaN" in text) == (test is np.isnan):
            return _refusal(kind, _columns_where(X, test))
    return DataError("X cannot be read as a table of numbers: give an array, a data frame or a SciPy matrix of numbers, two-dimensional "
                     "and with rows of one length")


def quietly(action, said):
    """What the action gives. What it raises is said otherwise, and is not even the context of what is raised instead, for it may hold values
    of the data."""
    try:
        return action()
    except (ValueError, TypeError, ArithmeticError, AttributeError, np.VisibleDeprecationWarning) as problem:
        if isinstance(problem, DataError):
            raise
        refusal = said(problem)
    raise refusal


def validated(estimator, X, fitting):
    """The rows as scikit-learn's conventions have them: an array or CSR of float32 or float64."""
    quietly(lambda: _checked(X), lambda problem: _said(problem, X))
    return quietly(lambda: estimator._validate_data(X, accept_sparse="csr", dtype=[np.float64, np.float32], reset=fitting,
                                                    ensure_min_samples=2 if fitting else 1), lambda problem: _said(problem, X))


def numbers(X):
    """A dense table as an array of float32 or float64, used where it is if it is one."""
    def converted():
        _checked(X)
        values = np.asarray(getattr(X, "values", X))
        return values if values.dtype in (np.float32, np.float64) else values.astype(np.float64)
    return quietly(converted, lambda problem: _said(problem, X))


def sparse_numbers(X):
    """Sparse rows as canonical CSR of float32 or float64."""
    def converted():
        _checked(X)
        rows = sparse.csr_matrix(X, dtype=np.float32 if X.dtype == np.float32 else np.float64)
        if not rows.has_canonical_format:
            rows = rows.copy()
            rows.sum_duplicates()
        return rows
    return quietly(converted, lambda problem: _said(problem, X))


def flags(X):
    """The places of the columns whose type says that they hold nothing but True and False."""
    if hasattr(X, "dtypes") and hasattr(X, "columns"):
        return [k for k, kind in enumerate(X.dtypes) if getattr(kind, "kind", "") == "b"]
    return list(range(np.shape(X)[1])) if getattr(getattr(X, "dtype", None), "kind", "") == "b" else []
