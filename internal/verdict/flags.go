package verdict

// EarlierRun is the flag of a verdict that an earlier run found for an
// identical program. Such a verdict is Cached too.
const EarlierRun = "cached:earlier_run"
