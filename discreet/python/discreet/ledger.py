"""A budget that several fits share, in a file or in this process."""
import json
import os
import pathlib

import numpy as np

from . import _core, _search
from ._options import typed
from .errors import BudgetRefused, OptionError, PrivacyPreconditionError


def _total(epsilon, delta, rho, mu):
    given = {"epsilon": epsilon, "delta": delta, "rho": rho, "mu": mu}
    return _core.Total(**{name: typed(value) for name, value in given.items() if value is not None})


class Ledger:
    """One budget for everything that is asked about one dataset.

    It survives `clone`, so a grid search of twenty fits debits twenty fits, and the one that does not fit is refused with
    `BudgetRefused` before it sees a row. Prices add up as squares of mu, as in the command line's ledgers, so four fits cost
    about twice what one does; each fit may be chosen by looking at the models of earlier ones.

    Parameters
    ----------
    path : path or None
        The file of a ledger, the same that ``discreet ledger`` and ``--ledger`` use: several processes and workers (`n_jobs`)
        can spend from it, and it is there tomorrow. Without one the ledger lives in this process alone.
    dataset : str or None
        Which dataset of the file; may be left out where the file has one. A new one is called like the file.
    epsilon, delta, rho, mu : float or None
        The total: epsilon with delta, or rho, or mu. With a file: what the dataset is created with if it is not there; if it
        is, it must have this total. Leave them out to open a ledger that somebody else made.
    neighbours : str or None
        "replace-one" unless said otherwise, or as the file has it.
    owner : str
        Whom to ask for more; for a new dataset.
    other_data : bool
        Charge the dataset although the header or the number of rows is not what ``discreet ledger create --data`` noted; the history
        records it.

    Examples
    --------
    >>> ledger = Ledger(epsilon=1.0, delta=1e-6)
    >>> ledger.spent, ledger.history
    (0.0, [])
    """

    def __init__(self, path=None, *, dataset=None, epsilon=None, delta=None, rho=None, mu=None, neighbours=None, owner="",
                 other_data=False):
        given = [value is not None for value in (epsilon, rho, mu)]
        self.path = None if path is None else str(pathlib.Path(path).absolute())
        self._pid = os.getpid()
        self.other_data = bool(other_data)
        if self.path is None:
            if dataset is not None:
                raise OptionError("a dataset has a name in a file: give a path, or leave out dataset")
            self.dataset = None
            self._book = _core.held_book(_total(epsilon, delta, rho, mu), neighbours or "replace-one")
            return
        there = pathlib.Path(self.path).exists()
        names = _core.datasets_in(self.path) if there else []
        if dataset is None and len(names) > 1:
            raise OptionError(f"{path} has several datasets ({', '.join(names)}): say which by dataset=")
        self.dataset = str(dataset) if dataset is not None else names[0] if names else pathlib.Path(self.path).stem
        if self.dataset not in names and any(given):
            _core.create_book(self.path, self.dataset, _total(epsilon, delta, rho, mu), neighbours or "replace-one", owner)
            given = []
        self._book = _core.stored_book(self.path, self.dataset)
        about = self._about()  # fails where there is no such file or dataset
        asked = {name: float(value) for name, value in (("epsilon", epsilon), ("delta", delta), ("rho", rho), ("mu", mu)) if value is not None}
        if any(given) and asked != about["budget"] or neighbours not in (None, about["neighbours"]):
            raise OptionError(f"dataset '{self.dataset}' of {path} is there with {about['budget']} and {about['neighbours']} neighbours: leave the "
                              "budget out to use it, or raise it with grant")

    def _about(self):
        return json.loads(self._book.about())

    @property
    def neighbours(self):
        """The relation that the budget is kept for."""
        return self._about()["neighbours"]

    @property
    def budget(self):
        """The total, as a dict."""
        return self._about()["budget"]

    @property
    def epsilon(self):
        """The epsilon of the total; None where it is in rho or mu."""
        return self.budget.get("epsilon")

    @property
    def delta(self):
        """The delta of the total; None where it is in rho or mu."""
        return self.budget.get("delta")

    @property
    def spent(self):
        """What all fits so far cost together: an epsilon at the total's delta (or rho, or mu)."""
        return next(iter(self._about()["spent"].values()))

    @property
    def remaining(self):
        """What is left, as ``discreet ledger show`` and refusals tell it: the largest epsilon that one more fit with Gaussian noise can
        have at the total's delta (or rho, or mu). It is not the total minus `spent`: prices add up as squares."""
        return next(iter(self._about()["remaining"].values()))

    @property
    def history(self):
        """One dict for each charge, as in ``discreet ledger history --json``; `details` has what was paid for."""
        return json.loads(self._book.charges())

    def frame(self):
        """The history as a pandas frame."""
        import pandas
        return pandas.json_normalize([{**entry, **entry["details"]} for entry in self.history], max_level=0).drop(columns="details", errors="ignore")

    def grant(self, *, epsilon=None, delta=None, rho=None, mu=None):
        """Raises the total of a dataset in a file to this one."""
        self._book.grant(_total(epsilon, delta, rho, mu))

    def _check_process(self):
        if self.path is None and os.getpid() != self._pid:
            raise BudgetRefused("a ledger in memory belongs to the process that made it, and a copy of it would be spent a second time; "
                                "use Ledger(path, ...) across processes")

    def debit(self, privacy, what="debit"):
        """Pays for events, the `privacy` of a model or of `plan`, or refuses them."""
        self._check_process()
        privacy = getattr(privacy, "privacy_", getattr(privacy, "privacy", privacy))
        # A guarantee that is weak beyond use still has a price.
        broken = [text for text in privacy.get("caveats", []) if not text.startswith("private in name only")]
        if broken and not privacy.get("private", True):
            raise PrivacyPreconditionError(f"what has no privacy guarantee cannot be charged to a ledger: {broken[0]}")
        self._book.charge(json.dumps(dict(privacy)), what)

    def _pay_for(self, model, fits, rows, features, options, sparse, target, classes, data):
        """Pays for so many fits at once, or refuses; before any of them looks at a row. `data` is the whole table, of which a fold has
        fewer rows."""
        self._check_process()
        self._book.pay_for(rows, features, options, sparse, target, fits, model, classes, np.shape(data)[0], type(data).__name__, self.other_data)

    def _covered(self, rows, planned, sparse, times):
        """How many fits the rest covers at most: each of the planned ones so many times, and one of them once more."""
        self._check_process()
        return self._book.covered([_core.PlannedFit(rows, features, options, sparse, target) for features, options, target in planned], times)

    def __copy__(self):
        return self  # clone() must not print money

    def __deepcopy__(self, memo):
        _search.check(self)
        return self

    def __getstate__(self):
        if self.path is None:
            raise TypeError("a ledger in memory cannot be copied into another process, where it would be spent a second time: use "
                            "Ledger(path, ...), or n_jobs=1, or set ledger=None before pickling a fitted estimator")
        return {"path": self.path, "dataset": self.dataset, "other_data": self.other_data}

    def __setstate__(self, state):
        self.__init__(state["path"], dataset=state["dataset"], other_data=state.get("other_data", False))

    def __repr__(self):
        if self.path is not None:
            return f"Ledger({self.path!r}, dataset={self.dataset!r})"
        return f"Ledger({', '.join(f'{name}={value:g}' for name, value in self.budget.items())})"
