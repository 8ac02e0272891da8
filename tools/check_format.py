#!/usr/bin/env python3
"""The layout of every C++ file is what clang-format makes of it; no file of code, no script and no page is longer than 250
lines without a reason at its top ("long because ..."); and the Python package has the version of the program."""
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
LONGEST = 250
FOLDERS = ("bench", "cmake", "discreet", "docs", "tests", "tools")
ENDINGS = {".cpp", ".hpp", ".py", ".pyi", ".cmake", ".js", ".css", ".toml", ".txt", ".md"}


def version(file: str, pattern: str) -> str:
    return re.search(pattern, (ROOT / file).read_text(), re.M)[1]


def main() -> int:
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.is_file()]
    sources = [path for path in files if path.suffix in (".cpp", ".hpp")]
    bad = 0
    for path in files:
        if path.suffix in ENDINGS or (path.parent == ROOT / "tools" and not path.suffix):
            lines = path.read_text().splitlines()
            if len(lines) > LONGEST and "long because" not in "\n".join(lines[:6]).lower():
                print(f"{path}: {len(lines)} lines; split it, or say at its top that it is long because ...")
                bad += 1
    ours, python = version("CMakeLists.txt", r"project\(.*VERSION ([\d.]+)"), version("pyproject.toml", r'^version = "(.*)"')
    if ours != python:
        print(f"CMakeLists.txt has version {ours}, pyproject.toml {python}")
        bad += 1
    if not shutil.which("clang-format"):
        print("clang-format is missing: the layout was not checked")
        return 1 if bad else 77
    run = subprocess.run(["clang-format", "--dry-run", "-Werror", *map(str, sources)], capture_output=True, text=True)
    if run.returncode:
        print(run.stderr[:4000])
        bad += 1
    print(f"{len(files)} files, {'something is' if bad else 'nothing'} out of shape")
    return bad > 0


sys.exit(main())
