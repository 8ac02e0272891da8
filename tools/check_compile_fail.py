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
#include "discreet/oracle/row_oracles.hpp"
#include "discreet/oracle/row_gateway.hpp"
#include "discreet/accounting/calibrate.hpp"
#include "discreet/fit/grants.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "discreet/privacy/ledger.hpp"
#include "discreet/research/keys.hpp"
#include "discreet/research/largest_slope.hpp"
#include "discreet/research/randomised_response.hpp"
#include "discreet/mechanism/selection.hpp"
"""
FRAME = """#line 1 "case-%d"
void f%d(Ledger& ledger, Permit& permit, const GdpAccountant& accountant, DualOracle& oracle, Gaussian& gaussian,
        const Histogram& histogram, Laplace& laplace, Selection& selection, RandomisedResponse& response) {
  (void)ledger, (void)permit, (void)accountant, (void)oracle, (void)gaussian;
  (void)histogram, (void)laplace, (void)selection, (void)response;
  %s
}
"""


FLAGS = [COMPILER, "-std=c++20", "-DDISCREET_RESEARCH", "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable", "-Wno-unused-but-set-variable",
         f"-I{os.path.abspath(GENERATED)}", "-isystem", "/usr/include/eigen3", "-fsyntax-only", "-x", "c++", "-"]
# Cases whose names begin so are compiled where there is nothing but these folders.
RINGS = {"ring 1:": ("base", "privacy")}


def compiled_in_ring(ring: str, code: str) -> subprocess.CompletedProcess:
    """Alone, among the folders of a ring; "EVERY HEADER" is all that they have."""
    with tempfile.TemporaryDirectory() as alone:
        (pathlib.Path(alone) / "discreet").mkdir()
        for folder in RINGS[ring]:
            (pathlib.Path(alone) / "discreet" / folder).symlink_to((ROOT / "discreet" / folder).resolve())
        headers = sorted(path.relative_to(ROOT) for folder in RINGS[ring] for path in (ROOT / "discreet" / folder).glob("*.hpp"))
        text = "\n".join(f'#include "{path}"' for path in headers) if code == "EVERY HEADER" else code
        return subprocess.run([*FLAGS, f"-I{alone}"], input=text + "\n", text=True, capture_output=True, cwd=alone)


def compiled(codes: dict) -> subprocess.CompletedProcess:
    """What the compiler says of some codes, each in a function and, so that its messages can be told apart, a file of its own."""
    text = HEADER + "using namespace discreet;\n" + "".join(FRAME % (number, number, code) for number, code in codes.items())
    return subprocess.run([*FLAGS, f"-I{ROOT}"], input=text, text=True, capture_output=True)


def says(words: str, said: str) -> bool:
    return any(word.strip() in said for word in words.split("~"))


def check_together(cases: list) -> list:
    """Whether each case, (name, code, words), is as it should be when all that must compile are compiled at once, and all that must
    not: that takes as long as one of them."""
    right, wrong = {}, {}
    for number, (name, code, words) in enumerate(cases):
        if not name.startswith(tuple(RINGS)):
            (right if words == "COMPILES" else wrong)[number] = code
    all_compile = compiled(right).returncode == 0
    errors = [line for line in compiled(wrong).stderr.splitlines() if " error: " in line]
    return [all_compile if number in right else any(line.startswith(f"case-{number}:") and says(words, line) for line in errors)
            for number, (_, _, words) in enumerate(cases)]


def check_alone(case: tuple) -> tuple:
    """Whether it is as it should be, and what the compiler said."""
    name, code, words = case
    ring = next((ring for ring in RINGS if name.startswith(ring)), None)
    run = compiled_in_ring(ring, code) if ring else compiled({0: code})
    if words == "COMPILES":
        return run.returncode == 0, run.stderr
    return run.returncode != 0 and says(words, run.stderr), run.stderr or "it compiled"


def main() -> int:
    text = (ROOT / "tests/compile_fail/cases.txt").read_text()
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#") and WORDS in line]
    cases = [tuple(part.strip() for part in line.split(" | ")) for line in lines]
    if not cases:
        print(f"no case has the words {WORDS!r}")
        return 1
    cases.append(("the frame itself", "", "COMPILES"))
    doubtful = [case for case, good in zip(cases, check_together(cases)) if not good]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (name, _, _), (good, said) in zip(doubtful, pool.map(check_alone, doubtful)):
            if not good:
                failed += 1
                print(f"FAILED: {name}\n{said[:800]}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
