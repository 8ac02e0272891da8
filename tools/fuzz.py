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
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

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
    command = [BUILD / f"fuzz_{name}", "-timeout=60", "-rss_limit_mb=2048", "-max_len=8192",
               f"-artifact_prefix={found}/{name}-", "-print_final_stats=1", grown, ROOT / "tests/fuzz/corpus" / name]
    # Freed memory is watched for a while; the default watches more of it than fits any cache.
    environment = {**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=8"}
    spent, inputs = 0.0, 0
    while spent < seconds:
        # The fuzzer knows the clock alone: on a busy machine it goes on from what it kept.
        limited = [*command, f"-max_total_time={math.ceil(seconds - spent)}"]
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen(limited, env=environment, stdout=subprocess.DEVNULL, stderr=said)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            said.seek(0)
            text = said.read().decode(errors="replace")
        if process.returncode != 0:
            return False, f"{name:<8} FOUND something (exit code {process.returncode})\n{text[-3000:]}"
        spent += max(usage.ru_utime + usage.ru_stime, 0.1)
        runs = re.search(r"number_of_executed_units: (\d+)", text)
        inputs += int(runs[1]) if runs else 0
    return True, f"{name:<8} {inputs:>10} inputs in {spent:.0f} s of processor time, nothing found"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=30, help="of processor time for each fuzzer (default 30)")
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
