//! The program as a user runs it, and the library as a program of theirs does: one binary, for each is linked with
//! everything. `cargo test -p counterplay signals::` runs the tests of one module.

mod analyze;
mod common;
mod contest;
mod course;
mod engine;
mod faults;
mod line;
mod new;
mod oracle;
mod play;
mod plot;
mod protocols;
mod qubic;
mod quiz;
mod rollout;
mod secrets;
mod serve;
mod signals;
mod suite;
mod tables;
mod train;
mod tree;
mod verbs;
