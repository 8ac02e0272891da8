#!/usr/bin/env python3
"""The review guide names every file of the trusted core, with true line counts, and the core stays as small as it says.

    check_review.py [ROOT]            fails where docs/review.md and the sources differ
    check_review.py [ROOT] --write    puts the counts right
"""
import pathlib
import re
import sys

WRITE = "--write" in sys.argv
ROOT = pathlib.Path(next((word for word in sys.argv[1:] if word != "--write"), "."))
CORE = "discreet/privacy"
MOST_FILES, MOST_LINES, MOST_KEYHOLDERS = 28, 2200, 15
ROW = re.compile(r"^\| `(?P<path>discreet/[\w/.]+)` \| (?P<lines>\d+) \|", re.M)
KEY = re.compile(r"\b(?:Open|Release|Bound|Grant)Key\b")
PUBLISHED_KEY = re.compile(r"\bResearchKeys::")  # a key of the core, by way of research/keys.hpp


def lines(path: pathlib.Path) -> int:
    return len(path.read_text().splitlines())


def main() -> int:
    page = ROOT / "docs/review.md"
    text = page.read_text()
    sources = sorted((ROOT / "discreet").rglob("*.[ch]pp"))
    core = [path for path in sources if path.relative_to(ROOT).as_posix().startswith(CORE + "/")]
    total = sum(map(lines, core))
    holders = [path.relative_to(ROOT).as_posix() for path in sources if KEY.search(path.read_text())]
    published = [path.relative_to(ROOT).as_posix() for path in sources if PUBLISHED_KEY.search(path.read_text())]
    sizes = f"{len(core)} files and {total} lines"
    if WRITE:
        counted = ROW.sub(lambda row: row[0].replace(f"| {row['lines']} |", f"| {lines(ROOT / row['path'])} |"), text)
        page.write_text(re.sub(r"\d+ files and \d+ lines", sizes, counted, count=1))
        text = page.read_text()

    problems = []
    listed = {row["path"]: int(row["lines"]) for row in ROW.finditer(text)}
    for path, said in listed.items():
        if not (ROOT / path).is_file():
            problems.append(f"{page}: {path} does not exist")
        elif said != lines(ROOT / path):
            problems.append(f"{page}: {path} has {lines(ROOT / path)} lines, not {said}")
    for path in sorted({path.relative_to(ROOT).as_posix() for path in core} | set(holders) | set(published)):
        if path not in listed:
            problems.append(f"{page}: {path} is to be reviewed and is not in the guide")
    if sizes not in text:
        problems.append(f"{page}: {CORE} has {sizes}, and the page does not say so")
    for what, found, most in (("files in the core", len(core), MOST_FILES), ("lines in the core", total, MOST_LINES),
                              ("files that use a key", len(holders), MOST_KEYHOLDERS)):
        if found > most:
            problems.append(f"{found} {what}, at most {most} can be reviewed in an afternoon")
    print(*problems, f"{sizes} in {CORE}, {len(holders)} files use a key, {len(published)} one of research's, {len(problems)} problems", sep="\n")
    return len(problems) > 0


sys.exit(main())
