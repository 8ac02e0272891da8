#!/usr/bin/env python3
"""Where programs and shared objects look for libraries: an entry that is empty or relative means the directory that the
program happens to be started in. What is installed has no entry at all.

    check_library_paths.py [--installed] FOLDER...
"""
import pathlib
import re
import subprocess
import sys

ENTRY = re.compile(r"\((RPATH|RUNPATH)\)[^\[]*\[(.*)\]")
EXECUTABLE, SHARED = 2, 3  # e_type of an ELF header


def is_loaded(path: pathlib.Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        header = file.read(18)
    return header[:4] == b"\x7fELF" and int.from_bytes(header[16:18], "little" if header[5] == 1 else "big") in (EXECUTABLE, SHARED)


def problems(path: pathlib.Path, installed: bool):
    dynamic = subprocess.run(["readelf", "--dynamic", "--wide", str(path)], capture_output=True, text=True, check=True).stdout
    for kind, value in ENTRY.findall(dynamic):
        if installed:
            yield f"has the {kind} [{value}], and what is installed has none"
        for entry in value.split(":"):
            if not entry.startswith("/"):
                yield f"{kind} [{value}]: the entry '{entry}' is not an absolute path"


def main() -> int:
    installed = "--installed" in sys.argv
    files = [path for folder in sys.argv[1:] if folder != "--installed" for path in sorted(pathlib.Path(folder).rglob("*")) if is_loaded(path)]
    found = [f"{path}: {problem}" for path in files for problem in problems(path, installed)]
    print(*found, f"{len(files)} programs and shared objects, {len(found)} problems", sep="\n")
    return bool(found) or not files


sys.exit(main())
