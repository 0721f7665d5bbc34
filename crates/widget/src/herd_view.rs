//! The herd on its two canvases, which share one time axis.

use plotters::drawing::IntoDrawingArea;
use retry_herd_core::{SimTime, Trace};
use retry_herd_view::axis::TimeAxis;
use retry_herd_view::dots::{DotRef, Track};
use retry_herd_view::frame::Frame;
use retry_herd_view::load_chart::LoadChart;
use retry_herd_view::morph::{Morph, Scene};
use retry_herd_view::palette::Palette;
use retry_herd_view::plot_area::PlotArea;
use retry_herd_view::raster::{Future, Raster, RasterView};
use retry_herd_view::text;
use web_sys::HtmlElement;

use crate::backend::MeasuringBackend;
use crate::canvas::{Density, Pixels, fit};
use crate::job::Shown;
use crate::options::Controls;
use crate::parts::write;
use crate::stage::Stage;

/// How near to a dot one has to point, in CSS pixels.
const REACH_CSS: f64 = 12.0;

/// What the canvases need besides the run.
pub(crate) struct HerdView {
    pub(crate) raster_size: Density,
    pub(crate) load_size: Density,
    pub(crate) palette: Palette,
    /// The client that is followed.
    selected: Option<Track>,
    /// The client that is pointed at.
    pub(crate) pointed: Option<Track>,
    raster: Raster,
    pixels: Pixels,
}

impl Default for HerdView {
    fn default() -> Self {
        Self {
            raster_size: Density::NONE,
            load_size: Density::NONE,
            palette: Palette::LIGHT,
            selected: None,
            pointed: None,
            raster: Raster::new(),
            pixels: Pixels::default(),
        }
    }
}

/// The moment that is painted.
#[derive(Clone, Copy)]
struct Moment<'a> {
    shown: &'a Shown,
    /// The run that is being left, and how far we are from it.
    leaving: Option<(&'a Shown, f64)>,
    axis: TimeAxis,
    moved: f64,
    until: Option<f64>,
    future: Future,
}

impl HerdView {
    /// Whether there is nothing to paint on.
    pub(crate) fn is_unsized(&self) -> bool {
        self.raster_size.is_empty() || self.load_size.is_empty()
    }

    /// Lights up a client, or none.
    pub(crate) fn select(&mut self, trace: Option<&Trace>) {
        self.selected = trace.map(|trace| Track::of_trace(trace, SimTime::MAX));
    }

    fn raster_area(&self) -> PlotArea {
        let size = self.raster_size;
        PlotArea::of_raster(size.width_px, size.height_px, size.scale)
    }

    fn raster_view<'a>(&'a self, moment: &Moment<'a>) -> RasterView<'a> {
        RasterView {
            area: self.raster_area(),
            axis: moment.axis,
            scale: self.raster_size.scale,
            palette: &self.palette,
            outage: moment.shown.outage(),
            until: moment.until,
            future: moment.future,
            selected: self.selected.as_ref(),
            pointed: self.pointed.as_ref(),
        }
    }

    fn load_chart<'a>(&'a self, moment: &Moment<'a>) -> LoadChart<'a> {
        let size = self.load_size;
        let from = moment.leaving.map(|(from, _)| from);
        let y_from = from.map_or(moment.shown.y_max, |from| from.y_max);
        LoadChart {
            area: PlotArea::of_load(size.width_px, size.height_px, size.scale),
            axis: moment.axis,
            y_max: y_from + (moment.shown.y_max - y_from) * moment.moved,
            scale: size.scale,
            palette: &self.palette,
            load: moment.shown.load(),
            previous: from.map(Shown::load),
            moved: moment.moved,
            capacity: moment.shown.scenario.server.capacity,
            outage: moment.shown.outage(),
            until: moment.until,
            future: moment.future,
        }
    }

    /// Paints the raster's pixels.
    fn paint_raster(&mut self, moment: &Moment<'_>) {
        let size = self.raster_size;
        let mut raster = std::mem::take(&mut self.raster);
        let mut pixels = std::mem::take(&mut self.pixels);
        let view = self.raster_view(moment);
        // The bytes are made to this size.
        if let Ok(mut frame) = Frame::new(pixels.sized(size), size.width_px, size.height_px) {
            let to = scene(moment.shown);
            match moment.leaving {
                Some((from, progress)) => {
                    let from = scene(from);
                    raster.paint_morph(&mut frame, &Morph { from, to }, progress, &view);
                }
                None => raster.paint(&mut frame, to.dots, &view),
            }
        }
        self.raster = raster;
        self.pixels = pixels;
    }
}

fn scene(shown: &Shown) -> Scene<'_> {
    Scene {
        dots: &shown.dots,
        axis: shown.axis,
    }
}

