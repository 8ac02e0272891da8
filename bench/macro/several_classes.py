#!/usr/bin/env python3
"""Softmax at once against one class against the rest, both out of one budget: PYTHONPATH=build/python python3 bench/macro/several_classes.py [FOLDER]

Accuracy and mean log loss on rows that were not fitted, mean and standard error over seeds. FOLDER has adult_raw.csv.gz.
"""
import pathlib
import sys
import warnings

import numpy as np
import pandas as pd
from sklearn.datasets import load_digits, make_classification
from sklearn.metrics import log_loss
from sklearn.model_selection import train_test_split

from discreet import DPLogisticRegression, PrivacyWarning

warnings.simplefilter("ignore", PrivacyWarning)
SEEDS = 6


def synthetic(classes):
    return make_classification(20000, 20, n_informative=10, n_redundant=5, n_classes=classes, n_clusters_per_class=1, random_state=1)


def adult(folder):
    frame = pd.read_csv(folder / "adult_raw.csv.gz")
    numbers = frame[["age", "education-num", "capital-gain", "capital-loss", "hours-per-week"]].to_numpy(float)
    return np.column_stack([numbers, frame["sex"] == "Male", frame.iloc[:, -1] == frame.iloc[0, -1]]), frame["relationship"].to_numpy()


def problems(folder):
    for classes in (3, 5, 10):
        yield f"synthetic, {classes} classes", *synthetic(classes)
    yield "digits, 10 classes", *load_digits(return_X_y=True)
    if (folder / "adult_raw.csv.gz").exists():
        yield "Adult, relationship, 6 classes", *adult(folder)


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/data")
    print("| problem | rows | epsilon | softmax: accuracy | log loss | ovr: accuracy | log loss |\n|---|---|---|---|---|---|---|")
    for name, X, y in problems(folder):
        train, test, labels, truth = train_test_split(X, y, test_size=0.3, random_state=0)
        for epsilon in (0.5, 1.0, 4.0):
            cells = []
            for several in ("softmax", "ovr"):
                found = []
                for seed in range(SEEDS):
                    model = DPLogisticRegression(alpha=1e-4, classes=np.unique(y), multi_class=several, epsilon=epsilon, noise=f"seeded:{seed}").fit(train, labels)
                    found.append((np.mean(model.predict(test) == truth), log_loss(truth, model.predict_proba(test), labels=model.classes_)))
                for values in zip(*found):
                    cells.append(f"{np.mean(values):.3f} +- {np.std(values, ddof=1) / np.sqrt(SEEDS):.3f}")
            print(f"| {name} | {len(train)} | {epsilon:g} | {' | '.join(cells)} |", flush=True)


main()
