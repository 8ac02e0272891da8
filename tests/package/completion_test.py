#!/usr/bin/env python3
"""Completion as a shell does it: bash is asked with a command line; zsh and fish read their scripts where they are installed.
What is offered for an option is what the program says is allowed when it is given something else."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

program = os.environ["DISCREET_PROGRAM"]
bad = 0


def script(shell):
    return subprocess.run([program, "completion", shell], capture_output=True, text=True, check=True).stdout


def offered(folder, *words):
    """What bash offers for the last of these words."""
    text = script("bash") + """
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _discreet; printf '%s\\n' "${COMPREPLY[@]}"
    """
    return set(subprocess.run(["bash", "-c", text, "bash", "discreet", *words], capture_output=True, text=True, cwd=folder).stdout.split())


def expect(condition, words):
    global bad
    if not condition:
        bad += 1
        print(words)


# Each list against the refusal of a word that is not in it; plan touches no data.
PLAN = ["plan", "--rows", "1000", "--features", "3", "--epsilon", "1"]
ASKED = {"loss": [], "penalty": [], "solver": [], "precision": [], "standardise": [], "neighbours": [], "accounting": [], "recipe": [], "noise": [],
         "clip-rule": ["--solver", "cd"], "smoothness": [], "rule": ["--solver", "greedy"], "average": [], "block": ["--solver", "block"],
         "momentum": ["--solver", "block"], "sketch": ["--solver", "block"], "schedule": ["--solver", "block"], "sampling": ["--solver", "sgd"],
         "step-schedule": ["--solver", "sgd"], "metric": ["--solver", "newton"]}

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "data.csv").write_text("a,b\n1,2\n")
    expect({"fit", "plan", "ledger"} <= offered(folder, ""), "commands are not offered")
    expect(offered(folder, "fi") == {"fit"}, "fi is not completed to fit")
    expect("manual" not in offered(folder, ""), "a command that is not for users is offered")
    expect(offered(folder, "fit", "--epsi") == {"--epsilon"}, "options are not completed")
    expect(offered(folder, "fit", "da") == {"data.csv"}, "files are not completed")
    expect(offered(folder, "fit", "data.csv", "--penalty", "el") == {"elastic-net:"}, "values are not completed")
    expect(offered(folder, "fit", "--loss", "=", "log") == {"logistic"}, "values behind = are not completed")
    expect(offered(folder, "fit", "synthetic", ":", "cli") == {"clinic"}, "synthetic datasets are not completed")
    expect("create" in offered(folder, "ledger", ""), "actions are not completed")
    expect(offered(folder, "ledger", "--json", "create", "da") == {"data.csv"}, "a switch was taken for an argument")
    expect(offered(folder, "fit", "data.csv", "--epsilon", "") == set(), "something is offered for a number")
    for option, settings in ASKED.items():
        refusal = subprocess.run([program, *PLAN, *settings, f"--{option}", "nonsense"], capture_output=True, text=True).stderr
        listed = re.search(r"is not one of ([^;]*)", refusal)
        expect(listed, f"--{option} nonsense: {refusal.strip()}")
        allowed = {word.split(":")[0] for word in re.split(r", ", listed[1].strip())} if listed else set()
        words = {word.split(":")[0] for word in offered(folder, "fit", f"--{option}", "")}
        expect(words == allowed, f"--{option}: {sorted(words)} are offered and {sorted(allowed)} allowed")
    for shell in ("bash", "zsh", "fish"):
        if shutil.which(shell):
            (folder / "script").write_text(script(shell))
            done = subprocess.run([shell, "-n", "script"], cwd=folder, capture_output=True, text=True)
            expect(done.returncode == 0, f"{shell} does not read its script: {done.stderr}")
    if shutil.which("fish"):
        asked = subprocess.run(["fish", "-c", "source script; complete -C 'discreet fit --loss lo'"], cwd=folder, capture_output=True, text=True)
        expect("logistic" in asked.stdout, "fish does not complete a value")
print(f"{bad} problems")
sys.exit(bad > 0)
