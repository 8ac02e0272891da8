#!/usr/bin/env python3
"""The headline table: PYTHONPATH=build/python /usr/bin/python3 bench/macro/headline.py [FOLDER] [--csv docs/figures/headline.csv]

How good a private model is on rows that were not fitted, beside what is installed without privacy (scikit-learn's own solver, liblinear by way of
scikit-learn). Ours has nothing but the problem and epsilon; ten seeds of noise. The lines about
the relative error stand beside published numbers and are copied from docs/figures/dpcd-table2.csv, which `discreet reproduce` writes.
Research output: not private.
"""
import argparse
import csv
import pathlib
import sys
import warnings

import numpy as np
import pandas as pd
import sklearn
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVR

import discreet
from discreet import DPLogisticRegression, DPRidge, PrivacyWarning

SEEDS = range(1, 11)
EPSILON = 1.0
COLUMNS = ["data", "measure", "rows", "features", "published", "published_by", "constant", "scikit_learn", "liblinear", "ours", "ours_error"]


def table(path):
    frame = pd.read_csv(path)
    return frame.iloc[:, :-1].to_numpy(float), frame.iloc[:, -1].to_numpy(float)


def fifth_apart(X, y):
    """Every fifth row is kept for testing: a public rule."""
    test = np.arange(len(y)) % 5 == 4
    return X[~test], y[~test], X[test], y[test]


def problems(folder):
    yield "Adult", "accuracy", (*table(folder / "adult.csv.gz"), *table(folder / "adult_test.csv.gz"))
    yield "Electricity", "accuracy", fifth_apart(*table(folder / "electricity.csv.gz"))
    X, y = load_svmlight_file(str(folder / "phishing.svm.gz"), n_features=68)
    yield "Phishing", "accuracy", fifth_apart(X.toarray(), y)
    yield "California", "r2", fifth_apart(*table(folder / "california.csv.gz"))


def line(name, measure, X, y, test, truth):
    if measure == "accuracy":
        plain = make_pipeline(StandardScaler(), LogisticRegression(C=1.0, max_iter=2000))
        liblinear = make_pipeline(StandardScaler(), LogisticRegression(C=1.0, solver="liblinear"))
        ours = lambda seed: DPLogisticRegression(epsilon=EPSILON, alpha="1/n", classes=np.unique(y), noise=f"seeded:{seed}")
        constant = max(np.mean(truth == label) for label in np.unique(y))
    else:
        plain = make_pipeline(StandardScaler(), Ridge(alpha=1.0))
        liblinear = make_pipeline(StandardScaler(), LinearSVR(loss="squared_epsilon_insensitive", epsilon=0.0, C=1.0, dual=False))
        ours = lambda seed: DPRidge(epsilon=EPSILON, alpha="1/n", noise=f"seeded:{seed}")
        constant = 0.0
    scores = [ours(seed).fit(X, y).score(test, truth) for seed in SEEDS]
    return [name, f"test {measure}", len(y), X.shape[1], "", "", f"{constant:.4f}", f"{plain.fit(X, y).score(test, truth):.4f}",
            f"{liblinear.fit(X, y).score(test, truth):.4f}",
            f"{np.mean(scores):.4f}", f"{np.std(scores, ddof=1) / np.sqrt(len(scores)):.4f}"]


def beside_published(path):
    """Relative errors of the untuned private fit beside the published, tuned DP-CD: table 2 of the DP-CD publication."""
    sizes = {"Electricity": (45312, 8), "California": (20640, 8), "Sparse LASSO": (1000, 1000)}
    with open(path) as file:
        for row in csv.DictReader(text for text in file if not text.startswith("#")):
            if row["algorithm"] == "DP-CD":
                rows, features = next(size for known, size in sizes.items() if row["problem"].startswith(known))
                epsilon = "" if float(row["epsilon_claimed"]) == 1 else f" (epsilon {float(row['epsilon_claimed']):g})"
                yield [row["problem"] + epsilon, "relative error", rows, features, row["published"], "DP-CD tuned (Mangold et al. 2022)",
                       "", "0", "", row["ours_untuned_private"], ""]


def main():
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("folder", nargs="?", type=pathlib.Path, default=pathlib.Path("../shared/data"))
    read.add_argument("--csv", type=pathlib.Path, default=None, help="standard output unless said otherwise")
    read.add_argument("--table2", type=pathlib.Path, default=pathlib.Path("docs/figures/dpcd-table2.csv"))
    given = read.parse_args()
    warnings.simplefilter("ignore", PrivacyWarning)
    lines = [line(name, measure, *data) for name, measure, data in problems(given.folder)]
    lines += beside_published(given.table2)
    out = open(given.csv, "w", newline="") if given.csv else sys.stdout
    print("# bench/macro/headline.py: epsilon 1 unless a line says otherwise, delta 1/n^2, replace-one, nothing tuned; seeds 1 to 10; research output: not private", file=out)
    print(f"# discreet {discreet.__version__}, scikit-learn {sklearn.__version__}; rows tested: Adult's own test file, elsewhere every fifth row", file=out)
    print("# the lines with a published number are of docs/figures/dpcd-table2.csv, delta 1/n^2", file=out)
    write = csv.writer(out, lineterminator="\n")
    write.writerow(COLUMNS)
    write.writerows(lines)
    if given.csv:
        out.close()


main()
