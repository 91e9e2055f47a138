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
//! assert!(chart.svg().contains("<desc>nodes on a logarithmic scale against depth m: minimax from 10 at 1 to 586 at 3;"));
//! ```

mod legend;
mod pen;
mod picture;
mod raised;
mod span;
#[cfg(test)]
mod tests;

/// A line chart.
///
/// In every text of it `^{…}` is raised: `b^{m/2}`.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// The axis that goes to the right.
    pub x: Axis,
    /// The axis that goes up.
    pub y: Axis,
    /// What was measured.
    pub series: Vec<Series>,
    /// Curves to compare it with.
    pub references: Vec<Series>,
}

impl Chart {
    /// The chart as a picture. The same data give the same bytes.
    #[must_use]
    pub fn svg(&self) -> String {
        picture::draw(self)
    }
}

/// An axis of a chart. Its range and its ticks follow from the data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// What is measured along it.
    pub title: String,
    /// How values become lengths.
    pub scale: Scale,
}

impl Axis {
    /// An axis on which equal steps are equal differences.
    #[must_use]
    pub fn linear(title: impl Into<String>) -> Axis {
        Axis { title: title.into(), scale: Scale::Linear }
    }

    /// An axis on which equal steps are equal ratios.
    #[must_use]
    pub fn logarithmic(title: impl Into<String>) -> Axis {
        Axis { title: title.into(), scale: Scale::Logarithmic }
    }
}

/// How values become lengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Equal steps are equal differences.
    Linear,
    /// Equal steps are equal ratios. Only positive values have a place.
    Logarithmic,
}

/// A line with a name.
///
/// A point that has no place on the axes, such as 0 on a logarithmic one or NaN on any, leaves a gap. A series without
/// any point that has a place is left out.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The name, for the legend.
    pub name: String,
    /// Its points from left to right, x and y.
    pub points: Vec<(f64, f64)>,
}

impl Series {
    /// A series from its points.
    #[must_use]
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series { name: name.into(), points: points.into_iter().collect() }
    }
}
