"""Random command lines of `discreet fit`: for each option a generator of values. Most values suit the table and the solver;
a few are wrong on purpose."""
import re
import subprocess

from random_tables import LOSSES

# What a solver takes, where it does not take everything; a few draws do not keep to it.
SOLVER_LOSSES = {"moments": ["squared"], "output": ["logistic", "huber:1", "huber:0.1"], "objective": ["logistic", "huber:1", "huber:0.1"],
                 "dual": ["squared", "huber:1", "logistic", "squared-hinge", "hinge"], "dual-sequential": ["squared", "logistic", "hinge"],
                 "dual-primal": ["squared", "huber:0.1", "logistic", "squared-hinge"]}
UNKINKED = [loss for losses in LOSSES.values() for loss in losses if loss != "hinge"]
WRONG = ["", "nan", "-1", "0", "inf", "1e400", "word", "nice:0", "theory:0", ":", "1,2,3", "public:missing.csv", "auto:auto"]
# They have no effect on the model, and none is expected: the first ones say where output goes, the others how the work is
# spread over cores and processes. The ledger's options show in the ledger.
WITHOUT_EFFECT = {"json", "out", "report", "shard", "threads", "ledger", "dataset", "other-data"}
# Steps and choices of frank-wolfe are public numbers: rounding shows in its model only where it changes a choice.
# Those of moments and dual-primal are sums of integers on a grid, which few and short numbers are on in either precision.
ROUNDING_ONLY = {"frank-wolfe": {"precision"}, "moments": {"precision"}, "dual-primal": {"precision"}}
# Asks for a promise and changes no model that keeps it.
PROMISES = {"strict"}


def table_options(program) -> dict:
    """Every option of fit, with its default: what the program's own help lists."""
    text = subprocess.run([program, "fit", "--help"], check=True, capture_output=True, text=True).stdout
    found = re.findall(r"^  (?:-h,)?--([a-z-]+)(?: [A-Za-z\[][^ =\n]*(?:=(\S+))?)?(?=\s|$)", text, re.M)
    return {name: default for name, default in found if name != "help"}


def solver_names(program) -> list:
    """Every solver: what the program offers to somebody who mistypes one."""
    text = subprocess.run([program, "fit", "synthetic:regression?n=9&p=1", "--epsilon", "1", "--solver", "-"], capture_output=True, text=True).stderr
    return re.search(r"is not one of ([a-z, -]+)", text)[1].split(", ")


def number(rng, low, high):
    return f"{10 ** rng.uniform(low, high):.4g}"


