//! Set-up, tests and releases of the workspace.
fn main() {}
