#!/usr/bin/env python3
"""The exact solver against scikit-learn, and private solvers without noise against the exact solver, on real
data where it is there and on synthetic data everywhere."""
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from sklearn.linear_model import Lasso, LogisticRegression
except ImportError:
    print("skipped: scikit-learn is missing (python3-sklearn)")
    sys.exit(77)

PROGRAM = os.environ["DISCREET_PROGRAM"]
DATA = pathlib.Path(os.environ.get("DISCREET_DATA", "../shared/data"))


def fit(*arguments: str) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([PROGRAM, "fit", *arguments, "--json", "--out", f"{folder}/m.json"], capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        return json.loads(run.stdout)


def table(path: pathlib.Path):
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
    with opened as lines:
        rows = np.loadtxt(lines, delimiter=",", skiprows=1)
    return rows[:, :-1], rows[:, -1]


def written(folder: str, name: str, x, y) -> str:
    path = f"{folder}/{name}.csv"
    header = ",".join([f"x{j}" for j in range(x.shape[1])] + ["y"])
    np.savetxt(path, np.column_stack([x, y]), delimiter=",", header=header, comments="", fmt="%.17g")
    return path


def objective(loss: str, penalty: str, w, b, x, y) -> float:
    z = x @ w + b
    value = 0.5 * np.mean((z - y) ** 2) if loss == "squared" else np.mean(np.logaddexp(0, -y * z))
    name, _, strength = penalty.partition(":")
    if name == "l1":
        value += float(strength) * np.abs(w).sum()
    if name == "l2":
        value += 0.5 * float(strength) * (w @ w)
    return value


def close(what: str, ours, theirs, scale, tolerance: float) -> None:
    """Coefficients in units in which every column has deviation one."""
    worst = np.max(np.abs((np.asarray(ours) - np.asarray(theirs)) * scale)) / max(1.0, np.max(np.abs(np.asarray(theirs) * scale)))
    assert worst <= tolerance, f"{what}: coefficients differ by {worst:.3g}"


def check(name: str, path: str, x, y, loss: str, penalty: str, intercept: bool) -> None:
    strength = float(penalty.partition(":")[2])
    flags = ["--loss", loss, "--penalty", penalty] + ([] if intercept else ["--no-intercept"])
    exact = fit(path, *flags, "--solver", "exact")["model"]
    scale = x.std(axis=0)
    scale = np.where(scale > 0, scale, 1)
    w = np.array(exact["weights"])
    # scikit-learn converges on standardised columns; its penalty is then not ours, so it is compared on the data as given.
    if loss == "squared":
        theirs = Lasso(alpha=strength, fit_intercept=intercept, tol=1e-14, max_iter=10_000_000, precompute=True).fit(x, y)
        close(f"{name} {loss} {penalty}", w, theirs.coef_, scale, 1e-6)
    else:
        theirs = LogisticRegression(C=1 / (strength * len(y)), fit_intercept=intercept, tol=1e-12, max_iter=100_000, solver="newton-cholesky").fit(x, y)
        close(f"{name} {loss} {penalty}", w, theirs.coef_[0], scale, 1e-6)
    best = objective(loss, penalty, w, exact["intercept"], x, y)
    for solver in ("auto", "cd"):
        noiseless = fit(path, *flags, "--epsilon", "inf", "--solver", solver)["model"]
        reached = objective(loss, penalty, np.array(noiseless["weights"]), noiseless["intercept"], x, y)
        gap = (reached - best) / abs(best)
        assert abs(gap) <= 1e-6, f"{name}: without noise the objective of {solver} is off by {gap:.3g}"
    print(f"{name:28} {loss:9} {penalty:10} intercept={intercept!s:5} agrees; without noise {gap:+.1e}")


def main() -> int:
    checked = 0
    with tempfile.TemporaryDirectory() as folder:
        rng = np.random.default_rng(1)
        x = rng.normal(size=(500, 6)) * np.array([1, 10, 0.1, 1, 5, 1]) + np.array([0, 100, 0, 3, 0, 0])
        y = x @ np.array([1, 0.1, 5, 0, 0, -1]) + rng.normal(size=500)
        for intercept in (True, False):
            check("synthetic", written(folder, "regression", x, y), x, y, "squared", "l1:0.05", intercept)
            check("synthetic", written(folder, "classes", x, np.sign(y - np.median(y))), x, np.sign(y - np.median(y)), "logistic", "l2:0.01", intercept)
            checked += 2
        for file, loss, penalties in (("diabetes", "squared", ["l1:0.5"]), ("california", "squared", ["l1:0.08"]), ("electricity", "logistic", ["l2:0.0001"])):
            path = DATA / f"{file}.csv.gz"
            if not path.exists():
                print(f"skipped: {path} is not there")
                continue
            x, y = table(path)
            for intercept in (True, False):
                check(f"{file} raw", str(path), x, y, loss, penalties[0], intercept)
                checked += 1
            xs = (x - x.mean(axis=0)) / x.std(axis=0)
            ys = y - y.mean() if loss == "squared" else y
            for intercept in (True, False):
                check(f"{file} standardised", written(folder, file, xs, ys), xs, ys, loss, penalties[0], intercept)
                checked += 1
    print(f"{checked} passed, 0 failed")
    return 0


sys.exit(main())
