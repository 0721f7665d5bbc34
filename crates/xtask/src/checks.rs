//! The steps that only call a tool: what is called, and with what.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use xshell::{Cmd, cmd};

use crate::project::Project;

/// The crates that end up in the browser.
const FOR_THE_BROWSER: [&str; 3] = ["core", "view", "widget"];

/// Of those, the one most of which compiles for nothing else.
const FRONT_END: &str = "widget";

const WASM: &str = "wasm32-unknown-unknown";

/// The format of every Rust file.
pub(crate) fn format(project: &Project) -> Result<()> {
    let shell = &project.shell;
    cmd!(shell, "cargo fmt --all -- --check").run()?;
    Ok(())
}

/// clippy on everything that compiles natively, tests and benchmarks included.
pub(crate) fn clippy(project: &Project) -> Result<()> {
    let shell = &project.shell;
    deny_warnings(cmd!(
        shell,
        "cargo clippy --workspace --all-targets --all-features"
    ))
}

/// clippy on what a browser gets, which is two builds, and on the tests that run there.
pub(crate) fn clippy_wasm(project: &Project) -> Result<()> {
    let small = cargo_for_wasm(project, "clippy", &FOR_THE_BROWSER);
    deny_warnings(small.args(["--lib", "--no-default-features"]))?;
    deny_warnings(cargo_for_wasm(project, "clippy", &FOR_THE_BROWSER).arg("--lib"))?;
    let tested = tested_in_browsers(project);
    if tested.is_empty() {
        return Ok(());
    }
    deny_warnings(cargo_for_wasm(project, "clippy", &tested).arg("--tests"))
}

/// Every link in the documentation, that of private items included, leads
/// somewhere.
pub(crate) fn docs(project: &Project) -> Result<()> {
    let shell = &project.shell;
    document(cmd!(
        shell,
        "cargo doc --workspace --exclude retry-herd-{FRONT_END} --all-features"
    ))?;
    document(cargo_for_wasm(project, "doc", &[FRONT_END]))
}

/// The tests of everything that compiles natively, and of the examples in the
/// documentation.
pub(crate) fn native_tests(project: &Project) -> Result<()> {
    let shell = &project.shell;
    cmd!(shell, "cargo test --workspace --all-features").run()?;
    Ok(())
}

/// The tests that the small build of the widget has to pass as well, natively: the same
/// bits, and what it leaves to the whole one.
pub(crate) fn small_tests(project: &Project) -> Result<()> {
    let shell = &project.shell;
    let small = "--no-default-features";
    cmd!(
        shell,
        "cargo test -p retry-herd-core {small} --test same_bits"
    )
    .run()?;
    cmd!(shell, "cargo test -p retry-herd-widget {small}").run()?;
    Ok(())
}

/// Whether real libraries wait as our policies say: each draws delays for itself.
/// They are installed from their registries, once for each change of the versions.
pub(crate) fn library_tests(project: &Project) -> Result<()> {
    let shell = &project.shell;
    let tests = ["--package", "retry-herd-core", "--test", "libraries"];
    cmd!(shell, "cargo test {tests...} --all-features -- --ignored")
        // What is wrong is told in one line; where our own code told it helps nobody.
        .env("RUST_BACKTRACE", "0")
        .run()?;
    Ok(())
}

/// The tests of the crates that are tested in browsers, in each of them.
pub(crate) fn wasm_tests(project: &Project) -> Result<()> {
    let tested = tested_in_browsers(project);
    ensure!(
        !tested.is_empty(),
        "no crate has a webdriver.json, so none is tested in a browser"
    );
    for name in tested {
        wasm_pack_test(project, name, "chrome", "chromedriver")?;
        wasm_pack_test(project, name, "firefox", "geckodriver")?;
    }
    Ok(())
}

/// The page in dist/, in Chromium, through Playwright.
pub(crate) fn end_to_end_tests(project: &Project) -> Result<()> {
    let shell = &project.shell;
    let _tests = shell.push_dir("tests");
    cmd!(shell, "npx --no-install playwright test").run()?;
    Ok(())
}

fn wasm_pack_test(project: &Project, name: &str, browser: &str, driver: &str) -> Result<()> {
    let shell = &project.shell;
    let folder = crate_folder(project, name);
    let path = project
        .which(driver)
        .with_context(|| format!("{driver} is not on the PATH"))?;
    // The models run nowhere but natively yet; their bits are looked at all the same.
    let features = (name == "core").then_some(["--features", "models"]);
    let features = features.iter().flatten();
    cmd!(
        shell,
        "wasm-pack test --headless --{browser} --{driver} {path} {folder} {features...}"
    )
    // The default of 20 s is for a page of small tests, on a faster machine.
    .env("WASM_BINDGEN_TEST_TIMEOUT", "600")
    // Tests that run in Node as well do not say where they run.
    .env("WASM_BINDGEN_USE_BROWSER", "1")
    .run()?;
    Ok(())
}

/// A crate whose folder has a webdriver.json is tested in browsers: without
/// that file they could not be started on every machine anyway.
fn tested_in_browsers(project: &Project) -> Vec<&'static str> {
    let is_tested = |name: &&str| crate_folder(project, name).join("webdriver.json").is_file();
    FOR_THE_BROWSER.into_iter().filter(is_tested).collect()
}

fn crate_folder(project: &Project, name: &str) -> PathBuf {
    project.root.join("crates").join(name)
}

fn cargo_for_wasm<'a>(project: &'a Project, command: &str, crates: &[&str]) -> Cmd<'a> {
    let shell = &project.shell;
    let packages = crates
        .iter()
        .flat_map(|name| ["-p".into(), format!("retry-herd-{name}")]);
    cmd!(shell, "cargo {command} --target {WASM} {packages...}")
}

fn deny_warnings(clippy: Cmd) -> Result<()> {
    clippy.args(["--", "-D", "warnings"]).run()?;
    Ok(())
}

fn document(doc: Cmd) -> Result<()> {
    doc.args(["--no-deps", "--document-private-items"])
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()?;
    Ok(())
}
