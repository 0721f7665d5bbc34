use plotters::prelude::{IntoDrawingArea, SVGBackend};
use retry_herd_core::Jitter;
use retry_herd_view::load_chart::LoadChart;

use crate::herd::{Herd, Size};

const SIZE: Size = Size {
    width: 600,
    height: 170,
};

pub(crate) fn svg(chart: &LoadChart<'_>, size: Size) -> String {
    let mut text = String::new();
    let root = SVGBackend::with_string(&mut text, (size.width, size.height)).into_drawing_area();
    chart.draw(&root).expect("a string takes everything");
    drop(root);
    text
}

/// The uppermost corner of each polygon in this colour.
fn tops(svg: &str, colour: &str) -> Vec<i32> {
    let polygons = svg
        .lines()
        .filter(|line| line.starts_with("<polygon") && line.contains(colour));
    let top = |line: &str| {
        let points = line.split("points=\"").nth(1)?.split('"').next()?;
        let ys = points
            .split_whitespace()
            .filter_map(|p| p.split(',').nth(1)?.parse().ok());
        ys.min()
    };
    polygons.filter_map(top).collect()
}

#[test]
fn the_highest_bar_is_the_published_peak() {
    for jitter in [
        Jitter::None,
        Jitter::Full,
        Jitter::Equal,
        Jitter::Decorrelated,
    ] {
        let herd = Herd::new(jitter, 2_000);
        for width in [320, 600, 1_720] {
            let size = Size { width, ..SIZE };
            let chart = herd.chart(size, 1.0);
            let drawn = svg(&chart, size);
            let peak = herd.report.peak_after_recovery.per_second;
            // Rejected attempts come after recovery only, and the layer under
            // which they are drawn is the served ones'.
            let top = tops(&drawn, "#CC4808")
                .into_iter()
                .min()
                .expect("rejected attempts");
            assert_eq!(
                top,
                chart.y_of(peak).round() as i32,
                "{jitter:?} at {width}"
            );
        }
    }
}

#[test]
fn the_peak_is_labelled_with_its_rate_and_its_multiple_of_the_capacity() {
    let herd = Herd::new(Jitter::None, 2_000);
    let drawn = svg(&herd.chart(SIZE, 1.0), SIZE);
    let peak = herd.report.peak_after_recovery;
    let rate = retry_herd_view::text::rate(peak.per_second);
    let multiple = retry_herd_view::text::multiple(peak.over_capacity.expect("a capacity"));
    assert!(drawn.contains(&format!("{rate}, {multiple}")), "{drawn}");
    assert!(drawn.contains("capacity 120/s"));
}

/// On a phone the two words stood on top of each other.
#[test]
fn on_a_narrow_chart_the_peaks_label_stands_above_the_capacitys() {
    let size = Size { width: 236, ..SIZE };
    let herd = Herd::new(Jitter::Full, 2_000);
    let drawn = svg(&herd.chart(size, 1.0), size);
    let lines: Vec<&str> = drawn.lines().collect();
    let height_of = |words: &str| -> i32 {
        let at = lines
            .iter()
            .position(|line| line.contains(words))
            .expect("the words");
        let tag = lines[..=at]
            .iter()
            .rev()
            .find(|line| line.starts_with("<text"));
        let y = tag.and_then(|tag| tag.split(" y=\"").nth(1)?.split('"').next()?.parse().ok());
        y.expect("a height")
    };
    let apart = height_of("capacity 120/s") - height_of("160/s, ");
    assert!(apart >= 14, "{apart} pixels apart");
}

#[test]
fn what_the_upper_edge_cuts_is_told() {
    let herd = Herd::new(Jitter::Full, 2_000);
    let chart = herd.chart(SIZE, 1.0);
    assert!(herd.load().highest() > chart.y_max);
    let rate = retry_herd_view::text::rate(herd.load().highest());
    assert!(svg(&chart, SIZE).contains(&format!("↑ {rate}")));
}

#[test]
fn switching_jitter_on_lowers_the_load_and_leaves_the_scale() {
    let none = Herd::new(Jitter::None, 2_000);
    let full = Herd::new(Jitter::Full, 2_000);
    let scale = |herd: &Herd| herd.load().y_max(&herd.scenario);
    assert!(scale(&full) > 0.8 * scale(&none) && scale(&full) <= scale(&none));
    assert!(full.report.peak_after_recovery.per_second < 0.2 * scale(&full));
}

#[test]
fn a_chart_has_few_primitives_however_long_the_run() {
    let herd = Herd::new(Jitter::Full, 20_000);
    let drawn = svg(&herd.chart(SIZE, 1.0), SIZE);
    let count = |tag: &str| drawn.matches(tag).count();
    assert!(count("<polygon") <= 3, "{}", count("<polygon"));
    assert!(count("<rect") <= 30, "{}", count("<rect"));
}

#[test]
#[expect(clippy::float_cmp, reason = "the same computation")]
fn rates_and_times_are_found_where_they_are_drawn() {
    let herd = Herd::new(Jitter::None, 2_000);
    let chart = herd.chart(SIZE, 1.0);
    for value in [0.0, 7.5, 120.0, 1_000.0] {
        assert!((chart.rate_of(chart.y_of(value)) - value).abs() < 1e-9);
        assert!((chart.time_of(chart.x_of(value)) - value).abs() < 1e-9);
    }
    let view = herd.view(SIZE, 1.0);
    assert_eq!(chart.x_of(30.0), view.x_of(30.0));
}

#[test]
fn a_chart_too_small_for_its_margins_is_drawn_without_harm() {
    let herd = Herd::new(Jitter::Full, 24);
    for width in [1, 44, 59, 70] {
        for height in [1, 20, 42, 50] {
            let size = Size { width, height };
            svg(&herd.chart(size, 1.0), size);
        }
    }
}

#[test]
fn a_morph_of_the_load_starts_and_ends_at_the_loads() {
    let none = Herd::new(Jitter::None, 2_000);
    let full = Herd::new(Jitter::Full, 2_000);
    let chart = none.chart(SIZE, 1.0);
    let polygons = |chart: &LoadChart<'_>| -> Vec<String> {
        let drawn = svg(chart, SIZE);
        let of_load = drawn.lines().filter(|line| line.starts_with("<polygon"));
        of_load.map(str::to_owned).collect()
    };
    let at = |moved| LoadChart {
        load: full.load(),
        previous: Some(none.load()),
        moved,
        ..chart
    };
    assert_eq!(polygons(&at(0.0)), polygons(&chart));
    let settled = LoadChart {
        load: full.load(),
        ..chart
    };
    assert_eq!(polygons(&at(1.0)), polygons(&settled));
    assert_ne!(polygons(&at(0.5)), polygons(&settled));
}
