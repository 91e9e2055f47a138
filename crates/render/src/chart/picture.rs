//! Picture of a chart: where everything stands.

use std::fmt::Write;

use super::legend;
use super::line_style::LineStyle;
use super::span::Span;
use super::superscript::Superscript;
use super::{Axis, Chart, Scale, Series};
use crate::number::decimal;
use crate::style::{INK, svg_tag};
use crate::xml::{Coordinate, Escaped};

/// Font sizes.
const TITLE: f64 = 19.0;
pub(super) const NAME: f64 = 15.0;
const TICK: f64 = 14.0;
/// Width factor of a bold text.
const BOLD: f64 = 1.08;

/// Least width of the picture, and least width and height of the field of the lines.
const WIDE: f64 = 900.0;
const FIELD: (f64, f64) = (320.0, 420.0);
const MARGIN: f64 = 20.0;
/// Height above the field, for the title and the name of the vertical axis; and below it, for ticks and the name of the
/// other one.
const ABOVE: f64 = 86.0;
const BELOW: f64 = 66.0;
/// Distance of points from the left and the right of the field, so that markers stay clear of the axis.
const INSET: f64 = 16.0;
/// Distance between the markers of a series: a line of a thousand points would else be nothing but markers.
const BETWEEN_MARKERS: f64 = 28.0;

/// Most markers upon each other that still have rims: with more they would be too large.
const MOST_RIMS: usize = 2;

/// Field in which the lines are.
pub(super) struct Field {
    left: f64,
    pub right: f64,
    pub top: f64,
    pub foot: f64,
}

impl Field {
    fn x(&self, share: f64) -> f64 {
        self.left + INSET + share * (self.right - self.left - 2.0 * INSET)
    }

    fn y(&self, share: f64) -> f64 {
        self.foot - share * (self.foot - self.top)
    }
}

/// Line of the chart: a series with its places in the picture.
pub(super) struct Line<'a> {
    pub series: &'a Series,
    pub line_style: LineStyle,
    /// Places of the points, with gaps; one of them at least is no gap.
    places: Vec<Option<(f64, f64)>>,
}

impl Line<'_> {
    /// End of the line.
    pub(super) fn end(&self) -> (f64, f64) {
        self.places.iter().rev().flatten().next().copied().unwrap_or_default()
    }
}

/// Draws the chart.
pub(super) fn draw(chart: &Chart) -> String {
    // 1. What has a place on the axes.
    let has_place = |&(x, y): &(f64, f64)| chart.x.scale.has(x) && chart.y.scale.has(y);
    let is_drawn = |series: &&Series| series.points.iter().any(has_place);
    let references = (0..).map(LineStyle::of_reference).zip(chart.references.iter().filter(is_drawn));
    let series = (0..).map(LineStyle::of_series).zip(chart.series.iter().filter(is_drawn));
    // References come first and so lie below what was measured.
    let drawn: Vec<(LineStyle, &Series)> = references.chain(series).collect();
    let points = drawn.iter().flat_map(|(_, series)| series.points.iter().copied().filter(has_place));
    let (across, up): (Vec<f64>, Vec<f64>) = points.unzip();
    // 2. The field, between the ticks of one axis and the legend.
    let up = Span::new(chart.y.scale, &up, true, 8);
    let names: Vec<&str> = drawn.iter().map(|(_, series)| series.name.as_str()).collect();
    let (legend_wide, legend_high) = legend::size(&names);
    let left = MARGIN + up.widest(TICK) + 10.0;
    let title_wide = Superscript(&chart.title).width(TITLE) * BOLD + 2.0 * MARGIN;
    let wide = WIDE.max(left + FIELD.0 + legend_wide + MARGIN).max(title_wide);
    let foot = ABOVE + FIELD.1.max(legend_high);
    let field = Field { left, right: wide - MARGIN - legend_wide, top: ABOVE, foot };
    // 3. The other axis: as many ticks as there is room for.
    let room = field.x(1.0) - field.x(0.0);
    let fits = |span: &Span| (span.widest(TICK) + 12.0) * (span.ticks.len().saturating_sub(1)) as f64 <= room;
    let with_ticks = |most| Span::new(chart.x.scale, &across, false, most);
    let across = (2..=12).rev().map(with_ticks).find(fits).unwrap_or_else(|| with_ticks(1));
    let place = |&(x, y): &(f64, f64)| Some((field.x(across.share(x)?), field.y(up.share(y)?)));
    let lines = drawn.into_iter().map(|(line_style, series)| {
        let places = series.points.iter().map(place).collect();
        Line { series, line_style, places }
    });
    let lines: Vec<Line<'_>> = lines.collect();
    // 4. The picture: what was measured covers the axes.
    let mut out = head(chart, wide, foot + BELOW, &lines);
    axes(&mut out, (&chart.x, &across), (&chart.y, &up), &field);
    for (at, line) in lines.iter().enumerate() {
        draw_line(&mut out, line, &lines[at + 1..]);
    }
    if lines.is_empty() {
        text(&mut out, (field.x(0.5), field.y(0.5)), "middle", NAME, "there are no points to show");
    }
    legend::draw(&mut out, &lines, &field);
    out.push_str("</svg>\n");
    out
}

