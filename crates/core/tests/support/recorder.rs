//! Writes down everything that an observer is told.

use retry_herd_core::{Event, Observer, Run, Scenario};

/// All events, as they came.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Recorder {
    pub(crate) events: Vec<Event>,
}

impl Observer for Recorder {
    fn attempt(&mut self, event: Event) {
        self.events.push(event);
    }
}

/// All events of a whole run.
pub(crate) fn events(scenario: &Scenario) -> Vec<Event> {
    let run = Run::watched(scenario, Recorder::default()).finish();
    run.into_observer().events
}
