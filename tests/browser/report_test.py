#!/usr/bin/env python3
"""Opens the reports in a browser, as people do: light, dark, on a phone, printed, and with scripts off."""
import json
import os
import re
import sys
from html.parser import HTMLParser

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser, find_chromium  # noqa: E402
from pages import write_all  # noqa: E402

if not find_chromium():
    print("chromium is missing: the reports were not opened in a browser (apt-get install chromium)")
    sys.exit(77)
FOLDER = os.environ.get("DISCREET_BROWSER_OUT", "build/browser")
CHARTS = {"clinic": 3, "moments": 4, "exact": 1, "hostile": 3, "comparison": 7, "compared": 7, "wide": 3, "reproduced": 0}
DRAWN = os.environ.get("DISCREET_VEGA") != "0"  # without Vega there are bars in tables, and no charts
problems = []


def expect(condition, *words):
    if not condition:
        problems.append(" ".join(map(str, words)))


class Text(HTMLParser):
    """What a reader without scripts is shown, and the skeleton that a screen reader goes by."""

    def __init__(self):
        super().__init__()
        self.text, self.headings, self.ids, self.tables, self.inside, self.language = "", [], [], [], [], None

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.inside.append(tag)
        if tag in ("meta", "link", "br", "img"):
            self.inside.pop()
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "html":
            self.language = attributes.get("lang")
        if tag == "table":
            self.tables.append({"caption": False, "col": 0, "row": 0})
        if tag == "caption":
            self.tables[-1]["caption"] = True
        if tag == "th":
            self.tables[-1][attributes.get("scope", "col?")] = self.tables[-1].get(attributes.get("scope", "col?"), 0) + 1

    def handle_endtag(self, tag):
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data):
        if "script" not in self.inside and "style" not in self.inside:
            self.text += data


def parsed(html):
    reader = Text()
    reader.feed(html)
    return reader


def numbers(json_value):
    if isinstance(json_value, dict):
        return [n for part in json_value.values() for n in numbers(part)]
    if isinstance(json_value, list):
        return [n for part in json_value for n in numbers(part)]
    return [json_value] if isinstance(json_value, (int, float)) and not isinstance(json_value, bool) else []


