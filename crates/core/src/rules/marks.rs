//! Boards of X and O as text: tic-tac-toe in the plane and in space.

use crate::TextError;

/// Reads the cells of X and of O, a bit for each, whether or not they can arise in play. A `/` may stand between rows;
/// `shape` says how the cells are arranged, if there are too few or too many.
pub fn read(text: &str, expected: usize, row: usize, shape: &str) -> Result<(u64, u64), TextError> {
    let (mut x, mut o) = (0, 0);
    let (mut found, mut first_beyond, mut row_ended) = (0, None, false);
    for (offset, symbol) in text.char_indices() {
        match symbol {
            'X' | 'x' | 'O' | 'o' | '-' | '.' | '_' => {
                if found >= expected {
                    first_beyond.get_or_insert(offset);
                } else if matches!(symbol, 'X' | 'x') {
                    x |= 1 << found;
                } else if matches!(symbol, 'O' | 'o') {
                    o |= 1 << found;
                }
                found += 1;
                row_ended = false;
            }
            '/' if found > 0 && found < expected && found % row == 0 && !row_ended => row_ended = true,
            '/' => return Err(TextError::new(offset, format!("`/` may only stand between rows of {row} cells"))),
            '\u{feff}' if offset == 0 => {}
            space if space.is_whitespace() => {}
            other => return Err(TextError::new(offset, format!("expected a cell, X, O or -, found {other:?}"))),
        }
    }
    match first_beyond {
        None if found == expected => Ok((x, o)),
        beyond => {
            let message = format!("expected {expected} cells, X, O or -, in {shape}; found {found}");
            Err(TextError::new(beyond.unwrap_or(text.len()), message))
        }
    }
}
