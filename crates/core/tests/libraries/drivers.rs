//! Installs the libraries and runs the drivers that draw from them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The lines of the Python driver.
pub(crate) fn python() -> String {
    let source = source("python");
    let environment = scratch("python");
    let bin = if cfg!(windows) { "Scripts" } else { "bin" };
    let python = environment.join(bin).join("python");
    let wanted = source.join("requirements.txt");
    once(&environment, &[&wanted], || {
        let base = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
        let mut venv = Command::new(base);
        installed(
            "Python",
            venv.args(["-m", "venv", "--clear"]).arg(&environment),
        );
        let install = [
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ];
        installed(
            "PyPI",
            Command::new(&python).args(install).arg("-r").arg(&wanted),
        );
    });
    output(Command::new(&python).arg(source.join("draw.py")))
}

/// The lines of the Node driver.
pub(crate) fn node() -> String {
    let source = source("node");
    let folder = scratch("node");
    let wanted = ["package.json", "package-lock.json"].map(|name| source.join(name));
    once(&folder, &[&wanted[0], &wanted[1]], || {
        for file in &wanted {
            let copy = folder.join(file.file_name().unwrap_or_default());
            fs::copy(file, &copy).unwrap_or_else(|error| panic!("{}: {error}", copy.display()));
        }
        let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
        let install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
        installed("npm", Command::new(npm).args(install).current_dir(&folder));
    });
    output(
        Command::new("node")
            .arg(source.join("draw.mjs"))
            .arg(&folder),
    )
}

/// The lines of the Rust driver.
pub(crate) fn rust() -> String {
    let (manifest, folder) = (source("rust").join("Cargo.toml"), scratch("rust"));
    let cargo = || {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Command::new(cargo)
    };
    let of = ["--locked", "--manifest-path"];
    let lock = manifest.with_file_name("Cargo.lock");
    once(&folder, &[&manifest, &lock], || {
        installed("crates.io", cargo().arg("fetch").args(of).arg(&manifest));
    });
    let mut run = cargo();
    let run = run.args(["run", "--quiet"]).args(of).arg(manifest);
    output(run.arg("--target-dir").arg(folder))
}

fn source(language: &str) -> PathBuf {
    let core = Path::new(env!("CARGO_MANIFEST_DIR"));
    core.join("../../tests/libraries").join(language)
}

fn scratch(language: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("libraries")
        .join(language);
    fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    folder
}

/// Installs into `folder`, unless that was done for these very files.
fn once(folder: &Path, wanted: &[&Path], install: impl FnOnce()) {
    let stamp = folder.join("installed.txt");
    let read = |file: &&Path| fs::read_to_string(file).expect("a file of the repository");
    let wanted: String = wanted.iter().map(read).collect();
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return;
    }
    install();
    fs::write(&stamp, wanted).unwrap_or_else(|error| panic!("{}: {error}", stamp.display()));
}

/// Runs what installs from the registry; what is wrong is told in one line.
fn installed(registry: &str, command: &mut Command) {
    let name = command.get_program().display().to_string();
    let done = command.output();
    let done = done.unwrap_or_else(|error| panic!("{name}: {error}"));
    let errors = String::from_utf8_lossy(&done.stderr);
    let mut lines = errors.lines().filter(|line| !line.trim().is_empty());
    let why = lines
        .find(|line| line.contains("rror"))
        .or_else(|| errors.lines().last());
    assert!(
        done.status.success(),
        "the libraries of {registry} could not be installed, which needs the network once for \
         each change of their versions: {}",
        why.unwrap_or_default().trim()
    );
}

/// What a command prints; it must succeed.
fn output(command: &mut Command) -> String {
    let done = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{command:?}: {errors}");
    String::from_utf8(done.stdout).expect("text")
}
