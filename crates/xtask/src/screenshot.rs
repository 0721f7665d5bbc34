//! The picture in README.md, taken from the page itself.

use anyhow::{Result, ensure};
use xshell::cmd;

use crate::{
    dist,
    project::Project,
    setup::{self, Need},
};

/// So that the README stays quick to open, in bytes.
const LIMIT: u64 = 300_000;

/// `cargo xtask screenshot`.
pub(crate) fn make(project: &Project) -> Result<()> {
    setup::ensure(project, &[dist::NEEDS, &[Need::Chromium]].concat())?;
    dist::build(project)?;
    let shell = &project.shell;
    let (dist, picture) = (project.dist(), project.root.join("docs/herd.png"));
    cmd!(shell, "node tests/support/screenshot.js {dist} {picture}").run()?;
    let size = picture.metadata()?.len();
    println!("{}: {size} bytes", picture.display());
    ensure!(size <= LIMIT, "that is more than {LIMIT} bytes");
    Ok(())
}
