//! Where pictures put their plots. The raster and the load chart share their left
//! and right edges, so that one moment stands at one x in both.

/// The rectangle that data is drawn in, in device pixels: `left` and `top` are
/// its first column and row, `right` and `bottom` the first ones beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlotArea {
    /// The first column.
    pub left: i32,
    /// The column after the last one.
    pub right: i32,
    /// The first row.
    pub top: i32,
    /// The row after the last one.
    pub bottom: i32,
}

/// Room for the labels of the y axis, in CSS pixels.
const LEFT_CSS: f64 = 44.0;
/// Room for half a label at the end of the x axis, in CSS pixels.
pub(crate) const RIGHT_CSS: f64 = 14.0;
/// Room above the load chart for the label of the peak, in CSS pixels.
const LOAD_TOP_CSS: f64 = 18.0;
/// Room under the load chart for the labels of the x axis, in CSS pixels.
const LOAD_BOTTOM_CSS: f64 = 24.0;

impl PlotArea {
    /// The plot of a raster picture of this size in device pixels, `scale` of
    /// which make one CSS pixel.
    pub fn of_raster(width_px: u32, height_px: u32, scale: f64) -> Self {
        Self::inset(width_px, height_px, 0, 0, scale)
    }

    /// The plot of a load chart of this size in device pixels, `scale` of which
    /// make one CSS pixel.
    pub fn of_load(width_px: u32, height_px: u32, scale: f64) -> Self {
        let px = |css: f64| (css * scale).round() as i32;
        Self::inset(
            width_px,
            height_px,
            px(LOAD_TOP_CSS),
            px(LOAD_BOTTOM_CSS),
            scale,
        )
    }

    /// Columns in the plot; never negative.
    pub fn width(&self) -> i32 {
        (self.right - self.left).max(0)
    }

    /// Rows in the plot; never negative.
    pub fn height(&self) -> i32 {
        (self.bottom - self.top).max(0)
    }

    /// A picture too small for its margins has an empty plot, not a negative one.
    fn inset(width_px: u32, height_px: u32, top: i32, bottom: i32, scale: f64) -> Self {
        let px = |css: f64| (css * scale).round() as i32;
        let left = px(LEFT_CSS).min(width_px as i32);
        let top = top.min(height_px as i32);
        Self {
            left,
            right: (width_px as i32 - px(RIGHT_CSS)).max(left),
            top,
            bottom: (height_px as i32 - bottom).max(top),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raster_and_load_chart_share_their_edges_at_every_ratio() {
        for scale in [1.0, 1.25, 1.5, 2.0, 3.0] {
            let width = (800.0 * scale) as u32;
            let raster = PlotArea::of_raster(width, 300, scale);
            let load = PlotArea::of_load(width, 200, scale);
            assert_eq!((raster.left, raster.right), (load.left, load.right));
        }
    }

    #[test]
    fn a_picture_smaller_than_its_margins_has_an_empty_plot() {
        for size in 0..60 {
            let area = PlotArea::of_load(size, size, 1.0);
            assert!(area.left <= area.right && area.top <= area.bottom);
            assert!(area.right <= size as i32 && area.bottom <= size as i32);
        }
    }
}
