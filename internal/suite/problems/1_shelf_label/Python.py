# ---- declaration
def shelf_label(title: str) -> str:
# ---- docstring
    """Make a shelf label of an English title: letters become lower case, digits
    stay, and each run of other characters becomes one dash, but not at the
    beginning and not at the end.
    >>> shelf_label("Tea & Coffee")
    'tea-coffee'
    >>> shelf_label("  No. 7  ")
    'no-7'
    """
# ---- solution
    kept = [c if c.isalnum() else " " for c in title.lower()]
    return "-".join("".join(kept).split())
# ---- example
def check(shelf_label):
    assert shelf_label("Tea & Coffee") == "tea-coffee"
    assert shelf_label("  No. 7  ") == "no-7"

check(shelf_label)
# ---- test
def check(shelf_label):
    assert shelf_label("") == ""
    assert shelf_label("---") == ""
    assert shelf_label("A") == "a"
    assert shelf_label("Tea & Coffee") == "tea-coffee"
    assert shelf_label("  No. 7  ") == "no-7"
    assert shelf_label("x__Y..z") == "x-y-z"
    assert shelf_label("already-fine") == "already-fine"
    assert shelf_label("Zoo2Go!") == "zoo2go"
    assert shelf_label("@a[z`A{Z}/0:9") == "a-z-a-z-0-9"

check(shelf_label)
