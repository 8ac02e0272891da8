#!/usr/bin/env python3
"""Same seeds, same bytes: the weights and privacy events of seeded fits of all solvers, losses and layouts, and what
accountants answer, against the digests in same_bytes.csv. A change of structure leaves every one of them alone; a change
of numbers on purpose writes the list again with `--write`, and says why.

A digest is the SHA-256 of the numbers alone (each as the shortest text that reads back the same), so words of the label
may change: what an event is called, caveats, facts, warnings.

Kernels round alike on every instruction set, but exp, log and the like come from the C library, which has a version for
each kind of processor. The test is therefore skipped (exit code 77) on machines without AVX2 and FMA, and where the
library answers otherwise than it did when the list was written: its first row is a digest of such answers."""
import concurrent.futures
import csv
import hashlib
import json
import math
import os
import pathlib
import random
import shlex
import shutil
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(os.environ["DISCREET_PROGRAM"])
LIST = pathlib.Path(__file__).with_name("same_bytes.csv")
LIBRARY = "(mathematics of the C library)"
# Made before all others, for lines that start from a model or look at one.
MODELS = {"start.json": "fit synthetic:classification?n=150&p=5&seed=2 --loss logistic --epsilon 1e6 --noise seeded:1",
          "clinic.json": "fit synthetic:clinic?n=300&seed=4 --loss logistic --solver newton --epsilon 20 --noise seeded:1"}
# Releases for the accountants: Gaussian ones alone, all kinds, random batches, fixed batches, and without a delta.
RELEASES = {
    "gaussian.json": ("zero-out", [{"type": "gaussian", "noise_multiplier": 3, "relative_to": "sensitivity", "count": 40}, {"type": "gaussian", "noise_multiplier": 8, "relative_to": "sensitivity"}]),
    "mixed.json": ("replace-one", [{"type": "gaussian", "noise_multiplier": 12, "relative_to": "sensitivity", "count": 20}, {"type": "laplace", "noise_multiplier": 9, "relative_to": "sensitivity", "count": 3},
                                   {"type": "exponential", "epsilon": 0.1, "count": 5}, {"type": "pure", "epsilon": 0.05}, {"type": "approximate", "epsilon": 0.1, "delta": 1e-8}]),
    "batches.json": ("add-remove", [{"type": "poisson_gaussian", "sampling": 0.02, "noise_multiplier": 1.1, "relative_to": "row", "count": 300}]),
    "fixed.json": ("replace-one", [{"type": "fixed_batch_gaussian", "rows": 1000, "batch": 20, "noise_multiplier": 1.5, "relative_to": "sensitivity", "count": 60}]),
    "few.json": ("zero-out", [{"type": "poisson_gaussian", "sampling": 0.001, "noise_multiplier": 0.3, "relative_to": "row", "count": 3}, {"type": "pure", "epsilon": 0.2}]),
    "choice.json": ("replace-one", [{"type": "exponential", "epsilon": 0.7}]),
    "pure.json": ("replace-one", [{"type": "pure", "epsilon": 0.1, "count": 50}]),
}


def skip(reason: str):
    print(reason)
    sys.exit(77)


def has_avx2_and_fma() -> bool:
    try:
        flags = next(line for line in open("/proc/cpuinfo") if line.startswith("flags")).split()
    except (OSError, StopIteration):
        return False
    return "avx2" in flags and "fma" in flags


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def library_digest() -> str:
    functions = [math.exp, math.expm1, math.log, math.log1p, math.log2, math.sin, math.cos, math.atan, math.sinh, math.tanh, math.sqrt, math.erf, math.erfc]
    points = [k / 64 + k * k / 3e4 for k in range(1, 400)]
    return digest("\n".join(repr(f(x)) for f in functions for x in points) + "\n".join(repr(math.pow(x, y)) for x, y in zip(points, reversed(points))))


