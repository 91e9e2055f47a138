//! Errors of a search, each of its own kind, so that an edge decides by the kind and not by the text.

use std::fmt;

use counterplay_core::{Cause, Halt, Limit};

use crate::PlayError;

/// The error of a search: why there is no answer.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum SearchError {
    /// Such a search does not suit the game or the position; why, and what does.
    Declined(Declined),
    /// The rules broke their contract; how, and where.
    Halted(Halted),
    /// A limit was reached before there was anything to answer.
    Stopped(Limit),
    /// The recursion was too deep for its stack.
    TooDeep(TooDeep),
    /// The rules panicked, with this message.
    Panicked(String),
    /// The action that it was asked about is not legal.
    Illegal(PlayError),
    /// The rules list no action, but say that the game goes on.
    NoActions,
}

impl SearchError {
    /// The error of a halt, without the position: where there are secrets it would tell what a seat may not know.
    #[must_use]
    pub fn of_halt(halt: Box<Halt>) -> SearchError {
        match halt.cause {
            Cause::Limit(limit) => SearchError::Stopped(limit),
            Cause::Stack(_) => SearchError::TooDeep(TooDeep { halt }),
            _ => SearchError::Halted(Halted { halt, position: None, line: Vec::new() }),
        }
    }
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::Declined(why) => why.fmt(f),
            SearchError::Halted(halted) => halted.fmt(f),
            SearchError::TooDeep(deep) => deep.fmt(f),
            SearchError::Stopped(Limit::Stop) => f.write_str("it was stopped before it was done"),
            SearchError::Stopped(_) => f.write_str("the limit was reached before it was done"),
            SearchError::Illegal(error) => error.fmt(f),
            SearchError::Panicked(what) => write!(f, "the rules of the game panicked: {what}"),
            SearchError::NoActions => f.write_str("the rules list no action, but say that the game goes on"),
        }
    }
}

impl std::error::Error for SearchError {}

impl From<Declined> for SearchError {
    fn from(why: Declined) -> SearchError {
        SearchError::Declined(why)
    }
}

/// The reason why a search does not suit a game or a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Declined {
    /// Proofs of the game cannot be written down.
    NoCertificates,
    /// The game is not solved by proof numbers.
    NoProofNumbers,
    /// A filter was given for a game without chance, or with secrets.
    FilterWithoutChance,
    /// A filter was given where every action is looked at.
    FilterNotTaken,
    /// The actions to choose from were given in a game of chance or with secrets, or are those of another position.
    OnlyNotTaken,
    /// Exploitability was asked for of a game without secrets.
    NoMixedStrategies,
    /// The search tree was asked for of a game with chance or secrets.
    NoSearchTree,
    /// A rollout was asked for of a game without chance.
    RolloutWithoutChance,
    /// A rollout was asked for of a game with secrets.
    RolloutWithSecrets,
    /// The game has no engine.
    NoEngine,
    /// The game has no search for games of chance.
    NoChanceSearch,
    /// The game has no search for games with secrets.
    NoHiddenSearch,
    /// The states have no keys, and the search needs a table.
    NoKeys,
    /// The states of the game cannot be listed.
    StatesNotListed,
    /// The game has more states than an equilibrium may take.
    TooManyStates {
        /// The most that it may take.
        most: u64,
    },
    /// A side does not see what it has done before, and an equilibrium is for sides that do.
    Forgets,
    /// It is chance's turn, and an action was asked for.
    NothingToDecide,
    /// It is chance's turn, and an action was to be judged.
    ChanceToMove,
    /// The game is over, and an action was to be judged.
    GameOver,
    /// The game has secrets and no equilibrium to judge by.
    NotGraded,
    /// No action can be painted on the board.
    NothingToPaint,
    /// The game does not say what can be counted in its states.
    NothingToLearn,
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Declined::NoCertificates => {
                "proofs of this game cannot be written down: there is nothing to save or to verify"
            }
            Declined::NoProofNumbers => {
                "this game is not solved by proof numbers: there is nothing to write to a checkpoint, or to go on from"
            }
            Declined::FilterWithoutChance => "a filter is for games of chance in which nothing is hidden: leave it out",
            Declined::FilterNotTaken => {
                "a filter is for `move` and `analyze`; here every action is looked at: leave it out"
            }
            Declined::OnlyNotTaken => {
                "the actions to choose from are those of the position, in a game without chance and without secrets"
            }
            Declined::NoMixedStrategies => {
                "exploitability falls where mixed strategies are learned, and a game without secrets needs none"
            }
            Declined::NoSearchTree => {
                "the search tree is shown of games without chance and without secrets, and this game has one or the \
                 other"
            }
            Declined::RolloutWithoutChance => {
                "a rollout plays a position out with many throws, and in this game nothing is left to chance: `move` \
                 searches it"
            }
            Declined::RolloutWithSecrets => {
                "a rollout is for games in which everybody sees everything: in one with secrets `move` averages over \
                 what could be"
            }
            Declined::NoEngine => "the engine is not there for this game",
            Declined::NoChanceSearch => "the search for games of chance is not there for this game",
            Declined::NoHiddenSearch => "there is no search for this game",
            Declined::NoKeys => {
                "the states of this game have no keys, so that there is no table for them; alphabeta needs none"
            }
            Declined::StatesNotListed => "the states of this game cannot be listed",
            Declined::TooManyStates { most } => {
                return write!(
                    f,
                    "the game has more than {most} states, and an equilibrium takes them all; --nodes allows more, \
                     and `move` searches without solving the game"
                );
            }
            Declined::Forgets => {
                "an equilibrium is for sides that see all that they have done before, and here a seat may see the \
                 same after it has done one thing and after another; `move` searches without solving the game"
            }
            Declined::NothingToDecide => "it is chance's turn: there is nothing to decide",
            Declined::ChanceToMove => "chance is to move: nobody chooses",
            Declined::GameOver => "the game is over: nobody chooses",
            Declined::NotGraded => {
                "moves of this game are not graded: it has secrets, and no equilibrium of it can be had here to hold them \
                 to; averages over deals would call good moves bad"
            }
            Declined::NothingToPaint => {
                "there is nothing to paint: no action here is made by pointing at one cell of the board, or the \
                 search does not weigh each by itself"
            }
            Declined::NothingToLearn => "the game does not say what can be counted in its states",
        })
    }
}

