#!/usr/bin/env python3
"""Nothing of base/mistake.hpp is in what is shipped: the program and the library are given first, then a test build that can make
mistakes, in which the same search must find them. And only source files ask for mistakes, all of which the test build compiles again."""
import pathlib
import re
import subprocess
import sys

*shipped, mistaken = sys.argv[1:]
SIGN = "with_mistakes"
bad = 0


def found(path):
    listing = subprocess.run(["nm", "-C", path], capture_output=True, text=True, check=True).stdout
    if " T " not in listing and " t " not in listing:
        raise SystemExit(f"{path}: has no symbols to look at")
    return SIGN in listing


for path in shipped:
    if found(path):
        print(f"{path}: can make mistakes on purpose")
        bad += 1
if not found(mistaken):
    print(f"{mistaken}: cannot make mistakes, so the search proves nothing")
    bad += 1

asking = {str(path.relative_to("discreet")) for path in pathlib.Path("discreet").rglob("*.[ch]pp")
          if "base/mistake.hpp" in path.read_text() and path.name != "mistake.hpp"}
listed = {file for files in re.findall(r"(?:set\(|APPEND )DISCREET_CAN_BE_MISTAKEN ([^$]*?)\)", pathlib.Path("discreet/CMakeLists.txt").read_text(), re.S)
          for file in files.split()}
for path in sorted(asking ^ listed):
    print(f"discreet/{path}: asks for mistakes and is not compiled again for the tests" if path in asking
          else f"discreet/{path}: is compiled again for no reason")
    bad += 1
for path in sorted(asking):
    if path.endswith(".hpp"):
        print(f"discreet/{path}: a header would be compiled both ways")
        bad += 1
print(f"{len(asking)} files can be mistaken, {bad} problems")
sys.exit(bad > 0)
