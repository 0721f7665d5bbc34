//! The canvas backend of plotters, with two of its ways replaced.
//!
//! It measures text by adding a styled `<span>` to the page for every label: slow
//! on a long page, and forbidden by a strict style policy. A canvas can measure
//! text itself. And it writes a colour as a text with a float in it, once for
//! every primitive: here that is done once for every colour.
//!
//! Coordinates are those of the canvas, device pixels; whoever draws scales fonts
//! and strokes.

use plotters_backend::text_anchor::{HPos, VPos};
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
    /// What the context fills with now.
    fill: Option<BackendColor>,
}

impl MeasuringBackend {
    /// For `canvas`; `None` if it has no 2d context.
    pub(crate) fn new(canvas: &HtmlCanvasElement) -> Option<Self> {
        Some(Self {
            inner: CanvasBackend::with_canvas_object(canvas.clone())?,
            context: canvas.get_context("2d").ok()??.unchecked_into(),
            fill: None,
        })
    }
}

impl MeasuringBackend {
    fn fill_with(&mut self, colour: BackendColor) {
        let is_same = |old: &BackendColor| {
            old.rgb == colour.rgb && old.alpha.to_bits() == colour.alpha.to_bits()
        };
        if self.fill.as_ref().is_some_and(is_same) {
            return;
        }
        let (red, green, blue) = colour.rgb;
        let alpha = (colour.alpha.clamp(0.0, 1.0) * 255.0).round() as u8;
        self.context
            .set_fill_style_str(&format!("#{red:02x}{green:02x}{blue:02x}{alpha:02x}"));
        self.fill = Some(colour);
    }

    fn fill_box(&self, left: i32, top: i32, right: i32, bottom: i32) {
        self.context.fill_rect(
            f64::from(left),
            f64::from(top),
            f64::from(right - left),
            f64::from(bottom - top),
        );
    }

    fn set_font<S: BackendTextStyle>(&self, style: &S) {
        self.context.set_font(&format!(
            "{} {}px {}",
            style.style().as_str(),
            // Type in device pixels: a half of one is seen by nobody.
            style.size().round() as u32,
            style.family().as_str()
        ));
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
        self.fill_with(color);
        self.fill_box(point.0, point.1, point.0 + 1, point.1 + 1);
        Ok(())
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
        self.fill_with(style.color());
        let ((left, top), (right, bottom)) = (upper_left, bottom_right);
        if fill {
            self.fill_box(left, top, right, bottom);
            return Ok(());
        }
        let thick = style.stroke_width() as i32;
        self.fill_box(left, top, right, top + thick);
        self.fill_box(left, bottom - thick, right, bottom);
        self.fill_box(left, top, left + thick, bottom);
        self.fill_box(right - thick, top, right, bottom);
        Ok(())
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
        self.fill_with(style.color());
        self.context.begin_path();
        for (x, y) in path {
            // The first one moves there: there is no line yet.
            self.context.line_to(f64::from(x), f64::from(y));
        }
        self.context.fill();
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        pos: BackendCoord,
    ) -> Drawn {
        let anchor = style.anchor();
        self.context.set_text_align(match anchor.h_pos {
            HPos::Left => "left",
            HPos::Right => "right",
            HPos::Center => "center",
        });
        self.context.set_text_baseline(match anchor.v_pos {
            VPos::Top => "top",
            VPos::Center => "middle",
            VPos::Bottom => "bottom",
        });
        self.set_font(style);
        self.fill_with(style.color());
        let (x, y) = pos;
        // Refused for a size that is no number, and there is none.
        let _ = self.context.fill_text(text, f64::from(x), f64::from(y));
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<CanvasError>> {
        let size = style.size();
        self.set_font(style);
        // Half an em a letter, should the browser refuse to measure.
        let width = self
            .context
            .measure_text(text)
            .map_or_else(|_| size * 0.5 * text.chars().count() as f64, |m| m.width());
        Ok((width.ceil() as u32, size.ceil() as u32))
    }
}
