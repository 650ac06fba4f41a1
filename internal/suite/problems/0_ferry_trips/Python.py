# ---- declaration
from typing import List


def ferry_trips(weights: List[int], limit: int) -> int:
# ---- docstring
    """Cars wait in line for a ferry that carries at most limit kilograms.
    They board in order; when the next car does not fit any more, the ferry
    leaves, and that car is the first of the next trip. A car heavier than
    limit by itself is turned away and delays nobody.
    Return the number of trips.
    >>> ferry_trips([900, 700, 800], 1600)
    2
    >>> ferry_trips([2000, 500], 1000)
    1
    """
# ---- solution
    trips, load = 0, 0
    for weight in weights:
        if weight > limit:
            continue
        if trips == 0 or load + weight > limit:
            trips, load = trips + 1, 0
        load += weight
    return trips
# ---- example
def check(ferry_trips):
    assert ferry_trips([900, 700, 800], 1600) == 2
    assert ferry_trips([2000, 500], 1000) == 1

check(ferry_trips)
# ---- test
def check(ferry_trips):
    assert ferry_trips([], 10) == 0
    assert ferry_trips([5], 5) == 1
    assert ferry_trips([10, 10], 9) == 0
    assert ferry_trips([1, 1, 1, 1], 2) == 2
    assert ferry_trips([3, 3, 3], 5) == 3
    assert ferry_trips([4, 9, 4, 4], 8) == 2
    assert ferry_trips([900, 700, 800], 1600) == 2
    assert ferry_trips([2000, 500], 1000) == 1
    assert ferry_trips([5, 5, 5, 5, 5], 10) == 3

check(ferry_trips)
