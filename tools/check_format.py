#!/usr/bin/env python3
"""The layout of every C++ file is what clang-format makes of it; no file of code is longer than 250 lines without a reason
at its top ("long because ...")."""
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
LONGEST = 250


def main() -> int:
    sources = [path for folder in ("discreet", "tests", "bench", "docs") for path in sorted((ROOT / folder).rglob("*.[ch]pp"))]
    bad = 0
    for path in sources:
        lines = path.read_text().splitlines()
        if len(lines) > LONGEST and "long because" not in "\n".join(lines[:6]).lower():
            print(f"{path}: {len(lines)} lines; split it, or say at its top that it is long because ...")
            bad += 1
    if not shutil.which("clang-format"):
        print("clang-format is missing: the layout was not checked")
        return 1 if bad else 77
    run = subprocess.run(["clang-format", "--dry-run", "-Werror", *map(str, sources)], capture_output=True, text=True)
    if run.returncode:
        print(run.stderr[:4000])
        bad += 1
    print(f"{len(sources)} files, {'something is' if bad else 'nothing'} out of shape")
    return bad > 0


sys.exit(main())
