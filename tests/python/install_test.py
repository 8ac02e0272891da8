"""pip install, without a network and from the folder that is built already: what it installs works in a fresh virtual environment."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import discreet

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(discreet._core.__file__).parents[2]

THREE_LINES = """
import numpy as np
from discreet import DPLogisticRegression
X = np.random.default_rng(1).normal(size=(2000, 3))
print(DPLogisticRegression(epsilon=1.0, delta=1e-6).fit(X, X[:, 0] > 0).privacy_["private"])
"""


def done(*command, **more):
    run = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    return run.stdout


@pytest.fixture(scope="module")
def bin(tmp_path_factory):
    for module, package in {"ensurepip": "python3-venv", "setuptools": "python3-setuptools", "wheel": "python3-wheel"}.items():
        if subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True).returncode != 0:
            pytest.skip(f"{package} is missing")
    if not (BUILD / "CMakeCache.txt").exists():
        pytest.skip("the package is not that of a build folder")
    folder = tmp_path_factory.mktemp("install")
    done(sys.executable, "-m", "venv", "--system-site-packages", folder / "venv")
    source = folder / "source"  # pip leaves folders behind where it works
    shutil.copytree(ROOT / "discreet" / "python", source / "discreet" / "python")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "DISCREET_PROGRAM")}
    done(folder / "venv" / "bin" / "pip", "install", "--no-index", "--no-build-isolation", source, env={**environment, "DISCREET_BUILD": str(BUILD)})
    return folder / "venv" / "bin"


def bare(bin, tmp_path):
    """Where nothing but what was installed can be found."""
    return {"cwd": tmp_path, "env": {"PATH": f"{bin}:/usr/bin:/bin", "HOME": str(tmp_path)}}


def test_three_lines_give_a_private_model(bin, tmp_path):
    assert done(bin / "python", "-c", THREE_LINES, **bare(bin, tmp_path)) == "True\n"
    where = done(bin / "python", "-c", "import discreet; print(discreet.__file__)", **bare(bin, tmp_path))
    assert where.startswith(str(bin.parent))


@pytest.mark.parametrize("command", [["python", "-m", "discreet"], ["discreet"]], ids=str)
def test_the_command_line_is_there(bin, tmp_path, command):
    answer = done(bin / command[0], *command[1:], "plan", "--rows", "1000", "--features", "3", "--epsilon", "1", "--json", **bare(bin, tmp_path))
    assert json.loads(answer)["rows"] == 1000
    run = subprocess.run([bin / command[0], *command[1:], "nonesuch"], capture_output=True, **bare(bin, tmp_path))
    assert run.returncode == 2


def test_types_and_stubs_are_installed(bin):
    package = next((bin.parent / "lib").glob("python3*/site-packages/discreet"))
    assert {"py.typed", "__init__.pyi", "_core.pyi", "plots.py", "ledger.py"} <= {path.name for path in package.iterdir()}


def test_what_is_installed_loads_libraries_of_the_system_only(bin):
    package = next((bin.parent / "lib").glob("python3*/site-packages/discreet"))
    looked_at = done("/usr/bin/python3", ROOT / "tools" / "check_library_paths.py", "--installed", package)
    assert looked_at.startswith("2 programs and shared objects")  # the extension and the program
