//! Paints: the colour of each thing by day, by night and in print.
//!
//! A colour is an attribute of a shape, so that every program can show the picture. Where it is another one by night,
//! the shape says its paint in `data-fill`, `data-stroke` or `data-stop`: [`board_css`] gives these to a page that
//! changes its theme.

use std::fmt::Write;

/// How a board looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Look {
    /// By day.
    #[default]
    Light,
    /// By night.
    Dark,
    /// In black and white, for print.
    Print,
}

impl Look {
    /// All looks, with their names.
    pub const ALL: [(&'static str, Look); 3] = [("light", Look::Light), ("dark", Look::Dark), ("print", Look::Print)];
}

/// A paint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Paint {
    pub(super) name: &'static str,
    light: &'static str,
    dark: &'static str,
    print: &'static str,
}

impl Paint {
    pub(super) fn colour(self, look: Look) -> &'static str {
        match look {
            Look::Light => self.light,
            Look::Dark => self.dark,
            Look::Print => self.print,
        }
    }

    /// Attribute of a shape, with the name of the paint if a page may have to change it.
    pub(super) fn attribute(self, what: &str, look: Look) -> String {
        let data = what.strip_suffix("-color").unwrap_or(what);
        match self.light == self.dark {
            true => format!(" {what}=\"{}\"", self.colour(look)),
            false => format!(" {what}=\"{}\" data-{data}=\"{}\"", self.colour(look), self.name),
        }
    }
}

/// Declares the paints: name, light, dark, print.
macro_rules! paints {
    ($($NAME:ident $light:literal $dark:literal $print:literal)*) => {
        $(pub(super) const $NAME: Paint =
            Paint { name: stringify!($NAME), light: $light, dark: $dark, print: $print };)*
        const PAINTS: &[Paint] = &[$($NAME),*];
    };
}

