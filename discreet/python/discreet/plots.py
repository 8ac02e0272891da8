"""Pictures with matplotlib: budgets, weights with intervals, error curves. What is drawn of a model is in its file: public."""
import numpy as np
from sklearn.utils.validation import check_is_fitted

from .ledger import Ledger


def _axes(axes):
    import matplotlib.pyplot as plt
    return axes if axes is not None else plt.gca()


def budget(source, axes=None):
    """What the budget of a fitted estimator went to, a bar for each kind of release; or how a `Ledger` was spent, fit after fit."""
    axes = _axes(axes)
    if isinstance(source, Ledger):
        paid = [entry["details"]["epsilon"] for entry in source.history]
        axes.bar(np.arange(1, len(paid) + 1), paid)
        axes.set_xlabel("fit")
        axes.set_ylabel("epsilon of each")
        axes.set_title(f"spent {source.spent:.4g} of {next(iter(source.budget.values())):g}")
        return axes
    check_is_fitted(source)
    privacy = source.privacy_
    names, shares = [event["what"] for event in privacy["events"]][::-1], [100 * event["share"] for event in privacy["events"]][::-1]
    axes.barh(names, shares)
    axes.set_xlabel("% of the budget")
    axes.set_title(f"epsilon {float(privacy['epsilon_spent']):.4g} at delta {privacy['delta']:.2g}")
    return axes


def coefficients(estimator, axes=None, deviations=2, most=40):
    """Weights, which values meet after they were moved into `bounds_`, in the units of the data; those of each class where there are more than two, with bars of so many standard deviations of
    the noise where the solver can tell them (`output`, `moments`; not the deviations of sampling). The `most` largest are shown."""
    check_is_fitted(estimator)
    axes, rows = _axes(axes), np.atleast_2d(estimator.coef_)
    names = list(getattr(estimator, "feature_names_in_", [f"x{k + 1}" for k in range(rows.shape[1])]))
    shown = np.sort(np.argsort(-abs(rows).max(axis=0), kind="stable")[:most])
    places = np.arange(len(shown))
    for k, weights in enumerate(rows):
        model = estimator._models[k].json["model"]
        noise = model.get("noise_deviation", {}).get("weights")
        bars = None
        if noise is not None and len(noise) == len(weights):
            units = np.array(model["standardised"]["deviations"]) if "standardised" in model else 1.0
            bars = deviations * (np.array(noise) / units)[shown]
        label = str(estimator.classes_[k]) if len(rows) > 1 else None
        axes.errorbar(weights[shown], places + 0.6 * (k - (len(rows) - 1) / 2) / len(rows), xerr=bars, fmt="o", label=label)
    axes.set_yticks(places, [names[k] for k in shown])
    axes.axvline(0, linewidth=0.8, color="grey")
    if len(rows) > 1:
        axes.legend()
    return axes


def error_curve(comparison, axes=None):
    """Relative error against epsilon for each solver of a `compare`; against passes where it was run with ``curve=True``."""
    axes = _axes(axes)
    curves = [run for run in comparison["runs"] if run.get("curve")]
    for run in curves:
        axes.plot([point["pass"] for point in run["curve"]], [float(point["mean"]) for point in run["curve"]],
                  label=f"{run['solver']}, epsilon {run['epsilon']}")
    for solver in dict.fromkeys(run["solver"] for run in comparison["runs"]) if not curves else ():
        runs = sorted((run for run in comparison["runs"] if run["solver"] == solver), key=lambda run: float(run["epsilon"]))
        axes.errorbar([float(run["epsilon"]) for run in runs], [float(run["relative_error"]["mean"]) for run in runs],
                      yerr=[float(run["relative_error"]["std"]) for run in runs], marker="o", capsize=2, label=solver)
    axes.set_xlabel("passes" if curves else "epsilon")
    axes.set_ylabel("relative error (not private)")
    if not curves:
        axes.set_xscale("log")
    axes.set_yscale("log")
    axes.legend()
    return axes

