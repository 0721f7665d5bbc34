//! `retry-herd policies`: the retry policies of real libraries.

mod fit;
mod list;
mod show;

use clap::Args;
use clap::builder::PossibleValuesParser;
use retry_herd_core::LibraryPolicy;

use crate::args::PageFormat;
use crate::error::Failure;

/// List the retry policies of real libraries, show one, or fit them into a time
///
/// With a name, the policy is printed as the fields of a scenario file. With
/// --within, the question is turned round: how many attempts, or which cap, fit
/// into a given time?
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  retry-herd policies
  retry-herd policies openai-python > service.toml
  retry-herd policies --within 30s
  retry-herd policies aws-botocore --within 10s --measure mean
  retry-herd policies --format markdown")]
pub(crate) struct PoliciesArgs {
    /// Show only this one
    #[arg(value_name = "NAME", value_parser = policy_names(), hide_possible_values = true)]
    name: Option<String>,

    /// How many attempts, and which cap, keep all waits together within this time
    #[arg(long, value_name = "TIME")]
    within: Option<String>,

    /// Which client's waits: the average one's, or the unluckiest one's
    #[arg(long, value_enum, default_value_t, requires = "within")]
    measure: fit::Whose,

    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: PageFormat,
}

/// The names of all libraries' policies, as an argument's values.
pub(crate) fn policy_names() -> PossibleValuesParser {
    PossibleValuesParser::new(LibraryPolicy::all().map(|policy| policy.name))
}

/// Prints what the arguments ask for.
pub(crate) fn policies(args: &PoliciesArgs) -> Result<(), Failure> {
    let named = args.name.as_deref().and_then(LibraryPolicy::named);
    match (&args.within, named) {
        (Some(within), named) => fit::fit(named, within, args.measure, args.format),
        (None, Some(library)) => show::show(library, args.format),
        (None, None) => list::list(args.format),
    }
}
