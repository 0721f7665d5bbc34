//! The few shapes that the timeline is made of, as SVG.

use crate::markup::Markup;
use crate::math::TERM;

/// How wide a character of a label is, roughly, in CSS pixels.
const CHARACTER: f64 = 7.0;

/// A picture being written. Shapes are drawn in the colour of the text around them,
/// by attributes that a style sheet overrules.
#[derive(Default)]
pub(crate) struct Svg {
    pub(crate) markup: Markup,
}

/// A horizontal bar.
pub(crate) struct Bar {
    pub(crate) class: &'static str,
    pub(crate) term: Option<&'static str>,
    /// Its left and right.
    pub(crate) ends: (f64, f64),
    /// The y of its middle.
    pub(crate) middle: f64,
    pub(crate) thickness: f64,
    pub(crate) opacity: &'static str,
}

impl Svg {
    pub(crate) fn bar(&mut self, bar: &Bar) {
        let x = px(bar.ends.0);
        let y = px(bar.middle - bar.thickness / 2.0);
        let width = px(bar.ends.1 - bar.ends.0);
        let height = px(bar.thickness);
        let mut attributes = vec![
            ("class", bar.class),
            ("x", x.as_str()),
            ("y", y.as_str()),
            ("width", width.as_str()),
            ("height", height.as_str()),
            ("fill", "currentColor"),
            ("fill-opacity", bar.opacity),
        ];
        attributes.extend(bar.term.map(|term| (TERM, term)));
        self.markup.empty("rect", &attributes);
    }

    pub(crate) fn line(
        &mut self,
        class: &str,
        term: Option<&'static str>,
        from: (f64, f64),
        to: (f64, f64),
    ) {
        let ends = [from.0, from.1, to.0, to.1].map(px);
        let mut attributes = vec![
            ("class", class),
            ("x1", ends[0].as_str()),
            ("y1", ends[1].as_str()),
            ("x2", ends[2].as_str()),
            ("y2", ends[3].as_str()),
            ("stroke", "currentColor"),
        ];
        attributes.extend(term.map(|term| (TERM, term)));
        self.markup.empty("line", &attributes);
    }

    /// A circle around the origin.
    pub(crate) fn circle(&mut self, class: &str, radius: &str, stroke: &str) {
        let attributes = [("class", class), ("r", radius), ("stroke-width", stroke)];
        self.markup.empty("circle", &attributes);
    }

    /// A label whose middle is at `(x, y of the baseline)`.
    pub(crate) fn text(&mut self, term: Option<&'static str>, label: &str, at: (f64, f64)) {
        let (x, y) = (px(at.0), px(at.1));
        let mut attributes = vec![
            ("class", "label"),
            ("x", x.as_str()),
            ("y", y.as_str()),
            ("text-anchor", "middle"),
            ("fill", "currentColor"),
        ];
        attributes.extend(term.map(|term| (TERM, term)));
        self.markup.leaf("text", &attributes, label);
    }
}

/// How wide a label is, roughly, in CSS pixels.
pub(crate) fn width_of(label: &str) -> f64 {
    label.chars().count() as f64 * CHARACTER
}

/// A length in CSS pixels, to a tenth: `12`, `12.5`.
pub(crate) fn px(length: f64) -> String {
    let tenths = (length * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
    match tenth {
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{tenth}"),
    }
}
