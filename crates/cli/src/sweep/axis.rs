//! One field that a sweep varies, with its values.

use retry_herd_core::models::AnyScenario;

use super::range;
use crate::error::Failure;
use crate::selection::path_of;

/// A field and the values that it takes, as settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    /// The field's whole path.
    pub(super) path: &'static str,
    /// Each is accepted by the field.
    pub(super) values: Vec<String>,
}

impl Axis {
    /// Reads `FIELD=VALUES`, for fields of `base`.
    pub(super) fn read(text: &str, base: &AnyScenario) -> Result<Self, Failure> {
        let wrong = |what: &str, allowed: &str| {
            Failure::Usage(format!("--vary: \"{text}\" {what}; allowed: {allowed}"))
        };
        let Some((name, values)) = text.split_once('=') else {
            let allowed = "FIELD=VALUE,VALUE,… or FIELD=FROM..TO:log:COUNT";
            return Err(wrong("varies nothing", allowed));
        };
        let values = match range::values(values) {
            Some(Ok(values)) => values,
            Some(Err(())) => return Err(wrong("is not a range", range::ALLOWED)),
            None => listed(values),
        };
        let mut probe = base.clone();
        let accepted = values
            .into_iter()
            .map(|value| accepted(&mut probe, name.trim(), value));
        let values: Vec<String> = accepted.collect::<Result<_, _>>()?;
        let path = path_of(base, name.trim()).unwrap_or_default();
        Ok(Self { path, values })
    }

    /// That no value stands there twice: crossed with the others it would be run twice.
    pub(super) fn each_value_once(&self) -> Result<(), Failure> {
        let values = &self.values;
        let repeated = (1..values.len()).find(|&at| values[..at].contains(&values[at]));
        repeated.map_or(Ok(()), |at| {
            Err(Failure::Usage(format!(
                "--vary: {} has {} twice; allowed: each value once, but with --zip",
                self.path, values[at]
            )))
        })
    }
}

/// The values between commas that are not inside brackets.
fn listed(text: &str) -> Vec<String> {
    let mut depth = 0;
    let inside = |letter: char| {
        match letter {
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            _ => {}
        }
        letter == ',' && depth == 0
    };
    text.split(inside)
        .map(|value| value.trim().to_owned())
        .collect()
}

/// The value as the field takes it: as it stands or, where a range has fractions and
/// the field counts, as the next whole number.
fn accepted(probe: &mut AnyScenario, name: &str, value: String) -> Result<String, Failure> {
    let Err(refused) = probe.set(name, &value) else {
        return Ok(value);
    };
    let whole = value.parse().map(|value: f64| value.round().to_string());
    match whole {
        Ok(whole) if whole != value && probe.set(name, &whole).is_ok() => Ok(whole),
        _ => Err(Failure::Field(refused)),
    }
}

#[cfg(test)]
mod tests {
    use retry_herd_core::Scenario;

    use super::*;

    fn axis(text: &str) -> Result<Axis, String> {
        let base = AnyScenario::Outage(Scenario::default());
        Axis::read(text, &base).map_err(|failure| failure.to_string())
    }

    #[test]
    fn an_axis_has_the_fields_whole_path_and_values_that_it_takes() {
        let caps = axis("cap=1s, 10s,none").expect("an axis");
        assert_eq!(caps.path, "policy.cap");
        assert_eq!(caps.values, ["1s", "10s", "none"]);
        let clients = axis("clients=1..1000:log:3").expect("an axis");
        assert_eq!(clients.values, ["1", "32", "1000"]);
        let factors = axis("factor=1.5..2.5:lin:3").expect("an axis");
        assert_eq!(factors.values, ["1.5", "2", "2.5"]);
    }

    #[test]
    fn commas_inside_brackets_divide_nothing() {
        let draws = axis("draws=[0.1, 0.2],[0.5]").expect("an axis");
        assert_eq!(draws.values, ["[0.1, 0.2]", "[0.5]"]);
    }

    #[test]
    fn a_value_that_stands_there_twice_is_told() {
        for text in ["cap=1s,1s", "clients=1..3:lin:9"] {
            let told = axis(text).expect("an axis").each_value_once();
            let told = told.expect_err("twice").to_string();
            assert!(told.contains("each value once"), "{told}");
        }
        let once = axis("cap=1s,2s").expect("an axis").each_value_once();
        assert!(once.is_ok());
    }

    #[test]
    fn what_makes_no_sense_says_so() {
        assert!(
            axis("cap")
                .expect_err("no value")
                .contains("varies nothing")
        );
        assert!(
            axis("cap=1s..:log:3")
                .expect_err("no end")
                .contains("is not a range")
        );
        assert!(
            axis("cap=1 parsec")
                .expect_err("no value")
                .starts_with("policy.cap")
        );
    }
}
