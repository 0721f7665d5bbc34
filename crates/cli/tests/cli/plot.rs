//! Pictures as files.

use std::fs;

use assert_cmd::Command;

use crate::support::{complaint, result};

fn png(args: &[&str]) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retry-herd"));
    let output = command.args(args).output().expect("it runs");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    output.stdout
}

/// Of a PNG: its width and height, which stand at the beginning.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[1..4], b"PNG");
    let number = |at: usize| {
        png[at..at + 4]
            .iter()
            .fold(0, |n, &byte| n << 8 | u32::from(byte))
    };
    (number(16), number(20))
}

#[test]
fn a_herd_is_a_picture_of_the_size_that_was_asked_for() {
    assert_eq!(size(&png(&["plot", "herd"])), (1_720, 600));
    let args = [
        "plot", "herd", "--width", "400", "--height", "200", "--scale", "1",
    ];
    assert_eq!(size(&png(&args)), (400, 200));
}

#[test]
fn another_scenario_and_another_palette_are_other_pictures() {
    let plain = png(&["plot", "herd"]);
    assert_eq!(plain, png(&["plot", "herd"]));
    assert_ne!(plain, png(&["plot", "herd", "--set", "jitter=none"]));
    assert_ne!(plain, png(&["plot", "herd", "--dark"]));
}

#[test]
fn the_rows_of_a_herd_are_in_the_order_that_was_asked_for() {
    let plain = png(&["plot", "herd"]);
    assert_eq!(plain, png(&["plot", "herd", "--order", "client"]));
    let by_ending = png(&["plot", "herd", "--order", "ending"]);
    assert_ne!(plain, by_ending);
    assert_eq!(size(&plain), size(&by_ending));
}

#[test]
fn a_load_is_drawn_with_its_capacity() {
    let svg = result(&["plot", "load", "--set", "jitter=none"]);
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("capacity 120/s"));
}

#[test]
fn a_load_is_a_picture_of_pixels_too_with_its_words() {
    let load = png(&["plot", "load", "--format", "png", "--scale", "3"]);
    assert_eq!(size(&load), (3 * 860, 3 * 170));
    // Another name of the same length: only the letters differ.
    let label = |capacity| {
        let capacity = format!("capacity={capacity}");
        let args = [
            "plot",
            "load",
            "--format",
            "png",
            "--set",
            "attempts=1",
            "--set",
        ];
        png(&[&args[..], &[&capacity]].concat())
    };
    assert_ne!(label("111"), label("112"));
}

#[test]
fn kinds_of_jitter_stand_side_by_side_and_the_best_are_marked() {
    let svg = result(&["plot", "compare"]);
    for name in [
        "No jitter",
        "Full jitter",
        "Equal jitter",
        "Decorrelated jitter",
        "±10 % jitter",
    ] {
        // Over its picture, and in the table; once more in the words for screen readers.
        assert!(svg.matches(name).count() >= 3, "{name}");
    }
    for praise in ["lowest", "fastest", "fewest"] {
        assert_eq!(svg.matches(&format!("\n{praise}\n")).count(), 1, "{praise}");
    }
    assert_eq!(svg.matches("<image ").count(), 5);
    let two = [
        "plot",
        "compare",
        "--kinds",
        "none,full",
        "--format",
        "png",
        "--scale",
        "1",
    ];
    assert_eq!(
        size(&png(
            &[&two[..], &["--width", "700", "--height", "420"]].concat()
        )),
        (700, 420)
    );
    assert_ne!(png(&two), png(&[&two[..], &["--dark"]].concat()));
}

/// From where to where each text of an SVG reaches, about, in a row of its own height.
fn texts(svg: &str) -> Vec<(String, f64, f64)> {
    /// A letter is wider than that on average.
    const LETTER: f64 = 5.6;
    let text = |part: &str| {
        let attribute = |name: &str| {
            let value = part.split(&format!(" {name}=\"")).nth(1)?;
            Some(value.split('"').next()?.to_owned())
        };
        let words = part.split_once('>')?.1.split("</text>").next()?.trim();
        let width = words.chars().count() as f64 * LETTER;
        let x: f64 = attribute("x")?.parse().ok()?;
        let left = match attribute("text-anchor")?.as_str() {
            "start" => x,
            "end" => x - width,
            _ => x - width / 2.0,
        };
        Some((attribute("y")?, left, left + width))
    };
    svg.split("<text").skip(1).filter_map(text).collect()
}

#[test]
fn the_words_of_a_comparison_are_neither_cut_nor_on_top_of_each_other() {
    for width in [360, 480, 600, 800, 1_200] {
        let svg = result(&["plot", "compare", "--width", &width.to_string()]);
        let texts = texts(&svg);
        assert!(texts.len() > 50, "{}", texts.len());
        for (at, (y, left, right)) in texts.iter().enumerate() {
            assert!(*left >= 0.0 && *right <= f64::from(width), "{width}: {y}");
            let beside = texts[..at].iter().filter(|(other, ..)| other == y);
            for (_, from, to) in beside {
                assert!(to <= left || right <= from, "{width}: {y}");
            }
        }
    }
}

/// Each herd of the comparison is the one of its own scenario, on the shared axis.
#[test]
fn the_last_of_the_compared_herds_is_not_the_first() {
    let svg = result(&["plot", "compare", "--kinds", "none,full"]);
    let images: Vec<&str> = svg
        .lines()
        .filter(|line| line.starts_with("<image "))
        .collect();
    let pixels = |line: &str| line.split("href=").nth(1).map(str::to_owned);
    assert_ne!(pixels(images[0]), pixels(images[1]));
}

#[test]
fn a_files_name_says_what_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (name, begins) in [("herd.png", &b"\x89PNG"[..]), ("herd.svg", b"<svg")] {
        assert_eq!(result(&["plot", "herd", "--out", &path(name)]), "");
        let bytes = fs::read(path(name)).expect("a picture");
        assert!(bytes.starts_with(begins), "{name}");
    }
    let line = complaint(&["plot", "herd", "--out", &path("herd.gif")]);
    assert!(
        line.ends_with("allowed: one that ends in .png or .svg"),
        "{line}"
    );
}

#[test]
fn what_cannot_be_drawn_is_told_in_one_line() {
    for (args, part) in [
        (&["plot"][..], "herd, load, compare, sweep"),
        (&["plot", "map"], "allowed: herd, load, compare, sweep"),
        (
            &["plot", "compare", "--kinds", "full"],
            "allowed: 2 to 8 kinds, each once",
        ),
        (&["plot", "compare", "--kinds", "full,full"], "each once"),
        (
            &["plot", "compare", "--kinds", "full,most"],
            "policy.jitter: \"most\"",
        ),
        (&["plot", "sweep"], "--rows"),
        (
            &["plot", "sweep", "--rows", "/nowhere/rows.csv"],
            "/nowhere/rows.csv",
        ),
        (&["plot", "herd", "--width", "7"], "100..=8000"),
        (
            &["plot", "herd", "--preset", "contention"],
            "of kind contention",
        ),
    ] {
        let line = complaint(args);
        assert!(line.contains(part), "{args:?}: {line}");
    }
}
