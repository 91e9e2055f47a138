//! The laws of notation.

use std::collections::HashMap;
use std::rc::Rc;

use super::law::{Law, Place, Verdict, When, caught, same, spread};
use super::object::{Action, NotationRules, Rules};
use crate::notation::NO_POSITIONS;

/// How many of very many actions are read back.
const READ: usize = 64;
/// How many of them begin a line of play that is cut into its words.
const CUT: usize = 16;

pub(super) fn laws<'g>(game: &Rc<dyn NotationRules + 'g>) -> Vec<Law<'g>> {
    vec![
        Law::new(game, "an action is written as one word", When::Unfinished, |game, place| {
            place.tried().try_for_each(|action| {
                let word = game.action_text(place.state, action);
                if is_one_word(game, &word) {
                    return Ok(());
                }
                Err(format!("{} is written {word:?}", place.rules.action_text(action)))
            })
        }),
        Law::new(game, "no two actions are written alike", When::Unfinished, |game, place| {
            let mut written: HashMap<String, Action> = HashMap::new();
            place.options.list.iter().try_for_each(|&action| {
                let word = game.action_text(place.state, action);
                match written.insert(word, action) {
                    Some(other) if !place.rules.equal(other, action) => {
                        let word = game.action_text(place.state, action);
                        let [action, other] = [action, other].map(|action| place.rules.action_text(action));
                        Err(format!("{action} is written {word:?}, and so is {other}"))
                    }
                    _ => Ok(()),
                }
            })
        }),
        Law::new(game, "an action is read as it was written", When::Unfinished, |game, place| {
            spread(&place.options.list, READ).try_for_each(|action| {
                let texts = [Some(game.action_text(place.state, action)), game.short_text(place.state, action)];
                texts.into_iter().flatten().try_for_each(|text| reads_back(game, place, action, &text))
            })
        }),
        Law::new(game, "a line of play is cut into the words that it was made of", When::Unfinished, |game, place| {
            spread(&place.options.list, CUT).try_for_each(|action| {
                let words = place.rules.scoped(|| played_on(game, place, action));
                let line = words.join(" ");
                let cut = format!("{:?}", game.split_moves(&line));
                same(&format!("the words of {line:?}"), &format!("{words:?}"), &cut)
            })
        }),
        Law::new(game, "a position is written in one line", When::Anywhere, |game, place| {
            let text = game.position_text(place.state);
            if text.contains(['\n', '\r']) { Err(format!("it is written {text:?}")) } else { Ok(()) }
        }),
        Law::new(game, "a position is read as it was written", When::Anywhere, position_reads_back),
    ]
}

/// Whether a text can be found among others: it has neither commas in it nor other white space than single blanks.
pub(super) fn is_word(text: &str) -> bool {
    let wrong = |c: char| c.is_whitespace() && c != ' ' || c.is_control() || c == ',';
    !text.contains(wrong) && text.split(' ').all(|part| !part.is_empty())
}

/// Whether an action is one word: it may have blanks in it if the game itself knows where its words end.
fn is_one_word(game: &dyn NotationRules, word: &str) -> bool {
    is_word(word) && (!word.contains(' ') || game.split_moves(word) == [word])
}

/// The words of an action and of a few that follow it.
fn played_on(game: &dyn NotationRules, place: &Place<'_>, action: Action) -> Vec<String> {
    const PLIES: usize = 4;
    let mut words = vec![game.action_text(place.state, action)];
    let mut state = place.result(place.state, action);
    // What is wrong further on will come again, in its place.
    let _ = caught(|| {
        while words.len() < PLIES {
            let options = place.options_of(state).list;
            let Some(&next) = options.get(options.len() / 2) else { break };
            let word = game.action_text(state, next);
            if !is_one_word(game, &word) {
                break;
            }
            words.push(word);
            state = place.rules.applied(state, next);
        }
    });
    words
}

fn reads_back(game: &dyn NotationRules, place: &Place<'_>, action: Action, word: &str) -> Verdict {
    let text = |action| place.rules.action_text(action);
    match game.parse_action(place.state, word, &place.options.list) {
        Ok(read) if place.rules.equal(read, action) => Ok(()),
        Ok(read) => Err(format!("{} is written {word:?}, which is read as {}", text(action), text(read))),
        Err(error) => Err(format!("{} is written {word:?}, which cannot be read: {error}", text(action))),
    }
}

fn position_reads_back(game: &(dyn NotationRules + '_), place: &Place<'_>) -> Verdict {
    let text = game.position_text(place.state);
    match game.parse_position(&text) {
        Ok(read) => {
            same(&format!("the state, and what is read from {text:?}"), place.text, &place.rules.text(read))?;
            same("the position, written and read and written again", &text, &game.position_text(read))
        }
        Err(error) if error.message == NO_POSITIONS => Ok(()),
        Err(error) => Err(format!("the position is written {text:?}, which cannot be read: {error}")),
    }
}

/// Says that positions cannot be read.
pub(super) fn unread_positions(rules: &dyn Rules, game: &dyn NotationRules) -> Option<String> {
    let read = game.parse_position(&game.position_text(rules.initial()));
    read.is_err_and(|error| error.message == NO_POSITIONS).then(|| {
        "`-p` cannot take a position, for positions are written but cannot be read: \
         write `Notation::parse_position` to allow it"
            .to_owned()
    })
}
