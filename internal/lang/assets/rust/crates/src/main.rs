//! Gathers the crates that programs may use. Building this program has built
//! them, under names that carry a hash; a program's command line needs names
//! that stand still, so the three that it names lose theirs.

use std::{env, fs, io, path::Path};

const DIRECT: [&str; 3] = ["rand", "regex", "md5"];

fn main() -> io::Result<()> {
    let built = env::current_exe()?.with_file_name("deps");
    let libs = Path::new("libs");
    fs::create_dir_all(libs)?;
    let mut found = 0;
    for entry in fs::read_dir(built)? {
        let from = entry?.path();
        if from.extension().map_or(true, |e| e != "rlib") {
            continue;
        }
        let name = from.file_name().unwrap().to_string_lossy().into_owned();
        let krate = name.trim_start_matches("lib").split('-').next().unwrap();
        if DIRECT.contains(&krate) {
            found += 1;
            fs::copy(&from, libs.join(format!("lib{}.rlib", krate)))?;
        } else {
            fs::copy(&from, libs.join(&name))?;
        }
    }
    if found != DIRECT.len() {
        let text = format!("{} rlibs of {:?} were built", found, DIRECT);
        return Err(io::Error::new(io::ErrorKind::Other, text));
    }
    // Nothing else of the build is needed again.
    fs::remove_dir_all("target")
}
