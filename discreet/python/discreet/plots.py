"""Pictures of fitted estimators, with matplotlib. Everything drawn is in the model file: public."""
import numpy as np
from sklearn.utils.validation import check_is_fitted


def _axes(axes):
    import matplotlib.pyplot as plt
    return axes if axes is not None else plt.gca()


def budget(estimator, axes=None):
    """What the budget went to, a bar for each kind of release."""
    check_is_fitted(estimator)
    axes, events = _axes(axes), estimator.privacy_["events"]
    axes.barh([event["what"] for event in events][::-1], [100 * event["share"] for event in events][::-1])
    axes.set_xlabel("% of the budget")
    axes.set_title(f"epsilon {estimator.privacy_['epsilon_spent']:.4g} at delta {estimator.privacy_['delta']:.2g}")
    return axes


def coefficients(estimator, axes=None, deviations=2):
    """Weights, with bars of so many standard deviations of the noise where the solver can tell them (not of sampling)."""
    check_is_fitted(estimator)
    axes, model = _axes(axes), estimator._models[0].json["model"]
    noise = model.get("noise_deviation", {}).get("weights")
    places = np.arange(len(model["weights"]))
    axes.errorbar(model["weights"], places, xerr=None if noise is None else deviations * np.array(noise), fmt="o")
    axes.set_yticks(places, model["features"])
    axes.axvline(0, linewidth=0.8, color="grey")
    return axes


def error_curve(comparison, axes=None):
    """Relative error against epsilon for each solver of a `compare`."""
    axes = _axes(axes)
    for solver in dict.fromkeys(run["solver"] for run in comparison["runs"]):
        runs = sorted((run for run in comparison["runs"] if run["solver"] == solver), key=lambda run: run["epsilon"])
        axes.plot([run["epsilon"] for run in runs], [run["relative_error"]["mean"] for run in runs], marker="o", label=solver)
    axes.set_xlabel("epsilon")
    axes.set_ylabel("relative error (not private)")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.legend()
    return axes
