// threads until refused, then spin
fn main() {
    while std::thread::Builder::new().spawn(|| loop { std::hint::spin_loop() }).is_ok() {}
    loop { std::hint::spin_loop() }
}
