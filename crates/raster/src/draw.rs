//! Drawing of the elements, from the first to the last.

use roxmltree::{Document, Node};
use zeno::{
    Bounds, Cap, Command, Fill, Join, Mask as Coverage, PathBuilder, PathData, Placement, Point, Stroke, Transform,
};

use crate::attributes::{self, Style, numbers, then};
use crate::canvas::{Canvas, Mask};
use crate::paint::Paint;
use crate::{MOST_PIXELS, RasterError, font};

/// Elements may stand in so many others.
const DEEPEST: usize = 64;

/// Elements that are drawn nowhere, or only where something refers to them.
const UNDRAWN: [&str; 9] =
    ["title", "desc", "metadata", "defs", "linearGradient", "radialGradient", "clipPath", "symbol", "script"];

/// What an element takes over from those around it.
#[derive(Clone)]
struct Inherited<'a> {
    /// From the element's own units to pixels.
    to_pixels: Transform,
    fill: &'a str,
    stroke: &'a str,
    stroke_width: f32,
    opacity: f32,
    fill_opacity: f32,
    stroke_opacity: f32,
    even_odd: bool,
    cap: Cap,
    join: Join,
    dashes: Vec<f32>,
    font_size: f32,
    bold: bool,
    anchor: &'a str,
    baseline: &'a str,
    clip: Option<std::rc::Rc<Mask>>,
}

impl<'a> Inherited<'a> {
    /// What the children of an element take over from it.
    fn with(&self, style: &Style<'a>) -> Result<Inherited<'a>, RasterError> {
        let mut own = self.clone();
        if let Some(text) = style.get("transform") {
            own.to_pixels = then(&attributes::transform(text)?, &self.to_pixels);
        }
        own.fill = style.get("fill").unwrap_or(self.fill);
        own.stroke = style.get("stroke").unwrap_or(self.stroke);
        own.stroke_width = style.number("stroke-width", self.stroke_width)?;
        // Shapes of a group that lie upon one another are each seen through, where a browser makes the group so whole.
        own.opacity *= style.get("opacity").map_or(Ok(1.0), attributes::share)?;
        own.fill_opacity = style.get("fill-opacity").map_or(Ok(self.fill_opacity), attributes::share)?;
        own.stroke_opacity = style.get("stroke-opacity").map_or(Ok(self.stroke_opacity), attributes::share)?;
        own.even_odd = style.get("fill-rule").map_or(self.even_odd, |rule| rule == "evenodd");
        own.cap = match style.get("stroke-linecap") {
            Some("round") => Cap::Round,
            Some("square") => Cap::Square,
            Some(_) => Cap::Butt,
            None => self.cap,
        };
        own.join = match style.get("stroke-linejoin") {
            Some("round") => Join::Round,
            Some("bevel") => Join::Bevel,
            Some(_) => Join::Miter,
            None => self.join,
        };
        match style.get("stroke-dasharray") {
            Some("none") => own.dashes = Vec::new(),
            Some(text) => own.dashes = numbers(text)?,
            None => {}
        }
        own.font_size = style.number("font-size", self.font_size)?;
        own.bold = style
            .get("font-weight")
            .map_or(self.bold, |weight| weight == "bold" || weight.parse::<u32>().is_ok_and(|weight| weight >= 600));
        own.anchor = style.get("text-anchor").unwrap_or(self.anchor);
        own.baseline = style.get("dominant-baseline").unwrap_or(self.baseline);
        Ok(own)
    }
}

/// Draws a document.
pub(crate) fn draw(document: &Document<'_>, scale: f32) -> Result<Canvas, RasterError> {
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(RasterError::new("it is no SVG"));
    }
    let style = Style::of(root);
    let frame = match style.get("viewBox").map(numbers).transpose()?.as_deref() {
        Some(&[x, y, width, height]) => [x, y, width, height],
        _ => [0.0, 0.0, style.number("width", 300.0)?, style.number("height", 150.0)?],
    };
    let [x, y, width, height] = frame;
    let size = (style.number("width", width)?, style.number("height", height)?);
    let pixels = [size.0, size.1].map(|length| (length * scale).ceil().max(1.0));
    if width <= 0.0 || height <= 0.0 || f64::from(pixels[0]) * f64::from(pixels[1]) > MOST_PIXELS as f64 {
        return Err(RasterError::new(format!("it would have {} × {} pixels", pixels[0], pixels[1])));
    }
    let to_pixels =
        then(&Transform::translation(-x, -y), &Transform::scale(scale * size.0 / width, scale * size.1 / height));
    let inherited = Inherited {
        to_pixels,
        fill: "#000",
        stroke: "none",
        stroke_width: 1.0,
        opacity: 1.0,
        fill_opacity: 1.0,
        stroke_opacity: 1.0,
        even_odd: false,
        cap: Cap::Butt,
        join: Join::Miter,
        dashes: Vec::new(),
        font_size: 16.0,
        bold: false,
        anchor: "start",
        baseline: "auto",
        clip: None,
    };
    let canvas = Canvas::new(pixels[0] as u32, pixels[1] as u32);
    let mut drawer = Drawer { document, canvas };
    drawer.children(root, &inherited.with(&style)?, 0)?;
    Ok(drawer.canvas)
}

