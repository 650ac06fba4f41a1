// a regular expression that never ends: no event loop, no timer
/^(a+)+$/.test("a".repeat(64) + "!");
