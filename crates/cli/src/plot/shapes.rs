//! Pictures as shapes: SVG.

use std::fmt::Display;

use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::prelude::{IntoDrawingArea, SVGBackend};

use super::page::Page;
use crate::error::Failure;

/// What `draw` draws on a page, as SVG in which a screen reader finds `words`.
pub(super) fn svg<E: Display>(
    page: Page,
    words: &str,
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), E>,
) -> Result<String, Failure> {
    let mut text = String::new();
    {
        let size = (page.width, page.height);
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        draw(&root).map_err(Failure::drawing)?;
    }
    let words = escaped(words);
    let begin = text.find('\n').unwrap_or_default();
    let text = in_true_sizes(text[begin..].trim());
    let Page { width, height, .. } = page;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{words}</title>\n{text}\n"
    ))
}

/// `svg` with more in it, above all else.
pub(super) fn with(svg: &str, more: &str) -> String {
    let end = svg.rfind("</svg>").unwrap_or(svg.len());
    format!("{}{more}{}", &svg[..end], &svg[end..])
}

/// plotters takes the size of a font for the height of a line, and writes letters that
/// are smaller by this factor.
const LINE: f64 = 1.24;

fn in_true_sizes(svg: &str) -> String {
    const SIZE: &str = "font-size=\"";
    let mut parts = svg.split(SIZE);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (size, rest) = part.split_once('"').unwrap_or((part, ""));
        let size = size
            .parse()
            .map(|size: f64| (size * LINE * 100.0).round() / 100.0);
        let size = size.map(|size| size.to_string()).unwrap_or_default();
        text.extend([SIZE, &size, "\"", rest]);
    }
    text
}

fn escaped(words: &str) -> String {
    let words = words.replace('&', "&amp;");
    words.replace('<', "&lt;").replace('>', "&gt;")
}
