//! Line charts in SVG: nodes against depth, strength against time, whatever has two axes.
//!
//! A chart is a pure function of its data. Each series has a colour, a marker and a dash pattern of its own, so that it
//! is also found on a black and white print; the names stand beside the ends of the lines, in their order. Reference
//! curves are thin, dashed and without markers. As in the [tree](crate::svg()) there are presentation attributes
//! instead of a style sheet, a white ground, and names are escaped.
//!
//! ```
//! use counterplay_render::chart::{Axis, Chart, Series};
//!
//! let chart = Chart {
//!     title: "Nodes by depth".into(),
//!     x: Axis::linear("depth m"),
//!     y: Axis::logarithmic("nodes"),
//!     series: vec![Series::new("minimax", [(1.0, 10.0), (2.0, 82.0), (3.0, 586.0)])],
//!     references: vec![Series::new("b^{m}, b = 8", [(1.0, 8.0), (2.0, 64.0), (3.0, 512.0)])],
//! };
//! let description = "<desc>nodes on a logarithmic scale against depth m: minimax from 10 at 1 to 586 at 3;";
//! assert!(chart.svg().contains(description));
//! ```

mod legend;
mod line_style;
mod picture;
mod span;
mod superscript;
#[cfg(test)]
mod tests;

/// A line chart.
///
/// In every text of it `^{…}` is raised: `b^{m/2}`.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// Title of the chart.
    pub title: String,
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// Measured series.
    pub series: Vec<Series>,
    /// Reference curves to compare them with.
    pub references: Vec<Series>,
}

impl Chart {
    /// Draws the chart as SVG. The same data give the same bytes.
    #[must_use]
    pub fn svg(&self) -> String {
        picture::draw(self)
    }
}

/// An axis of a chart. Its range and its ticks follow from the data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// Title of the axis: what is measured along it.
    pub title: String,
    /// Scale of the axis.
    pub scale: Scale,
}

impl Axis {
    /// Linear axis.
    #[must_use]
    pub fn linear(title: impl Into<String>) -> Axis {
        Axis { title: title.into(), scale: Scale::Linear }
    }

    /// Logarithmic axis.
    #[must_use]
    pub fn logarithmic(title: impl Into<String>) -> Axis {
        Axis { title: title.into(), scale: Scale::Logarithmic }
    }
}

/// Scale of an axis: how values become lengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Linear: equal steps are equal differences.
    Linear,
    /// Logarithmic: equal steps are equal ratios. Only positive values have a place.
    Logarithmic,
}

/// Series of points: a line with a name.
///
/// A point that has no place on the axes, such as 0 on a logarithmic one or NaN on any, leaves a gap. A series without
/// any point that has a place is left out.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Points from left to right, x and y.
    pub points: Vec<(f64, f64)>,
}

impl Series {
    /// A series from its points.
    #[must_use]
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series { name: name.into(), points: points.into_iter().collect() }
    }
}
