"""Ratings of more than two engines from all their results together.

The ratings are those under which the results are most likely, a draw counting as half a win and
half a loss (Bradley and Terry, 1952); their mean is zero. The errors take the spread of the
results as it was (sandwich estimate over pairs of games), so that many draws make them small.
"""

from __future__ import annotations

import math

from .standings import Standings
from .stats import Z95, Tally, expected_score, moments

SLOPE = math.log(10.0) / 400.0      # of the logistic curve, per Elo
ITERATIONS = 100


def ratings(standings: Standings) -> dict[str, tuple[float, float]]:
    """Rating and 95 % error of each engine, in Elo around a mean of zero."""
    names = standings.names
    count = len(names)
    results = {(i, j): standings.tally(names[i], names[j])
               for i in range(count) for j in range(i + 1, count)}
    values = [0.0] * count
    for _ in range(ITERATIONS):
        gradient, information = _slopes(results, values, count)
        step = _solve(information, gradient)
        # A long step from far away may overshoot; an engine that won all has no finite rating.
        values = [v + max(-200.0, min(200.0, s)) for v, s in zip(values, step, strict=True)]
        values = [max(-2000.0, min(2000.0, v)) for v in values]
        if max(map(abs, step)) < 1e-6:
            break
    mean = sum(values) / count
    errors = _errors(results, values, count)
    return {name: (value - mean, error)
            for name, value, error in zip(names, values, errors, strict=True)}


def _slopes(results: dict[tuple[int, int], Tally], values: list[float], count: int
            ) -> tuple[list[float], list[list[float]]]:
    """Gradient of the log-likelihood and its information matrix."""
    gradient = [-1e-9 * value for value in values]      # keeps engines without games at zero
    information = [[1e-9 * (i == j) for j in range(count)] for i in range(count)]
    for (i, j), tally in results.items():
        expected = expected_score(values[i] - values[j])
        surplus = SLOPE * (tally.points - tally.games * expected)
        gradient[i] += surplus
        gradient[j] -= surplus
        weight = tally.games * expected * (1.0 - expected) * SLOPE ** 2
        for a, b, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
            information[a][b] += sign * weight
    return gradient, information


def _errors(results: dict[tuple[int, int], Tally], values: list[float], count: int) -> list[float]:
    _, information = _slopes(results, values, count)
    spread = [[0.0] * count for _ in range(count)]
    for (i, j), tally in results.items():
        if not tally.games:
            continue
        if sum(tally.pairs):
            variance = moments(tally.pairs)[1] * 2      # of one game, as pairs show it
        else:
            variance = moments((tally.losses, tally.draws, tally.wins))[1]
        if variance == 0.0:                             # too few games to show any
            expected = expected_score(values[i] - values[j])
            variance = expected * (1.0 - expected)
        weight = SLOPE ** 2 * tally.games * variance
        for a, b, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
            spread[a][b] += sign * weight
    # The mean is fixed at zero: deviations from it only.
    centred = [[(i == j) - 1.0 / count for j in range(count)] for i in range(count)]
    inverse = [_solve(information, column) for column in centred]
    errors = []
    for row in inverse:
        variance = sum(row[a] * spread[a][b] * row[b] for a in range(count) for b in range(count))
        errors.append(Z95 * math.sqrt(max(0.0, variance)))
    return errors


def _solve(matrix: list[list[float]], vector: list[float]) -> list[float]:
    """Solution of a small linear system by elimination with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, vector, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda r: abs(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for below in range(column + 1, size):
            factor = rows[below][column] / rows[column][column]
            for k in range(column, size + 1):
                rows[below][k] -= factor * rows[column][k]
    solution = [0.0] * size
    for i in reversed(range(size)):
        known = sum(rows[i][k] * solution[k] for k in range(i + 1, size))
        solution[i] = (rows[i][size] - known) / rows[i][i]
    return solution
