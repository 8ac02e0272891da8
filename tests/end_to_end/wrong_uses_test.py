#!/usr/bin/env python3
"""Runs every wrong use of wrong_uses.toml: exit code, one line on standard error with the words that it must have, the same
as JSON, and no value of the data. docs/how_to/errors.md shows the messages as they are; with --write, puts them there."""
import gzip
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/how_to/errors.md"
BLOCK = re.compile(r"(<!-- wrong uses -->\n)(.*?)(<!-- end -->)", re.S)
SECRETS = ("73315", "zebra")
program = os.environ.get("DISCREET_PROGRAM", str(ROOT / "build/discreet"))


def array_file(kind):
    """A numpy file of three rows and two columns, all zero; of labels where there is one column."""
    size = int(kind[2:])
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': (3, 2), }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + bytes(3 * 2 * size)


def run(folder, words):
    return subprocess.run([program, *shlex.split(words)], cwd=folder, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)


def prepared(folder, case, common):
    for name, text in {**common, **case.get("files", {})}.items():
        (folder / name).write_text(text)
    for name, kind in case.get("arrays", {}).items():
        (folder / name).write_bytes(array_file(kind))
    for name, text in case.get("cut_gzip", {}).items():
        (folder / name).write_bytes(gzip.compress(text.encode(), mtime=0)[:-12])
    for words in case.get("before", []):
        done = run(folder, words)
        assert done.returncode == 0, f"{words}: {done.stderr}"


def problems_of(case, done, as_json):
    message = done.stderr
    if done.returncode != case["code"]:
        yield f"exit code {done.returncode} instead of {case['code']}"
    if not re.fullmatch(r"discreet: [^\n]+\n", message):
        yield "not one line on standard error"
    if done.stdout:
        yield "something on standard output"
    for word in case["says"]:
        if word not in message:
            yield f"does not say: {word}"
    for secret in SECRETS:
        if secret in message:
            yield "shows a value of the data"
    try:
        error = json.loads(as_json.stdout)["error"]
        told = error["message"] + ("; " + error["hint"] if error["hint"] else "")
        if error["code"] != case["code"] or f"discreet: {told}\n" != message:
            yield "--json says something else"
    except (ValueError, KeyError):
        yield "--json is not one object with an error"


def main():
    table = tomllib.loads((ROOT / "tests/end_to_end/wrong_uses.toml").read_text())
    bad, rows = 0, "| what is wrong | command | what it says | exit code |\n|---|---|---|---|\n"
    for case in table["case"]:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            prepared(folder, case, table["files"])
            done = run(folder, case["run"])
            found = list(problems_of(case, done, run(folder, re.sub(r"^(\w*)(.*)", lambda m: f"{m[1]} --json {m[2]}" if m[1] else f"{m[2]} --json", case["run"]))))
        for problem in found:
            print(f"{case['name']}: {problem}\n  discreet {case['run']}\n  {done.stderr.strip()}")
        bad += len(found)
        message = done.stderr.strip().removeprefix("discreet: ").replace("|", "\\|").replace("<", "&lt;")
        rows += f"| {case['name']} | `discreet {case['run']}`".replace(" `discreet `", " `discreet`") + f" | {message} | {case['code']} |\n"
    page = PAGE.read_text()
    filled = BLOCK.sub(lambda match: match[1] + rows + match[3], page)
    if filled != page and "--write" in sys.argv:
        PAGE.write_text(filled)
    elif filled != page:
        print(f"{PAGE.relative_to(ROOT)} shows other messages; run tests/end_to_end/wrong_uses_test.py --write")
        bad += 1
    print(f"{len(table['case'])} wrong uses, {bad} problems")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
