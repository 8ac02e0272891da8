"""What the documentation shows runs: docstrings, the example, the command line by its module, the stubs."""
import ast
import doctest
import inspect
import os
import pathlib
import pkgutil
import subprocess
import sys

import pytest

import discreet

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = ["discreet"] + [f"discreet.{module.name}" for module in pkgutil.iter_modules(discreet.__path__) if module.name not in ("_core", "__main__")]


@pytest.mark.parametrize("name", MODULES)
def test_what_docstrings_show_is_what_happens(name):
    module = __import__(name, fromlist=["_"])
    failed, _ = doctest.testmod(module)
    assert failed == 0


def test_there_are_docstrings_to_run():
    assert sum(len(test.examples) for name in MODULES for test in doctest.DocTestFinder().find(__import__(name, fromlist=["_"]))) > 20


@pytest.mark.parametrize("page", ["python.md", "migrate_from_diffprivlib.md"])
def test_what_pages_show_is_what_happens(page):
    failed, tried = doctest.testfile(str(ROOT / "docs/how_to" / page), module_relative=False)
    assert failed == 0 and tried > 0


def test_the_example_publishes_a_model(tmp_path):
    run = subprocess.run([sys.executable, str(ROOT / "docs/how_to/code/publish_a_model.py")], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "private: True" in run.stdout and (tmp_path / "model.json").exists() and (tmp_path / "report.html").exists()
    assert "Warning" not in run.stderr


def test_the_module_is_the_command_line():
    ours = subprocess.run([sys.executable, "-m", "discreet", "plan", "--rows", "1000", "--features", "3", "--epsilon", "1", "--json"],
                          capture_output=True, text=True)
    theirs = subprocess.run([os.environ["DISCREET_PROGRAM"], "plan", "--rows", "1000", "--features", "3", "--epsilon", "1", "--json"],
                            capture_output=True, text=True)
    assert ours.returncode == 0 and ours.stdout == theirs.stdout
    assert subprocess.run([sys.executable, "-m", "discreet", "nonesuch"], capture_output=True).returncode == 2


def test_the_stubs_say_what_the_code_does():
    stubs = ast.parse((pathlib.Path(discreet.__file__).parent / "__init__.pyi").read_text())
    classes = {node.name: node for node in stubs.body if isinstance(node, ast.ClassDef)}
    for name in discreet.__all__:
        if not name.startswith("DP"):
            continue
        stub = next(node for node in classes[name].body if getattr(node, "name", "") == "__init__")
        named = [argument.arg for argument in stub.args.args + stub.args.kwonlyargs]
        assert named == list(inspect.signature(getattr(discreet, name).__init__).parameters), name
    names = {getattr(node, "name", None) for node in stubs.body}
    assert set(discreet.__all__) <= names
