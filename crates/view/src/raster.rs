//! The raster: time to the right, clients downwards, every attempt a dot.

use crate::axis::{TimeAxis, TimeSpan};
use crate::brush::Brush;
use crate::dot_look::DotLook;
use crate::dots::{Dots, Fate, Track, TrackDot};
use crate::frame::{Frame, Ink, Rect};
use crate::glyph::{Glyphs, Stamp};
use crate::palette::{Palette, Role};
use crate::plot_area::PlotArea;

/// What the raster shows besides its dots, and how.
#[derive(Clone, Copy, Debug)]
pub struct RasterView<'a> {
    /// Where the dots are, in device pixels.
    pub area: PlotArea,
    /// What the width of the area means. A morph brings its own.
    pub axis: TimeAxis,
    /// Device pixels in a CSS pixel.
    pub scale: f64,
    /// The colours.
    pub palette: &'a Palette,
    /// When the server was down.
    pub outage: Option<TimeSpan>,
    /// The current time (seconds), marked by a line; `None` when all is over.
    pub until: Option<f64>,
    /// What is seen of the time after it.
    pub future: Future,
    /// The client of the timeline.
    pub selected: Option<&'a Track>,
    /// The client that is pointed at.
    pub pointed: Option<&'a Track>,
}

/// What is seen of the attempts after the current time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Future {
    /// Nothing: it is not to be told yet.
    Hidden,
    /// A trace, so that one knows where to scrub to.
    Faint,
}

/// Paints rasters; keeps the shapes of the dots from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct Raster {
    shapes: Glyphs,
    track_shapes: Glyphs,
}

/// How opaque a dot of the future is, compared to one of the past.
pub(crate) const FAINT: f32 = 0.16;
/// The same of a client that is lit up.
const TRACK_FAINT: f32 = 0.4;
/// The diameter of the shapes of a client that is lit up, in CSS pixels.
const TRACK_CSS: f64 = 9.0;

impl Raster {
    /// A painter.
    pub fn new() -> Self {
        Self::default()
    }

    /// Paints `dots` over the whole of `frame`. Nothing is allocated once the
    /// shapes of a size have been made.
    pub fn paint(&mut self, frame: &mut Frame<'_>, dots: &Dots, view: &RasterView<'_>) {
        let look = DotLook::new(dots, &view.area, view.scale as f32);
        self.begin(frame, view, &look);
        let mut brush = Brush::new(frame, &self.shapes, view, look);
        brush.dots(dots, view);
        self.finish(frame, view, |track| view.y_of_track(dots, track));
    }

    /// What is under the dots: the ground, and the outage on it.
    pub(crate) fn begin(&mut self, frame: &mut Frame<'_>, view: &RasterView<'_>, look: &DotLook) {
        if look.shapes {
            self.shapes.prepare(look.width);
        }
        self.track_shapes
            .prepare(look.width.max((TRACK_CSS * view.scale) as f32));
        frame.clear(view.palette.of(Role::Background));
        if let Some(outage) = view.outage {
            paint_outage(frame, view, outage);
        }
    }

    /// What is over the dots: the chosen clients, and the current time.
    pub(crate) fn finish(
        &self,
        frame: &mut Frame<'_>,
        view: &RasterView<'_>,
        y_of: impl Fn(&Track) -> f64,
    ) {
        for track in [view.selected, view.pointed].into_iter().flatten() {
            self.paint_track(frame, y_of(track) as i32, track, view);
        }
        if let Some(until) = view.until {
            let width = view.scale.round().max(1.0) as i32;
            view.column(frame, until, width, Ink::opaque(view.palette.of(Role::Ink)));
        }
    }

    /// A client's dots, enlarged, on a line from its first to its last.
    fn paint_track(&self, frame: &mut Frame<'_>, y: i32, track: &Track, view: &RasterView<'_>) {
        let clip = view.clip(frame);
        let seen = |dot: &&TrackDot| view.opacity_at(dot.at) > 0.0;
        let last = track.dots.iter().rfind(seen);
        if let (Some(first), Some(last)) = (track.dots.first(), last) {
            paint_track_line(frame, y, *first, *last, view);
        }
        for dot in track.dots.iter().filter(seen) {
            let halo = view.stamp(*dot, y, Role::Background);
            self.track_shapes.paint_halo(frame, clip, halo);
        }
        for dot in track.dots.iter().filter(seen) {
            let shape = view.stamp(*dot, y, role_of(dot.fate));
            self.track_shapes.paint(frame, clip, shape);
        }
    }

    pub(crate) fn shapes(&self) -> &Glyphs {
        &self.shapes
    }
}

