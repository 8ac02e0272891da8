#!/usr/bin/env python3
"""The YAML label, read by somebody else's parser: every number of the model's privacy section, and names as they are."""
import json
import os
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print("python3-yaml is missing: the label was not read by another program")
    sys.exit(77)

PROGRAM = os.environ["DISCREET_PROGRAM"]
NAMES = ["</script>", 'a "quoted" name', "yes", "1e3", "- item: #", "line\u2028end \u0085 \ufeff", "体重 \U0001f600"]
problems = []


def expect(condition, *words):
    if not condition:
        problems.append(" ".join(map(str, words)))


def check(folder, name, *options):
    model_file = os.path.join(folder, name + ".json")
    subprocess.run([PROGRAM, "fit", *options, "--out", model_file], check=True, capture_output=True)
    written = subprocess.run([PROGRAM, "report", model_file, "--format", "yaml", "--out", "-"], check=True, capture_output=True)
    label = yaml.safe_load(written.stdout.decode())
    with open(model_file) as file:
        model = json.load(file)
    privacy, loss = model["privacy"], label["privacy_loss"]["privacy_parameters"]
    same = lambda a, b: float(a) == float(b)
    expect(same(loss["epsilon"], privacy["epsilon_spent"]), name, "epsilon")
    expect(same(loss["epsilon_budget"], privacy["epsilon"]), name, "budget")
    expect(same(loss["delta"], privacy["delta"]), name, "delta")
    expect(loss["mu"] is None if privacy["mu"] is None else same(loss["mu"], privacy["mu"]), name, "mu")
    expect(label["basic"]["private"] == privacy["private"], name, "private")
    expect(label["accounting"]["events"] == privacy["events"], name, "events")
    expect(label["dp_variant"]["declared_public"] == privacy["public"], name, "what is public")
    expect(label["implementation"]["caveats"] == privacy["caveats"], name, "caveats")
    expect(label["implementation"]["notices"] == privacy["notices"], name, "notices")
    expect(label["warnings"] == model["warnings"], name, "warnings")
    expect(privacy["private"] == (not privacy["caveats"]), name, "private beside a caveat")
    return label


with tempfile.TemporaryDirectory() as folder:
    check(folder, "plain", "synthetic:clinic?n=2000", "--loss", "logistic", "--epsilon", "1")
    check(folder, "greedy", "synthetic:regression?n=2000&p=4", "--solver", "greedy", "--epsilon", "1")
    check(folder, "without_noise", "synthetic:regression?n=200&p=4", "--epsilon", "inf")
    table = os.path.join(folder, "names.csv")
    with open(table, "w", encoding="utf-8") as out:
        out.write(",".join('"' + n.replace('"', '""') + '"' for n in NAMES + ["target: |"]) + "\n")
        for i in range(200):
            out.write(",".join(str((i * (j + 3)) % 17 / 17) for j in range(len(NAMES) + 1)) + "\n")
    label = check(folder, "names", table, "--epsilon", "1", "--bound", NAMES[5] + "=0,1")
    expect(label["basic"]["name"] == "A private model of target: |", "the target is", label["basic"]["name"])
    expect(NAMES[5] in label["administrative"]["command"], "the command is", label["administrative"]["command"])
for problem in problems:
    print(problem)
sys.exit(bool(problems))
