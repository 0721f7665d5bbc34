//! What comes from Debian's packages: the browsers and what they need, and Python.
//!
//! A test tool's own download of a browser is not used: it brings a second one
//! beside the system's, and cannot be reached from everywhere.

use std::{path::Path, time::Duration};

use anyhow::{Result, bail};
use xshell::cmd;

use super::{Missing, Need};
use crate::project::Project;

/// A Debian package, and what shows that it, or its like, is there.
struct Package {
    name: &'static str,
    /// One of these on the `PATH` is enough.
    programs: &'static [&'static str],
}

const CHROMIUM: [Package; 2] = [
    Package {
        name: "chromium",
        programs: &["chromium", "chromium-browser", "google-chrome"],
    },
    Package {
        name: "chromium-driver",
        programs: &["chromedriver"],
    },
];

const FIREFOX: [Package; 1] = [Package {
    name: "firefox-esr",
    programs: &["firefox-esr", "firefox"],
}];

/// The part of Python that Debian keeps apart, and Python with it.
const PYTHON: &str = "python3-venv";

/// Without any font a page has no text, and a screenshot says nothing.
const FONT: &str = "fonts-dejavu-core";

/// Everything that apt can bring, in one go.
pub(super) fn missing(project: &Project, needs: &[Need]) -> Result<Option<Missing>> {
    let mut packages = missing_packages(needs, |program| project.which(program).is_some());
    if needs.contains(&Need::Python) && !makes_environments(project) {
        packages.push(PYTHON);
    }
    if packages.is_empty() {
        return Ok(None);
    }
    let list = packages.join(" ");
    let Some(as_root) = become_root(project)?.filter(|_| project.which("apt-get").is_some()) else {
        bail!("here is no apt-get that we may use: please install what Debian calls {list}");
    };
    Ok(Some(Missing {
        what: format!("{list} (Debian)"),
        about: Duration::from_secs(90),
        install: Box::new(move |project| install(project, as_root, &packages)),
    }))
}

/// Whether there is a Python that makes environments with pip in them.
fn makes_environments(project: &Project) -> bool {
    let shell = &project.shell;
    let import = "import venv, ensurepip";
    cmd!(shell, "python3 -c {import}")
        .quiet()
        .ignore_stderr()
        .run()
        .is_ok()
}

fn missing_packages(needs: &[Need], is_there: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let browsers = needs.iter().flat_map(|need| match need {
        Need::Chromium => &CHROMIUM[..],
        Need::Firefox => &FIREFOX[..],
        _ => &[],
    });
    let absent = browsers.filter(|package| !package.programs.iter().any(|name| is_there(name)));
    let mut packages: Vec<_> = absent.map(|package| package.name).collect();
    if !packages.is_empty() && !Path::new("/usr/share/fonts/truetype").exists() {
        packages.push(FONT);
    }
    packages
}

/// What becomes root, if that can be: nothing for who is.
fn become_root(project: &Project) -> Result<Option<&'static [&'static str]>> {
    let shell = &project.shell;
    if cmd!(shell, "id -u").quiet().read()? == "0" {
        return Ok(Some(&[]));
    }
    Ok(project.which("sudo").map(|_| &["sudo"][..]))
}

fn install(project: &Project, as_root: &[&str], packages: &[&str]) -> Result<()> {
    let shell = &project.shell;
    // `env`, since sudo does not pass variables on.
    let apt_get = [
        as_root,
        &["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"],
    ]
    .concat();
    let (program, args) = (apt_get[0], &apt_get[1..]);
    // A fresh machine's lists of packages are empty or old.
    cmd!(shell, "{program} {args...} update").run()?;
    cmd!(
        shell,
        "{program} {args...} install -y --no-install-recommends {packages...}"
    )
    .run()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_browsers_asked_for_and_absent_are_installed() {
        let needs = [Need::Chromium, Need::WasmTarget];
        let with = |there: &[&str]| missing_packages(&needs, |program| there.contains(&program));
        assert_eq!(with(&["google-chrome", "chromedriver"]), [""; 0]);
        assert_eq!(with(&["chromium"])[0], "chromium-driver");
        assert_eq!(with(&[])[..2], ["chromium", "chromium-driver"]);
        let both = missing_packages(&[Need::Chromium, Need::Firefox], |_| false);
        assert_eq!(both[..3], ["chromium", "chromium-driver", "firefox-esr"]);
    }
}
