//! `cargo xtask post-build`: trunk calls this after each build and says in the
//! environment what it built, and where.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::cmd;

use crate::{
    optimize::{optimize, size_of},
    project::Project,
    setup::{self, Need},
    whole,
};

/// Adds the build with the whole model, and shrinks what is left for publication.
pub(crate) fn run(project: &Project) -> Result<()> {
    let profile = std::env::var("TRUNK_PROFILE").context("trunk did not call this")?;
    let staging = std::env::var_os("TRUNK_STAGING_DIR").context("trunk did not say where")?;
    setup::ensure(project, whole::NEEDS)?;
    if profile != "release" {
        return whole::build(project, whole::DEBUG, Path::new(&staging));
    }
    setup::ensure(project, &[Need::NodePackages])?;
    whole::build(project, whole::RELEASE, Path::new(&staging))?;
    for wasm in files_of(Path::new(&staging), "wasm")? {
        optimize(project, &wasm)?;
        trim_script(project, &wasm)?;
    }
    for script in files_of(Path::new(&staging), "js")? {
        minify(project, &script)?;
    }
    Ok(())
}

/// Takes out of the module and the script of its name what nobody needs: long
/// names, and a second way to start.
fn trim_script(project: &Project, wasm: &Path) -> Result<()> {
    let shell = &project.shell;
    let script = script_of(wasm).context("a module of another tool than wasm-bindgen")?;
    cmd!(shell, "node tests/support/trim-script.js {wasm} {script}")
        .quiet()
        .run()?;
    Ok(())
}

/// `widget.js` of `widget_bg.wasm`, as wasm-bindgen names them.
fn script_of(wasm: &Path) -> Option<PathBuf> {
    let name = wasm.file_stem()?.to_str()?.strip_suffix("_bg")?;
    Some(wasm.with_file_name(format!("{name}.js")))
}

/// Takes comments and long names out of a module: what wasm-bindgen writes is
/// half of those. trunk's own minifier leaves that file alone.
fn minify(project: &Project, script: &Path) -> Result<()> {
    let shell = &project.shell;
    let before = size_of(script)?;
    let terser = "tests/node_modules/terser/bin/terser";
    cmd!(
        shell,
        "node {terser} {script} --module --compress passes=2 --mangle --ecma 2020 -o {script}"
    )
    .quiet()
    .run()?;
    let name = script.file_name().unwrap_or_default().display();
    println!("{name}: {before} bytes, minified {}", size_of(script)?);
    Ok(())
}

fn files_of(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let paths = entries.into_iter().map(|entry| entry.path());
    Ok(paths
        .filter(|path| path.extension().is_some_and(|has| has == extension))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_and_its_script_are_named_after_each_other() {
        let script = script_of(Path::new("dist/widget_bg.wasm")).unwrap();
        assert_eq!(script, Path::new("dist/widget.js"));
        assert_eq!(script_of(Path::new("dist/other.wasm")), None);
    }

    #[test]
    fn files_are_told_apart_by_their_last_extension() {
        let shell = xshell::Shell::new().unwrap();
        let temp = shell.create_temp_dir().unwrap();
        for name in ["a.js", "a.wasm", "js", "b.js.map"] {
            shell.write_file(temp.path().join(name), "").unwrap();
        }
        assert_eq!(
            files_of(temp.path(), "js").unwrap(),
            [temp.path().join("a.js")]
        );
    }
}
