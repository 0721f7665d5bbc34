//! A figure over a varied field: every run a dot, many seeds of one setting as a mean or
//! median with its interval, and a line for each value of a second field.

use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::{HPos, VPos};

use crate::load_chart::Drawn;
use crate::palette::{Palette, Rgb, Role};
use crate::pen::{LINE_CSS, Label, Pen, wrapped_css};
use crate::plot_area::PlotArea;
use crate::scale::Scale;
use crate::sweep_marks::{LOOKS, look};

/// How many lines one chart can hold: more could not be told apart.
pub const MOST_LINES: usize = LOOKS;

/// What the sweep's chart shows, and how.
#[derive(Clone, Copy, Debug)]
pub struct SweepChart<'a> {
    /// Its width, in device pixels.
    pub width: u32,
    /// Its height, in device pixels.
    pub height: u32,
    /// Device pixels in a CSS pixel.
    pub scale: f64,
    /// The colours.
    pub palette: &'a Palette,
    /// What stands above it: the figure.
    pub title: &'a str,
    /// What the varied field is called.
    pub x_title: &'a str,
    /// What stands in the corner: how to read it.
    pub note: &'a str,
    /// The axis of the varied field.
    pub x: Across<'a>,
    /// The axis of the figure.
    pub y: Scale,
    /// The lines; [`MOST_LINES`] at most.
    pub lines: &'a [SweepLine],
}

/// The axis of the varied field.
#[derive(Clone, Copy, Debug)]
pub enum Across<'a> {
    /// Numbers; where there is room, each of the sweep's own is labelled.
    Numbers(Scale, &'a [f64]),
    /// Words, evenly apart: the x of a point is the place of its word, from 0.
    Words(&'a [String]),
}

/// One value of the second field.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepLine {
    /// What it is called; empty if there is no second field.
    pub name: String,
    /// From left to right.
    pub points: Vec<SweepPoint>,
}

/// One value of the varied field.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepPoint {
    /// The value, or the place of its word.
    pub x: f64,
    /// The figure of each run; `None` for what never happened.
    pub runs: Vec<Option<f64>>,
    /// The mean or median, with its interval.
    pub middle: Option<Middle>,
}

/// An estimate with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Middle {
    /// The estimate.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The margins, in CSS pixels.
const LEFT_CSS: f64 = 78.0;
const RIGHT_CSS: f64 = 22.0;
/// Around the title.
const TITLE_CSS: f64 = 18.0;
const LEGEND_CSS: f64 = 22.0;
const BOTTOM_CSS: f64 = 48.0;
/// The lane of what never happened, above the plot.
const NEVER_CSS: f64 = 20.0;
/// Room for a label on the y axis and on the x axis.
const Y_LABEL_CSS: f64 = 34.0;
const X_LABEL_CSS: f64 = 64.0;
/// How opaque a run's dot is, and the band of the interval.
const DOT: f64 = 0.35;
const BAND: f64 = 0.18;
/// Dots drawn of one point: more cannot be seen, and make a file that cannot be opened.
const MOST_DOTS: usize = 300;

