"""What save and report may replace, and what values below the normal range are."""
import numpy as np
import pytest
from scipy import sparse

from discreet import DPLogisticRegression, DPRidge, OptionError


def fitted(estimator=None):
    X = np.random.default_rng(1).normal(size=(300, 2))
    y = X[:, 0] > 0 if estimator is not None else X[:, 0]
    return (estimator or DPRidge(noise="seeded:1")).fit(X, y)


def test_a_model_that_is_there_is_kept(tmp_path):
    model, path = fitted(), tmp_path / "m.json"
    path.write_text("")  # holds nothing
    model.save(path)
    first = path.read_text()
    with pytest.warns(UserWarning, match=r"is kept as .*m\.1\.json"):
        fitted(DPLogisticRegression(noise="seeded:2")).save(path)
    assert (tmp_path / "m.1.json").read_text() == first != path.read_text()
    assert DPRidge.load(tmp_path / "m.1.json").coef_.tolist() == model.coef_.tolist()


@pytest.mark.parametrize("content", ["age,sick\n40,1\n", '{"format": "mine"}', "<!doctype html><title>mine</title>"])
def test_files_of_another_kind_are_not_replaced(tmp_path, content):
    model, path = fitted(), tmp_path / "file"
    path.write_text(content)
    for write in (model.save, model.report):
        with pytest.raises(OptionError, match="the file is there and is not a .*choose another name"):
            write(path)
        assert path.read_text() == content


def test_a_report_is_written_again(tmp_path):
    model = fitted()
    for _ in range(2):
        model.report(tmp_path / "page.html")
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("precision, tiny", [("float64", 1e-310), ("float32", 1e-40)])
def test_values_below_the_normal_range_are_zeros(precision, tiny):
    zeros = np.asfortranarray(np.random.default_rng(1).normal(size=(300, 3)), dtype=precision)
    y = zeros[:, 0] > 0
    zeros[:, 2] = 0
    zeros[::3, 1] = 0
    small = zeros.copy(order="F")
    small[:, 2] = tiny
    small[::3, 1] = -tiny
    before = small.tobytes()

    def weights(X):
        model = DPLogisticRegression(epsilon=100.0, delta=1e-6, noise="seeded:1").fit(X, y)
        return model.coef_.tobytes(), model.intercept_.tobytes()

    for layout in (np.asfortranarray, np.ascontiguousarray, sparse.csr_matrix):
        assert weights(layout(small)) == weights(layout(zeros))
    assert small.tobytes() == before
