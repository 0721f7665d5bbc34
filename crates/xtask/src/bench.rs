//! How fast the engine is; docs/benchmarks.md has figures.

use anyhow::Result;
use xshell::cmd;

use crate::{
    project::Project,
    setup::{self, Need, tools},
};

const NEEDS: &[Need] = &[
    Need::WasmTarget,
    Need::Tool(tools::WASM_BINDGEN),
    Need::NodePackages,
];

/// `cargo xtask bench`: the engine beside the textbook's binary heap, then wasm
/// beside native code.
pub(crate) fn run(project: &Project) -> Result<()> {
    setup::ensure(project, NEEDS)?;
    let shell = &project.shell;
    cmd!(shell, "cargo bench --package retry-herd-core").run()?;
    cmd!(shell, "node crates/core/benches/wasm.mjs").run()?;
    Ok(())
}
