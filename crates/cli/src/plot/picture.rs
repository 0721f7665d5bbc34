//! A run with what its pictures are made of.

use retry_herd_core::{Report, Run, Scenario, SimTime, Window};
use retry_herd_view::axis::{TimeAxis, TimeSpan};
use retry_herd_view::dots::{DotRecorder, Dots};
use retry_herd_view::load_chart::Load;

/// A run, watched.
pub(super) struct Picture {
    pub(super) scenario: Scenario,
    pub(super) report: Report,
    pub(super) windows: Vec<Window>,
    pub(super) dots: Dots,
    pub(super) axis: TimeAxis,
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

    pub(super) fn load(&self) -> Load<'_> {
        Load {
            windows: &self.windows,
            window: self.scenario.observe.window,
            peak: None,
        }
    }
}
