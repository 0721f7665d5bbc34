use super::*;

fn settings(attributes: &[(&str, &str)]) -> Settings {
    let (settings, junk) = Settings::of_attributes(attributes.iter().copied());
    assert_eq!(junk, []);
    settings
}

#[test]
fn without_attributes_it_shows_the_herd_without_jitter() {
    let scenario = Settings::default().scenario().clone();
    assert_eq!(scenario.name, "app-recovery");
    assert_eq!(scenario.policy.jitter, Jitter::None);
}

#[test]
fn a_preset_comes_as_it_is_and_attributes_override_it() {
    let plain = settings(&[("preset", "glossary")]);
    assert_eq!(
        *plain.scenario(),
        PRESETS
            .iter()
            .find(|p| p.name == "glossary")
            .unwrap()
            .scenario()
    );
    let other = settings(&[("clients", "30"), ("preset", "glossary"), ("attempts", "9")]);
    assert_eq!(other.scenario().fleet.clients, 30);
    assert_eq!(other.scenario().policy.max_attempts, Some(9));
}

#[test]
fn junk_counts_as_absent_and_is_named() {
    let attributes = [
        ("jitter", "half"),
        ("cap", "10 parsecs"),
        ("preset", "nope"),
        ("clients", "7"),
    ];
    let (settings, junk) = Settings::of_attributes(attributes);
    assert_eq!(settings.scenario().fleet.clients, 7);
    assert_eq!(settings.scenario().policy.jitter, Jitter::None);
    let named: Vec<_> = junk
        .iter()
        .map(|j| (j.name.as_str(), j.value.as_str()))
        .collect();
    assert_eq!(named, attributes[..3]);
    assert!(junk[0].to_string().contains("none, full, equal"));
}

#[test]
fn more_clients_than_a_page_can_run_are_junk() {
    let (settings, junk) = Settings::of_attributes([("clients", "1,000,001")]);
    assert_eq!(settings.scenario().fleet.clients, 2_000);
    assert_eq!(junk.len(), 1);
    assert!(junk[0].to_string().contains("1 to 1000000"), "{}", junk[0]);
}

#[test]
fn attributes_that_do_not_go_together_are_dropped_until_they_do() {
    let (settings, junk) = Settings::of_attributes([("capacity", "1"), ("tick", "1ms")]);
    assert!(settings.scenario().validate().is_ok());
    assert!(!junk.is_empty());
}

#[test]
fn attributes_that_only_go_together_may_come_in_any_order() {
    let pairs = [("horizon", "1h"), ("tick", "500us"), ("capacity", "4000")];
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
        let (settings, junk) = Settings::of_attributes(order.map(|i| pairs[i]));
        assert_eq!(junk, []);
        assert_eq!(settings.scenario().server.capacity, Some(4_000.0));
    }
}

#[test]
fn an_attribute_overrides_the_readers_value_in_its_field_only() {
    let mut settings = settings(&[("preset", "app-recovery")]);
    settings.edit("jitter", "equal").unwrap();
    settings.edit("clients", "10,000").unwrap();
    settings.set_attribute("clients", Some("50")).unwrap();
    assert_eq!(settings.scenario().fleet.clients, 50);
    assert_eq!(settings.scenario().policy.jitter, Jitter::Equal);
    settings.set_attribute("clients", None).unwrap();
    assert_eq!(settings.scenario().fleet.clients, 2_000);
}

#[test]
fn a_wrong_edit_changes_nothing() {
    let mut settings = settings(&[]);
    let before = settings.scenario().clone();
    let error = settings.edit("cap", "soon").unwrap_err();
    assert_eq!(error.field, "policy.cap");
    assert!(settings.edit("clients", "0").is_err());
    assert!(settings.edit("capcity", "5").is_err());
    assert_eq!(*settings.scenario(), before);
    assert!(!settings.is_touched());
}

#[test]
fn forced_draws_may_stand_between_spaces_or_commas() {
    for text in ["0.461 0.2095", "0.461,0.2095", "[0.461, 0.2095]"] {
        assert_eq!(
            settings(&[("draws", text)]).scenario().draws,
            [0.461, 0.2095]
        );
    }
}

#[test]
fn forced_draws_can_be_taken_back_by_emptying_their_field() {
    let mut settings = settings(&[("preset", "glossary")]);
    assert!(!settings.scenario().draws.is_empty());
    settings.edit("draws", "").unwrap();
    assert!(settings.scenario().draws.is_empty());
}

