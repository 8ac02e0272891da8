"""What a careful person writes by hand: full-batch DP gradient descent, and AdaSSP (Wang, "Revisiting differentially private linear
regression", UAI 2018). Both hide one replaced row and take their noise from the exact trade-off of the Gaussian mechanism, as the program does.

Scaling "free": columns and target standardised by the exact mean and deviation of the training part. Nobody pays for them, which is an unfair
advantage and meant as one. Scaling "paid": columns and target moved into [-1, 1] by the declared bounds; nothing else is known.
"""
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit, log_ndtr, ndtr

from tables_data import loss_of, share_of

LARGEST_SCORE = 30.0  # beyond it the exponential says nothing more about a row


@dataclass(frozen=True)
class Constants:
    """The same for every table and epsilon. As they stand here: round numbers that no table has chosen."""
    steps: int = 30
    clip: float = 1.0  # norm of the gradient of one row
    step: float = 1.0
    row: float = 1.0  # AdaSSP: rows are clipped to this many times sqrt(columns + 1); 1 clips nothing in [-1, 1]
    target: float = 3.0  # AdaSSP, free scaling: deviations of the target that count; declared bounds need no limit
    probability: float = 0.02  # AdaSSP on classes: its scores are moved into [this, 1 - this] and called probabilities


# The best of a grid on half a of the tables, for each scaling: bench/macro/tables_constants.py. To be reported on half b.
CHOSEN = {"free": Constants(clip=2.0, step=0.3, row=0.7, target=1.5, probability=0.05), "paid": Constants(steps=100, clip=4.0, step=0.1, row=0.85, probability=0.05)}
METHODS = [(method, scaling) for method in ("dpgd", "adassp") for scaling in CHOSEN]
WAYS = {f"{method} {scaling}": (method, scaling, Constants()) for method, scaling in METHODS}
WAYS |= {f"{method} {scaling} chosen": (method, scaling, CHOSEN[scaling]) for method, scaling in METHODS}


def delta_of(mu, epsilon):
    """The delta of a Gaussian mechanism of that mu (Balle and Wang 2018, theorem 8)."""
    return ndtr(mu / 2 - epsilon / mu) - np.exp(epsilon + log_ndtr(-mu / 2 - epsilon / mu))


def mu_of(epsilon, rows):
    """The largest mu within epsilon and the program's usual delta. Releases of mu_1, mu_2, ... together have the root of the sum of squares."""
    if np.isinf(epsilon):
        return np.inf
    delta = min(1e-5, 1 / rows**2)
    return brentq(lambda mu: delta_of(mu, epsilon) - delta, 1e-9, 10 + 10 * epsilon, xtol=1e-14, rtol=1e-12)


def clip_rows(rows, radius):
    norms = np.linalg.norm(rows, axis=1)
    return rows * np.minimum(1, radius / np.maximum(norms, 1e-300))[:, None]


def gradient_sum(rows, lengths, residuals, clip):
    """The sum of the gradients residual * row, each clipped to a ball; one replaced row moves it by at most 2 clip. `lengths` are the rows' norms."""
    return rows.T @ np.clip(residuals, -clip / lengths, clip / lengths)


def gradient_descent(rows, y, mean_of, mu, constants, random):
    """Weights after constants.steps steps: the average of the second half, which costs nothing."""
    deviation = 2 * constants.clip / (mu / np.sqrt(constants.steps))
    lengths = np.linalg.norm(rows, axis=1)
    weights = total = np.zeros(rows.shape[1])
    kept = constants.steps - constants.steps // 2
    for t in range(constants.steps):
        residuals = mean_of(rows @ weights) - y
        slope = gradient_sum(rows, lengths, residuals, constants.clip) + deviation * random.standard_normal(len(weights))
        weights = weights - constants.step * slope / len(y)
        if t >= constants.steps - kept:
            total = total + weights
    return total / kept


def noisy_moments(rows, y, radius, limit, mu, random):
    """X'X and X'y of rows in a ball and targets in an interval, each with half of mu squared. The first moves by at most sqrt(2) radius^2 in
    Frobenius norm (entries off the diagonal count twice there, so they need less noise), the second by 2 radius limit."""
    each = mu / np.sqrt(2)
    deviation = np.sqrt(2) * radius**2 / each
    drawn = np.triu(random.standard_normal((rows.shape[1],) * 2)) * deviation
    noise = (drawn + drawn.T) / np.where(np.eye(rows.shape[1]) > 0, 2, np.sqrt(2))
    slope = rows.T @ y + 2 * radius * limit / each * random.standard_normal(rows.shape[1])
    return rows.T @ rows + noise, slope, deviation