struct Drawer<'a, 'i> {
    document: &'a Document<'i>,
    canvas: Canvas,
}

impl<'a, 'i> Drawer<'a, 'i> {
    fn children(&mut self, node: Node<'a, 'i>, around: &Inherited<'a>, depth: usize) -> Result<(), RasterError> {
        if depth > DEEPEST {
            return Err(RasterError::new("its elements are nested too deeply, or refer to themselves"));
        }
        let mut elements = node.children().filter(Node::is_element);
        elements.try_for_each(|child| self.element(child, around, depth))
    }

    fn element(&mut self, node: Node<'a, 'i>, around: &Inherited<'a>, depth: usize) -> Result<(), RasterError> {
        let name = node.tag_name().name();
        let style = Style::of(node);
        if UNDRAWN.contains(&name) || style.get("display") == Some("none") || style.get("visibility") == Some("hidden")
        {
            return Ok(());
        }
        let mut own = around.with(&style)?;
        if style.get("filter").is_some_and(|filter| filter != "none") || style.get("mask").is_some() {
            return Err(RasterError::new(format!("<{name}> has a filter or a mask")));
        }
        if let Some(text) = style.get("clip-path").filter(|text| *text != "none") {
            let id = text.strip_prefix("url(#").and_then(|rest| rest.split(')').next()).unwrap_or(text);
            own.clip = Some(std::rc::Rc::new(self.clip(attributes::find(self.document, id)?, &own)?));
        }
        match name {
            "g" | "a" | "svg" => self.children(node, &own, depth + 1),
            "use" => {
                let id = attributes::reference(node).ok_or_else(|| RasterError::new("<use> refers to nothing"))?;
                let target = attributes::find(self.document, id)?;
                let moved = Transform::translation(style.number("x", 0.0)?, style.number("y", 0.0)?);
                own.to_pixels = then(&moved, &own.to_pixels);
                if target.tag_name().name() == "symbol" {
                    return self.children(target, &own, depth + 1);
                }
                if depth > DEEPEST {
                    return Err(RasterError::new("its elements refer to themselves"));
                }
                self.element(target, &own, depth + 1)
            }
            "text" => self.text(node, &style, &own),
            _ => {
                let path = shape(name, &style)?;
                self.paint(&path, &own)
            }
        }
    }

