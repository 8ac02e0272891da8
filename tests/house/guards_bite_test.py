#!/usr/bin/env python3
"""A guard that cannot fail guards nothing: each house script is run on a copy of the tree that was broken on purpose and
must say so."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path.cwd()
PYTHON = "/usr/bin/python3"


def replaced(path: str, old: str, new: str):
    def change(root: pathlib.Path):
        text = (root / path).read_text()
        assert old in text, f"{path} has changed: adapt this test"
        (root / path).write_text(text.replace(old, new, 1))
    return change


def appended(path: str, text: str):
    return lambda root: (root / path).write_text((root / path).read_text() + text)


CASES = [
    ("a loss that knows the data", "check_layers.py", appended("discreet/loss/squared.hpp", '#include "discreet/data/dataset.hpp"\n')),
    ("a solver that opens a file reader", "check_layers.py", appended("discreet/solver/cd.cpp", '#include "discreet/io/csv.hpp"\n')),
    ("a name that means two things", "check_layers.py", appended("discreet/loss/squared.hpp", "struct Census {\n};\n")),
    ("a function that means two things", "check_layers.py",
     appended("discreet/base/index.hpp", "namespace discreet {\n\nstd::string_view name(Neighbours given);\n\n}  // namespace discreet\n")),
    ("a permission that nobody uses", "check_layers.py",
     lambda root: (root / "discreet/fairness/known_distances.cpp").write_text((root / "discreet/fairness/known_distances.cpp").read_text().replace("discreet/penalty/", "penalty/"))),
    ("a table that says otherwise", "check_layers.py", replaced("docs/architecture.md", "| loss, penalty | base |", "| loss, penalty | base data |")),
    ("a folder nobody planned", "check_layers.py",
     lambda root: ((root / "discreet/extra").mkdir(), (root / "discreet/extra/x.hpp").write_text("#pragma once\n"))),
    ("anybody can make an OpenKey", "check_compile_fail.py OpenKey",
     replaced("discreet/privacy/sensitive.hpp", "class OpenKey {\n  OpenKey() = default;", "class OpenKey {\n public:\n  OpenKey() = default;")),
    ("anybody can claim a sensitivity", "check_compile_fail.py BoundKey",
     replaced("discreet/privacy/sensitive.hpp", "class BoundKey {\n  BoundKey() = default;", "class BoundKey {\n public:\n  BoundKey() = default;")),
    ("anybody can grant a budget", "check_compile_fail.py GrantKey",
     replaced("discreet/privacy/sensitive.hpp", "class GrantKey {\n  GrantKey() = default;", "class GrantKey {\n public:\n  GrantKey() = default;")),
    ("a program that grants as tests do", "check_layers.py", appended("discreet/fit/grants.hpp", "// GrantsForTests\n")),
    ("a program that looks at rows as tests do", "check_layers.py", appended("discreet/fit/grants.hpp", "// GatewayForTests\n")),
    ("anybody can look through the gateway", "check_compile_fail.py gateway",
     replaced("discreet/oracle/row_gateway.hpp", "class RowGateway {\n", "class RowGateway {\n public:\n")),
    ("a question about rows without a proof", "check_proofs.py",
     replaced("discreet/oracle/row_gateway.hpp", "  friend class Census;", "  friend class Census;\n  friend class Order;")),
    ("a second class of a key holder's name", "check_proofs.py",
     appended("discreet/solver/cd.cpp", "// proof: docs/proofs/census.md\nclass Scores {\n};\n")),
    ("a secret that keeps the key it is opened with", "check_proofs.py",
     appended("discreet/solver/cd.cpp", "template <>\nclass Sensitive<int> {\n};\n")),
    ("a permit that can be copied", "check_compile_fail.py copy a permit",
     replaced("discreet/privacy/permit.hpp", "  Permit(Permit&&) noexcept = default;", "  Permit(Permit&&) noexcept = default;\n  Permit(const Permit&) = default;")),
    ("anybody can look at the scores of a choice", "check_compile_fail.py scores_",
     replaced("discreet/mechanism/selection.hpp", " private:\n  friend class Selection;", " public:\n  friend class Selection;")),
    ("a count of lines that is not true", "check_review.py", appended("discreet/privacy/units.hpp", "// more\n")),
    ("a key holder that the review does not name", "check_review.py", appended("discreet/oracle/census.cpp", "// BoundKey\n")),
    ("a proof that does not exist", "check_proofs.py", appended("discreet/privacy/additive_noise.hpp", "// proof: docs/proofs/nowhere.md\n")),
    ("a new key holder without a proof", "check_proofs.py",
     replaced("discreet/privacy/sensitive.hpp", "  friend class Selection;", "  friend class Selection;\n  friend class Order;")),
    ("a specialisation that borrows a key", "check_proofs.py",
     appended("discreet/oracle/census.hpp", "// proof: docs/proofs/census.md\ntemplate <>\nclass LinearOracle<int, int> {};\n")),
    ("a proof that names a test that moved", "check_proofs.py", appended("docs/proofs/gaussian.md", "`tests/unit/privacy/gone_test.cpp`\n")),
    ("a proof without an argument", "check_proofs.py", lambda root: (root / "docs/proofs/gaussian.md").write_text("## Claim\n## Preconditions\n")),
    ("an option that the reference does not have", "check_docs.py",
     replaced("discreet/fit/options.cpp", '{"start", "MODEL",', '{"start", "FILE",')),
    ("a default that the reference does not have", "check_docs.py",
     replaced("discreet/fit/options.hpp", 'recipe = "sound"', 'recipe = "paper"')),
    ("a solver that the lists describe otherwise", "check_docs.py",
     replaced("discreet/solver/exact.hpp", 'summary = "the', 'summary = "not the')),
    ("a decision that the index does not have", "check_docs.py",
     lambda root: (root / "docs/decisions/0099-new.md").write_text("# 99. A new decision\n")),
    ("a benchmark that asks for what is not there any more", "check_benches.py delayed",
     appended("bench/macro/delayed_link.cpp", "int gone = no_such_thing();\n")),
    ("a badly laid out file", "check_format.py", appended("discreet/base/index.hpp", "int   x ;\n")),
    ("a file that is too long", "check_format.py", appended("discreet/base/index.hpp", "// more\n" * 300)),
    ("a script that is too long", "check_format.py", appended("tests/python/made.py", "# more\n" * 300)),
    ("a Python version of its own", "check_format.py", replaced("pyproject.toml", 'version = "', 'version = "9')),
]


def run(script: str, root: pathlib.Path) -> int:
    """A script is its name and, after a space, which of its cases are of interest."""
    name, _, words = script.partition(" ")
    command = [PYTHON, str(ROOT / "tools" / name), str(root), *([words] if words else [])]
    return subprocess.run(command, capture_output=True, env=os.environ).returncode


def copy_tree(copy: pathlib.Path):
    copy.mkdir()
    for part in ("bench", "cmake", "discreet", "docs", "tests", "tools"):
        shutil.copytree(ROOT / part, copy / part)
    for page in [*ROOT.glob("*.md"), ROOT / ".clang-format", ROOT / "CMakeLists.txt", ROOT / "pyproject.toml"]:
        shutil.copy(page, copy)


def main() -> int:
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        # What is caught on a copy that nobody broke is not caught at all. (The table of what must not compile has controls of its own.)
        whole = pathlib.Path(folder) / "whole"
        copy_tree(whole)
        for script in sorted({script for _, script, _ in CASES if not script.startswith("check_compile_fail")}):
            if run(script, whole) not in (0, 77):
                failed += 1
                print(f"{script} finds fault with the tree as it is")
        for number, (name, script, break_it) in enumerate(CASES):
            copy = pathlib.Path(folder) / str(number)
            copy_tree(copy)
            break_it(copy)
            code = run(script, copy)
            if code == 77:
                print(f"skipped: {name}")
            elif code == 0:
                failed += 1
                print(f"NOT CAUGHT by {script}: {name}")
            shutil.rmtree(copy)
    print(f"{len(CASES)} cases, {failed} failed")
    return failed > 0


sys.exit(main())
