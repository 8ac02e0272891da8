#!/usr/bin/env python3
"""Two thousand random command lines of `discreet fit`, from a fixed seed. Whatever the options: no internal failure, one
line of error, a budget that is kept, a ledger that is charged exactly where there is a model, and no option that is ignored
without a word. DISCREET_COMBINATIONS says how many, DISCREET_SEED which ones, DISCREET_FIRST from which one on; a failure is printed with as few options as
still show it."""
import concurrent.futures
import json
import math
import os
import pathlib
import queue
import random
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from random_options import GENERATORS, PROMISES, ROUNDING_ONLY, WITHOUT_EFFECT, command, reserved, solver_names, table_options  # noqa: E402
from random_tables import written_tables  # noqa: E402

PROGRAM = os.environ["DISCREET_PROGRAM"]
COMBINATIONS = int(os.environ.get("DISCREET_COMBINATIONS", "2000"))
SEED = os.environ.get("DISCREET_SEED", "1")
FIRST = int(os.environ.get("DISCREET_FIRST", "0"))
WORKERS = 2
CODES = {0, 2, 3, 4, 5}
# A model without them is another one, or none.
NEVER_LEFT_OUT = {"noise", "epsilon", "intercept", "solver"}


class Fit:
    """One run of the program in a folder of its own, beside the tables."""

    def __init__(self, place, data, options):
        self.words = [PROGRAM, "fit", data]
        for name, value in options:
            self.words += [f"--{name}"] if value is None else [f"--{name}={value}"]
        for name in ("model.json", "page.html", "ledger.db"):
            (place / name).unlink(missing_ok=True)
        self.charges = None
        if (place.parent / "ledger.db").exists():
            shutil.copy(place.parent / "ledger.db", place / "ledger.db")
        done = subprocess.run(self.words, cwd=place, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)
        self.code, self.out, self.errors = done.returncode, done.stdout, done.stderr
        self.model = json.loads((place / "model.json").read_text()) if (place / "model.json").exists() else None
        if (place / "ledger.db").exists():
            with sqlite3.connect(place / "ledger.db") as ledger:
                self.charges = ledger.execute("SELECT COUNT(*) FROM history WHERE action = 'charge'").fetchone()[0]


def numbers_of(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for one in value for number in numbers_of(one)]
    return [value] if isinstance(value, float) else []


def problems_of(fit):
    """What a single run does wrong."""
    if fit.code not in CODES:
        yield f"exit code {fit.code}"
    if "internal failure" in fit.errors or "promise" in fit.errors:
        yield "an internal failure"
    lines = fit.errors.splitlines()
    faults = [line for line in lines if not line.startswith("discreet: warning: ")]
    if any(not line.startswith("discreet: ") for line in lines) or len(faults) != (fit.code != 0):
        yield "standard error is not one line of error, or of warnings alone"
    if fit.charges and not fit.model:
        yield "the ledger is charged and there is no model"
    if fit.model is None:
        if fit.code == 0:
            yield "exit code 0 and no model"
        return
    if fit.code != 0:
        yield "a model in spite of an error"
    if any(word.startswith("--ledger") for word in fit.words) and fit.charges != 1:
        yield "a model that the ledger was not charged for once"
    if not all(map(math.isfinite, numbers_of(fit.model["model"]))):
        yield "a number of the model is not finite"
    privacy = fit.model["privacy"]
    if privacy["private"] != (not privacy["caveats"]):
        yield "private and caveats do not say the same"
    if isinstance(privacy["epsilon"], float) and "claimed" not in json.dumps(privacy) and not privacy["epsilon_spent"] <= privacy["epsilon"]:
        yield "more epsilon is spent than there is"


def without(model, *names):
    return {name: part for name, part in model.items() if name not in names}


def is_named(option, fit):
    """Whether the output says something about the option: a warning, a notice or a caveat."""
    texts = [fit.errors, *fit.model["privacy"].get("notices", []), *fit.model["privacy"]["caveats"]]
    texts += [warning["text"] for warning in fit.model.get("warnings", [])]
    return any(f"--{option}" in text for text in texts)


