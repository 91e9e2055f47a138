//! Sizes of everything in a picture.

use counterplay_core::trace::SearchTree;

use crate::layout::Gaps;

/// Sizes of a picture, in pixels. With many leaves everything is smaller.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    /// The width and height of a triangle; the height is also a circle's.
    pub shape: (f64, f64),
    /// The height of a leaf's box, and the room around its value.
    pub leaf: f64,
    pub padding: f64,
    /// The sizes of text: values, names, and everything small.
    pub value: f64,
    pub label: f64,
    pub small: f64,
    pub gaps: Gaps,
    /// Least height between two bands.
    pub rise: f64,
    pub margin: f64,
    /// The weight of the principal line.
    pub line: f64,
    /// Whether there are so many leaves that columns may be made of them.
    pub is_small: bool,
}

impl Size {
    /// Most leaves that fit on a slide at full size.
    const FEW: usize = 40;

    const ROOMY: Size = Size {
        shape: (38.0, 33.0),
        leaf: 26.0,
        padding: 8.0,
        value: 16.0,
        label: 14.0,
        small: 10.5,
        gaps: Gaps { siblings: 10.0, cousins: 18.0 },
        rise: 46.0,
        margin: 16.0,
        line: 3.2,
        is_small: false,
    };

    const COMPACT: Size = Size {
        shape: (21.0, 18.0),
        leaf: 14.0,
        padding: 2.0,
        value: 10.0,
        label: 9.5,
        small: 8.0,
        gaps: Gaps { siblings: 5.0, cousins: 6.0 },
        rise: 30.0,
        margin: 12.0,
        line: 2.6,
        is_small: true,
    };

    /// Sizes for a tree.
    pub(crate) fn of(tree: &SearchTree) -> Size {
        let leaves = tree.nodes.iter().filter(|node| node.is_leaf()).count();
        if leaves <= Size::FEW { Size::ROOMY } else { Size::COMPACT }
    }
}