    /// Paints the inside of a path and then its outline.
    fn paint(&mut self, path: &[Command], own: &Inherited<'_>) -> Result<(), RasterError> {
        let frame = frame_of(path);
        let clip = own.clip.as_deref();
        if let Some(paint) = Paint::read(own.fill, self.document, frame, &own.to_pixels)? {
            let rule = if own.even_odd { Fill::EvenOdd } else { Fill::NonZero };
            let mut coverage = Coverage::new(path);
            let (mask, placed) = coverage.style(rule).transform(Some(own.to_pixels)).render();
            self.cover(&mask, placed, &paint.faded(own.opacity * own.fill_opacity), clip);
        }
        if let Some(paint) =
            Paint::read(own.stroke, self.document, frame, &own.to_pixels)?.filter(|_| own.stroke_width > 0.0)
        {
            let mut stroke = Stroke::new(own.stroke_width);
            stroke.cap(own.cap).join(own.join).dash(&own.dashes, 0.0);
            let mut coverage = Coverage::new(path);
            let (mask, placed) = coverage.style(stroke).transform(Some(own.to_pixels)).render();
            self.cover(&mask, placed, &paint.faded(own.opacity * own.stroke_opacity), clip);
        }
        Ok(())
    }

    fn cover(&mut self, mask: &[u8], placed: Placement, paint: &Paint, clip: Option<&Mask>) {
        self.canvas.cover(mask, (placed.left, placed.top), placed.width, paint, clip);
    }

    /// Mask of a clip path, within the one that holds already.
    fn clip(&self, node: Node<'a, 'i>, around: &Inherited<'a>) -> Result<Mask, RasterError> {
        let (width, height) = (self.canvas.width as i32, self.canvas.height as i32);
        let mut whole = vec![0u8; width as usize * height as usize];
        for child in node.children().filter(Node::is_element) {
            let style = Style::of(child);
            let own = around.with(&style)?;
            let path = shape(child.tag_name().name(), &style)?;
            let (mask, placed) = Coverage::new(&path[..]).transform(Some(own.to_pixels)).render();
            for (row, line) in (placed.top..).zip(mask.chunks_exact(placed.width.max(1) as usize)) {
                for (column, &coverage) in (placed.left..).zip(line) {
                    if (0..height).contains(&row) && (0..width).contains(&column) {
                        let at = (row * width + column) as usize;
                        whole[at] = whole[at].max(coverage);
                    }
                }
            }
        }
        if let Some(outer) = &around.clip {
            let meet = |(here, there): (&mut u8, &u8)| *here = (u16::from(*here) * u16::from(*there) / 255) as u8;
            whole.iter_mut().zip(outer.iter()).for_each(meet);
        }
        Ok(whole)
    }

