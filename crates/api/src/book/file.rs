//! File of an opening book: a checked file.
//!
//! ```text
//!   name of the game; number of its options, each with its name and its value
//!   8 bytes: key of the start; plies, least and games
//!   number of words, each with its length
//!   number of positions, by their keys:
//!     8 bytes: key; number of moves, the most played first:
//!       number of the word; wins, draws, losses, and games whose outcome is not known
//! ```
//!
//! Numbers without a size take as few bytes as they need.

use counterplay_core::Key;
use counterplay_core::checked_file::{Damage, Kind, Reader, push_number, push_signed};

use super::{Book, Counts};

const KIND: Kind = Kind { mark: *b"cp-book\n", version: 1, name: "book" };

/// The bytes of a book.
pub(super) fn write(book: &Book) -> Vec<u8> {
    let mut out = Vec::new();
    push_text(&book.game, &mut out);
    push_number(book.options.len() as u64, &mut out);
    for (name, value) in &book.options {
        push_text(name, &mut out);
        push_signed(*value, &mut out);
    }
    out.extend(book.start.0.to_le_bytes());
    for number in [book.plies, book.least, book.games, book.words.len() as u64] {
        push_number(number, &mut out);
    }
    book.words.iter().for_each(|word| push_text(word, &mut out));
    push_number(book.positions.len() as u64, &mut out);
    let mut begin = 0;
    for &(key, end) in &book.positions {
        out.extend(key.0.to_le_bytes());
        push_number((end - begin) as u64, &mut out);
        for &(word, Counts { games, wins, draws, losses }) in &book.moves[begin..end] {
            for number in [u64::from(word), wins, draws, losses, games - wins - draws - losses] {
                push_number(number, &mut out);
            }
        }
        begin = end;
    }
    KIND.seal(&out)
}

/// The book of a file.
pub(super) fn read(file: &[u8]) -> Result<Book, Damage> {
    let mut reader = Reader(KIND.open(file)?);
    let book = book(&mut reader).filter(|_| reader.0.is_empty());
    book.ok_or(Damage::Content)
}

/// Reads a content. What it says of its own size is never believed: every list ends where the bytes do.
fn book(reader: &mut Reader<'_>) -> Option<Book> {
    let game = text(reader)?;
    let options = (0..reader.number()?).map(|_| Some((text(reader)?, reader.signed()?))).collect::<Option<_>>()?;
    let start = Key(reader.u64()?);
    let [plies, least, games] = [reader.number()?, reader.number()?, reader.number()?];
    let words = (0..reader.number()?).map(|_| text(reader)).collect::<Option<Vec<String>>>()?;
    let (mut positions, mut moves) = (Vec::<(Key, usize)>::new(), Vec::new());
    for _ in 0..reader.number()? {
        let key = Key(reader.u64()?);
        if positions.last().is_some_and(|(last, _)| last.0 >= key.0) {
            return None;
        }
        for _ in 0..reader.number()? {
            let word = u32::try_from(reader.number()?).ok().filter(|&word| (word as usize) < words.len())?;
            let [wins, draws, losses, unknown] = [(); 4].map(|()| reader.number());
            let (wins, draws, losses) = (wins?, draws?, losses?);
            let games = wins.checked_add(draws)?.checked_add(losses)?.checked_add(unknown?)?;
            moves.push((word, Counts { games, wins, draws, losses }));
        }
        positions.push((key, moves.len()));
    }
    // All of them together must be a number too: a choice adds them up.
    moves.iter().try_fold(0u64, |all, (_, counts): &(u32, Counts)| all.checked_add(counts.games))?;
    Some(Book { game, options, start, plies, least, games, words, positions, moves })
}

fn push_text(text: &str, out: &mut Vec<u8>) {
    push_number(text.len() as u64, out);
    out.extend(text.as_bytes());
}

fn text(reader: &mut Reader<'_>) -> Option<String> {
    let length = usize::try_from(reader.number()?).ok()?;
    std::str::from_utf8(reader.take(length)?).ok().map(str::to_owned)
}
