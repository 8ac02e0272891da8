#!/usr/bin/env python3
"""Benchmarks run by hand and long after they were written: each must still be understood by the compiler.

    check_benches.py [ROOT [WORDS]]    only files that have these words in their names
"""
import concurrent.futures
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
WORDS = sys.argv[2] if len(sys.argv) > 2 else ""
GENERATED = os.environ.get("DISCREET_GENERATED", "build/generated")
COMPILER = os.environ.get("DISCREET_CXX", "g++")
FLAGS = [COMPILER, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}", f"-I{GENERATED}", "-isystem", "/usr/include/eigen3"]


def understood(source: pathlib.Path) -> tuple[pathlib.Path, str]:
    return source, subprocess.run([*FLAGS, str(source)], text=True, capture_output=True).stderr


def main() -> int:
    sources = sorted((ROOT / "bench").rglob("*.cpp"))
    sources = [source for source in sources if WORDS in source.name]
    if not sources:
        print("there are no benchmarks")
        return 1
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = [(source, said) for source, said in pool.map(understood, sources) if said]
    for source, said in failed:
        print(f"{source}\n{said[:800]}")
    print(f"{len(sources)} benchmarks, {len(failed)} failed")
    return bool(failed)


sys.exit(main())
