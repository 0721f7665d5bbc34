//! The list of fields in the help, from the table of fields.

use std::fmt::Write;

use retry_herd_core::{FIELDS, Field};

/// Every field with what it means and what it takes.
pub(crate) fn fields_help() -> String {
    let mut help = String::from(
        "Fields, as a scenario file has them; --set takes the path or its last part, and outage,\n\
         attempts and retry_rule for server.outage.length, policy.max_attempts and\n\
         policy.retry_after:\n",
    );
    for field in FIELDS {
        // Writing to a string cannot fail.
        let _ = write!(
            help,
            "\n  {}\n      {}\n      {}",
            field.path,
            field.doc,
            allowed(field)
        );
    }
    help
}

fn allowed(field: &Field) -> String {
    format!("Allowed: {}", field.allowed())
}
