//! Shrinks wasm with the wasm-opt of npm's binaryen.
//!
//! Debian's is too old for what rustc writes today, and trunk's own is a
//! download.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use xshell::cmd;

use crate::{
    project::Project,
    setup::{self, Need},
};

const NEEDS: &[Need] = &[Need::NodePackages];

const WASM_OPT: &str = "tests/node_modules/binaryen/bin/wasm-opt";

/// Chosen by the size after brotli, which is not the size on disk: what makes a
/// file shorter, such as inlining, can make it longer to download.
const PASSES: [&str; 7] = [
    "-O2",
    "--flatten",
    "--rereloop",
    "-O2",
    "--one-caller-inline-max-function-size=0",
    "--strip-debug",
    "--strip-producers",
];

/// `cargo xtask optimize FILE`.
pub(crate) fn file(project: &Project, wasm: &Path) -> Result<()> {
    setup::ensure(project, NEEDS)?;
    optimize(project, &std::path::absolute(wasm)?)
}

/// Shrinks `wasm` in place, wasm-opt being there.
pub(crate) fn optimize(project: &Project, wasm: &Path) -> Result<()> {
    let shell = &project.shell;
    let before = size_of(wasm)?;
    let output = wasm.with_extension("wasm.optimized");
    let flags = feature_flags(project)?;
    cmd!(
        shell,
        "node {WASM_OPT} {PASSES...} --mvp-features {flags...} {wasm} -o {output}"
    )
    .quiet()
    .run()?;
    cmd!(shell, "node tests/support/check-wasm.js {output}")
        .quiet()
        .run()?;
    std::fs::rename(&output, wasm)?;
    let name = wasm.file_name().unwrap_or_default().display();
    println!("{name}: {before} bytes, optimised {}", size_of(wasm)?);
    Ok(())
}

/// In bytes.
pub(crate) fn size_of(file: &Path) -> Result<u64> {
    let metadata = file
        .metadata()
        .with_context(|| format!("{} cannot be read", file.display()))?;
    Ok(metadata.len())
}

/// wasm-opt must be told one by one what it may use, and that is what rustc
/// uses: with all features it writes modules that engines refuse.
fn feature_flags(project: &Project) -> Result<Vec<String>> {
    let shell = &project.shell;
    let cfg = cmd!(shell, "rustc --print cfg --target wasm32-unknown-unknown")
        .quiet()
        .read()?;
    let flags: Vec<String> = flags_of_cfg(&cfg).collect();
    ensure!(
        !flags.is_empty(),
        "rustc named no feature of wasm32-unknown-unknown"
    );
    Ok(flags)
}

fn flags_of_cfg(cfg: &str) -> impl Iterator<Item = String> {
    let features = cfg
        .lines()
        .filter_map(|line| line.strip_prefix("target_feature=\"")?.strip_suffix('"'));
    features.map(|feature| format!("--enable-{}", name_in_binaryen(feature)))
}

fn name_in_binaryen(feature: &str) -> &str {
    match feature {
        "nontrapping-fptoint" => "nontrapping-float-to-int",
        same => same,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_feature_of_rustc_becomes_a_flag_of_wasm_opt() {
        let cfg = "panic=\"abort\"\ntarget_arch=\"wasm32\"\ntarget_feature=\"bulk-memory\"\n\
                   target_feature=\"nontrapping-fptoint\"\ntarget_pointer_width=\"32\"\n";
        let flags: Vec<_> = flags_of_cfg(cfg).collect();
        assert_eq!(
            flags,
            ["--enable-bulk-memory", "--enable-nontrapping-float-to-int"]
        );
    }
}
