//! The command line as a person or a script uses it: the real binary, its
//! arguments, its standard output and error.

mod errors;
mod limits;
mod models;
mod pages;
mod parquet;
mod plot;
mod plot_sweep;
mod results;
mod support;
mod sweep;
mod sweep_files;
