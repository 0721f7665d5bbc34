//! What people see of a run of Retry Herd: numbers, sentences, formulas, tables,
//! pictures and charts.
//!
//! Everything here is computed from a scenario and a run of it, as text or as
//! pixels; the crate knows no browser, no terminal and no file.

pub mod axis;
pub mod change;
pub mod dots;
pub mod figures;
pub mod formula;
pub mod frame;
pub mod load_chart;
mod markup;
mod math;
pub mod morph;
pub mod palette;
pub mod plot_area;
pub mod raster;
pub mod sentence;
pub mod story;
mod svg;
pub mod table;
pub mod text;
pub mod timeline;
mod timeline_picture;
mod dot_look;
mod glyph;
mod hit;
mod paint_morph;
mod load_columns;
mod pen;
pub mod rate_axis;
mod load_labels;
mod recorder;
mod track;
mod brush;
