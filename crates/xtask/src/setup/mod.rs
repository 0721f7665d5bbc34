//! Set-up: finds what a command needs and installs what is missing.
//!
//! Everything here can be run again at any time, and is silent when there is
//! nothing to do.

mod debian;
mod node;
mod rust;
pub(crate) mod tools;

use std::{
    fs::File,
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};

use crate::{duration::human, project::Project};
use tools::Tool;

/// Something that must be there before a command can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// rustfmt and clippy.
    RustComponents,
    /// The standard library for wasm32-unknown-unknown.
    WasmTarget,
    /// A program that cargo can install.
    Tool(Tool),
    /// The packages of tests/package.json, and Node itself.
    NodePackages,
    /// Node itself.
    Node,
    /// Python with its venv.
    Python,
    /// Chromium, its driver and a font.
    Chromium,
    /// Firefox. Its driver is a [`Tool`].
    Firefox,
}

type Install = dyn Fn(&Project) -> Result<()>;

/// Something that isn't there yet, and how to get it.
struct Missing {
    what: String,
    /// On two idle cores and an ordinary line, to tell whether to wait or to leave.
    about: Duration,
    install: Box<Install>,
}

/// Installs what is missing of `needs`, and puts our tools first on the `PATH`.
pub(crate) fn ensure(project: &Project, needs: &[Need]) -> Result<()> {
    if !find_missing(project, needs)?.is_empty() {
        let _lock = lock_out_other_setups()?;
        // Looked up again: whoever held the lock may have installed it.
        install(project, &find_missing(project, needs)?)?;
    }
    project.prepend_path(&tool_folders(needs))
}

fn find_missing(project: &Project, needs: &[Need]) -> Result<Vec<Missing>> {
    let mut missing = Vec::new();
    missing.extend(debian::missing(project, needs)?);
    for need in needs {
        missing.extend(match need {
            Need::RustComponents => rust::missing_components(project),
            Need::WasmTarget => rust::missing_target(project)?,
            Need::Tool(tool) => tool.missing(project),
            Need::NodePackages => node::missing_packages(project)?,
            Need::Node => {
                node::check_node(project)?;
                None
            }
            // All of Debian's in one go, above.
            Need::Chromium | Need::Firefox | Need::Python => None,
        });
    }
    Ok(missing)
}

fn install(project: &Project, missing: &[Missing]) -> Result<()> {
    announce(missing);
    for Missing { what, install, .. } in missing {
        eprintln!("\n-- installing {what}");
        let start = Instant::now();
        install(project).with_context(|| format!("{what} could not be installed"))?;
        eprintln!("-- installed {what} in {}", human(start.elapsed()));
    }
    tools::remove_build_folder()
}

fn announce(missing: &[Missing]) {
    if missing.is_empty() {
        return;
    }
    eprintln!("Missing here, and installed now, once:");
    for Missing { what, about, .. } in missing {
        eprintln!("  {what:<44} about {}", human(*about));
    }
    let total = missing.iter().map(|missing| missing.about).sum();
    eprintln!("  {:<44} about {}", "together", human(total));
}

/// Two set-ups at once would compile the same tools into the same folder.
fn lock_out_other_setups() -> Result<File> {
    let home = tools::home()?;
    std::fs::create_dir_all(&home)?;
    let file = File::create(home.join("lock"))?;
    if file.try_lock().is_err() {
        eprintln!("Waiting for another set-up on this machine to end.");
        file.lock()?;
    }
    Ok(file)
}

fn tool_folders(needs: &[Need]) -> Vec<PathBuf> {
    let tools = needs.iter().filter_map(|need| match need {
        Need::Tool(tool) => tool.folder(),
        _ => None,
    });
    tools.filter(|folder| folder.is_dir()).collect()
}
