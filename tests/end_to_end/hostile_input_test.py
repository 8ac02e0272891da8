#!/usr/bin/env python3
"""Files made to hurt: each is refused in one line with exit code 5 (2 for a configuration), within 1 GiB of memory, and nothing
is written. What a model or a ledger says about paths is text: none of them is opened."""
import gzip
import io
import json
import os
import pathlib
import resource
import struct
import subprocess
import sys
import tempfile

PROGRAM = os.environ["DISCREET_PROGRAM"]
# A sanitizer's own memory has no bounds worth setting.
SANITIZED = b"__asan_init" in pathlib.Path(PROGRAM).read_bytes()
MEMORY = 1 << 30


def limit():
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(folder, *arguments, environment=None):
    """The outcome, with what was printed as text. One thread: each has a stack that counts as memory."""
    return subprocess.run([PROGRAM, *map(str, arguments)], cwd=folder, capture_output=True, text=True, errors="replace", timeout=300,
                          preexec_fn=limit, env={**os.environ, **(environment or {})})


def packed(pieces) -> bytes:
    """A gzip file of many equal pieces, without their memory."""
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as file:
        for piece in pieces:
            file.write(piece)
    return out.getvalue()


def array(shape: str, order: str = "False", content: bytes = b"") -> bytes:
    header = f"{{'descr': '<f8', 'fortran_order': {order}, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + content


ZEROS = [b"0" * (1 << 20)] * 100
ROWS = [b"0,0,0,0\n" * (1 << 17)] * 100
# name, content, arguments behind the file, words of the error
DATA = [
    ("claim.npy", array("(1000000, 134)"), ["--labels", "claim.npy"], "labels are one column"),
    ("column_claim.npy", array("(134217728,)"), ["--labels", "column_claim.npy"], "ends before its array does"),
    ("by_columns.npy", array("(1000000, 134)", "True"), ["--labels", "labels.npy"], "ends before its array does"),
    ("overflow.npy", array("(18446744073709551616, 1)"), ["--labels", "overflow.npy"], "does not describe"),
    ("bomb.csv.gz", lambda: packed([b"a,b,c,y\n", *ROWS]), ["--drop", "b"], "unpacks to more than 64 MiB and 200 times its size"),
    ("line_bomb.csv.gz", lambda: packed([b"a,y\n", *ZEROS]), [], "64 MiB"),
    ("bomb.svm.gz", lambda: packed([b"1 1:1\n", *ZEROS]), ["--features", "3"], "unpacks to more than 64 MiB"),
    ("bomb.npy.gz", lambda: packed([array("(100000000,)"), *[bytes(1 << 20)] * 100]), ["--labels", "labels.npy"], ""),
    ("endless.csv", lambda: b"a,y\n" + b"1" * (70 << 20), [], "line 2: a record is longer than 64 MiB"),
    ("open_quote.csv", lambda: b'a,y\n"' + b"1,2\n" * (17 << 20), [], "is a quote left open?"),
    ("wide.csv", lambda: b",".join(b"c%d" % k for k in range(1_000_001)) + b"\n" + b"0," * 1_000_000 + b"1\n", [], "1000001 columns"),
    ("long_name.csv", lambda: b"a" * 20_000 + b",y\n1,2\n", [], "longer than 10000 bytes"),
    ("unknown.csv", lambda: b",".join(b"c%d" % k for k in range(100_000)) + b"\n", ["--target", "z"], "and 99950 more"),
    ("zeros.csv", b"a\0b,y\n1,2\n", [], "zero bytes"),
    ("zero_value.csv", b"a,y\n1\0,2\n", [], "not a finite number"),
    ("not_utf8.csv", b"a\xff,y\n1,2\n", [], "not UTF-8"),
    ("huge.csv", b"a,y\n1e999,2\n", [], "not a finite number"),
    ("twice.csv", b"a,a,y\n1,2,3\n", [], "two columns are called 'a'"),
    ("wide.svm", b"1 4000000000:1\n", [], "an index is larger than 10000000"),
]
NESTED = "[" * 1_000_000
MODEL = '{"format": "discreet-model", "version": 1, '
MODELS = [
    ("nested", MODEL + '"model": ' + NESTED, "nested deeper than 64"),
    ("nested objects", '{"a":' * 200_000, "nested deeper than 64"),
    ("twice", MODEL + '"version": 1}', "a name stands twice"),
    ("huge", MODEL + '"model": 1e999}', "not JSON"),
    ("not utf-8", b'{"format": "\xff"}', "not JSON"),
    ("zeros", b"\0" * 1000, "not JSON"),
    ("bomb", lambda: packed([b"[", *[b"0," * (1 << 19)] * 100]), ""),
    ("many names", lambda: "{" + ",".join(f'"{k}":0' for k in range(100_002)) + "}", "more than 100000 names"),
]