#[test]
fn drawing_again_takes_the_next_seed_without_forced_draws() {
    let mut settings = settings(&[("preset", "glossary")]);
    let seed = settings.scenario().seed;
    settings.draw_again().unwrap();
    assert_eq!(settings.scenario().seed, seed + 1);
    assert!(settings.scenario().draws.is_empty());
}

#[test]
fn after_the_largest_seed_comes_zero() {
    let mut settings = settings(&[("seed", "9007199254740991")]);
    settings.draw_again().unwrap();
    assert_eq!(settings.scenario().seed, 0);
}

#[test]
fn a_link_brings_the_same_scenario_to_any_page() {
    let mut here = settings(&[("preset", "glossary"), ("clients", "100")]);
    here.edit("width", "0.25").unwrap();
    here.edit("cap", "none").unwrap();
    here.draw_again().unwrap();
    let mut link = Link::default();
    here.write(&mut link);
    let mut there = settings(&[("jitter", "equal"), ("clients", "5")]);
    assert_eq!(there.read(&Link::decode(&link.encode())), []);
    assert_eq!(there.scenario(), here.scenario());
}

#[test]
fn junk_in_a_link_is_left_out_and_named() {
    let mut settings = settings(&[]);
    let junk = settings.read(&Link::decode("preset=lesson&cap=soon&clients=9&what=ever"));
    let ours: Vec<&Junk> = junk.iter().filter(|junk| !junk.is_for_whole).collect();
    assert_eq!(ours.len(), 1, "{junk:?}");
    assert_eq!(settings.scenario().fleet.clients, 9);
    assert_eq!(settings.scenario().name, "lesson");
}

#[test]
fn reset_takes_back_the_readers_settings_and_no_other() {
    let mut settings = settings(&[("clients", "50")]);
    settings.edit("clients", "60").unwrap();
    settings.choose(Preset::named("lesson").unwrap());
    settings.reset();
    assert_eq!(settings.scenario().fleet.clients, 50);
    assert_eq!(settings.scenario().name, "app-recovery");
}

#[test]
fn a_given_scenario_is_shown_as_it_is() {
    let mut settings = settings(&[("clients", "50")]);
    let mut other = Preset::named("lesson").unwrap().scenario();
    other.name = "mine".to_owned();
    settings.give(&other.to_value()).unwrap();
    assert_eq!(*settings.scenario(), other);
    settings.set_attribute("clients", Some("60")).unwrap();
    assert_eq!(settings.scenario().fleet.clients, 60);
}

/// Found by fuzzing: the warning had the line breaks of the value.
#[test]
fn a_warning_is_one_line_whatever_the_value() {
    let long = "9".repeat(10_000);
    let (_, junk) = Settings::of_attributes([("name", "a\nb"), ("clients", &long)]);
    let lines: Vec<String> = junk.iter().map(ToString::to_string).collect();
    assert!(lines[0].starts_with("<retry-herd>: name=\"a?b\" is passed over"));
    assert!(lines[1].len() < 200, "{}", lines[1]);
}

/// What `settings` saves, as text.
fn saved(settings: &Settings) -> String {
    let mut link = Link::default();
    settings.save(&mut link);
    link.encode()
}

#[test]
fn what_is_saved_goes_on_as_before_and_leaves_the_attributes_in_force() {
    let page = [("preset", "lesson"), ("clients", "50")];
    let mut before = settings(&page);
    before.edit("jitter", "equal").unwrap();
    assert_eq!(saved(&before), "jitter=equal");
    let mut after = settings(&page);
    assert_eq!(after.read(&Link::decode(&saved(&before))), []);
    assert_eq!(after.scenario(), before.scenario());
    after.set_attribute("clients", Some("60")).unwrap();
    after.reset();
    assert_eq!(after.scenario().fleet.clients, 60);
    assert_eq!(after.scenario().name, "lesson");
}

