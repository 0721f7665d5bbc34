//! The few numbers that matter, each with what it is to be compared with.

use retry_herd_core::{Peak, Report, Scenario, SimDuration, SimTime, WHOLE, joined};

use crate::text;

/// One number that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it is called in code and in style sheets.
    pub name: &'static str,
    /// What it is called on the page.
    pub label: &'static str,
    /// The number with its unit.
    pub value: String,
    /// What to compare it with, or what it is made of.
    pub note: String,
}

/// The numbers of a run, in the order in which they are read. Their names are
/// `peak`, `p99`, `last`, `requests`, `gave-up`, `waiting` (only if somebody
/// still waited at the end) and `tick`.
pub fn figures(scenario: &Scenario, report: &Report) -> Vec<Figure> {
    let mut figures = vec![
        peak(scenario, report),
        ninety_nine(scenario, report),
        last(scenario, report),
        requests(report),
        gave_up(report),
    ];
    if report.unfinished > 0 {
        figures.push(waiting(scenario, report));
    }
    figures.push(tick(scenario));
    figures
}

/// The moment before which no policy can have served everybody: the server works
/// from the start to the outage and after it, and serves `capacity` requests a
/// second. That is `outage + clients / capacity` for an outage at the start. It is
/// exact to within one tick. `None` if the server never gets round to everybody.
pub fn floor(scenario: &Scenario) -> Option<SimTime> {
    Floor::of(scenario).map(Floor::end)
}

/// What a server needs at least.
#[derive(Clone, Copy)]
struct Floor {
    /// The outage, if it gets in the way.
    outage: SimDuration,
    /// Serving.
    work: SimDuration,
}

impl Floor {
    fn of(scenario: &Scenario) -> Option<Self> {
        let server = &scenario.server;
        if server.capacity_per_tick() == Some(0) {
            return None;
        }
        let work = server.capacity.map_or(SimDuration::ZERO, |capacity| {
            SimDuration::from_secs_f64(f64::from(scenario.fleet.clients) / capacity)
        });
        let before = server.outage.start;
        let outage = if before > SimDuration::ZERO && work <= before {
            SimDuration::ZERO
        } else {
            server.outage.length?
        };
        Some(Self { outage, work })
    }

    fn end(self) -> SimTime {
        SimTime::ZERO + self.outage + self.work
    }
}

/// "never", or that the simulation did not go on for long enough.
pub(crate) fn never(scenario: &Scenario, report: &Report) -> String {
    if report.unfinished == 0 {
        return "never".to_owned();
    }
    format!("not within {}", text::duration(scenario.horizon))
}

fn peak(scenario: &Scenario, report: &Report) -> Figure {
    let outage = &scenario.server.outage;
    let (label, peak) = match outage.length {
        None => ("Peak of retries", &report.peak_retries),
        Some(_) if outage.span().is_empty() => ("Peak", &report.peak_after_recovery),
        Some(_) => ("Peak after recovery", &report.peak_after_recovery),
    };
    Figure {
        name: "peak",
        label,
        value: text::rate(peak.per_second),
        note: peak_note(scenario, peak),
    }
}

/// "9.9× what the server can take; 119 within 100 ms, at 31 s".
fn peak_note(scenario: &Scenario, peak: &Peak) -> String {
    let Some(at) = peak.at_s else {
        return "no request came".to_owned();
    };
    let size = format!(
        "{} within {}, at {}",
        text::count(peak.count),
        text::duration(scenario.observe.window),
        text::seconds(at)
    );
    match peak.over_capacity {
        Some(over) => format!("{} what the server can take; {size}", text::multiple(over)),
        None => size,
    }
}

fn ninety_nine(scenario: &Scenario, report: &Report) -> Figure {
    let completion = &report.completion_s;
    let note = match (completion.p50, completion.p90) {
        (Some(half), Some(most)) => format!(
            "50 % after {}, 90 % after {}",
            text::seconds(half),
            text::seconds(most)
        ),
        (Some(half), None) => format!("50 % after {}", text::seconds(half)),
        (None, _) => "fewer than half were".to_owned(),
    };
    Figure {
        name: "p99",
        label: "99 % served",
        value: completion
            .p99
            .map_or_else(|| never(scenario, report), text::seconds),
        note,
    }
}

