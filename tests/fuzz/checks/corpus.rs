//! The texts that the fuzzer found worth keeping, for tests with any compiler.

use std::fs;
use std::path::Path;

/// A corpus that is not there would prove nothing.
const LEAST_FILES: usize = 50;

/// Checks every text in the corpus of `target`, from a crate's own tests.
///
/// # Panics
///
/// If there are none, or if `check` does.
pub(crate) fn check_all(target: &str, check: fn(&str)) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/corpus");
    let mut files = 0;
    for file in fs::read_dir(corpus.join(target)).unwrap() {
        let path = file.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        // A failure is told with the file it came from.
        println!("{}", path.display());
        if let Ok(text) = str::from_utf8(&bytes) {
            check(text);
            files += 1;
        }
    }
    assert!(files > LEAST_FILES, "only {files} files");
}
