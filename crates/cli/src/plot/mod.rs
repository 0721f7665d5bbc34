//! `retry-herd plot`: the widget's pictures as files.

mod herd;
mod load;
mod picture;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use retry_herd_view::palette::Palette;

use self::picture::{Page, Picture};
use crate::args::Selection;
use crate::error::Failure;
use crate::output;

/// Draw the herd or its load as the widget shows them
///
/// The herd is one row of dots for each client, or for as many as there is room for.
/// It is painted pixel by pixel: as SVG it is those pixels in an image. The load is
/// the requests a second, against what the server can take; it is drawn as SVG.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  retry-herd plot herd > herd.png
  retry-herd plot herd --preset broadcast --out broadcast.svg
  retry-herd plot load --set jitter=none --dark > load.svg
  retry-herd plot load --policy openai-python --width 600 > load.svg")]
pub(crate) struct PlotArgs {
    /// What to draw
    #[arg(value_enum, value_name = "herd|load")]
    what: What,

    #[command(flatten)]
    selection: Selection,

    /// Write to this file, whose name ends in .png or .svg; else to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// What kind of file [default: as the name of the file ends; else the picture's own]
    #[arg(long, value_enum)]
    format: Option<ImageFormat>,

    /// The width, in pixels before scaling
    #[arg(long, value_name = "PIXELS", default_value_t = 860, value_parser = clap::value_parser!(u32).range(100..=8_000))]
    width: u32,

    /// The height, in pixels before scaling [default: 300 for the herd, 170 for the load]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(60..=8_000))]
    height: Option<u32>,

    /// Pixels for each of those, for a PNG
    #[arg(long, value_name = "FACTOR", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=4))]
    scale: u32,

    /// Draw light on dark
    #[arg(long)]
    dark: bool,
}

/// What can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Every client's attempts.
    Herd,
    /// The requests a second.
    Load,
}

/// Kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ImageFormat {
    /// Pixels.
    Png,
    /// Shapes.
    Svg,
}

/// Draws what the arguments select.
pub(crate) fn plot(args: &PlotArgs) -> Result<(), Failure> {
    let format = format(args)?;
    let picture = Picture::of(args.selection.scenario()?);
    let page = page(args, format);
    let bytes = match (args.what, format) {
        (What::Herd, ImageFormat::Png) => herd::png(&picture, page)?,
        (What::Herd, ImageFormat::Svg) => herd::svg(&picture, page)?.into_bytes(),
        (What::Load, _) => load::svg(&picture, page)?.into_bytes(),
    };
    let Some(path) = &args.out else {
        let mut out = output::stdout();
        out.write_all(&bytes)?;
        return Ok(out.flush()?);
    };
    fs::write(path, bytes).map_err(|problem| Failure::Unreadable {
        name: path.display().to_string(),
        problem,
    })
}

fn page(args: &PlotArgs, format: ImageFormat) -> Page {
    let height = match args.what {
        What::Herd => 300,
        What::Load => 170,
    };
    // Shapes need no finer pixels; the herd's image in an SVG does.
    let scale = match (args.what, format) {
        (What::Load, ImageFormat::Svg) => 1,
        _ => args.scale,
    };
    Page {
        palette: if args.dark {
            &Palette::DARK
        } else {
            &Palette::LIGHT
        },
        width: args.width,
        height: args.height.unwrap_or(height),
        scale,
    }
}

fn format(args: &PlotArgs) -> Result<ImageFormat, Failure> {
    let named = args.out.as_deref().map(ending).transpose()?;
    if let (Some(named), Some(asked)) = (named, args.format)
        && named != asked
    {
        let line = "--format: not what the file's name ends in; allowed: one of the two";
        return Err(Failure::Usage(line.to_owned()));
    }
    let own = match args.what {
        What::Herd => ImageFormat::Png,
        What::Load => ImageFormat::Svg,
    };
    let format = named.or(args.format).unwrap_or(own);
    if args.what == What::Load && format == ImageFormat::Png {
        let line = "--format: the load is not drawn as PNG; allowed: svg";
        return Err(Failure::Usage(line.to_owned()));
    }
    if args.out.is_none() && format == ImageFormat::Png && io::stdout().is_terminal() {
        let line = "--out: a PNG is nothing for a terminal; allowed: a file, or a pipe";
        return Err(Failure::Usage(line.to_owned()));
    }
    Ok(format)
}

fn ending(path: &Path) -> Result<ImageFormat, Failure> {
    let ending = path.extension().unwrap_or_default();
    match ending.to_ascii_lowercase().to_str() {
        Some("png") => Ok(ImageFormat::Png),
        Some("svg") => Ok(ImageFormat::Svg),
        _ => Err(Failure::Usage(format!(
            "--out: {} is no picture's name; allowed: one that ends in .png or .svg",
            path.display()
        ))),
    }
}
