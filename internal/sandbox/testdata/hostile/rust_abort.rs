// die by signal
fn main() { std::process::abort() }
