//! What the three sliders can be set to: stops that people count in, evenly
//! spread by ratio, and an end for "none" or "forever".

use retry_herd_core::SimDuration;

/// The stops of a slider; its positions are `0..=last()`.
#[derive(Clone, Debug)]
pub struct Scale {
    stops: Vec<Stop>,
}

/// One stop of a slider.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Where it stands among the others; infinite for "none" and "forever".
    pub value: f64,
    /// What the scenario's field is set to there.
    pub text: String,
}

/// The first digits of the stops of a decade: neighbours differ by about a tenth.
const DIGITS: [u64; 24] = [
    10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 40, 45, 50, 55, 60, 70, 75, 80, 90,
];

impl Scale {
    /// Numbers of clients from 1 to 1,000,000.
    pub fn clients() -> Self {
        let stops = decades(1, 1_000_000)
            .into_iter()
            .map(|clients| Stop {
                value: clients as f64,
                text: clients.to_string(),
            })
            .collect();
        Self { stops }
    }

    /// Caps from 100 ms to 10 min, and none.
    pub fn caps() -> Self {
        let mut scale = Self::durations();
        scale.push_endless("none");
        scale
    }

    /// Outages: none at all, from 100 ms to 10 min, and for ever.
    pub fn outages() -> Self {
        let mut scale = Self::durations();
        let none = Stop {
            value: 0.0,
            text: "0s".to_owned(),
        };
        scale.stops.insert(0, none);
        scale.push_endless("forever");
        scale
    }

    fn durations() -> Self {
        let stops = decades(100, 10 * 60_000)
            .into_iter()
            .map(|millis| Stop {
                value: millis as f64 / 1_000.0,
                text: SimDuration::from_millis(millis).to_string(),
            })
            .collect();
        Self { stops }
    }

    fn push_endless(&mut self, text: &str) {
        self.stops.push(Stop {
            value: f64::INFINITY,
            text: text.to_owned(),
        });
    }

    /// The last position.
    pub fn last(&self) -> usize {
        self.stops.len() - 1
    }

    /// The stop at `position`; the last one for positions beyond it.
    pub fn stop(&self, position: usize) -> &Stop {
        &self.stops[position.min(self.last())]
    }

    /// The position nearest to `value`, by ratio.
    pub fn nearest(&self, value: f64) -> usize {
        let above = self.stops.partition_point(|stop| stop.value < value);
        if above == 0 || above > self.last() {
            return above.min(self.last());
        }
        let (low, high) = (self.stops[above - 1].value, self.stops[above].value);
        // Nothing finite is near to "none".
        let is_nearer_below = if high.is_infinite() {
            value.is_finite()
        } else {
            value * value < low * high
        };
        above - usize::from(is_nearer_below)
    }
}

/// The numbers from `first` to `last` that start with [`DIGITS`].
fn decades(first: u64, last: u64) -> Vec<u64> {
    let mut stops = Vec::new();
    let mut power = 1;
    while power <= last {
        let whole = DIGITS
            .iter()
            .filter(|digits| (*digits * power).is_multiple_of(10))
            .map(|digits| digits * power / 10)
            .filter(|stop| (first..=last).contains(stop));
        stops.extend(whole);
        power *= 10;
    }
    stops
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these numbers are exact")]
mod tests {
    use super::*;

    #[test]
    fn clients_run_from_one_to_a_million() {
        let scale = Scale::clients();
        assert_eq!(scale.stop(0).text, "1");
        assert_eq!(scale.stop(scale.last()).text, "1000000");
    }

    #[test]
    fn stops_ascend() {
        for scale in [Scale::clients(), Scale::caps(), Scale::outages()] {
            assert!(scale.stops.windows(2).all(|w| w[0].value < w[1].value));
        }
    }

    #[test]
    fn every_stop_is_nearest_to_itself() {
        for scale in [Scale::clients(), Scale::caps(), Scale::outages()] {
            for position in 0..=scale.last() {
                assert_eq!(scale.nearest(scale.stop(position).value), position);
            }
        }
    }

    #[test]
    fn the_values_of_the_presets_have_stops_of_their_own() {
        for clients in [24.0, 200.0, 1_000.0, 2_000.0, 6_000.0, 100_000.0] {
            let scale = Scale::clients();
            assert_eq!(scale.stop(scale.nearest(clients)).value, clients);
        }
        for seconds in [0.0, 0.6, 2.0, 30.0, 60.0, f64::INFINITY] {
            let scale = Scale::outages();
            assert_eq!(scale.stop(scale.nearest(seconds)).value, seconds);
        }
    }

    #[test]
    fn only_no_cap_is_near_to_no_cap() {
        let scale = Scale::caps();
        assert_eq!(scale.nearest(f64::INFINITY), scale.last());
        assert_eq!(scale.nearest(1e9), scale.last() - 1);
        assert_eq!(scale.nearest(0.0), 0);
    }

    #[test]
    fn durations_are_told_as_scenario_files_tell_them() {
        let scale = Scale::caps();
        assert_eq!(scale.stop(scale.nearest(60.0)).text, "1m");
        assert_eq!(scale.stop(scale.nearest(0.6)).text, "600ms");
        assert_eq!(scale.stop(scale.last()).text, "none");
    }
}