impl RasterView<'_> {
    /// The x of a time (seconds), in device pixels.
    pub fn x_of(&self, at: f32) -> f64 {
        self.axis.x_of(f64::from(at), &self.area)
    }

    /// The y of the middle of a slot's row, in device pixels.
    pub fn y_of(&self, dots: &Dots, slot: usize) -> f64 {
        self.y_of_rank(dots.rank(slot), dots.slots())
    }

    /// The y of the middle of the row of a client, recorded or not, in device
    /// pixels.
    pub fn y_of_track(&self, dots: &Dots, track: &Track) -> f64 {
        self.y_of_rank(dots.rank_of_track(track), dots.slots())
    }

    fn y_of_rank(&self, rank: usize, rows: usize) -> f64 {
        let share = (rank as f64 + 0.5) / rows.max(1) as f64;
        f64::from(self.area.top) + share * f64::from(self.area.height())
    }

    /// `x = time × factor + shift`: what [`RasterView::x_of`] does, for many dots.
    pub(crate) fn time_map(&self) -> (f32, f32) {
        let factor = f64::from(self.area.width()) / self.axis.length();
        let shift = f64::from(self.area.left) - self.axis.start * factor;
        (factor as f32, shift as f32)
    }

    /// The part of the frame that dots may be in: half a dot beyond the area, so
    /// that the ones at time 0 are whole.
    pub(crate) fn clip(&self, frame: &Frame<'_>) -> Rect {
        let bounds = frame.bounds();
        let spare = (6.0 * self.scale) as i32;
        Rect {
            left: self.area.left - spare,
            top: self.area.top,
            right: self.area.right + spare,
            bottom: self.area.bottom,
        }
        .within(bounds)
    }

    /// How opaque what happens at `at` is, given the current time.
    pub(crate) fn opacity_at(&self, at: f32) -> f32 {
        match self.until {
            Some(until) if f64::from(at) > until => match self.future {
                Future::Hidden => 0.0,
                Future::Faint => FAINT,
            },
            _ => 1.0,
        }
    }

    /// The shape of a dot of a track.
    fn stamp(&self, dot: TrackDot, y: i32, role: Role) -> Stamp {
        Stamp {
            x: self.x_of(dot.at).floor() as i32,
            y,
            fate: dot.fate,
            colour: self.palette.of(role),
            opacity: self.opacity_at(dot.at).max(TRACK_FAINT),
        }
    }

    /// A line at the time `at`, if that is in the area.
    fn column(&self, frame: &mut Frame<'_>, at: f64, width: i32, ink: Ink) {
        let x = self.axis.x_of(at, &self.area).floor() as i32;
        if (self.area.left..=self.area.right).contains(&x) {
            let line = Rect {
                left: x,
                top: self.area.top,
                right: x + width,
                bottom: self.area.bottom,
            };
            frame.paint(line.within(frame.bounds()), ink);
        }
    }
}

/// A client that still waits is followed to the current time only.
fn paint_track_line(
    frame: &mut Frame<'_>,
    y: i32,
    first: TrackDot,
    last: TrackDot,
    view: &RasterView<'_>,
) {
    let end = view.until.unwrap_or(f64::INFINITY).min(f64::from(last.at));
    let half = (0.75 * view.scale).max(0.5);
    let line = Rect {
        left: view.x_of(first.at) as i32,
        top: (f64::from(y) - half + 0.5) as i32,
        right: view.x_of(end as f32) as i32,
        bottom: (f64::from(y) + half + 0.5).ceil() as i32,
    };
    let clip = view.clip(frame);
    let ground = Ink::new(view.palette.of(Role::Background), 0.85);
    let border = line.grown(view.scale.round() as i32);
    frame.paint(border.within(clip), ground);
    let ink = Ink::opaque(view.palette.of(Role::Highlight));
    frame.paint(line.within(clip), ink);
}

/// The colour of a fate.
pub(crate) fn role_of(fate: Fate) -> Role {
    match fate {
        Fate::Wasted => Role::Wasted,
        Fate::Rejected => Role::Rejected,
        Fate::Served => Role::Served,
        Fate::GaveUp => Role::GaveUp,
        Fate::ShortCircuited => Role::ShortCircuited,
    }
}

fn paint_outage(frame: &mut Frame<'_>, view: &RasterView<'_>, outage: TimeSpan) {
    let area = &view.area;
    let x = |at: f64| {
        let x = view.axis.x_of(at, area).round();
        (x as i32).clamp(area.left, area.right)
    };
    let shaded = Rect {
        left: x(outage.start),
        top: area.top,
        right: x(outage.end),
        bottom: area.bottom,
    };
    let bounds = frame.bounds();
    frame.paint(
        shaded.within(bounds),
        Ink::opaque(view.palette.of(Role::Outage)),
    );
    let edge = Ink::opaque(view.palette.of(Role::Muted));
    let width = view.scale.round().max(1.0) as i32;
    for at in [outage.start, outage.end] {
        if at > view.axis.start {
            view.column(frame, at, width, edge);
        }
    }
}
