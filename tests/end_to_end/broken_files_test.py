#!/usr/bin/env python3
"""A thousand broken variants of a good file, made from a fixed seed: the program never crashes, never writes a model and
always exits with 2, 4 or 5 and one line that says why."""
import concurrent.futures
import gzip
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

PROGRAM = os.environ["DISCREET_PROGRAM"]
VARIANTS = int(os.environ.get("DISCREET_VARIANTS", "1000"))


def good_lines(rng: random.Random) -> list:
    lines = ["age,income,score,y"]
    for _ in range(60):
        lines.append(f"{rng.randint(18, 99)},{rng.lognormvariate(10, 1):.2f},{rng.gauss(0, 1):.6f},{rng.choice(['0', '1'])}")
    return lines


def with_field(lines: list, rng: random.Random, text: str) -> bytes:
    row = rng.randrange(1, len(lines))
    fields = lines[row].split(",")
    fields[rng.randrange(4)] = text
    lines[row] = ",".join(fields)
    return ("\n".join(lines) + "\n").encode()


def truncated(lines, rng):
    """Cut in the middle of a row, so that fields are missing."""
    row = rng.randrange(1, len(lines))
    cut = lines[row].split(",")[: rng.randrange(1, 3)]
    return ("\n".join(lines[:row] + [",".join(cut)])).encode()


def ragged(lines, rng):
    row = rng.randrange(1, len(lines))
    lines[row] += ",1" * rng.randint(1, 5)
    return ("\n".join(lines) + "\n").encode()


def cut_gzip(lines, rng):
    whole = gzip.compress(("\n".join(lines * 20) + "\n").encode(), mtime=0)
    return whole[: rng.randrange(1, len(whole) - 8)]


def flipped_gzip(lines, rng):
    whole = bytearray(gzip.compress(("\n".join(lines) + "\n").encode(), mtime=0))
    for _ in range(8):
        whole[rng.randrange(18, len(whole))] ^= 1 << rng.randrange(8)
    return bytes(whole)


def sparse(lines: list, rng: random.Random) -> list:
    """The same rows as index:value, some values left out."""
    rows = []
    for line in lines[1:]:
        *values, label = line.split(",")
        entries = [f"{k}:{value}" for k, value in enumerate(values, 1) if k == 1 or rng.random() < 0.7]
        rows.append(" ".join([label] + entries))
    return rows


def with_entry(lines: list, rng: random.Random, text: str) -> bytes:
    rows = sparse(lines, rng)
    row = rng.randrange(len(rows))
    words = rows[row].split(" ")
    words[rng.randrange(1, len(words))] = text
    rows[row] = " ".join(words)
    return ("\n".join(rows) + "\n").encode()


def cut_sparse_gzip(lines, rng):
    whole = gzip.compress(("\n".join(sparse(lines, rng) * 20) + "\n").encode(), mtime=0)
    return whole[: rng.randrange(1, len(whole) - 8)]


def array(lines: list, rng: random.Random, shape: str = "(60, 3)", kind: str = "<f8") -> bytes:
    """The features as numpy writes them."""
    header = f"{{'descr': '{kind}', 'fortran_order': {rng.choice(['True', 'False'])}, 'shape': {shape}, }}\n".encode()
    values = [float(value) for line in lines[1:] for value in line.split(",")[:3]]
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + struct.pack(f"<{len(values)}d", *values)


def flipped_array(lines, rng):
    """Broken in the header, where every byte has a meaning, and too short for what is left of it."""
    whole = bytearray(array(lines, rng))
    for _ in range(4):
        whole[rng.randrange(0, 70)] ^= 1 << rng.randrange(8)
    return bytes(whole[:-1])


