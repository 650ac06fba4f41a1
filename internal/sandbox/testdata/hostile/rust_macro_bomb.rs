// macros that double with every step
#![recursion_limit = "100000"]
macro_rules! bomb { ($($x:tt)*) => { bomb!($($x)* $($x)* 1) }; }
fn main() { bomb!(1 2 3 4) }
