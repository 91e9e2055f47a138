//! Attributes of elements: numbers, transforms, references.

use roxmltree::{Document, Node};
use zeno::{Angle, Transform};

use crate::RasterError;

/// Attributes of an element; those of `style="…"` go before the others.
pub(crate) struct Style<'a> {
    declared: Vec<(&'a str, &'a str)>,
    attributes: Vec<(&'a str, &'a str)>,
}

impl<'a> Style<'a> {
    pub(crate) fn of(node: Node<'a, '_>) -> Style<'a> {
        let declared = node.attribute("style").unwrap_or_default().split(';');
        let declared =
            declared.filter_map(|rule| rule.split_once(':')).map(|(name, value)| (name.trim(), value.trim()));
        let attributes = node.attributes().map(|attribute| (attribute.name(), attribute.value().trim()));
        Style { declared: declared.collect(), attributes: attributes.collect() }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        self.declared.iter().chain(&self.attributes).find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// Number of an attribute, or what it is without one.
    pub(crate) fn number(&self, name: &str, usual: f32) -> Result<f32, RasterError> {
        self.get(name).map_or(Ok(usual), number)
    }
}

/// Number, with `px` behind it or nothing.
pub(crate) fn number(text: &str) -> Result<f32, RasterError> {
    let found = text.trim_end_matches("px").parse::<f32>().ok().filter(|number| number.is_finite());
    found.ok_or_else(|| RasterError::new(format!("{text:?} is no number")))
}

/// Number from 0 to 1, or a percentage.
pub(crate) fn share(text: &str) -> Result<f32, RasterError> {
    match text.strip_suffix('%') {
        Some(percent) => number(percent).map(|percent| percent / 100.0),
        None => number(text),
    }
}

/// Numbers between blanks and commas.
pub(crate) fn numbers(text: &str) -> Result<Vec<f32>, RasterError> {
    text.split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty()).map(number).collect()
}

/// Transform that does the first, then the second.
pub(crate) fn then(first: &Transform, second: &Transform) -> Transform {
    // By hand: `Transform::then` of zeno 0.3 takes the two parts of a rotation for one another.
    Transform {
        xx: second.xx * first.xx + second.yx * first.xy,
        xy: second.xy * first.xx + second.yy * first.xy,
        yx: second.xx * first.yx + second.yx * first.yy,
        yy: second.xy * first.yx + second.yy * first.yy,
        x: second.xx * first.x + second.yx * first.y + second.x,
        y: second.xy * first.x + second.yy * first.y + second.y,
    }
}

/// Transform of an attribute: `translate(3 4) rotate(90)`.
pub(crate) fn transform(text: &str) -> Result<Transform, RasterError> {
    let unknown = || RasterError::new(format!("{text:?} is no transform that is known"));
    let mut all = Transform::IDENTITY;
    for part in text.split(')').map(|part| part.trim_start_matches([',', ' ', '\n'])).filter(|part| !part.is_empty()) {
        let (name, inner) = part.split_once('(').ok_or_else(unknown)?;
        let next = match (name.trim(), &numbers(inner)?[..]) {
            ("translate", [x]) => Transform::translation(*x, 0.0),
            ("translate", [x, y]) => Transform::translation(*x, *y),
            ("scale", [both]) => Transform::scale(*both, *both),
            ("scale", [x, y]) => Transform::scale(*x, *y),
            ("rotate", [degrees]) => Transform::rotation(Angle::from_degrees(*degrees)),
            ("rotate", [degrees, x, y]) => {
                let turned = then(&Transform::translation(-x, -y), &Transform::rotation(Angle::from_degrees(*degrees)));
                then(&turned, &Transform::translation(*x, *y))
            }
            ("matrix", [a, b, c, d, e, f]) => Transform::new(*a, *b, *c, *d, *e, *f),
            _ => return Err(unknown()),
        };
        // What stands further right is done first.
        all = then(&next, &all);
    }
    Ok(all)
}

/// Element of an `id`.
pub(crate) fn find<'a, 'i>(document: &'a Document<'i>, id: &str) -> Result<Node<'a, 'i>, RasterError> {
    let found = document.descendants().find(|node| node.attribute("id") == Some(id));
    found.ok_or_else(|| RasterError::new(format!("there is no element #{id}")))
}

/// Element that an element refers to by `href`.
pub(crate) fn reference<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    let linked = node.attributes().find(|attribute| attribute.name() == "href");
    linked.and_then(|attribute| attribute.value().strip_prefix('#'))
}

#[cfg(test)]
mod tests {
    use zeno::Point;

    use super::*;

    #[test]
    fn transforms_are_done_from_right_to_left() {
        let at = |text: &str, x: f32, y: f32| transform(text).unwrap().transform_point(Point::new(x, y));
        assert_eq!(at("translate(10 20) scale(2)", 1.0, 1.0), Point::new(12.0, 22.0));
        assert_eq!(at("scale(2) translate(10, 20)", 1.0, 1.0), Point::new(22.0, 42.0));
        assert_eq!(at("matrix(1 0 0 1 5 6)", 1.0, 1.0), Point::new(6.0, 7.0));
        let turned = at("rotate(90 10 10)", 20.0, 10.0);
        assert!((turned.x - 10.0).abs() < 1e-4 && (turned.y - 20.0).abs() < 1e-4, "{turned:?}");
        assert!(["skewX(3)", "translate(x)", "scale"].iter().all(|text| transform(text).is_err()));
    }
}
