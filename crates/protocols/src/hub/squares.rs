//! Hub notation of positions and moves of checkers.

use counterplay_api::{ActionWord, AnyPosition};
use counterplay_core::picture::Path;

/// Converts a position to the game's notation. Hub has who is to move, and a letter for each square: w, b, W, B or e.
pub(super) fn position_text(text: &str) -> Result<String, String> {
    let mut signs = text.chars();
    let mover = match signs.next() {
        Some('W') => 'B',
        Some('B') => 'W',
        _ => return Err("a position begins with W or B".to_owned()),
    };
    let (mut white, mut black) = (Vec::new(), Vec::new());
    let mut count = 0;
    for sign in signs {
        count += 1;
        match sign {
            'w' => white.push(count.to_string()),
            'W' => white.push(format!("K{count}")),
            'b' => black.push(count.to_string()),
            'B' => black.push(format!("K{count}")),
            'e' => {}
            other => return Err(format!("square {count} is w, b, W, B or e, not {other}")),
        }
    }
    if count != 32 {
        return Err(format!("a position has 32 squares, not {count}"));
    }
    Ok(format!("{mover}:W{}:B{}", white.join(","), black.join(",")))
}

/// Plays a move in Hub's notation.
pub(super) fn play(position: &mut dyn AnyPosition, word: &str) -> Result<(), String> {
    let sorted = |word: &str| -> Option<Vec<u32>> {
        let mut squares = word.split(['-', 'x']).map(|square| square.parse().ok()).collect::<Option<Vec<u32>>>()?;
        squares.get_mut(2..)?.sort_unstable();
        Some(squares)
    };
    let meant = sorted(word);
    let found = hub_words(position).find(|(_, hub_word)| meant.is_some() && sorted(hub_word) == meant);
    let (action, _) = found.ok_or_else(|| format!("{word} is not legal after {} moves", position.plies()))?;
    position.play_action(action.id, None).map(drop).map_err(|error| error.to_string())
}

/// Legal moves, each with its word in Hub's notation.
fn hub_words(position: &dyn AnyPosition) -> impl Iterator<Item = (ActionWord, String)> + use<> {
    let actions = position.actions().into_iter().zip(position.paths());
    actions.filter_map(|(action, paths)| {
        let hub_word = if action.word.contains('x') { capture(&paths)? } else { action.word.clone() };
        Some((action, hub_word))
    })
}

/// Converts a capture to Hub's notation, from the squares that one clicks for it.
fn capture(paths: &[Path]) -> Option<String> {
    let path: Vec<u32> = paths.first()?.iter().map(|square| square.parse().ok()).collect::<Option<_>>()?;
    let mut taken: Vec<u32> = path.windows(2).map(|jump| between(jump[0], jump[1])).collect();
    taken.sort_unstable();
    let squares = [*path.first()?, *path.last()?].into_iter().chain(taken);
    Some(squares.map(|square| square.to_string()).collect::<Vec<_>>().join("x"))
}

/// Converts a legal move to Hub's notation.
pub(super) fn hub_word(position: &dyn AnyPosition, word: &str) -> Option<String> {
    hub_words(position).find(|(action, _)| action.word == word).map(|(_, hub_word)| hub_word)
}

/// Converts a line of play to Hub's notation, as far as it is legal.
pub(super) fn hub_line(position: &dyn AnyPosition, line: &[String]) -> String {
    let mut at = position.copy();
    let mut words = Vec::new();
    for word in line {
        let Some((action, hub_word)) = hub_words(at.as_ref()).find(|(action, _)| action.word == *word) else { break };
        words.push(hub_word);
        if at.play_action(action.id, None).is_err() {
            break;
        }
    }
    words.join(" ")
}

/// Square between two squares of a jump. In rows that begin with a light square, the squares below are half a square
/// further to the right.
fn between(from: u32, to: u32) -> u32 {
    let indented = ((from - 1) / 4).is_multiple_of(2);
    (from + to + u32::from(indented)) / 2
}

#[cfg(test)]
mod tests {

    use super::*;

    fn read(text: &str) -> Box<dyn AnyPosition> {
        counterplay_standard::catalog().game("checkers", &[]).unwrap().read(text).unwrap()
    }

    #[test]
    fn captures_name_what_is_taken() {
        let position = read("B:W18,19,27:B11,15");
        assert_eq!(hub_word(position.as_ref(), "15x31").as_deref(), Some("15x31x19x27"));
        assert_eq!(hub_word(position.as_ref(), "15x22").as_deref(), Some("15x22x18"));
        assert_eq!(hub_word(position.as_ref(), "15x99"), None);
        for word in ["15x31x19x27", "15x31x27x19"] {
            let mut played = position.copy();
            play(played.as_mut(), word).unwrap();
            assert_eq!(played.text(), "W:W18:B11,K31");
        }
        for wrong in ["15x31", "15x31x19", "15x31x19x26", "15-31", "x", "", "15xx31"] {
            assert!(play(position.copy().as_mut(), wrong).is_err(), "{wrong}");
        }
        // Either way round takes the same, and one of them is played.
        let circle = read("B:W6,7,14,15:BK2");
        assert_eq!(hub_word(circle.as_ref(), "2x9x18x11x2").as_deref(), Some("2x2x6x7x14x15"));
        play(circle.copy().as_mut(), "2x2x6x7x14x15").unwrap();
    }

    #[test]
    fn positions_are_read_square_by_square() {
        let start = format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
        assert_eq!(read(&position_text(&start).unwrap()).text(), "B:W21-32:B1-12");
        let kings = format!("BW{}B", "e".repeat(30));
        assert_eq!(read(&position_text(&kings).unwrap()).text(), "W:WK1:BK32");
        for wrong in ["", "Xe", "We", &format!("W{}", "e".repeat(33)), &format!("W{}z", "e".repeat(31))] {
            assert!(position_text(wrong).is_err(), "{wrong}");
        }
    }
}
