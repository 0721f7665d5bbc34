//! `cargo xtask`: set-up, serve, build, test. What a newcomer and CI run.
//!
//! It installs what is missing before it uses it, and says nothing when all
//! is there. It knows how the other crates are built and checked, and nothing
//! of what is in them.

mod bench;
mod checks;
mod dist;
mod duration;
mod findings;
mod flags;
mod fuzz;
mod optimize;
mod post_build;
mod project;
mod screenshot;
mod setup;
mod size;
mod steps;
mod whole;

use anyhow::Result;
use flags::{Xtask, XtaskCmd};
use project::Project;

fn main() {
    let flags = Xtask::from_env_or_exit();
    if let Err(error) = run(flags) {
        eprintln!("\nxtask: {error:#}");
        std::process::exit(1);
    }
}

fn run(flags: Xtask) -> Result<()> {
    let project = Project::locate()?;
    match flags.subcommand {
        XtaskCmd::Serve(_) => dist::serve(&project),
        XtaskCmd::Build(_) => dist::build_after_setup(&project),
        XtaskCmd::Test(test) => steps::run(&project, &test.step, test.quick),
        XtaskCmd::Size(_) => size::check_after_setup(&project),
        XtaskCmd::Bench(_) => bench::run(&project),
        XtaskCmd::Fuzz(fuzz) => fuzz::run(&project, fuzz.seconds.unwrap_or(60)),
        XtaskCmd::Findings(_) => findings::remake(&project),
        XtaskCmd::Screenshot(_) => screenshot::make(&project),
        XtaskCmd::Optimize(optimize) => optimize::file(&project, &optimize.wasm),
        XtaskCmd::PostBuild(_) => post_build::run(&project),
    }
}
