"""The references of bench/macro/tables: is their noise what the budget buys, is a broken clip noticed, and do they reach the exact fit when nothing is hidden?"""
import pathlib
import sys

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit, ndtr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench/macro"))
import tables_references as references
from tables_references import Constants, adassp, delta_of, gradient_descent, gradient_sum, mu_of, noisy_moments, predictions, scaled


def rows_of(n, p, seed=1):
    return np.column_stack([np.ones(n), np.random.default_rng(seed).normal(size=(n, p))])


# -- accounting and noise ---------------------------------------------------------------------------------------------


def test_delta_at_epsilon_zero_is_the_total_variation_of_two_normals():
    for mu in (0.01, 0.3, 2.0):
        assert delta_of(mu, 0.0) == pytest.approx(2 * ndtr(mu / 2) - 1, rel=1e-12)


def test_mu_spends_the_budget_and_no_more():
    for epsilon, rows in ((0.1, 500), (1, 20000), (3, 100), (8, 50000)):
        delta = min(1e-5, 1 / rows**2)
        assert delta_of(mu_of(epsilon, rows), epsilon) == pytest.approx(delta, rel=1e-6)
        assert delta_of(1.01 * mu_of(epsilon, rows), epsilon) > 1.02 * delta


def test_mu_is_the_one_that_the_program_prints():
    assert mu_of(1, 20000) == pytest.approx(0.187231, rel=1e-5)  # README: synthetic:clinic, delta 2.5e-09


def walk_deviation(mu, clip=0.7, rows=40, steps=4, weights=3000):
    """Of gradient descent on rows of next to nothing: a walk of four draws. The average of its last two positions is z1 + z2 + z3 + z4/2."""
    constants = Constants(steps=steps, clip=clip, step=1.0)
    found = gradient_descent(np.full((rows, weights), 1e-12), np.zeros(rows), lambda z: z, mu, constants, np.random.default_rng(3))
    return found.std() / np.sqrt(3.25)


def test_every_step_has_the_noise_that_its_part_of_the_budget_asks_for():
    # Four steps out of mu .5 have mu .25 each; one row moves the mean of 40 clipped gradients by at most 2 * .7 / 40. The deviation of 3,000 draws is known to
    # 1.3 %; five times that is crossed by less than one seed in 10^6, and this seed is fixed.
    wanted = 2 * 0.7 / 40 / 0.25
    assert walk_deviation(0.5) == pytest.approx(wanted, rel=0.065)
    assert walk_deviation(0.5 * 1.15) != pytest.approx(wanted, rel=0.065)  # a budget that was exceeded is seen


def moment_deviations(mu, radius=2.0, limit=3.0, width=150):
    gram, slope, said = zip(*(noisy_moments(np.zeros((5, width)), np.zeros(5), radius, limit, mu, np.random.default_rng(seed)) for seed in range(20)))
    assert all(np.array_equal(each, each.T) for each in gram)
    upper = np.triu_indices(width, 1)
    return np.std([np.diag(each) for each in gram]), np.std([each[upper] for each in gram]), np.std(slope), said[0]


def test_moments_have_the_noise_of_half_the_budget_each():
    diagonal, others, slope, said = moment_deviations(0.8)
    each = 0.8 / np.sqrt(2)
    assert diagonal == pytest.approx(np.sqrt(2) * 4 / each, rel=0.065)
    assert others == pytest.approx(4 / each, rel=0.01)
    assert slope == pytest.approx(2 * 2 * 3 / each, rel=0.065)
    assert said == pytest.approx(np.sqrt(2) * 4 / each)
    assert moment_deviations(0.8 * 1.15)[0] != pytest.approx(diagonal, rel=0.065)


def test_the_least_eigenvalue_has_the_noise_of_its_budget_and_is_a_lower_bound():
    found = [references.least_eigenvalue(100 * np.eye(3), 2.0, 0.8, 1e-5, np.random.default_rng(seed)) for seed in range(3000)]
    assert np.std(found) == pytest.approx(2.0**2 / 0.8, rel=0.065)  # the deviation of 3,000 draws is known to 1.3 %
    assert np.mean(found) < 100**2 - 3 * 2.0**2 / 0.8