def least_eigenvalue(rows, radius, mu, delta, random):
    """A private lower bound of the least eigenvalue of X'X, which one replaced row moves by at most radius^2 (publication: it holds but for a chance of about delta)."""
    deviation = radius**2 / mu
    found = np.linalg.eigvalsh(rows.T @ rows)[0] + deviation * random.standard_normal()
    return max(0, found - deviation * np.sqrt(np.log(6 / delta)))


def adassp(rows, y, radius, limit, mu, delta, random):
    """Least squares with a ridge that is as large as the noise needs and the data, privately, do not have. A third of mu squared each."""
    rows, y = clip_rows(rows, radius), np.clip(y, -limit, limit)
    width, third = rows.shape[1], mu / np.sqrt(3)
    gram, slope, deviation = noisy_moments(rows, y, radius, limit, third * np.sqrt(2), random)
    if np.isinf(mu):
        return np.linalg.lstsq(gram, slope, rcond=None)[0]
    least = least_eigenvalue(rows, radius, third, delta, random)
    spectral = deviation * np.sqrt(width * np.log(2 * width**2 / 0.05))  # publication: a bound of the noise's norm, rho = 0.05
    return np.linalg.lstsq(gram + max(0, spectral - least) * np.eye(width), slope, rcond=None)[0]


def scaled(train, test, scaling, bounds):
    """Both parts with a leading column of ones. Free: standardised; paid: `bounds` (lower and upper, one of each a column) to [-1, 1]."""
    if scaling == "free":
        centre, spread = train.mean(0), train.std(0)
    else:
        centre, spread = (bounds[1] + bounds[0]) / 2, (bounds[1] - bounds[0]) / 2
    spread = np.where(spread > 1e-12 * (1 + np.abs(centre)), spread, 1)
    parts = [(part - centre) / spread for part in (train, test)]
    if scaling == "paid":
        parts = [np.clip(part, -1, 1) for part in parts]
    return [np.column_stack([np.ones(len(part)), part]) for part in parts]


def predictions(method, scaling, kind, train, y, test, bounds, target, epsilon, constants, random):
    """Predicted means (probabilities of class 1) of the rows of `test`, or nothing where the method has no answer (AdaSSP for counts).
    `target` are the declared bounds of the target; two classes are public and need none."""
    rows, other = scaled(train, test, scaling, bounds)
    delta, mu = min(1e-5, 1 / len(y) ** 2), mu_of(epsilon, len(y))
    low, high = (0.0, 1.0) if kind == "binary" else target
    centre, spread = (y.mean(), y.std() or 1) if scaling == "free" else ((low + high) / 2, (high - low) / 2)
    if method == "adassp":
        if kind == "count":
            return None
        limit = constants.target if scaling == "free" else 1.0
        weights = adassp(rows, (y - centre) / spread, constants.row * np.sqrt(rows.shape[1]), limit, mu, delta, random)
        found = centre + spread * (other @ weights)
        if kind == "binary":
            return np.clip(found, constants.probability, 1 - constants.probability)
    elif kind == "regression":
        y = (y - centre) / spread
        weights = gradient_descent(rows, y if scaling == "free" else np.clip(y, -1, 1), lambda z: z, mu, constants, random)
        found = centre + spread * (other @ weights)
    elif kind == "binary":
        return expit(other @ gradient_descent(rows, y, expit, mu, constants, random))
    else:  # counts in units of their mean, or of the middle of their bounds: no weights then predict that unit
        mean_of = lambda z: np.exp(np.clip(z, -LARGEST_SCORE, LARGEST_SCORE))
        y = (y if scaling == "free" else np.clip(y, low, high)) / centre
        return centre * mean_of(other @ gradient_descent(rows, y, mean_of, mu, constants, random))
    return np.clip(found, low, high) if scaling == "paid" else found


def by_hand(table, split, number, epsilons, seeds, ways=WAYS):
    """(way, epsilon, seed, share) of every reference that has an answer, on one split of one table."""
    declared = table.bounds()
    bounds = np.array([declared[name] for name in split.columns[:-1]]).T
    target = declared.get(split.columns[-1])
    for epsilon in epsilons:
        for seed in range(seeds):
            for way, (method, scaling, constants) in ways.items():
                noise = np.random.default_rng([*f"{table.name} {epsilon} {method} {scaling}".encode(), number, seed])
                found = predictions(method, scaling, table.kind, split.x, split.y, split.test_x, bounds, target, float(epsilon), constants, noise)
                if found is not None:
                    yield way, epsilon, seed, share_of(table.kind, loss_of(table.kind, found, split.test_y), split)
