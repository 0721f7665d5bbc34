//! What people see of a run of Retry Herd: numbers, sentences, formulas, tables,
//! pictures and charts.
//!
//! Everything here is computed from a scenario and a run of it, as text or as
//! pixels; the crate knows no browser, no terminal and no file.

pub mod axis;
mod brush;
pub mod change;
pub mod compare;
pub mod compare_table;
mod dot_look;
pub mod dots;
pub mod figures;
pub mod formula;
pub mod frame;
mod glyph;
mod hit;
pub mod load_chart;
mod load_columns;
mod load_labels;
mod markup;
mod math;
pub mod morph;
mod paint_morph;
pub mod palette;
mod pen;
pub mod plot_area;
pub mod raster;
pub mod rate_axis;
mod recorder;
pub mod scale;
pub mod sentence;
pub mod story;
mod svg;
pub mod sweep_chart;
mod sweep_marks;
pub mod table;
pub mod text;
pub mod timeline;
mod timeline_picture;
mod track;
