//! The real binary, as a person or a script calls it.

use assert_cmd::Command;
use serde_json::Value;

/// What came of a call.
pub(crate) struct Call {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Calls `retry-herd` with `args`, and with `stdin` as its standard input.
pub(crate) fn call_with(args: &[&str], stdin: &str) -> Call {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retry-herd"));
    let output = command
        .args(args)
        .write_stdin(stdin)
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Call {
        code: output.status.code(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// The result of a call that succeeds and has nothing to complain about.
pub(crate) fn result(args: &[&str]) -> String {
    result_with(args, "")
}

/// As [`result`], with a standard input.
pub(crate) fn result_with(args: &[&str], stdin: &str) -> String {
    let call = call_with(args, stdin);
    assert_eq!((call.code, call.err.as_str()), (Some(0), ""), "{args:?}");
    call.out
}

/// The line of a call that fails: one line, exit code 2, and no result.
pub(crate) fn complaint(args: &[&str]) -> String {
    complaint_with(args, "")
}

/// As [`complaint`], with a standard input.
pub(crate) fn complaint_with(args: &[&str], stdin: &str) -> String {
    let call = call_with(args, stdin);
    assert_eq!((call.code, call.out.as_str()), (Some(2), ""), "{args:?}");
    let line = call.err.strip_prefix("retry-herd: ").expect(&call.err);
    let line = line.strip_suffix('\n').expect(line);
    assert!(!line.contains('\n'), "{line}");
    line.to_owned()
}

/// The JSON result of a call.
pub(crate) fn json(args: &[&str]) -> Value {
    serde_json::from_str(&result(args)).expect("JSON")
}

/// The CSV result of a call: the head and the rows.
pub(crate) fn csv(args: &[&str]) -> (Vec<String>, Vec<Vec<String>>) {
    let text = result(args);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let cells = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
    let head = cells(reader.headers().expect("a head"));
    let rows = reader.records().map(|record| cells(&record.expect("CSV")));
    (head, rows.collect())
}
