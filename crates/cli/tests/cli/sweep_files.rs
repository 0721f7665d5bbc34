//! Sweeps into files: how they are continued, and which files are refused.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::support::{complaint, result};
use crate::sweep::small;

/// A file that a sweep writes to, in a folder that goes with the test.
pub(crate) struct Out {
    folder: TempDir,
}

impl Out {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { folder }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("rows")
    }

    pub(crate) fn sweep(&self, more: &[&str]) -> String {
        let path = self.path().display().to_string();
        let printed = result(&small(&[more, &["--out", &path]].concat()));
        assert_eq!(printed, "");
        fs::read_to_string(self.path()).expect("rows")
    }

    pub(crate) fn complaint(&self, more: &[&str]) -> String {
        let path = self.path().display().to_string();
        complaint(&small(&[more, &["--out", &path]].concat()))
    }

    /// As if the sweep had been interrupted after so many bytes.
    fn cut(&self, bytes: usize) {
        let text = fs::read(self.path()).expect("rows");
        fs::write(self.path(), &text[..bytes]).expect("written");
    }
}

#[test]
fn an_interrupted_sweep_continues_where_it_was() {
    for format in ["csv", "jsonl"] {
        let sweep = [
            "--vary",
            "cap=1s..9s:lin:4",
            "--seeds",
            "3",
            "--format",
            format,
        ];
        let whole = result(&small(&sweep));
        let out = Out::new();
        assert_eq!(out.sweep(&sweep), whole);
        // Nothing, part of the first line, part of a later one, and all of it.
        for bytes in [0, 3, whole.len() / 2, whole.len() - 1, whole.len()] {
            out.cut(bytes);
            assert_eq!(out.sweep(&sweep), whole, "{format}, {bytes}");
        }
    }
}

#[test]
fn an_interrupted_aggregate_continues_with_a_whole_combination() {
    let sweep = ["--vary", "cap=1s,2s,3s", "--seeds", "4", "--aggregate"];
    let out = Out::new();
    let whole = out.sweep(&sweep);
    for bytes in [whole.len() / 3, whole.len() / 2, whole.len() - 2] {
        out.cut(bytes);
        assert_eq!(out.sweep(&sweep), whole, "{bytes}");
    }
}

/// What was written stays as it was: only what is missing is run.
#[test]
fn what_is_there_is_not_run_again() {
    let sweep = ["--vary", "cap=1s,2s,3s"];
    let out = Out::new();
    let whole = out.sweep(&sweep);
    let marked = whole.replacen(",1s,", ",MARK,", 1);
    assert_ne!(marked, whole);
    let cut = marked.trim_end().rfind('\n').expect("lines") + 1;
    fs::write(out.path(), &marked[..cut]).expect("written");
    assert_eq!(out.sweep(&sweep), marked);
}

#[test]
fn a_file_of_another_sweep_is_refused_and_stays() {
    let out = Out::new();
    let whole = out.sweep(&["--vary", "cap=1s,2s"]);
    for (other, name) in [
        (
            &["--vary", "cap=1s,3s"][..],
            "vary.policy.cap was 1s, 2s and is 1s, 3s",
        ),
        (
            &["--vary", "base=1s"],
            "vary.policy.base was not given and is 1s",
        ),
        (
            &["--seeds", "2"],
            "vary.policy.cap was 1s, 2s and is not given",
        ),
        (
            &["--vary", "cap=1s,2s", "--seeds", "2"],
            "seeds was 1 and is 2",
        ),
        (
            &["--vary", "cap=1s,2s", "--set", "base=2s"],
            "scenario.policy.base was \"1s\" and is \"2s\"",
        ),
        (
            &["--vary", "cap=1s,2s", "--format", "jsonl"],
            "format was \"csv\" and is \"jsonl\"",
        ),
        (
            &["--vary", "cap=1s,2s", "--figure", "served"],
            "figures was not given and is served",
        ),
    ] {
        let line = out.complaint(other);
        assert!(line.contains(name), "{line}");
        assert_eq!(fs::read_to_string(out.path()).expect("rows"), whole);
    }
}

#[test]
fn a_file_that_is_no_sweeps_is_refused_and_stays() {
    let out = Out::new();
    let mut file = fs::File::create(out.path()).expect("a file");
    file.write_all(b"my thesis\n").expect("written");
    let line = out.complaint(&["--vary", "cap=1s,2s"]);
    assert!(line.contains("is no sweep's"), "{line}");
    assert_eq!(fs::read_to_string(out.path()).expect("it"), "my thesis\n");
}

#[test]
fn a_file_whose_note_is_damaged_is_refused_and_stays() {
    let out = Out::new();
    let whole = out.sweep(&["--vary", "cap=1s,2s"]);
    let note = out.folder.path().join("rows.sweep.json");
    for damaged in ["", "{ \"version\": "] {
        fs::write(&note, damaged).expect("written");
        let line = out.complaint(&["--vary", "cap=1s,2s"]);
        assert!(line.contains("is damaged"), "{line}");
        assert_eq!(fs::read_to_string(out.path()).expect("rows"), whole);
    }
}

/// A file that may not grow beyond some blocks, in place of a full disk.
#[cfg(unix)]
#[test]
fn a_disk_that_is_full_is_told_with_the_files_name_and_a_later_sweep_goes_on() {
    let limited = "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"";
    for (ending, written) in [
        ("csv", "rows.csv"),
        ("jsonl", "rows.jsonl"),
        ("parquet", "rows.parquet.rows.jsonl"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(format!("rows.{ending}"));
        let path = path.display().to_string();
        let sweep = small(&[
            "--vary",
            "cap=1s..9s:lin:9",
            "--seeds",
            "50",
            "--out",
            &path,
        ]);
        let mut command = Command::new("sh");
        command.args(["-c", limited, env!("CARGO_BIN_EXE_retry-herd")]);
        let output = command.args(&sweep).output().expect("it runs");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        let reason = format!("{written} cannot be written: File too large");
        assert!(
            told.starts_with("retry-herd: --out: ") && told.contains(&reason),
            "{told}"
        );
        assert_eq!(told.lines().count(), 1, "{told}");
        assert_eq!(result(&sweep), "");
        if ending == "csv" {
            let rows = fs::read_to_string(&path).expect("rows");
            assert_eq!(rows, result(&sweep[..sweep.len() - 2]));
        }
    }
}