# For each option, values that are allowed for some table and solver; None is a switch without a value.
GENERATORS = {
    "loss": lambda rng, table: rng.choice(LOSSES[table.task]),
    "penalty": lambda rng, table: rng.choice(["none", "l1:0.05", "l1:1/n", "l2:0.1", "l2:1/n", "l2:1e-8", "elastic-net:0.1,0.5", "box:-1,1", "nonnegative", "l1-box:0.01,-1,1", f"l2:{number(rng, -12, 3)}"]),
    "penalty-weights": lambda rng, table: f"{table.path}.weights.csv",
    "unpenalised": lambda rng, table: rng.choice(table.features),
    "intercept": lambda rng, table: None,
    "no-intercept": lambda rng, table: None,
    "target": lambda rng, table: rng.choice(["y", "y", "y", "label", table.features[0]]),
    "positive": lambda rng, table: rng.choice(["1", "0"]),
    "classes": lambda rng, table: rng.choice(["0,1", "1,0", "0,1", "0,1,2"]),
    "categorical": lambda rng, table: rng.choice(["ward=A,B", "f1=1,2", "ward=B"]),
    "bound": lambda rng, table: f"{rng.choice(table.features + ['y'])}={rng.choice(['-3,3', '0,1', '-10000,10000', '7,7'])}",
    "bounds": lambda rng, table: f"{table.path}.bounds.csv",
    "drop": lambda rng, table: rng.choice(table.features),
    "features": lambda rng, table: str(len(table.features) + rng.choice([0, 0, 0, 1, -1])),
    "labels": lambda rng, table: table.labels or "missing.npy",
    "standardise": lambda rng, table: rng.choice(["from-data", "from-data", "none"]),
    "row-norm": lambda rng, table: number(rng, -2, 5),
    "precision": lambda rng, table: rng.choice(["float32", "float64"]),
    "epsilon": lambda rng, table: rng.choice([number(rng, -3, 6)] * 6 + [number(rng, 1, 5)] * 6 + ["inf"]),
    "delta": lambda rng, table: rng.choice([number(rng, -12, -3), number(rng, -12, -3), "1/n", "0.5", "1/n^2"]),
    "neighbours": lambda rng, table: rng.choice(["replace-one", "zero-out", "add-remove", "zero-out"]),
    "normaliser": lambda rng, table: str(max(1, int(table.rows * rng.choice([1, 0.8, 1.2, 10])))),
    "accounting": lambda rng, table: rng.choice(["tight", "rdp", "zcdp", "paper"]),
    "recipe": lambda rng, table: rng.choice(["paper", "paper", "sound"]),
    "noise": lambda rng, table: rng.choice([f"seeded:{rng.randrange(1000)}", "secure"]),
    "strict": lambda rng, table: None,
    "ledger": lambda rng, table: "ledger.db",
    "dataset": lambda rng, table: rng.choice(["d", "d", "d", "other"]),
    "other-data": lambda rng, table: None,
    "solver": lambda rng, table: "auto",  # each command draws its own
    "passes": lambda rng, table: rng.choice(["1", "2", "3", "5", "8", "theory", "theory:2"]),
    "step": lambda rng, table: rng.choice(["0.1", "0.5", "1", "2", number(rng, -3, 2)]),
    "clip": lambda rng, table: number(rng, -3, 4),
    "clip-rule": lambda rng, table: rng.choice(["ball", "smoothness", "uniform"]),
    "smoothness": lambda rng, table: rng.choice([f"public:{table.path}.smoothness.csv"] * 3 + ["from-data", "private"]),
    "rule": lambda rng, table: rng.choice(["gs-s", "gs-r", "gs-q"]),
    "order": lambda rng, table: rng.choice(["cyclic", "shuffled", "uniform", "importance", f"weighted:{table.path}.weights.csv"]),
    "order-seed": lambda rng, table: str(rng.randrange(2, 1000)),
    "average": lambda rng, table: rng.choice(["none", "tail:0.5", "tail:0.2", "periodic:2", "periodic:3"]),
    "start": lambda rng, table: f"{table.path}.start.json",
    "start-is-public": lambda rng, table: None,
    "budget-weights": lambda rng, table: rng.choice(["uniform", "smoothness", f"{table.path}.weights.csv"]),
    "block": lambda rng, table: rng.choice(["full", "size:1", "size:2", "nice:1", "nice:2", "nice:3", f"partition:{table.path}.blocks.csv", f"partition:{table.path}.named.csv", "importance"]),
    "momentum": lambda rng, table: rng.choice(["none", "nesterov", "nesterov:0.5", "auto"]),
    "sketch": lambda rng, table: rng.choice(["plain", "unbiased", "unbiased"]),
    "schedule": lambda rng, table: rng.choice(["constant", "growing:2", "growing:10"]),
    "batch": lambda rng, table: rng.choice(["1", "5", "20", "50", str(table.rows), "1000"]),
    "sampling": lambda rng, table: rng.choice(["poisson", "fixed", "fixed"]),
    "step-schedule": lambda rng, table: rng.choice(["constant", "decreasing"]),
    "metric": lambda rng, table: rng.choice(["full", "diagonal", "diagonal"]),
    "ridge": lambda rng, table: rng.choice(["0.1", "1", "10", number(rng, -12, 4)]),
    "path": lambda rng, table: rng.choice(["3", "5:0.1"]),
    "radius": lambda rng, table: rng.choice(["1", "10", "scaled:1", "scaled:5"]),
    "shard": lambda rng, table: "rows",
    "threads": lambda rng, table: rng.choice(["1", "2", "all"]),
    "json": lambda rng, table: None,
    "out": lambda rng, table: "model.json",
    "report": lambda rng, table: "page.html",
}
# What takes part in a draw of its own, or in none: a model always goes to a file, where it is looked at.
CHOSEN_APART = {"loss", "solver", "start-is-public", "epsilon", "noise", "ledger", "dataset", "other-data", "out", "labels", "shard"}


