//! The server over its sockets: what it answers, what it withholds, and what it endures.

mod common;
mod faults;
mod gametrees;
mod openapi;
mod race;
mod secrets;
mod sessions;
