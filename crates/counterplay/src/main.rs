//! `counterplay`: see `counterplay --help`.

fn main() -> std::process::ExitCode {
    counterplay_cli::main()
}
