//! Rasterizer of the SVG that `counterplay-render` writes: the same picture as PNG, for programs that take no SVG.
//!
//! It knows the elements that the renderer uses, with presentation attributes: groups with transforms, `rect`,
//! `circle`, `ellipse`, `line`, `polyline`, `polygon`, `path`, `text` with `tspan`, `use`, gradients, clip paths. It is
//! no general renderer: style sheets are not read, and an element that would be drawn and is not known is an error,
//! never left out in silence. Texts are drawn with glyphs of its own, so that a machine without fonts draws the same.

mod attributes;
mod canvas;
mod draw;
mod font;
mod paint;
mod png;

use std::fmt;

/// Most pixels of a picture.
const MOST_PIXELS: u64 = 100_000_000;

/// Reason why an SVG could not be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RasterError(String);

impl RasterError {
    fn new(message: impl Into<String>) -> RasterError {
        RasterError(message.into())
    }
}

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the picture cannot be drawn as PNG: {}", self.0)
    }
}

impl std::error::Error for RasterError {}

/// Draws an SVG as PNG, with so many pixels for each of its units.
///
/// # Errors
/// If it is no SVG, has an element that is not known, or is too large.
///
/// ```
/// let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><rect width="4" height="3"/></svg>"##;
/// let png = counterplay_raster::png(svg, 2.0)?;
/// assert_eq!(&png[1..4], b"PNG");
/// assert_eq!(png[16..24], [0, 0, 0, 8, 0, 0, 0, 6]);
/// # Ok::<(), counterplay_raster::RasterError>(())
/// ```
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, RasterError> {
    let document = roxmltree::Document::parse(svg).map_err(|error| RasterError::new(error.to_string()))?;
    let canvas = draw::draw(&document, scale)?;
    Ok(png::encode(canvas.width, canvas.height, &canvas.opaque()))
}
