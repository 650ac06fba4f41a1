# ---- declaration
from typing import List


def comfort_mean(readings: List[float], low: float, high: float) -> float:
# ---- docstring
    """Return the mean of those readings of a thermometer that are neither below
    low nor above high, and 0 when there are none.
    >>> comfort_mean([18.0, 21.0, 23.0, 40.0], 20.0, 25.0)
    22.0
    >>> comfort_mean([10.0], 20.0, 25.0)
    0.0
    """
# ---- solution
    inside = [r for r in readings if low <= r <= high]
    if not inside:
        return 0.0
    return sum(inside) / len(inside)
# ---- example
def check(comfort_mean):
    assert abs(comfort_mean([18.0, 21.0, 23.0, 40.0], 20.0, 25.0) - 22.0) < 1e-6
    assert abs(comfort_mean([10.0], 20.0, 25.0)) < 1e-6

check(comfort_mean)
# ---- test
def check(comfort_mean):
    assert abs(comfort_mean([], 0.0, 1.0)) < 1e-6
    assert abs(comfort_mean([18.0, 21.0, 23.0, 40.0], 20.0, 25.0) - 22.0) < 1e-6
    assert abs(comfort_mean([10.0], 20.0, 25.0)) < 1e-6
    assert abs(comfort_mean([20.0, 25.0], 20.0, 25.0) - 22.5) < 1e-6
    assert abs(comfort_mean([-5.5, -4.5, 3.0], -6.0, -4.0) + 5.0) < 1e-6
    assert abs(comfort_mean([1.0, 2.0, 4.0], 1.0, 4.0) - 7 / 3) < 1e-6
    assert abs(comfort_mean([19.9, 25.1], 20.0, 25.0)) < 1e-6

check(comfort_mean)