impl SweepChart<'_> {
    /// Draws it over the whole of `root`.
    ///
    /// # Errors
    ///
    /// What the backend reports.
    pub fn draw<DB: DrawingBackend>(&self, root: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        let pen = Pen::new(root, self.scale);
        let area = self.area();
        pen.clear(self.colour(Role::Background))?;
        self.draw_head(&pen, &area)?;
        self.draw_y(&pen, &area)?;
        self.draw_x(&pen, &area)?;
        for (number, line) in self.lines.iter().enumerate() {
            self.draw_runs(&pen, &area, number, line)?;
        }
        for (number, line) in self.lines.iter().enumerate() {
            self.draw_middles(&pen, &area, number, line)?;
        }
        root.present()
    }

    /// Where the plot is, in device pixels.
    pub fn area(&self) -> PlotArea {
        let px = |css: f64| (css * self.scale).round() as i32;
        let (width, height) = (self.width as i32, self.height as i32);
        let legend = LEGEND_CSS * self.legend_rows().len() as f64;
        let never = if self.has_never() { NEVER_CSS } else { 0.0 };
        let bottom = BOTTOM_CSS + wrapped_css(self.note, self.room_css());
        let left = px(LEFT_CSS).min(width);
        let top = px(self.title_css() + legend + never).min(height);
        PlotArea {
            left,
            right: (width - px(RIGHT_CSS)).max(left),
            top,
            bottom: (height - px(bottom)).max(top),
        }
    }

    fn colour(&self, role: Role) -> Rgb {
        self.palette.of(role)
    }

    fn has_never(&self) -> bool {
        let points = self.lines.iter().flat_map(|line| &line.points);
        points.flat_map(|point| &point.runs).any(Option::is_none)
    }

    /// The title, and the names of the lines under it.
    fn draw_head<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, area: &PlotArea) -> Drawn<DB> {
        let (ink, back) = (self.colour(Role::Ink), self.colour(Role::Background));
        let y = pen.px(f64::midpoint(TITLE_CSS, LINE_CSS));
        let title = Label::new(self.title, area.left, y, ink).at(HPos::Left, VPos::Center);
        pen.write_wrapped(&title.bold(), self.room_css())?;
        for (row, names) in self.legend_rows().into_iter().enumerate() {
            let y = pen.px(self.title_css() + LEGEND_CSS * (row as f64 + 0.4));
            for (number, x_css) in names {
                let look = look(number, back);
                let x = pen.px(x_css);
                let (half, thick) = (pen.px(10.0), pen.px(1.0));
                pen.fill(x, y - thick, x + 2 * half, y + thick, look.colour)?;
                look.mark(pen, (x + half, y), back)?;
                let name = Label::new(&self.lines[number].name, x + pen.px(27.0), y, ink);
                pen.write(&name.at(HPos::Left, VPos::Center))?;
            }
        }
        Ok(())
    }

    /// Which lines' names stand in which row, and at which x (CSS pixels).
    fn legend_rows(&self) -> Vec<Vec<(usize, f64)>> {
        let end = f64::from(self.width) / self.scale - RIGHT_CSS;
        let (mut rows, mut x) = (Vec::new(), f64::INFINITY);
        for (number, line) in self.lines.iter().enumerate() {
            if line.name.is_empty() {
                continue;
            }
            let width = 27.0 + line.name.chars().count() as f64 * 6.6;
            if x + width > end {
                rows.push(Vec::new());
                x = LEFT_CSS;
            }
            if let Some(row) = rows.last_mut() {
                row.push((number, x));
            }
            x += width + 22.0;
        }
        rows
    }

    fn draw_y<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, area: &PlotArea) -> Drawn<DB> {
        let (grid, muted) = (self.colour(Role::Grid), self.colour(Role::Muted));
        let height_css = f64::from(area.height()) / self.scale;
        let x = area.left - pen.px(8.0);
        for tick in self.y.ticks(height_css, Y_LABEL_CSS) {
            let y = self.y_of(area, tick.at);
            pen.fill(area.left, y, area.right, y + pen.hair(), grid)?;
            let label = Label::new(&tick.label, x, y, muted);
            pen.write(&label.at(HPos::Right, VPos::Center))?;
        }
        if self.has_never() {
            let y = self.never_y(area);
            let label = Label::new("never", x, y, muted).at(HPos::Right, VPos::Center);
            pen.write(&label)?;
            pen.fill(
                area.left,
                area.top,
                area.right,
                area.top + pen.hair(),
                muted,
            )?;
        }
        Ok(())
    }

    fn draw_x<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, area: &PlotArea) -> Drawn<DB> {
        let muted = self.colour(Role::Muted);
        let bottom = area.bottom;
        pen.fill(area.left, bottom, area.right, bottom + pen.hair(), muted)?;
        for (at, words) in self.x_labels(area) {
            let x = self.x_of(area, at);
            pen.fill(x, bottom, x + pen.hair(), bottom + pen.px(4.0), muted)?;
            let label = Label::new(&words, x, bottom + pen.px(8.0), muted);
            pen.write(&label.at(HPos::Center, VPos::Top))?;
        }
        let ink = self.colour(Role::Ink);
        let middle = i32::midpoint(area.left, area.right);
        let title = Label::new(self.x_title, middle, bottom + pen.px(26.0), ink);
        pen.write(&title.at(HPos::Center, VPos::Top))?;
        let below = bottom + pen.px(BOTTOM_CSS - 3.0);
        let note = Label::new(self.note, area.left, below, muted);
        pen.write_wrapped(&note, self.room_css())
    }

    fn title_css(&self) -> f64 {
        TITLE_CSS + wrapped_css(self.title, self.room_css())
    }

    /// The width that there is for words above and under the plot.
    fn room_css(&self) -> f64 {
        f64::from(self.width) / self.scale - LEFT_CSS - RIGHT_CSS
    }

    fn x_labels(&self, area: &PlotArea) -> Vec<(f64, String)> {
        let width_css = f64::from(area.width()) / self.scale;
        match self.x {
            Across::Words(words) => {
                let place = |(at, word): (usize, &String)| (at as f64, word.clone());
                words.iter().enumerate().map(place).collect()
            }
            Across::Numbers(scale, own) => {
                let width = |at: f64| scale.label(at).chars().count() as f64 * 6.6 + 10.0;
                let fits = own.windows(2).all(|pair| {
                    let apart = (scale.share(pair[1]) - scale.share(pair[0])) * width_css;
                    apart >= f64::midpoint(width(pair[0]), width(pair[1]))
                });
                if fits {
                    return own.iter().map(|&at| (at, scale.label(at))).collect();
                }
                let ticks = scale.ticks(width_css, X_LABEL_CSS);
                ticks
                    .into_iter()
                    .map(|tick| (tick.at, tick.label))
                    .collect()
            }
        }
    }

    fn draw_runs<DB: DrawingBackend>(
        &self,
        pen: &Pen<'_, DB>,
        area: &PlotArea,
        number: usize,
        line: &SweepLine,
    ) -> Drawn<DB> {
        let colour = look(number, self.colour(Role::Background)).colour;
        for point in &line.points {
            let x = self.x_of(area, point.x) + self.aside(pen, number);
            let mut runs = point.runs.clone();
            runs.sort_by(|a, b| {
                a.unwrap_or(f64::INFINITY)
                    .total_cmp(&b.unwrap_or(f64::INFINITY))
            });
            let shown = runs.len().min(MOST_DOTS);
            // Evenly among them, the first and the last included.
            let last = (shown - usize::from(shown > 0)).max(1);
            for at in 0..shown {
                let run = runs[at * (runs.len() - 1) / last];
                let place = match run {
                    Some(run) => (x, self.y_of(area, run)),
                    None => (self.never_x(pen, area, number, point.x), self.never_y(area)),
                };
                pen.disc(place, 2.0, colour, DOT)?;
            }
        }
        Ok(())
    }

    /// The band, the line and the marks; of words, an upright bar each.
    fn draw_middles<DB: DrawingBackend>(
        &self,
        pen: &Pen<'_, DB>,
        area: &PlotArea,
        number: usize,
        line: &SweepLine,
    ) -> Drawn<DB> {
        let back = self.colour(Role::Background);
        let look = look(number, back);
        let place = |point: &SweepPoint| {
            let middle = point.middle?;
            let x = self.x_of(area, point.x) + self.aside(pen, number);
            let [value, low, high] =
                [middle.value, middle.low, middle.high].map(|value| self.y_of(area, value));
            Some((x, value, low, high))
        };
        // Where there is no mean or median the line is broken.
        for points in line
            .points
            .chunk_by(|a, b| a.middle.is_some() == b.middle.is_some())
        {
            let places: Vec<_> = points.iter().filter_map(place).collect();
            if matches!(self.x, Across::Words(_)) || places.len() < 2 {
                let half = pen.px(1.5);
                for &(x, _, low, high) in &places {
                    pen.fill(x - half, high, x + half, low, look.colour)?;
                }
                continue;
            }
            let upper = places.iter().map(|&(x, _, _, high)| (x, high));
            let lower = places.iter().rev().map(|&(x, _, low, _)| (x, low));
            pen.veiled_area(upper.chain(lower).collect(), look.colour, BAND)?;
            let line = places.iter().map(|&(x, value, ..)| (x, value));
            pen.line(line.collect(), 2.0, look.colour)?;
        }
        for (x, value, ..) in line.points.iter().filter_map(place) {
            look.mark(pen, (x, value), back)?;
        }
        Ok(())
    }

    /// Over a word, lines stand beside each other.
    fn aside<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, number: usize) -> i32 {
        match self.x {
            Across::Numbers(..) => 0,
            Across::Words(_) => {
                let places = number as f64 - (self.lines.len() as f64 - 1.0) / 2.0;
                (places * f64::from(pen.px(14.0))) as i32
            }
        }
    }

    /// In their lane, dots of all lines have one height: they stand beside each other.
    fn never_x<DB: DrawingBackend>(
        &self,
        pen: &Pen<'_, DB>,
        area: &PlotArea,
        number: usize,
        x: f64,
    ) -> i32 {
        let places = number as f64 - (self.lines.len() as f64 - 1.0) / 2.0;
        self.x_of(area, x) + (places * f64::from(pen.px(7.0))) as i32
    }

    fn x_of(&self, area: &PlotArea, at: f64) -> i32 {
        let share = match self.x {
            Across::Numbers(scale, _) => scale.share(at),
            Across::Words(words) => (at + 0.5) / words.len().max(1) as f64,
        };
        area.left + (share * f64::from(area.width())).round() as i32
    }

    fn y_of(&self, area: &PlotArea, value: f64) -> i32 {
        let share = self.y.share(value).clamp(-1.0, 2.0);
        area.bottom - (share * f64::from(area.height())).round() as i32
    }

    fn never_y(&self, area: &PlotArea) -> i32 {
        area.top - (NEVER_CSS / 2.0 * self.scale).round() as i32
    }
}
