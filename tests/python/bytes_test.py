"""The same options, numbers and seed give the same model, byte for byte, as the command line."""
import json
import os
import subprocess

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import discreet
from discreet import Bounds, DPLasso, DPLogisticRegression, DPRidge

PROGRAM = os.environ["DISCREET_PROGRAM"]
COLUMNS = ["age", "height", "income"]


def table(rows=3000):
    rng = np.random.default_rng(7)
    X = rng.normal(size=(rows, 3)) * [10, 1, 1000] + [40, 0, 3000]
    return X, X @ [0.1, 1, 0.001] + rng.normal(size=rows)


def command_line(folder, data, *arguments):
    out = folder / "cli.json"
    run = subprocess.run([PROGRAM, "fit", str(data), *arguments, "--out", str(out)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return out.read_bytes()


def write_csv(folder, X, y):
    pd.DataFrame(np.column_stack([X, y]), columns=[*COLUMNS, "label"]).to_csv(folder / "data.csv", index=False, float_format="%.17g")
    return folder / "data.csv"


OPTIONS = [{"penalty": "l1:0.01"}, {"penalty": "l2:1/n", "bound": ["age=0,99", "label=-50,50"]}, {"solver": "sgd"}, {"solver": "exact", "epsilon": "inf"},
           {"row-norm": "2000", "intercept": False}, {"solver": "greedy", "penalty": "l1:0.1"}, {"drop": ["height"]}]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_an_array_makes_the_bytes_of_the_same_csv_file(tmp_path, options, order, precision):
    X, y = table()
    options = {"epsilon": 1.0, "noise": "seeded:3", **options}
    arguments = []
    for name, value in options.items():
        for one in value if isinstance(value, list) else [value]:
            arguments += ["--no-" + name] if one is False else ["--" + name, "1" if one == 1.0 else one]
    if precision == "float32":
        X = X.astype(np.float32)
        arguments += ["--precision", "float32"]
    theirs = command_line(tmp_path, write_csv(tmp_path, X.astype(float), y), *arguments)
    ours = discreet.fit(np.array(X, order=order), y, options, names=COLUMNS, source="data.csv").text.encode()
    assert ours == theirs


def test_another_seed_is_another_model(tmp_path):
    X, y = table()
    theirs = command_line(tmp_path, write_csv(tmp_path, X, y), "--epsilon", "1", "--noise", "seeded:4")
    ours = discreet.fit(X, y, {"epsilon": 1, "noise": "seeded:3"}, names=COLUMNS, source="data.csv").text.encode()
    assert ours != theirs


@pytest.mark.parametrize("precision", [np.float64, np.float32])
def test_an_array_makes_the_model_of_the_same_file(tmp_path, precision):
    X, y = table()
    np.save(tmp_path / "x.npy", np.asfortranarray(X, dtype=precision))
    np.save(tmp_path / "y.npy", y)
    theirs = json.loads(command_line(tmp_path, tmp_path / "x.npy", "--labels", str(tmp_path / "y.npy"), "--epsilon", "1", "--noise", "seeded:3",
                                     "--precision", np.dtype(precision).name))
    ours = discreet.fit(np.asfortranarray(X, dtype=precision), y, {"epsilon": 1, "noise": "seeded:3"}).json
    del theirs["run"], ours["run"]  # one of them names its files
    assert json.dumps(ours) == json.dumps(theirs)


@pytest.mark.parametrize("layout", [sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix])
def test_sparse_rows_make_the_model_of_the_same_file(tmp_path, layout):
    X = sparse.random(2000, 30, density=0.1, format="csr", random_state=1)
    y = np.asarray(X.sum(axis=1)).ravel()
    with open(tmp_path / "data.svm", "w") as file:
        for i in range(X.shape[0]):
            row = X[i]
            file.write(" ".join([repr(y[i])] + [f"{j + 1}:{v!r}" for j, v in sorted(zip(row.indices, row.data))]) + "\n")
    theirs = command_line(tmp_path, tmp_path / "data.svm", "--features", "30", "--epsilon", "1", "--noise", "seeded:3", "--no-intercept")
    ours = discreet.fit(layout(X), y, {"epsilon": 1, "noise": "seeded:3", "intercept": False, "features": 30}, source="data.svm").text.encode()
    assert ours == theirs


def same_but_for_the_data(estimator, theirs):
    ours, theirs = json.loads(estimator._models[0].text), json.loads(theirs)
    assert theirs["run"].pop("data") == "data.csv" and ours["run"].pop("data") == ""
    assert json.dumps(ours) == json.dumps(theirs)


def test_estimators_make_the_model_of_the_command_line(tmp_path):
    X, y = table()
    frame = pd.DataFrame(X, columns=COLUMNS)
    data = write_csv(tmp_path, X, y)
    common = ["--epsilon", "1", "--noise", "seeded:3"]
    same_but_for_the_data(DPRidge(alpha=0.01, noise="seeded:3").fit(frame, y), command_line(tmp_path, data, "--penalty", "l2:0.01", *common))
    same_but_for_the_data(DPLasso(alpha=0.01, noise="seeded:3", bounds=Bounds({"age": (0, 99.5)}), delta=1e-6).fit(frame, y),
                          command_line(tmp_path, data, "--penalty", "l1:0.01", "--bound", "age=0,99.5", "--delta", "1e-06", *common))
    label = (y > np.median(y)).astype(int)
    data = write_csv(tmp_path, X, label)
    found = DPLogisticRegression(alpha=0.01, l1_ratio=0.5, noise="seeded:3").fit(frame, label)
    same_but_for_the_data(found, command_line(tmp_path, data, "--loss", "logistic", "--penalty", "elastic-net:0.01,0.5", *common))


def test_what_is_saved_is_what_the_command_line_reads(tmp_path):
    X, y = table()
    frame = pd.DataFrame(X, columns=COLUMNS)
    model = DPRidge(noise="seeded:3", bounds={"age": (20, 50)}).fit(frame, y)
    model.save(tmp_path / "model.json")
    run = subprocess.run([PROGRAM, "predict", str(tmp_path / "model.json"), str(write_csv(tmp_path, X, y)), "--json"], capture_output=True, text=True)
    np.testing.assert_allclose(json.loads(run.stdout)["predictions"], model.predict(frame), rtol=1e-9)
    again = DPRidge.load(tmp_path / "model.json")
    np.testing.assert_array_equal(again.predict(frame), model.predict(frame))
    again.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "model.json").read_bytes()
