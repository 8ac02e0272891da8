"""The pages that the browser test looks at, each written by the program from data made up here."""
import json
import math
import os
import subprocess

HOSTILE = ['</script><script>window.hacked=1</script>', '"><img src=x onerror="window.hacked=2">', "it's `quoted` & <b>bold</b>",
           "Größe 体重 \U0001f600 \u202eright to left", "a|b{{datum.value}}${hacked}"]


def program(*arguments, **more):
    return subprocess.run([os.environ["DISCREET_PROGRAM"], *arguments], check=True, capture_output=True, **more)


def fit(folder, name, data, *options):
    model, page = os.path.join(folder, name + ".json"), os.path.join(folder, name + ".html")
    program("fit", data, *options, "--out", model, "--report", page)
    return page, model


def hostile_data(folder):
    path = os.path.join(folder, "hostile.csv")
    quote = lambda text: '"' + text.replace('"', '""') + '"'
    with open(path, "w", encoding="utf-8") as out:
        out.write(",".join(map(quote, HOSTILE + ["y</title>"])) + "\n")
        for i in range(300):
            row = [math.sin(i * (j + 1)) for j in range(len(HOSTILE))]
            out.write(",".join(f"{x:.6f}" for x in [*row, row[0] - row[1] + 0.1 * math.cos(7 * i)]) + "\n")
    return path


def comparison():
    runs = []
    for s, solver in enumerate(["cd", "block", "sgd"]):
        for epsilon in (0.1, 1, 10):
            for clip in ("0.5", "1"):
                error = 0.2 * (1 + s) / epsilon ** 0.8 * (1 if clip == "1" else 2)
                spread = {"mean": error, "std": error / 5, "min": error / 2, "max": error * 1.7}
                curve = [{"pass": k, "mean": error * (1 + 9 / k), "std": error / k, "min": error, "max": error * (1 + 20 / k)}
                         for k in range(1, 13)]
                runs.append({"solver": solver, "settings": {"clip": clip, "passes": "12"}, "epsilon": epsilon, "delta": 1e-6,
                             "relative_error": spread, "seconds": {"mean": 0.03 * (1 + s) * (2 if clip == "1" else 1)},
                             "passes": 12, "curve": curve, "chosen": clip == "1"})
    runs[0]["relative_error"]["min"] = -1e-9  # a run may beat the reference by rounding
    return {"data": {"name": "synthetic:regression", "rows": 1000, "features": 20}, "optimum": 0.125, "runs": runs,
            "caveats": ["research output: not private"]}


def page_of(folder, name, *arguments):
    page = os.path.join(folder, name + ".html")
    program(*arguments, "--report", page)
    return page, None


def write_all(folder):
    """name -> (page, model file or None)"""
    pages = {
        "clinic": fit(folder, "clinic", "synthetic:clinic?n=3000", "--loss", "logistic", "--penalty", "l2:1/n", "--epsilon", "1"),
        "moments": fit(folder, "moments", "synthetic:regression?n=5000&p=8", "--solver", "moments", "--penalty", "l1:0.01",
                       "--path", "15", "--epsilon", "1"),
        "exact": fit(folder, "exact", "synthetic:regression?n=300&p=4", "--solver", "exact"),
        # As they come, without anything made up: every solver at epsilons in no order, more features than a table takes, and
        # a published figure on data that the program generates.
        "compared": page_of(folder, "compared", "compare", "synthetic:regression?n=1000&p=5", "--penalty", "l2:0.01",
                            "--no-intercept", "--epsilon", "1,0.1,10", "--repeats", "2", "--curve"),
        "wide": fit(folder, "wide", "synthetic:regression?n=300&p=10000", "--solver", "block", "--passes", "2", "--epsilon", "1"),
        "reproduced": page_of(folder, "reproduced", "reproduce", "dpcd-figure2"),
        "hostile": fit(folder, "hostile", hostile_data(folder), "--solver", "moments", "--epsilon", "5"),
    }
    page = os.path.join(folder, "comparison.html")
    made = subprocess.run([os.environ["DISCREET_COMPARISON_PAGE"]], input=json.dumps(comparison()).encode(), check=True,
                          capture_output=True)
    with open(page, "wb") as out:
        out.write(made.stdout)
    pages["comparison"] = (page, None)
    return pages