def missing_numbers(page, model):
    shown = {float(n) for n in re.findall(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", parsed(page).text)}
    return [n for n in numbers(model["privacy"]) if float(n) not in shown]


def check_structure(name, page):
    reader = parsed(page)
    expect(reader.language == "en", name, "has no language")
    expect(reader.headings[:1] == [1] and reader.headings.count(1) == 1, name, "has not one main heading")
    expect(all(b <= a + 1 for a, b in zip(reader.headings, reader.headings[1:])), name, "skips a level of headings")
    expect(len(set(reader.ids)) == len(reader.ids), name, "uses an id twice")
    for table in reader.tables:
        expect(table["caption"] and table["col"] and table["row"] and "col?" not in table, name, "has a table that cannot be read out")
    expect(len(page) < 2_000_000, name, "has", len(page), "characters")
    expect(not re.search(r"""(src|href)=["']?(https?:)?//""", page), name, "links to the network")


def check_lines(browser, name):
    """Lines go in one direction, and no two of a chart look alike; a series looks the same in all charts."""
    charts = browser.run("""[...document.querySelectorAll('.chart')].map(c => [...c.querySelectorAll('.mark-line path')].map(p =>
        [p.getAttribute('stroke') + ' ' + p.getAttribute('stroke-dasharray'), p.getAttribute('d')]))""")
    for lines in charts:
        looks = [look for look, _ in lines]
        expect(len(set(looks)) == len(looks), name, "has lines that look alike:", looks)
        for _, path in lines:
            across = [float(x) for x in re.findall(r"[ML](-?[\d.]+)", path)]
            expect(across in (sorted(across), sorted(across, reverse=True)), name, "has a line that goes back and forth")


def check_for_ears(browser, name):
    """A chart is one picture with its description, and what is drawn in it is not read out."""
    nodes = browser.send("Accessibility.getFullAXTree")["nodes"]
    role = lambda node: node.get("role", {}).get("value")
    pictures = [node["name"]["value"] for node in nodes if role(node) in ("image", "img") and not node.get("ignored")]
    expect(len(pictures) == (CHARTS[name] if DRAWN else 0) and all(len(p) > 40 for p in pictures), name, "describes", pictures)
    expect(not any(str(role(node)).lower().startswith("graphics") for node in nodes), name, "reads out its drawings")


def check_folds(browser, name):
    if not DRAWN:
        return
    folded = "document.querySelectorAll('details:not([open])').length"
    before = browser.run(folded)
    browser.run("window.dispatchEvent(new Event('beforeprint'))")
    expect(browser.run(folded) == 0, name, "prints without what is folded away")
    expect(browser.run("[...document.querySelectorAll('table')].every(t => t.offsetWidth > 0)"), name, "has a table that is not printed")
    browser.run("window.dispatchEvent(new Event('afterprint'))")
    expect(browser.run(folded) == before, name, "stays unfolded after printing")


def check_page(browser, name, path, model):
    with open(path, encoding="utf-8") as file:
        page = file.read()
    check_structure(name, page)
    if model:
        with open(model) as file:
            missing = missing_numbers(page, json.load(file))
        expect(not missing, name, "does not show", missing)
    for look, width, dark in [("light", 1100, False), ("dark", 1100, True), ("phone", 390, False)]:
        browser.open(path, width=width, dark=dark)
        browser.screenshot(os.path.join(FOLDER, f"{name}_{look}.png"))
        expect(not browser.said(), name, look, "writes to the console:", browser.said())
        expect(not browser.requests(), name, look, "asks for", browser.requests())
        marks = browser.run("[...document.querySelectorAll('.chart')].map(c => c.querySelectorAll('svg .mark-rect path, "
                            "svg .mark-line path, svg .mark-symbol path').length)")
        expect(len(marks) == (CHARTS[name] if DRAWN else 0) and all(marks), name, look, "has charts without marks:", marks)
        expect(browser.run("document.documentElement.scrollWidth <= innerWidth"), name, look, "is wider than the screen")
        expect(browser.run("[...document.querySelectorAll('caption span')].every(c => c.getBoundingClientRect().right <= innerWidth)"),
               name, look, "cuts a caption off")
        expect(browser.run("window.hacked") is None, name, look, "ran what stands in a name")
    check_lines(browser, name)
    check_for_ears(browser, name)
    check_folds(browser, name)
    browser.open(path, scripts=False)
    browser.screenshot(os.path.join(FOLDER, f"{name}_without_scripts.png"))
    still = parsed(browser.html()).text
    expect(re.sub(r"\s+", "", parsed(page).text) in re.sub(r"\s+", "", still), name, "loses text without scripts")
    expect(not browser.requests(), name, "asks for", browser.requests(), "without scripts")
    browser.open(path)
    browser.press("Tab", 9)
    expect(browser.run("document.activeElement.className") == "skip", name, "does not begin with the way past its menu")
    browser.print(os.path.join(FOLDER, f"{name}.pdf"))
    expect(not browser.said(), name, "writes to the console when printed:", browser.said())


def check_that_faults_are_seen(browser, good, model):
    """The checks above must be able to fail."""
    with open(good, encoding="utf-8") as file:
        page = file.read()
    path = os.path.join(FOLDER, "faulty.html")
    faults = ('<img src="nowhere.png"><script>console.log("a word")</script><script>undefined_function()</script>'
              '<div style="width:3000px">wide</div>')
    broken = page.replace("default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:", "img-src *")
    with open(path, "w", encoding="utf-8") as out:
        out.write(broken.replace("</main>", faults + "</main>").replace('id="charts"', 'id="no-charts"'))
    browser.open(path, width=390)
    expect(len(browser.said()) >= 2, "what a page writes to the console is not seen")
    expect(browser.requests(), "requests are not seen")
    expect(not browser.run("document.querySelectorAll('.chart svg').length"), "a missing chart is not seen")
    expect(not browser.run("document.documentElement.scrollWidth <= innerWidth"), "a page that is too wide is not seen")
    browser.open(good)
    browser.run("document.querySelector('.chart').removeAttribute('aria-label'); document.querySelector('.chart div').removeAttribute('aria-hidden')")
    before = len(problems)
    check_for_ears(browser, "clinic")
    seen = problems[before:]
    del problems[before:]
    expect(not DRAWN or seen, "a chart without words is not seen")
    with open(model) as file:
        changed = json.load(file)
    changed["privacy"]["events"][0]["noise_multiplier"] += 0.001
    expect(len(missing_numbers(page, changed)) == 1, "a missing number is not seen")


os.makedirs(FOLDER, exist_ok=True)
made = write_all(FOLDER)
with Browser() as chromium:
    for title, (path, model) in made.items():
        check_page(chromium, title, path, model)
    check_that_faults_are_seen(chromium, *made["clinic"])
for problem in problems:
    print(problem)
print(f"{len(made)} pages, {len(problems)} problems; screenshots in {FOLDER}")
sys.exit(bool(problems))
