#!/usr/bin/env python3
"""What a machine can do to a fit: a full disk, signals, errors of reads and writes, a ledger that cannot be written, a clock that
jumps. After each there is no half of a model and nothing beside it, the ledger is intact and no smaller than what was released,
and the message is one line that says what to do."""
import hashlib
import json
import os
import pathlib
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

PROGRAM = os.environ["DISCREET_PROGRAM"]
DATA = "synthetic:regression?n=2000&p=50"
LEDGER = ["--ledger", "l.db", "--dataset", "rows"]


class Place:
    """A folder with a ledger in it, and the program run there."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.run("ledger", "create", "l.db", "--dataset", "rows", "--mu", "9", "--owner", "office")

    def run(self, *arguments, **more):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=300, **more)

    def fit(self, *arguments, **more):
        return self.run("fit", DATA, "--epsilon", "1", "--delta", "1e-6", "--passes", "2", *LEDGER, *arguments, **more)

    def charges(self) -> int:
        verified = self.run("ledger", "verify", "l.db")
        assert verified.returncode == 0, verified.stderr
        return json.loads(self.run("ledger", "show", "l.db", "--json").stdout)["datasets"][0]["charges"]

    def files(self) -> set:
        return {path.name for path in self.folder.iterdir()}


def refused(outcome, words, code=5):
    assert outcome.returncode == code, (outcome.returncode, outcome.stderr)
    assert outcome.stderr.count("\n") == 1 and words in outcome.stderr, outcome.stderr


def no_file_larger_than(size):
    def limit():
        # A disk that is full, as far as one process can be told: its files do not grow.
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


def a_full_disk_leaves_the_old_model(place):
    assert place.fit().returncode == 0
    before = (place.folder / "model.json").read_bytes()
    # The ledger itself is larger than a model may become here.
    size = max((place.folder / "l.db").stat().st_size * 4, 1 << 16)
    wide = ["fit", "synthetic:regression?n=500&p=5000", "--epsilon", "1", "--delta", "1e-6", "--passes", "1", "--solver", "cd", *LEDGER]
    outcome = place.run(*wide, preexec_fn=no_file_larger_than(size))
    refused(outcome, "model.json cannot be written")
    assert "what this fit cost stays spent" in outcome.stderr, outcome.stderr
    assert (place.folder / "model.json").read_bytes() == before
    assert place.files() == {"l.db", "model.json"}, place.files()
    assert place.charges() == 2, "what was asked of the data is charged, whether or not the answer could be kept"


def a_full_disk_for_the_report_leaves_the_model(place):
    outcome = place.fit("--report", "r.html", preexec_fn=no_file_larger_than(1 << 16))
    refused(outcome, "r.html cannot be written")
    json.loads((place.folder / "model.json").read_text())
    assert place.files() == {"l.db", "model.json"}, place.files()


def a_full_disk_for_the_ledger_grants_nothing(place):
    outcome = place.fit(preexec_fn=no_file_larger_than(0))
    refused(outcome, "l.db")
    assert place.files() - {"l.db-journal"} == {"l.db"}, place.files()
    assert place.charges() == 0
    assert place.files() == {"l.db"}, "what is left of the attempt is gone at the next look"


def a_full_device_is_said(place):
    outcome = place.fit("--out", "/dev/full")
    refused(outcome, "/dev/full cannot be written: No space left on device")
    with open("/dev/full", "w") as full:
        outcome = subprocess.run([PROGRAM, "fit", DATA, "--epsilon", "1", "--out", "-"], cwd=place.folder, stdout=full,
                                 stderr=subprocess.PIPE, text=True, timeout=300)
        refused(outcome, "standard output cannot be written")


def a_read_error_is_said(place):
    """Reading a process's own memory from its start is an error of input and output for everybody."""
    for data in ("/proc/self/mem",):
        (place.folder / "data.csv").symlink_to(data)
        refused(place.run("fit", "data.csv", "--epsilon", "1", *LEDGER), "Input/output error")
    assert place.charges() == 0
    refused(place.run("predict", "data.csv", "data.csv"), "Input/output error")


