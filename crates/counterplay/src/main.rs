//! `counterplay`: see `counterplay --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    counterplay::run(&counterplay::games::catalog())
}
