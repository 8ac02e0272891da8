#!/usr/bin/python3
"""Chooses the constants of the references of bench/macro/tables: bench/macro/tables_constants.py [FOLDER]

Every setting of a small grid is tried on half a of the tables; the best two, the worst and the ones in use are printed with the mean over tables and epsilons of the recovered share (at
least -1), and what they have on half b, which chose nothing. The winners stand in bench/macro/tables_references.py. Not private: the tables are public.
"""
import argparse
import itertools
import os
import pathlib
import sys
from concurrent.futures import ProcessPoolExecutor

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from tables_data import split_of, tables_of
from tables_references import CHOSEN, METHODS, Constants, by_hand

ROOT = pathlib.Path(__file__).resolve().parents[2]
GRIDS = {"dpgd": {"steps": [30, 100], "clip": [1, 2, 4], "step": [0.1, 0.3, 1]},
         "adassp": {"row": [0.7, 0.85, 1, 1.2], "target": [1, 1.5, 2], "probability": [0.02, 0.05, 0.1, 0.15]}}


def settings(method):
    grid = GRIDS[method]
    return [Constants(**dict(zip(grid, values))) for values in itertools.product(*grid.values())]


def in_use(method, scaling):
    return Constants(**{name: getattr(CHOSEN[scaling], name) for name in GRIDS[method]})


def explained(table, split, number):
    """What a fit without noise and limits explains: the measure of what there is to recover."""
    method, constants = ("dpgd", Constants(steps=2000, clip=1e9, step=0.1)) if table.kind == "count" else ("adassp", Constants(row=1e9, target=1e9))
    return next(by_hand(table, split, number, ["inf"], 1, {"all": (method, "free", constants)}))[3]


def tried(job):
    """(method and scaling, constants) -> recovered of every epsilon, on one split of one table."""
    table, number, epsilons, candidates = job
    split, found = split_of(table, number), {}
    most = max(0.05, explained(table, split, number))
    for (method, scaling), all_constants in candidates.items():
        for constants in all_constants:
            shares = [max(-1.0, share / most) for _, _, _, share in by_hand(table, split, number, epsilons, 1, {"one": (method, scaling, constants)})]
            if shares:
                found[(method, scaling), constants] = shares
    return found


def scores(given, half, candidates):
    """(method and scaling, constants) -> mean recovered over tables, splits and epsilons of a half."""
    tables = sorted(tables_of(given.folder, half=half), key=lambda table: -table.rows * table.columns)
    jobs = [(table, number, given.epsilon, candidates) for table in tables for number in range(given.splits)]
    found = {}
    with ProcessPoolExecutor(given.jobs) as pool:
        for part in pool.map(tried, jobs):
            for key, shares in part.items():
                found.setdefault(key, []).extend(shares)
    return {key: float(np.mean(shares)) for key, shares in found.items()}


def main():
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT / "../shared/data/tables")
    read.add_argument("--epsilon", default="0.5,1,3", type=lambda text: text.split(","))
    read.add_argument("--splits", type=int, default=2)
    read.add_argument("--jobs", type=int, default=os.cpu_count())
    given = read.parse_args()
    if not (given.folder / "meta.csv").exists():
        print(f"skipped: there are no tables in {given.folder}", file=sys.stderr)
        return 77
    first = scores(given, "a", {each: settings(each[0]) for each in METHODS})
    ranked = {each: sorted((constants for way, constants in first if way == each), key=lambda constants: -first[each, constants]) for each in METHODS}
    shown = {each: list(dict.fromkeys([*ranked[each][:2], ranked[each][-1], in_use(*each)])) for each in METHODS}
    second = scores(given, "b", shown)
    for (method, scaling), candidates in shown.items():
        for constants in candidates:
            key = (method, scaling), constants
            values = ", ".join(f"{name} {getattr(constants, name):g}" for name in GRIDS[method])
            before = f"{first[key]:.3f}" if key in first else "  -  "
            print(f"{method:6} {scaling}: half a {before}, half b {second[key]:.3f}  {values}{'  (as in tables_references.py)' if constants == in_use(method, scaling) else ''}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
