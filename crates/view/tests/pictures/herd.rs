//! Runs to take pictures of.

use retry_herd_core::{Jitter, Preset, Report, Run, Scenario, SimTime, Window};
use retry_herd_view::axis::{TimeAxis, TimeSpan};
use retry_herd_view::dots::{DotRecorder, Dots};
use retry_herd_view::frame::Frame;
use retry_herd_view::load_chart::{Load, LoadChart};
use retry_herd_view::morph::{Morph, Scene};
use retry_herd_view::palette::Palette;
use retry_herd_view::plot_area::PlotArea;
use retry_herd_view::raster::{Future, Raster, RasterView};

/// A run, with what its pictures are made of.
pub(crate) struct Herd {
    pub(crate) scenario: Scenario,
    pub(crate) report: Report,
    pub(crate) windows: Vec<Window>,
    pub(crate) dots: Dots,
    pub(crate) axis: TimeAxis,
}

/// The size of a picture in device pixels.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// RGBA pixels.
pub(crate) struct Picture {
    pub(crate) size: Size,
    pub(crate) bytes: Vec<u8>,
}

impl Herd {
    /// `app-recovery` with this jitter and so many clients.
    pub(crate) fn new(jitter: Jitter, clients: u32) -> Self {
        let preset = Preset::named("app-recovery").expect("a preset of that name");
        let mut scenario = preset.scenario();
        scenario.policy.jitter = jitter;
        scenario.fleet.clients = clients;
        Self::of(scenario)
    }

    pub(crate) fn of(scenario: Scenario) -> Self {
        let recorder = DotRecorder::new(scenario.fleet.clients);
        let run = Run::watched(&scenario, recorder).finish();
        Self {
            report: run.report(),
            windows: run.windows().to_vec(),
            dots: run.observer().dots(),
            axis: TimeAxis::fit_windows(run.windows(), scenario.observe.window),
            scenario,
        }
    }

    fn outage(&self) -> TimeSpan {
        let outage = &self.scenario.server.outage;
        let start = SimTime::ZERO + outage.start;
        let end = outage.length.map_or(SimTime::MAX, |length| start + length);
        TimeSpan::new(start, end)
    }

    pub(crate) fn view(&self, size: Size, scale: f64) -> RasterView<'static> {
        RasterView {
            area: PlotArea::of_raster(size.width, size.height, scale),
            axis: self.axis,
            scale,
            palette: &Palette::LIGHT,
            outage: Some(self.outage()),
            until: None,
            future: Future::Faint,
            selected: None,
            pointed: None,
        }
    }

    pub(crate) fn load(&self) -> Load<'_> {
        Load {
            windows: &self.windows,
            window: self.scenario.observe.window,
            peak: Some(self.report.peak_after_recovery),
        }
    }

    pub(crate) fn chart(&self, size: Size, scale: f64) -> LoadChart<'_> {
        LoadChart {
            area: PlotArea::of_load(size.width, size.height, scale),
            axis: self.axis,
            y_max: self.load().y_max(&self.scenario),
            scale,
            palette: &Palette::LIGHT,
            load: self.load(),
            previous: None,
            moved: 1.0,
            capacity: self.scenario.server.capacity,
            outage: Some(self.outage()),
            until: None,
            future: Future::Faint,
        }
    }

    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene {
            dots: &self.dots,
            axis: self.axis,
        }
    }

    pub(crate) fn picture(&self, size: Size, view: &RasterView<'_>) -> Picture {
        Picture::painted(size, |frame| Raster::new().paint(frame, &self.dots, view))
    }
}

impl Picture {
    pub(crate) fn painted(size: Size, paint: impl FnOnce(&mut Frame<'_>)) -> Self {
        let mut bytes = vec![0; size.width as usize * size.height as usize * 4];
        let mut frame = Frame::new(&mut bytes, size.width, size.height).expect("as many bytes");
        paint(&mut frame);
        Self { size, bytes }
    }

    pub(crate) fn of_morph(size: Size, morph: &Morph<'_>, at: f64, view: &RasterView<'_>) -> Self {
        Self::painted(size, |frame| {
            Raster::new().paint_morph(frame, morph, at, view);
        })
    }

    pub(crate) fn at(&self, x: i32, y: i32) -> [u8; 3] {
        let start = (y as usize * self.size.width as usize + x as usize) * 4;
        [
            self.bytes[start],
            self.bytes[start + 1],
            self.bytes[start + 2],
        ]
    }
}
