//! `retry-herd plot`: the widget's pictures as files.

mod compare;
mod herd;
mod load;
mod page;
mod picture;
mod pixels;
mod shapes;
mod sweep;

use clap::{Args, Subcommand, ValueEnum};
use retry_herd_view::dots::RowOrder;

use self::page::{ImageFormat, PageArgs};
use self::picture::Picture;
use crate::args::Selection;
use crate::error::Failure;

/// Draw the herd, its load, jitter kinds side by side, or a sweep's results
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "PICTURE",
    subcommand_help_heading = "Pictures",
    disable_help_subcommand = true,
    arg_required_else_help = false,
    after_help = "Examples:
  retry-herd plot herd --out herd.png
  retry-herd plot load --set jitter=none --dark > load.svg
  retry-herd plot compare --preset app-recovery --out compare.png
  retry-herd sweep --vary cap=1s..60s:log:9 --seeds 20 | retry-herd plot sweep --rows - --out cap.png"
)]
pub(crate) struct PlotArgs {
    #[command(subcommand)]
    what: What,
}

/// What can be drawn.
#[derive(Debug, Subcommand)]
enum What {
    Herd(HerdArgs),
    Load(LoadArgs),
    Compare(compare::CompareArgs),
    Sweep(sweep::SweepArgs),
}

/// Draw every client's attempts: a row of dots each
///
/// There is a row for each client, or for as many as there is room for. The herd is
/// painted pixel by pixel: as SVG it is those pixels in an image.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  retry-herd plot herd > herd.png
  retry-herd plot herd --order ending --set jitter=none > waves.png
  retry-herd plot herd --preset broadcast --out broadcast.svg")]
struct HerdArgs {
    #[command(flatten)]
    selection: Selection,

    /// What the rows are sorted by, from the top
    #[arg(long, value_enum, default_value_t, value_name = "BY")]
    order: Order,

    #[command(flatten)]
    page: PageArgs,
}

/// What the rows of a herd are sorted by.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Order {
    /// The client's number.
    #[default]
    Client,
    /// Who was served first, then who gave up: the last dots are the curve of completion.
    Ending,
}

/// Draw the requests a second, against what the server can take
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  retry-herd plot load --set jitter=none --dark > load.svg
  retry-herd plot load --policy openai-python --width 600 --out load.png")]
struct LoadArgs {
    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    page: PageArgs,
}

/// Draws what the arguments select.
pub(crate) fn plot(args: &PlotArgs) -> Result<(), Failure> {
    match &args.what {
        What::Herd(args) => herd(args),
        What::Load(args) => load(args),
        What::Compare(args) => compare::compare(args),
        What::Sweep(args) => sweep::sweep(args),
    }
}

fn herd(args: &HerdArgs) -> Result<(), Failure> {
    let format = args.page.format(ImageFormat::Png)?;
    let mut picture = Picture::of(args.selection.scenario()?);
    picture.dots = picture.dots.sorted(match args.order {
        Order::Client => RowOrder::Client,
        Order::Ending => RowOrder::Ending,
    });
    let page = args.page.page(860, |_| 300);
    args.page.write(&match format {
        ImageFormat::Png => herd::png(&picture, page)?,
        ImageFormat::Svg => herd::svg(&picture, page)?.into_bytes(),
    })
}

fn load(args: &LoadArgs) -> Result<(), Failure> {
    let format = args.page.format(ImageFormat::Svg)?;
    let picture = Picture::of(args.selection.scenario()?);
    let page = args.page.page(860, |_| 170);
    let svg = load::svg(&picture, page)?;
    args.page.write(&match format {
        ImageFormat::Png => pixels::of(&svg, page)?.png()?,
        ImageFormat::Svg => svg.into_bytes(),
    })
}
