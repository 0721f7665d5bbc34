//! What a reader of the page downloads, and the most that it may be: on a first visit,
//! and for the whole model where an element needs it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xshell::cmd;

use crate::{
    project::Project,
    setup::{self, Need},
    whole,
};

/// Files that are downloaded together, and the most that they may be: wasm, JavaScript
/// and CSS with brotli, in bytes.
#[derive(Clone, Copy, Debug)]
struct Download {
    name: &'static str,
    limit: u64,
}

const FIRST_VISIT: Download = Download {
    name: "first visit",
    limit: 100_000,
};

/// In place of the small module or after it.
const WHOLE: Download = Download {
    name: "whole model",
    limit: 130_000,
};

/// A file, and its size in bytes.
#[derive(Clone, Debug)]
struct Sized {
    name: String,
    raw: u64,
    brotli: u64,
}

impl Sized {
    fn is_of_whole(&self) -> bool {
        let file = Path::new(&self.name).file_name().unwrap_or_default();
        file.to_string_lossy().starts_with(whole::NAME)
    }
}

/// `cargo xtask size`.
pub(crate) fn check_after_setup(project: &Project) -> Result<()> {
    setup::ensure(project, &[Need::NodePackages])?;
    check(project)
}

/// Prints the size of each file of dist/ that counts, and fails above the limit.
pub(crate) fn check(project: &Project) -> Result<()> {
    let dist = project.dist();
    let files = files_that_count(&dist).with_context(|| {
        format!(
            "{} cannot be read; `cargo xtask build` makes it",
            dist.display()
        )
    })?;
    let sizes = measure(project, &dist, &files)?;
    let (whole, first): (Vec<_>, Vec<_>) = sizes.into_iter().partition(Sized::is_of_whole);
    let downloads = [(FIRST_VISIT, first), (WHOLE, whole)];
    println!("{:<32} {:>9} {:>9}", "bytes", "raw", "brotli");
    for (download, files) in &downloads {
        print!("{}", table(*download, files));
    }
    downloads
        .iter()
        .try_for_each(|(download, files)| judge(*download, files))
}

fn judge(download: Download, sizes: &[Sized]) -> Result<()> {
    let Download { name, limit } = download;
    let has_wasm = sizes
        .iter()
        .any(|file| extension(Path::new(&file.name)) == "wasm");
    ensure!(has_wasm, "{name}: there is no wasm of it in dist/");
    let total = total(sizes).brotli;
    ensure!(
        total <= limit,
        "{name}: {total} bytes are {} too many: the limit is {limit}",
        total - limit
    );
    Ok(())
}

fn files_that_count(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_that_count(&path)?);
        } else if counts(&path) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn counts(path: &Path) -> bool {
    matches!(extension(path), "wasm" | "js" | "mjs" | "css")
}

fn extension(path: &Path) -> &str {
    path.extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default()
}

/// Node's zlib has the brotli that everybody uses, at quality 11.
fn measure(project: &Project, dist: &Path, files: &[PathBuf]) -> Result<Vec<Sized>> {
    let shell = &project.shell;
    let output = cmd!(shell, "node tests/support/brotli-sizes.js {files...}")
        .quiet()
        .read()?;
    let sizes = output
        .lines()
        .map(str::parse)
        .collect::<Result<Vec<u64>, _>>()?;
    ensure!(
        sizes.len() == files.len(),
        "{} files, {} sizes",
        files.len(),
        sizes.len()
    );
    let name = |path: &Path| {
        path.strip_prefix(dist)
            .unwrap_or(path)
            .display()
            .to_string()
    };
    files
        .iter()
        .zip(sizes)
        .map(|(path, brotli)| {
            Ok(Sized {
                name: name(path),
                raw: path.metadata()?.len(),
                brotli,
            })
        })
        .collect()
}

fn total(sizes: &[Sized]) -> Sized {
    Sized {
        name: String::new(),
        raw: sizes.iter().map(|file| file.raw).sum(),
        brotli: sizes.iter().map(|file| file.brotli).sum(),
    }
}

fn table(download: Download, sizes: &[Sized]) -> String {
    let row = |name: &str, file: &Sized| format!("{name:<32} {:>9} {:>9}\n", file.raw, file.brotli);
    let files: String = sizes.iter().map(|file| row(&file.name, file)).collect();
    let limit = format!("{:<32} {:>9} {:>9}\n", "  limit", "", download.limit);
    files + &row(&format!("  {}", download.name), &total(sizes)) + &limit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, brotli: u64) -> Sized {
        Sized {
            name: name.into(),
            raw: 3 * brotli,
            brotli,
        }
    }

    #[test]
    fn the_limit_itself_is_allowed_and_a_byte_more_is_not() {
        let sizes = |js| [file("a.wasm", 90_000), file("a.js", js)];
        assert!(judge(FIRST_VISIT, &sizes(10_000)).is_ok());
        let error = judge(FIRST_VISIT, &sizes(10_001)).unwrap_err().to_string();
        assert!(error.contains("100001 bytes are 1 too many"), "{error}");
    }

    #[test]
    fn a_page_without_wasm_is_no_small_page_but_a_broken_one() {
        assert!(judge(FIRST_VISIT, &[file("a.js", 10)]).is_err());
    }

    #[test]
    fn the_files_of_the_whole_model_are_no_part_of_a_first_visit() {
        assert!(file("sub/retry-herd-whole_bg.wasm", 1).is_of_whole());
        assert!(file("retry-herd-whole.js", 1).is_of_whole());
        assert!(!file("retry-herd-widget_bg.wasm", 1).is_of_whole());
        assert!(!file("retry-herd.js", 1).is_of_whole());
    }

    #[test]
    fn wasm_javascript_and_css_count_in_every_folder() {
        let shell = xshell::Shell::new().unwrap();
        let temp = shell.create_temp_dir().unwrap();
        for name in [
            "b.js",
            "a.wasm",
            "sub/c.css",
            "index.html",
            "data.json",
            "sub/d.mjs",
        ] {
            shell.write_file(temp.path().join(name), "").unwrap();
        }
        let files = files_that_count(temp.path()).unwrap();
        let expected = ["a.wasm", "b.js", "sub/c.css", "sub/d.mjs"];
        assert_eq!(files, expected.map(|name| temp.path().join(name)));
    }

    #[test]
    fn the_table_ends_with_the_sum_and_the_limit() {
        let table = table(FIRST_VISIT, &[file("a.wasm", 20), file("a.js", 5)]);
        let words: Vec<_> = table.split_whitespace().collect();
        assert_eq!(
            words[words.len() - 6..],
            ["first", "visit", "75", "25", "limit", "100000"]
        );
    }
}
