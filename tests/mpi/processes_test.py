#!/usr/bin/env python3
"""The program under mpirun: the same bytes for any number of processes, and what happens when one of them fails. Arguments name what
to test; all of it without them."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM, ALONE, BROKEN = (os.environ.get("DISCREET_" + name, "") for name in ("PROGRAM", "ALONE_PROGRAM", "BROKEN_PROGRAM"))
if not BROKEN:
    print("skipped: this build has no MPI (libopenmpi-dev, DISCREET_MPI)")
    sys.exit(77)
if not shutil.which("mpirun"):
    print("skipped: mpirun is missing (openmpi-bin)")
    sys.exit(77)
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe"]
# Launchers that begin and end at the same time quarrel about a folder they share, so each test has one of its own.
sessions = tempfile.TemporaryDirectory(prefix="mpi")
os.environ["OMPI_MCA_orte_tmpdir_base"] = sessions.name
problems = []


def expect(condition, *words):
    if not condition:
        problems.append(" ".join(map(str, words)))


def run(ranks, *arguments, program=PROGRAM, broken=None, timeout=120):
    """None for the program by itself."""
    command = [program, *map(str, arguments)]
    if ranks:
        command = [*MPIRUN, "-n", str(ranks), *command]
    environment = {**os.environ, "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
    if broken:
        environment["DISCREET_BROKEN"] = broken
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=environment, stdin=subprocess.DEVNULL)


def said(outcome):
    """What the program said, without what mpirun adds."""
    return [line for line in outcome.stderr.splitlines() if line.startswith("discreet: ")]


def write_tables(folder):
    import random
    chance = random.Random(5)
    rows = []
    for _ in range(1501):
        x = [round(chance.uniform(-1, 2) * (j + 1), 4) for j in range(8)]
        kept = [value if chance.random() < 0.4 else 0 for value in x]
        rows.append((x, kept, 1 if x[0] - 0.2 * x[4] + chance.gauss(0, 0.5) > 0 else -1))
    header = ",".join([f"c{j}" for j in range(8)] + ["note", "y"])
    lines = []
    for n, (x, _, y) in enumerate(rows):
        note = ['"a, ""b"""', '"two\nlines"', "plain", '""'][n % 4]
        lines.append(",".join(map(str, x)) + f",{note},{'yes' if y > 0 else 'no'}")
    (folder / "table.csv").write_text(header + "\n" + "\n".join(lines) + "\n")
    subprocess.run(["gzip", "-k", folder / "table.csv"], check=True)
    for part in range(5):
        (folder / f"part-{part}.csv").write_text(header + "\n" + "\n".join(lines[part * 301:(part + 1) * 301]))
    (folder / "table.svm").write_text("".join(f"{y}" + "".join(f" {j + 1}:{v}" for j, v in enumerate(kept) if v) + "\n"
                                              for _, kept, y in rows))
    converted = run(None, "convert", folder / "table.csv", folder / "table.dcols", *WORDS)
    expect(converted.returncode == 0, "convert", converted.stderr)
    try:
        import numpy
        numpy.save(folder / "x.npy", numpy.array([x for x, _, _ in rows]))
        numpy.save(folder / "y.npy", numpy.array([y for _, _, y in rows]))
    except ImportError:
        print("numpy is missing: arrays are left out")


SOLVERS = {"auto": [], "cd": ["--passes", 3], "block": ["--passes", 3], "greedy": ["--passes", 4], "newton": [], "sgd": ["--passes", 2], "svrg": [],
           "frank-wolfe": ["--radius", 3]}
WORDS = ["--drop", "note", "--classes", "no,yes"]
COMMON = ["--epsilon", 2, "--delta", "1e-6", "--noise", "seeded:11"]


