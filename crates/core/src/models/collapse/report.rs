//! What a run of the collapse model reports.

use serde::Serialize;

use crate::figures::Figure;

/// The report of one run. `calls = served + gave_up + unfinished` and
/// `attempts = served + timeouts + waiting` hold in every one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CollapseReport {
    /// Calls that began before the horizon.
    pub calls: u64,
    /// Those answered in time.
    pub served: u64,
    /// Those whose last attempt was not.
    pub gave_up: u64,
    /// Those still waiting at the horizon, for an answer or to try again.
    pub unfinished: u64,
    /// Requests sent before the horizon.
    pub attempts: u64,
    /// Those not answered in time.
    pub timeouts: u64,
    /// Those still waited for at the horizon.
    pub waiting: u64,
    /// Answers that nobody waited for any more.
    pub late: u64,
    /// The most requests that the server worked on at a time.
    pub most_in_flight: u64,
    /// How it ended.
    pub at_the_end: AtTheEnd,
    /// The run, interval by interval of `observe.window`.
    pub intervals: Vec<CollapseInterval>,
}

/// The last `observe.tail` of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct AtTheEnd {
    /// Calls that began in it, in a second.
    pub calls_per_second: f64,
    /// Requests sent in it, in a second.
    pub requests_per_second: f64,
    /// Calls answered in time in it, in a second.
    pub goodput_per_second: f64,
    /// Requests that the server worked on at the horizon.
    pub in_flight: u64,
    /// Whether fewer than half as many calls were answered in time as began;
    /// `None` if none began.
    pub collapsed: Option<bool>,
}

/// What happened in one interval of the width of `observe.window`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CollapseInterval {
    /// Calls that began.
    pub calls: u64,
    /// Calls answered in time.
    pub served: u64,
    /// Second and later attempts sent.
    pub retries: u64,
    /// Attempts not answered in time.
    pub timeouts: u64,
    /// The most requests that the server worked on at a time.
    pub in_flight: u64,
}

impl CollapseReport {
    /// Before anything has happened.
    pub(super) fn empty(intervals: usize) -> Self {
        Self {
            calls: 0,
            served: 0,
            gave_up: 0,
            unfinished: 0,
            attempts: 0,
            timeouts: 0,
            waiting: 0,
            late: 0,
            most_in_flight: 0,
            at_the_end: AtTheEnd::default(),
            intervals: vec![CollapseInterval::default(); intervals],
        }
    }
}

macro_rules! figure {
    ($path:literal, $($place:ident).+) => {
        Figure {
            path: $path,
            get: |report| Some(report.$($place).+ as f64),
        }
    };
}

pub(super) static FIGURES: &[Figure<CollapseReport>] = &[
    figure!("calls", calls),
    figure!("served", served),
    figure!("gave_up", gave_up),
    figure!("unfinished", unfinished),
    figure!("attempts", attempts),
    figure!("timeouts", timeouts),
    figure!("waiting", waiting),
    figure!("late", late),
    figure!("most_in_flight", most_in_flight),
    figure!("at_the_end.calls_per_second", at_the_end.calls_per_second),
    figure!(
        "at_the_end.requests_per_second",
        at_the_end.requests_per_second
    ),
    figure!(
        "at_the_end.goodput_per_second",
        at_the_end.goodput_per_second
    ),
    figure!("at_the_end.in_flight", at_the_end.in_flight),
    Figure {
        path: "at_the_end.collapsed",
        get: |report| {
            report
                .at_the_end
                .collapsed
                .map(|yes| f64::from(u8::from(yes)))
        },
    },
];
