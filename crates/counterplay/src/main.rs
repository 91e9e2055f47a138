//! `counterplay`: see `counterplay --help`.

use std::process::ExitCode;

use counterplay::Catalog;

fn main() -> ExitCode {
    counterplay::run(&Catalog::standard())
}