impl Stage {
    /// The moment to be painted; `None` before the first run.
    fn moment(&self) -> Option<Moment<'_>> {
        let shown = self.shown.as_ref()?;
        let leaving = self.leaving.as_ref();
        let leaving = leaving.map(|leaving| (&leaving.shown, leaving.progress()));
        let moment = leaving.map(|(from, progress)| {
            let (from, to) = (scene(from), scene(shown));
            Morph { from, to }.moment(progress)
        });
        let future = if self.clock.is_running() {
            Future::Hidden
        } else {
            Future::Faint
        };
        Some(Moment {
            shown,
            leaving,
            axis: moment.map_or(shown.axis, |moment| moment.axis),
            moved: moment.map_or(1.0, |moment| moment.moved),
            until: self.clock.until(),
            future,
        })
    }

    /// Paints both canvases.
    pub(crate) fn paint_herd(&mut self) {
        if self.herd.is_unsized() {
            return;
        }
        let mut herd = std::mem::take(&mut self.herd);
        if let Some(moment) = self.moment() {
            herd.paint_raster(&moment);
            let chart = herd.load_chart(&moment);
            self.draw_load(&chart, herd.load_size);
            self.place_handles(&chart, &herd);
        }
        fit(&self.parts.raster, herd.raster_size);
        // A browser that refuses pixels shows none; there is nobody to tell.
        let _ = herd.pixels.put(&self.parts.raster);
        self.herd = herd;
        self.write_axis();
    }

    fn draw_load(&self, chart: &LoadChart<'_>, size: Density) {
        fit(&self.parts.load, size);
        if let Some(backend) = MeasuringBackend::new(&self.parts.load) {
            let _ = chart.draw(&backend.into_drawing_area());
        }
    }

    /// Puts the handles on the outage's end, on the line of the capacity, and where
    /// the cap reaches to from the outage's end, while nothing moves and there are
    /// controls at all.
    fn place_handles(&self, chart: &LoadChart<'_>, herd: &HerdView) {
        let is_still = self.leaving.is_none() && self.options.controls != Controls::None;
        let on_axis = |at: &f64| is_still && *at <= chart.axis.end;
        let left = |at: f64| chart.x_of(at) / chart.scale;
        let recovery = chart.outage.map_or(0.0, |outage| outage.end);
        let edge = chart.outage.map(|_| recovery).filter(on_axis);
        place(&self.parts.edge, "left", edge.map(left));
        let cap = self.settings.scenario().policy.cap;
        let reach = cap.map(|cap| recovery + cap.as_secs_f64());
        place(&self.parts.reach, "left", reach.filter(on_axis).map(left));
        let above = f64::from(herd.raster_size.height_px) / herd.raster_size.scale;
        for handle in [&self.parts.edge, &self.parts.reach] {
            let _ = handle.style().set_property("top", &px(above));
        }
        let level = chart.capacity.filter(|_| is_still);
        let top = level.map(|rate| above + chart.y_of(rate) / chart.scale);
        place(&self.parts.level, "top", top);
    }

    fn write_axis(&self) {
        let clients = self
            .shown
            .as_ref()
            .map_or(1, |shown| shown.scenario.fleet.clients);
        write(&self.parts.last_client, &text::count(u64::from(clients)));
    }

    /// The dot at (`x`, `y`) of the raster, in CSS pixels.
    pub(crate) fn dot_at(&self, x: f64, y: f64) -> Option<DotRef> {
        let moment = self.moment()?;
        let view = self.herd.raster_view(&moment);
        let scale = view.scale;
        let reach = REACH_CSS * scale;
        view.hit(&moment.shown.dots, x * scale, y * scale, reach)
    }

    /// The time (seconds) at `x` of the picture, in CSS pixels.
    pub(crate) fn time_at(&self, x: f64) -> Option<f64> {
        let moment = self.moment()?;
        let chart = self.herd.load_chart(&moment);
        Some(chart.time_of(x * chart.scale))
    }

    /// The rate (per second) at `y` of the picture, in CSS pixels.
    pub(crate) fn rate_at(&self, y: f64) -> Option<f64> {
        let moment = self.moment()?;
        let chart = self.herd.load_chart(&moment);
        let above = f64::from(self.herd.raster_size.height_px) / self.herd.raster_size.scale;
        Some(chart.rate_of((y - above) * chart.scale))
    }
}

/// Puts a handle at so many CSS pixels, or away.
fn place(handle: &HtmlElement, side: &str, at: Option<f64>) {
    handle.set_hidden(at.is_none());
    if let Some(at) = at {
        let _ = handle.style().set_property(side, &px(at));
    }
}

/// A length for a style sheet, to the pixel.
fn px(length: f64) -> String {
    format!("{}px", length.round() as i32)
}