def test_any_number_of_processes_makes_the_same_bytes(folder):
    cases = [(solver, ["--solver", solver, "--loss", "logistic", *options], data) for solver, options in SOLVERS.items()
             for data in ("table.csv", "table.svm")]
    cases += [("moments", ["--solver", "moments"], data) for data in ("table.svm", "synthetic:regression?n=1003&p=5")]
    cases += [(name, ["--solver", name, "--loss", "logistic", "--passes", 2], data) for name in ("cd", "newton")
              for data in ("part-*.csv", "table.csv.gz", "table.dcols", "x.npy")]
    cases += [("sgd", ["--solver", "sgd", "--loss", "logistic", "--passes", 2], "table.dcols")]
    for number, (solver, options, data) in enumerate(cases):
        if data == "x.npy" and not (folder / data).exists():
            continue
        where = data if data.startswith("synthetic") else str(folder / data)
        extra = WORDS if "csv" in data else ["--features", 8] if data.endswith("svm") else ["--labels", folder / "y.npy"] if "npy" in data else []
        models = {}
        # Every number of processes for what is quick, and one of them for the rest.
        for ranks in (None, 1, 2, 3, 4) if number % 5 == 0 else (None, 2 + number % 3):
            out = folder / f"model{ranks}.json"
            outcome = run(ranks, "fit", where, *COMMON, *options, *extra, "--out", out)
            expect(outcome.returncode == 0, solver, data, ranks, outcome.stderr)
            models[ranks] = out.read_bytes() if out.exists() else None
            out.unlink(missing_ok=True)
        expect(models[None] and len(set(models.values())) == 1, solver, data, "differs over", list(models))
        if number % 7 == 0:
            outcome = run(None, "fit", where, *COMMON, *options, *extra, "--out", folder / "alone.json", program=ALONE)
            expect((folder / "alone.json").read_bytes() == models[None], solver, data, "differs without MPI", outcome.stderr)


def test_only_one_process_speaks(folder):
    out = folder / "said.json"
    for ranks in (1, 3):
        outcome = run(ranks, "fit", folder / "table.svm", "--features", 8, *COMMON, "--shard", "rows", "--json", "--out", out)
        expect(outcome.returncode == 0 and json.loads(outcome.stdout)["format"] == "discreet-model", "one JSON object", outcome.stdout[:200])
    expect(run(3, "fit", "--help").stdout.count("Examples:") == 1, "help is printed once")
    expect(run(3, "--version").stdout.count("discreet ") == 1, "the version is printed once")


def test_what_cannot_be_spread_is_refused_once(folder):
    model = folder / "refused.json"
    for arguments, code, words in [
            (["fit", folder / "missing.csv", "--solver", "dual", "--epsilon", 1], 2, "--solver dual runs in one process"),
            (["fit", folder / "missing.csv", "--epsilon", "inf"], 2, "--epsilon inf"),
            (["fit", folder / "table.svm", "--epsilon", 1, "--shard", "columns"], 2, "--shard columns"),
            (["fit", folder / "missing.csv", "--epsilon", 1], 5, "missing.csv"),
            (["fit", "-", "--epsilon", 1], 2, "standard input"),
            (["fit", folder / "none-*.csv", "--epsilon", 1], 5, "none-*.csv"),
            (["plan", "--rows", 100, "--features", 3, "--epsilon", 1], 2, "discreet plan runs in one process"),
            (["fit", folder / "table.svm", "--nonsense"], 2, "--nonsense")]:
        outcome = run(3, *arguments, *(["--out", model] if arguments[0] == "fit" else []))
        expect(outcome.returncode == code and len(said(outcome)) == 1 and words in said(outcome)[0], arguments, outcome.returncode, outcome.stderr)
        expect(not model.exists(), arguments, "left a model")
    outcome = run(3, "fit", folder / "table.svm", "--epsilon", 1, program=ALONE)
    expect(outcome.returncode == 2 and len(said(outcome)) == 1 and "without MPI" in outcome.stderr, "a program without MPI", outcome.stderr)


def test_errors_are_those_of_one_process(folder):
    lines = (folder / "part-0.csv").read_text().split("\n")
    header, plain = lines[0], [line for line in lines[1:] if ",plain," in line] * 20
    for place, bad in [(900, "1,2"), (1100, plain[0].replace("plain,yes", "plain,perhaps").replace("plain,no", "plain,perhaps")),
                       (700, "word" + plain[0]), (5, "1,2")]:
        (folder / "bad.csv").write_text("\n".join([header, *plain[:place], bad, *plain[place:]]) + "\n")
        arguments = ["fit", folder / "bad.csv", *WORDS, *COMMON, "--loss", "logistic", "--out", folder / "bad.json"]
        one, four = run(None, *arguments), run(4, *arguments)
        expect(one.returncode == four.returncode == 5 and said(one) == said(four) and f"line {place + 2}" in one.stderr, bad, said(one), said(four))
    (folder / "part-3.csv").write_text((folder / "part-3.csv").read_text().replace("c3", "other", 1))
    for ranks in (None, 2, 4):
        outcome = run(ranks, "fit", folder / "part-*.csv", *WORDS, *COMMON, "--loss", "logistic", "--out", folder / "bad.json")
        expect(outcome.returncode == 5 and len(said(outcome)) == 1 and "part-3.csv: line 1" in said(outcome)[0], "another header", ranks, outcome.stderr)
    expect(not (folder / "bad.json").exists(), "a bad file left a model")