def test_adassp_spends_its_budget_and_no_more(monkeypatch):
    spent = []
    moments, least = references.noisy_moments, references.least_eigenvalue
    monkeypatch.setattr(references, "noisy_moments", lambda rows, y, radius, limit, mu, random: spent.append(mu) or moments(rows, y, radius, limit, mu, random))
    monkeypatch.setattr(references, "least_eigenvalue", lambda rows, radius, mu, delta, random: spent.append(mu) or least(rows, radius, mu, delta, random))
    adassp(rows_of(50, 2), np.zeros(50), 2.0, 1.0, 0.7, 1e-5, np.random.default_rng(1))
    assert len(spent) == 2 and np.hypot(*spent) == pytest.approx(0.7)


# -- sensitivity ------------------------------------------------------------------------------------------------------


def largest_move(statistic, change):
    """How far one replaced row, of ten and wild ones among them, moves a statistic."""
    random = np.random.default_rng(5)
    most = 0
    for _ in range(300):
        rows, residuals = random.normal(size=(10, 4)) * 10.0 ** random.integers(-1, 4), random.normal(size=10) * 10.0 ** random.integers(-1, 3)
        others, there = rows.copy(), residuals.copy()
        others[0], there[0] = change(random, rows[0], residuals[0])
        most = max(most, np.linalg.norm(statistic(rows, residuals) - statistic(others, there)))
    return most


def opposite(random, row, residual):
    return row, -residual


def elsewhere(random, row, residual):
    return random.permutation(np.eye(4)[0] * 1e4), residual * 3


def gradient(rows, residuals):
    return gradient_sum(rows, np.linalg.norm(rows, axis=1), residuals, 1.5)


def test_one_row_moves_the_gradient_by_twice_the_clip_and_no_more():
    for change in (opposite, elsewhere):
        assert largest_move(gradient, change) <= 3 * (1 + 1e-9)
    assert largest_move(gradient, opposite) > 2.99  # the bound is reached: less noise would not do


def test_a_broken_clip_of_the_gradient_is_noticed():
    without = lambda rows, residuals: rows.T @ residuals
    of_each_entry = lambda rows, residuals: np.clip(rows * residuals[:, None], -1.5, 1.5).sum(0)
    of_the_residual = lambda rows, residuals: rows.T @ np.clip(residuals, -1.5, 1.5)
    for broken in (without, of_each_entry, of_the_residual):
        assert largest_move(broken, opposite) > 3.1


def moments(rows, clip=references.clip_rows):
    """X'X as the vector in which its noise is the same everywhere, without noise."""
    rows = clip(rows, 2.0)
    gram = noisy_moments(rows, np.zeros(len(rows)), 2.0, 1.0, np.inf, np.random.default_rng(0))[0]
    return np.concatenate([np.diag(gram), np.sqrt(2) * gram[np.triu_indices(len(gram), 1)]])


def test_one_row_moves_the_second_moments_by_what_their_noise_is_for():
    bound = np.sqrt(2) * 2.0**2
    assert largest_move(lambda rows, _: moments(rows), elsewhere) <= bound * (1 + 1e-9)
    across = lambda random, row, residual: (np.array([-row[1], row[0], -row[3], row[2]]), residual)  # at a right angle
    assert largest_move(lambda rows, _: moments(rows), across) == pytest.approx(bound, rel=0.01)
    assert largest_move(lambda rows, _: moments(rows, lambda rows, radius: np.clip(rows, -radius, radius)), across) > 1.2 * bound


# -- accuracy ---------------------------------------------------------------------------------------------------------

FREE_OF_CLIPS = Constants(steps=6000, clip=1e9, step=0.3, row=1e6, target=1e9)


def minimised(rows, y, mean_of, potential):
    """The exact fit by a general minimiser: `potential` is the integral of `mean_of`."""
    value = lambda w: np.mean(potential(rows @ w) - y * (rows @ w))
    slope = lambda w: rows.T @ (mean_of(rows @ w) - y) / len(y)
    return minimize(value, np.zeros(rows.shape[1]), jac=slope, options={"gtol": 1e-10}).x


