#!/usr/bin/python3
"""Runs the fuzzers: inputs that nobody would write, for everything that reads a file, under the address and undefined-behaviour
sanitizers.

  tools/fuzz.py                     all of them, half a minute each
  tools/fuzz.py --seconds 600 csv   one of them, ten minutes
  tools/fuzz.py --list              their names

Each starts from tests/fuzz/corpus/NAME, and what it finds new is kept in build-fuzz/corpus/NAME for the next time. An input that
breaks something is left in build-fuzz/found; run build-fuzz/fuzz_NAME FILE to see it again. docs/how_to/hostile_input.md says more."""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build-fuzz"
COMPILER = "clang++-14"


def names() -> list:
    return sorted(path.name for path in (ROOT / "tests/fuzz/corpus").iterdir() if path.is_dir())


def build() -> None:
    subprocess.run(["cmake", "--preset", "fuzz"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", "--preset", "fuzz"], cwd=ROOT, check=True)


def fuzz(name: str, seconds: int) -> tuple:
    """Whether nothing was found, and what to say."""
    grown, found = BUILD / "corpus" / name, BUILD / "found"
    for folder in (grown, found):
        folder.mkdir(parents=True, exist_ok=True)
    # 2 GiB and a minute (of the clock, on a machine that may be busy) for an input of at most 8 KiB: whatever takes more is a fault.
    command = [BUILD / f"fuzz_{name}", f"-max_total_time={seconds}", "-timeout=60", "-rss_limit_mb=2048", "-max_len=8192",
               f"-artifact_prefix={found}/{name}-", "-print_final_stats=1", grown, ROOT / "tests/fuzz/corpus" / name]
    # Freed memory is watched for a while; the default watches more of it than fits any cache.
    environment = {**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=8"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace")
    runs = re.search(r"number_of_executed_units: (\d+)", run.stderr)
    if run.returncode == 0:
        return True, f"{name:<8} {runs[1] if runs else '?':>10} inputs, nothing found"
    return False, f"{name:<8} FOUND something (exit code {run.returncode})\n{run.stderr[-3000:]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=30, help="for each fuzzer (default 30)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many at a time (default: one for each core)")
    parser.add_argument("--list", action="store_true", help="print the names of the fuzzers")
    parser.add_argument("target", nargs="*", help="their names; none for all")
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(names()))
        return 0
    unknown = [name for name in arguments.target if name not in names()]
    if unknown:
        print(f"there is no fuzzer '{unknown[0]}'; there are: {', '.join(names())}", file=sys.stderr)
        return 2
    if not shutil.which(COMPILER):
        print(f"{COMPILER} is missing, so nothing was fuzzed; install clang-14 and libclang-rt-14-dev", file=sys.stderr)
        return 77
    build()
    with concurrent.futures.ThreadPoolExecutor(max(1, arguments.jobs)) as pool:
        outcomes = list(pool.map(lambda name: fuzz(name, arguments.seconds), arguments.target or names()))
    for _, text in outcomes:
        print(text)
    return not all(good for good, _ in outcomes)


if __name__ == "__main__":
    sys.exit(main())
