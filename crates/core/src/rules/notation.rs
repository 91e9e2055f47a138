//! Positions and actions as text.

use crate::{Drawn, Game, Heading, Note, TextError};

/// A game whose positions and actions people can write.
///
/// Every method has a default, so that a game may begin with its actions and add positions later. A game without any of
/// it has the words that [`plain_action`] makes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no words for its actions",
    note = "`.notation(…)` needs them: add `impl Notation for {Self}` with its `action_text`"
)]
pub trait Notation: Game {
    /// How an action, or an outcome of chance, is written: one word, different for each that is possible in the state.
    /// It has no blanks in it, unless [`split_moves`](Notation::split_moves) knows where such a word ends in a line of
    /// play.
    fn action_text(&self, state: &Self::State, action: Self::Action) -> String {
        let _ = state;
        plain_action(action)
    }

    /// The short form of an action, as players write it in a record and say it: `Nf3` where the word is `g1f3`. People
    /// are shown it instead of the word; programs are told the word. A game has it for all actions or for none, and
    /// [`parse_action`](Notation::parse_action) reads it. Nothing if the word is what players write.
    fn short_text(&self, state: &Self::State, action: Self::Action) -> Option<String> {
        let _ = (state, action);
        None
    }

    /// Reads one of the `legal` actions (or outcomes). By default the one whose word it is; capitals do not matter.
    ///
    /// # Errors
    /// If it is none of them, or could be several.
    fn parse_action(&self, state: &Self::State, text: &str, legal: &[Self::Action]) -> Result<Self::Action, TextError> {
        find_action(text, legal, |action| self.action_text(state, action))
    }

    /// How a position is written, in one line.
    fn position_text(&self, state: &Self::State) -> String {
        format!("{state:?}")
    }

    /// Reads a position, and only one that the rules allow.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn parse_position(&self, text: &str) -> Result<Self::State, TextError> {
        let _ = text;
        Err(TextError::new(0, NO_POSITIONS))
    }

    /// Reads a whole game in the format that the field writes such games in: where it begins, and its actions from
    /// there. Nothing if the text is not meant to be one.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn parse_game(&self, text: &str) -> Option<ReadGame<Self::State, Self::Action>> {
        let _ = text;
        None
    }

    /// Reads every game of a file in the format of the field, each as far as it can be read: what is wrong with one
    /// does not keep the others from being read. Nothing if the text is not meant to be such a file. By default the
    /// one game of [`parse_game`](Notation::parse_game).
    fn parse_games(&self, text: &str) -> Option<Vec<ParsedGame<Self::State, Self::Action>>> {
        let read = self.parse_game(text)?;
        let mut game = ParsedGame::new(0, self.initial());
        match read {
            Ok((start, actions)) => {
                (game.start, game.actions) = (start, actions.into_iter().map(|action| (action, 0)).collect());
            }
            Err(fault) => game.fault = Some(fault),
        }
        Some(vec![game])
    }

    /// Writes a game in the format of the field, as [`parse_games`](Notation::parse_games) reads it: with as much of the
    /// heading and of the notes as the format has a place for. Nothing if there is no such format, or the game does not
    /// fit into it.
    fn game_text(&self, start: &Self::State, actions: &[Self::Action], told: (&Heading, &[Note])) -> Option<String> {
        let _ = (start, actions, told);
        None
    }

    /// What the two sides are called, as one sees them on the board: `Black` and `White`, `X` and `O`.
    fn sides(&self) -> [&'static str; 2] {
        SIDES
    }

    /// How a game came to its end, as its players say it behind the result: `by checkmate`. The state is the last one, and
    /// `drawn` the draw that the line of play has made, if that is the end. Nothing if the result says it all.
    fn ending_text(&self, state: &Self::State, drawn: Option<Drawn>) -> Option<&'static str> {
        let _ = (state, drawn);
        None
    }

    /// Cuts a line of play into the words of its actions: at white space and commas, unless the game writes them
    /// without.
    fn split_moves<'t>(&self, moves: &'t str) -> Vec<&'t str> {
        words(moves)
    }
}

/// Where a game begins, and its actions from there; or what is wrong with its text.
pub type ReadGame<S, A> = Result<(S, Vec<A>), TextError>;

/// A game of a file, as far as it could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedGame<S, A> {
    /// The offset in bytes at which it begins.
    pub offset: usize,
    /// Where it begins.
    pub start: S,
    /// The actions from there, each with the offset at which it stands.
    pub actions: Vec<(A, usize)>,
    /// Who played, and the other tags.
    pub heading: Heading,
    /// Notes on the actions: comments, variations, marks and clocks.
    pub notes: Vec<Note>,
    /// Remarks, which are no faults: a tag that is there twice, a game that was given up.
    pub remarks: Vec<TextError>,
    /// Why what comes after the actions could not be read; nothing if the game was read whole.
    pub fault: Option<TextError>,
}

