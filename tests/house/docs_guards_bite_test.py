#!/usr/bin/env python3
"""A documentation that cannot fail shows nothing: pages that were broken on purpose must be caught, by the runner of their blocks, by the
builder of the site and by the keeper of the numbers; and good ones must not be."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path.cwd()
PYTHON = "/usr/bin/python3"

BLOCKS = [
    ("good blocks", True, "<!-- before: echo 1 > a -->\n\n<!-- run -->\n```sh\ncat a > b\n```\n\n<!-- run: prints 1 -->\n```sh\ncat b\n```\n"),
    ("a refusal that is shown", True, "<!-- run: exit 2; prints nonesuch -->\n```sh\ndiscreet nonesuch\n```\n"),
    ("an unmarked block that fails", True, "```sh\nfalse\n```\n\n<!-- run -->\n```sh\ntrue\n```\n"),
    ("a command that fails", False, "<!-- run -->\n```sh\ndiscreet fit nothing.csv --epsilon 1\n```\n"),
    ("a command that fails before a good one", False, "<!-- run -->\n```sh\nfalse\ntrue\n```\n"),
    ("a command that fails before a pipe", False, "<!-- run -->\n```sh\ndiscreet nonesuch | cat\n```\n"),
    ("a hidden command that fails", False, "<!-- before: false -->\n\n<!-- run -->\n```sh\ntrue\n```\n"),
    ("a refusal that does not happen", False, "<!-- run: exit 3 -->\n```sh\ntrue\n```\n"),
    ("words that are not printed", False, "<!-- run: prints epsilon -->\n```sh\necho delta\n```\n"),
    ("a wish that nobody understands", False, "<!-- run: print epsilon -->\n```sh\necho epsilon\n```\n"),
    ("Python that fails", False, "<!-- run -->\n```python\nraise SystemExit(1)\n```\n"),
    ("a language that nobody knows", False, "<!-- run -->\n```cobol\nSTOP RUN.\n```\n"),
    ("a mark without a block", False, "<!-- run -->\n\n```sh\ntrue\n```\n\n<!-- run -->\n```sh\ntrue\n```\n"),
]

SITES = [
    ("the site as it is", True, lambda root: None),
    ("a link to a page that is not there", False, lambda root: append(root / "docs/concepts.md", "\n[gone](gone.md)\n")),
    ("a link to an anchor that is not there", False, lambda root: append(root / "docs/concepts.md", "\n[gone](index.md#nowhere)\n")),
    ("a picture from elsewhere", False, lambda root: append(root / "docs/concepts.md", "\n![tracker](https://example.org/a.png)\n")),
    ("a style sheet that fetches", False, lambda root: append(root / "tools/site_theme/style.css", "\n@import url(https://example.org/a.css);\n")),
    ("a README that leads nowhere", False, lambda root: append(root / "README.md", "\n[gone](docs/concepts.md#nowhere)\n")),
    ("a page that no menu has", False, lambda root: (root / "docs/lost.md").write_text("# Lost\n")),
]

COMPARISON = """table,kind,rows,columns,half,way,epsilon,fits,share,error,worst,exact,far,silent,good,wolf,errors
made,binary,1000,5,b,default,1,1,0.2,0,0.2,0.4,0,0,1,0,0
"""

NUMBERS = [
    ("the numbers as they are", True, lambda root: None),
    ("a measurement that the tables do not have", False, lambda root: change(root / "docs/figures/headline.csv", "0.8533", "0.8933")),
    ("a comparison that no page shows", False, lambda root: (root / "docs/figures/tables.csv").write_text(COMPARISON)),
    ("a table that was improved by hand", False, lambda root: change(root / "README.md", "0.927 +-", "0.967 +-")),
    ("our figure in bold where it is behind", False, lambda root: change(root / "README.md", "| **0.0013** | 0.038 |", "| 0.0013 | **0.038** |")),
    ("a tool that has our figure in bold where it is behind", False, lambda root: change(root / "tools/numbers", "float(number) == top", "cell == cells[-1]")),
    ("a figure that was drawn from something else", False, lambda root: change(root / "docs/figures/auto.svg", "<circle", "<circle id='x'")),
]


def change(path, old, new):
    text = path.read_text()
    assert old in text, f"{path.name} has changed: adapt this test"
    path.write_text(text.replace(old, new, 1))


def append(path, text):
    path.write_text(path.read_text() + text)


def blocks(folder):
    for number, (name, good, text) in enumerate(BLOCKS):
        root = folder / f"blocks{number}"
        (root / "docs").mkdir(parents=True)
        (root / "README.md").write_text("# Nothing to run\n")
        (root / "docs/page.md").write_text(text)
        yield name, good, subprocess.run([PYTHON, str(ROOT / "tools/run_docs.py"), str(root)], capture_output=True, text=True, env=os.environ)


def sites(folder):
    if not shutil.which("mkdocs"):
        print("skipped: the site's own guards; mkdocs is missing")
        return
    for number, (name, good, break_it) in enumerate(SITES):
        root = folder / f"site{number}"
        shutil.copytree(ROOT / "docs", root / "docs")
        shutil.copytree(ROOT / "tools", root / "tools")
        for file in ("README.md", "CONTRIBUTING.md", "mkdocs.yml"):
            shutil.copy(ROOT / file, root)
        break_it(root)
        yield name, good, subprocess.run([PYTHON, str(root / "tools/site"), str(root / "site")], capture_output=True, text=True)


def numbers(folder):
    for number, (name, good, break_it) in enumerate(NUMBERS):
        root = folder / f"numbers{number}"
        for part in ("docs", "tools", "discreet", "tests"):
            shutil.copytree(ROOT / part, root / part)
        for file in ("README.md", "CONTRIBUTING.md"):
            shutil.copy(ROOT / file, root)
        break_it(root)
        yield name, good, subprocess.run([PYTHON, str(root / "tools/numbers"), "--check"], capture_output=True, text=True)


def main():
    failed = number = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, good, run in [*blocks(pathlib.Path(folder)), *numbers(pathlib.Path(folder)), *sites(pathlib.Path(folder))]:
            number += 1
            if (run.returncode == 0) != good or run.returncode == 77:
                failed += 1
                print(f"{'found fault with' if good else 'NOT CAUGHT'}: {name}\n{run.stdout[-800:]}{run.stderr[-800:]}")
    print(f"{number} cases, {failed} failed")
    return failed > 0


sys.exit(main())
