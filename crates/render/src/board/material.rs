//! Materials: what boards and pieces are made of. A new one is an entry here.

use counterplay_core::picture::{Material, Stuff};

use super::paint::{self, Paint};

/// How a shape is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fill {
    /// With one paint.
    Flat(Paint),
    /// From the light at the upper left to where it does not come.
    Slope(Paint, Paint),
    /// As something round in that light.
    Round(Paint, Paint),
}

/// What a board looks like.
pub(super) struct Surface {
    pub(super) field: Fill,
    /// Dark cells of a checkered board.
    pub(super) dark: Fill,
    /// The lines between cells; none where the cells themselves are seen.
    pub(super) line: Option<Paint>,
    /// What is written on it.
    pub(super) ink: Paint,
    /// What is around it, if there is something: its fill, and what is written on it.
    pub(super) rim: Option<(Fill, Paint)>,
    /// How round its corners are.
    pub(super) corner: f64,
    /// Whether each cell is a hole, behind which pieces stand.
    pub(super) holes: bool,
    /// How far it goes on beyond its cells.
    pub(super) margin: f64,
}

impl Surface {
    const PLAIN: Surface = Surface {
        field: Fill::Flat(paint::FIELD),
        dark: Fill::Flat(paint::SLATE_DARK),
        line: None,
        ink: paint::INK,
        rim: None,
        corner: 3.0,
        holes: false,
        margin: 0.0,
    };

    pub(super) fn of(material: Material) -> Surface {
        use paint::*;
        use {Fill::Flat, Fill::Slope};
        let plain = Surface::PLAIN;
        match material {
            Material::Paper => Surface { line: Some(RULE), dark: Flat(RULE), ..plain },
            Material::Felt => Surface {
                field: Slope(FELT, FELT_FAR),
                dark: Flat(FELT_FAR),
                line: Some(FELT_LINE),
                ink: ON_OAK,
                rim: Some((Slope(SHELL, SHELL_FAR), ON_SHELL)),
                ..plain
            },
            Material::Wood => Surface {
                field: Slope(MAPLE, MAPLE_FAR),
                dark: Slope(WALNUT, WALNUT_FAR),
                ink: ON_OAK,
                rim: Some((Slope(OAK, OAK_FAR), ON_OAK)),
                ..plain
            },
            Material::Slate => Surface {
                field: Flat(SLATE),
                dark: Flat(SLATE_DARK),
                ink: INK,
                rim: Some((Flat(SLATE_RIM), ON_SLATE)),
                ..plain
            },
            Material::Kaya => Surface {
                field: Slope(KAYA, KAYA_FAR),
                dark: Flat(KAYA_FAR),
                line: Some(KAYA_LINE),
                ink: KAYA_LINE,
                rim: Some((Slope(KAYA, KAYA_FAR), KAYA_LINE)),
                ..plain
            },
            Material::Sea => Surface {
                field: Slope(SEA, SEA_FAR),
                dark: Flat(SEA_FAR),
                line: Some(SEA_LINE),
                ink: ON_SEA,
                corner: 6.0,
                ..plain
            },
            Material::Frame => Surface {
                field: Slope(FRAME, FRAME_FAR),
                dark: Flat(FRAME_FAR),
                ink: QUIET,
                corner: 14.0,
                holes: true,
                margin: 6.0,
                ..plain
            },
            Material::Case => Surface {
                field: Slope(LINING, LINING_FAR),
                dark: Slope(OAK, OAK_FAR),
                ink: ON_OAK,
                rim: Some((Slope(OAK, OAK_FAR), ON_OAK)),
                ..plain
            },
            Material::Table => Surface {
                field: Slope(FELT, FELT_FAR),
                dark: Flat(FELT_FAR),
                ink: ON_OAK,
                rim: Some((Slope(OAK, OAK_FAR), ON_OAK)),
                corner: 30.0,
                margin: 14.0,
                ..plain
            },
        }
    }
}

/// What a piece looks like.
#[derive(Clone, Copy)]
pub(super) struct Body {
    pub(super) fill: Fill,
    pub(super) ridge: Paint,
    /// The outline of a round piece, which has a shadow where there is light.
    pub(super) edge: Paint,
    /// The outline of a symbol.
    pub(super) outline: Paint,
    /// The lines and details of a symbol.
    pub(super) detail: Paint,
}

impl Body {
    pub(super) fn of(stuff: Stuff) -> Body {
        use paint::*;
        let body = |light, far, ridge, outline, detail| {
            let fill = Fill::Round(light, far);
            Body { fill, ridge, edge: NO_EDGE, outline, detail }
        };
        match stuff {
            Stuff::Ebony => body(EBONY, EBONY_FAR, EBONY_RIDGE, EBONY_EDGE, EBONY_DETAIL),
            Stuff::Ivory => body(IVORY, IVORY_FAR, IVORY_RIDGE, IVORY_EDGE, IVORY_DETAIL),
            Stuff::Red => body(RED, RED_FAR, RED_RIDGE, RED_RIDGE, RED_RIDGE),
            Stuff::Yellow => body(YELLOW, YELLOW_FAR, YELLOW_RIDGE, YELLOW_RIDGE, YELLOW_RIDGE),
            Stuff::Blue => body(BLUE, BLUE_FAR, BLUE_RIDGE, BLUE_FAR, BLUE_RIDGE),
        }
    }
}