@pytest.mark.parametrize("kind, mean_of, potential", [("regression", lambda z: z, lambda z: z**2 / 2), ("binary", expit, lambda z: np.logaddexp(0, z)), ("count", np.exp, np.exp)])
@pytest.mark.parametrize("epsilon", [np.inf, 1e9])
def test_gradient_descent_without_clips_reaches_the_exact_fit(kind, mean_of, potential, epsilon):
    rows, random = rows_of(400, 3), np.random.default_rng(2)
    means = mean_of(rows @ np.array([0.3, 0.5, -0.4, 0.2]))
    y = {"regression": lambda: means + random.normal(size=400), "binary": lambda: (random.random(400) < means) * 1.0, "count": lambda: random.poisson(means) * 1.0}[kind]()
    constants = FREE_OF_CLIPS if np.isinf(epsilon) else Constants(steps=600, clip=50, step=0.3)
    found = gradient_descent(rows, y, mean_of, mu_of(epsilon, 400), constants, np.random.default_rng(1))
    assert found == pytest.approx(minimised(rows, y, mean_of, potential), abs=1e-6 if np.isinf(epsilon) else 0.01)


@pytest.mark.parametrize("epsilon", [np.inf, 1e9])
def test_adassp_without_noise_is_least_squares(epsilon):
    rows = rows_of(300, 4)
    y = rows @ np.array([1.0, 2.0, -1.0, 0.0, 0.5]) + np.random.default_rng(2).normal(size=300)
    exact = np.linalg.lstsq(rows, y, rcond=None)[0]
    found = adassp(rows, y, 10.0, 20.0, mu_of(epsilon, 300), 1e-5, np.random.default_rng(1))
    assert found == pytest.approx(exact, abs=1e-9 if np.isinf(epsilon) else 0.01)


def test_the_ridge_of_adassp_holds_what_noise_would_decide():
    # All is noise: X'y has a deviation of 2 * 3 * 3 / mu in each of 5 coordinates, the ridge is at least sqrt(2) * 9 sqrt(5 log 1000) / mu for the same mu. The quotient of
    # their norms is .54 on average, whatever epsilon is; the noise of X'X takes away less than half of the ridge but for rare draws.
    rows, y = references.clip_rows(rows_of(300, 4), 3.0), np.zeros(300)
    unridged = []
    for seed in range(20):
        for epsilon in (0.01, 0.0001):
            mu = mu_of(epsilon, 300)
            assert np.linalg.norm(adassp(rows, y, 3.0, 3.0, mu, 1e-5, np.random.default_rng(seed))) < 1.5
        gram, slope, _ = noisy_moments(rows, y, 3.0, 3.0, mu, np.random.default_rng(seed))
        unridged.append(np.linalg.norm(np.linalg.solve(gram, slope)))
    assert max(unridged) > 3  # without it


@pytest.mark.parametrize("method", ["dpgd", "adassp"])
@pytest.mark.parametrize("scaling", ["free", "paid"])
@pytest.mark.parametrize("kind", ["regression", "binary", "count"])
def test_every_reference_predicts_in_the_units_of_the_table(method, scaling, kind):
    random = np.random.default_rng(7)
    x = np.column_stack([random.uniform(0, 1000, 4000), random.uniform(-1e-3, 1e-3, 4000), np.ones(4000)])  # and a column that is constant
    signal = (x[:, 0] / 500 - 1) + 500 * x[:, 1]
    y = {"regression": lambda: 5000 + 1000 * signal, "binary": lambda: (random.random(4000) < expit(3 * signal)) * 1.0, "count": lambda: random.poisson(np.exp(signal)) * 1.0}[kind]()
    bounds, target = np.array([[0, -1e-3, 0], [1000, 1e-3, 2]]), {"regression": (2000, 8000), "binary": None, "count": (0, 20)}[kind]
    found = predictions(method, scaling, kind, x[:3000], y[:3000], x[3000:], bounds, target, 30.0, Constants(steps=200, step=1.0, clip=2.0), np.random.default_rng(1))
    if (method, kind) == ("adassp", "count"):
        assert found is None
    else:
        assert np.corrcoef(found, y[3000:])[0, 1] > (0.9 if kind == "regression" else 0.5)
        assert np.mean(found) == pytest.approx(np.mean(y[3000:]), rel=0.25)


def test_declared_bounds_are_all_that_paid_scaling_knows():
    bounds = np.array([[0.0, -2.0], [10.0, 2.0]])
    one, other = scaled(np.array([[1.0, 0.0], [99.0, -5.0]]), np.array([[5.0, 2.0]]), "paid", bounds)
    assert one.tolist() == [[1, -0.8, 0], [1, 1, -1]] and other.tolist() == [[1, 0, 1]]
    assert scaled(np.array([[1.0, 0.0], [3.0, 3.0]]), np.array([[5.0, 2.0]]), "paid", bounds)[1].tolist() == other.tolist()  # whatever the training part is
