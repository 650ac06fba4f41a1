# ---- declaration
from typing import List


def split_bill(cents: int, people: int) -> List[int]:
# ---- docstring
    """Split a bill among people so that the shares add up to it and no two
    differ by more than a cent. Larger shares come first.
    >>> split_bill(100, 3)
    [34, 33, 33]
    >>> split_bill(5, 2)
    [3, 2]
    """
# ---- solution
    share, more = divmod(cents, people)
    return [share + 1] * more + [share] * (people - more)
# ---- example
def check(split_bill):
    assert split_bill(100, 3) == [34, 33, 33]
    assert split_bill(5, 2) == [3, 2]

check(split_bill)
# ---- test
def check(split_bill):
    assert split_bill(100, 3) == [34, 33, 33]
    assert split_bill(5, 2) == [3, 2]
    assert split_bill(0, 2) == [0, 0]
    assert split_bill(7, 1) == [7]
    assert split_bill(2, 4) == [1, 1, 0, 0]
    assert split_bill(9, 3) == [3, 3, 3]
    assert split_bill(1000, 6) == [167, 167, 167, 167, 166, 166]

check(split_bill)
