#!/usr/bin/env python3
"""Code in the documentation is code that CI compiles: a block after <!-- file: PATH --> is that file, to the letter. What
stands between <!-- options: GROUP --> and <!-- end --> is the option table of the program, between <!-- list: NAME --> and <!-- end --> one of its
lists, and between <!-- csv: PATH COLUMN ... --> and <!-- end --> those columns of that file, to the letter (`COLUMN=value` keeps the lines that have it).
With --write, puts the current content there."""
import csv
import pathlib
import re
import sys

import doc_lists
from doc_lists import STRING, words

write = "--write" in sys.argv
arguments = [a for a in sys.argv[1:] if a != "--write"]
ROOT = pathlib.Path(arguments[0] if arguments else ".")
BLOCK = re.compile(r"(<!-- file: (\S+) -->\n```\w*\n)(.*?)(```)", re.S)
OPTIONS = re.compile(r"(<!-- options: (\w+) -->\n)(.*?)(<!-- end -->)", re.S)
FIGURES = re.compile(r"(<!-- csv: (\S+) ([^>]*?) -->\n)(.*?)(<!-- end -->)", re.S)
LISTED = re.compile(r"(<!-- list: (\w+) -->\n)(.*?)(<!-- end -->)", re.S)
bad = blocks = 0


def options_of(group):
    """The rows of fit/options.cpp in one group, with the defaults of fit/options.hpp."""
    header = (ROOT / "discreet/fit/options.hpp").read_text()
    source = (ROOT / "discreet/fit/options.cpp").read_text()
    named = re.search(rf'(k\w+) = "{group}"', source)
    row = re.compile(rf"\{{({STRING}), ({STRING}),\s*((?:{STRING}\s*)+),\s*(k\w+),\s*&Options::(\w+)(?:,\s*((?:{STRING}\s*)+))?\}}")
    table = "| option | meaning | default |\n|---|---|---|\n"
    for name, placeholder, text, kind, field, solvers in row.findall(source):
        if not named or kind != named[1]:
            continue
        default = re.search(rf"std::string (?:\w+ = {STRING}, )*{field} = ({STRING})[,;]", header)
        flag = re.search(rf"bool {field} = (\w+);", header)
        value = words(default[1]) if default else {"true": "on", "false": "off"}[flag[1]] if flag else ""
        shown = f"--{words(name)} {words(placeholder)}".strip()
        meaning = words(text) + ("; for " + words(solvers) if solvers else "")
        table += f"| `{shown}` | {meaning.replace('|', chr(92) + '|')} | {value} |\n"
    return table


def columns_of(path, names):
    """The named columns of a file that `discreet reproduce --csv` wrote, with two digits or three."""
    lines = [line for line in (ROOT / path).read_text().splitlines() if not line.startswith("#")]
    def shown(value):
        try:
            return f"{float(value):.2g}" if "." in value else value
        except ValueError:
            return value or "-"
    kept = [name.partition("=")[::2] for name in names if "=" in name]
    names = [name for name in names if "=" not in name]
    table = "| " + " | ".join(name.replace("_", " ") for name in names) + " |\n" + "|---" * len(names) + "|\n"
    for row in csv.DictReader(lines):
        if all(row[column] == value.replace("_", " ") for column, value in kept):
            table += "| " + " | ".join(shown(row[name]) for name in names) + " |\n"
    return table


for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
    text = page.read_text()

    def fill(match):
        global blocks, bad
        blocks += 1
        content = (ROOT / match[2]).read_text()
        if match[3] != content and not write:
            print(f"{page}: the code is not {match[2]} any more; run tools/check_docs.py --write")
            bad += 1
        return match[1] + content + match[4]

    def tabulate(match):
        global blocks, bad
        blocks += 1
        content = options_of(match[2])
        if match[3] != content and not write:
            print(f"{page}: the options of {match[2]} have changed; run tools/check_docs.py --write")
            bad += 1
        return match[1] + content + match[4]

    def figures(match):
        global blocks, bad
        blocks += 1
        content = columns_of(match[2], match[3].split())
        if match[4] != content and not write:
            print(f"{page}: the figures are not those of {match[2]} any more; run tools/check_docs.py --write")
            bad += 1
        return match[1] + content + match[5]

    def enumerate_list(match):
        global blocks, bad
        blocks += 1
        content = doc_lists.table(ROOT, match[2])
        if match[3] != content and not write:
            print(f"{page}: the list of {match[2]} has changed; run tools/check_docs.py --write")
            bad += 1
        return match[1] + content + match[4]

    text_before = text
    text = FIGURES.sub(figures, text)
    filled = LISTED.sub(enumerate_list, OPTIONS.sub(tabulate, BLOCK.sub(fill, text)))
    if write and filled != text_before:
        page.write_text(filled)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)  # a lambda of C++ looks like a link
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", prose):
        if not (page.parent / target).exists():
            print(f"{page}: the link to {target} leads nowhere")
            bad += 1
print(f"{blocks} blocks, {bad} problems")
sys.exit(bad > 0)
