# ---- declaration
from typing import List


def tide_peaks(levels: List[int]) -> List[int]:
# ---- docstring
    """Return the places, from 0, of all levels that are higher than each of
    their neighbours. The first and the last level have only one neighbour, a
    level that stands alone has none and is a peak.
    >>> tide_peaks([1, 3, 2])
    [1]
    >>> tide_peaks([5, 4, 6])
    [0, 2]
    """
# ---- solution
    last = len(levels) - 1
    return [
        i for i, level in enumerate(levels)
        if (i == 0 or levels[i - 1] < level) and (i == last or levels[i + 1] < level)
    ]
# ---- example
def check(tide_peaks):
    assert tide_peaks([1, 3, 2]) == [1]
    assert tide_peaks([5, 4, 6]) == [0, 2]

check(tide_peaks)
# ---- test
def check(tide_peaks):
    assert tide_peaks([]) == []
    assert tide_peaks([7]) == [0]
    assert tide_peaks([1, 3, 2]) == [1]
    assert tide_peaks([5, 4, 6]) == [0, 2]
    assert tide_peaks([2, 2]) == []
    assert tide_peaks([1, 2, 2, 1]) == []
    assert tide_peaks([1, 2, 3]) == [2]
    assert tide_peaks([-3, -1, -2, -2, -1]) == [1, 4]
    assert tide_peaks([9, 1, 9, 1, 9]) == [0, 2, 4]

check(tide_peaks)
