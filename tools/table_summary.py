"""What docs/figures/tables.csv says, in sentences, tables and a picture: used by bench/macro/tables, which writes the file, and by tools/numbers.

A line of the file is one table, way and epsilon. share: part of the test loss of the best constant that the model explains, mean over fits; recovered: over the share
of the exact fit without privacy, where that is above 0.03. below: more than 0.02 under the constant. silent: fits that are so, or all zero, without a warning;
good: fits that recover at least half of the exact fit; wolf: those of them with a warning that nothing was learnt.
"""
import csv
import statistics

import charts

COLUMNS = "table,kind,rows,columns,half,way,epsilon,fits,share,error,worst,exact,far,silent,good,wolf,errors".split(",")
SIZES = {"< 1500": (0, 1500), "- 6000": (1500, 6000), "more": (6000, 10**12)}
OURS = {"default": "discreet, nothing declared", "bounds": "discreet, bounds"}
FREE = {"dpgd free": "DP gradient descent, free scaling", "adassp free": "AdaSSP, free scaling"}
PAID = {"dpgd paid": "DP gradient descent, bounds", "adassp paid": "AdaSSP, bounds"}
FORGOTTEN = {"forgotten": "discreet, widest bound forgotten"}
CHOSEN_FREE, CHOSEN_PAID = ({f"{way} chosen": f"{name}, chosen" for way, name in ways.items()} for ways in (FREE, PAID))  # constants of half a, so reported on half b
UNTUNED, CHOSEN = {**FREE, **PAID}, {**CHOSEN_FREE, **CHOSEN_PAID}
WAYS = {**OURS, **FORGOTTEN, **UNTUNED, **CHOSEN}
BELOW, EXPLAINS = -0.02, 0.03


def read(path):
    with open(path) as file:
        found = list(csv.DictReader(line for line in file if not line.startswith("#")))
    for row in found:
        for name in COLUMNS:
            if name not in ("table", "kind", "half", "way", "epsilon"):
                row[name] = float(row[name])
        row["recovered"] = row["share"] / row["exact"] if row["exact"] > EXPLAINS else None
    return found


def epsilons(rows):
    return sorted({row["epsilon"] for row in rows}, key=float)


def chosen(rows, way, epsilon, size=None, kind=None):
    low, high = SIZES.get(size, (0, 10**12))
    return [row for row in rows if row["way"] == way and row["epsilon"] == epsilon and low <= row["rows"] < high and kind in (None, row["kind"])]


def median(rows):
    known = [row["recovered"] for row in rows if row["recovered"] is not None]
    return statistics.median(known) if known else None


def shown(value):
    return "-" if value is None else f"{value:.2f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.2f}"


def ahead(rows, way, others, epsilon):
    """Tables on which a way explains more than each of the others that has an answer, and how many there are."""
    mine = {row["table"]: row["share"] for row in chosen(rows, way, epsilon)}
    theirs = [{row["table"]: row["share"] for row in chosen(rows, other, epsilon)} for other in others]
    compared = [name for name in mine if any(name in their for their in theirs)]
    return sum(all(mine[name] > their.get(name, float("-inf")) for their in theirs) for name in compared), len(compared)


def total(rows, column):
    return int(sum(row[column] for row in rows))


def by_size(rows, way, epsilon):
    return " / ".join(shown(median(chosen(rows, way, epsilon, size))) for size in SIZES)


def report(rows):
    """Lines for a terminal."""
    kinds = sorted({row["kind"] for row in rows})
    yield "recovered share of the exact fit, median over tables: by rows " + ", ".join(SIZES) + "; by kind " + ", ".join(kinds)
    for epsilon in epsilons(rows):
        yield f"epsilon {epsilon}"
        for way, name in WAYS.items():
            found = chosen(rows, way, epsilon)
            if not found:
                continue
            line = f"  {name:42} {by_size(rows, way, epsilon):20} {' / '.join(shown(median(chosen(rows, way, epsilon, kind=kind))) for kind in kinds):20}"
            line += f" below by .02: {sum(row['share'] < BELOW for row in found)}/{len(found)}, lowest {min(found, key=lambda row: row['share'])['share']:.2f}"
            if way not in UNTUNED and way not in CHOSEN:
                line += (f"; fits below by .05: {total(found, 'far')}/{total(found, 'fits')}, silent {total(found, 'silent')}, crying wolf {total(found, 'wolf')}/{total(found, 'good')}, "
                         f"errors {total(found, 'errors')}")
            yield line
        apart = half_b(rows)
        for those, others, words in ((rows, FREE, "untuned reference with free scaling"), (rows, PAID, "untuned reference with bounds"),
                                     (apart, CHOSEN_FREE, "chosen reference with free scaling, on half b"), (apart, CHOSEN_PAID, "chosen reference with bounds, on half b")):
            counts = [(way, *ahead(those, way, others, epsilon)) for way in OURS if chosen(those, way, epsilon)]
            if counts and counts[0][2]:
                yield f"  ahead of every {words}: " + ", ".join(f"{way} on {count} of {of}" for way, count, of in counts)


def half_b(rows):
    return [row for row in rows if row["half"] == "b"]


def table(rows, references):
    """For docs/benchmarks.md: a line for an epsilon and way."""
    lines = ["| epsilon | method | < 1500 / - 6000 / more rows | tables below the constant | ahead of both, free scaling | ahead of both, bounds |", "|---|---|---|---|---|---|"]
    for epsilon in epsilons(rows):
        for way, name in {**OURS, **references}.items():
            found = chosen(rows, way, epsilon)
            if found:
                counts = ["{} of {}".format(*ahead(rows, way, [other for other in references if scaling in other], epsilon)) if way in OURS else "" for scaling in ("free", "paid")]
                lines.append(f"| {epsilon} | {name} | {by_size(rows, way, epsilon)} | {sum(row['share'] < BELOW for row in found)} of {len(found)} | {' | '.join(counts)} |")
    return "\n".join(lines) + "\n"


def brief(rows):
    """For README.md: a line for an epsilon."""
    ways = {**OURS, **FREE}
    lines = ["| epsilon | " + " | ".join(ways.values()) + " |", "|---" * (1 + len(ways)) + "|"]
    lines += [f"| {epsilon} | " + " | ".join(by_size(rows, way, epsilon) for way in ways) + " |" for epsilon in epsilons(rows)]
    return "\n".join(lines) + "\n"


def figure(rows):
    """A panel for each size, with the untuned references; what is under -0.5 is drawn there."""
    panels = {}
    for size in SIZES:
        panels[f"{size} rows"] = {name: [(float(epsilon), min(max(value, -0.5), 1.1)) for epsilon in epsilons(rows) if (value := median(chosen(rows, way, epsilon, size))) is not None]
                                  for way, name in {**OURS, **UNTUNED}.items()}
    return charts.panels("Recovered share of the exact fit, median over tables", "epsilon (delta 1/n^2, replace-one)", "recovered (0 = no model; not below -0.5)", panels,
                         [float(epsilon) for epsilon in epsilons(rows)])
