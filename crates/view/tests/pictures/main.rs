//! The pictures: what they promise, and how they look.

mod golden;
mod herd;
mod hit;
mod load;
mod raster;
