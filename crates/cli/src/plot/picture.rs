//! A run with what its pictures are made of.

use retry_herd_core::{Report, Run, Scenario, SimTime, Window};
use retry_herd_view::axis::{TimeAxis, TimeSpan};
use retry_herd_view::dots::{DotRecorder, Dots};
use retry_herd_view::palette::Palette;

/// A run, watched.
pub(super) struct Picture {
    pub(super) scenario: Scenario,
    pub(super) report: Report,
    pub(super) windows: Vec<Window>,
    pub(super) dots: Dots,
    pub(super) axis: TimeAxis,
}

/// What it is drawn on.
#[derive(Clone, Copy)]
pub(super) struct Page {
    pub(super) palette: &'static Palette,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) scale: u32,
}

impl Picture {
    pub(super) fn of(scenario: Scenario) -> Self {
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

    pub(super) fn outage(&self) -> TimeSpan {
        let outage = &self.scenario.server.outage;
        let start = SimTime::ZERO + outage.start;
        let end = outage.length.map_or(SimTime::MAX, |length| start + length);
        TimeSpan::new(start, end)
    }
}

impl Page {
    /// Its width and height in the pixels of a PNG.
    pub(super) fn pixels(self) -> (u32, u32) {
        (self.width * self.scale, self.height * self.scale)
    }
}
