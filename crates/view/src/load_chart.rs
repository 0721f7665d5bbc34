//! The load chart: arrivals per window over time, against what the server can take.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::{HPos, VPos};
use retry_herd_core::{Peak, Scenario, SimDuration, Window};

use crate::axis::{TimeAxis, TimeSpan};
use crate::load_columns::{Column, columns};
use crate::palette::{Palette, Rgb, Role};
use crate::pen::{Label, Pen};
use crate::plot_area::{PlotArea, RIGHT_CSS};
use crate::raster::Future;
use crate::rate_axis::rate_ticks;

/// One run's load, as the chart shows it.
#[derive(Clone, Copy, Debug)]
pub struct Load<'a> {
    /// The attempts, window by window.
    pub windows: &'a [Window],
    /// The width of a window.
    pub window: SimDuration,
    /// The peak to be labelled.
    pub peak: Option<Peak>,
}

/// What the load chart shows, and how.
#[derive(Clone, Copy, Debug)]
pub struct LoadChart<'a> {
    /// Where the plot is, in device pixels.
    pub area: PlotArea,
    /// What its width means.
    pub axis: TimeAxis,
    /// What its height means: requests per second at the upper edge.
    pub y_max: f64,
    /// Device pixels in a CSS pixel.
    pub scale: f64,
    /// The colours.
    pub palette: &'a Palette,
    /// What came to the server.
    pub load: Load<'a>,
    /// The load that is being left, if one is.
    pub previous: Option<Load<'a>>,
    /// How far the way from the previous load is behind us, in `[0, 1]`.
    pub moved: f64,
    /// Requests per second that the server can answer; `None` is unlimited.
    pub capacity: Option<f64>,
    /// When the server was down.
    pub outage: Option<TimeSpan>,
    /// The current time (seconds), marked by a line; `None` when all is over.
    pub until: Option<f64>,
    /// What is seen of the time after it.
    pub future: Future,
}

/// What `draw` returns: the backend's error.
pub type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// How high a layer reaches in a column.
type Rate = fn(&Column) -> f64;

/// The width of a column, in CSS pixels: a wave that lasts one window is seen.
const COLUMN_CSS: f64 = 1.5;
/// How much of the background is mixed into what is still to come.
const FAINT: f32 = 0.8;
/// Headroom over the highest window.
const HEADROOM: f64 = 1.06;

