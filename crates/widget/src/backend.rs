//! The canvas backend of plotters, with its way of measuring text replaced.
//!
//! The original adds a styled `<span>` to the page for every label: slow on a
//! long page, and forbidden by a strict style policy. A canvas can measure text
//! itself. Coordinates are those of the canvas, device pixels; whoever draws
//! scales fonts and strokes.

use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

type CanvasError = <CanvasBackend as DrawingBackend>::ErrorType;
type Drawn = Result<(), DrawingErrorKind<CanvasError>>;

/// Draws on a canvas.
pub(crate) struct MeasuringBackend {
    inner: CanvasBackend,
    context: CanvasRenderingContext2d,
}

impl MeasuringBackend {
    /// For `canvas`; `None` if it has no 2d context.
    pub(crate) fn new(canvas: &HtmlCanvasElement) -> Option<Self> {
        Some(Self {
            inner: CanvasBackend::with_canvas_object(canvas.clone())?,
            context: canvas.get_context("2d").ok()??.dyn_into().ok()?,
        })
    }
}

impl DrawingBackend for MeasuringBackend {
    type ErrorType = CanvasError;

    fn get_size(&self) -> (u32, u32) {
        self.inner.get_size()
    }

    fn ensure_prepared(&mut self) -> Drawn {
        self.inner.ensure_prepared()
    }

    fn present(&mut self) -> Drawn {
        self.inner.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        self.inner.draw_pixel(point, color)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.inner.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.inner.draw_rect(upper_left, bottom_right, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.inner.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.inner.draw_circle(center, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.inner.fill_polygon(path, style)
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        pos: BackendCoord,
    ) -> Drawn {
        self.inner.draw_text(text, style, pos)
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<CanvasError>> {
        let size = style.size();
        self.context.set_font(&format!(
            "{} {size}px {}",
            style.style().as_str(),
            style.family().as_str()
        ));
        // Half an em a letter, should the browser refuse to measure.
        let width = self
            .context
            .measure_text(text)
            .map_or_else(|_| size * 0.5 * text.chars().count() as f64, |m| m.width());
        Ok((width.ceil() as u32, size.ceil() as u32))
    }
}
