//! Sweeps as Parquet files, read back with the library's own reader.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Map, Value};
use tempfile::TempDir;

use crate::support::{complaint, result};

const SWEEP: [&str; 11] = [
    "sweep",
    "--set",
    "clients=20",
    "--set",
    "capacity=50",
    "--vary",
    "cap=1s,2s,none",
    "--vary",
    "factor=1.5,2",
    "--seeds",
    "3",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SWEEP[..], more].concat()
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// The rows of a Parquet file, as JSON has them.
fn rows(path: &Path) -> Vec<Value> {
    let reader = SerializedFileReader::new(File::open(path).expect("a file")).expect("Parquet");
    let row = |row: Result<parquet::record::Row, _>| {
        let row = row.expect("a row");
        let cells = row.get_column_iter();
        let cells = cells.map(|(name, field)| (name.clone(), cell(field)));
        Value::Object(cells.collect::<Map<_, _>>())
    };
    reader.get_row_iter(None).expect("rows").map(row).collect()
}

fn cell(field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Long(count) => (*count as f64).into(),
        Field::Double(number) => (*number).into(),
        Field::Str(words) => words.clone().into(),
        other => panic!("{other}"),
    }
}

/// The rows of lines of JSON, all numbers with a fraction.
fn lines(args: &[&str]) -> Vec<Value> {
    let text = result(&[args, &["--format", "jsonl"]].concat());
    let fractions = |value: &mut Value| {
        if let Some(number) = value.as_f64() {
            *value = number.into();
        }
    };
    let line = |line: &str| {
        let mut row: Value = serde_json::from_str(line).expect("JSON");
        row.as_object_mut()
            .expect("an object")
            .values_mut()
            .for_each(fractions);
        row
    };
    text.lines().map(line).collect()
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    PathBuf::from(text(path) + ending)
}

#[test]
fn a_parquet_file_has_the_rows_that_lines_of_json_have() {
    let folder = folder();
    let path = folder.path().join("rows.parquet");
    for more in [&[][..], &["--aggregate"], &["--set", "attempts=2"]] {
        let args = with(more);
        assert_eq!(result(&[&args[..], &["--out", &text(&path)]].concat()), "");
        assert_eq!(rows(&path), lines(&args), "{more:?}");
        let left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
        assert_eq!(left.len(), 2, "the file and its note: {left:?}");
        fs::remove_file(&path).expect("removed");
    }
}

#[test]
fn standard_output_can_be_parquet_too() {
    let folder = folder();
    let path = folder.path().join("rows.parquet");
    let mut command = Command::new(env!("CARGO_BIN_EXE_retry-herd"));
    let args = with(&["--format", "parquet"]);
    let output = command.args(&args).output().expect("it runs");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    fs::write(&path, output.stdout).expect("written");
    assert_eq!(rows(&path), lines(&SWEEP));
}

/// Killed while it ran, and killed between making the file and removing the lines.
#[test]
fn an_interrupted_sweep_continues_to_the_same_parquet_file() {
    let folder = folder();
    let path = folder.path().join("rows.parquet");
    let out = ["--out", &text(&path)];
    result(&with(&out));
    let whole = fs::read(&path).expect("a file");
    let rows = result(&with(&["--format", "jsonl"]));
    for bytes in [0, 5, rows.len() / 2, rows.len()] {
        for there in [false, true] {
            if !there {
                fs::remove_file(&path).expect("removed");
            }
            fs::write(beside(&path, ".rows.jsonl"), &rows[..bytes]).expect("written");
            assert_eq!(result(&with(&out)), "");
            assert_eq!(fs::read(&path).expect("a file"), whole, "{bytes}, {there}");
            assert!(!beside(&path, ".rows.jsonl").exists());
        }
    }
}

/// What was written stays as it was: only what is missing is run, and nothing of a
/// whole file.
#[test]
fn what_is_there_is_not_run_again() {
    let folder = folder();
    let path = folder.path().join("rows.parquet");
    let out = ["--out", &text(&path)];
    result(&with(&out));
    let note = fs::read(beside(&path, ".sweep.json")).expect("a note");
    fs::write(&path, "whole").expect("written");
    result(&with(&out));
    assert_eq!(fs::read(&path).expect("a file"), b"whole");
    fs::remove_file(&path).expect("removed");
    fs::write(beside(&path, ".sweep.json"), note).expect("written");
    let lines = result(&with(&["--format", "jsonl"]));
    let end = lines.find('\n').expect("lines") + 1;
    let marked = lines[..end].replace("\"1s\"", "\"MARK\"");
    fs::write(beside(&path, ".rows.jsonl"), marked).expect("written");
    result(&with(&out));
    assert_eq!(rows(&path)[0]["policy.cap"], "MARK");
    assert_eq!(rows(&path)[1]["policy.cap"], "1s");
}

#[test]
fn another_sweep_of_the_same_name_is_refused_and_all_stays() {
    let folder = folder();
    let path = folder.path().join("rows.parquet");
    let out = ["--out", &text(&path)];
    result(&with(&out));
    let whole = fs::read(&path).expect("a file");
    let other = with(&["--out", out[1], "--set", "base=2s"]);
    let line = complaint(&other);
    assert!(line.contains("scenario.policy.base was"), "{line}");
    assert_eq!(fs::read(&path).expect("a file"), whole);
    fs::remove_file(&path).expect("removed");
    fs::write(beside(&path, ".rows.jsonl"), "{}\n").expect("written");
    let line = complaint(&other);
    assert!(
        line.contains("rows.parquet is of a sweep with other arguments"),
        "{line}"
    );
}

#[test]
fn a_name_and_a_format_that_disagree_are_refused() {
    let line = complaint(&with(&["--out", "rows.parquet", "--format", "csv"]));
    assert!(line.contains("allowed: parquet, or another name"), "{line}");
}
