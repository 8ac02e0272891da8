#!/usr/bin/env python3
"""Fails when a folder of discreet/ includes one it may not. The table is the architecture; docs/architecture.md says why."""
import pathlib
import re
import sys

MAY_INCLUDE = {
    "base": "",
    "privacy": "base",
    "loss": "base",
    "penalty": "base",
    "comm": "base",
    "data": "base privacy comm",
    "model": "base privacy",
    "oracle": "base privacy data loss penalty comm",
    "solver": "base privacy data penalty oracle model",
    "io": "base privacy data comm model",
    "fit": "base privacy data loss penalty comm oracle solver model io",
    "fairness": "base privacy data loss penalty comm oracle model io fit",
    "report": "base privacy model io fit fairness",
    "audit": "base privacy data solver model fit",
    "compare": "base privacy data solver model io fit",
    "reproduce": "base privacy data solver oracle model io fit compare fairness",
    "cli": "base privacy data loss penalty comm oracle solver model io fit fairness report compare reproduce audit",
    "python": "base privacy data loss penalty comm oracle solver model io fit fairness report compare reproduce audit",
}


# At the beginning of a line: a namespace, its end, or a function. What a function template answers is part of its name
# for the linker, so two of them are no accident.
DECLARED = re.compile(r"""^(?:namespace\ (?P<opened>[\w:]*)\ ?\{
    | (?P<closed>\}\ \ //\ namespace)
    | (?P<template>(?:template\ <[^\n]*>\n)?)(?=[A-Za-z\[])
      (?:\[\[nodiscard\]\]\ )?(?:(?:inline|constexpr)\ )*(?!using\ |return\ |struct\ |class\ |enum\ |friend\ |static\ )
      [\w:<>,&*\ ]+?[\ &*](?P<name>\w+)\((?P<parameters>(?:[^;{}()]|\([^()]*\)|\{\})*)\)[^;{=]*[;{])""", re.M | re.X)


def functions(text: str):
    """The functions that a header declares: namespace, name and the types of what they take."""
    spaces = []
    for found in DECLARED.finditer(text):
        if found["opened"] is not None:
            spaces.append(found["opened"])
        elif found["closed"]:
            spaces = spaces[:-1]
        elif not found["template"]:
            types = [re.sub(r"\s*=.*", "", each, flags=re.S).strip() for each in re.split(r",(?![^<]*>)", found["parameters"])]
            types = [re.sub(r"(?<=[&* ])\w+$", "", each).strip() if " " in each.removeprefix("const ") else each for each in types]
            yield "::".join(spaces), found["name"], ", ".join(types)


def main() -> int:
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    sources = sorted((root / "discreet").rglob("*.[ch]pp"))
    if not sources:
        print("no sources found")
        return 1
    bad = 0
    # All headers share one namespace: two classes of one name in two of them make a program that crashes somewhere else,
    # and so do two functions that take the same, of which the linker keeps either.
    homes = {}
    for path in sources:
        if path.suffix == ".hpp":
            for name in re.findall(r"^(?:struct|class|enum class) (\w+)(?: final)?(?: :[^;{]*)? \{", path.read_text(), re.M):
                if homes.setdefault(name, path) != path:
                    print(f"{path}: {name} is also a name in {homes[name]}")
                    bad += 1
            for declared in functions(path.read_text()):
                if homes.setdefault(declared, path) != path:
                    print(f"{path}: {declared[1]}({declared[2]}) is also in {homes[declared]}")
                    bad += 1
    for path in sources:
        layer = path.relative_to(root).parts[1]
        if layer not in MAY_INCLUDE:
            print(f"{path}: {layer}/ is not in the table")
            bad += 1
            continue
        allowed = set(MAY_INCLUDE[layer].split()) | {layer}
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = re.match(r'\s*#\s*include\s+[<"]discreet/([a-z_]+)/', line)
            if found and found[1] not in allowed:
                print(f"{path}:{number}: {layer}/ may not include {found[1]}/")
                bad += 1
    print(f"{len(sources)} files, {bad} problems")
    return bad > 0


sys.exit(main())
