#!/usr/bin/env python3
"""No program and no shared object of this build looks for libraries in the current directory, and what is installed looks
only where the system does. The search is tried on programs that were linked wrongly first."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ["DISCREET_BUILD"])
WRONG = {"a colon at the end": "/usr/lib:", "a colon at the start": ":/usr/lib", "an empty entry": "/usr/lib::/lib", "nothing but a colon": ":",
         "a relative entry": "lib", "an entry beside the program": "$ORIGIN/../lib"}


def check(*arguments) -> subprocess.CompletedProcess:
    return subprocess.run(["/usr/bin/python3", ROOT / "tools/check_library_paths.py", *arguments], capture_output=True, text=True)


def link(folder: pathlib.Path, *flags: str):
    folder.mkdir()
    subprocess.run([os.environ["DISCREET_CXX"], "-x", "c++", "-", "-o", folder / "program", *flags], input="int main() {}", text=True, check=True)


def main() -> int:
    if not shutil.which("readelf"):
        print("readelf is missing")
        return 77
    failed = []
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        for number, (what, entry) in enumerate(WRONG.items()):
            for tags in ("--enable-new-dtags", "--disable-new-dtags"):
                folder = work / f"{number}{tags}"
                link(folder, f"-Wl,{tags},-rpath,{entry}")
                if check(folder).returncode != 1:
                    failed.append(f"NOT CAUGHT: {what} ({tags})")
        link(work / "absolute", "-Wl,-rpath,/usr/lib")
        if check(work / "absolute").returncode != 0 or check("--installed", work / "absolute").returncode != 1:
            failed.append("an absolute entry may stand in the build folder and not in what is installed")
        (work / "nothing").mkdir()
        if check(work / "nothing").returncode != 1:
            failed.append("a search that looks at no file passes")
        installed = work / "installed"
        extension = any((BUILD / "python/discreet").glob("_core*.so"))
        for component in ("program", "python") if extension else ("program",):
            done = subprocess.run(["cmake", "--install", BUILD, "--prefix", installed, "--component", component], capture_output=True, text=True)
            if done.returncode:
                failed.append(done.stderr)
        for run in (check(BUILD), check("--installed", installed)):
            print(run.stdout, end="")
            if run.returncode:
                failed.append("the search found what is printed above")
        if not (installed / "bin/discreet").exists():
            failed.append("the program was not installed")
    print(*failed, sep="\n")
    return bool(failed)


sys.exit(main())
