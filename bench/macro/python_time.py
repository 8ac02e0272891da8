#!/usr/bin/env python3
"""How long a fit takes from Python and on the command line, in turn: PYTHONPATH=build/python python3 bench/macro/python_time.py FILE.csv.gz

The command line reads the file and fits; Python fits a pandas frame that is there already. Beside it what the whole Python program takes,
with its imports and pandas' reading, and what scikit-learn's conventions add to the bare fit of an array. Ratios are of medians and of minima.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import pandas as pd

import discreet
from discreet import DPLogisticRegression, DPRidge
from discreet._program import program

WHOLE = """
import sys, pandas as pd
from discreet import DPLogisticRegression
frame = pd.read_csv(sys.argv[1])
DPLogisticRegression(alpha=1e-3, epsilon=1.0, classes=CLASSES, noise="seeded:1").fit(frame.iloc[:, :-1], frame.iloc[:, -1]).save(sys.argv[2])
"""


def seconds(task):
    begun = time.perf_counter()
    task()
    return time.perf_counter() - begun


def main():
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("data", nargs="?", default="../shared/data/adult.csv.gz", help="a CSV file whose last column has two classes")
    read.add_argument("--repeats", type=int, default=15)
    given = read.parse_args()
    out = pathlib.Path(tempfile.mkdtemp()) / "model.json"
    frame = pd.read_csv(given.data)
    rows, labels = frame.iloc[:, :-1], frame.iloc[:, -1]
    array = np.asfortranarray(rows, dtype=np.float64)
    signs = np.where(labels == labels.max(), 1.0, -1.0)
    names = tuple(str(name) for name in sorted(labels.unique()))
    options = {"loss": "logistic", "penalty": "l2:0.001", "epsilon": 1, "noise": "seeded:1"}
    command = [program(), "fit", given.data, "--loss", "logistic", "--penalty", "l2:0.001", "--epsilon", "1", "--noise", "seeded:1", "--out", str(out)]
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    tasks = {
        "command line": lambda: subprocess.run(command, **quiet),
        "fit of the frame": lambda: DPLogisticRegression(alpha=1e-3, epsilon=1.0, classes=labels.unique(), noise="seeded:1").fit(rows, labels),
        "bare fit of an array": lambda: discreet.fit(array, signs, options, classes=names),
        "whole Python program": lambda: subprocess.run([sys.executable, "-c", WHOLE.replace("CLASSES", repr(labels.unique().tolist())), given.data, str(out)], **quiet, env=os.environ),
    }
    DPRidge(noise="seeded:1").fit(np.eye(10), np.arange(10.0))  # what is loaded once
    took = {name: [] for name in tasks}
    for _ in range(given.repeats):
        for name, task in tasks.items():
            took[name].append(seconds(task))
    base = took["command line"]
    print(f"{len(rows)} rows, {rows.shape[1]} features, {given.repeats} times in turn")
    for name, times in took.items():
        print(f"{name:22} median {statistics.median(times):.3f} s, least {min(times):.3f} s; over the command line's "
              f"{statistics.median(times) / statistics.median(base):.2f} and {min(times) / min(base):.2f}")


main()
