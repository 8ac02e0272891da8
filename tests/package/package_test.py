#!/usr/bin/env python3
"""Builds the packages from this build and uses them as a stranger would: they have what they should, the ten-line program
builds against them through CMake and through pkg-config, in a folder that was moved; the manual shows without warnings."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ["DISCREET_BUILD"])
CONSUMER = ROOT / "docs/how_to/code"
PROJECT = """cmake_minimum_required(VERSION 3.24)
project(consumer LANGUAGES CXX)
find_package(discreet {version} CONFIG REQUIRED)
add_executable(consumer {source})
target_link_libraries(consumer PRIVATE discreet::discreet)
"""
bad = 0


def say(problem):
    global bad
    bad += 1
    print(problem)


def run(*words, **settings):
    if not shutil.which(str(words[0])):
        say(f"{words[0]} is not there")
        return ""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **settings)
    if done.returncode:
        say(f"{' '.join(map(str, words))}: exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def field(package, name):
    return run("dpkg-deb", "--field", package, name).strip()


def check_contents(packages, root):
    """What must be in each package, and that nothing names the folder it was built in."""
    wanted = {
        "discreet": ["bin/discreet", "share/man/man1/discreet.1.gz", "share/man/man1/discreet-fit.1.gz", "share/bash-completion/completions/discreet",
                     "share/zsh/vendor-completions/_discreet", "share/fish/vendor_completions.d/discreet.fish"],
        "libdiscreet-dev": ["include/discreet/fit/fit.hpp", "include/discreet/base/version.hpp"],
        "python3-discreet": ["lib/python3/dist-packages/discreet/__init__.py"],
    }
    for name, package in packages.items():
        listed = {line.split()[-1].removeprefix("./usr/") for line in run("dpkg-deb", "--contents", package).splitlines()}
        for path in [*wanted[name], f"share/doc/{name}/copyright", f"share/doc/{name}/changelog.Debian.gz"]:
            if path not in listed:
                say(f"{name} lacks {path}")
    if "libc6" not in field(packages["discreet"], "Depends"):
        say("the program's dependencies were not worked out")
    if "libeigen3-dev" not in field(packages["libdiscreet-dev"], "Depends"):
        say("the library's headers need Eigen's")
    include = root / "usr/include"
    for header in include.rglob("*.hpp"):
        for used in re.findall(r'#include "(discreet/[^"]+)"', header.read_text()):
            if not (include / used).exists():
                say(f"{header.relative_to(include)} includes {used}, which is not installed")
    for file in [*root.rglob("*.cmake"), *root.rglob("*.pc")]:
        if str(BUILD) in file.read_text() or str(ROOT) in file.read_text():
            say(f"{file.relative_to(root)} names the folder it was built in")


def check_manual(root):
    pages = sorted((root / "usr/share/man/man1").glob("*.1.gz"))
    commands = re.findall(r"^  (\w+)  ", run(root / "usr/bin/discreet", "--help"), re.M)
    for command in commands:
        if not any(page.name == f"discreet-{command}.1.gz" for page in pages):
            say(f"there is no manual page of discreet {command}")
    if not shutil.which("man"):
        return
    for page in pages:
        done = subprocess.run(["man", "--warnings", "-l", str(page)], capture_output=True, text=True, env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"})
        if done.returncode or done.stderr or "EXIT STATUS" not in done.stdout:
            say(f"{page.name}: {done.stderr[:500] or 'does not render'}")
    text = subprocess.run(["man", "-l", str(root / "usr/share/man/man1/discreet-fit.1.gz")], capture_output=True, text=True).stdout
    for option in re.findall(r"^  (--[a-z-]+)", run(root / "usr/bin/discreet", "fit", "--help"), re.M):
        if option not in text:
            say(f"discreet-fit.1 lacks {option}")


def check_consumers(root, work):
    """Through CMake the small program, through pkg-config the calculator: each is compiled once."""
    prefix, libraries = root / "usr", next((root / "usr").rglob("libdiscreet.a")).parent
    project = work / "consumer"
    project.mkdir()
    (project / "CMakeLists.txt").write_text(PROJECT.format(version=os.environ["DISCREET_VERSION"], source=CONSUMER / "embed.cpp"))
    run("cmake", "-S", project, "-B", project / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Debug",
        f"-DCMAKE_CXX_COMPILER={os.environ['DISCREET_CXX']}")
    run("cmake", "--build", project / "build")
    if "epsilon spent: 1" not in run(project / "build/consumer", cwd=work):
        say("the program that CMake linked does not train")
    environment = {**os.environ, "PKG_CONFIG_PATH": str(libraries / "pkgconfig")}
    flags = run("pkg-config", "--cflags", "--libs", "discreet", env=environment).split()
    run("pkg-config", "--exists", "--print-errors", f"discreet = {os.environ['DISCREET_VERSION']}", env=environment)
    run(os.environ["DISCREET_CXX"], CONSUMER / "account.cpp", "-o", work / "calculator", *flags)
    if "times the noise" not in run(work / "calculator"):
        say("the program that pkg-config linked does not calculate")


def main():
    if not all(map(shutil.which, ("dpkg-shlibdeps", "file", "cpack"))):
        print("dpkg-dev or file is missing: packages are not built")
        return 77
    packages = {field(path, "Package"): path for path in map(pathlib.Path, run(ROOT / "tools/package", BUILD).split()) if path.suffix == ".deb"}
    if not {"discreet", "libdiscreet-dev"} <= packages.keys():
        say(f"tools/package made {sorted(packages)}")
        return 1
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        unpacked, moved = work / "unpacked", work / "moved"
        for package in packages.values():
            run("dpkg-deb", "--extract", package, unpacked)
        unpacked.rename(moved)  # nothing may depend on where it was unpacked
        check_contents(packages, moved)
        run("/usr/bin/python3", ROOT / "tools/check_library_paths.py", "--installed", moved)
        check_manual(moved)
        check_consumers(moved, work)
    print(f"{len(packages)} packages, {bad} problems")
    return bad > 0


sys.exit(main())
