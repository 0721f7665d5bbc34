//! Runs side by side: a small picture of each, on the same axes, and a table under them
//! in which the best of each column is marked.

use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::{HPos, VPos};

use crate::axis::{TimeAxis, TimeSpan};
use crate::compare_table::{COLUMNS, Compared, FigureColumn, columns};
use crate::load_chart::{Drawn, Load, LoadChart};
use crate::palette::{Palette, Role};
use crate::pen::{LINE_CSS, Label, Pen, wrapped_css};
use crate::plot_area::PlotArea;
use crate::raster::Future;

/// A run with its load.
#[derive(Clone, Copy, Debug)]
pub struct Panel<'a> {
    /// The run.
    pub run: Compared<'a>,
    /// What came to the server.
    pub load: Load<'a>,
}

/// Runs side by side.
#[derive(Clone, Copy, Debug)]
pub struct Compare<'a> {
    /// The width of the picture, in device pixels.
    pub width: u32,
    /// Its height, in device pixels.
    pub height: u32,
    /// Device pixels in a CSS pixel.
    pub scale: f64,
    /// The colours.
    pub palette: &'a Palette,
    /// What the width of every panel means.
    pub axis: TimeAxis,
    /// What the height of every load chart means: requests per second at its upper edge.
    pub y_max: f64,
    /// When the server was down.
    pub outage: Option<TimeSpan>,
    /// The runs.
    pub panels: &'a [Panel<'a>],
    /// What stands above them all.
    pub title: &'a str,
    /// What stands under the table.
    pub note: &'a str,
}

/// A part of the picture, in device pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its left edge.
    pub x: i32,
    /// Its upper edge.
    pub y: i32,
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
}

/// The least width of a panel, in CSS pixels, and the heights of what is above each
/// other.
const PANEL_CSS: f64 = 190.0;
/// Around the title, and above the note.
const TITLE_CSS: f64 = 14.0;
const NOTE_CSS: f64 = 14.0;
const LEGEND_CSS: f64 = 24.0;
const NAME_CSS: f64 = 22.0;
const LOAD_CSS: f64 = 150.0;
const GAP_CSS: f64 = 14.0;
const ROW_CSS: f64 = 22.0;
/// The least height of a panel's herd.
const HERD_CSS: f64 = 60.0;
/// As the plots have it, so that words stand over their beginning.
const LEFT_CSS: f64 = 44.0;
const RIGHT_CSS: f64 = 14.0;
/// The edges of the table's columns: the first is of names.
const FIRST_CSS: f64 = 160.0;
const COLUMN_CSS: f64 = 230.0;
/// The least width of a column.
const NARROW_CSS: f64 = 190.0;
/// Room for the mark behind a figure.
const PRAISE_CSS: f64 = 54.0;