def ledger(folder):
    path = folder / "budget.db"
    path.unlink(missing_ok=True)
    run(None, "ledger", "create", path, "--dataset", "rows", "--epsilon", 1, "--delta", "1e-6")
    return path, ["--ledger", path, "--dataset", "rows", "--delta", "1e-6"]


def charges(path):
    return json.loads(run(None, "ledger", "show", path, "--json").stdout)["datasets"][0]["charges"]


def test_ledger_is_charged_once(folder):
    path, options = ledger(folder)
    if not path.exists():
        return print("no ledgers in this build")
    fit = ["fit", folder / "table.svm", "--features", 8, *options, "--out", folder / "paid.json"]
    expect(run(3, *fit, "--epsilon", 0.8).returncode == 0 and charges(path) == 1, "a charge for three processes")
    (folder / "paid.json").unlink()
    refused = run(3, *fit, "--epsilon", 0.8)
    expect(refused.returncode == 3 and len(said(refused)) == 1 and charges(path) == 1, "a refusal", refused.returncode, refused.stderr)
    expect(not (folder / "paid.json").exists(), "a refused fit left a model")


def test_a_process_that_dies_ends_all(folder):
    path, options = ledger(folder)
    options = options if path.exists() else ["--delta", "1e-6"]
    fit = ["fit", "synthetic:classification?n=20000&p=20", "--loss", "logistic", "--solver", "cd", "--passes", 20, "--epsilon", 0.1, *options,
           "--out", folder / "dead.json"]
    for rank in (0, 2):
        start = time.monotonic()
        outcome = run(3, *fit, program=BROKEN, broken=f"die:{rank}:300", timeout=60)
        expect(outcome.returncode != 0, "process", rank, "died and the others did not")
        expect(time.monotonic() - start < 30, "the others took", time.monotonic() - start, "s to end")
        expect(not (folder / "dead.json").exists(), "a fit of which a process died left a model")
    if path.exists():
        expect(charges(path) == 2, "a fit that dies is charged once, not", charges(path) / 2)


def children(pid):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True).stdout.split()
    return [int(each) for each in found]


def test_a_process_that_is_killed_ends_all(folder):
    # So many passes that no machine is done with them before it is told to stop.
    command = [*MPIRUN, "-n", "3", PROGRAM, "fit", "synthetic:classification?n=60000&p=40", "--loss", "logistic", "--solver", "cd", "--passes", "1000000",
               "--epsilon", "1", "--threads", "1", "--out", str(folder / "killed.json")]
    for how in (signal.SIGKILL, signal.SIGTERM):
        launched = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        waited = time.monotonic()
        while len(children(launched.pid)) < 3 and launched.poll() is None and time.monotonic() - waited < 60:
            time.sleep(0.1)
        time.sleep(3)  # for them to have read the rows and begun
        ranks = children(launched.pid)
        expect(len(ranks) == 3 and launched.poll() is None, "three processes were running, not", ranks)
        if ranks:
            os.kill(ranks[-1], how)
        start = time.monotonic()
        try:
            code = launched.wait(timeout=10)
            expect(code != 0, "mpirun was content")
        except subprocess.TimeoutExpired:
            expect(False, "others go on ten seconds after", how)
            launched.kill()
        expect(not (folder / "killed.json").exists(), "a killed fit left a model")
        print(f"{how.name}: ended after {time.monotonic() - start:.1f} s")


def test_processes_that_differ_end(folder):
    fit = ["fit", folder / "table.svm", "--features", 8, "--loss", "logistic", "--solver", "cd", *COMMON, "--out", folder / "differ.json"]
    expect(run(3, *fit, program=BROKEN).returncode == 0, "the broken program runs when nothing is broken")
    (folder / "differ.json").unlink(missing_ok=True)
    for broken in ("drift:0", "drift:2", "lost"):
        outcome = run(3, *fit, program=BROKEN, broken=broken)
        expect(outcome.returncode == 1 and len(said(outcome)) == 1 and "do not compute the same" in said(outcome)[0], broken, outcome.returncode, outcome.stderr)
        expect(not (folder / "differ.json").exists(), broken, "left a model")


tests = {name[5:]: each for name, each in list(globals().items()) if name.startswith("test_")}
for name in sys.argv[1:] or tests:
    with tempfile.TemporaryDirectory() as made:
        write_tables(pathlib.Path(made))
        began, before = time.monotonic(), len(problems)
        tests[name](pathlib.Path(made))
        print(f"{name}: {len(problems) - before} problems, {time.monotonic() - began:.0f} s", flush=True)
for problem in problems:
    print(problem)
sys.exit(len(problems) > 0)
