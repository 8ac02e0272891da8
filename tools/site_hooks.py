"""Hooks of mkdocs. FOLDER/* in the navigation stands for the pages of that folder that have no line of their own, so a new proof or decision needs none.
What a block that is run must print, or how it must end, is said below it."""
import html
import pathlib
import re

RUN = re.compile(r"^<!-- run: (.*?) -->\n(```.*?^```\n)", re.M | re.S)


def named(items):
    for item in items:
        if isinstance(item, str):
            yield item
        else:
            for value in item.values():
                yield from [value] if isinstance(value, str) else named(value)


def on_config(config):
    docs = pathlib.Path(config["docs_dir"])
    known = set(named(config["nav"]))

    def expanded(items):
        for item in items:
            if isinstance(item, str) and item.endswith("/*"):
                found = (str(path.relative_to(docs)) for path in sorted((docs / item[:-2]).glob("*.md")))
                yield from (path for path in found if path not in known)
            elif isinstance(item, str):
                yield item
            else:
                yield {title: value if isinstance(value, str) else list(expanded(value)) for title, value in item.items()}

    config["nav"] = list(expanded(config["nav"]))
    return config


def on_page_markdown(markdown, **_):
    def told(match):
        wishes = [wish.strip().partition(" ") for wish in match[1].split(";")]
        words = ["prints " + ", ".join(f"<code>{html.escape(value)}</code>" for kind, _, value in wishes if kind == "prints")] if "prints" in match[1] else []
        words += [f"ends with exit code {value}" for kind, _, value in wishes if kind == "exit"]
        return f"{match[2]}\n<p class=\"told\">{'; '.join(words)}</p>\n"

    return RUN.sub(told, markdown)
