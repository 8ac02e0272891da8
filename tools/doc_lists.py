"""What the program's own lists hold, as tables for the reference: names from the code, and what the comment or the summary beside them says."""
import json
import re

STRING = r'"(?:[^"\\]|\\.)*"'


def words(strings):
    return "".join(json.loads(part) for part in re.findall(STRING, strings))


def first_sentence(comment):
    text = " ".join(line.strip().lstrip("/").strip() for line in comment.splitlines())
    return re.split(r"(?<=[.])\s", re.sub(r"\s*proof: \S+|: \S+/\S+\.hpp", "", text))[0].rstrip(".")


def types(sources):
    """(class, comment above it or behind its brace, body) of every class and struct."""
    for text in sources:
        for match in re.finditer(r"((?:^//[^\n]*\n)*)^(?:class|struct) (\w+)\b(?!::)[^;{]*\{((?:  //[^\n]*)?)\n(.*?)^\};", text, re.M | re.S):
            yield match[2], match[1] or match[3], match[4]


def listed(root, folder, files, using):
    """Name and description of every type in the TypeLists, in their order."""
    sources = [path.read_text() for path in sorted((root / folder).glob("*.hpp"))]
    known = {name: (comment, body) for name, comment, body in types(sources)}
    members = [member for file in files for found in re.findall(rf"using (?:{using}) =\s*TypeList<([^>]*)>", (root / file).read_text()) for member in re.split(r"[,\s]+", found)]
    for member in members:
        comment, body = known[member]
        name = re.search(rf"\bname = ({STRING})", body)
        summary = re.search(rf"\bsummary =\s*((?:{STRING}\s*)+);", body)
        yield words(name[1]), words(summary[1]) if summary else first_sentence(comment)


def accountants(root):
    for file in ("privacy/accountant.hpp", "accounting/accountants.hpp"):
        for _, comment, body in types([(root / "discreet" / file).read_text()]):
            name = re.search(rf"\bname(?:\(\) const override \{{ return| =) ({STRING})", body)
            if name:
                yield words(name[1]), first_sentence(comment)


def events(root):
    known = {name: comment for name, comment, _ in types([(root / "discreet/privacy/event.hpp").read_text()])}
    names = re.search(r"^struct TypeName \{(.*?)^\};", (root / "discreet/accounting/event_text.cpp").read_text(), re.M | re.S)[1]
    for kind, name in re.findall(rf"operator\(\)\(const (\w+)&\) const \{{ return ({STRING})", names):
        yield words(name), first_sentence(known[kind])


def rows(root, file, table):
    """Name and summary of the rows of a constant table."""
    text = re.search(rf"{table}\[\] = \{{(.*?)^\}};", (root / file).read_text(), re.M | re.S)[1]
    for name, summary in re.findall(rf"^    \{{({STRING}),\s*((?:{STRING}\s*)+)[,}}]", text, re.M):
        yield words(name), words(summary)


def decisions(root):
    for page in sorted((root / "docs/decisions").glob("[0-9]*.md")):
        number, title = re.match(r"# (\d+)\. (.+)", page.read_text()).groups()
        yield f"[{number}]({page.name})", title


LISTS = {
    "losses": lambda root: listed(root, "discreet/loss", ["discreet/loss/all.hpp"], "AllLosses|KinkedLosses"),
    "penalties": lambda root: listed(root, "discreet/penalty", ["discreet/penalty/all.hpp"], "AllPenalties"),
    "solvers": lambda root: listed(root, "discreet/solver", ["discreet/solver/all.hpp"], "AllSolvers"),
    "orders": lambda root: listed(root, "discreet/solver", ["discreet/solver/order.hpp"], "AllOrders"),
    "accountants": accountants,
    "events": events,
    "generators": lambda root: rows(root, "discreet/data/synthetic.cpp", "kKinds"),
    "commands": lambda root: rows(root, "discreet/cli/command.cpp", "kCommands"),
}


def table(root, name):
    if name == "decisions":
        return "| number | decision |\n|---|---|\n" + "".join(f"| {link} | {title} |\n" for link, title in decisions(root))
    lines = [f"| `{item}` | {text.replace('|', chr(92) + '|')} |\n" for item, text in LISTS[name](root)]
    return "| name | what it is |\n|---|---|\n" + "".join(lines)
