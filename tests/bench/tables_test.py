"""bench/macro/tables on a folder of small tables: the same measure as the program's, what its summary counts, and a program that lies."""
import csv
import gzip
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest
from scipy.special import expit

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench/macro"), str(ROOT / "tools")]
import table_summary
import tables_growth
from tables_data import loss_of, share_of, split_of, tables_of, without_widest

SCRIPT = ROOT / "bench/macro/tables"
PROGRAM = os.environ["DISCREET_PROGRAM"]
loader = importlib.machinery.SourceFileLoader("tables", str(SCRIPT))
tables = importlib.util.module_from_spec(importlib.util.spec_from_loader("tables", loader))
sys.modules["tables"] = tables
loader.exec_module(tables)

KINDS = {"regression": lambda random, z: 50 + 10 * (z + 0.3 * random.normal(size=len(z))), "binary": lambda random, z: (random.random(len(z)) < expit(2 * z)) * 1,
         "count": lambda random, z: random.poisson(np.exp(0.5 * z))}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A table of each kind, 600 rows of two columns of very different size."""
    made = tmp_path_factory.mktemp("folder")
    with open(made / "meta.csv", "w") as meta:
        meta.write("name,source,kind,n,p\n")
        for seed, (kind, target) in enumerate(KINDS.items()):
            random = np.random.default_rng(seed)
            x = np.column_stack([random.normal(size=600), random.uniform(0, 1000, 600)])
            y = target(random, x[:, 0] + x[:, 1] / 500 - 1)
            with gzip.open(made / f"made_{kind}.csv.gz", "wt") as out:
                out.write("small,wide,target\n" + "".join(f"{a!r},{b!r},{c!r}\n" for (a, b), c in zip(x.tolist(), y.tolist())))
            (made / f"made_{kind}.bounds.csv").write_text("column,lower,upper\nsmall,-3,3\nwide,0,1000\n" + {"regression": "target,0,100\n", "binary": "", "count": "target,0,10\n"}[kind])
            meta.write(f"made_{kind},made here,{kind},600,2\n")
    return made


def run(*words):
    return subprocess.run([sys.executable, str(SCRIPT), *map(str, words)], capture_output=True, text=True)


def rows_in(path):
    with open(path) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


# -- data and measure -------------------------------------------------------------------------------------------------


def test_splits_are_public_and_keep_every_row_once(folder):
    table = tables_of(folder)[0]
    one, again, other = split_of(table, 0), split_of(table, 0), split_of(table, 1)
    assert one.lines == again.lines and one.lines != other.lines
    assert (len(one.lines), len(one.test_lines)) == (480, 120) and sorted(one.lines + one.test_lines) == sorted(other.lines + other.test_lines)
    assert one.first(100).lines == one.lines[:100] and one.first(100).test_lines == one.test_lines and len(one.first(100).y) == 100
    assert [float(value) for value in one.lines[7].split(",")] == [*one.x[7], one.y[7]]


def test_halves_part_the_tables_by_name_alone(folder):
    halves = [{table.name for table in tables_of(folder, half=half)} for half in "ab"]
    assert not halves[0] & halves[1] and halves[0] | halves[1] == {table.name for table in tables_of(folder)}
    assert {table.half for table in tables_of(folder, half="b")} <= {"b"}


def test_the_widest_feature_is_forgotten_and_nothing_else(folder):
    for table in tables_of(folder):
        text, widest = without_widest(table)
        assert widest == "wide" and [line for line in table.bounds_file.read_text().splitlines() if line not in text.splitlines()] == ["wide,0,1000"]


@pytest.mark.parametrize("kind", KINDS)
def test_losses_are_those_that_the_program_reports(folder, tmp_path, kind):
    table = tables_of(folder, [f"made_{kind}"])[0]
    split = split_of(table, 0)
    (tmp_path / "test.csv").write_text("\n".join([split.head, *split.test_lines]) + "\n")
    given = tables.arguments_of([str(folder), "--program", PROGRAM])
    share, _, flag = tables.Program(given, table, split, tmp_path).fit("--solver", "exact")
    evaluated = json.loads(subprocess.run([PROGRAM, "evaluate", tmp_path / "model.json", tmp_path / "test.csv", "--json"], capture_output=True, text=True, check=True).stdout)
    predicted = subprocess.run([PROGRAM, "predict", tmp_path / "model.json", tmp_path / "test.csv"], capture_output=True, text=True, check=True).stdout.splitlines()
    means = np.array([float(line.split(",")[-1]) for line in predicted[1:]])  # of a class its probability, which stands last
    assert loss_of(kind, means, split.test_y) == pytest.approx(evaluated["metrics"]["loss"], rel=1e-6)
    assert flag == "" and 0.2 < share < 1 and share == pytest.approx(share_of(kind, loss_of(kind, means, split.test_y), split), abs=1e-6)
    assert share_of(kind, loss_of(kind, np.full(len(means), split.y.mean()), split.test_y), split) == pytest.approx(0, abs=1e-12)


# -- the whole command ------------------------------------------------------------------------------------------------


def test_one_command_measures_all_ways(folder, tmp_path):
    done = run(folder, "--program", PROGRAM, "--splits", 2, "--seeds", 2, "--epsilon", "1,50", "--forget-widest", "--jobs", 1, "--csv", tmp_path / "t.csv", "--fits", tmp_path / "f.csv", "--picture", tmp_path / "t.svg")
    assert done.returncode == 0, done.stderr
    lines, fits = rows_in(tmp_path / "t.csv"), rows_in(tmp_path / "f.csv")
    assert list(lines[0]) == table_summary.COLUMNS
    for kind in KINDS:
        ways = {line["way"] for line in lines if line["kind"] == kind}
        assert ways == {way for way in table_summary.WAYS if kind != "count" or not way.startswith("adassp")}
    assert all(line["fits"] == "4" for line in lines) and not any(int(line["errors"]) for line in lines)
    assert len(fits) == 4 * len(lines) + 2 * 3  # and the exact fits of every split
    rich = {(line["table"], line["way"]): float(line["share"]) / float(line["exact"]) for line in lines if line["epsilon"] == "50"}
    assert rich["made_regression", "dpgd free"] > 0.9 and rich["made_binary", "dpgd free"] > 0.9 and rich["made_regression", "adassp free"] > 0.8
    assert "ahead of every untuned reference with free scaling" in done.stdout and (tmp_path / "t.svg").read_text().startswith("<svg")
    repeated = run(folder, "--program", PROGRAM, "--splits", 2, "--seeds", 2, "--epsilon", "1,50", "--forget-widest", "--jobs", 2, "--fits", tmp_path / "g.csv")
    assert repeated.returncode == 0 and (tmp_path / "g.csv").read_text() == (tmp_path / "f.csv").read_text()


def test_growth_is_measured_on_cut_tables(folder):
    done = run(folder, "--program", PROGRAM, "--splits", 1, "--epsilon", "1,50", "--subsample", "100,300,9999", "--only", "made_binary,made_regression")
    assert done.returncode == 0, done.stderr
    assert "bounds: mean recovered" in done.stdout and "\n  300            2" in done.stdout and "9999" not in done.stdout
    assert "too few fits to tell a fall from noise" in done.stdout  # one of each: silence would look like good news


def test_a_folder_that_is_not_there_is_skipped(tmp_path):
    done = run(tmp_path / "nowhere")
    assert done.returncode == 77 and "no tables" in done.stderr


def test_a_name_that_no_table_has_is_refused(folder):
    assert "no such table: typo" in run(folder, "--only", "made_count,typo").stderr


@pytest.mark.parametrize("weight, loss, warned, counts", [
    (0.0, 1.0, False, {"silent": 2, "wolf": 0}), (0.0, 1.0, True, {"silent": 0, "wolf": 0}), (1.0, 1e9, False, {"silent": 2, "far": 2}), (1.0, 1e9, True, {"silent": 0, "far": 2}),
    (1.0, 0.0, False, {"silent": 0, "wolf": 0, "good": 2}), (1.0, 0.0, True, {"wolf": 2, "good": 2, "silent": 0}), (None, 0.0, True, {"errors": 2, "far": 2, "good": 0})])
def test_silence_and_crying_wolf_are_counted(folder, tmp_path, weight, loss, warned, counts):
    """A program that says what it was told to: private fits with this weight, loss and warning, exact ones that explain everything."""
    liar = tmp_path / "liar"
    model = {"model": {"weights": [weight, weight]}, "warnings": [{"kind": "nothing-learnt"}] * warned}
    liar.write_text(f"""#!{sys.executable}
