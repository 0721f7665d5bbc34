//! Whatever is wrong: one line on standard error, exit code 2, no result.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

use crate::support::{call_with, complaint, complaint_with, result};
use tempfile::TempDir;

fn scenario_file(name: &str, text: &[u8]) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a file");
    (folder, path.display().to_string())
}

#[test]
fn a_wrong_value_names_the_field_the_value_and_what_is_allowed() {
    let lines = [
        (
            "name=",
            "name: \"\" is not a text on one line; allowed: 1 to 80 characters on one line",
        ),
        (
            "clients=0",
            "fleet.clients: \"0\" is out of range; allowed: a whole number from 1 to 10000000",
        ),
        (
            "factor=two",
            "policy.factor: \"two\" is not a number; allowed: 1 to 100",
        ),
        (
            "policy.cap=10 parsecs",
            "policy.cap: \"10 parsecs\" is not a duration; allowed: \"none\" or 1ms to 24h, such as \"30s\"",
        ),
        (
            "tick=100",
            "server.tick: \"100\" has no unit; allowed: 100us to 1m, such as \"30s\"",
        ),
        (
            "jitter=some",
            "policy.jitter: \"some\" is not one of the names; allowed: none, full, equal, decorrelated, proportional, range, added, median-first",
        ),
        (
            "draws=1.5",
            "draws: \"1.5\" is out of range; allowed: at most 1000 numbers from 0 to below 1, such as [0.25, 0.5]",
        ),
        (
            "capacity=5",
            "server.capacity: 5 a second is less than one request in a tick of 100ms; allowed: at least 10, or a longer server.tick",
        ),
        (
            "policy.jiter=full",
            "policy.jiter: no such field (it was given \"full\"); did you mean policy.jitter?",
        ),
        (
            "jitter",
            "--set: \"jitter\" is not a setting; allowed: FIELD=VALUE, such as policy.cap=10s",
        ),
    ];
    for (setting, line) in lines {
        assert_eq!(complaint(&["run", "--set", setting]), line);
        assert_eq!(complaint(&["trace", "--set", setting]), line);
    }
}

#[test]
fn what_is_told_of_arguments_with_line_breaks_is_one_line() {
    assert!(complaint(&["run", "--set", "a\nb"]).starts_with("--set: \"a?b\" is not a setting"));
    assert!(complaint(&["run", "--set", "a\nb=1"]).starts_with("a?b: no such field"));
    assert!(complaint(&["sweep", "--vary", "a\nb"]).starts_with("--vary: \"a?b\" varies nothing"));
    assert!(complaint(&["run", "--scenario", "a\nb"]).starts_with("a?b: "));
}

#[test]
fn a_field_that_is_set_twice_is_an_error_and_so_is_the_seed() {
    let line = "policy.cap: given twice, the second time as \"2s\"; allowed: once";
    assert_eq!(
        complaint(&["run", "--set", "cap=1s", "--set", "policy.cap=2s"]),
        line
    );
    let line = complaint(&["run", "--set", "seed=1", "--seed", "2"]);
    assert!(line.starts_with("seed: given twice"), "{line}");
}

#[test]
fn a_wrong_seed_is_told_as_a_field() {
    let line = "seed: \"-1\" is out of range; allowed: a whole number from 0 to 9007199254740991";
    assert_eq!(complaint(&["run", "--seed=-1"]), line);
    let line = complaint(&["run", "--seed", "9007199254740991", "--seeds", "2"]);
    assert!(
        line.contains("allowed: at most 9007199254740990, or fewer seeds"),
        "{line}"
    );
}

