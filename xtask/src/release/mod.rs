//! Release archive, `cargo xtask release`: the program for other people's machines, with all that belongs to it.
//!
//! 1. The program is built for x86-64-v2, not for the machine that builds it.
//! 2. A folder is laid out as `/usr/local` is: the program, the completions of shells, the manual, the licences.
//! 3. The folder becomes an archive, the same to the byte for the same sources and tools.
//! 4. What was packed is unpacked and tried on an emulated processor of 2008, which has no instruction beyond
//!    x86-64-v2. The fingerprint of all searches has to be the one that is known.

mod licences;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::process::{ask, run};
use crate::setup::{ensure_debian_packages, target_folder};

/// The system that the program is for.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The processors that it is for: those of 2009 and later.
const PROCESSOR: &str = "x86-64-v2";

/// The emulated processor on which it is tried: the first that has the instructions, and no more than these.
const OLDEST: &str = "Nehalem";

/// Where each shell looks for completions, below the folder in which a program is installed.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/counterplay"),
    ("zsh", "share/zsh/site-functions/_counterplay"),
    ("fish", "share/fish/vendor_completions.d/counterplay.fish"),
];

const DOCUMENTS: &str = "share/doc/counterplay";

/// Makes the archive, and tries it.
///
/// # Errors
/// Why there is none, or what is wrong with it.
pub(crate) fn make(root: &Path) -> Result<(), String> {
    ensure_debian_packages(&["binutils", "qemu-user"])?;
    let target = target_folder(std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from), root);
    let program = build(root, &target)?;
    let name = format!("counterplay-{}-x86_64-linux", env!("CARGO_PKG_VERSION"));
    let place = target.join("release-archive");
    lay_out(&place.join(&name), &program, root)?;
    let archive = pack(&place, &name, root)?;
    try_out(&archive, &name, &place.join("unpacked"), root)?;
    println!("\nmade and tried: {}", archive.display());
    Ok(())
}

/// Builds the program, and returns where it is.
fn build(root: &Path, target: &Path) -> Result<PathBuf, String> {
    let home = cargo_home();
    let flags = flags(root, home.as_deref());
    println!("with these flags: {}", flags.to_string_lossy().replace('\x1f', " "));
    // With a target that is named, the flags are for the program alone, and what runs while it is built has none.
    run(Command::new("cargo")
        .args(["build", "--release", "--locked", "--package", "counterplay", "--target", TARGET, "--target-dir"])
        .arg(target)
        .env("CARGO_ENCODED_RUSTFLAGS", flags)
        .current_dir(root))?;
    Ok(target.join(TARGET).join("release/counterplay"))
}

/// The folder in which Cargo keeps what it has fetched.
fn cargo_home() -> Option<PathBuf> {
    std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(std::env::home_dir()?.join(".cargo")))
}

/// Flags of the compiler, as Cargo wants them: each may have blanks in it. They take the place of those in
/// `.cargo/config.toml`. What a panic says of its place does not tell whose machine it was built on.
fn flags(root: &Path, cargo_home: Option<&Path>) -> OsString {
    let mut flags = OsString::from(format!("-Ctarget-cpu={PROCESSOR}"));
    for (folder, word) in [(Some(root), "counterplay"), (cargo_home, "cargo")] {
        if let Some(folder) = folder {
            flags.push("\x1f--remap-path-prefix=");
            flags.push(folder);
            flags.push(format!("={word}"));
        }
    }
    flags
}

/// Lays the folder out.
fn lay_out(folder: &Path, program: &Path, root: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let installed = folder.join("bin/counterplay");
    write(&installed, &fs::read(program).map_err(|error| format!("{}: {error}", program.display()))?)?;
    run(Command::new("chmod").arg("755").arg(&installed))?;
    run(Command::new("strip").arg(&installed))?;
    for (shell, place) in COMPLETIONS {
        let script = answer(Command::new(&installed).args(["completions", shell]))?;
        write(&folder.join(place), script.as_bytes())?;
    }
    answer(Command::new(&installed).arg("man").arg(folder.join("share/man/man1")))?;
    let documents = folder.join(DOCUMENTS);
    for name in ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        let text = fs::read(root.join(name)).map_err(|error| format!("{name}: {error}"))?;
        write(&documents.join(name), &text)?;
    }
    write(&documents.join("THIRD-PARTY.txt"), licences::third_party(root, TARGET)?.as_bytes())?;
    write(&documents.join("rust-standard-library.html"), licences::of_standard_library()?.as_bytes())?;
    let needed = answer(Command::new("objdump").arg("-p").arg(&installed))?;
    let libc = newest_glibc(&needed).ok_or("the program does not say which glibc it needs")?;
    write(&folder.join("README.txt"), read_me(libc).as_bytes())
}

/// The newest version of glibc that a program needs, from what `objdump -p` says of it.
fn newest_glibc(headers: &str) -> Option<(u32, u32)> {
    let version = |word: &str| {
        let (major, minor) = word.strip_prefix("GLIBC_")?.split_once('.')?;
        // The third number, as in 2.2.5, is that of systems from before 2002.
        let minor = minor.split('.').next()?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    };
    headers.split_whitespace().filter_map(version).max()
}