fn head(chart: &Chart, wide: f64, high: f64, lines: &[Line<'_>]) -> String {
    let title = Superscript(&chart.title);
    format!(
        r##"{8} fill="{INK}">
<title>{2}</title>
<desc>{3}</desc>
<rect class="ground" width="{0}" height="{1}" fill="#fff"/>
<text class="title" x="{4}" y="{5}" font-size="{6}" font-weight="bold">{7}</text>
"##,
        Coordinate(wide),
        Coordinate(high),
        Escaped(&title.plain()),
        Escaped(&description(chart, lines)),
        Coordinate(MARGIN),
        Coordinate(MARGIN + TITLE * 0.8),
        Coordinate(TITLE),
        title.spans(TITLE),
        svg_tag("counterplay-chart", wide, high)
    )
}

/// Description of the chart for screen readers: each line by its ends, what was measured first.
fn description(chart: &Chart, lines: &[Line<'_>]) -> String {
    let scale = if chart.y.scale == Scale::Logarithmic { " on a logarithmic scale" } else { "" };
    let [x, y] = [&chart.x, &chart.y].map(|axis| Superscript(&axis.title).plain());
    let (references, series): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.line_style.is_reference());
    let in_words = |line: &Line<'_>| {
        let points = line.series.points.iter().zip(&line.places).filter(|(_, place)| place.is_some());
        let mut points = points.map(|((x, y), _)| format!("{} at {}", decimal(*y), decimal(*x)));
        let (name, first) = (Superscript(&line.series.name).plain(), points.next().unwrap_or_default());
        match points.next_back() {
            None => format!("{name} {first}"),
            Some(last) => format!("{name} from {first} to {last}"),
        }
    };
    let in_words: Vec<String> = series.into_iter().chain(references).map(in_words).collect();
    let sign = if in_words.is_empty() { "" } else { ": " };
    format!("{y}{scale} against {x}{sign}{}.", in_words.join("; "))
}

/// Draws the axes: ticks, their numbers, faint lines across the field, and names.
fn axes(out: &mut String, (x, across): (&Axis, &Span), (y, up): (&Axis, &Span), field: &Field) {
    let (left, right, foot) = (Coordinate(field.left), Coordinate(field.right), Coordinate(field.foot));
    let mut grid = String::new();
    let mut lines = format!("M{left} {}V{foot}H{right}", Coordinate(field.top));
    for tick in &up.ticks {
        let y = Coordinate(field.y(tick.share));
        let _ = write!(grid, "M{left} {y}H{right}");
        let _ = write!(lines, "M{left} {y}h-6");
    }
    for share in &up.minor {
        let _ = write!(lines, "M{left} {}h-3", Coordinate(field.y(*share)));
    }
    for tick in &across.ticks {
        let _ = write!(lines, "M{} {foot}v6", Coordinate(field.x(tick.share)));
    }
    for share in &across.minor {
        let _ = write!(lines, "M{} {foot}v3", Coordinate(field.x(*share)));
    }
    let _ = writeln!(out, r##"<path class="grid" d="{grid}" fill="none" stroke="#dedede"/>"##);
    let _ = writeln!(out, r#"<path class="axes" d="{lines}" fill="none" stroke="{INK}" stroke-width="1.2"/>"#);
    for tick in &up.ticks {
        text(out, (field.left - 10.0, field.y(tick.share) + TICK * 0.36), "end", TICK, &tick.text);
    }
    for tick in &across.ticks {
        text(out, (field.x(tick.share), field.foot + 9.0 + TICK), "middle", TICK, &tick.text);
    }
    text(out, (MARGIN, field.top - 20.0), "start", NAME, &y.title);
    text(out, (field.x(0.5), field.foot + BELOW - 16.0), "middle", NAME, &x.title);
}

/// Draws a line, then its markers; the lines `after` it are those that will lie upon it.
fn draw_line(out: &mut String, line: &Line<'_>, after: &[Line<'_>]) {
    let Line { series, line_style, places } = line;
    let class = if line_style.is_reference() { "reference" } else { "series" };
    let _ = write!(out, r#"<g class="{class}"><title>{}</title>"#, Escaped(&Superscript(&series.name).plain()));
    let mut path = String::new();
    for run in places.split(Option::is_none).filter(|run| run.len() > 1) {
        for (at, (x, y)) in run.iter().flatten().enumerate() {
            let _ = write!(path, "{}{} {}", if at == 0 { 'M' } else { 'L' }, Coordinate(*x), Coordinate(*y));
        }
    }
    if !path.is_empty() {
        let _ = write!(out, r#"<path d="{path}" {} stroke-linejoin="round"/>"#, line_style.stroke());
    }
    let mut before: Option<(f64, f64)> = None;
    for &place in places.iter().flatten() {
        if before.is_none_or(|before| distance(place, before) >= BETWEEN_MARKERS) || place == line.end() {
            // Of markers upon each other the lower ones are larger, so that a rim of each is seen.
            let covers = |line: &&Line<'_>| line.places.iter().flatten().any(|other| distance(place, *other) < 2.0);
            let above = after.iter().filter(covers).count().min(MOST_RIMS);
            out.push_str(&line_style.marker(place, 1.0 + 0.4 * above as f64));
            before = Some(place);
        }
    }
    out.push_str("</g>\n");
}

fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Writes a text of a chart; the colour is that of the whole.
pub(super) fn text(out: &mut String, (x, y): (f64, f64), anchor: &str, size: f64, words: &str) {
    let anchor = if anchor == "start" { String::new() } else { format!(r#" text-anchor="{anchor}""#) };
    let spans = Superscript(words).spans(size);
    let _ = writeln!(
        out,
        r#"<text x="{}" y="{}" font-size="{}"{anchor}>{spans}</text>"#,
        Coordinate(x),
        Coordinate(y),
        Coordinate(size)
    );
}