import json, pathlib, sys
words = sys.argv[1:]
if words[0] == "evaluate":
    print(json.dumps({{"metrics": {{"loss": 0.0 if json.load(open(words[1])).get("exact") else {loss}}}}}))
elif "exact" in words:
    pathlib.Path(words[words.index("--out") + 1]).write_text('{{"exact": 1, "model": {{"weights": [1.0]}}, "warnings": []}}')
elif {weight is None}:
    sys.exit("refused")
else:
    pathlib.Path(words[words.index("--out") + 1]).write_text({json.dumps(model)!r})
""")
    liar.chmod(0o755)
    done = run(folder, "--program", liar, "--only", "made_regression", "--splits", 2, "--epsilon", "1", "--csv", tmp_path / "t.csv")
    assert done.returncode == 0, done.stderr
    line = next(line for line in rows_in(tmp_path / "t.csv") if line["way"] == "default")
    assert {name: int(line[name]) for name in counts} == counts


# -- summary and growth -----------------------------------------------------------------------------------------------


def made_lines(path, shares):
    """shares: way -> one for each of three tables of 1000 rows whose exact fit explains .5; a fourth has nothing to explain."""
    with open(path, "w") as file:
        file.write("# made\n" + ",".join(table_summary.COLUMNS) + "\n")
        for way, values in shares.items():
            for k, value in enumerate(values):
                file.write(f"t{k},binary,1000,5,b,{way},1,1,{value},0,{value},{0.5 if k < 3 else 0.01},0,0,0,0,0\n")
    return table_summary.read(path)


def test_summary_is_of_tables_and_says_who_is_ahead(tmp_path):
    rows = made_lines(tmp_path / "t.csv", {"bounds": [0.1, 0.3, 0.45, -0.03], "dpgd free": [0.2, 0.2, 0.2, -0.5], "adassp free": [0.0, 0.29, 0.46]})
    assert table_summary.median(table_summary.chosen(rows, "bounds", "1", "< 1500")) == pytest.approx(0.6)
    assert table_summary.median(table_summary.chosen(rows, "bounds", "1", "more")) is None
    assert table_summary.ahead(rows, "bounds", table_summary.FREE, "1") == (2, 4)  # t1 and, where one of the two has no answer, t3
    text = "\n".join(table_summary.report(rows))
    assert "below by .02: 1/4, lowest -0.03" in text and "bounds on 2 of 4" in text
    assert "| 1 | discreet, bounds | .60 / - / - | 1 of 4 | 2 of 4 | 0 of 0 |" in table_summary.table(rows, table_summary.FREE)


def test_growth_tells_a_fall_from_noise():
    def fits(falls):
        made = [tables.Fit(f"t{k}", "binary", 2000, 5, "a", 1600, "exact", "inf", 0, 0, 0.5) for k in range(5)]
        for k in range(5):
            for split in range(3):
                for rows, epsilon, share in ((500, "1", 0.2), (500, "3", 0.3), (1600, "1", 0.1 if falls else 0.3), (1600, "3", 0.4)):
                    made.append(tables.Fit(f"t{k}", "binary", 2000, 5, "a", rows, "bounds", epsilon, split, 0, share + 0.001 * ((k * 7 + split * 3) % 5)))
        return "\n".join(tables_growth.report(made))
    assert "4 steps, 0 fall" in fits(False) and "0 of 20 steps fall" in fits(False)
    assert "FALLS by 0.200 +- 0.000: epsilon 1, rows 500 -> all (5 tables)" in fits(True) and "5 of 20 steps fall" in fits(True)
