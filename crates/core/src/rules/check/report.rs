//! The report of a battery.

use std::fmt;

use crate::limits::Limit;

/// A broken law.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Violation {
    /// The law, in a few words.
    pub law: &'static str,
    /// What was found instead.
    pub what: String,
    /// The actions and outcomes that lead from the initial state to the position: the shortest line that was found.
    pub line: Vec<String>,
    /// Where the law is broken, as the game writes positions.
    pub position: String,
}

/// The law, what was found, the line and the position, a line of text each.
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "a law of games is broken: {}", self.law)?;
        writeln!(f, "  found:    {}", self.what)?;
        match self.line.len() {
            0 => writeln!(f, "  after:    nothing, it is the initial state")?,
            1 => writeln!(f, "  after:    {} (1 ply)", self.line[0])?,
            plies => writeln!(f, "  after:    {} ({plies} plies)", self.line.join(" "))?,
        }
        write!(f, "  position: {}", self.position)
    }
}

impl std::error::Error for Violation {}

/// A law that held wherever it was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The law, in a few words.
    pub law: &'static str,
    /// How often it was checked; 0 if there was no occasion, as for the laws of finished games where none ended.
    pub times: u64,
}

/// How far a game was checked, and that nothing was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Passed {
    /// The laws, in the order in which they were checked.
    pub laws: Vec<Checked>,
    /// How many different states were checked.
    pub states: u64,
    /// How many of them are ends of the game.
    pub ends: u64,
    /// How many actions and outcomes were made on the way, whether or not they led to something new.
    pub plies: u64,
    /// Whether these are all the states that there are.
    pub all_states: bool,
    /// How many random games came to their end.
    pub finished: u32,
    /// How many random games were given up because they were too long.
    pub unfinished: u32,
    /// The limit that was reached, if the battery was stopped before it was done.
    pub stopped: Option<Limit>,
    /// What is no violation, but should be known.
    pub remarks: Vec<String>,
}

/// A summary: what was checked, then what should be known, a line each.
impl fmt::Display for Passed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Passed { states, ends, plies, finished, unfinished, .. } = self;
        let all = if self.all_states { ", which are all there are" } else { "" };
        let laws = self.laws.len();
        write!(
            f,
            "{laws} laws hold in {states} states{all} ({ends} of them ends of the game), reached by {plies} plies"
        )?;
        write!(f, "\n{finished} random games were played to the end")?;
        if *unfinished > 0 {
            write!(f, "\n{unfinished} random games did not end and were given up: can the game go on for ever?")?;
        }
        if let Some(limit) = self.stopped {
            let limit = match limit {
                Limit::Nodes => "the limit of nodes was reached",
                Limit::Time => "the limit of time was reached",
                Limit::Stop => "it was stopped",
            };
            write!(f, "\nthe check did not get further: {limit}")?;
        }
        for Checked { law, .. } in self.laws.iter().filter(|checked| checked.times == 0) {
            write!(f, "\nthere was no occasion to check: {law}")?;
        }
        self.remarks.iter().try_for_each(|remark| write!(f, "\n{remark}"))
    }
}
