//! "Did you mean …?" for the name of a field that there is not.

use crate::WHOLE;
use crate::field::Field;
use crate::joined::joined;

/// The longest name that anything is near to.
const LONGEST: usize = 64;

/// The nearest of `fields` to `name`, or all that could have been meant.
pub(crate) fn suggestion<S>(fields: &[Field<S>], name: &str) -> String {
    if !WHOLE {
        return "the whole model may have it".to_owned();
    }
    // A longer name is near to none, and may be as long as a file.
    let meant: &[Field<S>] = if name.len() > LONGEST { &[] } else { fields };
    let nearest = meant.iter().min_by_key(|field| distance_to(name, field));
    match nearest {
        Some(field) if distance_to(name, field) <= name.len() / 3 + 1 => {
            format!("did you mean {}?", field.path)
        }
        _ => {
            let paths = joined(fields.iter().map(|field| field.path), ", ");
            format!("there are {paths}")
        }
    }
}

/// Of its path or its last name, whichever is nearer.
fn distance_to<S>(name: &str, field: &Field<S>) -> usize {
    edit_distance(name, field.path).min(edit_distance(name, field.last_name()))
}

/// How many bytes have to be put in, taken out or replaced to make `b` of `a`
/// (Levenshtein 1965), one row of the table at a time.
fn edit_distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
