"""Which rows private fits have looked at in this process, told by identity: where an array lies in memory, which index a data frame has.
Values are not compared, so a copy is another table; and no value decides whether a warning is given."""
import math
import threading
import weakref

import numpy as np
from scipy import sparse

_MOST = 10_000  # tables that are remembered; the oldest are forgotten
_lock = threading.Lock()
_spent = {}  # id of an owner -> (what keeps or follows it, the rows of each private fit)


class _Rows:
    """Rows of a table in memory: every `step`-th from `first` on, in units of so many bytes; all of them where `count` is None."""

    def __init__(self, first=0, step=1, count=None, unit=0):
        self.first, self.step, self.count, self.unit = first, step, count, unit

    def overlap(self, other):
        if self.count is None or other.count is None or self.unit != other.unit:
            return True
        if (self.first - other.first) % math.gcd(self.step, other.step):
            return False
        return self.first <= other._last() and other.first <= self._last()

    def _last(self):
        return self.first + self.step * (self.count - 1)


def _memory(array):
    """The array whose memory this one is a view of, and which of its rows it has."""
    owner = array
    while isinstance(owner.base, np.ndarray):
        owner = owner.base
    stride = array.strides[0]
    if owner is array or array.size == 0 or stride == 0:
        return owner, _Rows()
    offset = array.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
    if stride < 0:
        offset, stride = offset + stride * (len(array) - 1), -stride
    # The dimension of the owner that the rows run along. A flat one has been given rows by reshape: those of this array, for all that is known.
    unit = max((s for s in owner.strides if s > 0 and stride % s == 0), default=stride) if owner.ndim > 1 else stride
    for longer in sorted((s for s in owner.strides if s > unit), reverse=True):
        offset %= longer
    return owner, _Rows(offset // unit, stride // unit, len(array), unit)


def _identities(X):
    """Objects that tell the rows of a table, and which of theirs it has. A data frame has the index of what it was cut from by columns, and
    the memory of what it was cut from by rows."""
    index = getattr(X, "index", None)
    if hasattr(X, "iloc") and index is not None:
        found = [(getattr(index, "_id", None) or index, _Rows())]  # views of an index share the former
        firsts = {str(kind): k for k, kind in reversed(list(enumerate(X.dtypes))) if isinstance(kind, np.dtype)}
        return found + [_memory(X.iloc[:, k].to_numpy()) for k in firsts.values() if len(X)]
    if sparse.issparse(X):
        X = getattr(X, "data", X)
    return [_memory(X)] if isinstance(X, np.ndarray) and X.ndim else []


def times(X):
    """How many private fits looked at rows of this table."""
    found = _identities(X)
    with _lock:
        return max((sum(rows.overlap(other) for other in _fits_of(owner)) for owner, rows in found), default=0)


def _fits_of(owner):
    holder, fits = _spent.get(id(owner), (None, []))
    return fits if holder is not None and holder() is owner else []


def note(X):
    """Remembers a private fit that looked at this table."""
    for owner, rows in _identities(X):
        with _lock:
            fits = _fits_of(owner)
            try:
                holder = weakref.ref(owner, lambda _, key=id(owner): _forget(key))
            except TypeError:  # the mark of an index is held: it is a few bytes
                holder = lambda owner=owner: owner
            _spent[id(owner)] = (holder, [*fits, rows])
            while len(_spent) > _MOST:
                _forget(next(iter(_spent)))


def _forget(key):
    # Called by the garbage collector, which may run inside the lock of this very thread: a dict removes a key in one step.
    _spent.pop(key, None)
