# ---- declaration
from typing import Dict, List


def first_letters(words: List[str]) -> Dict[str, int]:
# ---- docstring
    """Count words by their first character, made lower case. Empty words do not
    count.
    >>> first_letters(["Apple", "avocado", "beet"])
    {'a': 2, 'b': 1}
    >>> first_letters([""])
    {}
    """
# ---- solution
    counts = {}
    for word in words:
        if word:
            letter = word[0].lower()
            counts[letter] = counts.get(letter, 0) + 1
    return counts
# ---- example
def check(first_letters):
    assert first_letters(["Apple", "avocado", "beet"]) == {"a": 2, "b": 1}
    assert first_letters([""]) == {}

check(first_letters)
# ---- test
def check(first_letters):
    assert first_letters([]) == {}
    assert first_letters([""]) == {}
    assert first_letters(["Apple", "avocado", "beet"]) == {"a": 2, "b": 1}
    assert first_letters(["9 lives", "Nine", ""]) == {"9": 1, "n": 1}
    assert first_letters(["x", "X", "x"]) == {"x": 3}
    assert first_letters(["do", "re", "mi", "fa", "so", "la", "ti", "Do"]) == {
        "d": 2, "r": 1, "m": 1, "f": 1, "s": 1, "l": 1, "t": 1}

check(first_letters)