impl Load<'_> {
    /// Requests per second in the fullest window; 0 if there is none.
    pub fn highest(&self) -> f64 {
        self.per_second(Window::arrivals)
    }

    /// The upper edge of a chart of this load of a run of `scenario`.
    ///
    /// It is over the capacity, over everything that met the server, and over
    /// what the whole fleet in unison would be (the rate of its first attempts),
    /// as far as the load reaches that: so jitter is seen to lower the load, not
    /// to change the scale. What is higher, retries on top of first attempts
    /// during the outage, is cut, and the chart says how high it was.
    pub fn y_max(&self, scenario: &Scenario) -> f64 {
        let line = scenario.server.capacity.unwrap_or(0.0);
        let spread = scenario.fleet.arrivals.max(self.window).as_secs_f64();
        let unison = f64::from(scenario.fleet.clients) / spread;
        let met = self.per_second(Window::met_server);
        let high = met.max(line).max(unison.min(self.highest()));
        if high > 0.0 && high.is_finite() {
            high * HEADROOM
        } else {
            1.0
        }
    }

    fn per_second(&self, of: impl Fn(&Window) -> u32) -> f64 {
        let most = self.windows.iter().map(of).max().unwrap_or(0);
        f64::from(most) / self.window.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

impl LoadChart<'_> {
    /// The y of a rate (requests per second), in device pixels.
    pub fn y_of(&self, rate: f64) -> f64 {
        f64::from(self.area.bottom) - rate / self.y_max * f64::from(self.area.height())
    }

    /// The rate at `y`, in device pixels: the inverse of [`LoadChart::y_of`].
    pub fn rate_of(&self, y: f64) -> f64 {
        let height = f64::from(self.area.height().max(1));
        (f64::from(self.area.bottom) - y) / height * self.y_max
    }

    /// The x of a time (seconds), in device pixels.
    pub fn x_of(&self, at: f64) -> f64 {
        self.axis.x_of(at, &self.area)
    }

    /// The time (seconds) at `x`, in device pixels.
    pub fn time_of(&self, x: f64) -> f64 {
        self.axis.time_of(x, &self.area)
    }

    /// Draws it over the whole of `root`.
    ///
    /// # Errors
    ///
    /// What the backend reports.
    pub fn draw<DB: DrawingBackend>(&self, root: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        self.paint(root)?;
        root.present()
    }

    /// As [`LoadChart::draw`], for a part of a picture that is not finished.
    pub(crate) fn paint<DB: DrawingBackend>(&self, root: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        let pen = Pen::new(root, self.scale);
        pen.clear(self.colour(Role::Background))?;
        self.draw_outage(&pen)?;
        self.draw_rates(&pen)?;
        let width = pen.px(COLUMN_CSS);
        let columns = self.columns(width);
        self.draw_load(&pen, &columns, width)?;
        self.draw_capacity(&pen)?;
        self.draw_times(&pen)?;
        self.draw_labels(&pen, &columns, width)?;
        self.draw_now(&pen)
    }

    pub(crate) fn colour(&self, role: Role) -> Rgb {
        self.palette.of(role)
    }

    /// The x of a time, kept in the plot.
    pub(crate) fn inside(&self, at: f64) -> i32 {
        let x = self.x_of(at).round();
        (x as i32).clamp(self.area.left, self.area.right)
    }

    fn draw_outage<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let Some(outage) = self.outage else {
            return Ok(());
        };
        let PlotArea { top, bottom, .. } = self.area;
        let (left, right) = (self.inside(outage.start), self.inside(outage.end));
        pen.fill(left, top, right, bottom, self.colour(Role::Outage))?;
        let muted = self.colour(Role::Muted);
        for at in [outage.start, outage.end] {
            if at > self.axis.start && at <= self.axis.end {
                let x = self.x_of(at).floor() as i32;
                pen.fill(x, top, x + pen.hair(), bottom, muted)?;
            }
        }
        Ok(())
    }

    fn draw_rates<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let PlotArea { left, right, .. } = self.area;
        let height_css = f64::from(self.area.height()) / self.scale;
        for tick in rate_ticks(self.y_max, height_css) {
            let y = self.y_of(tick.at).round() as i32;
            pen.fill(left, y, right, y + pen.hair(), self.colour(Role::Grid))?;
            let label = Label::new(&tick.label, left - pen.px(6.0), y, self.colour(Role::Muted));
            pen.write(&label.at(HPos::Right, VPos::Center))?;
        }
        Ok(())
    }

    fn draw_times<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let PlotArea {
            left,
            right,
            bottom,
            ..
        } = self.area;
        let muted = self.colour(Role::Muted);
        pen.fill(left, bottom, right, bottom + pen.hair(), muted)?;
        for tick in self.axis.ticks(f64::from(self.area.width()) / self.scale) {
            let x = self.x_of(tick.at).round() as i32;
            pen.fill(x, bottom, x + pen.hair(), bottom + pen.px(4.0), muted)?;
            let y = bottom + pen.px(7.0);
            let end = right + pen.px(RIGHT_CSS);
            let label = if x + pen.width_of(&tick.label) / 2 > end {
                Label::new(&tick.label, end, y, muted).at(HPos::Right, VPos::Top)
            } else {
                Label::new(&tick.label, x, y, muted).at(HPos::Center, VPos::Top)
            };
            pen.write(&label)?;
        }
        Ok(())
    }

    fn columns(&self, width: i32) -> Vec<Column> {
        let mut new = columns(&self.load, &self.axis, &self.area, width);
        let Some(previous) = &self.previous else {
            return new;
        };
        let old = columns(previous, &self.axis, &self.area, width);
        for (new, old) in new.iter_mut().zip(&old) {
            *new = old.towards(new, self.moved);
        }
        new
    }

    /// The fates as layers that reach down to the ground, the highest first: one
    /// polygon each for the past, and one for the future.
    fn draw_load<DB: DrawingBackend>(
        &self,
        pen: &Pen<'_, DB>,
        columns: &[Column],
        width: i32,
    ) -> Drawn<DB> {
        let now = self.until.map_or(columns.len(), |until| {
            let x = self.x_of(until) - f64::from(self.area.left);
            ((x / f64::from(width)) as usize).min(columns.len())
        });
        let layers: [(Role, Rate); 3] = [
            (Role::Wasted, Column::total),
            (Role::Rejected, |column| column.served + column.rejected),
            (Role::Served, |column| column.served),
        ];
        for (role, rate) in layers {
            let colour = self.colour(role);
            pen.area(self.outline(columns, 0..now, width, rate), colour)?;
            if self.future == Future::Faint {
                let faint = colour.towards(self.colour(Role::Background), FAINT);
                pen.area(
                    self.outline(columns, now..columns.len(), width, rate),
                    faint,
                )?;
            }
        }
        Ok(())
    }

    /// The upper edge of a layer over some columns, closed along the ground; empty
    /// where nothing rises above it. A rate above 0 is a pixel high at least.
    fn outline(
        &self,
        columns: &[Column],
        range: std::ops::Range<usize>,
        width: i32,
        rate: Rate,
    ) -> Vec<(i32, i32)> {
        let ground = self.area.bottom;
        let mut points = Vec::new();
        let mut level = ground;
        let x_of = |index: usize| (self.area.left + index as i32 * width).min(self.area.right);
        let mut step = |x: i32, y: i32| {
            if y != level {
                points.extend([(x, level), (x, y)]);
                level = y;
            }
        };
        for index in range.clone() {
            let rate = rate(&columns[index]);
            let y = self.y_of(rate).round() as i32;
            let top = if rate > 0.0 {
                y.min(ground - 1)
            } else {
                ground
            };
            step(x_of(index), top.max(self.area.top));
        }
        step(x_of(range.end), ground);
        points
    }

    fn draw_capacity<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let Some(y) = self.capacity_y() else {
            return Ok(());
        };
        let PlotArea { left, right, .. } = self.area;
        let thick = pen.px(1.5);
        let top = y - thick / 2;
        pen.fill(left, top, right, top + thick, self.colour(Role::Capacity))
    }

    /// The y of the capacity's line, if that is in the plot.
    pub(crate) fn capacity_y(&self) -> Option<i32> {
        let y = self.y_of(self.capacity?).round() as i32;
        (self.area.top..=self.area.bottom).contains(&y).then_some(y)
    }

    fn draw_now<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let Some(until) = self.until.filter(|&until| until <= self.axis.end) else {
            return Ok(());
        };
        let x = self.x_of(until).floor() as i32;
        let PlotArea { top, bottom, .. } = self.area;
        pen.fill(x, top, x + pen.hair(), bottom, self.colour(Role::Ink))
    }
}
