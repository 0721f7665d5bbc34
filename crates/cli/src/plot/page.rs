//! What a picture is drawn on, and the file that it goes to.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use retry_herd_view::palette::Palette;

use crate::error::Failure;
use crate::output;

/// The file of a picture, its size and its colours.
#[derive(Debug, Args)]
pub(super) struct PageArgs {
    /// Write to this file, whose name ends in .png or .svg; else to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// What kind of file [default: as the name of the file ends; else the picture's own]
    #[arg(long, value_enum)]
    format: Option<ImageFormat>,

    /// The width, in pixels before scaling [default: as suits the picture]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(100..=8_000))]
    width: Option<u32>,

    /// The height, in pixels before scaling [default: as suits the picture]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(60..=8_000))]
    height: Option<u32>,

    /// Pixels for each of those, for a PNG
    #[arg(long, value_name = "FACTOR", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=4))]
    scale: u32,

    /// Draw light on dark
    #[arg(long)]
    dark: bool,
}

/// What a picture is drawn on.
#[derive(Clone, Copy)]
pub(super) struct Page {
    pub(super) palette: &'static Palette,
    pub(super) width: u32,
    pub(super) height: u32,
    /// Pixels of a PNG for each of those, across and down.
    pub(super) scale: u32,
}

/// Kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ImageFormat {
    /// Pixels.
    Png,
    /// Shapes.
    Svg,
}

impl Page {
    /// Its width and height in the pixels of a PNG.
    pub(super) fn pixels(self) -> (u32, u32) {
        (self.width * self.scale, self.height * self.scale)
    }
}

impl PageArgs {
    /// The page that is asked for; what is not, as it suits the picture.
    pub(super) fn page(&self, width: u32, height: impl Fn(u32) -> u32) -> Page {
        let width = self.width.unwrap_or(width);
        Page {
            palette: if self.dark {
                &Palette::DARK
            } else {
                &Palette::LIGHT
            },
            width,
            height: self.height.unwrap_or_else(|| height(width)),
            scale: self.scale,
        }
    }

    /// The kind of file that is asked for; if none is, the picture's `own`.
    pub(super) fn format(&self, own: ImageFormat) -> Result<ImageFormat, Failure> {
        let named = self.out.as_deref().map(ending).transpose()?;
        if let (Some(named), Some(asked)) = (named, self.format)
            && named != asked
        {
            let line = "--format: not what the file's name ends in; allowed: one of the two";
            return Err(Failure::Usage(line.to_owned()));
        }
        let format = named.or(self.format).unwrap_or(own);
        if self.out.is_none() && format == ImageFormat::Png && io::stdout().is_terminal() {
            let line = "--out: a PNG is nothing for a terminal; allowed: a file, or a pipe";
            return Err(Failure::Usage(line.to_owned()));
        }
        Ok(format)
    }

    /// Writes the file.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        let Some(path) = &self.out else {
            let mut out = output::stdout();
            out.write_all(bytes)?;
            return Ok(out.flush()?);
        };
        fs::write(path, bytes).map_err(|problem| Failure::unwritable(path, &problem))
    }
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
