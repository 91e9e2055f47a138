//! The laws of samples that know no more than the view does.
//!
//! Both are for games that cannot list what could be true, for a list is a better judge. Let `t` and `u` be two states
//! that look the same to a seat, `s` a sample from its view in `t`, and `r` one from its view in `u`. The views are
//! equal, and so `s` and `r` might have come in the other order just as well:
//!
//! ```text
//!    view(t) = view(u)      D = like(t, s) + like(u, r) - like(t, r) - like(u, s)
//! ```
//!
//! is above zero as often as below, whatever *like* measures; here, in how many letters the texts of `Debug` agree,
//! word by word. A sampler that has a glimpse of the truth, where the equality of views does not look, makes samples
//! that are more like it.

use std::rc::Rc;

use super::frequency::{DRAWS, PLACES, drift};
use super::hidden::for_views;
use super::law::{Law, Place, Verdict, When};
use super::object::{HiddenRules, View, ViewMap};
use super::sampling::{MEMORY, sample_text};
use crate::{Key, Random, Seat, Seeded, Turn};

/// How many pairs of states are sampled from: of two states that look the same, a sampler that gives the true one in
/// three of five samples is found out.
const PAIRS: u32 = 1_500;
/// How many states are sought to make pairs of.
const TRUTHS: usize = 16;

pub(super) fn laws<'g>(game: &Rc<dyn HiddenRules + 'g>) -> [Law<'g>; 2] {
    // The places are further and further apart, for what is hidden at the beginning is not what is hidden later.
    let (mut visits, mut next, mut places) = (0u64, 1u64, 0);
    let mut met: ViewMap<Met> = ViewMap::new();
    [
        for_views(game, "a sample is independent of the truth, given the view", When::SeatsTurn, move |game, place| {
            let Some(Turn::Seat(mover)) = place.turn else { return Ok(()) };
            visits += 1;
            if visits < next || places == PLACES {
                return Ok(());
            }
            let truths = truths(game, place, mover);
            if truths.len() > 1 {
                independent(game, place, mover, &truths)?;
                (next, places) = (2 * visits, places + 1);
            }
            Ok(())
        }),
        for_views(game, "samples are spread over what is possible", When::SeatsTurn, move |game, place| {
            let Some(Turn::Seat(mover)) = place.turn else { return Ok(()) };
            let view = game.view(place.state, mover);
            if let Some(known) = met.get(game, view) {
                if !known.spread && known.text != place.text {
                    spread(game, place, view, &known.text)?;
                    known.spread = true;
                }
            } else if met.len() < MEMORY {
                met.insert(game, game.keep(view), Met { text: place.text.to_owned(), spread: false });
            }
            Ok(())
        }),
    ]
}

/// A state that was met, and whether what is sampled from its view has been seen to differ.
struct Met {
    text: String,
    spread: bool,
}

/// Different states that look the same to a seat, each by its text and with the view that the seat has in it.
fn truths(game: &dyn HiddenRules, place: &Place<'_>, seat: Seat) -> Vec<(String, View)> {
    let view = game.view(place.state, seat);
    let mut random = Seeded::new(place.seed);
    let mut truths = vec![(place.text.to_owned(), view)];
    for state in (0..TRUTHS).filter_map(|_| game.sample(view, &mut random)) {
        let (text, seen) = (place.rules.text(state), game.view(state, seat));
        if game.equal(seen, view) && truths.iter().all(|(known, _)| *known != text) {
            truths.push((text, seen));
        }
    }
    truths
}

/// Blames a sampler by [`drift`]: an honest one in a place in 10^12, and there are at most [`PLACES`].
fn independent(game: &dyn HiddenRules, place: &Place<'_>, seat: Seat, truths: &[(String, View)]) -> Verdict {
    let mut random = Seeded::new(Key::mix(place.seed).0);
    let (mut sum, mut squares) = (0, 0);
    for _ in 0..PAIRS {
        let one = random.below(truths.len() as u64) as usize;
        let other = (one + 1 + random.below(truths.len() as u64 - 1) as usize) % truths.len();
        let [(truth, view), (untruth, other_view)] = [&truths[one], &truths[other]];
        let mut sample = |view| sample_text(game, place.rules, view, &mut random);
        let (Some(own), Some(its)) = (sample(*view), sample(*other_view)) else {
            return Err(format!("nothing is sampled from {}", game.plain_text(*view)));
        };
        let off = alike(truth, &own) + alike(untruth, &its) - alike(truth, &its) - alike(untruth, &own);
        sum += off;
        squares += off * off;
    }
    let most = drift(squares as f64);
    if sum.abs() as f64 <= most {
        return Ok(());
    }
    let (how, view) = (if sum > 0 { "more" } else { "less" }, game.plain_text(truths[0].1));
    Err(format!(
        "in {PAIRS} pairs of states that look the same to {seat}, {view}, what is sampled in a state \
         is {how} like it than what is sampled in the other: by {} letters in all, \
         where chance gives {most:.0} at most",
        sum.abs()
    ))
}

/// In how many letters two texts agree, word by word.
fn alike(one: &str, other: &str) -> i64 {
    let words = |text| str::split(text, |c: char| !c.is_alphanumeric());
    let letters = |(one, other): (&str, &str)| one.chars().zip(other.chars()).filter(|(a, b)| a == b).count();
    words(one).zip(words(other)).map(letters).sum::<usize>() as i64
}

/// Blames a sampler that gives one state [`DRAWS`] times in a row, where two have been met: an honest one in 10^12,
/// unless that state has a probability above 0.997.
fn spread(game: &dyn HiddenRules, place: &Place<'_>, view: View, known: &str) -> Verdict {
    let mut random = Seeded::new(place.seed);
    let mut samples = (0..DRAWS).filter_map(|_| sample_text(game, place.rules, view, &mut random));
    let seen = || game.plain_text(view);
    let Some(first) = samples.next() else { return Err(format!("nothing is sampled from {}", seen())) };
    if samples.any(|text| text != first) {
        return Ok(());
    }
    let other = if first == known { place.text } else { known };
    Err(format!("{first} is sampled from {} {DRAWS} times in a row, although it could be {other}", seen()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_agree_word_by_word() {
        assert_eq!(alike("State { cards: [1, 12] }", "State { cards: [1, 2] }"), 5 + 5 + 1);
        assert_eq!(alike("[31, 7, abc]", "[32, 7, axc]"), 1 + 1 + 2);
        assert_eq!(alike("", "x"), 0);
    }
}
