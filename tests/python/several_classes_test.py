"""More than two classes: one against the rest, or all at once, out of one budget."""
import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from discreet import DPLogisticRegression, OptionError, account
from made import data

INFINITY = float("inf")


def test_several_classes_one_against_the_rest_cost_together_what_the_label_says(tmp_path):
    X, y = data(20000, 4)
    model = DPLogisticRegression(classes=range(4), multi_class="ovr", epsilon=1.0, delta=1e-6, noise="seeded:1").fit(X, y)
    assert model.coef_.shape == (4, 4) and model.predict_proba(X).shape == (len(X), 4)
    events = [event for one in model._models for event in one.privacy["events"]]
    together = account({"neighbours": "replace-one", "delta": 1e-6, "events": events})["epsilon"]
    assert together == pytest.approx(model.privacy_["epsilon_spent"], rel=1e-6) and 0.99 < together <= 1.0
    assert account(model)["epsilon"] == pytest.approx(together, rel=1e-6)
    assert model.privacy_["one_vs_rest"]["epsilon_each"] > 0.4  # a quarter for each would be 0.25
    model.save(tmp_path / "m.json")
    again = DPLogisticRegression.load(tmp_path / "m.json")
    np.testing.assert_array_equal(again.predict(X), model.predict(X))
    assert again.privacy_ == model.privacy_
    model.report(tmp_path / "r.html")
    assert "4 classes" in (tmp_path / "r.html").read_text()
    # A model by itself says what all of them cost: one epsilon of four is not what was released.
    said = f"one of 4 models, one for each class against the rest, that were released together: all of them cost epsilon {model.privacy_['epsilon_spent']:.6g} at delta 1e-06"
    for text in [model.label(), model.label("yaml"), *(one.text for one in model._models), *(one.text for one in again._models)]:
        assert said in " ".join(text.split()).replace("> ", "")
    for k in range(4):
        assert said in (tmp_path / f"r-{k + 1}.html").read_text()
    assert not any("one of 4" in text for kind in ("caveats", "notices") for text in model.privacy_[kind])


def test_several_classes_at_once_share_one_budget(tmp_path):
    X, y = data(20000, 4)
    words = np.array(["a", "b", "c", "d"])[y]
    model = DPLogisticRegression(classes=["a", "b", "c", "d"], epsilon=1.0, delta=1e-6, noise="seeded:1").fit(X, words)
    assert model.solver_["name"] == "softmax" and "not split" in model.privacy_["softmax"]["how"]
    assert model.coef_.shape == (4, 4) and model.intercept_.shape == (4,) and list(model.classes_) == ["a", "b", "c", "d"]
    assert 0.99 < model.privacy_["epsilon_spent"] <= 1.0
    assert account(model)["epsilon"] == pytest.approx(model.privacy_["epsilon_spent"], rel=1e-6)
    # Every event is there once, not once for each class; the slopes of a release are those of all classes.
    slopes = [event for event in model.privacy_["events"] if event["what"] == "slopes"][0]
    assert slopes["numbers_each"] == 4 * 5
    likely = model.predict_proba(X)
    np.testing.assert_allclose(likely.sum(axis=1), 1)
    np.testing.assert_array_equal(model.classes_[likely.argmax(axis=1)], model.predict(X))
    model.save(tmp_path / "m.json")
    again = DPLogisticRegression.load(tmp_path / "m.json")
    np.testing.assert_array_equal(again.predict_proba(X), likely)
    assert again.privacy_ == model.privacy_
    model.report(tmp_path / "r.html")
    assert "not split" in (tmp_path / "r.html").read_text() and "softmax" in (tmp_path / "r-4.html").read_text()
    with pytest.raises(OptionError, match="multi_class"):
        DPLogisticRegression(classes=range(4), multi_class="nonesuch").fit(X, y)
    with pytest.raises(OptionError, match="newton"):
        DPLogisticRegression(classes=range(4), multi_class="softmax", solver="cd").fit(X, y)
    assert "one_vs_rest" in DPLogisticRegression(classes=range(4), solver="cd", noise="seeded:1").fit(X, y).privacy_


@pytest.mark.parametrize("more", [{"neighbours": "add-remove", "normaliser": 20000, "delta": 1e-6}, {"neighbours": "zero-out"}, {"strict": True},
                                  {"bounds": (-5, 5)}, {"options": {"row-norm": 4}}, {"options": {"drop": ["x4"]}}, {"l1_ratio": 1.0},
                                  {"options": {"metric": "diagonal"}}, {"options": {"precision": "float32"}}, {"options": {"standardise": "from-data"}}], ids=str)
def test_several_classes_take_every_kind_of_setting(more):
    X, y = data(20000, 3)
    model = DPLogisticRegression(classes=[0, 1, 2], **more).fit(X, y)
    assert (model.predict(X) == y).mean() > 0.7 and model.coef_.shape == (3, 4)
    assert model.privacy_["private"] != ("standardise" in more.get("options", {}))
    if "standardise" in more.get("options", {}):  # labels that are numbers would be standardised too
        with pytest.raises(OptionError, match="standardise"):
            DPLogisticRegression(classes=[0, 1, 2], multi_class="softmax", **more).fit(X, y)
    else:
        assert model.solver_["name"] == "softmax"


@pytest.mark.parametrize("layout", [np.asarray, np.asfortranarray, sparse.csr_matrix])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_softmax_without_noise_is_scikit_learns(layout, dtype):
    X, y = data(3000, 3)
    alpha = 0.01
    theirs = LogisticRegression(C=1 / (len(X) * alpha), tol=1e-10, max_iter=1000).fit(X, y)
    ours = DPLogisticRegression(classes=[0, 1, 2], alpha=alpha, epsilon=INFINITY).fit(layout(X.astype(dtype)), y)
    assert ours.solver_["name"] == "softmax" and not ours.privacy_["private"]
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)
    np.testing.assert_allclose(ours.predict_proba(layout(X.astype(dtype))), theirs.predict_proba(X), atol=1e-4)


def test_softmax_with_a_good_budget_is_close_to_the_one_without_noise():
    X, y = data(20000, 3)
    exact = DPLogisticRegression(classes=[0, 1, 2], alpha=0.01, epsilon=INFINITY).fit(X, y)
    close = DPLogisticRegression(classes=[0, 1, 2], alpha=0.01, epsilon=1000.0, delta=1e-6, noise="seeded:1", passes=100).fit(X, y)
    assert abs(close.predict_proba(X) - exact.predict_proba(X)).mean() < 0.01