def same_model(one, other):
    return other.model is not None and without(one.model, "run") == without(other.model, "run")


def ignored(place, table, options, option, first):
    """Whether a model is the same, and nothing said, without the option and with any other value of it."""
    def again(changed):
        return Fit(place, table.path, [pair for pair in changed if pair is not None])
    value = dict(options)[option]
    if is_named(option, first) or not same_model(first, again([pair for pair in options if pair[0] != option])):
        return False
    drawn = {GENERATORS[option](random.Random(turn), table) for turn in range(20)}
    others = sorted(drawn - {value, None})
    return all(same_model(first, again([(name, other if name == option else v) for name, v in options])) for other in others)


def examined(place, table, options, defaults, option=None):
    """A run and its problems; the option that is looked at is a random one unless it is said. Where nothing was learnt, no
    option of a solver could have changed it."""
    try:
        fit = Fit(place, table.path, options)
    except (subprocess.TimeoutExpired, ValueError) as problem:
        return None, [type(problem).__name__]
    found = list(problems_of(fit))
    given = [name for name, value in options if name not in WITHOUT_EFFECT | PROMISES | NEVER_LEFT_OUT and value != defaults.get(name)]
    if found or fit.model is None or not any(fit.model["model"]["weights"]) or "seeded" not in dict(options).get("noise", "") or not given:
        return fit, found
    option = option or random.Random(str(options)).choice(given)
    if option in ROUNDING_ONLY.get(fit.model["solver"]["name"], ()):
        return fit, found
    if option in given and ignored(place, table, options, option, fit):
        found.append(f"--{option} is ignored without a word")
    return fit, found


def shrunk(place, table, options, defaults, problem):
    """As few options as still show the problem."""
    option = problem.split()[0].removeprefix("--") if problem.startswith("--") else None
    for pair in list(options):
        fewer = [one for one in options if one != pair]
        if problem in examined(place, table, fewer, defaults, option)[1]:
            options = fewer
    return options


def main():
    defaults = table_options(PROGRAM)
    forgotten = set(defaults) - set(GENERATORS)
    if forgotten:
        sys.exit(f"options of fit without a generator in random_options.py: {', '.join(sorted(forgotten))}")
    solvers, names = reserved(PROGRAM), solver_names(PROGRAM)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        tables = written_tables(folder, PROGRAM, random.Random(f"tables {SEED}"))
        subprocess.run([PROGRAM, "ledger", "create", "ledger.db", "--dataset", "d", "--epsilon", "1e6", "--delta", "0.5"], cwd=folder, check=True, capture_output=True)

        failures, places = [], queue.SimpleQueue()
        for worker in range(WORKERS):
            place = folder / f"worker{worker}"
            place.mkdir()
            for file in [path for path in folder.iterdir() if path.is_file() and path.name != "ledger.db"]:
                (place / file.name).symlink_to(file)
            places.put(place)

        def one(k):
            place = places.get()
            table, options = command(random.Random(f"{SEED}:{k}"), tables, solvers, names)
            fit, found = examined(place, table, options, defaults)
            for problem in found:
                words = [f"--{name}" if value is None else shlex.quote(f"--{name}={value}") for name, value in shrunk(place, table, options, defaults, problem)]
                failures.append(k)
                print(f"{k}: {problem}\n  discreet fit {table.path} {' '.join(words)}\n  {fit.errors.strip() if fit else ''}", flush=True)
            places.put(place)
            return fit is not None and fit.model is not None

        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            models = sum(pool.map(one, range(FIRST, FIRST + COMBINATIONS)))
    print(f"{COMBINATIONS} combinations of seed {SEED}, {models} models, {len(failures)} failures")
    if models < COMBINATIONS / 4:
        sys.exit("fewer than a quarter of the combinations are accepted: the generators no longer fit the options")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
