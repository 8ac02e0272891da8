"""The privacy calculator as functions that return plain data."""
import json

from . import _core


def _text(events, neighbours):
    """A list of events, a dict with `events` in it, a model or an estimator, as JSON."""
    events = getattr(events, "privacy_", getattr(events, "privacy", events))
    found = dict(events) if isinstance(events, dict) else {"events": list(events)}
    if neighbours is not None:
        found["neighbours"] = neighbours
    return json.dumps(found)


def _framed(answer, rows, frame):
    """The answer, or its rows as a pandas frame."""
    if not frame:
        return answer
    import pandas
    return pandas.DataFrame(rows)


def account(events, *, delta=None, epsilon=None, neighbours=None, accounting="tight", frame=False):
    """What a list of events costs: epsilon at `delta`, or delta at `epsilon`. Events are a list of dicts, a dict as in an events file, a
    `Model` or a fitted estimator. With `frame`, what each accountant says as a pandas frame.

    >>> answer = account([{"type": "gaussian", "noise_multiplier": 20.0, "count": 400}], delta=1e-6, neighbours="add-remove")
    >>> round(answer["epsilon"], 4), answer["accountant"]
    (4.8866, 'gdp')
    """
    answer = json.loads(_core.account(_text(events, neighbours), delta, epsilon, accounting))
    said = answer.get("epsilon_by", {answer["accountant"]: answer["epsilon"]})
    return _framed(answer, [{"accountant": name, "epsilon": float(value), "delta": answer["delta"]} for name, value in said.items()], frame)


def calibrate(events, epsilon, *, delta=None, neighbours=None, accounting="tight", frame=False):
    """The least factor on all noise with which the events cost at most `epsilon`. With `frame`, the events with their new noise as a
    pandas frame.

    >>> answer = calibrate([{"type": "gaussian", "noise_multiplier": 1.0}], 1.0, delta=1e-5, neighbours="add-remove")
    >>> answer["epsilon"] <= 1.0, round(answer["scale"], 3)
    (True, 3.731)
    """
    answer = json.loads(_core.calibrate(_text(events, neighbours), float(epsilon), delta, accounting))
    return _framed(answer, answer["events"], frame)


def plan(rows, features, *, sparse=False, target="label", frame=False, **options):
    """What a fit of that size would spend and how; touches no data. `features` is a number or a list of names; options are those of the
    command line, _ for -. With `frame`, what will be asked as a pandas frame.

    >>> answer = plan(5000, 20, epsilon=0.5)
    >>> answer["privacy"]["epsilon_spent"] <= 0.5, [event["what"] for event in answer["privacy"]["events"]][-1]
    (True, 'slopes')
    """
    names = [f"x{k + 1}" for k in range(features)] if isinstance(features, int) else list(features)
    answer = json.loads(_core.plan(rows, names, options, sparse, target))
    return _framed(answer, answer["privacy"]["events"], frame)
