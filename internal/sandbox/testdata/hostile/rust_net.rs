// reach anybody by Rust's own means
use std::net::*;
fn main() {
    let mut hit = Vec::new();
    if TcpStream::connect_timeout(&"127.0.0.1:18999".parse().unwrap(), std::time::Duration::from_millis(300)).is_ok() { hit.push("tcp") }
    if let Ok(s) = UdpSocket::bind("0.0.0.0:0") { if s.send_to(b"x", "192.0.2.53:53").is_ok() { hit.push("udp") } }
    if std::os::unix::net::UnixStream::connect("/var/run/docker.sock").is_ok() { hit.push("docker") }
    println!("{} {:?}", if hit.is_empty() { "BLOCKED" } else { "BREACH" }, hit);
    std::process::exit(if hit.is_empty() { 13 } else { 42 })
}
