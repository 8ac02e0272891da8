#!/usr/bin/env python3
"""No row decides what a model calls its classes. Two tables that differ in the label of one row are fitted by every reader: exit code,
classes, shapes and every public field of the model are the same. Labels that are not declared are refused, and nothing is charged."""
import gzip
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

PROGRAM = os.environ["DISCREET_PROGRAM"]
ROWS, FEATURES = 400, 3
problems = []


def expect(condition, *words):
    if not condition:
        problems.append(" ".join(map(str, words)))


def run(folder, *arguments, launcher=()):
    environment = {**os.environ, "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
    return subprocess.run([*launcher, PROGRAM, *map(str, arguments)], cwd=folder, capture_output=True, text=True, timeout=300,
                          stdin=subprocess.DEVNULL, env=environment)


def array(shape, values):
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + struct.pack(f"<{len(values)}d", *values)


def write_tables(folder, labels):
    """The same rows with these labels, as every reader takes them."""
    rows = [[((7 * i + 3 * j) % 11) / 5 - 1 for j in range(FEATURES)] for i in range(ROWS)]
    names = [f"x{j + 1}" for j in range(FEATURES)] + ["y"]
    for ending, comma in ((".csv", ","), (".tsv", "\t")):
        (folder / f"table{ending}").write_text("".join(comma.join(map(str, line)) + "\n"
                                                       for line in [names, *([*row, label] for row, label in zip(rows, labels))]))
    (folder / "table.svm").write_text("".join(f"{label} " + " ".join(f"{j + 1}:{x}" for j, x in enumerate(row)) + "\n"
                                              for row, label in zip(rows, labels)))
    for name in ("table.csv", "table.svm"):
        (folder / f"{name}.gz").write_bytes(gzip.compress((folder / name).read_bytes(), mtime=0))
    if all(isinstance(label, int) for label in labels):
        (folder / "table.npy").write_bytes(array((ROWS, FEATURES), [x for row in rows for x in row]))
        (folder / "labels.npy").write_bytes(array((ROWS,), labels))


READERS = {"table.csv": [], "table.tsv": [], "table.csv.gz": [], "table.svm": ["--features", FEATURES], "table.svm.gz": ["--features", FEATURES],
           "table.npy": ["--labels", "labels.npy"], "table.dcols": []}
FIT = ["--loss", "logistic", "--epsilon", 1, "--delta", "1e-6", "--noise", "seeded:7"]


def shape(value):
    """What is left of a part of the model where numbers are not compared."""
    if isinstance(value, dict):
        return {key: shape(each) for key, each in value.items()}
    if isinstance(value, list):
        return [shape(each) for each in value]
    return type(value).__name__ if isinstance(value, (int, float, bool)) else value


def public(model):
    """Weights, what was bought and how the run went are released with noise: of those the shape. The rest as it is."""
    named = {key: model["model"][key] for key in ("loss", "penalty", "features", "target", "classes") if key in model["model"]}
    return {"model": named, "privacy": model["privacy"], "build": model.get("build"), "shape": shape(model["model"]),
            "keys": sorted(model), "solver": sorted(model["solver"]) if isinstance(model["solver"], dict) else len(model["solver"])}


def fitted(labels, options=(), launcher=(), readers=READERS):
    """Of each reader the exit code, what was said of the file and the public part of the model."""
    found = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_tables(folder, labels)
        for data in readers:
            if data == "table.dcols":
                converted = run(folder, "convert", "table.csv", data, *options)
                found["convert"] = (converted.returncode, converted.stdout, converted.stderr)
            elif not (folder / data).exists():
                continue
            done = run(folder, "fit", data, *FIT, *options, *readers[data], "--out", "model.json", launcher=launcher)
            model = folder / "model.json"
            found[data] = (done.returncode, done.stderr.splitlines()[:1] if done.returncode else [],
                           public(json.loads(model.read_text())) if model.exists() else None)
            model.unlink(missing_ok=True)
    return found


def one_other(usual, other):
    return [usual] * (ROWS - 123) + [other] + [usual] * 122


def test_one_label_changes_nothing_public():
    alike = fitted([0] * ROWS)
    for data, found in alike.items():
        expect(found[0] == 0, data, "was not fitted:", found)
    for data in READERS:
        model = alike[data][2]
        expect(model and model["model"]["classes"] == [0, 1], data, model and model["model"]["classes"])
        expect(model and model["privacy"]["caveats"] == ["seeded noise: not private"], data, model and model["privacy"]["caveats"])
    for labels in (one_other(0, 1), one_other(0, -1), [1] * ROWS, [-1] * ROWS, one_other(-1, 1)):
        others = fitted(labels)
        for data in alike:
            expect(others[data] == alike[data], data, "differs for labels", sorted(set(labels)), others[data], alike[data])


def test_one_word_changes_nothing_public():
    declared = ["--classes", "healthy,hiv"]
    words = {data: options for data, options in READERS.items() if data != "table.npy"}
    alike, other = fitted(["healthy"] * ROWS, declared, readers=words), fitted(one_other("healthy", "hiv"), declared, readers=words)
    for data in alike:
        expect(alike[data][0] == 0 and alike[data] == other[data], data, alike[data], other[data])


def test_threads_and_processes_change_nothing():
    launchers = [((), ["--threads", 1]), ((), ["--threads", 3])]
    if shutil.which("mpirun") and run(".", "fit", "--help", launcher=MPIRUN).returncode == 0:
        launchers.append((MPIRUN, []))
    few = {data: READERS[data] for data in ("table.csv", "table.svm", "table.npy")}
    for launcher, options in launchers:
        alike, other = fitted([0] * ROWS, options, launcher, few), fitted(one_other(0, 1), options, launcher, few)
        for data in few:
            expect(alike[data][0] == 0 and alike[data] == other[data], launcher, options, data, alike[data], other[data])


MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2"]


def test_undeclared_labels_are_refused_before_anything_is_charged():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_tables(folder, one_other("healthy", "hiv"))
        ledger = ["--ledger", "budget.db", "--dataset", "rows"]
        created = run(folder, "ledger", "create", "budget.db", "--dataset", "rows", "--epsilon", 1, "--delta", "1e-6")
        paying = ledger if created.returncode == 0 else []
        fit = ["fit", "table.csv", "--loss", "logistic", "--epsilon", 0.5, "--delta", "1e-7", "--out", "model.json"]
        cases = [(["--strict", "--positive", "healthy"], 2, "--classes NEGATIVE,healthy"), (["--strict"], 5, "table.csv: line 2: column 'y'"),
                 (["--classes", "healthy,ill"], 5, f"table.csv: line {ROWS - 121}: column 'y': the label is neither healthy nor ill"),
                 (["--strict", "--classes", "from-data", "--positive", "hiv"], 4, "class names are read off the rows"),
                 (["--classes", "from-data", "--positive", "hiv", *paying], 4, "class names are read off the rows")]
        for options, code, words in cases[:4] + cases[4:] * bool(paying):
            refused = run(folder, *fit, *options, *(paying if "--ledger" not in options else []))
            expect(refused.returncode == code and words in refused.stderr and "hiv" not in refused.stderr.replace("NEGATIVE,hiv", ""),
                   options, refused.returncode, refused.stderr)
            expect(not (folder / "model.json").exists(), options, "left a model")
        if paying:
            shown = json.loads(run(folder, "ledger", "show", "budget.db", "--json").stdout)
            expect(shown["datasets"][0]["charges"] == 0, "charged for nothing:", shown)


def test_names_read_off_the_rows_are_stamped():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_tables(folder, one_other("healthy", "hiv"))
        read_off = ["--classes", "from-data", "--positive", "hiv"]
        expect(run(folder, "convert", "table.csv", "table.dcols", *read_off).returncode == 0, "convert")
        for data, options in (("table.csv", read_off), ("table.svm", [*read_off, "--features", FEATURES]), ("table.dcols", []), ("table.dcols", read_off)):
            done = run(folder, "fit", data, "--loss", "logistic", "--epsilon", 1, *options, "--out", "model.json")
            expect(done.returncode == 0, data, done.stderr)
            model = json.loads((folder / "model.json").read_text())
            expect(model["model"]["classes"] == ["healthy", "hiv"], data, model["model"]["classes"])
            expect(not model["privacy"]["private"] and "class names are read off the rows" in model["privacy"]["caveats"][0], data, model["privacy"]["caveats"])
            strict = run(folder, "fit", data, "--loss", "logistic", "--epsilon", 1, *options, "--strict", "--out", "strict.json")
            expect(strict.returncode == 4 and not (folder / "strict.json").exists(), data, strict.returncode, strict.stderr)


def test_models_are_used_on_either_spelling():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        figures = []
        for low in (0, -1):
            write_tables(folder, [low if k % 3 else 1 for k in range(ROWS)])
            if not figures:
                expect(run(folder, "fit", "table.csv", *FIT, "--out", "model.json").returncode == 0, "fit")
            answers = [run(folder, command, "model.json", "table.csv", *options, "--json") for command, options in
                       (("evaluate", []), ("predict", []))]
            expect(answers[0].returncode == answers[1].returncode == 0, low, answers)
            expect(set(json.loads(answers[1].stdout)["predictions"]) <= {0, 1}, low, "predicts other names")
            figures.append([answer.stdout for answer in answers])
        expect(figures[0] == figures[1], "the same rows in another spelling:", figures)


tests = [each for name, each in list(globals().items()) if name.startswith("test_")]
for test in tests:
    before = len(problems)
    test()
    print(f"{test.__name__}: {len(problems) - before} problems", flush=True)
for problem in problems:
    print(problem[:2000])
sys.exit(len(problems) > 0)
