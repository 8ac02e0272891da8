#!/usr/bin/env python3
"""Every class that can open a secret, publish a value, claim a sensitivity or see rows through the gateway says where that is
proved and is defined once; every proof that is named exists and has the parts of a proof note; and every source that a note, the
review guide or the fault catalogue names exists."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
HANDED_KEYS = {"Sensitive", "Released", "Exposed", "GroupFor"}
PARTS = ["## Claim", "## Preconditions", "## Argument"]


def sources_gone(page: pathlib.Path, known: list):
    """Sources that a page names and that are not there: by their path, or the end of it."""
    for named in re.findall(r"`([\w/]+\.(?:[ch]pp|py|txt))`", page.read_text()):
        if not any(path.endswith("/" + named) for path in known):
            yield f"{page}: {named} does not exist"


def main() -> int:
    problems = []
    texts = {path: path.read_text() for path in sorted((ROOT / "discreet").rglob("*.[ch]pp"))}

    keyholders = set()
    for path, text in texts.items():
        for body in re.findall(r"class (?:\w+Keys?|RowGateway) \{(.*?)^\};", text, re.S | re.M):
            keyholders |= set(re.findall(r"friend class (\w+)(?:<\w+>)?;", body))
    keyholders -= {"GrantsForTests", "GatewayForTests"}  # tools/check_layers.py sees that they are for tests
    if not keyholders:
        problems.append("no friend lists were found")
    for holder in sorted(keyholders):
        pattern = re.compile(r"((?:^//[^\n]*\n)+)(?:template <[^\n]*>\n)?class " + holder + r"\b(?:\s+final)?[^;{]*\{", re.M)
        comments = [match[1] for text in texts.values() for match in pattern.finditer(text)]
        if len(comments) > 1:
            problems.append(f"class {holder} holds a key and is defined {len(comments)} times")
        if not comments:
            problems.append(f"class {holder} holds a key and its definition has no comment")
        elif not any("proof: docs/proofs/" in comment for comment in comments):
            problems.append(f"class {holder} holds a key and does not say where its claim is proved")
    # Whoever specialises a template that holds a key, or is handed one, holds it too, and no list would name them.
    for holder in sorted(keyholders | HANDED_KEYS):
        for path, text in texts.items():
            if re.search(r"template <[^;{]*>\s*(?:class|struct) " + holder + r"<", text):
                problems.append(f"{path}: a specialisation of {holder} holds its key in secret: name it as a friend")

    named = set()
    for path, text in texts.items():
        for proof in re.findall(r"proof: (\S+)", text):
            named.add(proof)
            if not (ROOT / proof).is_file():
                problems.append(f"{path}: {proof} does not exist")
    for note in sorted((ROOT / "docs/proofs").glob("*.md")):
        relative = note.relative_to(ROOT).as_posix()
        text = note.read_text()
        if relative not in named and note.name != "README.md":
            problems.append(f"{relative}: no code names this proof")
        for part in PARTS:
            if note.name != "README.md" and part not in text:
                problems.append(f"{relative}: the part '{part}' is missing")
    known = ["/" + path.relative_to(ROOT).as_posix() for part in ("discreet", "tests", "tools") for path in (ROOT / part).rglob("*.*")]
    for page in [*sorted((ROOT / "docs/proofs").glob("*.md")), ROOT / "docs/review.md", ROOT / "docs/faults.md"]:
        problems += sources_gone(page, known)
    for problem in problems:
        print(problem)
    print(f"{len(keyholders)} key holders, {len(named)} proofs, {len(problems)} problems")
    return len(problems) > 0


sys.exit(main())