def table(path: pathlib.Path, header: str, rows) -> None:
    path.write_text(header + "\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))


def write_files(folder: pathlib.Path) -> None:
    """What the command lines name. Only random() is called, which is the same in every version of Python."""
    rng = random.Random(27)
    # Values that are hard to read, far away, subnormal, negative zeros, a constant column, words and a quoted name.
    odd = ["-0", "4.9e-324", "1e15", "-1E+5", "+.5", "0.1", "3.", "1e-300", "123456789012345678", "0.30000000000000004"]
    ward = "NSEW?"
    table(folder / "awkward.csv", 'age,ward,"income, yearly",constant,tiny,y',
          ((rng.randrange(18, 99), ward[rng.randrange(5)], odd[i % 10] if i % 7 == 0 else f"{rng.random() * 5e4:.2f}", 7, f"{rng.random() * 1e-9:.4g}",
            int(rng.random() < 0.4)) for i in range(160)))
    table(folder / "measured.csv", "a,b,c,y",
          ((x := round(rng.random() * 6 - 3, 4), z := round(rng.random() * 200, 2), odd[i % 10] if i % 40 == 0 else round(rng.random(), 6), f"{2 * x - z / 50 + rng.random():.5f}")
           for i in range(160)))
    for name, label in (("classes.svm", lambda s: 1 if s > 0 else -1), ("numbers.svm", lambda s: f"{s:.5f}"), ("counts.svm", lambda s: min(9, int(abs(s))))):
        lines = []
        for _ in range(180):
            cells = [(j, round(rng.random() * 4 - 2, 3)) for j in range(1, 31) if rng.random() < 0.2]
            signal = sum(v for j, v in cells if j <= 6) + rng.random() - 0.5
            lines.append(f"{label(signal)} " + " ".join(f"{j}:{v}" for j, v in cells))
        (folder / name).write_text("\n".join(lines) + "\n")
    names = [f"x{j}" for j in range(1, 6)]
    table(folder / "smoothness.csv", "feature,smoothness", ((name, 0.5 + j) for j, name in enumerate(names)))
    table(folder / "weights.csv", "feature,weight", ((name, 1 + j % 3) for j, name in enumerate(names)))
    table(folder / "blocks.csv", "feature,block", ((name, j % 2) for j, name in enumerate(names)))
    table(folder / "bounds.csv", "column,lower,upper", ((name, -3, 3) for name in names))
    table(folder / "twelve.csv", "feature,weight", ((f"x{j}", j % 4) for j in range(1, 13)))
    table(folder / "sixty.csv", "feature,smoothness", ((f"x{j}", 0.5 + j % 3) for j in range(1, 61)))
    table(folder / "thirty.csv", "feature,smoothness", ((str(j), 0.5 + j % 4) for j in range(1, 31)))
    (folder / "candidates.txt").write_text("solver=newton\nsolver=cd passes=2 clip=1\nsolver=block passes=2 penalty=l1:0.05\n")
    for name, (neighbours, events) in RELEASES.items():
        (folder / name).write_text(json.dumps({"neighbours": neighbours, "delta": 1e-6, "events": events}))
    for name, command in MODELS.items():
        subprocess.run([PROGRAM, *shlex.split(command), "--out", name], cwd=folder, check=True, capture_output=True)


def numbers_in(value) -> list:
    """Every number and truth value of a JSON document, in its order; an infinite number is a word there."""
    if isinstance(value, dict):
        return [number for each in value.values() for number in numbers_in(each)]
    if isinstance(value, list):
        return [number for each in value for number in numbers_in(each)]
    if value in ("inf", "-inf", "nan") or isinstance(value, (int, float)):
        return [repr(float(value))]
    return []


def of_model(file: dict) -> str:
    """Weights, intercept and privacy events of a model, without words."""
    model, privacy = file["model"], file["privacy"]
    lines = [("weights", model["weights"]), ("intercept", model["intercept"]), ("path", model.get("path")),
             ("noise", model.get("noise_deviation")), ("sizes", model.get("sizes")), ("standardised", model.get("standardised"))]
    lines += [(name, privacy.get(name)) for name in ("epsilon", "delta", "mu", "epsilon_spent", "claimed_epsilon", "private", "rows", "trials")]
    for event in privacy["events"]:
        lines.append((event["type"], [event[name] for name in sorted(event)]))
    return "".join(f"{name}: {' '.join(numbers_in(value))}\n" for name, value in lines)


def outcome(number: int, command: str, folder: str) -> tuple:
    """The digest of what a command line makes, and that text itself; or nothing, and what the program said."""
    words = shlex.split(command)
    model = f"{number}.model.json"
    last = ["--out", model] if words[0] in ("fit", "tune") else ["--json"]
    run = subprocess.run([PROGRAM, *words, *last], cwd=folder, capture_output=True, text=True)
    if run.returncode != 0:
        return "", f"exit code {run.returncode}: {run.stderr.strip()}"
    if words[0] not in ("fit", "tune"):
        text = " ".join(numbers_in(json.loads(run.stdout))) + "\n"
    else:
        text = of_model(json.loads(pathlib.Path(folder, model).read_text()))
    return digest(text), text


def main() -> int:
    if not has_avx2_and_fma():
        skip("no AVX2 and FMA: the C library of this machine rounds otherwise")
    with open(LIST, newline="") as file:
        rows = [tuple(row) for row in csv.reader(file)][1:]
    writes = sys.argv[1:] == ["--write"]
    if not writes and (LIBRARY, library_digest()) != rows[0]:
        skip("the C library of this machine rounds otherwise than the one that the list was made with")
    rows = [row for row in rows if row[0] != LIBRARY]
    folder = tempfile.mkdtemp()
    try:
        write_files(pathlib.Path(folder))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(pool.map(lambda each: outcome(each[0], each[1][0], folder), enumerate(rows)))
    finally:
        shutil.rmtree(folder)
    failed = [(command, text) for (command, *old), (value, text) in zip(rows, found) if not value or not (writes or old == [value])]
    if writes and not failed:
        with open(LIST, "w", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerows([("command", "digest"), (LIBRARY, library_digest())])
            out.writerows((command, value) for (command, *_), (value, _) in zip(rows, found))
        print(f"{len(rows)} digests written")
        return 0
    for command, text in failed[:10]:
        print(f"discreet {command}\n{text}")
    print(f"{len(rows) - len(failed)} as they were, {len(failed)} not")
    return len(failed) > 0


sys.exit(main())
