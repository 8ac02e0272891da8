#!/usr/bin/env python3
"""The exact solver against scipy's general minimiser, for every loss and every penalty, also with weights: formulas written
down a second time, a method that has nothing in common with ours."""
import json
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from scipy.optimize import minimize
except ImportError:
    print("skipped: scipy is missing (python3-scipy)")
    sys.exit(77)

PROGRAM = os.environ["DISCREET_PROGRAM"]


def squared(z, y):
    return 0.5 * (z - y) ** 2, z - y


def huber(delta):
    def loss(z, y):
        r = z - y
        inside = np.abs(r) <= delta
        return np.where(inside, 0.5 * r**2, delta * (np.abs(r) - delta / 2)), np.clip(r, -delta, delta)
    return loss


def logistic(z, y):
    return np.logaddexp(0, -y * z), -y / (1 + np.exp(y * z))


def squared_hinge(z, y):
    lacking = np.maximum(0, 1 - y * z)
    return 0.5 * lacking**2, -y * lacking


def poisson(bound):
    def loss(z, y):
        low, past = np.exp(np.minimum(z, bound)), np.maximum(z - bound, 0)
        return low * (1 + past + past**2 / 2) - y * z, low * (1 + past) - y
    return loss


LOSSES = {"squared": squared, "huber:0.5": huber(0.5), "huber:0.02": huber(0.02), "logistic": logistic,
          "squared-hinge": squared_hinge, "poisson": poisson(3), "poisson:0.5": poisson(0.5)}
# (l1, l2, low, high) of a penalty.
INF = np.inf
PENALTIES = {"none": (0, 0, -INF, INF), "l1:0.05": (0.05, 0, -INF, INF), "l2:0.1": (0, 0.1, -INF, INF),
             "elastic-net:0.1,0.5": (0.05, 0.05, -INF, INF), "box:-0.1,0.2": (0, 0, -0.1, 0.2), "nonnegative": (0, 0, 0, INF),
             "l1-box:0.02,-0.1,0.2": (0.02, 0, -0.1, 0.2)}
WEIGHTS = {"x0": 0.0, "x1": 2.5}


def reference(loss, penalty, times, x, y):
    """The weights as a difference u - v of nonnegative ones, so that the l1 norm is smooth; the intercept is the last."""
    l1, l2, low, high = PENALTIES[penalty]
    p = x.shape[1]
    free = times == 0
    lows, highs = np.where(free, -INF, low), np.where(free, INF, high)

    def both(parts):
        w, b = parts[:p] - parts[p:2 * p], parts[-1]
        value, slope = LOSSES[loss](x @ w + b, y)
        g = x.T @ slope / len(y) + l2 * times * w
        total = value.mean() + l1 * (times * (parts[:p] + parts[p:2 * p])).sum() + 0.5 * l2 * (times * w**2).sum()
        return total, np.concatenate([g + l1 * times, -g + l1 * times, [slope.mean()]])

    # A box around zero splits into one for each part; those here have zero in them.
    bounds = [(0, h) for h in np.maximum(highs, 0)] + [(0, -l) for l in np.minimum(lows, 0)] + [(-INF, INF)]
    bounds = [(None if l == -INF else l, None if h == INF else h) for l, h in bounds]
    parts = np.zeros(2 * p + 1)
    for _ in range(5):  # from where it stopped, with a fresh memory
        parts = minimize(both, parts, jac=True, method="L-BFGS-B", bounds=bounds,
                         options={"maxiter": 50_000, "maxfun": 100_000, "ftol": 1e-16, "gtol": 1e-12, "maxcor": 30}).x
    return both(parts)[0], parts[:p] - parts[p:2 * p], parts[-1]


def value_of(loss, penalty, times, x, y, w, b):
    l1, l2, low, high = PENALTIES[penalty]
    bound = times > 0
    assert np.all(w[bound] >= low - 1e-12) and np.all(w[bound] <= high + 1e-12), f"{loss} {penalty}: outside the box"
    return LOSSES[loss](x @ w + b, y)[0].mean() + (times * (l1 * np.abs(w) + 0.5 * l2 * w**2)).sum()


def main() -> int:
    rng = np.random.default_rng(7)
    n, p = 400, 5
    x = rng.normal(size=(n, p)) * np.array([1, 3, 0.5, 1, 1])
    x[:, 3] += 0.7 * x[:, 0]
    signal = x @ np.array([0.6, -0.2, 0.8, 0, 0.3]) + 0.3
    targets = {"number": signal + rng.standard_t(2, size=n), "class": np.sign(signal + rng.logistic(size=n)),
               "count": rng.poisson(np.exp(np.minimum(signal, 2.5))).astype(float)}
    checked = 0
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/w.csv", "w") as out:
            out.write("feature,weight\n" + "".join(f"{name},{weight}\n" for name, weight in WEIGHTS.items()))
        for loss in LOSSES:
            y = targets["class" if loss in ("logistic", "squared-hinge") else "count" if loss.startswith("poisson") else "number"]
            path = f"{folder}/d.csv"
            np.savetxt(path, np.column_stack([x, y]), delimiter=",", header=",".join([f"x{j}" for j in range(p)] + ["y"]),
                       comments="", fmt="%.17g")
            for penalty in PENALTIES:
                for weighted in (False, True):
                    times = np.array([WEIGHTS.get(f"x{j}", 1.0) if weighted else 1.0 for j in range(p)])
                    run = subprocess.run([PROGRAM, "fit", path, "--loss", loss, "--penalty", penalty, "--solver", "exact", "--json",
                                          "--out", f"{folder}/m.json", *(["--penalty-weights", f"{folder}/w.csv"] if weighted else [])],
                                         capture_output=True, text=True)
                    assert run.returncode == 0, run.stderr
                    fitted = json.loads(run.stdout)
                    assert fitted["solver"]["residual"] <= 1e-10, f"{loss} {penalty}: stopped at {fitted['solver']}"
                    w, b = np.array(fitted["model"]["weights"]), fitted["model"]["intercept"]
                    ours = value_of(loss, penalty, times, x, y, w, b)
                    theirs, w_theirs, b_theirs = reference(loss, penalty, times, x, y)
                    # The minimum is one: whoever is lower is right, and ours must not be the higher by more than rounding.
                    assert ours <= theirs + 1e-12 * max(1, abs(theirs)), f"{loss} {penalty}: {ours - theirs:.3g} above scipy's"
                    assert theirs - ours <= 1e-8 * max(1, abs(ours)), f"{loss} {penalty}: {theirs - ours:.3g} below scipy's"
                    worst = max(np.max(np.abs(w - w_theirs)), abs(b - b_theirs))
                    assert worst <= 2e-3, f"{loss} {penalty} weighted={weighted}: weights differ by {worst:.3g}"
                    checked += 1
    print(f"{checked} passed, 0 failed")
    return 0


sys.exit(main())
