//! The words in the load chart: its peak, what is cut, the capacity, the outage.

use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::{HPos, VPos};

use crate::load_chart::{Drawn, LoadChart};
use crate::load_columns::Column;
use crate::palette::{Rgb, Role};
use crate::pen::{Label, Pen};
use crate::rate_axis::short_rate;
use crate::text;

/// Words on one line, and the pixels that they take up, as far as that is known.
struct Note {
    words: String,
    left: i32,
    right: i32,
    /// The lower edge of the words.
    bottom: i32,
    colour: Rgb,
    bold: bool,
    /// Whether the words end at `right`; otherwise they start at `left`.
    ends: bool,
}

/// The least distance of a note from the upper edge of the picture, in CSS pixels.
const TOP_CSS: f64 = 14.0;

impl Note {
    fn starting<DB: DrawingBackend>(pen: &Pen<'_, DB>, words: String, x: i32, bottom: i32) -> Self {
        Self {
            left: x,
            right: x + pen.width_of(&words),
            words,
            bottom: bottom.max(pen.px(TOP_CSS)),
            colour: Rgb(0, 0, 0),
            bold: false,
            ends: false,
        }
    }

    fn ending<DB: DrawingBackend>(pen: &Pen<'_, DB>, words: String, x: i32, bottom: i32) -> Self {
        let note = Self::starting(pen, words, x, bottom);
        Self {
            left: x - (note.right - note.left),
            right: x,
            ends: true,
            ..note
        }
    }

    fn in_colour(self, colour: Rgb) -> Self {
        Self { colour, ..self }
    }

    fn in_bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// Moved above `other`, if the two would overlap.
    fn clear_of<DB: DrawingBackend>(self, other: Option<&Self>, pen: &Pen<'_, DB>) -> Self {
        match other.filter(|other| self.overlaps(other, pen)) {
            Some(other) => Self {
                bottom: other.bottom - pen.px(TOP_CSS),
                ..self
            },
            None => self,
        }
    }

    fn overlaps<DB: DrawingBackend>(&self, other: &Self, pen: &Pen<'_, DB>) -> bool {
        let beside = self.right <= other.left || other.right <= self.left;
        let above = (self.bottom - other.bottom).abs() >= pen.px(TOP_CSS);
        !beside && !above
    }

    fn write<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let (x, across) = if self.ends {
            (self.right, HPos::Right)
        } else {
            (self.left, HPos::Left)
        };
        let label = Label::new(&self.words, x, self.bottom, self.colour);
        let label = label.at(across, VPos::Bottom);
        pen.write(&if self.bold { label.bold() } else { label })
    }
}