def refused(outcome, code: int, words: str) -> str:
    if outcome.returncode != code:
        return f"exit code {outcome.returncode}: {outcome.stderr[-300:]!r}"
    if outcome.stderr.count("\n") != 1 or len(outcome.stderr) > 4000:
        return f"the error is not one short line: {outcome.stderr[:300]!r}"
    return "" if words in outcome.stderr else f"the error says something else: {outcome.stderr[:300]!r}"


def content_of(content) -> bytes:
    content = content() if callable(content) else content
    return content.encode() if isinstance(content, str) else content


def data_files(folder):
    (folder / "labels.npy").write_bytes(array("(1000000,)"))
    for name, content, arguments, words in DATA:
        (folder / name).write_bytes(content_of(content))
        code = 2 if name == "unknown.csv" else 5
        yield name, refused(run(folder, "fit", name, "--epsilon", 1, "--threads", 1, "--out", "out.json", *arguments), code, words)
        (folder / name).unlink()


def models(folder):
    (folder / "rows.csv").write_text("a,y\n1,2\n")
    for name, content, words in MODELS:
        (folder / "m.json").write_bytes(content_of(content))
        for command in (["predict", "m.json", "rows.csv"], ["report", "m.json", "--out", "r.html"], ["account", "m.json"]):
            yield f"model, {name}, {command[0]}", refused(run(folder, *command), 5, words)


def configurations(folder):
    for name, content in [("nested", "epsilon = " + NESTED), ("long", b"#" * (2 << 20)), ("zeros", b"\0" * 100), ("brackets", b"[[[[\n]]]]=\n"),
                          ("not utf-8", b"\xff\xfe=\xff\n"), ("quotes", b'"\n\'\n"""\n=\n'), ("twice", b"epsilon=1\nepsilon=x\n")]:
        (folder / "c.toml").write_bytes(content_of(content))
        yield f"config, {name}", refused(run(folder, "plan", "--rows", 9, "--features", 2, "--config", "c.toml"), 2, "")


def raised(folder):
    """Whoever means it may unpack more."""
    (folder / "bomb.csv.gz").write_bytes(packed([b"a,y\n", *[b"0" * 99 + b"1,1\n"] * 1_000_000]))
    small = run(folder, "fit", "bomb.csv.gz", "--epsilon", 1, "--threads", 1)
    yield "a bomb of small numbers", refused(small, 5, "DISCREET_UNPACK_MIB")
    large = run(folder, "fit", "bomb.csv.gz", "--epsilon", 1, "--threads", 1, "--passes", 1, environment={"DISCREET_UNPACK_MIB": "400"})
    yield "more is allowed", "" if large.returncode == 0 else large.stderr


def paths(folder):
    """A path in a model or in a ledger is text. Whoever opened this one would wait for ever."""
    os.mkfifo(folder / "trap")
    trap = str(folder / "trap")
    made = run(folder, "fit", "synthetic:regression?n=100&p=2", "--epsilon", 1, "--out", "good.json")
    if made.returncode:
        yield "paths", made.stderr
        return
    model = json.loads((folder / "good.json").read_text())
    model["run"] = {"command": "fit", "data": trap, "arguments": [trap, "--labels", trap, "--ledger", trap]}
    model["model"]["features"] = [trap, f"file://{trap}"]
    model["privacy"]["public"] = [{"what": trap, "declared_by": trap, "source": trap}]
    (folder / "m.json").write_text(json.dumps(model))
    (folder / "rows.csv").write_text(f"{trap},file://{trap},y\n1,2,3\n")
    for command in (["predict", "m.json", "rows.csv"], ["evaluate", "m.json", "rows.csv"], ["report", "m.json", "--out", "r.html"],
                    ["report", "m.json", "--format", "yaml", "--out", "-"], ["account", "m.json"]):
        outcome = run(folder, *command)
        yield f"paths, {command[0]}", outcome.stderr if outcome.returncode else ""
    run(folder, "ledger", "create", "l.db", "--dataset", trap, "--owner", trap, "--mu", 9)
    # The model's name goes into the history; that fit itself cannot be written there is another matter.
    charged = run(folder, "fit", "synthetic:regression?n=100&p=2", "--epsilon", 1, "--ledger", "l.db", "--dataset", trap, "--out", f"{folder}/../{folder.name}/x.json")
    yield "paths, charge", charged.stderr if charged.returncode else ""
    for action in ("show", "history", "verify"):
        outcome = run(folder, "ledger", action, "l.db", "--json")
        yield f"paths, ledger {action}", outcome.stderr if outcome.returncode else ""


def main() -> int:
    problems = count = 0
    for check in (data_files, models, configurations, raised, paths):
        with tempfile.TemporaryDirectory() as folder:
            for name, problem in check(pathlib.Path(folder)):
                count += 1
                if problem:
                    problems += 1
                    print(f"{name}: {problem}")
            if (pathlib.Path(folder) / "out.json").exists():
                problems += 1
                print("a model was written")
    print(f"{count - problems} passed, {problems} failed")
    return problems > 0


sys.exit(main())
