//! Every kind of jitter side by side.

use clap::Args;
use rayon::prelude::*;
use retry_herd_core::Scenario;
use retry_herd_view::axis::TimeAxis;
use retry_herd_view::compare::{Compare, Panel, Place};
use retry_herd_view::compare_table::Compared;
use retry_herd_view::load_chart::Load;
use retry_herd_view::{figures, sentence, text};

use super::page::{ImageFormat, Page, PageArgs};
use super::picture::Picture;
use super::{herd, pixels, shapes};
use crate::args::Selection;
use crate::error::Failure;

/// Draw kinds of jitter side by side: the same fleet, the same luck, the same axes
///
/// Each has its herd and its load; the table under them marks the lowest peak, the
/// fastest 99 % and the fewest requests.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  retry-herd plot compare --out compare.png
  retry-herd plot compare --scenario service.toml --kinds none,full,decorrelated --dark --out compare.svg")]
pub(super) struct CompareArgs {
    #[command(flatten)]
    selection: Selection,

    /// Which kinds of jitter, as the field policy.jitter has them
    #[arg(
        long,
        value_name = "KIND,…",
        value_delimiter = ',',
        default_value = "none,full,equal,decorrelated,proportional"
    )]
    kinds: Vec<String>,

    #[command(flatten)]
    page: PageArgs,
}

/// The most kinds that one picture has room for.
const MOST_KINDS: usize = 8;

/// Draws what the arguments select.
pub(super) fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let format = args.page.format(ImageFormat::Svg)?;
    let base = args.selection.scenario()?;
    let pictures: Vec<Picture> = scenarios(args, &base)?
        .into_par_iter()
        .map(Picture::of)
        .collect();
    let names: Vec<String> = pictures
        .iter()
        .map(|picture| sentence::jitter_name(&picture.scenario.policy))
        .collect();
    let panels: Vec<Panel<'_>> = pictures
        .iter()
        .zip(&names)
        .map(|(picture, name)| panel(picture, name))
        .collect();
    let (title, note) = (title(&base), note(&base));
    let natural = |width| {
        Compare::natural_height(f64::from(width), panels.len(), &title, &note).round() as u32
    };
    let page = args.page.page(1_200, natural);
    let compare = Compare {
        width: page.width,
        height: page.height,
        scale: 1.0,
        palette: page.palette,
        axis: axis(&pictures),
        y_max: y_max(&pictures),
        outage: pictures.first().map(Picture::outage),
        panels: &panels,
        title: &title,
        note: &note,
    };
    let svg = shapes::svg(page, &words(&pictures), |root| compare.draw(root))?;
    args.page.write(&match format {
        ImageFormat::Png => png(&svg, &compare, &pictures, page)?,
        ImageFormat::Svg => with_herds(&svg, &compare, &pictures, page)?.into_bytes(),
    })
}

fn scenarios(args: &CompareArgs, base: &Scenario) -> Result<Vec<Scenario>, Failure> {
    let kinds = &args.kinds;
    let repeated = (1..kinds.len()).find(|&at| kinds[..at].contains(&kinds[at]));
    if repeated.is_some() || !(2..=MOST_KINDS).contains(&kinds.len()) {
        let given = kinds.join(",");
        let line = format!("--kinds: \"{given}\"; allowed: 2 to {MOST_KINDS} kinds, each once");
        return Err(Failure::Usage(line));
    }
    let scenario = |kind: &String| {
        let mut scenario = base.clone();
        scenario.set("policy.jitter", kind.trim())?;
        scenario.validate()?;
        Ok(scenario)
    };
    kinds.iter().map(scenario).collect()
}

fn panel<'p>(picture: &'p Picture, name: &'p str) -> Panel<'p> {
    Panel {
        run: Compared {
            name,
            scenario: &picture.scenario,
            report: &picture.report,
        },
        load: Load {
            peak: Some(picture.report.peak_after_recovery),
            ..picture.load()
        },
    }
}

/// The longest: all have the same.
fn axis(pictures: &[Picture]) -> TimeAxis {
    let end = pictures.iter().map(|picture| picture.axis.end);
    TimeAxis::new(0.0, end.fold(0.0, f64::max))
}

fn y_max(pictures: &[Picture]) -> f64 {
    let high = pictures
        .iter()
        .map(|picture| picture.load().y_max(&picture.scenario));
    high.fold(0.0, f64::max)
}

fn title(base: &Scenario) -> String {
    let clients = text::counted(u64::from(base.fleet.clients), "client");
    let outage = match base.server.outage.length {
        Some(length) => format!("an outage of {}", text::duration(length)),
        None => "an outage without end".to_owned(),
    };
    let capacity = match base.server.capacity {
        Some(capacity) => format!("a capacity of {}", text::rate(capacity)),
        None => "unlimited capacity".to_owned(),
    };
    format!("{}: {clients}, {outage}, {capacity}", base.name)
}

fn note(base: &Scenario) -> String {
    let same = format!(
        "The same clients with the same luck (seed {}), on the same axes.",
        base.seed
    );
    match figures::floor(base) {
        Some(floor) => {
            format!(
                "{same} Whatever the jitter, the last is not served before {}.",
                text::time(floor)
            )
        }
        None => same,
    }
}

/// One sentence on each.
fn words(pictures: &[Picture]) -> String {
    let told = |picture: &Picture| {
        let name = sentence::jitter_name(&picture.scenario.policy);
        format!(
            "{name}: {}",
            sentence::sentence(&picture.scenario, &picture.report)
        )
    };
    pictures.iter().map(told).collect::<Vec<_>>().join(" ")
}

fn herd_page(page: Page, place: Place) -> Page {
    Page {
        width: place.width,
        height: place.height,
        ..page
    }
}

fn png(
    svg: &str,
    compare: &Compare<'_>,
    pictures: &[Picture],
    page: Page,
) -> Result<Vec<u8>, Failure> {
    let mut pixels = pixels::of(svg, page)?;
    let scale = page.scale as i32;
    for (picture, place) in pictures.iter().zip(compare.herds()) {
        let herd = herd::painted(picture, herd_page(page, place), compare.axis)?;
        pixels.lay(&herd, place.x * scale, place.y * scale);
    }
    pixels.png()
}

fn with_herds(
    svg: &str,
    compare: &Compare<'_>,
    pictures: &[Picture],
    page: Page,
) -> Result<String, Failure> {
    let mut images = String::new();
    for (picture, place) in pictures.iter().zip(compare.herds()) {
        let page = herd_page(page, place);
        let herd = herd::painted(picture, page, compare.axis)?;
        images += &herd::image(&herd, page, place.x, place.y)?;
    }
    Ok(shapes::with(svg, &images))
}
