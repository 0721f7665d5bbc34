//! The page: built for publication, or served while working on it.

use anyhow::Result;
use xshell::{Cmd, cmd};

use crate::{
    project::Project,
    setup::{self, Need, tools},
    size,
};

/// What trunk needs for a release build. The Node packages have wasm-opt.
pub(crate) const NEEDS: &[Need] = &[
    Need::WasmTarget,
    Need::Tool(tools::WASM_BINDGEN),
    Need::Tool(tools::TRUNK),
    Need::NodePackages,
];

/// What it needs to serve a debug build: no Node.
const NEEDS_TO_SERVE: &[Need] = &[
    Need::WasmTarget,
    Need::Tool(tools::WASM_BINDGEN),
    Need::Tool(tools::TRUNK),
];

/// `cargo xtask serve`.
pub(crate) fn serve(project: &Project) -> Result<()> {
    setup::ensure(project, NEEDS_TO_SERVE)?;
    hand_over_to(trunk(project, "serve"))
}

/// `cargo xtask build`: set-up, build, and what came out of it.
pub(crate) fn build_after_setup(project: &Project) -> Result<()> {
    setup::ensure(project, NEEDS)?;
    build(project)?;
    size::check(project)
}

/// Builds dist/, all tools being there.
pub(crate) fn build(project: &Project) -> Result<()> {
    trunk(project, "build").arg("--release").run()?;
    Ok(())
}

fn trunk<'a>(project: &'a Project, command: &str) -> Cmd<'a> {
    // The version is pinned; whether there is a newer one is not asked.
    let shell = &project.shell;
    cmd!(shell, "trunk {command}").env("TRUNK_SKIP_VERSION_CHECK", "true")
}

/// Becomes the command, so that whoever ends this process ends that one.
#[cfg(unix)]
fn hand_over_to(command: Cmd) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(std::process::Command::from(command).exec().into())
}

/// Runs the command to its end.
#[cfg(not(unix))]
fn hand_over_to(command: Cmd) -> Result<()> {
    command.run()?;
    Ok(())
}
