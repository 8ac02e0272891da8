#!/usr/bin/env python3
"""Fails when a folder of discreet/ includes one it may not, or may include one that it does not. The table is the architecture;
docs/architecture.md has the same one and says why."""
import pathlib
import re
import sys

MAY_INCLUDE = {
    "base": "",
    "privacy": "base",
    "accounting": "base privacy mechanism",
    "mechanism": "base privacy accounting",
    "loss": "base",
    "penalty": "base",
    "comm": "base",
    "data": "base privacy comm",
    "model": "base privacy",
    "oracle": "base privacy mechanism data loss penalty comm",
    "scaling": "base data oracle",
    "solver": "base privacy accounting mechanism data penalty oracle model scaling",
    "io": "base privacy accounting mechanism data comm model",
    "fit": "base privacy accounting mechanism data loss penalty comm oracle solver model io",
    "fairness": "base privacy accounting data penalty oracle model io fit",
    "report": "base accounting model io fairness",
    "audit": "base privacy data solver fit",
    "research": "base privacy accounting data loss oracle solver model io fit fairness report cli",
    "cli": "base privacy accounting data loss penalty comm solver model io fit fairness report audit",
    "python": "base accounting data loss solver io fit fairness report",
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


def same_name_twice(sources):
    """All headers share one namespace: two classes of one name in two of them make a program that crashes somewhere else,
    and so do two functions that take the same, of which the linker keeps either."""
    homes = {}
    for path in sources:
        if path.suffix == ".hpp":
            for name in re.findall(r"^(?:struct|class|enum class) (\w+)(?: final)?(?: :[^;{]*)? \{", path.read_text(), re.M):
                if homes.setdefault(name, path) != path:
                    yield f"{path}: {name} is also a name in {homes[name]}"
            for declared in functions(path.read_text()):
                if homes.setdefault(declared, path) != path:
                    yield f"{path}: {declared[1]}({declared[2]}) is also in {homes[declared]}"


def wrong_includes(root, sources):
    """What a folder includes and may not, and what it may include and does not."""
    unused = {(layer, other) for layer, others in MAY_INCLUDE.items() for other in others.split()}
    for path in sources:
        layer = path.relative_to(root).parts[1]
        if layer not in MAY_INCLUDE:
            yield f"{path}: {layer}/ is not in the table"
            continue
        allowed = set(MAY_INCLUDE[layer].split()) | {layer}
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = re.match(r'\s*#\s*include\s+[<"]discreet/([a-z_]+)/', line)
            if found and found[1] not in allowed:
                yield f"{path}:{number}: {layer}/ may not include {found[1]}/"
            elif found:
                unused.discard((layer, found[1]))
    for layer, other in sorted(unused):
        yield f"tools/check_layers.py: {layer}/ may include {other}/ and does not"


# What tests alone define, and the file that lets it in.
FOR_TESTS = {"GrantsForTests": ("privacy", "sensitive.hpp"), "GatewayForTests": ("oracle", "row_gateway.hpp")}


def keys_of_tests(sources):
    """A budget for tests has no bound: the class that hands it out is a friend in the list of keys and nothing else. So it is with
    the rows that tests look at."""
    for path in sources:
        for name, home in FOR_TESTS.items():
            if path.parts[-2:] != home and name in path.read_text():
                yield f"{path}: {name} is for tests alone"


def other_table(root):
    """Where the page's table is not this one."""
    page = root / "docs/architecture.md"
    said = {}
    for folders, others in re.findall(r"^\| ([a-z, ]+) \| ([a-z ]+) \| .*\|$", page.read_text().split("## Who may include whom")[1].split("\n## ")[0], re.M):
        for folder in folders.split(", "):
            said[folder] = set() if others == "nothing" else set(others.split())
    said.pop("folder", None)
    for folder in sorted(said.keys() | MAY_INCLUDE.keys()):
        if said.get(folder) != set(MAY_INCLUDE.get(folder, "?").split()):
            yield f"{page}: what {folder}/ may include is not what tools/check_layers.py has"


def main() -> int:
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    sources = sorted((root / "discreet").rglob("*.[ch]pp"))
    if not sources:
        print("no sources found")
        return 1
    problems = [*same_name_twice(sources), *wrong_includes(root, sources), *keys_of_tests(sources), *other_table(root)]
    print(*problems, f"{len(sources)} files, {len(problems)} problems", sep="\n")
    return len(problems) > 0


sys.exit(main())
