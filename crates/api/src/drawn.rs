//! Draws that the line of play makes.

/// Why a game is drawn although its state is not the end of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// The position has occurred so often.
    Repeated(u32),
    /// Nothing has changed for so many plies.
    Idle(u32),
}

impl std::fmt::Display for Drawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Drawn::Repeated(times) => write!(f, "drawn: the position has occurred {times} times"),
            Drawn::Idle(plies) => write!(f, "drawn: nothing has changed for {} moves of each side", plies / 2),
        }
    }
}
