//! The inverse question: how many attempts, or which cap, fit into a time.

use clap::ValueEnum;
use retry_herd_core::{
    CapFit, LibraryPolicy, Measure, Scenario, SimDuration, TotalWait, attempts_within, cap_within,
};
use serde::Serialize;

use crate::args::PageFormat;
use crate::error::Failure;
use crate::grid::Grid;
use crate::{output, words};

/// Whose waits have to fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Whose {
    /// The average client's.
    Mean,
    /// The longest that any client can have.
    #[default]
    Worst,
}

/// What of a policy fits. Times are in seconds; null is no limit.
#[derive(Serialize)]
struct Fitting {
    policy: &'static str,
    within_s: f64,
    measure: &'static str,
    total_s: Option<f64>,
    fits: bool,
    attempts: Option<u32>,
    attempts_that_fit: Option<u32>,
    cap_that_fits: String,
}

/// Prints what fits into `within`, for one policy or for all.
pub(super) fn fit(
    named: Option<&'static LibraryPolicy>,
    within: &str,
    whose: Whose,
    format: PageFormat,
) -> Result<(), Failure> {
    let time = time(within)?;
    let measure = whose.measure();
    let fitting: Vec<Fitting> = match named {
        Some(library) => vec![Fitting::of(library, time, measure)],
        None => LibraryPolicy::all()
            .map(|library| Fitting::of(library, time, measure))
            .collect(),
    };
    let grid = Grid {
        head: vec![
            "policy",
            "its wait",
            "fits",
            "its attempts",
            "attempts that fit",
            "cap that fits",
        ],
        rows: fitting.iter().map(Fitting::row).collect(),
    };
    grid.print(format, || output::json(&fitting))
}

/// The time as the scenario file writes one: read by the field whose range it has.
fn time(text: &str) -> Result<SimDuration, Failure> {
    let mut scenario = Scenario::default();
    let read = scenario.set("policy.deadline", text);
    match (read, scenario.policy.deadline) {
        (Ok(()), Some(time)) => Ok(time),
        _ => Err(Failure::Usage(format!(
            "--within: \"{text}\" is not a time; allowed: 1ms to 24h, such as \"30s\""
        ))),
    }
}

impl Whose {
    fn measure(self) -> Measure {
        match self {
            Self::Mean => Measure::Mean,
            Self::Worst => Measure::Worst,
        }
    }
}

impl Fitting {
    fn of(library: &LibraryPolicy, time: SimDuration, measure: Measure) -> Self {
        let policy = &library.policy;
        let total = TotalWait::of(policy).map(|total| match measure {
            Measure::Mean => total.mean,
            Measure::Worst => total.worst,
        });
        Self {
            policy: library.name,
            within_s: time.as_secs_f64(),
            measure: match measure {
                Measure::Mean => "mean",
                Measure::Worst => "worst",
            },
            total_s: total.map(SimDuration::as_secs_f64),
            fits: total.is_some_and(|total| total <= time),
            attempts: policy.max_attempts,
            attempts_that_fit: attempts_within(policy, time, measure),
            cap_that_fits: cap(cap_within(policy, time, measure)),
        }
    }

    fn row(&self) -> Vec<String> {
        let attempts = |number: Option<u32>| {
            number.map_or_else(|| "unlimited".to_owned(), |number| number.to_string())
        };
        vec![
            self.policy.to_owned(),
            self.total_s
                .map_or_else(|| "none".to_owned(), words::seconds),
            if self.fits { "yes" } else { "no" }.to_owned(),
            attempts(self.attempts),
            attempts(self.attempts_that_fit),
            self.cap_that_fits.clone(),
        ]
    }
}

fn cap(fit: Option<CapFit>) -> String {
    match fit {
        Some(CapFit::Any) => "any".to_owned(),
        Some(CapFit::UpTo(cap)) => format!("up to {cap}"),
        Some(CapFit::Never) => "none is small enough".to_owned(),
        None => "none: attempts are unlimited".to_owned(),
    }
}