fn last(scenario: &Scenario, report: &Report) -> Figure {
    let label = if report.served == report.clients {
        "All served"
    } else {
        "Last one served"
    };
    Figure {
        name: "last",
        label,
        value: report
            .completion_s
            .last
            .map_or_else(|| never(scenario, report), text::seconds),
        note: floor_note(scenario),
    }
}

/// "serving all takes 46.7 s at least: outage 30 s + 2,000 ÷ 120/s".
fn floor_note(scenario: &Scenario) -> String {
    let Some(floor) = Floor::of(scenario) else {
        return "the server cannot serve all".to_owned();
    };
    let mut parts = Vec::new();
    if floor.outage > SimDuration::ZERO {
        parts.push(format!("outage {}", text::duration(floor.outage)));
    }
    if let Some(capacity) = scenario.server.capacity {
        let clients = text::count(u64::from(scenario.fleet.clients));
        parts.push(format!("{clients} ÷ {}", text::rate(capacity)));
    }
    if parts.is_empty() {
        return "the server has no limit".to_owned();
    }
    format!(
        "serving all takes {} at least: {}",
        text::time(floor.end()),
        joined(&parts, " + ")
    )
}

fn requests(report: &Report) -> Figure {
    let requests = &report.requests;
    Figure {
        name: "requests",
        label: "Requests",
        value: text::count(requests.total),
        note: format!(
            "{} wasted in the outage, {} rejected, {} served{}",
            text::count(requests.wasted),
            text::count(requests.rejected),
            text::count(report.served),
            match requests.short_circuited {
                Some(stopped) if WHOLE =>
                    format!("; {} more short-circuited", text::count(stopped)),
                _ => String::new(),
            }
        ),
    }
}

fn gave_up(report: &Report) -> Figure {
    Figure {
        name: "gave-up",
        label: "Gave up",
        value: text::count(report.gave_up),
        note: match report.left {
            Some(left) if WHOLE => format!(
                "{}; {} left",
                share(report.gave_up, report),
                text::count(left)
            ),
            _ => share(report.gave_up, report),
        },
    }
}

fn waiting(scenario: &Scenario, report: &Report) -> Figure {
    Figure {
        name: "waiting",
        label: "Still waiting",
        value: text::count(report.unfinished),
        note: format!(
            "{}, when the simulation stopped at {}",
            share(report.unfinished, report),
            text::duration(scenario.horizon)
        ),
    }
}

fn share(part: u64, report: &Report) -> String {
    format!(
        "{} of {}",
        text::percent(part, report.clients),
        text::counted(report.clients, "client")
    )
}

