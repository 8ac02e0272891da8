#!/usr/bin/python3
"""Runs what the documentation shows: every block after <!-- run --> in README.md and docs/, in order, in a scratch folder for each page.

    tools/run_docs.py [ROOT] [PAGE ...]      DISCREET_PROGRAM=build/discreet, PYTHONPATH=build/python

Blocks are ```sh or ```python. <!-- run: exit 3; prints WORDS; prints WORDS --> also says how a block must end and what it must print (exit 0 and
anything, unless said). <!-- before: COMMAND --> is run there and not shown. A failing command ends its block. A page goes on after a failure, so that
one run tells all.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

MARK = re.compile(r"^<!-- before: (?P<before>.*?) -->$|^<!-- run(?:: (?P<wish>.*?))? -->\n```(?P<language>\w+)\n(?P<code>.*?)^```$", re.M | re.S)
PATIENCE = 120


def steps(text):
    """(line, language, code, exit code, words to be printed) of a page."""
    for match in MARK.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        if match["before"]:
            yield line, "sh", match["before"] + "\n", 0, []
            continue
        code, words = 0, []
        for wish in filter(None, (part.strip() for part in (match["wish"] or "").split(";"))):
            kind, _, value = wish.partition(" ")
            if kind == "exit":
                code = int(value)
            elif kind == "prints":
                words.append(value)
            else:
                raise SystemExit(f"line {line}: nobody knows what '{wish}' means; exit N or prints WORDS")
        yield line, match["language"], match["code"], code, words
    bare = len(re.findall(r"^<!-- run\b", text, re.M)) - sum(1 for match in MARK.finditer(text) if not match["before"])
    if bare:
        yield 0, "nothing", "", 0, []


def main():
    arguments = [pathlib.Path(argument) for argument in sys.argv[1:]]
    root = (arguments[0] if arguments else pathlib.Path(".")).resolve()
    program = pathlib.Path(os.environ.get("DISCREET_PROGRAM", root / "build/discreet")).resolve()
    if not program.exists():
        print(f"skipped: {program} is not built")
        return 77
    module = str(pathlib.Path(os.environ.get("PYTHONPATH") or program.parent / "python").resolve())
    with_python = subprocess.run(["/usr/bin/python3", "-c", "import discreet, sklearn"], env={**os.environ, "PYTHONPATH": module}, capture_output=True).returncode == 0
    if not with_python:
        print("skipped: blocks of Python; the package is not built, or python3-sklearn is missing")
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "PYTHONPATH": module, "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1"}
    pages = arguments[1:] or [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    ran = failed = left_out = 0
    for page in pages:
        with tempfile.TemporaryDirectory() as folder:
            for line, language, code, expected, words in steps(page.read_text()):
                if language == "python" and not with_python:
                    left_out += 1
                    continue
                if language == "nothing":
                    print(f"{page}: something is marked to run and is no block of code")
                    failed += 1
                    continue
                command = {"sh": ["bash", "-eo", "pipefail", "-c", code], "python": ["/usr/bin/python3", "-c", code]}.get(language)
                if not command:
                    print(f"{page}:{line}: nobody knows how to run {language}")
                    failed += 1
                    continue
                try:
                    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
                    ended, said = run.returncode, run.stdout + run.stderr
                except subprocess.TimeoutExpired:
                    ended, said = f"nothing after {PATIENCE} s", ""
                ran += 1
                missing = [word for word in words if word not in " ".join(said.split())]
                if ended != expected or missing:
                    failed += 1
                    print(f"{page}:{line}: ended with {ended}, {expected} was expected" if ended != expected else f"{page}:{line}: did not print {missing}")
                    print("    " + "\n    ".join((code + said[-1500:]).splitlines()))
    print(f"{ran} blocks ran, {failed} failed" + (f", {left_out} left out" if left_out else ""))
    return failed > 0 or ran == 0


sys.exit(main())