#[test]
fn a_chosen_preset_and_a_given_scenario_are_saved_too() {
    let mut chosen = settings(&[("clients", "50")]);
    chosen.choose(Preset::named("lesson").unwrap());
    chosen.edit("jitter", "none").unwrap();
    let mut given = settings(&[("clients", "50")]);
    let mut other = Preset::named("glossary").unwrap().scenario();
    other.name = "mine".to_owned();
    other.fleet.clients = 7;
    given.give(&other.to_value()).unwrap();
    for before in [chosen, given] {
        let mut after = settings(&[("clients", "50")]);
        assert_eq!(after.read(&Link::decode(&saved(&before))), []);
        assert_eq!(after.scenario(), before.scenario());
    }
}

#[test]
fn an_attribute_that_is_set_after_a_choice_counts() {
    let mut settings = settings(&[("clients", "50"), ("jitter", "none")]);
    settings.choose(Preset::named("glossary").unwrap());
    assert_eq!(settings.scenario().fleet.clients, 24);
    settings.set_attribute("clients", Some("60")).unwrap();
    assert_eq!(settings.scenario().fleet.clients, 60);
    assert_eq!(settings.scenario().policy.jitter, Jitter::Full);
}

/// What the small build does with what it cannot read.
#[cfg(not(feature = "whole"))]
mod small {
    use super::*;

    fn names(junk: &[Junk]) -> Vec<&str> {
        let asked = junk.iter().filter(|junk| junk.is_for_whole);
        asked.map(|junk| junk.name.as_str()).collect()
    }

    #[test]
    fn a_name_that_may_be_the_whole_models_is_asked_of_that_and_a_number_is_not() {
        let attributes = [
            ("jitter", "range"),
            ("clients", "0"),
            ("cap", "soon"),
            ("preset", "new"),
        ];
        let (_, junk) = Settings::of_attributes(attributes);
        assert_eq!(junk.len(), 4);
        assert_eq!(names(&junk), ["jitter", "preset"]);
    }

    #[test]
    fn a_scenario_with_a_field_of_the_whole_model_is_asked_of_that() {
        let table = |name: &str, value| Value::Table(vec![(name.to_owned(), value)]);
        let text = |text: &str| Value::Text(text.to_owned());
        let mut settings = settings(&[]);
        let mut give = |value: Value| settings.give(&value).unwrap_err().is_for_whole();
        assert!(give(table("server", table("retry_after", text("30s")))));
        assert!(give(table("policy", table("jitter", text("range")))));
        assert!(!give(table("policy", table("cap", text("soon")))));
        assert!(!give(Value::Null));
    }

    #[test]
    fn what_a_link_has_for_the_whole_model_is_kept_for_it() {
        let mut settings = settings(&[("clients", "50")]);
        let link = "preset=lesson&clients=9&retry_after=30s&jitter=range&view=client";
        let junk = settings.read(&Link::decode(link));
        assert_eq!(names(&junk), ["retry_after", "jitter"]);
        assert_eq!(settings.scenario().fleet.clients, 9);
        assert_eq!(
            saved(&settings),
            "preset=lesson&clients=9&retry_after=30s&jitter=range"
        );
        settings.edit("jitter", "equal").unwrap();
        settings.edit("clients", "8").unwrap();
        assert_eq!(
            saved(&settings),
            "preset=lesson&jitter=equal&clients=8&retry_after=30s"
        );
        settings.reset();
        assert_eq!(saved(&settings), "");
        assert!(!settings.is_touched());
    }

    #[test]
    fn of_an_unknown_preset_nothing_is_lost() {
        let mut settings = settings(&[]);
        // 1m is what the stand-in has as well, and the unknown one may not.
        let link = "preset=new&cap=1m";
        assert_eq!(names(&settings.read(&Link::decode(link))), ["preset"]);
        assert_eq!(saved(&settings), "cap=1m&preset=new");
    }

    #[test]
    fn an_attribute_after_a_choice_is_kept_and_one_that_the_page_still_has_is_not() {
        let mut settings = settings(&[]);
        assert!(settings.set_attribute("jitter", Some("range")).is_err());
        assert_eq!(saved(&settings), "");
        settings.choose(Preset::named("lesson").unwrap());
        assert!(settings.set_attribute("jitter", Some("range")).is_err());
        settings.set_attribute("room", Some("30")).unwrap();
        assert_eq!(saved(&settings), "preset=lesson&jitter=range&room=30");
        settings.set_attribute("jitter", Some("full")).unwrap();
        settings.set_attribute("room", None).unwrap();
        assert_eq!(saved(&settings), "preset=lesson&jitter=full");
    }
}
