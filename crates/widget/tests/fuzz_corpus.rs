//! Every link that the fuzzer found worth keeping, opened again: see tests/fuzz.

#![cfg(not(target_family = "wasm"))]

use std::fs;
use std::path::Path;

#[path = "../../../tests/fuzz/checks/link.rs"]
mod link;

#[test]
fn whatever_the_fuzzer_found_opens_as_promised() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/corpus/link");
    let mut files = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        // A failure is told with the file it came from.
        println!("{}", path.display());
        if let Ok(text) = str::from_utf8(&bytes) {
            link::check(text);
            files += 1;
        }
    }
    assert!(
        files > 50,
        "a corpus that is not there proves nothing: {files} files"
    );
}
