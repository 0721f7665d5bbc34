//! The headings that the fields of a scenario stand under where there are many.

use retry_herd_core::Field;

/// Fields that are about one thing.
#[derive(Debug)]
pub struct Group {
    /// Its heading.
    pub title: &'static str,
    /// How the paths of its fields begin; of several beginnings, the longest decides.
    beginnings: &'static [&'static str],
}

/// All groups, in the order in which they are shown. A new field is in one of them:
/// the last has the fields that no other claims.
pub static GROUPS: [Group; 8] = [
    Group {
        title: "Clients",
        beginnings: &["fleet."],
    },
    Group {
        title: "Server",
        beginnings: &["server."],
    },
    Group {
        title: "Retry-After",
        beginnings: &[
            "server.retry_after",
            "server.shed_retry_after",
            "policy.retry_after",
        ],
    },
    Group {
        title: "Delays",
        beginnings: &["policy."],
    },
    Group {
        title: "When a client stops",
        beginnings: &[
            "policy.max_attempts",
            "policy.layers",
            "policy.fatal",
            "policy.deadline",
        ],
    },
    Group {
        title: "Retry budget",
        beginnings: &["policy.budget."],
    },
    Group {
        title: "Circuit breaker",
        beginnings: &["policy.breaker."],
    },
    Group {
        title: "The run",
        beginnings: &[""],
    },
];

impl Group {
    /// Whether `field` is one of its fields.
    pub fn has(&self, field: &Field) -> bool {
        let closest = GROUPS.iter().max_by_key(|group| group.claim(field));
        closest.is_some_and(|closest| closest.title == self.title)
    }

    /// How much of the path of `field` it names; `None` if it names another.
    fn claim(&self, field: &Field) -> Option<usize> {
        let beginnings = self.beginnings.iter();
        let of_field = beginnings.filter(|beginning| field.path.starts_with(**beginning));
        of_field.map(|beginning| beginning.len()).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retry_herd_core::{FIELDS, WHOLE};

    fn paths(title: &str) -> Vec<&'static str> {
        let group = GROUPS.iter().find(|group| group.title == title);
        let group = group.expect("a group");
        let fields = FIELDS.iter().filter(|field| group.has(field));
        fields.map(|field| field.path).collect()
    }

    #[test]
    fn every_field_is_in_one_group() {
        for field in FIELDS {
            let groups = GROUPS.iter().filter(|group| group.has(field));
            assert_eq!(groups.count(), 1, "{}", field.path);
        }
    }

    #[test]
    fn a_group_has_its_fields_and_not_those_of_a_closer_one() {
        assert_eq!(
            paths("The run"),
            [
                "name",
                "seed",
                "draws",
                "horizon",
                "clock",
                "observe.window"
            ]
        );
        assert!(paths("Delays").contains(&"policy.base"));
        assert!(!paths("Delays").contains(&"policy.deadline"));
        if WHOLE {
            assert!(paths("Delays").contains(&"policy.offset"));
            assert_eq!(paths("Retry-After").len(), 6);
            assert_eq!(paths("Circuit breaker").len(), 4);
        }
    }
}