#[test]
fn what_clap_refuses_is_one_line_with_what_is_allowed() {
    let presets = "app-recovery, retry-wave, deploy-blip, lesson, glossary, broadcast";
    for args in [
        ["run", "--preset", "nope"],
        ["trace", "--preset", "nope"],
        ["presets", "--show", "nope"],
    ] {
        assert!(complaint(&args).contains(presets), "{args:?}");
    }
    assert!(complaint(&["run", "--format", "xml"]).contains("table, json, csv"));
    assert!(complaint(&["run", "--seeds", "0"]).ends_with("allowed: 1 to 100000"));
    assert!(complaint(&["run", "--seeds", "many"]).ends_with("allowed: 1 to 100000"));
    assert!(
        complaint(&["walk"])
            .ends_with("allowed: run, trace, presets, policies, reproduce, sweep, plot")
    );
    assert!(complaint(&[]).contains("run, trace, presets, policies, reproduce, sweep, plot"));
    assert!(complaint(&["run", "--formt", "csv"]).contains("'--format'"));
    assert!(complaint(&["run", "--nonsense"]).contains("--help"));
    assert!(complaint(&["run", "--set"]).contains("FIELD=VALUE"));
    assert!(
        complaint(&["run", "--preset", "lesson", "--scenario", "-"])
            .contains("cannot be used with")
    );
}

#[test]
fn a_client_that_there_is_not_is_told_how_many_there_are() {
    let line = complaint(&["trace", "--preset", "glossary", "--client", "25"]);
    assert_eq!(line, "--client: 25 is out of range; allowed: 1 to 24");
    let line = complaint(&["trace", "--preset", "glossary", "--client", "0"]);
    assert!(
        line.ends_with("allowed: 1 to the number of clients"),
        "{line}"
    );
}

#[test]
fn a_scenario_only_goes_into_json() {
    let line = complaint(&["run", "--with-scenario"]);
    assert!(line.ends_with("allowed: with --format json"), "{line}");
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let line = complaint(&["run", "--scenario", "no/such/herd.toml"]);
    assert!(line.starts_with("no/such/herd.toml: "), "{line}");
    let (_folder, path) = scenario_file("herd.toml", b"name = \"\xff\"");
    assert!(complaint(&["run", "--scenario", &path]).contains("UTF-8"));
}

#[test]
fn what_is_wrong_in_a_file_is_told_with_the_file_and_the_line_or_the_field() {
    let (_folder, path) = scenario_file("herd.toml", b"seed = 1\ncap = = 2\n");
    let line = complaint(&["run", "--scenario", &path]);
    assert!(
        line.starts_with(&format!("{path}: line 2 is not TOML: ")),
        "{line}"
    );
    let (_folder, path) = scenario_file("herd.json", b"{\n\"seed\": }");
    let line = complaint(&["run", "--scenario", &path]);
    assert!(
        line.starts_with(&format!("{path}: line 2 is not JSON: ")),
        "{line}"
    );
    let line = complaint_with(&["run", "--scenario", "-"], "[policy]\ncap = 5");
    assert_eq!(
        line,
        "standard input: policy.cap: 5 has no unit; allowed: \"none\" or 1ms to 24h, such as \"30s\""
    );
}

#[test]
fn help_and_version_are_results() {
    for args in [
        &["--help"][..],
        &["run", "--help"],
        &["trace", "-h"],
        &["help", "presets"],
    ] {
        let help = result(args);
        assert!(
            help.contains("Usage: retry-herd") && help.contains("Examples:"),
            "{args:?}"
        );
    }
    assert!(result(&["--version"]).starts_with("retry-herd "));
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    for args in [
        &[
            "run", "--format", "csv", "--seeds", "200", "--preset", "glossary",
        ][..],
        &["run"],
        &["run", "--format", "json"],
        &["trace", "--format", "json"],
        &["presets"],
        &["run", "--help"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_retry-herd"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        // Nobody ever reads: every write fails.
        drop(child.stdout.take());
        let mut told = String::new();
        let mut stderr = child.stderr.take().expect("piped");
        stderr.read_to_string(&mut told).expect("UTF-8");
        let code = child.wait().expect("it ends").code();
        assert_eq!((code, told.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_an_error() {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("Linux has it");
    let output = Command::new(env!("CARGO_BIN_EXE_retry-herd"))
        .args(["presets"])
        .stdout(full)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.starts_with("retry-herd: cannot write the result: "),
        "{told}"
    );
}

#[test]
fn nothing_is_read_from_standard_input_unless_asked_for() {
    let call = call_with(&["run", "--preset", "glossary"], "nonsense");
    assert_eq!(call.code, Some(0));
}
