use retry_herd_core::{Growth, Jitter, Preset, Scenario, SimDuration, Trace};

use crate::markup::tests::text_of;
use crate::timeline::Timeline;

fn glossary() -> Scenario {
    Preset::named("glossary").expect("a preset").scenario()
}

fn timeline(scenario: &Scenario) -> Timeline {
    Timeline::new(scenario, Trace::in_herd(scenario, 0))
}

fn count(svg: &str, what: &str) -> usize {
    svg.matches(what).count()
}

/// The values of an attribute, as numbers.
fn numbers(svg: &str, attribute: &str) -> Vec<f64> {
    let start = format!(" {attribute}=\"");
    let values = svg.split(&start).skip(1);
    values
        .map(|rest| rest.split('"').next().unwrap().parse().unwrap())
        .collect()
}

#[test]
fn the_picture_has_a_name_and_a_description() {
    let svg = timeline(&glossary()).svg(3, 640.0);
    assert!(
        svg.starts_with(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"timeline\" role=\"img\""
        )
    );
    assert!(svg.contains("<title>Client 1 of 24 was served on attempt 5, at 7.87 s.</title>"));
    assert!(svg.contains("<desc>Attempt 4 at 3.11 s came during the outage and failed. "));
}

#[test]
fn a_strict_content_policy_has_nothing_to_refuse() {
    let svg = timeline(&glossary()).svg(3, 640.0);
    for refused in ["style=", "<script", "<style", "href", " id="] {
        assert!(!svg.contains(refused), "{refused}");
    }
}

#[test]
fn every_attempt_has_the_shape_of_its_outcome() {
    let svg = timeline(&glossary()).svg(4, 640.0);
    assert_eq!(count(&svg, "class=\"mark wasted\""), 4);
    assert_eq!(count(&svg, "class=\"mark served current\""), 1);
    assert_eq!(count(&svg, "d=\"M-5-5 5 5M-5 5 5-5\""), 4);
    assert_eq!(count(&svg, "<circle r=\"6\" fill=\"currentColor\"/>"), 1);
    let mut rejected = glossary();
    rejected.server.capacity = Some(100.0);
    rejected.policy.jitter = Jitter::None;
    let trace = Trace::in_herd(&rejected, 23);
    let svg = Timeline::new(&rejected, trace).svg(0, 640.0);
    assert!(count(&svg, "d=\"M-5-5H5V5H-5Z\"") > 0);
}

#[test]
fn who_gives_up_gets_a_triangle() {
    let mut scenario = glossary();
    let triangle = "d=\"M-7-6H7L0 7Z\"";
    assert_eq!(count(&timeline(&scenario).svg(6, 640.0), triangle), 0);
    scenario.server.outage.length = None;
    let svg = timeline(&scenario).svg(6, 640.0);
    assert_eq!(count(&svg, triangle), 1);
    assert_eq!(count(&svg, "class=\"mark wasted gave-up current\""), 1);
    assert!(svg.contains(": wasted, gave up</title>"));
}

#[test]
fn what_comes_after_the_step_is_faint() {
    let svg = timeline(&glossary()).svg(1, 640.0);
    assert_eq!(count(&svg, "class=\"mark wasted later\""), 2);
    assert_eq!(count(&svg, "class=\"mark served later\""), 1);
    assert_eq!(count(&svg, "opacity=\"0.35\""), 3);
}

#[test]
fn the_terms_of_the_formula_are_in_the_picture() {
    let svg = timeline(&glossary()).svg(3, 640.0);
    for term in ["low", "ceiling high", "draw", "delay", "draw delay"] {
        assert!(svg.contains(&format!("data-term=\"{term}\"")), "{term}");
    }
    assert!(svg.contains(">4.75 s</text>") && svg.contains(">8 s</text>"));
    let mut none = glossary();
    none.policy.jitter = Jitter::None;
    let svg = timeline(&none).svg(2, 640.0);
    assert_eq!(count(&svg, "class=\"interval\""), 0);
    assert!(svg.contains("data-term=\"delay\">4 s</text>"));
}

#[test]
fn it_is_well_formed_and_stays_inside_at_every_width() {
    for jitter in [
        Jitter::None,
        Jitter::Full,
        Jitter::Equal,
        Jitter::Decorrelated,
    ] {
        for preset in ["glossary", "app-recovery", "deploy-blip", "retry-wave"] {
            let mut scenario = Preset::named(preset).unwrap().scenario();
            scenario.policy.jitter = jitter;
            let timeline = timeline(&scenario);
            for (step, width) in (0..timeline.len()).zip([280.0, 1_000.0, 333.3].iter().cycle()) {
                let svg = timeline.svg(step, *width);
                text_of(&svg);
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
                for x in [numbers(&svg, "x1"), numbers(&svg, "x2")].concat() {
                    assert!((0.0..=*width).contains(&x), "{x} of {width}");
                }
                assert!(
                    numbers(&svg, "width")
                        .iter()
                        .all(|&w| w >= 0.0 && w <= *width)
                );
            }
        }
    }
}

#[test]
fn thousands_of_attempts_make_no_giant() {
    let mut scenario = glossary();
    scenario.policy.growth = Growth::Fixed;
    scenario.policy.base = SimDuration::from_millis(20);
    scenario.policy.max_attempts = None;
    scenario.server.outage.length = None;
    let timeline = timeline(&scenario);
    assert!(timeline.len() > 5_000);
    for (width, marks) in [(280.0, 66), (1_000.0, 246)] {
        let svg = timeline.svg(4_321, width);
        assert!(
            count(&svg, "class=\"mark ") <= marks,
            "{}",
            count(&svg, "class=\"mark ")
        );
        assert_eq!(count(&svg, "class=\"mark wasted current\""), 1);
        assert!(svg.len() < 100_000, "{}", svg.len());
    }
}
