"""Wrong uses of the estimators: the class of the exception and what it says. Nothing that is said holds a value of the data: every table has
values that occur nowhere else, and neither the error, nor what it was raised from, nor a warning may have one of them."""
import datetime
import decimal
import re
import traceback
import warnings

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import discreet
from discreet import (Bounds, BudgetRefused, DataError, DiscreetError, DPClassifier, DPElasticNet, DPHuber, DPLasso, DPLinearSVC, DPLogisticRegression,
                      DPRegressor, DPRidge, Ledger, OptionError, PrivacyPreconditionError, fairness, fit)

ROWS = 60
WORD, NUMBER = "zanzibar", 424242.125
MARKS = re.compile("zanzibar|424242|1867|1234567", re.IGNORECASE)
DAY = datetime.datetime(1867, 7, 1)
random = np.random.default_rng(1)


def array():
    """Numbers, one of them marked."""
    X = random.normal(size=(ROWS, 3))
    X[3, 1] = NUMBER
    return X


def frame(**more):
    return pd.DataFrame(array(), columns=["age", "income", "weight"]).assign(**more)


def one(value, usual=0.5, dtype=object):
    """A column with one such value."""
    column = [usual] * ROWS
    column[7] = value
    return np.array(column, dtype=dtype)


def target():
    y = random.normal(size=ROWS)
    y[5] = NUMBER
    return y


def zero_one():
    return np.arange(ROWS) % 2


def ragged():
    return [[NUMBER, 1.0]] * (ROWS - 1) + [[1.0]]


def numbers(X, y=None, **more):
    return lambda: DPRidge(**more).fit(X, target() if y is None else y)


def classes(y, kind=DPLogisticRegression, **more):
    return lambda: kind(**more).fit(array(), y)


def fitted():
    return DPRidge(noise="seeded:1").fit(frame(), target())


def nested(value):
    found = array().astype(object)
    found[2, 0] = value
    return found


