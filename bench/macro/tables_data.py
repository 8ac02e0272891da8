"""A folder of tables: meta.csv (name,source,kind,n,p), NAME.csv.gz with numbers and the target in the last column, NAME.bounds.csv (column,lower,upper).
Splits, halves and the measure that programs and references share."""
import csv
import gzip
import hashlib
import random
from dataclasses import dataclass

import numpy as np

LOSS = {"binary": "logistic", "regression": "squared", "count": "poisson"}


@dataclass(frozen=True)
class Table:
    name: str
    kind: str
    rows: int
    columns: int
    folder: object

    @property
    def half(self):
        """Half a chooses constants, half b reports: the lowest bit of the first byte of the SHA-256 of the name."""
        return "ab"[hashlib.sha256(self.name.encode()).digest()[0] & 1]

    @property
    def bounds_file(self):
        return self.folder / f"{self.name}.bounds.csv"

    def bounds(self):
        with open(self.bounds_file) as file:
            return {row["column"]: (float(row["lower"]), float(row["upper"])) for row in csv.DictReader(file)}


@dataclass(frozen=True)
class Split:
    head: str
    lines: tuple  # of the training part, as they stand in the file
    test_lines: tuple
    x: np.ndarray
    y: np.ndarray
    test_x: np.ndarray
    test_y: np.ndarray

    @property
    def columns(self):
        return self.head.split(",")

    def first(self, rows):
        """The same with so many rows to learn from; the test part stays."""
        return Split(self.head, self.lines[:rows], self.test_lines, self.x[:rows], self.y[:rows], self.test_x, self.test_y)


def tables_of(folder, only=(), half=None):
    with open(folder / "meta.csv") as file:
        found = [Table(row["name"], row["kind"], int(row["n"]), int(row["p"]), folder) for row in csv.DictReader(file)]
    unknown = set(only) - {table.name for table in found}
    if unknown:
        raise SystemExit(f"no such table: {', '.join(sorted(unknown))}")
    return [table for table in found if (not only or table.name in only) and half in (None, table.half)]


def split_of(table, number):
    """Four fifths to learn from, one to measure on: a public shuffle."""
    with gzip.open(table.folder / f"{table.name}.csv.gz", "rt") as file:
        head, *lines = file.read().splitlines()
    random.Random(1000 + number).shuffle(lines)
    cut = len(lines) * 4 // 5
    values = np.array([line.split(",") for line in lines], dtype=float)
    return Split(head, tuple(lines[:cut]), tuple(lines[cut:]), values[:cut, :-1], values[:cut, -1], values[cut:, :-1], values[cut:, -1])


def loss_of(kind, predicted, y):
    """The mean loss that `discreet evaluate` reports: half the square, the log loss, half the Poisson deviance."""
    if kind == "regression":
        return np.mean((y - predicted) ** 2) / 2
    if kind == "binary":
        p = np.clip(predicted, 1e-6, 1 - 1e-6)
        return -np.mean(np.where(y > 0, np.log(p), np.log1p(-p)))
    logs = y * np.log(np.where(y > 0, y, 1)) - y  # of a model that knows every count
    return np.mean(predicted - y * np.log(np.maximum(predicted, 1e-300)) + logs)


def share_of(kind, loss, split):
    """The part of the test loss of the training part's constant that a model explains; below -1 nothing is told apart any more."""
    constant = loss_of(kind, np.full(len(split.test_y), split.y.mean()), split.test_y)
    return max(-1.0, 1 - loss / constant) if np.isfinite(loss) else -1.0


def without_widest(table):
    """The bounds file's lines but for the feature whose declared interval is widest, and that feature's name."""
    with open(table.bounds_file) as file:
        head, *lines = file.read().splitlines()
    features = {name: high - low for name, (low, high) in table.bounds().items()}
    features.pop(target_of(table), None)
    widest = max(features, key=features.get)
    return "\n".join([head] + [line for line in lines if line.split(",")[0] != widest]) + "\n", widest


def target_of(table):
    with gzip.open(table.folder / f"{table.name}.csv.gz", "rt") as file:
        return file.readline().strip().split(",")[-1]