def reserved(program) -> dict:
    """For each option the solvers that it is for, as the help says; none where it is for all."""
    text = subprocess.run([program, "fit", "--help"], check=True, capture_output=True, text=True).stdout
    solvers = {}
    for name in table_options(program):
        entry = re.search(rf"^  --{name}[ \n](.*?)(?=^  -|^\S|\Z)", text, re.M | re.S)
        listed = re.search(r"; for ([a-z, -]+)$", entry[1].strip()) if entry else None
        solvers[name] = set(listed[1].split(", ")) if listed else set()
    return solvers


def suits(name, value, solver, table, rng):
    """Whether an option of that value may be expected to be accepted."""
    if name in ("categorical", "labels"):
        return (table.words if name == "categorical" else table.labels) != ""
    if name in ("bound", "bounds", "drop", "target") and table.path.endswith(".dcols"):
        return False
    if name in ("bound", "bounds"):
        return not table.sparse and (name == "bound" or not table.words) and not value.startswith("ward=")
    if name == "penalty":
        return not solver.startswith("dual") and solver != "frank-wolfe"
    if name == "strict":
        return rng.random() < 0.3
    if name == "path":
        return solver == "moments"
    if name == "passes":
        return not value.startswith("theory") or solver == "cd"
    return name not in ("target", "features") or (value == "y" and table.path.endswith(".csv")) or value == str(len(table.features))


def command(rng, tables, solvers, names) -> tuple:
    """DATA, and a list of options as (name, value); a value of None is a switch."""
    solver = rng.choice(names)
    wild = rng.random() < 0.15  # then nothing is done for the command to be accepted
    fits = [(table, loss) for table in tables for loss in LOSSES[table.task] if wild or loss in SOLVER_LOSSES.get(solver, UNKINKED)]
    table, loss = rng.choice(fits)
    given = {"loss": loss, "solver": solver, "epsilon": GENERATORS["epsilon"](rng, table), "noise": f"seeded:{rng.randrange(1000)}"}
    if solver.startswith("dual"):
        given |= {"penalty": f"l2:{number(rng, -3, 1)}", "no-intercept": None}
    if solver == "frank-wolfe":
        given["radius"] = GENERATORS["radius"](rng, table)
    if solver in ("output", "objective"):
        given |= {"penalty": f"l2:{number(rng, -10, 1)}", "smoothness": f"public:{table.path}.smoothness.csv"}
        if not table.sparse and not table.words:
            given["bounds"] = f"{table.path}.bounds.csv"
    if solver == "exact":
        del given["epsilon"]
    if rng.random() < 0.15:
        given |= {"ledger": "ledger.db", "dataset": GENERATORS["dataset"](rng, table)}
        del given["noise"]
        if rng.random() < 0.3:
            given["other-data"] = None
    if table.sparse and rng.random() < 0.8:
        given["features"] = str(len(table.features))
    fitting = [name for name, used_by in solvers.items() if name not in CHOSEN_APART and (not used_by or solver == "auto" or solver in used_by)]
    for _ in range(rng.choice([1, 2, 2, 3, 3, 4, 5, 7])):
        name = rng.choice(fitting if rng.random() < 0.95 else list(solvers))
        value = GENERATORS[name](rng, table)
        if not wild and not suits(name, value, solver, table, rng):
            continue
        given[name] = value
        if name == "start" and "start-is-public" in solvers and rng.random() < 0.7:
            given["start-is-public"] = None
        if value == "add-remove":
            given["normaliser"] = GENERATORS["normaliser"](rng, table)
    if rng.random() < 0.05:
        name = rng.choice(list(given))
        if given[name] is not None:
            given[name] = rng.choice(WRONG)
    # At large budgets the law of random batches takes long to work out.
    if solver in ("sgd", "svrg", "dual", "dual-sequential") or {"batch", "sampling", "step-schedule"} & set(given):
        given["epsilon"] = rng.choice([number(rng, -1, 2), number(rng, -1, 2), "inf"])
    if "intercept" in given and "no-intercept" in given:
        del given["intercept"]
    needed = [pair for pair in table.needs() if pair[0] not in given]
    return table, needed + list(given.items())
