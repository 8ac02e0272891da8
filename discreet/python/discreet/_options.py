"""Parameters of estimators as the options of the command line, to the letter."""
import numbers

import numpy as np

from .errors import OptionError


def typed(value, name="the setting"):
    """The text that a person would type for a number.

    >>> typed(1.0), typed(0.1), typed(float("inf")), typed("1/n"), typed(1e-06)
    ('1', '0.1', 'inf', '1/n', '1e-06')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise OptionError(f"{name} is a number or its text, not {type(value).__name__}")
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
        """As the values of the option `bound`."""
        return [f"{name}={typed(low, 'a bound')},{typed(high, 'a bound')}" for name, (low, high) in self.pairs(features, target)]

    def pairs(self, features, target):
        """Each declared column, the target among them, with its two ends."""
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
        return [(name, tuple(ends)) for name, ends in pairs]


def penalty(alpha, l1_ratio):
    """The penalty of a strength and a share of l1, as the command line has it.

    >>> penalty(0.01, 1), penalty(0.01, 0), penalty(0.01, 0.5), penalty(0, 0.5), penalty("1/n", 0)
    ('l1:0.01', 'l2:0.01', 'elastic-net:0.01,0.5', 'none', 'l2:1/n')
    """
    strength, ratio = typed(alpha, "alpha"), typed(l1_ratio, "l1_ratio")
    if strength == "0":
        return "none"
    if not 0 <= number(ratio, "l1_ratio") <= 1:
        raise OptionError("l1_ratio is a number from 0 to 1")
    return f"l1:{strength}" if ratio == "1" else f"l2:{strength}" if ratio == "0" else f"elastic-net:{strength},{ratio}"


def number(text, name):
    """The number that a text stands for."""
    try:
        return float(text)
    except ValueError:
        pass
    raise OptionError(f"{name} is a number, not {text!r}")


def strength(penalty):
    """The strength and the share of l1 of such a penalty, the share None where the strength is 0; None for other penalties.

    >>> strength("l1:0.01"), strength("elastic-net:0.01,0.5"), strength("none"), strength("l2:1/n"), strength("box:0,1")
    ((0.01, 1.0), (0.01, 0.5), (0.0, None), ('1/n', 0.0), None)
    """
    name, _, numbers = penalty.partition(":")
    if name == "none":
        return 0.0, None
    if name not in ("l1", "l2", "elastic-net"):
        return None
    first, _, ratio = numbers.partition(",")
    return untyped(first), {"l1": 1.0, "l2": 0.0}.get(name) if not ratio else float(ratio)


def untyped(text):
    """The number that a text was typed for, or the text.

    >>> untyped("1"), untyped("1e-06"), untyped("1/n"), untyped("auto")
    (1, 1e-06, '1/n', 'auto')
    """
    try:
        value = float(text)
    except ValueError:
        return text
    return int(value) if value.is_integer() and text.lstrip("-").isdigit() else value