impl<S, A> ParsedGame<S, A> {
    /// A game that begins at this offset in this state, and has no actions yet.
    #[must_use]
    pub fn new(offset: usize, start: S) -> ParsedGame<S, A> {
        ParsedGame {
            offset,
            start,
            actions: Vec::new(),
            heading: Heading::default(),
            notes: Vec::new(),
            remarks: Vec::new(),
            fault: None,
        }
    }
}

/// What the two sides are called where a game has no names for them.
pub const SIDES: [&str; 2] = ["first", "second"];

/// The message where positions cannot be read.
pub const NO_POSITIONS: &str = "this game has no notation for positions: give the moves from the start instead";

/// The word for an action of a game without notation: what `Debug` writes, without blanks.
pub fn plain_action<A: std::fmt::Debug>(action: A) -> String {
    format!("{action:?}").split_whitespace().collect()
}

/// The words of a text: cut at white space, and at commas outside of brackets, so that `Deal(3,1)` is one.
#[must_use]
pub fn words(text: &str) -> Vec<&str> {
    let mut open = 0u32;
    let cuts = |c: char| {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open = open.saturating_sub(1),
            _ => {}
        }
        c.is_whitespace() || c == ',' && open == 0
    };
    text.split(cuts).filter(|word| !word.is_empty()).collect()
}

/// The legal action that a text means: the one whose word it is, whatever its capitals; else, if it is a number and no
/// word is one, the action of that number.
///
/// # Errors
/// If there is none, or more than one; the message names the candidates.
pub fn find_action<A: Copy>(text: &str, legal: &[A], word: impl Fn(A) -> String) -> Result<A, TextError> {
    /// As many words as fit into a message.
    const MOST: usize = 12;
    let list = |words: &[String]| {
        let more = if words.len() > MOST { ", …" } else { "" };
        format!("{}{more}", words[..words.len().min(MOST)].join(", "))
    };
    let wanted = text.trim();
    let words: Vec<String> = legal.iter().map(|&action| word(action)).collect();
    let exact: Vec<usize> = (0..legal.len()).filter(|&at| words[at] == wanted).collect();
    let loose: Vec<usize> = (0..legal.len()).filter(|&at| words[at].to_lowercase() == wanted.to_lowercase()).collect();
    match (exact.as_slice(), loose.as_slice()) {
        (&[at], _) | ([], &[at]) => return Ok(legal[at]),
        ([], []) => {}
        (several, loose) => {
            let several: Vec<String> =
                (several.iter().chain(loose)).map(|&at| format!("{} ({})", words[at], at + 1)).collect();
            return Err(TextError::new(0, format!("{wanted} could be {}", list(&several))));
        }
    }
    let numeric = words.iter().any(|word| word.parse::<usize>().is_ok());
    let number = wanted.parse::<usize>().ok().filter(|number| !numeric && (1..=legal.len()).contains(number));
    match number {
        Some(number) => Ok(legal[number - 1]),
        None if legal.is_empty() => Err(TextError::new(0, "the game is over: there is no legal action")),
        None => {
            let shown: String = wanted.chars().take(20).collect();
            Err(TextError::new(0, format!("{shown:?} is not legal here; expected one of {}", list(&words))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_found_by_its_word_or_its_number() {
        let legal = ["e4", "E5", "e5", "Nf3"];
        let find = |text| find_action(text, &legal, str::to_owned).map_err(|error| error.message);
        assert_eq!((find("e4"), find(" E4 "), find("E5"), find("nf3")), (Ok("e4"), Ok("e4"), Ok("E5"), Ok("Nf3")));
        assert_eq!(find("4"), Ok("Nf3"));
        for wrong in ["0", "5", "", "x"] {
            assert!(find(wrong).unwrap_err().contains("expected one of e4, E5, e5, Nf3"), "{wrong}");
        }
        let find = |text| find_action(text, &["ab", "AB"], str::to_owned).map_err(|error| error.message);
        assert_eq!(find("aB"), Err("aB could be ab (1), AB (2)".to_owned()));
        // Where words are numbers, a number is a word.
        assert!(find_action("1", &["3", "4"], str::to_owned).is_err());
        assert_eq!(find_action("4", &["3", "4"], str::to_owned), Ok("4"));
        assert!(find_action("4", &[], str::to_owned).unwrap_err().message.contains("over"));
    }

    #[test]
    fn moves_are_cut_at_blanks_and_commas() {
        assert_eq!(words(" e4,e5  Nf3\r\n"), ["e4", "e5", "Nf3"]);
        assert_eq!(words("Deal(3,1),Bet [1,{2,3}] )x,y"), ["Deal(3,1)", "Bet", "[1,{2,3}]", ")x", "y"]);
        assert_eq!(plain_action((1, 2)), "(1,2)");
    }
}
