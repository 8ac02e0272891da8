"""Data that the tests share."""
import numpy as np


def data(rows=2000, classes=2):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(rows, 4))
    score = X @ [1, -1, 2, 0]
    return X, np.digitize(score, np.quantile(score, np.arange(1, classes) / classes))
