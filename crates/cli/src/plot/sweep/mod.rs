//! A sweep's results as a chart.

mod lines;
mod read;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use retry_herd_view::scale::{Scale, Spacing, Unit};
use retry_herd_view::sweep_chart::{Across, MOST_LINES, SweepChart, SweepLine};

use self::lines::{Read, X};
use super::page::{ImageFormat, Page, PageArgs};
use super::{pixels, shapes};
use crate::error::Failure;
use crate::sweep::Statistic;

/// Draw a sweep's results: a figure over a varied field
///
/// Every run is a dot (300 at most of one setting, evenly chosen); the line is the mean
/// or the median of a setting's runs, the band around it its 95 % interval. A second
/// varied field has a line for each of its values. What never happened stands in a lane
/// of its own, at the top.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  retry-herd sweep --vary cap=1s..60s:log:9 --vary jitter=full,decorrelated --seeds 20 --out cap.csv
  retry-herd plot sweep --rows cap.csv --figure completion_s.p99 --out cap.png
  retry-herd plot sweep --rows cap.csv --figure requests.total --y-axis log --dark > cap.svg
  retry-herd sweep --preset retry-wave --vary clients=1000..100000:log:5 --seeds 10 \\
    | retry-herd plot sweep --rows - --figure peak_retries.count --out wave.png")]
pub(super) struct SweepArgs {
    /// What the command sweep wrote, as CSV, JSON lines or Parquet; "-" is standard input
    #[arg(long, value_name = "FILE")]
    rows: PathBuf,

    /// Which figure
    #[arg(long, value_name = "NAME", default_value = "completion_s.p99")]
    figure: String,

    /// The field from left to right [default: the first that is varied over numbers]
    #[arg(long, value_name = "FIELD")]
    x: Option<String>,

    /// What the line is
    #[arg(long, value_enum, default_value_t)]
    line: LineOf,

    /// How the values of the field lie [default: log if they are evenly apart by factors]
    #[arg(long, value_enum)]
    x_axis: Option<AxisKind>,

    /// How the values of the figure lie
    #[arg(long, value_enum, default_value_t)]
    y_axis: AxisKind,

    #[command(flatten)]
    page: PageArgs,
}

/// What the line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum LineOf {
    /// Half of the runs are above.
    #[default]
    Median,
    /// Their sum, divided by how many there are.
    Mean,
}

/// How numbers lie on an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum AxisKind {
    /// By differences.
    #[default]
    Lin,
    /// By factors.
    Log,
}

impl LineOf {
    fn statistic(self) -> Statistic {
        match self {
            Self::Median => Statistic::Median,
            Self::Mean => Statistic::Mean,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Median => "median",
            Self::Mean => "mean",
        }
    }
}

impl From<AxisKind> for Spacing {
    fn from(kind: AxisKind) -> Self {
        match kind {
            AxisKind::Lin => Self::Linear,
            AxisKind::Log => Self::Logarithmic,
        }
    }
}

/// Draws what the arguments select.
pub(super) fn sweep(args: &SweepArgs) -> Result<(), Failure> {
    let format = args.page.format(ImageFormat::Svg)?;
    let asked = lines::Asked {
        figure: &args.figure,
        x: args.x.as_deref(),
        statistic: args.line.statistic(),
    };
    let lines = lines::of(&args.rows, &asked)?;
    if lines.lines.len() > MOST_LINES {
        return Err(Failure::Usage(format!(
            "--rows: {} has {} values; allowed: {MOST_LINES} lines in one chart",
            lines.by.unwrap_or_default(),
            lines.lines.len()
        )));
    }
    let page = args.page.page(860, |_| 480);
    let svg = draw(args, &lines, page)?;
    args.page.write(&match format {
        ImageFormat::Png => pixels::of(&svg, page)?.png()?,
        ImageFormat::Svg => svg.into_bytes(),
    })
}

fn draw(args: &SweepArgs, lines: &Read, page: Page) -> Result<String, Failure> {
    let title = match &lines.by {
        Some(by) => format!("{}, by {by}", args.figure),
        None => args.figure.clone(),
    };
    let note = note(args, lines);
    let chart = SweepChart {
        width: page.width,
        height: page.height,
        scale: 1.0,
        palette: page.palette,
        title: &title,
        x_title: &lines.field,
        note: &note,
        x: across(args, lines)?,
        y: up(args, &lines.lines),
        lines: &lines.lines,
    };
    let words = format!("{title}, over {}", lines.field);
    shapes::svg(page, &words, |root| chart.draw(root))
}

fn across<'l>(args: &SweepArgs, lines: &'l Read) -> Result<Across<'l>, Failure> {
    let (values, unit) = match &lines.x {
        X::Words(words) if args.x_axis.is_none() => return Ok(Across::Words(words)),
        X::Words(_) => {
            let line = format!("--x-axis: {} has words; allowed: without", lines.field);
            return Err(Failure::Usage(line));
        }
        X::Numbers(values, unit) => (values, *unit),
    };
    let spacing = args
        .x_axis
        .map_or_else(|| spacing_of(values), Spacing::from);
    if spacing == Spacing::Logarithmic && values.iter().any(|&value| value <= 0.0) {
        let line = format!("--x-axis: {} has a 0; allowed: lin", lines.field);
        return Err(Failure::Usage(line));
    }
    let scale = Scale::around(values, spacing, unit);
    Ok(Across::Numbers(scale, values))
}

/// Logarithmic if the factors between neighbours differ less than the differences do.
fn spacing_of(values: &[f64]) -> Spacing {
    let positive = values.iter().all(|&value| value > 0.0);
    let spread = |between: fn(f64, f64) -> f64| {
        let steps = values.windows(2).map(|pair| between(pair[0], pair[1]));
        let (least, most) = steps.fold((f64::INFINITY, 0.0_f64), |(least, most), step| {
            (least.min(step), most.max(step))
        });
        most / least
    };
    let (factors, differences) = (spread(|a, b| (b / a).ln()), spread(|a, b| b - a));
    if positive && values.len() > 2 && factors < differences {
        Spacing::Logarithmic
    } else {
        Spacing::Linear
    }
}

fn up(args: &SweepArgs, lines: &[SweepLine]) -> Scale {
    let points = lines.iter().flat_map(|line| &line.points);
    let values = points.flat_map(|point| {
        let middle = point
            .middle
            .into_iter()
            .flat_map(|m| [m.value, m.low, m.high]);
        point.runs.iter().copied().flatten().chain(middle)
    });
    Scale::fit(values, args.y_axis.into(), unit_of(&args.figure))
}

/// Figures in seconds have it in their names.
fn unit_of(figure: &str) -> Unit {
    let mut parts = figure.split('.');
    if parts.any(|part| part.ends_with("_s")) {
        Unit::Seconds
    } else {
        Unit::Plain
    }
}

fn note(args: &SweepArgs, lines: &Read) -> String {
    let line = args.line.name();
    let runs = match lines.runs {
        Some((least, most)) if least == most => format!("{least}"),
        Some((least, most)) => format!("{least} to {most}"),
        None => return format!("The line is the {line}, the band its 95 % interval."),
    };
    match lines.runs {
        Some((1, 1)) => "Every dot is a run.".to_owned(),
        _ => format!(
            "Every dot is a run, {runs} of each setting; the line is their {line}, the band its 95 % interval."
        ),
    }
}
