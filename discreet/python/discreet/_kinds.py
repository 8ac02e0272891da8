"""What kinds of values a column holds, from its type and from the types of its values, never from the values."""
import datetime
import decimal
import numbers

import numpy as np

_MISSING = {"NoneType", "NAType", "NaTType"}  # the latter two are pandas', which need not be there
_DATES = (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64)
_BY_LETTER = {"b": "numbers", "i": "numbers", "u": "numbers", "f": "numbers", "c": "complex numbers", "M": "dates", "m": "dates",
              "U": "words", "S": "words"}
ADVICE = {
    "words": "encode them with OneHotEncoder(categories=[[...]]), which declares them, or leave the column out",
    "categories": "encode them with OneHotEncoder(categories=[[...]]), which declares them, or leave the column out",
    "dates": "turn them into numbers, such as days since a public date",
    "complex numbers": "Complex data not supported",
    "missing values (NaN)": "fill them in by a rule that was fixed beforehand, or leave the column out",
    "infinite values (inf)": "cut them off at a bound that was fixed beforehand, or leave the column out",
    "objects": "the argument must be a string for a class or a real number, nothing else",
}


def _kind_of_type(kind):
    if kind.__name__ in _MISSING:
        return "missing values (NaN)"
    if issubclass(kind, (str, bytes)):
        return "words"
    if issubclass(kind, _DATES) or kind.__name__ == "Period":
        return "dates"
    if issubclass(kind, (bool, np.bool_, numbers.Real, decimal.Decimal)):
        return "numbers"
    return "complex numbers" if issubclass(kind, numbers.Complex) else "objects"


def kinds(column):
    """The kinds of values in an array or a pandas column; an array of objects is known by the types of its values.

    >>> sorted(kinds(np.array([1, None, "a"], dtype=object))), kinds(np.array([True]))
    (['missing values (NaN)', 'numbers', 'words'], {'numbers'})
    """
    if str(column.dtype) == "category":
        return {"categories"}
    letter = getattr(column.dtype, "kind", "O")
    if letter == "O":
        return {_kind_of_type(kind) for kind in set(map(type, np.asarray(column, dtype=object).ravel().tolist()))}
    found = {_BY_LETTER.get(letter, "objects")}
    return found | {"missing values (NaN)"} if not isinstance(column.dtype, np.dtype) and column.isna().any() else found
