//! Symbols of a game's own: shapes that the renderer fills with what a side's pieces are made of.

use crate::TextError;

/// A symbol: paths in a square, as SVG writes them. Nothing else can be in it, so that it can do nothing.
///
/// ```
/// # use counterplay_core::picture::{Part, Symbol};
/// let pawn = Symbol::new(45).path(Part::Body, "M22 9a4 4 0 0 1 3 7c4 3 5 7 5 11h-15c0 -4 1 -8 5 -11a4 4 0 0 1 2 -7z")?;
/// assert_eq!(pawn.paths().len(), 1);
/// assert_eq!(pawn.path(Part::Line, "M0 0 <script>").unwrap_err().offset, 5);
/// # Ok::<(), counterplay_core::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    size: u16,
    name: String,
    paths: Vec<(Part, String)>,
}

/// The part of a symbol that a path is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Filled with what the piece is made of, with an outline.
    Body,
    /// Filled with the colour of the outline.
    Detail,
    /// A line in the colour of the outline.
    Line,
}

impl Symbol {
    /// A symbol without paths, in a square with sides of this length.
    #[must_use]
    pub fn new(size: u16) -> Symbol {
        Symbol { size: size.max(1), name: String::new(), paths: Vec::new() }
    }

    /// The symbol with a name, for those who hear the board: `pawn`.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Symbol {
        Symbol { name: name.into(), ..self }
    }

    /// What it is called; empty if it has no name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Adds a path, drawn over those before it: what stands in the attribute `d` of SVG.
    ///
    /// # Errors
    /// Where something stands that is no part of a path.
    pub fn path(&self, part: Part, d: &str) -> Result<Symbol, TextError> {
        const COMMANDS: &str = "MmLlHhVvCcSsQqTtAaZz";
        let is_path = |c: char| COMMANDS.contains(c) || c.is_ascii_digit() || " ,.+-eE\n".contains(c);
        match d.char_indices().find(|&(_, c)| !is_path(c)) {
            Some((offset, c)) => {
                Err(TextError::new(offset, format!("expected a path, {COMMANDS} and numbers, found {c:?}")))
            }
            None => {
                let mut symbol = self.clone();
                symbol.paths.push((part, d.to_owned()));
                Ok(symbol)
            }
        }
    }

    /// The length of the sides of its square.
    #[must_use]
    pub fn size(&self) -> u16 {
        self.size
    }

    /// Its paths, from the lowest.
    #[must_use]
    pub fn paths(&self) -> &[(Part, String)] {
        &self.paths
    }
}
