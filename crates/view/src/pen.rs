//! What the charts draw with: filled rectangles, areas and words in device pixels.
//!
//! What stands upright is filled, for its edges are sharp on every backend: a line of
//! odd width between whole pixels is not.

use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, TextStyle};

use crate::load_chart::Drawn;
use crate::palette::Rgb;

/// A drawing area and the ratio of its pixels to those of style sheets.
pub(crate) struct Pen<'a, DB: DrawingBackend> {
    root: &'a DrawingArea<DB, Shift>,
    scale: f64,
}

/// Words at a place.
pub(crate) struct Label<'a> {
    words: &'a str,
    x: i32,
    y: i32,
    colour: Rgb,
    anchor: Pos,
    style: FontStyle,
}

/// The height of the type, in CSS pixels.
const TYPE_CSS: f64 = 11.5;
/// From a line of wrapped words to the one under it, in CSS pixels.
pub(crate) const LINE_CSS: f64 = 16.0;
/// A letter is about this wide, as a share of the height of the type.
const LETTER: f64 = 0.56;

impl<'a, DB: DrawingBackend> Pen<'a, DB> {
    pub(crate) fn new(root: &'a DrawingArea<DB, Shift>, scale: f64) -> Self {
        Self { root, scale }
    }

    /// CSS pixels in whole device pixels, at least one.
    pub(crate) fn px(&self, css: f64) -> i32 {
        ((css * self.scale).round() as i32).max(1)
    }

    /// The thickness of a thin line.
    pub(crate) fn hair(&self) -> i32 {
        self.px(1.0)
    }

    /// About how wide `words` are: to choose a side by, not to align by.
    pub(crate) fn width_of(&self, words: &str) -> i32 {
        self.px(words.chars().count() as f64 * TYPE_CSS * LETTER)
    }

    pub(crate) fn clear(&self, colour: Rgb) -> Drawn<DB> {
        self.root.fill(&plain(colour))
    }

    /// A rectangle; nothing if it is empty.
    pub(crate) fn fill(
        &self,
        left: i32,
        top: i32,
        right: i32,
        bottom: i32,
        colour: Rgb,
    ) -> Drawn<DB> {
        if left >= right || top >= bottom {
            return Ok(());
        }
        let corners = [(left, top), (right, bottom)];
        self.root
            .draw(&Rectangle::new(corners, plain(colour).filled()))
    }

    /// A rectangle through which one still sees what is behind.
    pub(crate) fn veil(
        &self,
        left: i32,
        top: i32,
        right: i32,
        bottom: i32,
        colour: Rgb,
    ) -> Drawn<DB> {
        let corners = [(left, top), (right, bottom)];
        let style = plain(colour).mix(0.72).filled();
        self.root.draw(&Rectangle::new(corners, style))
    }

    /// A polygon; nothing without points.
    pub(crate) fn area(&self, points: Vec<(i32, i32)>, colour: Rgb) -> Drawn<DB> {
        if points.is_empty() {
            return Ok(());
        }
        self.root
            .draw(&Polygon::new(points, plain(colour).filled()))
    }

    /// A polygon through which one still sees what is behind.
    pub(crate) fn veiled_area(
        &self,
        points: Vec<(i32, i32)>,
        colour: Rgb,
        share: f64,
    ) -> Drawn<DB> {
        let style = plain(colour).mix(share).filled();
        self.root.draw(&Polygon::new(points, style))
    }

    /// A line through points, `css` CSS pixels wide.
    pub(crate) fn line(&self, points: Vec<(i32, i32)>, css: f64, colour: Rgb) -> Drawn<DB> {
        let style = plain(colour).stroke_width(self.px(css) as u32);
        self.root.draw(&PathElement::new(points, style))
    }

    /// A disc through which one still sees what is behind.
    pub(crate) fn disc(&self, (x, y): (i32, i32), css: f64, colour: Rgb, share: f64) -> Drawn<DB> {
        let style = plain(colour).mix(share).filled();
        self.root.draw(&Circle::new((x, y), self.px(css), style))
    }

    pub(crate) fn write(&self, label: &Label<'_>) -> Drawn<DB> {
        let family = FontFamily::Name("system-ui, sans-serif");
        let size = TYPE_CSS * self.scale;
        let colour = plain(label.colour);
        let style = TextStyle::from(FontDesc::new(family, size, label.style))
            .color(&colour)
            .pos(label.anchor);
        self.root
            .draw(&Text::new(label.words, (label.x, label.y), style))
    }

    /// As [`Pen::write`], in lines that are about `width_css` CSS pixels wide at most;
    /// the first one is where `label` is.
    pub(crate) fn write_wrapped(&self, label: &Label<'_>, width_css: f64) -> Drawn<DB> {
        for (number, words) in wrapped(label.words, width_css).iter().enumerate() {
            let down = LINE_CSS * number as f64 * self.scale;
            let y = label.y + down.round() as i32;
            self.write(&Label { words, y, ..*label })?;
        }
        Ok(())
    }
}

impl<'a> Label<'a> {
    pub(crate) fn new(words: &'a str, x: i32, y: i32, colour: Rgb) -> Self {
        Self {
            words,
            x,
            y,
            colour,
            anchor: Pos::new(HPos::Left, VPos::Top),
            style: FontStyle::Normal,
        }
    }

    /// Which point of the words stands at (x, y).
    pub(crate) fn at(self, across: HPos, down: VPos) -> Self {
        Self {
            anchor: Pos::new(across, down),
            ..self
        }
    }

    pub(crate) fn bold(self) -> Self {
        Self {
            style: FontStyle::Bold,
            ..self
        }
    }
}

/// How high [`Pen::write_wrapped`] writes `words`, in CSS pixels.
pub(crate) fn wrapped_css(words: &str, width_css: f64) -> f64 {
    LINE_CSS * wrapped(words, width_css).len() as f64
}

/// `words` in lines that are about `width_css` CSS pixels wide at most.
fn wrapped(words: &str, width_css: f64) -> Vec<String> {
    let most = ((width_css / (TYPE_CSS * LETTER)) as usize).max(1);
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn plain(colour: Rgb) -> RGBColor {
    RGBColor(colour.0, colour.1, colour.2)
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn words_are_wrapped_between_words_only() {
        assert_eq!(wrapped("one two three", 60.0), ["one two", "three"]);
        assert_eq!(wrapped("unbreakable and", 20.0), ["unbreakable", "and"]);
        assert_eq!(wrapped(" ", 20.0), [""; 0]);
    }
}
