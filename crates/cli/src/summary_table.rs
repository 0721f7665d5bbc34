//! The table of several seeds.

use retry_herd_core::{Figure, Scenario, Spread, Summary};
use retry_herd_view::text;

use crate::run::{floor_text, heading};
use crate::table;

/// Every figure under its JSON name: mean, deviation of one run, least and most.
pub(crate) fn text(scenario: &Scenario, summary: &Summary) -> String {
    let mut rows = table::table();
    rows.set_header(["", "mean", "sd of one run", "least", "most"]);
    for (figure, spread) in summary.figures().into_iter().zip(summary.spreads()) {
        rows.add_row(row(figure, spread, summary));
    }
    format!(
        "{}\n\n{}",
        head(scenario, summary),
        table::text(rows, &[1, 2, 3, 4])
    )
}

fn head(scenario: &Scenario, summary: &Summary) -> String {
    let seeds = summary.runs.len() as u64;
    format!(
        "{}\n{}: {} to {}; tick {}; physical floor {}",
        heading(scenario),
        text::counted(seeds, "seed"),
        scenario.seed,
        scenario.seed + seeds.saturating_sub(1),
        text::duration(scenario.server.tick),
        floor_text(scenario)
    )
}

fn row(figure: &Figure, spread: Spread, summary: &Summary) -> [String; 5] {
    let known: Vec<f64> = summary.runs.iter().filter_map(figure.get).collect();
    let show = |number: Option<f64>| number.map_or_else(|| "–".to_owned(), |n| shown(figure, n));
    let mean = match spread.nulls {
        0 => show(spread.mean),
        nulls => format!("{} in {nulls} of {}", null(figure), summary.runs.len()),
    };
    [
        figure.path.to_owned(),
        mean,
        show(spread.sd),
        show(known.iter().copied().reduce(f64::min)),
        show(known.iter().copied().reduce(f64::max)),
    ]
}

/// What a missing figure means.
fn null(figure: &Figure) -> &'static str {
    if figure.path.starts_with("completion") {
        "never"
    } else {
        "none"
    }
}

/// In the units that the figure's name tells.
fn shown(figure: &Figure, number: f64) -> String {
    let path = figure.path;
    if path.contains("_s.") || path.ends_with("_s") {
        text::seconds(number)
    } else if path.ends_with("per_second") {
        text::rate(number)
    } else if path.ends_with("over_capacity") {
        text::multiple(number)
    } else {
        tenths(number)
    }
}

/// A count, or the mean of some: to a tenth, `2,000` and `120.4`.
fn tenths(number: f64) -> String {
    let tenths = (number * 10.0).round() as u64;
    let whole = text::count(tenths / 10);
    match tenths % 10 {
        0 => whole,
        tenth => format!("{whole}.{tenth}"),
    }
}