# name, ending, content, further arguments
KINDS = [
    ("truncated", ".csv", truncated, []),
    ("binary", ".csv", lambda lines, rng: rng.randbytes(rng.randint(1, 5000)), []),
    ("binary after the header", ".csv", lambda lines, rng: lines[0].encode() + b"\n" + rng.randbytes(rng.randint(10, 2000)) + b"\n", []),
    ("nan", ".csv", lambda lines, rng: with_field(lines, rng, rng.choice(["nan", "NaN", "inf", "-Infinity", "1e400", "-1e999"])), []),
    ("words", ".csv", lambda lines, rng: with_field(lines, rng, rng.choice(["x", "1.2.3", "--5", "0x1F", "1e", "", " ", "\x00"])), []),
    ("ragged", ".csv", ragged, []),
    ("huge field", ".csv", lambda lines, rng: with_field(lines, rng, "9" * rng.randint(400, 200_000)), []),
    ("open quote", ".csv", lambda lines, rng: with_field(lines, rng, '"' + "a" * rng.randint(0, 9)), []),
    ("empty", ".csv", lambda lines, rng: b"\n" * rng.randint(0, 9), []),
    ("header only", ".csv", lambda lines, rng: (lines[0] + "\n").encode(), []),
    ("no header", ".csv", lambda lines, rng: ("\n".join(lines[1:]) + "\n").encode(), []),
    ("same names", ".csv", lambda lines, rng: ("\n".join(["a,a,b,y"] + lines[1:]) + "\n").encode(), []),
    ("wrong target", ".csv", lambda lines, rng: ("\n".join(lines) + "\n").encode(), ["--target", "nobody"]),
    ("third class", ".csv", lambda lines, rng: ("\n".join(lines + ["1,1,1,2"]) + "\n").encode(), []),
    ("cut gzip", ".csv.gz", cut_gzip, []),
    ("flipped gzip", ".csv.gz", flipped_gzip, []),
    ("utf-16", ".csv", lambda lines, rng: "\n".join(lines).encode("utf-16"), []),
    ("unknown kind", ".xls", lambda lines, rng: ("\n".join(lines) + "\n").encode(), []),
    ("sparse words", ".svm", lambda lines, rng: with_entry(lines, rng, rng.choice(["x", "1:x", "1:", ":1", ":", "1:2:3", "1;2", "qid:1", "1:0x1F", "1:1e", "1: 1"])), []),
    ("sparse indices", ".svm", lambda lines, rng: with_entry(lines, rng, rng.choice(["0:1", "-1:1", "1.5:1", "4000000000:1", "99999999999999999999:1", "+1:1"])), []),
    ("sparse order", ".svm", lambda lines, rng: with_entry(lines, rng, rng.choice(["1:1 1:1", "3:1 2:1", "2:1 1:1"])), []),
    ("sparse nan", ".libsvm", lambda lines, rng: with_entry(lines, rng, "1:" + rng.choice(["nan", "inf", "-inf", "1e400", "-1e999", "9" * 400])), []),
    ("sparse binary", ".svm", lambda lines, rng: rng.randbytes(rng.randint(1, 5000)), []),
    ("sparse binary after a row", ".svm", lambda lines, rng: b"1 1:1\n" + rng.randbytes(rng.randint(10, 2000)) + b"\n", []),
    ("sparse and narrower than declared", ".svm", lambda lines, rng: with_entry(lines, rng, "4:1"), ["--features", "3"]),
    ("sparse and empty", ".svm", lambda lines, rng: b"# nothing\n" * rng.randint(0, 9), []),
    ("sparse third class", ".svm", lambda lines, rng: ("\n".join(sparse(lines, rng) + ["7 1:1"]) + "\n").encode(), []),
    ("sparse without a label", ".svm", lambda lines, rng: ("\n".join(sparse(lines, rng) + ["1:1 2:2"]) + "\n").encode(), []),
    ("sparse cut gzip", ".svm.gz", cut_sparse_gzip, []),
    ("sparse and strict", ".svm", lambda lines, rng: ("\n".join(sparse(lines, rng)) + "\n").encode(), ["--strict"]),
    ("table called sparse", ".svm", lambda lines, rng: ("\n".join(lines) + "\n").encode(), []),
    ("array and no labels", ".npy", array, []),
    ("flipped array", ".npy", flipped_array, ["--labels", "{data}"]),
    ("array as its own labels", ".npy", array, ["--labels", "{data}"]),
    ("array of a hostile shape", ".npy", lambda lines, rng: array(lines, rng, rng.choice(["(4000000000, 99999)", "(99999999999999999999, 3)", "(60, -3)", "(60,", "()", "(1, 2, 3)"])), ["--labels", "{data}"]),
    ("array of a strange kind", ".npy", lambda lines, rng: array(lines, rng, kind=rng.choice(["|O", ">f8", "<c16", "<U9", "<f", ""])), ["--labels", "{data}"]),
    ("strict and seeded", ".csv", lambda lines, rng: ("\n".join(lines) + "\n").encode(), ["--strict", "--noise", "seeded:1"]),
]


def run(number: int, folder: str) -> str:
    rng = random.Random(number)
    name, ending, make, arguments = KINDS[number % len(KINDS)]
    data = pathlib.Path(folder) / f"{number}{ending}"
    model = pathlib.Path(folder) / f"{number}.json"
    data.write_bytes(make(good_lines(rng), rng))
    arguments = [argument.replace("{data}", str(data)) for argument in arguments]
    try:
        outcome = subprocess.run([PROGRAM, "fit", str(data), "--loss", "logistic", "--epsilon", "1", "--out", str(model), *arguments],
                                 capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return f"{name} ({number}): did not end"
    data.unlink()
    if outcome.returncode not in (2, 4, 5):
        return f"{name} ({number}): exit code {outcome.returncode}: {outcome.stderr[-400:]!r}"
    if model.exists():
        return f"{name} ({number}): a model was written"
    if outcome.stderr.count(b"\n") != 1:
        return f"{name} ({number}): the error is not one line: {outcome.stderr!r}"
    return ""


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = [problem for problem in pool.map(lambda number: run(number, folder), range(VARIANTS)) if problem]
    for problem in problems[:20]:
        print(problem)
    print(f"{VARIANTS - len(problems)} passed, {len(problems)} failed")
    return len(problems) > 0


sys.exit(main())