paints! {
    // What is around the board.
    PAGE "#ffffff" "#1f2227" "#ffffff"
    INK "#22252b" "#eceef1" "#000000"
    QUIET "#6a6e76" "#a3a8b0" "#000000"
    // What is noticed on it.
    LAST "#f2a33a" "#f2a33a" "#000000"
    WON "#ffcf3f" "#ffcf3f" "#000000"
    CHECK "#d8321c" "#e0402a" "#000000"
    HEAT "#ffae00" "#ffae00" "#777777"
    // Boards.
    FIELD "#fffefb" "#262a31" "#ffffff"
    RULE "#9aa0aa" "#69717d" "#000000"
    FELT "#32955f" "#28784c" "#ffffff"
    FELT_FAR "#217447" "#195636" "#ffffff"
    FELT_LINE "#15532f" "#0f3c24" "#000000"
    SHELL "#30343b" "#2c3037" "#ffffff"
    SHELL_FAR "#1c1f24" "#191b20" "#ffffff"
    ON_SHELL "#d3d7dd" "#c3c8d0" "#000000"
    MAPLE "#efdcb8" "#d5bf98" "#ffffff"
    MAPLE_FAR "#e6cfa4" "#c8b087" "#ffffff"
    WALNUT "#a06f49" "#83593a" "#d6d6d6"
    WALNUT_FAR "#8f5f3c" "#734c31" "#d6d6d6"
    OAK "#925d38" "#70472a" "#ffffff"
    OAK_FAR "#6a3f23" "#4d2d19" "#ffffff"
    ON_OAK "#f3e4c9" "#e4d3b4" "#000000"
    SLATE "#e6eaf1" "#c0c8d4" "#ffffff"
    SLATE_DARK "#7f90aa" "#5d6e87" "#d6d6d6"
    SLATE_RIM "#424c5d" "#2e3541" "#ffffff"
    ON_SLATE "#e6eaf1" "#c9d0da" "#000000"
    KAYA "#eac682" "#cba55f" "#ffffff"
    KAYA_FAR "#d3a350" "#ad8742" "#ffffff"
    KAYA_LINE "#4a3412" "#352409" "#000000"
    SEA "#5a9fcf" "#356f9b" "#ffffff"
    SEA_FAR "#2f6f9f" "#1d4868" "#ffffff"
    SEA_LINE "#9cc8e4" "#4d83a8" "#999999"
    ON_SEA "#ffffff" "#eaf3fa" "#000000"
    FRAME "#4079d2" "#3263b3" "#ffffff"
    FRAME_FAR "#21509c" "#1a3d79" "#ffffff"
    FRAME_EDGE "#17397a" "#112b5a" "#000000"
    HOLE "#f4f1ea" "#1b1e23" "#ffffff"
    LINING "#28503f" "#1e3f32" "#ffffff"
    LINING_FAR "#1f4034" "#173127" "#ffffff"
    WEDGE "#cdb083" "#aa8f64" "#ffffff"
    WEDGE_DARK "#9a3b2d" "#7e3026" "#cfcfcf"
    WEDGE_EDGE "none" "none" "#000000"
    // Pieces: where the light falls, where it does not, ridges, outlines.
    EBONY "#666b74" "#777d87" "#000000"
    EBONY_FAR "#101215" "#14161a" "#000000"
    EBONY_RIDGE "#686e78" "#868c97" "#ffffff"
    EBONY_EDGE "#0b0c0e" "#0b0c0e" "#000000"
    EBONY_DETAIL "#a3a9b4" "#b0b6c0" "#ffffff"
    IVORY "#ffffff" "#ffffff" "#ffffff"
    IVORY_FAR "#d8d0bf" "#cfc7b5" "#ffffff"
    IVORY_RIDGE "#b0a68f" "#a2987f" "#000000"
    IVORY_EDGE "#3d382a" "#2b271d" "#000000"
    IVORY_DETAIL "#7a7059" "#6c634c" "#000000"
    RED "#f27a6c" "#f07767" "#000000"
    RED_FAR "#b02415" "#a82416" "#000000"
    RED_RIDGE "#8c1c10" "#861a0f" "#ffffff"
    YELLOW "#ffe07a" "#ffdf78" "#ffffff"
    YELLOW_FAR "#e29a0d" "#d8930c" "#ffffff"
    YELLOW_RIDGE "#a56a00" "#9a6300" "#000000"
    BLUE "#7db0f2" "#86b6f4" "#ffffff"
    BLUE_FAR "#1e53a6" "#2259ad" "#ffffff"
    BLUE_RIDGE "#d6e6fb" "#d6e6fb" "#000000"
    NO_EDGE "none" "none" "#000000"
    PEN "#1f5fae" "#82b6f5" "#000000"
    OTHER_PEN "#b2391f" "#f3957f" "#000000"
    CROWN "#f5b921" "#f5b921" "#ffffff"
    CROWN_EDGE "#7a5200" "#7a5200" "#000000"
    CARD "#ffffff" "#f4f2ec" "#ffffff"
    CARD_EDGE "#cfcabd" "#8d8a82" "#000000"
    BACK "#34599b" "#2b4c86" "#ffffff"
    BACK_LINE "#87a5d6" "#7494ca" "#000000"
    SPADES "#1b1e24" "#1b1e24" "#000000"
    HEARTS "#c8102e" "#c8102e" "#000000"
    DIAMONDS "#1a5fd0" "#1a5fd0" "#000000"
    CLUBS "#12803a" "#12803a" "#000000"
    DIE "#ffffff" "#ffffff" "#ffffff"
    DIE_FAR "#e9e3d4" "#ddd6c5" "#ffffff"
    HULL "#c3cad1" "#aab3bc" "#e4e4e4"
    HULL_FAR "#87919c" "#717b86" "#e4e4e4"
    ON_HULL "#2b3138" "#21262c" "#000000"
    SPLASH "#ffffff" "#ffffff" "#000000"
    BLOW "#dd3b22" "#e34a31" "#000000"
    SHADOW "#000000" "#000000" "none"
}

/// The style sheet that gives every paint of [`board_svg`](crate::board_svg) its colour by night, in a page whose root
/// element says `data-theme="dark"`.
#[must_use]
pub fn board_css() -> String {
    let mut css = String::from("/* The paints of boards by night. */\n");
    for paint in PAINTS.iter().filter(|paint| paint.light != paint.dark) {
        for (data, property) in [("fill", "fill"), ("stroke", "stroke"), ("stop", "stop-color")] {
            let (name, dark) = (paint.name, paint.dark);
            let _ = writeln!(css, "[data-theme=\"dark\"] [data-{data}=\"{name}\"] {{ {property}: {dark}; }}");
        }
    }
    css
}
