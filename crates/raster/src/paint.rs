//! Paints: colours and gradients.

use roxmltree::{Document, Node};
use zeno::{Point, Transform};

use crate::RasterError;
use crate::attributes::{self, Style};

/// Colour with its opacity, each part from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Colour {
    pub(crate) red: f32,
    pub(crate) green: f32,
    pub(crate) blue: f32,
    pub(crate) alpha: f32,
}

/// Paint of a shape.
#[derive(Clone, Debug)]
pub(crate) enum Paint {
    /// One colour everywhere.
    Flat(Colour),
    /// Colours along a line, or from a point outwards.
    Gradient(Gradient),
}

/// Gradient of colours.
#[derive(Clone, Debug)]
pub(crate) struct Gradient {
    /// From pixels to the space of the gradient.
    to_gradient: Transform,
    course: Course,
    /// Places from 0 to 1 with their colours, in order.
    stops: Vec<(f32, Colour)>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Course {
    Linear(Point, Point),
    Radial(Point, f32),
}

impl Paint {
    /// Colour at a pixel.
    pub(crate) fn at(&self, x: f32, y: f32) -> Colour {
        let gradient = match self {
            Paint::Flat(colour) => return *colour,
            Paint::Gradient(gradient) => gradient,
        };
        let at = gradient.to_gradient.transform_point(Point::new(x, y));
        let place = match gradient.course {
            Course::Linear(from, to) => {
                let along = to - from;
                let length = along.x * along.x + along.y * along.y;
                if length > 0.0 { ((at - from).x * along.x + (at - from).y * along.y) / length } else { 1.0 }
            }
            Course::Radial(centre, radius) => (at - centre).length() / radius.max(f32::MIN_POSITIVE),
        };
        gradient.colour(place)
    }

    /// Paint with less opacity.
    pub(crate) fn faded(self, opacity: f32) -> Paint {
        let fade = |colour: Colour| Colour { alpha: colour.alpha * opacity, ..colour };
        match self {
            Paint::Flat(colour) => Paint::Flat(fade(colour)),
            Paint::Gradient(mut gradient) => {
                gradient.stops.iter_mut().for_each(|(_, colour)| *colour = fade(*colour));
                Paint::Gradient(gradient)
            }
        }
    }

