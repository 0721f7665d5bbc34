//! The second build of the widget, the one with the whole model. The small one is
//! trunk's, which builds one crate once.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::cmd;

use crate::{
    project::Project,
    setup::{Need, tools},
};

/// What its files are called, and nothing else in dist/.
pub(crate) const NAME: &str = "retry-herd-whole";

/// What it is built with; trunk brings the same for its own.
pub(crate) const NEEDS: &[Need] = &[Need::WasmTarget, Need::Tool(tools::WASM_BINDGEN)];

const WASM: &str = "wasm32-unknown-unknown";

/// A profile of cargo's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Profile {
    /// What cargo is told.
    pub(crate) name: &'static str,
    /// Where in the target folder cargo leaves what it built.
    pub(crate) folder: &'static str,
}

/// That of the small build of a release, in www/index.html.
pub(crate) const RELEASE: Profile = Profile {
    name: "download",
    folder: "download",
};

/// That of a debug build.
pub(crate) const DEBUG: Profile = Profile {
    name: "dev",
    folder: "debug",
};

/// Builds it into `folder`.
pub(crate) fn build(project: &Project, profile: Profile, folder: &Path) -> Result<()> {
    let shell = &project.shell;
    let Profile { name, folder: part } = profile;
    cmd!(
        shell,
        "cargo build --package retry-herd-widget --lib --target {WASM} --profile {name}"
    )
    .quiet()
    .run()?;
    let built = target_folder(project)?.join(WASM).join(part);
    let wasm = built.join("retry_herd_widget.wasm");
    cmd!(
        shell,
        "wasm-bindgen --target web --no-typescript --out-name {NAME} --out-dir {folder} {wasm}"
    )
    .quiet()
    .run()?;
    Ok(())
}

/// Where cargo builds, which may be set in many places.
fn target_folder(project: &Project) -> Result<PathBuf> {
    let shell = &project.shell;
    let metadata = cmd!(shell, "cargo metadata --no-deps --format-version 1")
        .quiet()
        .read()?;
    folder_in(&metadata).context("cargo did not say where it builds")
}

fn folder_in(metadata: &str) -> Option<PathBuf> {
    let (_, rest) = metadata.split_once("\"target_directory\":\"")?;
    let (folder, _) = rest.split_once('"')?;
    Some(folder.replace("\\\\", "\\").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_folder_is_read_from_what_cargo_says() {
        let said = r#"{"packages":[],"target_directory":"/a/target","version":1}"#;
        assert_eq!(folder_in(said), Some("/a/target".into()));
        let said = r#"{"target_directory":"C:\\a\\target"}"#;
        assert_eq!(folder_in(said), Some(r"C:\a\target".into()));
        assert_eq!(folder_in("{}"), None);
    }
}
