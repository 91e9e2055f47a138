//! Matches with programs: scripted ones, and real ones that others have written.

#![cfg(unix)]

mod common;
mod gnubg;
mod gtp;
mod programs;
mod uci;
