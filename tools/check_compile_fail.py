#!/usr/bin/env python3
"""Each case of tests/compile_fail/cases.txt must fail to compile, and for the reason it was written for.

    check_compile_fail.py [ROOT [WORDS]]    only the cases that have these words
"""
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
GENERATED = os.environ.get("DISCREET_GENERATED", "build/generated")
WORDS = sys.argv[2] if len(sys.argv) > 2 else ""
COMPILER = os.environ.get("DISCREET_CXX", "g++")

HEADER = """#include <iostream>
#include "discreet/base/index.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/oracle/histogram.hpp"
#include "discreet/oracle/oracle.hpp"
#include "discreet/privacy/calibrate.hpp"
#include "discreet/privacy/exact.hpp"
#include "discreet/privacy/gaussian.hpp"
#include "discreet/privacy/laplace.hpp"
#include "discreet/privacy/ledger.hpp"
#include "discreet/privacy/randomised_response.hpp"
#include "discreet/privacy/selection.hpp"
"""
FRAME = """using namespace discreet;
void f(Ledger& ledger, Permit& permit, const GdpAccountant& accountant, Oracle& oracle, Gaussian& gaussian,
       const Histogram& histogram, Laplace& laplace, Selection& selection, RandomisedResponse& response) {
  (void)ledger, (void)permit, (void)accountant, (void)oracle, (void)gaussian;
  (void)histogram, (void)laplace, (void)selection, (void)response;
  %s
}
"""


FLAGS = [COMPILER, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable", "-Wno-unused-but-set-variable",
         f"-I{ROOT}", f"-I{GENERATED}", "-isystem", "/usr/include/eigen3"]
FOLDER = tempfile.TemporaryDirectory()
PREAMBLE = os.path.join(FOLDER.name, "frame.hpp")


def precompile() -> subprocess.CompletedProcess:
    """The headers are the same for every case; reading them once is what makes the table quick."""
    pathlib.Path(PREAMBLE).write_text(HEADER)
    return subprocess.run([*FLAGS, "-x", "c++-header", PREAMBLE, "-o", PREAMBLE + ".gch"], text=True, capture_output=True)


def compile_code(code: str) -> subprocess.CompletedProcess:
    command = [*FLAGS, "-include", PREAMBLE, "-fsyntax-only", "-x", "c++", "-"]
    return subprocess.run(command, input=FRAME % code, text=True, capture_output=True)


def check(line: str):
    name, code, words = (part.strip() for part in line.split(" | "))
    run = compile_code(code)
    if words == "COMPILES":
        return name, run.returncode == 0, run.stderr
    good = run.returncode != 0 and any(word.strip() in run.stderr for word in words.split("~"))
    return name, good, run.stderr or "it compiled"


def main() -> int:
    for control in (precompile(), compile_code("")):
        if control.returncode:
            print("the frame itself does not compile:\n" + control.stderr)
            return 1
    text = (ROOT / "tests/compile_fail/cases.txt").read_text()
    cases = [line for line in text.splitlines() if line.strip() and not line.startswith("#") and WORDS in line]
    if not cases:
        print(f"no case has the words {WORDS!r}")
        return 1
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(check, cases))
    failed = 0
    for name, good, said in results:
        if not good:
            failed += 1
            print(f"FAILED: {name}\n{said[:800]}")
    print(f"{len(results) - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
