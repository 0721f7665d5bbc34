//! The programs that cargo installs, at the versions that this project is
//! known to work with.
//!
//! Each has a folder of its own below `$CARGO_HOME/retry-herd`, so nothing that
//! the user has installed is replaced.

use std::{io::IsTerminal, path::PathBuf, time::Duration};

use anyhow::{Context, Result};
use xshell::cmd;

use super::Missing;
use crate::project::Project;

/// A program that cargo can install.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tool {
    /// The package that it comes in.
    package: &'static str,
    version: &'static str,
    /// The name under which it is run.
    program: &'static str,
    /// How long two cores compile it, in seconds.
    compile_s: u64,
}

pub(crate) const TRUNK: Tool = Tool {
    package: "trunk",
    version: "0.21.14",
    program: "trunk",
    compile_s: 200,
};

/// The version must be that of the `wasm-bindgen` crate in Cargo.toml.
pub(crate) const WASM_BINDGEN: Tool = Tool {
    package: "wasm-bindgen-cli",
    version: "0.2.129",
    program: "wasm-bindgen",
    compile_s: 80,
};

pub(crate) const WASM_PACK: Tool = Tool {
    package: "wasm-pack",
    version: "0.15.1",
    program: "wasm-pack",
    compile_s: 60,
};

pub(crate) const GECKODRIVER: Tool = Tool {
    package: "geckodriver",
    version: "0.37.1",
    program: "geckodriver",
    compile_s: 55,
};

pub(crate) const CARGO_FUZZ: Tool = Tool {
    package: "cargo-fuzz",
    version: "0.13.2",
    program: "cargo-fuzz",
    compile_s: 60,
};

/// The release profiles of these tools are made for people who run them all
/// day. Here compiling is what takes the time.
const QUICK_TO_COMPILE: [(&str, &str); 4] = [
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "0"),
];

impl Tool {
    /// Where our own copy is, if there is one.
    pub(super) fn folder(self) -> Option<PathBuf> {
        Some(self.root().ok()?.join("bin"))
    }

    /// How to install it, if neither we nor the user have it in this version.
    pub(super) fn missing(self, project: &Project) -> Option<Missing> {
        if self.is_ours() || self.is_on_path(project) {
            return None;
        }
        Some(Missing {
            what: format!("{} {}", self.package, self.version),
            about: Duration::from_secs(self.compile_s),
            install: Box::new(move |project| self.install(project)),
        })
    }

    fn root(self) -> Result<PathBuf> {
        Ok(home()?.join(format!("{}-{}", self.package, self.version)))
    }

    fn is_ours(self) -> bool {
        let program = format!("{}{}", self.program, std::env::consts::EXE_SUFFIX);
        self.folder()
            .is_some_and(|folder| folder.join(program).is_file())
    }

    fn is_on_path(self, project: &Project) -> bool {
        let Some(program) = project.which(self.program) else {
            return false;
        };
        let shell = &project.shell;
        let output = cmd!(shell, "{program} --version").quiet().read();
        output.is_ok_and(|output| version_in(&output) == Some(self.version))
    }

    fn install(self, project: &Project) -> Result<()> {
        if project.which("cargo-binstall").is_some() {
            match self.install_prebuilt(project) {
                Ok(()) => return Ok(()),
                Err(error) => eprintln!("-- no prebuilt one to be had, so it is compiled: {error}"),
            }
        }
        self.compile(project)
    }

    /// Fails where no prebuilt program is offered for this machine, or none can
    /// be reached.
    fn install_prebuilt(self, project: &Project) -> Result<()> {
        let (shell, root) = (&project.shell, self.root()?);
        let Self {
            package, version, ..
        } = self;
        cmd!(
            shell,
            "cargo binstall {package} --version {version} --root {root}"
        )
        .args(["--no-confirm", "--disable-strategies", "compile"])
        .run()?;
        Ok(())
    }

    fn compile(self, project: &Project) -> Result<()> {
        let (shell, root, build) = (&project.shell, self.root()?, build_folder()?);
        let Self {
            package, version, ..
        } = self;
        // A person sees it move. A log needs none of its four hundred lines.
        let quiet = (!std::io::stderr().is_terminal()).then_some("--quiet");
        cmd!(
            shell,
            "cargo install {package} --version {version} --locked --root {root}"
        )
        .arg("--target-dir")
        .arg(build)
        .args(quiet)
        .envs(QUICK_TO_COMPILE)
        .run()?;
        Ok(())
    }
}

/// `$CARGO_HOME/retry-herd`.
pub(super) fn home() -> Result<PathBuf> {
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = cargo_home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let cargo_home = cargo_home.context("neither CARGO_HOME nor a home folder is set")?;
    Ok(cargo_home.join("retry-herd"))
}

/// One for all tools: half of what they are made of is the same.
fn build_folder() -> Result<PathBuf> {
    Ok(home()?.join("build"))
}

/// It holds two gigabytes that nobody needs once the tools are there. After an
/// interrupted set-up it stays, and the next one goes on from it.
pub(super) fn remove_build_folder() -> Result<()> {
    let folder = build_folder()?;
    if folder.exists() {
        std::fs::remove_dir_all(&folder).context("the build folder could not be removed")?;
    }
    Ok(())
}

/// The version in what a program prints for `--version`: `name 1.2.3 (…)`.
fn version_in(output: &str) -> Option<&str> {
    let word = output.split_whitespace().nth(1)?;
    let version = word.strip_prefix('v').unwrap_or(word);
    version
        .starts_with(|c: char| c.is_ascii_digit())
        .then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_these_programs_print_them() {
        assert_eq!(version_in("trunk 0.21.14"), Some("0.21.14"));
        assert_eq!(
            version_in("wasm-bindgen 0.2.129 (abc 2026-01-01)\n"),
            Some("0.2.129")
        );
        assert_eq!(
            version_in("geckodriver 0.37.1\n\nThe source code …"),
            Some("0.37.1")
        );
        assert_eq!(version_in("tool v1.2"), Some("1.2"));
        assert_eq!(version_in("error: unknown option"), None);
        assert_eq!(version_in(""), None);
    }

    #[test]
    fn wasm_bindgen_is_the_same_version_as_program_and_as_crate() {
        let root = Project::locate().unwrap().root;
        let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
        let pin = format!("wasm-bindgen = \"={}\"", WASM_BINDGEN.version);
        assert!(manifest.contains(&pin), "Cargo.toml does not say {pin}");
    }
}
