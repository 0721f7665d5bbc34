//! Where the project is, and how it starts other programs.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use xshell::Shell;

/// The repository, and a shell whose `PATH` has our tools first.
pub(crate) struct Project {
    /// The folder of the workspace's Cargo.toml.
    pub(crate) root: PathBuf,
    /// Runs in `root`.
    pub(crate) shell: Shell,
}

impl Project {
    /// Finds the repository that `cargo xtask` was called in.
    pub(crate) fn locate() -> Result<Self> {
        let root = manifest_folder().ancestors().nth(2).map(Path::to_owned);
        let root = root.context("crates/xtask has no grandparent")?;
        let shell = Shell::new()?;
        shell.change_dir(&root);
        Ok(Self { root, shell })
    }

    /// Where `cargo xtask build` leaves the page.
    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// Looks on the `PATH` that our commands are given.
    pub(crate) fn which(&self, program: &str) -> Option<PathBuf> {
        search(program, &self.path())
    }

    /// Puts folders before all others on the `PATH` of later commands.
    pub(crate) fn prepend_path(&self, folders: &[PathBuf]) -> Result<()> {
        let path = prepended(folders, &self.path())?;
        self.shell.set_var("PATH", path);
        Ok(())
    }

    fn path(&self) -> OsString {
        self.shell.var_os("PATH").unwrap_or_default()
    }
}

/// The folder of this crate, as cargo says when it runs it. What it said when
/// compiling it may be of another checkout with the same target folder.
fn manifest_folder() -> PathBuf {
    let at_run_time = std::env::var_os("CARGO_MANIFEST_DIR");
    at_run_time.map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from)
}

/// The first executable called `program` in the folders of `path`.
fn search(program: &str, path: &OsString) -> Option<PathBuf> {
    let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(path)
        .map(|folder| folder.join(&name))
        .find(|file| file.is_file())
}

/// `folders`, then what `path` had, each folder once.
fn prepended(folders: &[PathBuf], path: &OsString) -> Result<OsString> {
    let mut all: Vec<PathBuf> = Vec::new();
    for folder in folders.iter().cloned().chain(std::env::split_paths(path)) {
        if !all.contains(&folder) {
            all.push(folder);
        }
    }
    std::env::join_paths(all).context("a folder with a path separator in its name")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_folders_come_first_and_each_folder_once() {
        let ours = ["/tools/b".into(), "/tools/a".into()];
        let path = prepended(&ours, &"/usr/bin:/tools/a:/bin:/usr/bin".into()).unwrap();
        assert_eq!(path, "/tools/b:/tools/a:/usr/bin:/bin");
    }

    #[test]
    fn the_first_folder_that_has_the_program_wins() {
        let shell = Shell::new().unwrap();
        let temp = shell.create_temp_dir().unwrap();
        let file = |folder: &str| temp.path().join(folder).join("tool");
        shell.create_dir(temp.path().join("empty")).unwrap();
        shell.write_file(file("one"), "").unwrap();
        shell.write_file(file("two"), "").unwrap();
        let folders = ["empty", "one", "two"].map(|folder| temp.path().join(folder));
        let path = std::env::join_paths(folders).unwrap();
        assert_eq!(search("tool", &path), Some(file("one")));
        assert_eq!(search("none", &path), None);
    }

    #[test]
    fn the_root_is_the_workspace() {
        let root = Project::locate().unwrap().root;
        let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
        assert!(manifest.contains("[workspace]"));
    }
}
