//! The laws of notation.

use std::collections::HashMap;

use super::law::{Law, Place, Verdict, When, same, spread};
use crate::notation::NO_POSITIONS;
use crate::{Game, Notation};

/// How many of very many actions are read back.
const READ: usize = 64;

pub(super) fn laws<'g, G: Notation + 'g>() -> Vec<Law<'g, G>> {
    vec![
        Law::new("an action is written as one word", When::Unfinished, |game: &G, place| {
            place.tried().try_for_each(|action| {
                let word = game.action_text(place.state, action);
                if is_word(&word) { Ok(()) } else { Err(format!("{action:?} is written {word:?}")) }
            })
        }),
        Law::new("no two actions are written alike", When::Unfinished, |game: &G, place| {
            let mut written: HashMap<String, G::Action> = HashMap::new();
            place.options.list.iter().try_for_each(|&action| {
                let word = game.action_text(place.state, action);
                let told = format!("{action:?} is written {word:?}, and so is ");
                match written.insert(word, action) {
                    Some(other) if other != action => Err(format!("{told}{other:?}")),
                    _ => Ok(()),
                }
            })
        }),
        Law::new("an action is read as it was written", When::Unfinished, |game: &G, place| {
            spread(&place.options.list, READ).try_for_each(|action| reads_back(game, place, action))
        }),
        Law::new("a line of play is cut into the words that it was made of", When::Unfinished, |game: &G, place| {
            let words: Vec<String> =
                spread(&place.options.list, READ).map(|action| game.action_text(place.state, action)).collect();
            let line = words.join(" ");
            same(&format!("the words of {line:?}"), &format!("{words:?}"), &format!("{:?}", game.split_moves(&line)))
        }),
        Law::new("a position is written in one line", When::Anywhere, |game: &G, place| {
            let text = game.position_text(place.state);
            if text.contains(['\n', '\r']) { Err(format!("it is written {text:?}")) } else { Ok(()) }
        }),
        Law::new("a position is read as it was written", When::Anywhere, position_reads_back),
    ]
}

/// Whether a text can be found among others that are cut at white space and commas.
pub(super) fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control() || c == ',')
}

fn reads_back<G: Notation>(game: &G, place: &Place<'_, G>, action: G::Action) -> Verdict {
    let word = game.action_text(place.state, action);
    match game.parse_action(place.state, &word, &place.options.list) {
        Ok(read) if read == action => Ok(()),
        Ok(read) => Err(format!("{action:?} is written {word:?}, which is read as {read:?}")),
        Err(error) => Err(format!("{action:?} is written {word:?}, which cannot be read: {error}")),
    }
}

fn position_reads_back<G: Notation>(game: &G, place: &Place<'_, G>) -> Verdict {
    let text = game.position_text(place.state);
    match game.parse_position(&text) {
        Ok(read) => {
            same(&format!("the state, and what is read from {text:?}"), place.text, &format!("{read:?}"))?;
            same("the position, written and read and written again", &text, &game.position_text(&read))
        }
        Err(error) if error.message == NO_POSITIONS => Ok(()),
        Err(error) => Err(format!("the position is written {text:?}, which cannot be read: {error}")),
    }
}

/// Says that positions cannot be read.
pub(super) fn unread_positions<G: Game + Notation>(game: &G) -> Option<String> {
    let read = game.parse_position(&game.position_text(&game.initial()));
    read.is_err_and(|error| error.message == NO_POSITIONS).then(|| {
        "`-p` cannot take a position, for positions are written but cannot be read: write `Notation::parse_position` to \
         allow it"
            .to_owned()
    })
}