impl LoadChart<'_> {
    /// The peak first; what would overlap what is more important finds another
    /// place, or is left out.
    pub(crate) fn draw_labels<DB: DrawingBackend>(
        &self,
        pen: &Pen<'_, DB>,
        columns: &[Column],
        width: i32,
    ) -> Drawn<DB> {
        let capacity = self.draw_capacity_label(pen, columns, width)?;
        let peak = self.peak_note(pen);
        let peak = peak.map(|peak| peak.clear_of(capacity.as_ref(), pen));
        let mut notes: Vec<Note> = peak.into_iter().collect();
        for choice in [self.cut_notes(pen, columns, width), self.outage_note(pen)] {
            let free = |note: &Note| !notes.iter().any(|other| note.overlaps(other, pen));
            if let Some(note) = choice.into_iter().find(free) {
                notes.push(note);
            }
        }
        for note in &notes {
            note.write(pen)?;
        }
        Ok(())
    }

    /// The peak's rate and its multiple of the capacity, beside its top: to its
    /// right, or to its left where the plot ends.
    fn peak_note<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Option<Note> {
        let peak = self.load.peak.filter(|_| self.is_still())?;
        let at = peak.at_s.filter(|&at| self.is_seen(at))?;
        let rate = text::rate(peak.per_second);
        let words = match peak.over_capacity.map(text::multiple) {
            Some(multiple) => format!("{rate}, {multiple}"),
            None => rate,
        };
        let bottom = self.y_of(peak.per_second).round() as i32 - pen.px(2.0);
        let x = self.x_of(at).round() as i32;
        let right = Note::starting(pen, words.clone(), x + pen.px(6.0), bottom);
        let note = if right.right <= self.area.right {
            right
        } else {
            Note::ending(pen, words, x - pen.px(3.0), bottom)
        };
        Some(note.in_colour(self.colour(Role::Ink)).in_bold())
    }

    /// How high the highest column is, if it is cut by the upper edge: beside it,
    /// or in the gutter.
    fn cut_notes<DB: DrawingBackend>(
        &self,
        pen: &Pen<'_, DB>,
        columns: &[Column],
        width: i32,
    ) -> Vec<Note> {
        let mut highest = (0, 0.0);
        for (index, column) in columns.iter().enumerate() {
            if column.total() > highest.1 {
                highest = (index as i32, column.total());
            }
        }
        if highest.1 <= self.y_max || !self.is_still() {
            return Vec::new();
        }
        let rate = text::rate(highest.1);
        let x = self.area.left + highest.0 * width;
        let bottom = self.area.top - pen.px(3.0);
        let muted = self.colour(Role::Muted);
        let beside = Note::starting(pen, format!("↑ {rate}"), x, bottom);
        let before = |words| Note::ending(pen, words, x + pen.px(6.0), bottom);
        let inside = |note: &Note| note.left >= 0 && note.right <= self.area.right;
        let short = format!("{} ↑", short_rate(highest.1));
        [beside, before(format!("{rate} ↑")), before(short)]
            .into_iter()
            .filter(inside)
            .map(|note| note.in_colour(muted))
            .collect()
    }

    fn outage_note<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Vec<Note> {
        let Some(outage) = self.outage else {
            return Vec::new();
        };
        let (left, right) = (self.inside(outage.start), self.inside(outage.end));
        let bottom = self.area.top - pen.px(3.0);
        let note = Note::ending(pen, "outage".to_owned(), right - pen.px(4.0), bottom);
        let fits = note.left >= left;
        let note = note.in_colour(self.colour(Role::Muted));
        fits.then_some(note).into_iter().collect()
    }

    /// Over the end of the capacity's line, on a veil where columns are behind it;
    /// gives what was written.
    fn draw_capacity_label<DB: DrawingBackend>(
        &self,
        pen: &Pen<'_, DB>,
        columns: &[Column],
        width: i32,
    ) -> Result<Option<Note>, DrawingAreaErrorKind<DB::ErrorType>> {
        let (Some(capacity), Some(y)) = (self.capacity, self.capacity_y()) else {
            return Ok(None);
        };
        let words = format!("capacity {}", text::rate(capacity));
        let bottom = y - pen.px(4.0);
        let note = Note::ending(pen, words, self.area.right, bottom);
        let first = ((note.left - self.area.left) / width).max(0) as usize;
        let behind = |column: &Column| self.y_of(column.total()) < f64::from(note.bottom);
        if columns.iter().skip(first).any(behind) {
            let (left, top) = (note.left - pen.px(4.0), note.bottom - pen.px(TOP_CSS));
            let plate = self.colour(Role::Background);
            pen.veil(left, top, note.right, y, plate)?;
        }
        let note = note.in_colour(self.colour(Role::Capacity));
        note.write(pen)?;
        Ok(Some(note))
    }

    /// Whether a time is on the axis and has come.
    fn is_seen(&self, at: f64) -> bool {
        let come = self.until.is_none_or(|until| at < until);
        come && at >= self.axis.start && at <= self.axis.end
    }

    /// Whether no load is on its way to another.
    fn is_still(&self) -> bool {
        self.previous.is_none() || self.moved >= 1.0
    }
}