# What is done, the class of the exception, what it says.
WRONG = {
    # types of the features
    "a column of words": (numbers(frame(city=one(WORD, "rent"))), DataError, r"X holds words in column 'city': encode them with OneHotEncoder\(categories="),
    "a word among numbers": (numbers(frame(income=one(WORD))), DataError, r"X holds words in column 'income'"),
    "a word in an array": (numbers(nested(WORD)), DataError, r"X holds words in column 'x1'"),
    "an array of words": (numbers(np.full((ROWS, 2), WORD)), DataError, r"X holds words"),
    "a list of words": (numbers([[WORD, "b"]] * ROWS), DataError, r"X holds words"),
    "a column of text": (numbers(frame(city=pd.array([WORD] * ROWS, dtype="string"))), DataError, r"X holds words in column 'city'"),
    "categories": (numbers(frame(ward=pd.Categorical(one(WORD, "A")))), DataError, r"X holds categories in column 'ward': .*categories="),
    "dates": (numbers(frame(admitted=pd.to_datetime(one(DAY, DAY)))), DataError, r"X holds dates in column 'admitted': turn them into numbers"),
    "dates with a zone": (numbers(frame(admitted=pd.to_datetime(one(DAY, DAY)).tz_localize("UTC"))), DataError, r"X holds dates in column 'admitted'"),
    "durations": (numbers(frame(stay=pd.to_timedelta([1234567] * ROWS, unit="s"))), DataError, r"X holds dates in column 'stay'"),
    "complex numbers": (numbers(array() + 1j), DataError, r"Complex data not supported"),
    "a dict in a cell": (numbers(nested({WORD: NUMBER})), TypeError, r"X holds objects in column 'x1'"),
    "a list in a cell": (numbers(frame(notes=pd.Series([[NUMBER]] * ROWS))), DataError, r"X holds objects in column 'notes'"),
    "bytes": (numbers(frame(code=one(WORD.encode(), b"x"))), DataError, r"X holds words in column 'code'"),
    # shapes of the features
    "one dimension": (numbers(array()[:, 1]), DataError, r"not a table with rows and columns. Reshape your data"),
    "a number for a table": (numbers(NUMBER), DataError, r"not a table with rows and columns|cannot be read"),
    "three dimensions": (numbers(array()[None]), DataError, r"table of numbers|dim 3"),
    "rows of different lengths": (numbers(ragged()), DataError, r"rows of one length|holds objects"),
    "no columns": (numbers(array()[:, :0]), DataError, r"0 feature\(s\)"),
    "one row": (numbers(array()[3:4], [NUMBER]), DataError, r"1 sample"),
    "two columns of one name": (numbers(pd.DataFrame(array(), columns=["a", "a", "b"])), DataError, r"two columns are called 'a'"),
    # missing and infinite values
    "a missing number": (numbers(frame(income=one(np.nan, dtype=float))), DataError, r"X holds missing values \(NaN\) in column 'income': fill them in by a rule"),
    "None in a column": (numbers(frame(income=one(None))), DataError, r"missing values \(NaN\) in column 'income'"),
    "NA in a column": (numbers(frame(income=pd.array([1, None] * (ROWS // 2), dtype="Int64"))), DataError, r"missing values \(NaN\) in column 'income'"),
    "NA in a flag": (numbers(frame(smoker=pd.array([True, None] * (ROWS // 2), dtype="boolean"))), DataError, r"missing values \(NaN\) in column 'smoker'"),
    "an infinite number": (numbers(frame(income=one(np.inf, dtype=float))), DataError, r"infinite values \(inf\) in column 'income'"),
    "a missing number in sparse rows": (numbers(sparse.csr_matrix(np.where(array() > 9, np.nan, array()))), DataError, r"missing values \(NaN\)"),
    # the target
    "no target": (lambda: DPRidge().fit(array(), None), DataError, r"requires y to be passed, but the target y is None"),
    "words for numbers": (numbers(array(), one(WORD, "rent")), DataError, r"y holds words where a regression needs numbers"),
    "a word among labels": (classes(one(WORD, 1)), DataError, r"y holds numbers and words"),
    "None in the target": (numbers(array(), one(None)), DataError, r"y has missing values \(NaN\)"),
    "NA in the target": (numbers(array(), pd.Series(pd.array([NUMBER, None] * (ROWS // 2), dtype="Float64"))), DataError, r"y has missing values \(NaN\)"),
    "NaN in the target": (numbers(array(), one(np.nan, dtype=float)), DataError, r"y has missing values \(NaN\)"),
    "NA among labels": (classes(pd.array([1, None] * (ROWS // 2), dtype="Int64")), DataError, r"y has missing values \(NaN\)"),
    "None among words": (classes(one(None, WORD), classes=[WORD[::-1], "b"]), DataError, r"y has missing values \(NaN\)"),
    "NaT in the target": (numbers(array(), pd.to_datetime(one(None, DAY))), DataError, r"y holds dates"),
    "dates for numbers": (numbers(array(), np.full(ROWS, DAY, dtype="datetime64[s]")), DataError, r"y holds dates: turn them into numbers"),
    "dates for classes": (classes(one(DAY, DAY)), DataError, r"y holds dates"),
    "an infinite target": (numbers(array(), one(np.inf, dtype=float)), DataError, r"Input y contains infinity"),
    "two targets": (numbers(array(), np.full((ROWS, 2), NUMBER)), DataError, r"y has 2 dimensions"),
    "a sparse target": (numbers(array(), sparse.csr_matrix(np.full((ROWS, 1), NUMBER))), DataError, r"y is a sparse matrix"),
    "a short target": (numbers(array(), target()[:-1]), DataError, r"X and y do not have the same number of rows"),
    "objects for a target": (numbers(array(), one([NUMBER])), DataError, r"y holds objects|cannot be read"),
    "complex labels": (classes(zero_one() + 1j), DataError, r"Complex data not supported"),
    "counts below zero": (lambda: DPRegressor(loss="poisson").fit(array(), -abs(target())), DataError, r"below 0 .*loss=\"squared\""),
    # labels
    "labels -1 and 1": (classes(2 * zero_one() - 1), DataError, r"labels other than 0 and 1: declare them, as in classes=\[-1, 1\]"),
    "words for labels": (classes(np.where(zero_one() == 1, WORD, "no")), DataError, r"y holds words, .*classes=\[\"no\", \"yes\"\]"),
    "numbers for labels": (classes(target()), DataError, r"labels other than 0 and 1"),
    "an undeclared label": (classes(one(WORD, "no"), classes=["no", "yes"]), DataError, r"a label that classes= does not declare"),
    "a third label": (classes(one(NUMBER, 1.0), classes=[0, 1]), DataError, r"a label that classes= does not declare"),
    "words where numbers were declared": (classes(one(WORD, "no"), classes=[0, 1]), DataError, r"y holds words and classes= declares numbers"),
    "numbers read off the rows": (classes(target(), classes="from-data"), DataError, r"Unknown label type: the target is continuous"),
    "one class read off the rows": (classes(np.full(ROWS, WORD), classes="from-data"), DataError, r"one class"),
    "one declared class": (classes(zero_one(), classes=[1]), OptionError, r"classes: at least two"),
    "a class twice": (classes(zero_one(), classes=[1, 1.0]), OptionError, r"classes: a class is there twice"),
    "a word for classes": (classes(zero_one(), classes="yes"), OptionError, r"classes is a list"),
    "classes from data, strictly": (classes(zero_one(), classes="from-data", strict=True), PrivacyPreconditionError, r"strict=True refuses classes='from-data'"),
    # parameters
    "epsilon below zero": (numbers(array(), epsilon=-1), OptionError, r"^epsilon: "),
    "no epsilon": (numbers(array(), epsilon=None), OptionError, r"^epsilon is a number"),
    "epsilon as a word": (classes(zero_one(), multi_class="ovr", classes=range(3), epsilon="much"), OptionError, r"epsilon is a number"),
    "delta above one": (numbers(array(), delta=2.0), OptionError, r"^delta"),
    "a solver that is not there": (numbers(array(), solver="nonesuch"), OptionError, r"^solver: 'nonesuch'"),
    "an option that is not there": (numbers(array(), options={"nonesuch": 1}), OptionError, r"no option 'nonesuch'"),
    "a list for an option": (numbers(array(), options={"clip": [1]}), OptionError, r'options=\{"clip": ...\}: a number or its text is expected, not list'),
    "options that are no dict": (numbers(array(), options="strict"), OptionError, r"options is a dict"),
    "a parameter among options": (numbers(array(), options={"epsilon": 1}), OptionError, r"parameter of its own"),
    "bounds of no column": (numbers(frame(), bounds={"height": (0, 1)}), OptionError, r"bounds: there is no column 'height'"),
    "bounds that are none": (numbers(array(), bounds=[1, 2, 3]), OptionError, r"bounds are a pair"),
    "bounds the wrong way": (numbers(array(), bounds=(1, 0)), OptionError, r"^bounds"),
    "bounds of a class": (classes(zero_one(), bounds=Bounds(target=(0, 1))), OptionError, r"'label' is a class and has no bounds"),
    "a column to drop that is not there": (numbers(frame(), options={"drop": ["height"]}), OptionError, r"there is no column 'height'"),
    "a negative strength": (lambda: DPLasso(alpha=-1.0).fit(array(), target()), OptionError, r"^penalty"),
    "a share beyond one": (lambda: DPElasticNet(l1_ratio=2.0).fit(array(), target()), OptionError, r"l1_ratio is a number from 0 to 1"),
    "a threshold below zero": (lambda: DPHuber(threshold=-1.0).fit(array(), target()), OptionError, r"^loss"),
    "a loss that is not there": (lambda: DPClassifier(loss="nonesuch").fit(array(), zero_one()), OptionError, r"^loss"),
    "a kink without the dual": (classes(zero_one(), DPLinearSVC, loss="hinge"), OptionError, r'loss="hinge" is for dual solvers alone: .*solver="dual".*fit_intercept=False'),
    "no normaliser": (numbers(array(), neighbours="add-remove"), OptionError, r'neighbours="add-remove" needs normaliser'),
    "no noise, strictly": (numbers(array(), noise="seeded:1", strict=True), PrivacyPreconditionError, r"strict=True refuses this fit"),
    "a file for a ledger": (numbers(array(), ledger="budget.db"), OptionError, r"ledger is a discreet.Ledger"),
    "an empty ledger": (numbers(array(), delta=1e-6, ledger=Ledger(epsilon=0.1, delta=1e-6)), BudgetRefused, r"left"),
    "no way of several classes": (classes(zero_one(), classes=range(3), multi_class="both"), OptionError, r"multi_class is auto, softmax or ovr"),
    "weights of rows": (lambda: DPRidge().fit(array(), target(), sample_weight=np.full(ROWS, NUMBER)), TypeError, r"fit takes no sample_weight"),
    "a parameter of scikit-learn": (lambda: DPRidge(random_state=1), TypeError, r"has no random_state"),
    # afterwards
    "a prediction for words": (lambda: fitted().predict(frame(income=one(WORD))), DataError, r"X holds words in column 'income'"),
    "a prediction for fewer columns": (lambda: DPRidge().fit(array(), target()).predict(array()[:, :2]), DataError, r"X has 2 features, but DPRidge is expecting 3"),
    "a prediction for other columns": (lambda: fitted().predict(frame().rename(columns={"age": "years"})), DataError, r"The feature names should match"),
    "a prediction for one row": (lambda: fitted().predict(array()[3]), DataError, r"Reshape your data"),
    "a score of words": (lambda: fitted().score(frame(), one(WORD, "rent")), DataError, r"y holds words"),
    "a score of missing labels": (lambda: DPClassifier().fit(array(), zero_one()).score(array(), one(None, 1)), DataError, r"y has missing values"),
    "a score with words for weights": (lambda: fitted().score(frame(), target(), sample_weight=[WORD] * ROWS), DataError, r"sample_weight is not one number"),
    # functions
    "words for fit": (lambda: fit(frame(city=one(WORD, "rent")), target(), {"epsilon": 1}), DataError, r"X holds words in column 'city'"),
    "a word in the target of fit": (lambda: fit(array(), one(WORD, "rent"), {"epsilon": 1}), DataError, r"y holds words"),
    "no names of classes for fit": (lambda: fit(array(), zero_one(), {"epsilon": 1, "loss": "logistic"}), OptionError, r"classes=\(negative, positive\)"),
    "another label for fit": (lambda: fit(array(), one(NUMBER, 1.0), {"epsilon": 1, "loss": "logistic"}, classes=("no", "yes")), DataError, r"the label is neither -1 nor 1"),
    "words for fairness": (lambda: fairness(DPClassifier().fit(array(), zero_one()), frame(age=one(WORD)).to_numpy(), zero_one(), zero_one()), DataError, r"X holds words"),
    "an unknown label for fairness": (lambda: fairness(DPClassifier().fit(array(), zero_one()), array(), one(WORD, "no"), zero_one()), OptionError, r"labels are not among"),
}


@pytest.mark.parametrize("use", WRONG)
def test_a_wrong_use_is_said_by_class_and_rule(use):
    action, kind, words = WRONG[use]
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        with pytest.raises(kind, match=words) as caught:
            action()
    problem = caught.value
    assert isinstance(problem, DiscreetError) or kind is TypeError
    whole, chain = "".join(traceback.format_exception(type(problem), problem, problem.__traceback__)), [problem]
    while chain[-1].__context__ is not None or chain[-1].__cause__ is not None:  # also what `from None` hides
        chain.append(chain[-1].__cause__ or chain[-1].__context__)
    # Of the lines of a traceback those of this file hold what was written above, not what was said.
    said = [*(str(one) + repr(one) for one in chain), *(str(one.message) for one in warned),
            *(line for line in whole.splitlines() if not line.startswith("    "))]
    assert not [line for line in said if MARKS.search(line)]
    assert "--" not in str(problem)  # options of the command line


def test_there_are_forty_wrong_uses_and_more():
    assert len(WRONG) > 40


def test_the_marks_would_be_found():
    with pytest.raises(ValueError) as caught:
        np.asarray(frame(city=one(WORD, WORD)), dtype=float)
    assert MARKS.search(str(caught.value))


@pytest.mark.parametrize("y", [one(decimal.Decimal("1.5"), decimal.Decimal("0.5")), pd.array([1, 2] * (ROWS // 2), dtype="Int64"), pd.array([1.5, 2] * (ROWS // 2), dtype="Float64"),
                               np.arange(ROWS) > 3, np.arange(ROWS, dtype=np.uint8)], ids=lambda given: type(given[0]).__name__)
def test_numbers_of_any_type_are_a_target(y):
    found = DPRidge(noise="seeded:1").fit(array(), y)
    assert np.isfinite(found.coef_).all()


def test_no_weights_are_no_weights():
    X, y = array(), target()
    weighted = DPRidge(noise="seeded:1").fit(X, y, sample_weight=None)
    assert weighted._models[0].text == DPRidge(noise="seeded:1").fit(X, y)._models[0].text
    assert weighted.score(X, y, sample_weight=None) == weighted.score(X, y)
    assert discreet.DPRidge().fit(X, y, class_weight=None)