impl Compare<'_> {
    /// The height (CSS pixels) at which this many panels and these words look well in a
    /// picture of this width (CSS pixels).
    pub fn natural_height(width_css: f64, panels: usize, title: &str, note: &str) -> f64 {
        let rows = panels.div_ceil(per_row(width_css, panels)) as f64;
        let panel = NAME_CSS + 110.0 + LOAD_CSS + GAP_CSS;
        let words = title_css(width_css, title) + table_css(width_css, panels, note);
        words + LEGEND_CSS + rows * panel
    }

    /// Where the herd of each panel belongs: it is painted pixel by pixel, not drawn.
    pub fn herds(&self) -> Vec<Place> {
        let name = self.px(NAME_CSS);
        let herd = |place: Place| Place {
            y: place.y + name,
            height: (place.height as i32 - name - self.px(LOAD_CSS + GAP_CSS)).max(0) as u32,
            ..place
        };
        self.places().into_iter().map(herd).collect()
    }

    /// Draws all but the herds over the whole of `root`.
    ///
    /// # Errors
    ///
    /// What the backend reports.
    pub fn draw<DB: DrawingBackend>(&self, root: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        let pen = Pen::new(root, self.scale);
        pen.clear(self.palette.of(Role::Background))?;
        let ink = self.palette.of(Role::Ink);
        let (left, middle) = (pen.px(LEFT_CSS), pen.px(f64::midpoint(TITLE_CSS, LINE_CSS)));
        let title = Label::new(self.title, left, middle, ink).at(HPos::Left, VPos::Center);
        pen.write_wrapped(&title.bold(), room_css(self.width_css()))?;
        self.draw_legend(&pen)?;
        for ((panel, place), herd) in self.panels.iter().zip(self.places()).zip(self.herds()) {
            let y = place.y + pen.px(NAME_CSS / 2.0);
            let name = Label::new(panel.run.name, place.x + left, y, ink);
            pen.write(&name.at(HPos::Left, VPos::Center).bold())?;
            let load = Place {
                y: herd.y + herd.height as i32,
                height: pen.px(LOAD_CSS) as u32,
                ..place
            };
            let part = root
                .clone()
                .shrink((load.x, load.y), (load.width, load.height));
            self.chart(panel, load).paint(&part)?;
        }
        self.draw_table(&pen)?;
        root.present()
    }

    fn chart<'p>(&'p self, panel: &Panel<'p>, place: Place) -> LoadChart<'p> {
        LoadChart {
            area: PlotArea::of_load(place.width, place.height, self.scale),
            axis: self.axis,
            y_max: self.y_max,
            scale: self.scale,
            palette: self.palette,
            load: panel.load,
            previous: None,
            moved: 1.0,
            capacity: panel.run.scenario.server.capacity,
            outage: self.outage,
            until: None,
            future: Future::Faint,
        }
    }

    /// What the colours mean, as far as they are there.
    fn draw_legend<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let gave_up = self.panels.iter().any(|panel| panel.run.report.gave_up > 0);
        let entries = [
            (Role::Wasted, "came during the outage", true),
            (Role::Rejected, "rejected", true),
            (Role::Served, "served", true),
            (Role::GaveUp, "the last before giving up", gave_up),
        ];
        let muted = self.palette.of(Role::Muted);
        let y = pen.px(self.title_css() + LEGEND_CSS / 2.0 - 2.0);
        let mut x = pen.px(LEFT_CSS);
        for (role, words, _) in entries.into_iter().filter(|entry| entry.2) {
            let (half, side) = (pen.px(4.5), pen.px(9.0));
            pen.fill(
                x,
                y - half,
                x + side,
                y - half + side,
                self.palette.of(role),
            )?;
            let label = Label::new(words, x + pen.px(14.0), y, muted);
            pen.write(&label.at(HPos::Left, VPos::Center))?;
            x += pen.px(32.0) + pen.width_of(words);
        }
        let words = "Every dot is a request, every row a client; below, requests a second.";
        if x + pen.width_of(words) > self.width as i32 {
            return Ok(());
        }
        let label = Label::new(words, x, y, muted);
        pen.write(&label.at(HPos::Left, VPos::Center))
    }

    /// In bands under each other where the columns have no room beside each other.
    fn draw_table<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let runs: Vec<Compared<'_>> = self.panels.iter().map(|panel| panel.run).collect();
        let mut top = self.table_top();
        for columns in columns(&runs).chunks(per_band(self.width_css())) {
            self.draw_band(pen, columns, top)?;
            top += pen.px(band_css(runs.len()));
        }
        let middle = top + pen.px(f64::midpoint(NOTE_CSS, LINE_CSS));
        let muted = self.palette.of(Role::Muted);
        let note = Label::new(self.note, pen.px(LEFT_CSS), middle, muted);
        pen.write_wrapped(
            &note.at(HPos::Left, VPos::Center),
            room_css(self.width_css()),
        )
    }

    fn draw_band<DB: DrawingBackend>(
        &self,
        pen: &Pen<'_, DB>,
        columns: &[FigureColumn],
        top: i32,
    ) -> Drawn<DB> {
        let left = pen.px(LEFT_CSS);
        let row_y = |row: usize| top + pen.px(ROW_CSS * (row as f64 + 0.5));
        let (ink, muted) = (self.palette.of(Role::Ink), self.palette.of(Role::Muted));
        let room = room_css(self.width_css()) - FIRST_CSS;
        let step = (room / columns.len() as f64).min(COLUMN_CSS);
        let edge = |column: usize| LEFT_CSS + FIRST_CSS + step * column as f64;
        let (end, hair) = (pen.px(edge(columns.len())), top + pen.px(ROW_CSS));
        pen.fill(left, hair, end, hair + pen.hair(), muted)?;
        for (row, panel) in self.panels.iter().enumerate() {
            let name = Label::new(panel.run.name, left, row_y(row + 1), ink);
            pen.write(&name.at(HPos::Left, VPos::Center))?;
        }
        for (at, column) in columns.iter().enumerate() {
            let x = pen.px(edge(at + 1) - PRAISE_CSS);
            let head = Label::new(column.head, x, row_y(0), muted);
            pen.write(&head.at(HPos::Right, VPos::Center))?;
            self.draw_cells(pen, column, x, row_y)?;
        }
        Ok(())
    }

    /// The figures end at `x`; the mark of the best stands behind.
    fn draw_cells<DB: DrawingBackend>(
        &self,
        pen: &Pen<'_, DB>,
        column: &FigureColumn,
        x: i32,
        row_y: impl Fn(usize) -> i32,
    ) -> Drawn<DB> {
        for (row, cell) in column.cells.iter().enumerate() {
            let y = row_y(row + 1);
            let figure = Label::new(&cell.words, x, y, self.palette.of(Role::Ink));
            let figure = figure.at(HPos::Right, VPos::Center);
            if !cell.best {
                pen.write(&figure)?;
                continue;
            }
            pen.write(&figure.bold())?;
            let praise = Label::new(
                column.praise,
                x + pen.px(7.0),
                y,
                self.palette.of(Role::Served),
            );
            pen.write(&praise.at(HPos::Left, VPos::Center).bold())?;
        }
        Ok(())
    }

    /// Where each panel is.
    fn places(&self) -> Vec<Place> {
        let columns = per_row(self.width_css(), self.panels.len());
        let rows = self.panels.len().div_ceil(columns).max(1);
        let top = self.px(self.title_css() + LEGEND_CSS);
        let least = self.px(NAME_CSS + HERD_CSS + LOAD_CSS + GAP_CSS);
        let height = ((self.table_top() - top) / rows as i32).max(least);
        let edge = |column: usize| (f64::from(self.width) * column as f64 / columns as f64) as i32;
        let place = |at: usize| {
            let (row, column) = (at / columns, at % columns);
            Place {
                x: edge(column),
                y: top + height * row as i32,
                width: (edge(column + 1) - edge(column)) as u32,
                height: height as u32,
            }
        };
        (0..self.panels.len()).map(place).collect()
    }

    fn table_top(&self) -> i32 {
        let table = table_css(self.width_css(), self.panels.len(), self.note);
        self.height as i32 - self.px(table)
    }

    fn title_css(&self) -> f64 {
        title_css(self.width_css(), self.title)
    }

    fn width_css(&self) -> f64 {
        f64::from(self.width) / self.scale
    }

    fn px(&self, css: f64) -> i32 {
        (css * self.scale).round() as i32
    }
}

/// Panels beside each other in rows that are about equally long.
fn per_row(width_css: f64, panels: usize) -> usize {
    let most = ((width_css / PANEL_CSS) as usize).clamp(1, panels.max(1));
    panels.max(1).div_ceil(panels.max(1).div_ceil(most))
}

/// The width that there is for words.
fn room_css(width_css: f64) -> f64 {
    width_css - LEFT_CSS - RIGHT_CSS
}

fn title_css(width_css: f64, title: &str) -> f64 {
    TITLE_CSS + wrapped_css(title, room_css(width_css))
}

/// The height of the table, with the note under it.
fn table_css(width_css: f64, panels: usize, note: &str) -> f64 {
    let bands = COLUMNS.div_ceil(per_band(width_css)) as f64;
    bands * band_css(panels) + NOTE_CSS + wrapped_css(note, room_css(width_css))
}

/// How many columns of the table stand beside each other.
fn per_band(width_css: f64) -> usize {
    let room = room_css(width_css) - FIRST_CSS;
    ((room / NARROW_CSS) as usize).clamp(1, COLUMNS)
}

fn band_css(panels: usize) -> f64 {
    (panels as f64 + 1.0) * ROW_CSS
}
