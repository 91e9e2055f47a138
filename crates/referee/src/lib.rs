//! The referee: matches between two players of any kind, for any game of a catalog.
//!
//! A [`Match`] plays pairs of games from even openings (`openings`) with the seats exchanged, and counts them (`tally`, `elo`, `sprt`).
//! A [`Player`] is one of ours (`ours`) or somebody's program, a `process` that speaks the protocol of `lines` or of `gtp`; what a
//! program does wrong loses it its own game and nothing else (`game`). A match goes on from its [`Log`], and each game of it
//! can be played again (`replay`). `docs/referee.md` describes the protocol for programs.

mod contest;
pub mod elo;
mod game;
mod gtp;
mod lines;
mod log;
mod openings;
mod ours;
mod player;
mod process;
mod record;
mod replay;
mod sprt;
mod tally;

pub use contest::{FORMAT, Match, MatchError, Plan, Witness};
pub use game::{Broken, GameRecord, Reason, Setting, Who, pair_of};
pub use log::{Content, Log, LogError};
pub use openings::{Opening, Openings};
pub use player::{Beginning, Choice, Fault, Kind, Means, Player, Trouble};
pub use record::milliseconds;
pub use sprt::{Sprt, Verdict};
pub use tally::Tally;