    /// Draws a text, with the `tspan`s in it: each that has a place begins there, the others go on.
    fn text(&mut self, node: Node<'a, 'i>, style: &Style<'a>, own: &Inherited<'a>) -> Result<(), RasterError> {
        let mut runs: Vec<(String, Inherited<'a>)> = Vec::new();
        let mut at = Point::new(style.number("x", 0.0)?, style.number("y", 0.0)?);
        for child in node.children() {
            if let Some(words) = child.text().filter(|_| child.is_text()) {
                runs.push((blanks_joined(words, runs.is_empty()), own.clone()));
            } else if child.tag_name().name() == "tspan" {
                let style = Style::of(child);
                let inner = own.with(&style)?;
                if style.get("x").is_some() || style.get("y").is_some() || style.get("dy").is_some() {
                    self.runs(&runs, at)?;
                    runs.clear();
                    at = Point::new(style.number("x", at.x)?, style.number("y", at.y)? + style.number("dy", 0.0)?);
                }
                let words: String = child.descendants().filter(Node::is_text).filter_map(|part| part.text()).collect();
                runs.push((blanks_joined(&words, runs.is_empty()), inner));
            } else if child.is_element() && !UNDRAWN.contains(&child.tag_name().name()) {
                return Err(RasterError::new(format!("<{}> in a text is not known", child.tag_name().name())));
            }
        }
        self.runs(&runs, at)
    }

    /// Draws runs of text one behind the other, from, about or up to a point.
    fn runs(&mut self, runs: &[(String, Inherited<'_>)], at: Point) -> Result<(), RasterError> {
        let width = |(text, own): &(String, Inherited<'_>)| font::width(text) * own.font_size / font::EM;
        let all: f32 = runs.iter().map(width).sum();
        let mut x = match runs.first().map(|(_, own)| own.anchor) {
            Some("middle") => at.x - all / 2.0,
            Some("end") => at.x - all,
            _ => at.x,
        };
        for (text, own) in runs {
            let unit = own.font_size / font::EM;
            let down = match own.baseline {
                "middle" | "central" => font::X_HEIGHT / 2.0 * unit,
                "hanging" => font::X_HEIGHT * unit,
                _ => 0.0,
            };
            for character in text.chars() {
                let glyph = font::glyph(character);
                let outline: Vec<Command> = glyph.path.commands().collect();
                let placed = then(&Transform::scale(unit, unit), &Transform::translation(x, at.y + down));
                let mut drawn = Inherited { to_pixels: then(&placed, &own.to_pixels), ..own.clone() };
                drawn.stroke_width = own.stroke_width / unit;
                if own.bold && own.stroke == "none" {
                    // There are no bold outlines: the usual ones are drawn a little larger.
                    (drawn.stroke, drawn.stroke_width, drawn.stroke_opacity) = (own.fill, 90.0, own.fill_opacity);
                }
                self.paint(&outline, &drawn)?;
                x += glyph.advance * unit;
            }
        }
        Ok(())
    }
}

/// Text with its blanks as SVG has them: one between words, and none at the beginning.
fn blanks_joined(text: &str, begins: bool) -> String {
    let mut joined = String::new();
    for character in text.chars() {
        let blank = matches!(character, ' ' | '\n' | '\t' | '\r');
        if !blank {
            joined.push(character);
        } else if !(joined.ends_with(' ') || begins && joined.is_empty()) {
            joined.push(' ');
        }
    }
    joined
}

/// Path of a shape.
fn shape(name: &str, style: &Style<'_>) -> Result<Vec<Command>, RasterError> {
    let number = |name: &str| style.number(name, 0.0);
    let mut path: Vec<Command> = Vec::new();
    match name {
        "path" => {
            let data = style.get("d").unwrap_or_default();
            zeno::validate_svg(data)
                .map_err(|at| RasterError::new(format!("byte {at} of the path {data:?} is wrong")))?;
            path.extend(data.commands());
        }
        "rect" => {
            let (x, y, width, height) = (number("x")?, number("y")?, number("width")?, number("height")?);
            let round = style.number("rx", number("ry")?)?;
            if round > 0.0 {
                path.add_round_rect((x, y), width, height, round, style.number("ry", round)?);
            } else if width > 0.0 && height > 0.0 {
                path.add_rect((x, y), width, height);
            }
        }
        "circle" => drop(path.add_circle((number("cx")?, number("cy")?), number("r")?)),
        "ellipse" => drop(path.add_ellipse((number("cx")?, number("cy")?), number("rx")?, number("ry")?)),
        "line" => {
            path.move_to((number("x1")?, number("y1")?));
            path.line_to((number("x2")?, number("y2")?));
        }
        "polyline" | "polygon" => {
            for (at, point) in numbers(style.get("points").unwrap_or_default())?.chunks_exact(2).enumerate() {
                let point = (point[0], point[1]);
                if at == 0 {
                    path.move_to(point)
                } else {
                    path.line_to(point)
                };
            }
            if name == "polygon" {
                path.close();
            }
        }
        _ => return Err(RasterError::new(format!("<{name}> is not known"))),
    }
    Ok(path)
}

/// Box around a path: its corner, its width and its height.
fn frame_of(path: &[Command]) -> [f32; 4] {
    let Bounds { min, max } = zeno::bounds(path, Fill::NonZero, None);
    [min.x, min.y, max.x - min.x, max.y - min.y]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red, green and blue of a pixel.
    fn pixel(inner: &str, x: usize, y: usize) -> [u8; 3] {
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\">{inner}</svg>");
        let canvas = draw(&Document::parse(&svg).unwrap(), 1.0).unwrap();
        let pixels = canvas.opaque();
        let at = 3 * (y * canvas.width as usize + x);
        [pixels[at], pixels[at + 1], pixels[at + 2]]
    }

    const WHITE: [u8; 3] = [255; 3];
    const RED: [u8; 3] = [255, 0, 0];

    #[test]
    fn shapes_cover_what_they_should() {
        for shape in [
            r##"<rect x="5" y="2" width="6" height="6" fill="#f00"/>"##,
            r##"<circle cx="8" cy="5" r="3" fill="#f00"/>"##,
            r##"<polygon points="5,2 11,2 11,8 5,8" style="fill: #f00"/>"##,
            r##"<g fill="red" transform="translate(5 2) scale(2)"><path d="M0 0h3v3h-3z"/></g>"##,
            r##"<line x1="5" y1="5" x2="11" y2="5" stroke="#f00" stroke-width="6"/>"##,
            r##"<defs><g id="a"><rect width="6" height="6" fill="#f00"/></g></defs><use href="#a" x="5" y="2"/>"##,
        ] {
            assert_eq!((pixel(shape, 8, 5), pixel(shape, 2, 5), pixel(shape, 15, 5)), (RED, WHITE, WHITE), "{shape}");
        }
        assert_eq!(pixel(r##"<rect width="9" height="9" fill="#000" opacity="0.5"/>"##, 4, 4), [128; 3]);
    }

    #[test]
    fn gradients_clips_and_texts_are_drawn() {
        let gradient = r##"<defs><linearGradient id="g"><stop offset="0" stop-color="#000"/><stop offset="100%"
            stop-color="#fff"/></linearGradient></defs><rect width="20" height="10" fill="url(#g)"/>"##;
        let shades = [1, 10, 18].map(|x| pixel(gradient, x, 5)[0]);
        assert!(shades[0] < 30 && (120..150).contains(&shades[1]) && shades[2] > 225, "{shades:?}");
        let clipped = r##"<clipPath id="c"><rect width="10" height="10"/></clipPath>
            <g clip-path="url(#c)"><rect width="20" height="10" fill="#f00"/></g>"##;
        assert_eq!((pixel(clipped, 5, 5), pixel(clipped, 15, 5)), (RED, WHITE));
        // The stem of an I stands in the middle.
        let text = r##"<text x="10" y="9" font-size="10" text-anchor="middle" fill="#f00">I</text>"##;
        let drawn = pixel(text, 9, 5)[1].min(pixel(text, 10, 5)[1]);
        assert!(drawn < 160 && pixel(text, 5, 5) == WHITE && pixel(text, 14, 5) == WHITE, "{drawn}");
    }

    #[test]
    fn what_is_not_known_is_told_and_never_left_out() {
        let refused = |svg: &str| draw(&Document::parse(svg).unwrap(), 1.0).err().map(|error| error.to_string());
        for (inner, told) in [
            ("<image/>", "<image> is not known"),
            ("<rect fill='mauve' width='3' height='3'/>", "no colour"),
            ("<rect filter='url(#f)' width='3' height='3'/>", "filter"),
            ("<path d='M0 0 X'/>", "byte"),
            ("<g id='a'><use href='#a'/></g>", "refer to themselves"),
            ("<use href='#b'/>", "no element #b"),
        ] {
            let error = refused(&format!("<svg width='9' height='9'>{inner}</svg>")).unwrap_or_default();
            assert!(error.contains(told), "{inner}: {error}");
        }
        assert!(refused("<p/>").is_some() && refused("<svg width='99999' height='99999'/>").is_some());
    }
}
