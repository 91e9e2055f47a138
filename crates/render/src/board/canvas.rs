//! Canvas: SVG as it is written, with the gradients that it needs.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::material::Fill;
use super::paint::{Look, Paint, SHADOW};
use crate::xml::{Coordinate, Escaped};

/// Shapes written so far.
pub(super) struct Canvas {
    pub(super) look: Look,
    pub(super) body: String,
    /// Gradients by their names.
    gradients: BTreeMap<String, String>,
}

/// Coordinates are written with one decimal at most.
pub(super) fn n(value: f64) -> Coordinate {
    Coordinate(value)
}

impl Canvas {
    pub(super) fn new(look: Look) -> Canvas {
        Canvas { look, body: String::new(), gradients: BTreeMap::new() }
    }

    /// Attributes that fill a shape.
    pub(super) fn fill(&mut self, fill: Fill) -> String {
        let (light, far, is_round) = match fill {
            Fill::Flat(paint) => return paint.attribute("fill", self.look),
            Fill::Slope(light, far) => (light, far, false),
            Fill::Round(light, far) => (light, far, true),
        };
        if light.colour(self.look) == far.colour(self.look) {
            return light.attribute("fill", self.look);
        }
        let name = format!("cp-{}-{}", light.name.to_lowercase(), if is_round { "round" } else { "slope" });
        let look = self.look;
        self.gradients.entry(name.clone()).or_insert_with(|| {
            let [light, far] = [light, far].map(|paint| paint.attribute("stop-color", look));
            match is_round {
                true => format!(
                    "<radialGradient id=\"{name}\" cx=\"0.36\" cy=\"0.3\" r=\"0.75\"><stop offset=\"0\"{light}/>\
                     <stop offset=\"1\"{far}/></radialGradient>"
                ),
                false => format!(
                    "<linearGradient id=\"{name}\" x2=\"0.6\" y2=\"1\"><stop offset=\"0\"{light}/><stop \
                     offset=\"1\"{far}/></linearGradient>"
                ),
            }
        });
        format!(" fill=\"url(#{name})\"")
    }

    pub(super) fn stroke(&self, paint: Paint, width: f64) -> String {
        format!("{} stroke-width=\"{}\"", paint.attribute("stroke", self.look), n(width))
    }

    /// Soft short shadow of something round; there is none in print.
    pub(super) fn shadow(&mut self, x: f64, y: f64, r: f64) -> String {
        if self.look == Look::Print {
            return String::new();
        }
        let colour = SHADOW.colour(self.look);
        let stops = format!(
            "<radialGradient id=\"cp-shadow\"><stop offset=\"0.72\" stop-color=\"{colour}\" stop-opacity=\"0.5\"/>\
             <stop offset=\"1\" stop-color=\"{colour}\" stop-opacity=\"0\"/></radialGradient>"
        );
        self.gradients.insert("cp-shadow".to_owned(), stops);
        let (x, y, r) = (n(x + 1.0), n(y + 2.0), n(r * 1.16));
        format!("<circle class=\"shadow\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"url(#cp-shadow)\"/>")
    }

    /// Text about a point on its base line.
    pub(super) fn text(&self, class: &str, [x, y]: [f64; 2], size: f64, paint: Paint, text: &str) -> String {
        let (x, y, size) = (n(x), n(y), n(size));
        format!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\"{}>{}</text>",
            paint.attribute("fill", self.look),
            Escaped(text)
        )
    }

    pub(super) fn line(&mut self, text: &str) {
        self.body.push_str(text);
        self.body.push('\n');
    }

    /// The gradients that were used.
    pub(super) fn defs(&self) -> String {
        let mut defs = String::new();
        if !self.gradients.is_empty() {
            defs.push_str("<defs>");
            for gradient in self.gradients.values() {
                let _ = write!(defs, "{gradient}");
            }
            defs.push_str("</defs>\n");
        }
        defs
    }
}
