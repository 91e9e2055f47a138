//! Renderers of search trees as text, SVG, DOT and TikZ, and of their steps as sentences.
//!
//! One renderer for the command line, the browser and a notebook: each of them shows the same bytes. Everything is made
//! from a [`SearchTree`](counterplay_core::trace::SearchTree), which a
//! [`Recorder`](counterplay_core::trace::Recorder) wrote down while a search walked.
//!
//! | to see | ask |
//! |---|---|
//! | the tree in a terminal | [`text()`] |
//! | the tree on a slide, in the book's shapes | [`svg()`] |
//! | the tree after so many steps | [`svg_at_step`] |
//! | the tree for Graphviz | [`dot()`] |
//! | the tree for LaTeX | [`tikz()`] |
//! | what each step did and why | [`sentences()`] |
//!
//! Numbers that were measured are lines in a [`chart`].
//!
//! Which layers are drawn (values, windows, visits, cuts, the principal line) is a [`Show`].
//!
//! ```
//! use counterplay_core::search::{Settings, alphabeta};
//! use counterplay_core::trace::Recorder;
//! use counterplay_core::{Actions, Game, Score, Seat, Turn, Without};
//! use counterplay_render::{Show, TextOptions, sentences, svg, text};
//!
//! /// Each side says 0 or 1; MAX wins if both said the same.
//! struct Matching;
//!
//! impl Game for Matching {
//!     type State = Vec<bool>;
//!     type Action = bool;
//!     type Luck = Without;
//!     type Secrets = Without;
//!     fn initial(&self) -> Vec<bool> {
//!         Vec::new()
//!     }
//!     fn turn(&self, said: &Vec<bool>) -> Turn {
//!         Turn::Seat(if said.is_empty() { Seat::FIRST } else { Seat::SECOND })
//!     }
//!     fn actions(&self, said: &Vec<bool>, out: &mut Actions<bool>) {
//!         out.extend([false, true].into_iter().filter(|_| said.len() < 2));
//!     }
//!     fn apply(&self, said: &mut Vec<bool>, word: bool) {
//!         said.push(word);
//!     }
//!     fn is_terminal(&self, said: &Vec<bool>) -> bool {
//!         said.len() == 2
//!     }
//!     fn utility(&self, said: &Vec<bool>) -> Score {
//!         if said[0] == said[1] { Score::WIN } else { Score::LOSS }
//!     }
//! }
//!
//! let mut recorder = Recorder::new();
//! alphabeta(&Matching, &Matching.initial(), &Settings::new(), &mut recorder)?;
//! let tree = recorder.finish(&Matching);
//! assert!(text(&tree, &Show::ALL, &TextOptions::default()).contains("└── 2: MIN ≤-1"));
//! assert!(sentences(&tree).any(|sentence| sentence.ends_with("cut 2.2.")));
//! assert!(svg(&tree, &"values,pruned".parse()?).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All renderers take linear time and do not recurse, so that a tree of 100,000 plies or leaves is no trouble; the same
//! tree gives the same bytes everywhere.

mod board;
pub mod chart;
mod columns;
mod dot;
mod labels;
pub mod layout;
mod legend;
mod measure;
pub mod name;
pub mod number;
mod picture_layout;
#[cfg(test)]
mod sample;
mod sentences;
mod show;
mod size;
mod snapshot;
mod style;
mod svg;
mod text;
mod tikz;
mod widths;
mod xml;

pub use board::{Look, board_css, board_svg, board_svg_as, board_text, piece_svg, spoken, spoken_cell};
pub use dot::dot;
pub use number::Script;
pub use sentences::{Sentences, sentences};
pub use show::{Show, UnknownLayer};
pub use svg::{svg, svg_at_step};
pub use text::{TextOptions, text};
pub use tikz::tikz;
pub use xml::Escaped;
