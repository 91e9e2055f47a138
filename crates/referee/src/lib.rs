//! Referee of matches between two players of any kind, for any game of a catalog.
//!
//! A [`Match`] plays pairs of games from even openings (`openings`) with the seats exchanged, and counts them (`tally`,
//! `elo`, `points`, `sprt`). A [`Player`] is built in (`builtin`) or somebody's program, a `process` that speaks the
//! protocol of `lines`, of `gtp`, of `uci` or of `gnubg`. What a program does wrong loses it its own game and nothing else
//! (`game`). A match goes on from its [`Log`], and each game of it can be played again (`replay`). `docs/referee.md`
//! describes the protocol for programs.
//!
//! ```
//! use counterplay_api::{Catalog, Level};
//! use counterplay_referee::{GameRecord, Kind, Match, PlayerSettings, Openings, MatchPlan, Setting, Tally, Witness};
//!
//! struct Silent;
//!
//! impl Witness for Silent {
//!     type Error = std::convert::Infallible;
//!     fn played(&mut self, _: &GameRecord) -> Result<(), Self::Error> {
//!         Ok(())
//!     }
//!     fn counted(&mut self, _: &[GameRecord; 2], _: &Tally) -> Result<(), Self::Error> {
//!         Ok(())
//!     }
//! }
//!
//! let game = counterplay_standard::catalog().game("tictactoe", &[])?;
//! let openings = Openings::usual(game.as_ref());
//! let setting = Setting { name: "tictactoe".into(), options: Vec::new(), game, seed: 1, longest: 1000 };
//! let players = [Kind::Level(Level::HIGHEST), Kind::Random];
//! let contest = Match { setting, players, player_settings: PlayerSettings::default(), openings };
//! let plan = MatchPlan { games: 10, jobs: 1, sprt: None };
//! let tally = contest.run(&plan, Vec::new(), &Default::default(), &mut Silent).expect("nothing stops it");
//! assert!(tally.wins[0] > 5 && tally.wins[1] == 0);
//! # Ok::<(), counterplay_api::OptionError>(())
//! ```

mod builtin;
mod contest;
mod descendants;
pub mod elo;
mod game;
mod gnubg;
mod gtp;
mod lines;
mod log;
mod openings;
mod player;
mod points;
mod process;
mod record;
mod replay;
mod sprt;
mod tally;
mod uci;

pub use contest::{FORMAT, Match, MatchError, MatchPlan, Witness};
pub use game::{GameError, GameRecord, Reason, Setting, Who, pair_of};
pub use log::{Log, LogContent, LogError};
pub use openings::{Opening, OpeningError, Openings};
pub use player::{Beginning, Choice, Fault, Kind, Player, PlayerSettings, Trouble};
pub use points::Points;
pub use record::milliseconds;
pub use sprt::{Sprt, Verdict};
pub use tally::Tally;
pub use uci::UciProgram;