def slow_fit(place):
    """A fit that has been charged and is not nearly done."""
    fit = subprocess.Popen([PROGRAM, "fit", "synthetic:regression?n=20000&p=100", "--epsilon", "1", "--delta", "1e-6", "--solver", "cd",
                            "--passes", "100000", *LEDGER], cwd=place.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while fit.poll() is None and place.charges() == 0:
        time.sleep(0.01)
    assert fit.poll() is None, ("the fit ended before it could be ended", fit.communicate())
    return fit


def ended_in_the_middle(place, number):
    old = '{"format": "discreet-model", "which": "the old one"}'
    (place.folder / "model.json").write_text(old)
    fit = slow_fit(place)
    fit.send_signal(number)
    _, errors = fit.communicate(timeout=60)
    assert fit.returncode == -number
    if number != signal.SIGKILL:
        assert re.fullmatch(r"discreet: interrupted: there is no model; ledger l\.db, dataset 'rows' was charged epsilon [0-9.]+ at delta [^ ]+, which stays spent\n",
                            errors.decode()), errors
    assert (place.folder / "model.json").read_text() == old
    assert place.charges() == 1, "a fit that was ended has been paid for"
    assert place.files() == {"l.db", "model.json"}, place.files()


def a_terminated_fit_is_charged_and_leaves_nothing(place):
    ended_in_the_middle(place, signal.SIGTERM)


def an_interrupted_fit_is_charged_and_leaves_nothing(place):
    ended_in_the_middle(place, signal.SIGINT)


def a_killed_fit_is_charged_and_leaves_nothing(place):
    ended_in_the_middle(place, signal.SIGKILL)


def models_that_replace_each_other_are_always_whole(place):
    """Fits that are killed at any moment of their writing: whatever has a name is whole. Where there was no model, the only name
    there can be is its own; one that is replaced has a second one from then on, and the new one for the moment of a system call."""
    try:
        os.close(os.open(place.folder, os.O_TMPFILE | os.O_WRONLY))
    except OSError:
        return "skipped: this file system has no files without names"
    for k in range(40):
        for model in place.folder.glob("model.*" if k % 2 else "model.*.json"):
            model.unlink()
        fit = subprocess.Popen([PROGRAM, "fit", "synthetic:regression?n=200&p=300", "--epsilon", "1", "--solver", "cd", "--passes", "1"],
                               cwd=place.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.005 * k)
        fit.kill()
        fit.wait()
        if k % 2:
            assert place.files() <= {"l.db", "model.json"}, place.files()
        for model in place.folder.glob("model.*"):
            json.loads(model.read_text())
            if not model.name.endswith(".json"):
                model.unlink()
    return None


def signals_do_not_stop_reads(place):
    """Data that comes slowly through a pipe, while the program is stopped and woken."""
    fit = subprocess.Popen([PROGRAM, "fit", "-", "--epsilon", "1", "--passes", "1"], cwd=place.folder, stdin=subprocess.PIPE,
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    fit.stdin.write(b"a,b,y\n")
    for k in range(20):
        fit.stdin.write(b"%d,%d,%d\n" % (k, k % 3, k % 5))
        fit.stdin.flush()
        for number in (signal.SIGSTOP, signal.SIGCONT, signal.SIGWINCH):
            fit.send_signal(number)
    _, errors = fit.communicate(timeout=60)
    assert fit.returncode == 0, errors


def as_somebody_else():
    """Root may write everywhere; somebody else may not."""
    if os.geteuid() == 0:
        os.setgid(65534)
        os.setuid(65534)


def a_ledger_that_cannot_be_written_grants_nothing(place):
    reachable = subprocess.run([PROGRAM, "--version"], preexec_fn=as_somebody_else, capture_output=True)
    if reachable.returncode:
        return "skipped: the program cannot be run by somebody else"
    place.folder.chmod(0o755)
    for ledger, folder in ((0o444, 0o555), (0o666, 0o555), (0o444, 0o777)):
        (place.folder / "l.db").chmod(ledger)
        place.folder.chmod(folder)
        outcome = place.fit("--out", "/dev/null", preexec_fn=as_somebody_else)
        refused(outcome, "l.db")
        assert "must be writable" in outcome.stderr, outcome.stderr
        shown = place.run("ledger", "verify", "l.db", preexec_fn=as_somebody_else)
        assert shown.returncode == 0, ("to look needs no leave to write", shown.stderr)
    place.folder.chmod(0o755)
    (place.folder / "l.db").chmod(0o644)
    assert place.charges() == 0
    return None


def a_clock_that_jumps_back_does_not_matter(place):
    """An entry from a time that has not come yet, as a wrong clock would have written it, and then more of them."""
    assert place.fit().returncode == 0
    with sqlite3.connect(place.folder / "l.db") as ledger:
        *_, hashed = ledger.execute("SELECT * FROM history ORDER BY sequence DESC LIMIT 1").fetchone()
        details = json.dumps({"budget": {"mu": 10.0}}, separators=(",", ":"))
        entry = [3, "2999-01-01T00:00:00Z", "clock", "grant", "rows", details, hashed]
        digest = hashlib.sha256(json.dumps(entry, separators=(",", ":")).encode()).hexdigest()
        ledger.execute("INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [*entry, digest])
    ledger.close()
    assert place.charges() == 1
    assert place.fit("--out", "second.json").returncode == 0
    assert place.charges() == 2
    history = json.loads(place.run("ledger", "history", "l.db", "--json").stdout)["history"]
    assert [entry["sequence"] for entry in history] == [1, 2, 3, 4]
    assert history[3]["time"] < history[2]["time"]


TESTS = [a_full_disk_leaves_the_old_model, a_full_disk_for_the_report_leaves_the_model, a_full_disk_for_the_ledger_grants_nothing,
         a_full_device_is_said, a_read_error_is_said, a_terminated_fit_is_charged_and_leaves_nothing,
         an_interrupted_fit_is_charged_and_leaves_nothing, a_killed_fit_is_charged_and_leaves_nothing,
         models_that_replace_each_other_are_always_whole, signals_do_not_stop_reads, a_ledger_that_cannot_be_written_grants_nothing,
         a_clock_that_jumps_back_does_not_matter]


def main() -> int:
    failed = 0
    for test in TESTS:
        with tempfile.TemporaryDirectory() as folder:
            try:
                note = test(Place(folder))
                print(f"{test.__name__}: {note or 'passed'}")
            except AssertionError as problem:
                failed += 1
                print(f"{test.__name__}: FAILED: {problem}")
    print(f"{len(TESTS) - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