/// What a person who has unpacked the archive needs to know.
fn read_me((major, minor): (u32, u32)) -> String {
    format!(
        "Counterplay {version}: adversarial search, the games of the textbook and your own.\n\
         \n\
         It runs from wherever it lies:     bin/counterplay serve\n\
         To install it for yourself:        cp -r bin share ~/.local/\n\
         To install it for everybody:       sudo cp -r bin share /usr/local/\n\
         \n\
         `counterplay --help` lists the verbs, `man counterplay` is the manual, and completions for bash, zsh and fish\n\
         are found by themselves.\n\
         \n\
         It needs Linux on a processor with the instructions of x86-64-v2 (2009 and later) and glibc {major}.{minor} or\n\
         newer: Debian 12, Ubuntu 22.04, Fedora 36 and later ones have that. It needs no Rust, unless you write a game\n\
         of your own.\n\
         \n\
         Counterplay is licensed under MIT or Apache-2.0, as you like: {DOCUMENTS}/LICENSE-MIT and\n\
         LICENSE-APACHE. What it is built from is listed beside them, with the licences, in THIRD-PARTY.txt and\n\
         rust-standard-library.html.\n",
        version = env!("CARGO_PKG_VERSION"),
    )
}

/// Packs the folder of this name, and writes the sum of the archive beside it.
fn pack(place: &Path, name: &str, root: &Path) -> Result<PathBuf, String> {
    let archive = format!("{name}.tar.gz");
    // The time of the last commit, so that the same sources make the same archive.
    let time = ask(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root))?;
    let time = time.and_then(|time| time.trim().parse::<u64>().ok()).unwrap_or_default();
    run(Command::new("tar")
        .args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"])
        .arg(format!("--mtime=@{time}"))
        .args(["--use-compress-program", "gzip -9 --no-name", "--create", "--file", &archive, name])
        .current_dir(place))?;
    let sum = answer(Command::new("sha256sum").arg(&archive).current_dir(place))?;
    write(&place.join(format!("{archive}.sha256")), sum.as_bytes())?;
    Ok(place.join(archive))
}

/// Unpacks the archive and runs what is in it on the oldest processor that it is for.
fn try_out(archive: &Path, name: &str, place: &Path, root: &Path) -> Result<(), String> {
    if place.exists() {
        fs::remove_dir_all(place).map_err(|error| format!("{}: {error}", place.display()))?;
    }
    fs::create_dir_all(place).map_err(|error| format!("{}: {error}", place.display()))?;
    run(Command::new("tar").arg("--extract").arg("--file").arg(archive).arg("--directory").arg(place))?;
    let folder = place.join(name);
    for path in COMPLETIONS.map(|(_, path)| path).iter().chain(&["share/man/man1/counterplay-solve.1", "README.txt"]) {
        if fs::metadata(folder.join(path)).map_or(0, |file| file.len()) == 0 {
            return Err(format!("{path} is missing from the archive, or empty"));
        }
    }
    let program = folder.join("bin/counterplay");
    let emulated = |arguments: &[&str]| {
        println!("$ qemu-x86_64 -cpu {OLDEST} counterplay {}", arguments.join(" "));
        // Nothing of the environment: it must not lean on what this machine has.
        let mut command = Command::new("qemu-x86_64");
        command.args(["-cpu", OLDEST]).arg(&program).args(arguments).current_dir("/").env_clear();
        answer(command.envs(std::env::var_os("PATH").map(|path| ("PATH", path))))
    };
    let expect = |arguments: &[&str], word: &str| {
        let said = emulated(arguments)?;
        if said.contains(word) { Ok(()) } else { Err(format!("expected {word:?}, but {arguments:?} says: {said}")) }
    };
    expect(&["--version"], env!("CARGO_PKG_VERSION"))?;
    expect(&["solve", "tictactoe", "--json"], r#""outcome":"draw""#)?;
    let known = fs::read_to_string(root.join("testdata/bench.txt")).map_err(|error| format!("bench.txt: {error}"))?;
    expect(&["bench"], known.lines().next().ok_or("testdata/bench.txt is empty")?)
}

/// Runs a command that has to succeed, and returns what it printed.
fn answer(command: &mut Command) -> Result<String, String> {
    let Output { status, stdout, stderr } = command
        .output()
        .map_err(|error| format!("{} could not be started: {error}", command.get_program().display()))?;
    if status.success() {
        return Ok(String::from_utf8_lossy(&stdout).into_owned());
    }
    Err(format!("{} ended with {status}: {}", command.get_program().display(), String::from_utf8_lossy(&stderr)))
}

/// Writes a file, and the folders that it lies in.
fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, content));
    made.map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flags_are_for_other_machines_and_tell_nothing_of_this_one() {
        let flags = flags(Path::new("/home/ann/my clone"), Some(Path::new("/home/ann/.cargo")));
        let words: Vec<&str> = flags.to_str().unwrap().split('\x1f').collect();
        let expected = [
            "-Ctarget-cpu=x86-64-v2",
            "--remap-path-prefix=/home/ann/my clone=counterplay",
            "--remap-path-prefix=/home/ann/.cargo=cargo",
        ];
        assert_eq!(words, expected);
        assert_eq!(super::flags(Path::new("/a"), None).to_str().unwrap().split('\x1f').count(), 2);
    }

    #[test]
    fn versions_of_glibc_are_compared_as_numbers() {
        let headers = "  required from libm.so.6:\n    0x06969189 0x00 07 GLIBC_2.29\n    0x09691a75 0x00 13 GLIBC_2.2.5\n  \
                       required from libc.so.6:\n    0x0d696919 0x00 10 GLIBC_2.9\n";
        assert_eq!(newest_glibc(headers), Some((2, 29)));
        assert_eq!(newest_glibc("required from libc.so.6:"), None);
        assert!(read_me((2, 29)).contains("glibc 2.29 or"));
    }

    #[test]
    fn a_command_that_fails_is_an_error_with_what_it_said() {
        let failed = answer(Command::new("sh").args(["-c", "echo lost >&2; exit 3"])).unwrap_err();
        assert!(failed.contains("lost") && failed.contains("3"), "{failed}");
        assert_eq!(answer(Command::new("echo").arg("found")), Ok("found\n".to_owned()));
    }
}
