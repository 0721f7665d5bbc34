//! The page: built for publication, or served while working on it.

use anyhow::Result;

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
    trunk(project, &["serve"])
}

/// `cargo xtask build`: set-up, build, and what came out of it.
pub(crate) fn build_after_setup(project: &Project) -> Result<()> {
    setup::ensure(project, NEEDS)?;
    build(project)?;
    size::check(project)
}

/// Builds dist/, all tools being there.
pub(crate) fn build(project: &Project) -> Result<()> {
    trunk(project, &["build", "--release"])
}

fn trunk(project: &Project, args: &[&str]) -> Result<()> {
    let trunk = project.cmd("trunk").args(args);
    // The version is pinned; whether there is a newer one is not asked.
    trunk.env("TRUNK_SKIP_VERSION_CHECK", "true").run()?;
    Ok(())
}
