//! Random texts for what reads texts; tests/fuzz has the targets.

use anyhow::Result;
use xshell::cmd;

use crate::{
    project::Project,
    setup::{self, Need, tools},
};

const NEEDS: &[Need] = &[Need::Tool(tools::CARGO_FUZZ)];

const TARGETS: [&str; 2] = ["scenario", "link"];

/// `cargo xtask fuzz`: each target for so many seconds. Of what it finds, whatever
/// reaches a new place in the code joins the corpus, which the tests read.
///
/// Nothing here is `unsafe`, so no sanitizer is asked for: then a stable compiler is
/// enough.
pub(crate) fn run(project: &Project, seconds: u32) -> Result<()> {
    setup::ensure(project, NEEDS)?;
    for target in TARGETS {
        let corpus = format!("tests/fuzz/corpus/{target}");
        let found = format!("tests/fuzz/found/{target}");
        project.shell.create_dir(&found)?;
        let time = format!("-max_total_time={seconds}");
        fuzz(project, target, [&found, &corpus], &[&time, "-timeout=5"])?;
        let join = ["-merge=1", "-use_counters=0"];
        fuzz(project, target, [&corpus, &found], &join)?;
    }
    Ok(())
}

/// Runs a target, which writes into the first of the folders.
fn fuzz(project: &Project, target: &str, folders: [&str; 2], flags: &[&str]) -> Result<()> {
    let shell = &project.shell;
    cmd!(
        shell,
        "cargo fuzz run --fuzz-dir tests/fuzz --sanitizer none {target} {folders...} -- -max_len=4096 {flags...}"
    )
    .run()?;
    Ok(())
}
