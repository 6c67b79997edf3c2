"""Reference forecasts by statsmodels 0.15.0 (BSD-3-Clause): python3 references.py > references.txt

Six lines per series: order; coefficients phi, theta, seasonal phi, seasonal theta, separated by bars; counts (nan is a gap); expected
counts of 12 intervals; their standard errors, with the variance of the noise by maximum likelihood; an empty line.
"""
import numpy as np
from scipy.signal import lfilter
from statsmodels.tsa.statespace.sarimax import SARIMAX

HORIZON = 12
ORDERS = [((0, 1, 0), (0, 1, 0, 10)), ((0, 1, 0), (0, 1, 0, 24)), ((1, 1, 1), (0, 1, 1, 12)), ((0, 1, 1), (0, 1, 1, 7)),
          ((1, 0, 0), (0, 0, 0, 0)), ((2, 0, 1), (0, 0, 0, 0)), ((0, 1, 1), (0, 0, 0, 0)), ((1, 0, 0), (1, 1, 0, 12)),
          ((0, 0, 2), (0, 1, 1, 24)), ((2, 1, 2), (1, 0, 1, 6))]


def lagged(values, step, sign):
    polynomial = np.zeros(len(values) * step + 1)
    polynomial[0] = 1
    for index, value in enumerate(values):
        polynomial[(index + 1) * step] = sign * value
    return polynomial


def line(values):
    print(" ".join(repr(float(value)) for value in values))


def reference(series, order, seasonal, phi, theta, seasonal_phi, seasonal_theta):
    (p, d, q), (sp, sd, sq, season) = order, seasonal
    differences = np.array([1.0])
    for lag in [1] * d + [season] * sd:
        differences = np.convolve(differences, lagged([1], lag, -1))
    lost = len(differences) - 1
    differenced = np.convolve(np.nan_to_num(series), differences)[lost:len(series)]
    touched = np.convolve(np.isnan(series), differences != 0)[lost:len(series)] > 0
    model = SARIMAX(np.where(touched, np.nan, differenced), order=(p, 0, q), seasonal_order=(sp, 0, sq, season), concentrate_scale=True)
    result = model.smooth(np.concatenate([phi, theta, seasonal_phi, seasonal_theta]))
    extended = list(series)
    for value in result.forecast(HORIZON):
        extended.append(value - sum(differences[lag] * extended[-lag] for lag in range(1, lost + 1)))
    ar = np.convolve(np.convolve(lagged(phi, 1, -1), lagged(seasonal_phi, season or 1, -1)), differences)
    ma = np.convolve(lagged(theta, 1, 1), lagged(seasonal_theta, season or 1, 1))
    weights = lfilter(ma, ar, [1.0] + [0.0] * (HORIZON - 1))
    return extended[len(series):], np.sqrt(result.filter_results.scale * np.cumsum(weights ** 2))


random = np.random.default_rng(42)
for turn in range(20):
    order, seasonal = ORDERS[turn % len(ORDERS)]
    season = max(seasonal[3], 8)
    time = np.arange(4 * season + 40)
    series = np.round(200 + 60 * np.sin(2 * np.pi * time / season) + 0.1 * time + 12 * random.standard_normal(len(time)))
    if turn >= len(ORDERS):
        series[[15, 16, 31]] = np.nan
    coefficients = [np.round(random.uniform(0.1, 0.4, order[0]), 3), np.round(random.uniform(-0.45, 0.4, order[2]), 3),
                    np.round(random.uniform(0.1, 0.6, seasonal[0]), 3), np.round(random.uniform(-0.7, -0.2, seasonal[2]), 3)]
    expected, errors = reference(series, order, seasonal, *coefficients)
    print(*order, *seasonal[:3], seasonal[3] or 1)
    print("|".join(" ".join(repr(float(value)) for value in values) for values in coefficients))
    line(series)
    line(expected)
    line(errors)
    print()
