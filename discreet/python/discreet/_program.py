"""The command line: the program that was built with the package."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

from . import errors
from ._words import pythonic

_FAULTS = {2: errors.OptionError, 3: errors.BudgetRefused, 4: errors.PrivacyPreconditionError, 5: errors.DataError}


def program():
    """Where the program is: beside the package, in DISCREET_PROGRAM, in the build folder, or on the PATH."""
    here = pathlib.Path(__file__).parent
    core = pathlib.Path(sys.modules["discreet._core"].__file__).parent
    for path in (os.environ.get("DISCREET_PROGRAM"), here / "bin" / "discreet", core.parent.parent / "discreet", shutil.which("discreet")):
        if path and pathlib.Path(path).is_file() and os.access(path, os.X_OK):
            return str(path)
    raise FileNotFoundError("the program discreet is not installed with this package")


def run(*arguments):
    """The JSON answer of a command, or its error as an exception."""
    done = subprocess.run([program(), *map(str, arguments), "--json"], capture_output=True, text=True)
    if done.returncode == 0:
        return json.loads(done.stdout)
    try:
        problem = json.loads(done.stdout)["error"]
        message = "; ".join(filter(None, (problem["message"], problem.get("hint"))))
    except (ValueError, KeyError):
        message = done.stderr.strip()
    raise _FAULTS.get(done.returncode, errors.InternalError)(pythonic(message))


def _asked(command, positional, options, frame, rows):
    """Runs a command. Options go by their names, with _ for -; True is a switch, a list is the option several times."""
    arguments = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            arguments += [option] if one is True else [] if one is False or one is None else [option, str(one)]
    found = run(command, *positional, *arguments)
    if not frame:
        return found
    import pandas
    return pandas.json_normalize(found.get(rows, found))


def compare(data, *, frame=False, **options):
    """Runs solvers side by side on a file or ``synthetic:...``, as ``discreet compare`` does: research, with exact figures that are not
    private. Options go by their names, with _ for -; True is a switch. With `frame`, the runs as a pandas frame."""
    return _asked("compare", [data], options, frame, "runs")


def audit(*data, frame=False, **options):
    """An empirical lower bound on epsilon for a solver and its settings, as ``discreet audit`` finds it, where the program has it. Options
    go by their names, with _ for -."""
    return _asked("audit", data, options, frame, "audits")
