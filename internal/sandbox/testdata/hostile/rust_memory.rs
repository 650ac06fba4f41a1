// touch memory without end
fn main() {
    if std::env::var("HOSTILE_OK").as_deref() != Ok("1") { std::process::exit(77) }
    let mut held = Vec::new();
    loop { held.push(vec![1u8; 1 << 20]); }
}