    /// Paint of an attribute of a shape with this box, `(x, y, width, height)`; nothing for `none`.
    pub(crate) fn read(
        text: &str,
        document: &Document<'_>,
        frame: [f32; 4],
        to_pixels: &Transform,
    ) -> Result<Option<Paint>, RasterError> {
        if text == "none" || text == "transparent" {
            return Ok(None);
        }
        let Some(name) = text.strip_prefix("url(#").and_then(|rest| rest.split(')').next()) else {
            return colour(text).map(|colour| Some(Paint::Flat(colour)));
        };
        let node = attributes::find(document, name)?;
        gradient(node, document, frame, to_pixels).map(|gradient| Some(Paint::Gradient(gradient)))
    }
}

impl Gradient {
    fn colour(&self, place: f32) -> Colour {
        let after = self.stops.partition_point(|(at, _)| *at <= place);
        match (after.checked_sub(1).and_then(|at| self.stops.get(at)), self.stops.get(after)) {
            (None, Some((_, colour))) | (Some((_, colour)), None) => *colour,
            (Some((from, a)), Some((to, b))) => {
                let part = (place - from) / (to - from).max(f32::MIN_POSITIVE);
                let mix = |a: f32, b: f32| a + part * (b - a);
                Colour {
                    red: mix(a.red, b.red),
                    green: mix(a.green, b.green),
                    blue: mix(a.blue, b.blue),
                    alpha: mix(a.alpha, b.alpha),
                }
            }
            (None, None) => Colour { red: 0.0, green: 0.0, blue: 0.0, alpha: 0.0 },
        }
    }
}

fn gradient(
    node: Node<'_, '_>,
    document: &Document<'_>,
    frame: [f32; 4],
    to_pixels: &Transform,
) -> Result<Gradient, RasterError> {
    // Stops may stand in another gradient that this one names.
    let href = attributes::reference(node).map(|name| attributes::find(document, name)).transpose()?;
    let of_stops = |node: Node<'_, '_>| node.children().any(|child| child.has_tag_name("stop"));
    let source = if of_stops(node) { Some(node) } else { href };
    let mut stops = Vec::new();
    for stop in source.iter().flat_map(Node::children).filter(|child| child.is_element()) {
        let style = Style::of(stop);
        let at = style.get("offset").map_or(Ok(0.0), attributes::share)?;
        let mut found = colour(style.get("stop-color").unwrap_or("#000"))?;
        found.alpha *= style.get("stop-opacity").map_or(Ok(1.0), attributes::share)?;
        stops.push((at.clamp(0.0, 1.0), found));
    }
    let in_box = node.attribute("gradientUnits") != Some("userSpaceOnUse");
    let read = |name: &str, usual: f32| node.attribute(name).map_or(Ok(usual), attributes::share);
    let (course, whole) = match node.tag_name().name() {
        "linearGradient" => {
            let from = Point::new(read("x1", 0.0)?, read("y1", 0.0)?);
            (Course::Linear(from, Point::new(read("x2", 1.0)?, read("y2", 0.0)?)), true)
        }
        "radialGradient" => {
            let centre = Point::new(read("cx", 0.5)?, read("cy", 0.5)?);
            (Course::Radial(centre, read("r", 0.5)?), true)
        }
        other => (Course::Radial(Point::new(0.0, 0.0), 0.0), other.is_empty()),
    };
    if !whole {
        return Err(RasterError::new(format!("<{}> is no paint that is known", node.tag_name().name())));
    }
    let [x, y, width, height] = frame;
    let own = node.attribute("gradientTransform").map_or(Ok(Transform::IDENTITY), attributes::transform)?;
    let unit = if in_box { Transform::new(width, 0.0, 0.0, height, x, y) } else { Transform::IDENTITY };
    let to_user = attributes::then(&own, &unit);
    let all = attributes::then(&to_user, to_pixels);
    Ok(Gradient { to_gradient: all.invert().unwrap_or(Transform::IDENTITY), course, stops })
}

/// Colour of a text: `#abc`, `#aabbcc`, `rgb(1, 2, 3)` or one of a few names.
fn colour(text: &str) -> Result<Colour, RasterError> {
    let unknown = || RasterError::new(format!("{text:?} is no colour that is known"));
    let of_bytes = |red: u8, green: u8, blue: u8| {
        let [red, green, blue] = [red, green, blue].map(|byte| f32::from(byte) / 255.0);
        Colour { red, green, blue, alpha: 1.0 }
    };
    if let Some(digits) = text.strip_prefix('#') {
        let number = u32::from_str_radix(digits, 16).map_err(|_| unknown())?;
        let byte = |at: u32| (number >> at & 255) as u8;
        let digit = |at: u32| (number >> at & 15) as u8 * 17;
        return match digits.len() {
            3 => Ok(of_bytes(digit(8), digit(4), digit(0))),
            6 => Ok(of_bytes(byte(16), byte(8), byte(0))),
            8 => Ok(Colour { alpha: f32::from(byte(0)) / 255.0, ..of_bytes(byte(24), byte(16), byte(8)) }),
            _ => Err(unknown()),
        };
    }
    if let Some(inner) = text.strip_prefix("rgb(").and_then(|rest| rest.strip_suffix(')')) {
        let parts: Vec<u8> = inner.split([',', ' ']).filter(|part| !part.is_empty()).flat_map(str::parse).collect();
        return match parts[..] {
            [red, green, blue] => Ok(of_bytes(red, green, blue)),
            _ => Err(unknown()),
        };
    }
    match text {
        "black" | "currentColor" => Ok(of_bytes(0, 0, 0)),
        "white" => Ok(of_bytes(255, 255, 255)),
        "red" => Ok(of_bytes(255, 0, 0)),
        "gray" | "grey" => Ok(of_bytes(128, 128, 128)),
        _ => Err(unknown()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_their_usual_forms() {
        let white = Colour { red: 1.0, green: 1.0, blue: 1.0, alpha: 1.0 };
        for text in ["#fff", "#ffffff", "white", "rgb(255, 255, 255)", "#ffffffff"] {
            assert_eq!(colour(text), Ok(white), "{text}");
        }
        assert!(["#ff", "#xyz", "mauve", "rgb(1,2)", "rgb(1,2,300)"].iter().all(|text| colour(text).is_err()));
    }
}
