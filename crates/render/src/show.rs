//! Layers of a tree that are drawn.
//!
//! The tree itself, its shapes, edges and leaves, is always there. With no layer at all it is the sheet of a quiz:
//! nothing that a search found out is on it.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// Layers that are drawn on top of the tree itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Show {
    /// Values of inner nodes, with `≤` and `≥` where only a bound is known.
    pub values: bool,
    /// Window that each inner node was entered with.
    pub window: bool,
    /// Number of each visit.
    pub order: bool,
    /// Pruned parts: cut edges struck through, and all below them dashed.
    pub pruned: bool,
    /// The principal line.
    pub line: bool,
    /// The names of nodes, actions and information sets.
    pub labels: bool,
    /// The probabilities below chance nodes.
    pub probabilities: bool,
    /// Sentence of a step, below the picture of a single step.
    pub sentence: bool,
}

impl Show {
    /// All layers: what a good slide has.
    pub const ALL: Show = Show {
        values: true,
        window: true,
        order: true,
        pruned: true,
        line: true,
        labels: true,
        probabilities: true,
        sentence: true,
    };
    /// No layers: the bare tree.
    pub const NONE: Show = Show {
        values: false,
        window: false,
        order: false,
        pruned: false,
        line: false,
        labels: false,
        probabilities: false,
        sentence: false,
    };
    /// Names of the layers.
    pub const WORDS: [&'static str; 8] =
        ["values", "window", "order", "pruned", "line", "labels", "probabilities", "sentence"];

    fn layer(&mut self, word: &str) -> Option<&mut bool> {
        Some(match word {
            "values" => &mut self.values,
            "window" => &mut self.window,
            "order" => &mut self.order,
            "pruned" => &mut self.pruned,
            "line" => &mut self.line,
            "labels" => &mut self.labels,
            "probabilities" => &mut self.probabilities,
            "sentence" => &mut self.sentence,
            _ => return None,
        })
    }
}

impl Default for Show {
    fn default() -> Show {
        Show::ALL
    }
}

/// Parses a comma list, `values,window,order,pruned`; also `all` and `none`.
///
/// Labels and probabilities are part of the question, not of the answer, so that naming other layers keeps them; only
/// `none` takes them away.
impl FromStr for Show {
    type Err = UnknownLayer;

    fn from_str(list: &str) -> Result<Show, UnknownLayer> {
        let mut show = Show { labels: true, probabilities: true, ..Show::NONE };
        for word in list.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word {
                "all" => show = Show::ALL,
                "none" => show = Show::NONE,
                _ => *show.layer(word).ok_or_else(|| UnknownLayer(word.to_owned()))? = true,
            }
        }
        Ok(show)
    }
}

/// Error for a name of no layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLayer(pub String);

impl fmt::Display for UnknownLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownLayer(word) = self;
        write!(f, "there is no layer {word:?} to show; choose among {}, all, none", Show::WORDS.join(", "))
    }
}

impl Error for UnknownLayer {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_names_the_layers() {
        let show: Show = "values, window,order,pruned".parse().unwrap();
        assert_eq!(show, Show { line: false, sentence: false, ..Show::ALL });
        assert_eq!("all".parse(), Ok(Show::ALL));
        assert_eq!("none".parse(), Ok(Show::NONE));
        assert_eq!("none,line".parse(), Ok(Show { line: true, ..Show::NONE }));
    }

    #[test]
    fn every_word_is_a_layer_of_its_own() {
        for word in Show::WORDS {
            let mut show = Show::NONE;
            *show.layer(word).unwrap() = true;
            assert_ne!(show, Show::NONE);
            assert_eq!(format!("none,{word}").parse(), Ok(show));
        }
    }

    #[test]
    fn an_unknown_word_is_named_with_the_allowed_ones() {
        let error = "values,windows".parse::<Show>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no layer \"windows\" to show; choose among values, window, order, pruned, line, labels, \
             probabilities, sentence, all, none"
        );
    }
}
