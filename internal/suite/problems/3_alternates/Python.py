# ---- declaration
def alternates(word: str) -> bool:
# ---- docstring
    """Say whether vowels (a, e, i, o, u) and other letters take turns in an
    English word, in upper or lower case. A word of one letter does, and so does
    the empty word.
    >>> alternates("Banana")
    True
    >>> alternates("tree")
    False
    """
# ---- solution
    kinds = [c in "aeiou" for c in word.lower()]
    return all(a != b for a, b in zip(kinds, kinds[1:]))
# ---- example
def check(alternates):
    assert alternates("Banana") is True
    assert alternates("tree") is False

check(alternates)
# ---- test
def check(alternates):
    assert alternates("") is True
    assert alternates("x") is True
    assert alternates("Banana") is True
    assert alternates("tree") is False
    assert alternates("Arizona") is True
    assert alternates("school") is False
    assert alternates("UNITE") is True
    assert alternates("AEon") is False
    assert alternates("bb") is False
    assert alternates("papaya") is True
    assert alternates("taxis") is True
    assert alternates("bananna") is False

check(alternates)
