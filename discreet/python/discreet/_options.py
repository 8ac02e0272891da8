"""Parameters of estimators as the options of the command line, to the letter."""
import numbers

import numpy as np

from .errors import OptionError


def typed(value):
    """The text that a person would type for a number.

    >>> typed(1.0), typed(0.1), typed(float("inf")), typed("1/n"), typed(1e-06)
    ('1', '0.1', 'inf', '1/n', '1e-06')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise OptionError(f"a number or its text is expected, not {type(value).__name__}")
    value = float(value)
    if not np.isfinite(value):
        return str(value)
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)



class Bounds:
    """Public bounds of columns, declared and not looked up: values are moved into them, and budget is saved.

    Names are those of the columns of a data frame, or x1, x2, ... for arrays without names.

    >>> Bounds({"age": (18, 99)}, target=(0, 10)).arguments(["age", "height"], "label")
    ['age=18,99', 'label=0,10']
    >>> Bounds((0, 1)).arguments(["x1", "x2"], "label")
    ['x1=0,1', 'x2=0,1']
    """

    def __init__(self, columns=None, target=None):
        self.columns = columns
        self.target = target

    def __repr__(self):
        return f"Bounds({self.columns!r}, target={self.target!r})"

    def __eq__(self, other):
        return isinstance(other, Bounds) and repr(self) == repr(other)

    def __hash__(self):
        return hash(repr(self))

    def arguments(self, features, target):
        """As the values of --bound."""
        columns = {} if self.columns is None else self.columns
        if isinstance(columns, dict):
            pairs = list(columns.items())
        elif np.ndim(columns) == 1 and len(columns) == 2:
            pairs = [(name, columns) for name in features]
        elif np.ndim(columns) == 2 and np.shape(columns) == (len(features), 2):
            pairs = list(zip(features, columns))
        else:
            raise OptionError("bounds are a pair for all columns, a row of a pair for each, or a dict of pairs by name")
        pairs += [(target, self.target)] if self.target is not None else []
        for name, ends in pairs:
            if np.ndim(ends) != 1 or len(ends) != 2:
                raise OptionError(f"the bounds of '{name}' are not a pair (low, high)")
        return [f"{name}={typed(low)},{typed(high)}" for name, (low, high) in pairs]


def penalty(alpha, l1_ratio):
    """The --penalty of a strength and a share of l1.

    >>> penalty(0.01, 1), penalty(0.01, 0), penalty(0.01, 0.5), penalty(0, 0.5), penalty("1/n", 0)
    ('l1:0.01', 'l2:0.01', 'elastic-net:0.01,0.5', 'none', 'l2:1/n')
    """
    strength, ratio = typed(alpha), typed(l1_ratio)
    if strength == "0":
        return "none"
    if not 0 <= float(ratio) <= 1:
        raise OptionError("l1_ratio is a number from 0 to 1")
    return f"l1:{strength}" if ratio == "1" else f"l2:{strength}" if ratio == "0" else f"elastic-net:{strength},{ratio}"
