# ---- declaration
from typing import List


def busy_minutes(meetings: List[List[int]]) -> int:
# ---- docstring
    """Each meeting is a pair of minutes, its start and its end, in no order.
    Return how many minutes are taken by at least one meeting.
    >>> busy_minutes([[0, 30], [15, 45]])
    45
    >>> busy_minutes([[10, 20], [40, 45]])
    15
    """
# ---- solution
    total = 0
    busy_until = None
    for start, end in sorted(meetings):
        if busy_until is not None:
            start = max(start, busy_until)
        if end > start:
            total += end - start
            busy_until = end
    return total
# ---- example
def check(busy_minutes):
    assert busy_minutes([[0, 30], [15, 45]]) == 45
    assert busy_minutes([[10, 20], [40, 45]]) == 15

check(busy_minutes)
# ---- test
def check(busy_minutes):
    assert busy_minutes([]) == 0
    assert busy_minutes([[5, 5]]) == 0
    assert busy_minutes([[0, 30], [15, 45]]) == 45
    assert busy_minutes([[10, 20], [40, 45]]) == 15
    assert busy_minutes([[0, 100], [20, 30]]) == 100
    assert busy_minutes([[50, 60], [0, 10], [10, 20]]) == 30
    assert busy_minutes([[8, 10], [1, 4], [9, 12], [2, 6]]) == 9
    assert busy_minutes([[3, 9], [3, 9]]) == 6
    assert busy_minutes([[0, 50], [10, 20], [30, 60]]) == 60

check(busy_minutes)
