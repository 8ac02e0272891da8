"""Several classes: one model for each class against the rest, all out of one budget.

The rest of a class is made of the same rows, so the models compose. Their plans are the same, so what k of them cost together
is what the accountants say of each event k times over; for Gaussian noise that is mu/sqrt(k) for each, far better than
epsilon/k."""
import copy
import json
import math

from . import _core
from ._calculator import account

_STEPS = 12


def _times(events, k):
    found = copy.deepcopy(events)
    for event in found:
        event["count"] *= k
    return found


def joint(privacy, k):
    """What k fits with this plan cost together, at its delta."""
    events = _times(privacy["events"], k)
    return account({"neighbours": privacy["neighbours"], "delta": privacy["delta"], "events": events})["epsilon"]


def share(planned, epsilon, k):
    """The largest epsilon for each fit with which k of them cost at most `epsilon`; `planned(epsilon)` is the privacy of one fit.
    Only numbers that were checked are returned: the error of the search falls on accuracy, never on privacy."""
    def fits(each):
        cost = joint(planned(each), k)
        return isinstance(cost, (int, float)) and cost <= epsilon

    low, high = epsilon / k, epsilon
    while not fits(low):
        high, low = low, low / 2
    for _ in range(_STEPS):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def noted(model, privacy):
    """A model that says in its own label what all that were released with it cost together."""
    found = copy.deepcopy(model.json)
    found["privacy"]["notices"].append(
        f"this is one of {privacy['one_vs_rest']['classes']} models, one for each class against the rest, that were released together: all of "
        f"them cost epsilon {privacy['epsilon_spent']:.6g} at delta {privacy['delta']:.3g}, and the figures of this label are those of one")
    return type(model)(json.dumps(found, indent=1, ensure_ascii=False) + "\n")


def label(models, epsilon, each):
    """The privacy of all models together."""
    k, one = len(models), models[0]["privacy"]
    found = copy.deepcopy(one)
    found["epsilon"] = epsilon
    found["epsilon_spent"] = one["epsilon_spent"] if isinstance(each, str) else joint(one, k)
    found["events"] = _times(one["events"], k)
    if isinstance(found.get("mu"), (int, float)):
        found["mu"] *= math.sqrt(k)
    for kind in ("caveats", "notices"):
        found[kind] = list(dict.fromkeys(text for model in models for text in model["privacy"][kind]))
    found.update(json.loads(_core.judged(json.dumps(found))))
    found["one_vs_rest"] = {"classes": k, "epsilon_each": each,
                            "how": f"{k} models, one for each class against the rest, share the budget; every event counts {k} times"}
    return found
