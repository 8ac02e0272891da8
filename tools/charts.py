"""Charts as plain SVG text: the same numbers give the same bytes on every machine, so that a check can compare them."""
import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 400, 76, 236, 40, 52
INKS = ["#0b57a4", "#b3261e", "#1b7f4d", "#8a5a00", "#6b3fa0", "#444b54", "#00838f"]


def spelled(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def number(value):
    return f"{value:.1f}"


class Axis:
    """From numbers to places, evenly or by logarithms."""

    def __init__(self, values, begin, end, logarithmic):
        self.scale = math.log10 if logarithmic else float
        low, high = min(map(self.scale, values)), max(map(self.scale, values))
        pad = 0.05 * (high - low or 1)
        self.low, self.high, self.begin, self.end, self.logarithmic = low - pad, high + pad, begin, end, logarithmic

    def at(self, value):
        return self.begin + (self.scale(value) - self.low) / (self.high - self.low) * (self.end - self.begin)

    def ticks(self):
        if self.logarithmic:
            powers = range(math.ceil(self.low - 1e-9), math.floor(self.high + 1e-9) + 1)
            marks = [10.0 ** power * by for power in [*powers, min(powers, default=0) - 1] for by in ((1,) if len(powers) > 2 else (1, 2, 5))]
        else:
            step = 10.0 ** math.floor(math.log10(self.high - self.low))
            step = step / 2 if (self.high - self.low) / step < 3 else step
            marks = [step * k for k in range(math.ceil(self.low / step), math.floor(self.high / step) + 1)]
        return sorted({mark for mark in marks if self.low <= self.scale(mark) <= self.high})


def text(x, y, words, anchor="start", size=13, more=""):
    return f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" font-size="{size}"{more}>{spelled(words)}</text>'


def frame(title, across, up, body):
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" role="img">',
        f"<title>{spelled(title)}</title>", f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>', text(LEFT, 22, title, size=15),
        text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, across, "middle"),
        text(18, (TOP + HEIGHT - BOTTOM) / 2, up, "middle", more=f' transform="rotate(-90 18 {number((TOP + HEIGHT - BOTTOM) / 2)})"'), *body, "</svg>", ""])


def grid(horizontal, vertical, names=None):
    for mark in vertical.ticks():
        y = vertical.at(mark)
        yield f'<path d="M{LEFT} {number(y)}H{WIDTH - RIGHT}" stroke="#e1e4e8"/>'
        yield text(LEFT - 6, y + 4, f"{mark:g}", "end", 12)
    for mark, name in names or [(mark, f"{mark:g}") for mark in horizontal.ticks()]:
        x = horizontal.at(mark)
        yield f'<path d="M{number(x)} {TOP}V{HEIGHT - BOTTOM}" stroke="#e1e4e8"/>'
        yield text(x, HEIGHT - BOTTOM + 17, name, "middle", 12)


def legend(names):
    for k, name in enumerate(names):
        yield f'<circle cx="{WIDTH - RIGHT + 16}" cy="{TOP + 10 + 20 * k}" r="5" fill="{INKS[k]}"/>'
        yield text(WIDTH - RIGHT + 28, TOP + 14 + 20 * k, name, size=12)


def lines(title, across, up, series, log_x=True, log_y=True, marks=None):
    """series: name -> [(x, y)]; marks: where the horizontal axis has its numbers."""
    points = [point for values in series.values() for point in values]
    horizontal = Axis([x for x, _ in points], LEFT, WIDTH - RIGHT, log_x)
    vertical = Axis([y for _, y in points], HEIGHT - BOTTOM, TOP, log_y)
    body = [*grid(horizontal, vertical, [(mark, f"{mark:g}") for mark in marks] if marks else None)]
    for ink, values in zip(INKS, series.values()):
        places = [(number(horizontal.at(x)), number(vertical.at(y))) for x, y in values]
        body.append(f'<path d="M{"L".join(" ".join(place) for place in places)}" fill="none" stroke="{ink}" stroke-width="2"/>')
        body += [f'<circle cx="{x}" cy="{y}" r="3.5" fill="{ink}"/>' for x, y in places]
    return frame(title, across, up, body + [*legend(series)])


def dots(title, across, up, groups, series):
    """series: name -> one value for each group, or None."""
    horizontal = Axis([0, len(groups) - 1], LEFT + 30, WIDTH - RIGHT - 30, False)
    vertical = Axis([value for values in series.values() for value in values if value], HEIGHT - BOTTOM, TOP, True)
    body = [*grid(horizontal, vertical, [(k, name) for k, name in enumerate(groups)])]
    for k, (ink, values) in enumerate(zip(INKS, series.values())):
        shift = 9 * (k - (len(series) - 1) / 2)
        body += [f'<circle cx="{number(horizontal.at(at) + shift)}" cy="{number(vertical.at(value))}" r="5" fill="{ink}"/>' for at, value in enumerate(values) if value]
    return frame(title, across, up, body + [*legend(series)])


def panels(title, across, up, figures, marks):
    """figures: name of a panel -> name of a series -> [(x, y)], side by side on one vertical axis; x by logarithms, with its numbers at `marks`."""
    vertical = Axis([y for series in figures.values() for values in series.values() for _, y in values], HEIGHT - BOTTOM, TOP + 18, False)
    width, body = (WIDTH - RIGHT - LEFT) / len(figures), []
    for mark in vertical.ticks():
        body.append(f'<path d="M{LEFT} {number(vertical.at(mark))}H{WIDTH - RIGHT}" stroke="{"#e1e4e8" if mark else "#444b54"}"/>')
        body.append(text(LEFT - 6, vertical.at(mark) + 4, f"{mark:g}", "end", 12))
    for k, (name, series) in enumerate(figures.items()):
        horizontal = Axis(marks, LEFT + k * width + 8, LEFT + (k + 1) * width - 8, True)
        body.append(f'<rect x="{number(LEFT + k * width)}" y="{TOP + 18}" width="{number(width)}" height="{HEIGHT - BOTTOM - TOP - 18}" fill="none" stroke="#c3c8ce"/>')
        body.append(text(LEFT + (k + 0.5) * width, TOP + 12, name, "middle", 12))
        body += [text(horizontal.at(mark), HEIGHT - BOTTOM + 17, f"{mark:g}", "middle", 11) for mark in marks]
        for ink, values in zip(INKS, series.values()):
            places = [(number(horizontal.at(x)), number(vertical.at(y))) for x, y in values]
            if places:
                body.append(f'<path d="M{"L".join(" ".join(place) for place in places)}" fill="none" stroke="{ink}" stroke-width="2"/>')
            body += [f'<circle cx="{x}" cy="{y}" r="3" fill="{ink}"/>' for x, y in places]
    return frame(title, across, up, body + [*legend(next(iter(figures.values())))])