/// The halt of a search by rules that broke their contract.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Halted {
    /// How they broke it, and where.
    pub halt: Box<Halt>,
    /// The position in which they did; nothing where it would tell a secret.
    pub position: Option<String>,
    /// The words of the first actions that lead there.
    pub line: Vec<String>,
}

impl Halted {
    /// The halt in a position, after these actions.
    #[must_use]
    pub fn at(halt: Box<Halt>, position: String, line: Vec<String>) -> Halted {
        Halted { halt, position: Some(position), line }
    }
}

impl fmt::Display for Halted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.halt.fmt(f)?;
        if let Some(position) = &self.position {
            write!(f, ": position {position}")?;
        }
        if self.line.is_empty() { Ok(()) } else { write!(f, ", after {}", self.line.join(" ")) }
    }
}

/// The end of a stack: the game is too deep for the search.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct TooDeep {
    /// How large the stack was, and how deep the search had got.
    pub halt: Box<Halt>,
}

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}; `move` takes --depth; and if positions can come again, let the entry say `.listed()`, so that \
             `solve` goes by value iteration",
            self.halt
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_halt_keeps_its_kind() {
        let of = |cause: Cause| SearchError::of_halt(cause.at_root());
        assert_eq!(of(Cause::Limit(Limit::Time)), SearchError::Stopped(Limit::Time));
        assert!(
            matches!(of(Cause::Stack(1 << 20)), SearchError::TooDeep(deep) if deep.halt.cause == Cause::Stack(1 << 20))
        );
        let SearchError::Halted(halted) = of(Cause::NoState) else { panic!("it halted") };
        assert_eq!((&halted.halt.cause, &halted.position), (&Cause::NoState, &None));
    }

    #[test]
    fn a_halt_says_where_it_was_as_far_as_that_is_no_secret() {
        let halted = Halted::at(Cause::Unknown.at_root(), "[2]".to_owned(), vec!["1".to_owned(), "2".to_owned()]);
        let cause = Cause::Unknown.at_root().to_string();
        assert_eq!(halted.to_string(), format!("{cause}: position [2], after 1 2"));
        assert_eq!(SearchError::of_halt(Cause::Unknown.at_root()).to_string(), cause);
    }
}
