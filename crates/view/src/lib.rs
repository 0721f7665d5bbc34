//! What people see of a run of Retry Herd: numbers, sentences, formulas, tables,
//! pictures and charts.
//!
//! Everything here is computed from a scenario and a run of it, as text or as
//! pixels; the crate knows no browser, no terminal and no file.

pub mod axis;
pub mod dots;
pub mod frame;
pub mod load_chart;
pub mod morph;
pub mod palette;
pub mod plot_area;
pub mod raster;
pub mod text;
