"""What the library says about options of the command line, in the words of Python: parameters of estimators, and `options=` for the rest."""
import re

# Options that estimators have as parameters of their own, under another name where there is one.
_PARAMETERS = {"loss": "loss", "penalty": "penalty", "epsilon": "epsilon", "delta": "delta", "rho": "rho", "mu": "mu", "neighbours": "neighbours",
               "normaliser": "normaliser", "solver": "solver", "passes": "passes", "noise": "noise", "threads": "threads", "ledger": "ledger",
               "dataset": "dataset", "bound": "bounds", "bounds": "bounds", "classes": "classes", "positive": "classes", "trials": "trials"}
_SWITCHES = {"strict": "strict=True", "no-intercept": "fit_intercept=False", "intercept": "fit_intercept=True", "other-data": "other_data=True"}
_WHOLE = {"--categorical": "categories", "--bounds FILE": "bounds={COLUMN: (LO, HI)}", "--ledger FILE": "ledger=Ledger(FILE)",
          "--classes NEGATIVE,POSITIVE": "classes=[NEGATIVE, POSITIVE]", "--positive VALUE": "classes=[NEGATIVE, POSITIVE]"}
# What follows an option and is its value, not the next word of the sentence.
_VALUE = (r"auto|newton|cd|block|greedy|sgd|svrg|dual(?:-sequential|-primal)?|output|objective|frank-wolfe|moments|exact|bayes|none|squared(?:-hinge)?|"
          r"logistic|hinge|poisson|fixed|sound|paper|private|from-data|ball|smoothness|uniform|cyclic|shuffled|importance|replace-one|"
          r"zero-out|add-remove|secure|full|diagonal|plain|theory|inf|rows|float32|float64|constant|decreasing|nesterov|tight|rdp|zcdp|[A-Z]+|"
          r"[A-Za-z][A-Za-z0-9-]*:[A-Za-z0-9.,/_-]*[A-Za-z0-9]|[^\s:;,]+(?=:\s)|-?[0-9][0-9.]*(?:e-?[0-9]+)?(?:/n)?")
_OPTION = re.compile(rf"--([a-z][a-z-]*[a-z])(?:[ =]((?:{_VALUE})(?![A-Za-z0-9_-])))?")
_BOUND = re.compile(r"--bound ([A-Za-z0-9_]+)=([^,\s]+),([^,\s;]*[^,\s;.])")
_CLASSES = re.compile(r"--classes ([A-Za-z0-9_.{}-]+),([A-Za-z0-9_{}-]+)")


def _in_python(found):
    name, value = found.group(1), found.group(2)
    if name in _SWITCHES:
        return _SWITCHES[name] + (f" {value}" if value else "")
    number = value is not None and re.fullmatch(r"-?[0-9][0-9.]*(e-?[0-9]+)?|[A-Z]+", value)
    written = "" if value is None else value if number else f'float("{value}")' if value == "inf" else f'"{value}"'
    if name in _PARAMETERS:
        return f"{_PARAMETERS[name]}={written}"
    return f'options={{"{name}": {written or "..."}}}'


def pythonic(text):
    """A message with the parameters of estimators for the options of the command line.

    >>> pythonic("--solver sgd clips by --clip-rule ball only; leave out --momentum, or use --bound age=18,99")
    'solver="sgd" clips by options={"clip-rule": "ball"} only; leave out options={"momentum": ...}, or use bounds={"age": (18, 99)}'
    >>> pythonic("--strict refuses this fit: --epsilon inf; use --penalty l2:A and --no-intercept, as in --classes no,yes")
    'strict=True refuses this fit: epsilon=float("inf"); use penalty="l2:A" and fit_intercept=False, as in classes=["no", "yes"]'
    """
    text = _BOUND.sub(r'bounds={"\1": (\2, \3)}', text)
    text = _CLASSES.sub(lambda found: _WHOLE.get(found.group(0)) or f'classes=["{found.group(1)}", "{found.group(2)}"]', text)
    for words, meant in _WHOLE.items():
        text = re.sub(re.escape(words) + r"(?![a-z])", meant, text)
    return re.sub(r"=(?=: )", "", re.sub(r"\b(\w+=) or \1", r"\1", _OPTION.sub(_in_python, text)))
