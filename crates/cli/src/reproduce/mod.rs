//! `retry-herd reproduce`: every published figure given back, or not.

mod agreement;
mod app_recovery;
mod case;
mod claim;
mod collapse;
mod contention;
mod cpython;
mod delays;
mod layers;
mod lesson;
mod outage;
mod page;
mod sample;
mod waves;

use clap::Args;
use rayon::prelude::*;

use self::claim::{Claim, Verdict};
use crate::args::PageFormat;
use crate::error::Failure;
use crate::{output, table};

/// Give back every published figure, and say whether it agrees
///
/// Each figure of the sources is set beside ours, with the interval in which ours
/// lies with 95 % confidence, and with what "agrees" means for it. Seeds are
/// counted from 0, so the result is the same on every machine. The exit code is 1
/// if a figure does not agree.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  retry-herd reproduce
  retry-herd reproduce --source lesson
  retry-herd reproduce --format json | jq '.[] | select(.agrees | not)'")]
pub(crate) struct ReproduceArgs {
    /// Only the figures of this source
    #[arg(long, value_name = "NAME", value_parser = source_names())]
    source: Option<String>,

    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: PageFormat,
}

/// A source of figures.
struct Source {
    name: &'static str,
    claims: fn() -> Vec<Claim>,
}

static SOURCES: [Source; 11] = [
    Source {
        name: "delays",
        claims: delays::claims,
    },
    Source {
        name: "app-recovery",
        claims: app_recovery::claims,
    },
    Source {
        name: "retry-wave",
        claims: waves::claims,
    },
    Source {
        name: "deploy-blip",
        claims: outage::deploy_blip,
    },
    Source {
        name: "lesson",
        claims: lesson::claims,
    },
    Source {
        name: "glossary",
        claims: outage::glossary,
    },
    Source {
        name: "broadcast",
        claims: outage::broadcast,
    },
    Source {
        name: "layers",
        claims: layers::claims,
    },
    Source {
        name: "contention",
        claims: contention::claims,
    },
    Source {
        name: "budgets",
        claims: collapse::budgets,
    },
    Source {
        name: "collapse",
        claims: collapse::claims,
    },
];

/// The width of a terminal, in letters, from which on the whole table can be read.
const WIDE: u16 = 140;

/// Works the figures out and prints them.
pub(crate) fn reproduce(args: &ReproduceArgs) -> Result<(), Failure> {
    let wanted = |source: &&Source| {
        args.source
            .as_deref()
            .is_none_or(|name| name == source.name)
    };
    let sources: Vec<&Source> = SOURCES.iter().filter(wanted).collect();
    let verdicts: Vec<Verdict> = sources
        .into_par_iter()
        .flat_map(|source| {
            let judged = |claim: Claim| claim.judged(source.name);
            (source.claims)()
                .into_iter()
                .map(judged)
                .collect::<Vec<_>>()
        })
        .collect();
    match args.format {
        PageFormat::Markdown => output::text(&page::page(&verdicts))?,
        PageFormat::Table if table::is_narrow(WIDE) => output::text(&page::narrow(&verdicts))?,
        format => page::grid(&verdicts).print(format, || output::json(&verdicts))?,
    }
    all_agree(&verdicts)
}

/// What the exit code tells.
fn all_agree(verdicts: &[Verdict]) -> Result<(), Failure> {
    let figures = verdicts.iter().filter(|verdict| !verdict.agrees).count();
    let of = verdicts.len();
    if figures > 0 {
        return Err(Failure::Disagrees { figures, of });
    }
    Ok(())
}

fn source_names() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(SOURCES.iter().map(|source| source.name))
}

#[cfg(test)]
mod tests {
    use super::agreement::Published;
    use super::sample::Sample;
    use super::*;

    fn verdict(ours: f64) -> Verdict {
        let claim = Claim::new("any", "any", Published::Exact(1.0), Sample::one(ours));
        claim.judged("any")
    }

    #[test]
    fn a_figure_that_does_not_agree_ends_with_exit_code_1() {
        assert!(all_agree(&[verdict(1.0), verdict(1.0)]).is_ok());
        let failure = all_agree(&[verdict(1.0), verdict(2.0)]).expect_err("one is out");
        assert_eq!(failure.code(), 1);
        assert_eq!(failure.to_string(), "1 of 2 published figures do not agree");
    }
}
