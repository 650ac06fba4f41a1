
#[cfg(test)]
mod zzzz_end_of_tests {
    // Tests run one at a time in the order of their names, so that this one is
    // the last. It hands the secret of descriptor 3 back on descriptor 4 when
    // the problem's own tests are among those that this program runs.
    const EXPECTED: &'static [&'static str] = &[/*EXPECTED*/];

    #[test]
    fn all_ran() {
        /*MAIN*/let mut answer = ::std::string::String::new();
        for name in EXPECTED {
            if !listed().lines().any(|l| l.trim_end_matches(": test").rsplit("::").next() == Some(*name)) {
                answer = answer + "missing " + name + "\n";
            }
        }
        if answer.is_empty() {
            answer = secret() + "\nexpected " + &(EXPECTED.len()/*MORE*/).to_string() + "\n";
        }
        if !asserts_work() {
            answer += "replaced assert\n";
        }
        hand_back(&answer);
    }

    fn listed() -> ::std::string::String {
        let list = ::std::env::current_exe().and_then(|me| ::std::process::Command::new(me).arg("--list").output());
        list.map(|l| ::std::string::String::from_utf8_lossy(&l.stdout).into_owned()).unwrap_or_default()
    }

    // Failures here mean that the program is run by hand.
    fn secret() -> ::std::string::String {
        let mut text = ::std::string::String::new();
        let _ = ::std::io::Read::read_to_string(&mut descriptor(3), &mut text);
        text.trim().to_owned()
    }

    fn hand_back(text: &str) {
        let _ = ::std::io::Write::write_all(&mut descriptor(4), text.as_bytes());
    }

    fn descriptor(n: i32) -> ::std::fs::File {
        unsafe { ::std::os::unix::io::FromRawFd::from_raw_fd(n) }
    }

    fn asserts_work() -> bool {
        /*ASSERTS*/
    }
}
