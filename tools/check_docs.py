#!/usr/bin/env python3
"""Code in the documentation is code that CI compiles: a block after <!-- file: PATH --> is that file, to the letter.
With --write, puts the files' current content there."""
import pathlib
import re
import sys

write = "--write" in sys.argv
arguments = [a for a in sys.argv[1:] if a != "--write"]
ROOT = pathlib.Path(arguments[0] if arguments else ".")
BLOCK = re.compile(r"(<!-- file: (\S+) -->\n```\w*\n)(.*?)(```)", re.S)
bad = blocks = 0
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

    filled = BLOCK.sub(fill, text)
    if write and filled != text:
        page.write_text(filled)
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", text):
        if not (page.parent / target).exists():
            print(f"{page}: the link to {target} leads nowhere")
            bad += 1
print(f"{blocks} blocks of code, {bad} problems")
sys.exit(bad > 0)
