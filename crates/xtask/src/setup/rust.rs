//! What rustup installs.

use std::{path::PathBuf, time::Duration};

use anyhow::{Context, Result};
use xshell::{Cmd, cmd};

use super::Missing;
use crate::project::Project;

const WASM: &str = "wasm32-unknown-unknown";

/// rustfmt and clippy, which a minimal toolchain lacks.
pub(super) fn missing_components(project: &Project) -> Option<Missing> {
    let shell = &project.shell;
    let works = |command| {
        let version = cmd!(shell, "cargo {command} --version");
        version.quiet().ignore_stderr().read().is_ok()
    };
    if works("fmt") && works("clippy") {
        return None;
    }
    Some(Missing {
        what: "rustfmt and clippy".into(),
        about: Duration::from_secs(10),
        install: Box::new(|project| {
            let shell = &project.shell;
            rustup(&cmd!(shell, "rustup component add rustfmt clippy"))
        }),
    })
}

/// The standard library for wasm.
pub(super) fn missing_target(project: &Project) -> Result<Option<Missing>> {
    let shell = &project.shell;
    let sysroot = PathBuf::from(cmd!(shell, "rustc --print sysroot").quiet().read()?);
    if sysroot.join("lib/rustlib").join(WASM).is_dir() {
        return Ok(None);
    }
    Ok(Some(Missing {
        what: format!("Rust's {WASM} target"),
        about: Duration::from_secs(10),
        install: Box::new(|project| {
            let shell = &project.shell;
            rustup(&cmd!(shell, "rustup target add {WASM}"))
        }),
    }))
}

fn rustup(command: &Cmd) -> Result<()> {
    command
        .run()
        .context("without rustup, it has to come from where this Rust came from")
}
