//! `counterplay`: see `counterplay --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    // What a game's rules panic about is told as an error, once.
    counterplay::silence_panics();
    counterplay::run(&counterplay::games::catalog())
}
