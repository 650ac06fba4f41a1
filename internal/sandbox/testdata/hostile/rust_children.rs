// processes that outlive the program
fn main() {
    if std::env::var("HOSTILE_OK").as_deref() != Ok("1") { std::process::exit(77) }
    for _ in 0..5 { let _ = std::process::Command::new("/bin/sleep").arg("1000").spawn(); }
    println!("done");
}
