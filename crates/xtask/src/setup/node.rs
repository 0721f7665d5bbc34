//! Node, which must be there, and the packages of tests/package.json.

use std::{path::Path, time::Duration};

use anyhow::{Context, Result, ensure};
use xshell::cmd;

use super::Missing;
use crate::project::Project;

/// The oldest major version that the packages work with.
const OLDEST: u32 = 20;

/// The Node packages, when the lock file says otherwise than what is installed.
pub(super) fn missing_packages(project: &Project) -> Result<Option<Missing>> {
    check_node(project)?;
    let tests = project.root.join("tests");
    if is_newer(
        &tests.join("node_modules/.package-lock.json"),
        &tests.join("package-lock.json"),
    ) {
        return Ok(None);
    }
    Ok(Some(Missing {
        what: "the Node packages of tests/".into(),
        about: Duration::from_secs(10),
        install: Box::new(install),
    }))
}

/// Whether there is a Node that is new enough, with its npm.
pub(super) fn check_node(project: &Project) -> Result<()> {
    let shell = &project.shell;
    let found = cmd!(shell, "node --version").quiet().read();
    let found = found.with_context(|| format!("Node {OLDEST} or newer is needed"))?;
    let recent = major(&found).is_some_and(|major| major >= OLDEST);
    ensure!(
        recent,
        "Node {OLDEST} or newer is needed, and this is {found}"
    );
    ensure!(
        project.which("npm").is_some(),
        "npm is needed, which comes with Node"
    );
    Ok(())
}

/// `v20.20.2` is 20.
fn major(version: &str) -> Option<u32> {
    version
        .trim()
        .strip_prefix('v')?
        .split('.')
        .next()?
        .parse()
        .ok()
}

/// npm writes the first file when it has installed what the second asks for.
fn is_newer(installed: &Path, lock: &Path) -> bool {
    let modified = |file: &Path| file.metadata().and_then(|data| data.modified());
    match (modified(installed), modified(lock)) {
        (Ok(installed), Ok(lock)) => installed >= lock,
        _ => false,
    }
}

fn install(project: &Project) -> Result<()> {
    let shell = &project.shell;
    let _tests = shell.push_dir("tests");
    // The browsers are Debian's. See debian.rs.
    let skip_browsers = ("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    cmd!(shell, "npm ci --no-fund --no-audit")
        .envs([skip_browsers])
        .run()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_the_first_number() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("v8.0.0"), Some(8));
        assert_eq!(major("20.0.0"), None);
        assert_eq!(major("nightly"), None);
    }

    #[test]
    fn packages_older_than_the_lock_file_are_out_of_date() {
        let shell = xshell::Shell::new().unwrap();
        let temp = shell.create_temp_dir().unwrap();
        let file = |name: &str, age_s: u64| {
            let path = temp.path().join(name);
            let time = std::time::SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 - age_s);
            std::fs::File::create(&path)
                .unwrap()
                .set_modified(time)
                .unwrap();
            path
        };
        let (old, new) = (file("old", 60), file("new", 0));
        assert!(is_newer(&new, &old));
        assert!(!is_newer(&old, &new));
        assert!(!is_newer(&temp.path().join("absent"), &old));
    }
}
