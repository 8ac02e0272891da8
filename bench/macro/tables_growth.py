"""Does a fit get better with more rows and with more epsilon? For bench/macro/tables --subsample: the same tables cut to fewer rows, the same test parts.

Recovered is over the share of the exact fit of all training rows, so that fits of different sizes are on one scale. A step goes from one size to the next, or from one epsilon
to the next, on the tables that have both; it FALLS where the mean over tables is more than two standard errors, and .01, below zero."""
import statistics

FALL, TABLE_FALL, EXPLAINS = -0.01, -0.1, 0.03


def mean(values):
    return sum(values) / len(values)


def error(values):
    return statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("inf")


def recovered_of(fits):
    """(way, table, size, epsilon) -> recovered of each split and seed; the size of all rows is None."""
    whole = {}
    for fit in fits:
        whole[fit.table] = max(whole.get(fit.table, 0), fit.learnt_from)
    exact = {}
    for fit in fits:
        if fit.way == "exact" and fit.learnt_from == whole[fit.table]:
            exact.setdefault(fit.table, []).append(fit.share)
    found = {}
    for fit in fits:
        if fit.way != "exact" and mean(exact[fit.table]) > EXPLAINS:
            size = None if fit.learnt_from == whole[fit.table] else fit.learnt_from
            found.setdefault((fit.way, fit.table, size, fit.epsilon), []).append(fit.share / mean(exact[fit.table]))
    return found


def named(size):
    return "all" if size is None else str(size)


def steps(found, way):
    """(words, [(table, differences by fit)]) of every step that some table takes."""
    sizes = sorted({size for each, _, size, _ in found if each == way and size}) + [None]
    budgets = sorted({epsilon for each, _, _, epsilon in found if each == way}, key=float)
    tables = sorted({table for each, table, _, _ in found if each == way})
    taken = {}
    for table in tables:
        mine = [size for size in sizes if (way, table, size, budgets[0]) in found]  # the last step of each is to all of its rows
        moves = [((a, e), (b, e), f"epsilon {e}, rows {named(a)} -> {named(b)}") for e in budgets for a, b in zip(mine, mine[1:])]
        moves += [((a, e), (a, f), f"rows {named(a)}, epsilon {e} -> {f}") for a in mine for e, f in zip(budgets, budgets[1:])]
        for before, after, words in moves:
            taken.setdefault(words, []).append((table, [b - a for a, b in zip(found[way, table, *before], found[way, table, *after])]))
    return taken


def report(fits):
    found = recovered_of(fits)
    for way in dict.fromkeys(key[0] for key in found):
        yield f"{way}: mean recovered, by rows (tables that have so many) and epsilon"
        budgets = sorted({epsilon for each, _, _, epsilon in found if each == way}, key=float)
        sizes = sorted({size for each, _, size, _ in found if each == way and size}) + [None]
        yield "  rows      tables " + "".join(f"{epsilon:>8}" for epsilon in budgets)
        for size in sizes:
            cells = [[mean(values) for (each, _, has, budget), values in found.items() if (each, has, budget) == (way, size, epsilon)] for epsilon in budgets]
            yield f"  {named(size):9} {len(cells[0]):6} " + "".join(f"{mean(cell):8.2f}" for cell in cells)
        falls, tables, taken = [], [], steps(found, way)
        for words, moved in taken.items():
            changes = [mean(differences) for _, differences in moved]
            if len(changes) > 2 and mean(changes) < min(FALL, -2 * error(changes)):
                falls.append(f"  FALLS by {-mean(changes):.3f} +- {error(changes):.3f}: {words} ({len(changes)} tables)")
            tables += [(mean(differences), table, words) for table, differences in moved if mean(differences) < min(TABLE_FALL, -3 * error(differences))]
        yield f"  {len(taken)} steps, {len(falls)} fall in the mean over tables"
        yield from falls
        steps_taken = [differences for moved in taken.values() for _, differences in moved]
        if max(map(len, steps_taken), default=0) < 3:
            yield "  single tables: too few fits to tell a fall from noise; ask for more --splits or --seeds"
            continue
        yield f"  single tables: {len(tables)} of {len(steps_taken)} steps fall by more than {-TABLE_FALL:g} and three standard errors"
        yield from (f"    {table}: {change:.2f}, {words}" for change, table, words in sorted(tables)[:10])
