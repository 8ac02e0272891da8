"""A budget that several fits share."""
import json
import threading

from ._calculator import account
from .errors import BudgetRefused, OptionError


class Ledger:
    """One (epsilon, delta) for everything that is asked about one dataset, while this process lives.

    It survives `clone`, so a grid search of twenty fits debits twenty fits, and the one that does not fit is refused before it
    sees a row. The events of all fits are accounted for together, which is cheaper than adding up their epsilons.

    >>> ledger = Ledger(epsilon=1.0, delta=1e-6)
    >>> ledger.spent
    0.0
    """

    def __init__(self, path=None, *, epsilon=None, delta=None, neighbours="replace-one", dataset=None):
        if path is not None or dataset is not None:
            raise NotImplementedError("a ledger in a file is not connected to Python yet: use Ledger(epsilon=..., delta=...), which lives as "
                                      "long as this process")
        if epsilon is None or delta is None or not float(epsilon) > 0 or not 0 < float(delta) < 1:
            raise OptionError("a ledger has an epsilon above 0 and a delta between 0 and 1")
        self.epsilon, self.delta, self.neighbours = float(epsilon), float(delta), neighbours
        self.history = []  # one list of events for each fit
        self._lock = threading.Lock()

    def _cost(self, fits):
        events = [event for fit in fits for event in fit]
        return account({"neighbours": self.neighbours, "delta": self.delta, "events": events})["epsilon"] if events else 0.0

    @property
    def spent(self):
        """Epsilon of all fits so far, at the ledger's delta."""
        with self._lock:
            return self._cost(self.history)

    def debit(self, privacy):
        """Pays for a plan, the `privacy` part of a model or of `plan`, or refuses it."""
        if privacy["neighbours"] != self.neighbours:
            raise BudgetRefused(f"the ledger is kept under {self.neighbours} neighbours and the fit asks for {privacy['neighbours']}")
        with self._lock:
            cost = self._cost(self.history + [privacy["events"]])
            if not (isinstance(cost, float) and cost <= self.epsilon):
                raise BudgetRefused(f"the ledger has epsilon {self.epsilon:g} at delta {self.delta:g}; {len(self.history)} fits are paid from it and one "
                                    f"more would bring it to {cost if isinstance(cost, str) else format(cost, '.4g')}")
            self.history.append(json.loads(json.dumps(privacy["events"])))

    def __deepcopy__(self, memo):
        return self  # clone() must not print money

    __copy__ = __deepcopy__

    def __reduce__(self):
        raise TypeError("a ledger cannot be copied into another process, where it would be spent a second time: use n_jobs=1, and set ledger=None "
                        "before pickling a fitted estimator")

    def __repr__(self):
        return f"Ledger(epsilon={self.epsilon:g}, delta={self.delta:g}, neighbours={self.neighbours!r})"