/// An un-jittered herd drains tick by tick, so the tick decides how fast.
fn tick(scenario: &Scenario) -> Figure {
    let note = match scenario.server.capacity_per_tick() {
        None => "the server's accounting step; its capacity is unlimited".to_owned(),
        Some(0) => "the server's accounting step: not one request fits in".to_owned(),
        Some(requests) => format!(
            "the server's accounting step: {} in each",
            text::counted(requests, "request")
        ),
    };
    Figure {
        name: "tick",
        label: "Tick",
        value: text::duration(scenario.server.tick),
        note,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use retry_herd_core::{Jitter, Run};

    fn secs(seconds: u64) -> SimDuration {
        SimDuration::from_secs(seconds)
    }

    /// 60 clients that knock at 0, 1, 3, 7, … s; the server is up at 2 s and serves
    /// ten a second.
    fn in_unison() -> Scenario {
        let mut scenario = Scenario::default();
        scenario.fleet.clients = 60;
        scenario.fleet.arrivals = SimDuration::ZERO;
        scenario.server.outage.length = Some(secs(2));
        scenario.server.capacity = Some(10.0);
        scenario.server.tick = secs(1);
        scenario.observe.window = secs(1);
        scenario.policy.cap = None;
        scenario.policy.jitter = Jitter::None;
        scenario
    }

    fn lines(scenario: &Scenario) -> Vec<String> {
        let report = Run::new(scenario).finish().report();
        figures(scenario, &report)
            .into_iter()
            .map(|figure| format!("{}: {} ({})", figure.label, figure.value, figure.note))
            .collect()
    }

    #[test]
    fn every_number_stands_beside_what_it_is_compared_with() {
        assert_eq!(
            lines(&in_unison()),
            [
                "Peak after recovery: 60/s (6× what the server can take; 60 within 1 s, at 3 s)",
                "99 % served: 2 min 7 s (50 % after 15 s, 90 % after 2 min 7 s)",
                "All served: 2 min 7 s (serving all takes 8 s at least: outage 2 s + 60 ÷ 10/s)",
                "Requests: 330 (120 wasted in the outage, 150 rejected, 60 served)",
                "Gave up: 0 (0 % of 60 clients)",
                "Tick: 1 s (the server's accounting step: 10 requests in each)",
            ]
        );
    }

    #[test]
    fn what_never_happens_is_never_and_what_was_cut_off_is_not() {
        let mut scenario = in_unison();
        scenario.policy.max_attempts = Some(5);
        assert!(lines(&scenario).contains(&"99 % served: never (50 % after 15 s)".to_owned()));
        scenario.policy.max_attempts = None;
        scenario.horizon = secs(10);
        let lines = lines(&scenario);
        assert!(lines.contains(&"99 % served: not within 10 s (fewer than half were)".to_owned()));
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with("Still waiting: 40 (66.7 %"))
        );
    }

    #[test]
    fn an_endless_outage_is_judged_by_its_retries() {
        let mut scenario = in_unison();
        scenario.server.outage.length = None;
        scenario.policy.max_attempts = Some(3);
        let lines = lines(&scenario);
        assert!(lines[0].starts_with("Peak of retries: 60/s"), "{lines:?}");
        assert_eq!(
            lines[2],
            "Last one served: never (the server cannot serve all)"
        );
    }

    #[test]
    fn the_floor_is_the_outage_and_the_work() {
        let mut scenario = Scenario::default();
        scenario.server.outage.length = Some(secs(30));
        scenario.server.capacity = Some(100.0);
        scenario.fleet.clients = 2_000;
        assert_eq!(floor(&scenario), Some(SimTime::ZERO + secs(50)));
        scenario.server.outage.start = secs(5);
        assert_eq!(floor(&scenario), Some(SimTime::ZERO + secs(50)));
        scenario.server.outage.start = secs(20);
        assert_eq!(floor(&scenario), Some(SimTime::ZERO + secs(20)));
        scenario.server.outage = retry_herd_core::Outage {
            start: SimDuration::ZERO,
            length: None,
        };
        assert_eq!(floor(&scenario), None);
    }

    proptest! {
        #[test]
        fn nobody_beats_the_floor_by_more_than_a_tick(
            clients in 1_u32..200,
            capacity in 1.0_f64..50.0,
            start in 0_u64..6,
            length in 0_u64..6,
            seed in 0_u64..1_000,
        ) {
            let mut scenario = in_unison();
            scenario.seed = seed;
            scenario.fleet.clients = clients;
            scenario.server.capacity = Some(capacity);
            scenario.server.outage.start = secs(start);
            scenario.server.outage.length = Some(secs(length));
            scenario.policy.jitter = Jitter::Full;
            scenario.policy.cap = Some(secs(2));
            scenario.policy.base = secs(1);
            let report = Run::new(&scenario).finish().report();
            prop_assert_eq!(report.served, report.clients);
            let floor = floor(&scenario).unwrap().as_secs_f64();
            let tick = scenario.server.tick.as_secs_f64();
            prop_assert!(report.completion_s.last.unwrap() >= floor - tick);
        }
    }
}
