//! `cargo xtask findings`: makes the tables and the pictures of docs/findings again,
//! each from the commands that stand with it.
//!
//! In a finding's text, a block of `sh` is what a reader would type: settings of
//! variables, and commands, each with a comment that names its row. A table between
//! `<!-- table: … -->` and `<!-- end -->` is made of what the block before it
//! prints: of one figure, one statistic with its interval, with so many decimals. A block
//! that writes a file is run where it stands.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

use crate::project::Project;

const TABLE: &str = "<!-- table: ";
const OUTPUT: &str = "<!-- output -->";
const END: &str = "<!-- end -->";

/// What `retry-herd` is in a checkout.
const RETRY_HERD: &str = "cargo run -qp retry-herd-cli --release -- ";

/// Makes all tables and pictures of all findings again.
pub(crate) fn remake(project: &Project) -> Result<()> {
    let folder = project.root.join("docs/findings");
    let mut files: Vec<_> = fs::read_dir(&folder)?
        .map(|file| Ok(file?.path()))
        .collect::<Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|end| end == "md"));
    files.sort();
    for path in &files {
        println!("{}", path.display());
        remake_file(&project.shell, path).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn remake_file(shell: &Shell, path: &Path) -> Result<()> {
    let text = fs::read_to_string(path)?;
    let mut made: Vec<String> = Vec::new();
    let mut block = Block::default();
    let mut lines = text.lines().map(str::to_owned);
    while let Some(line) = lines.next() {
        made.push(line.clone());
        if line == "```sh" {
            block = Block::of(&mut lines);
            made.extend(block.lines.iter().cloned());
            made.push("```".to_owned());
            if block.lines.iter().any(|line| line.contains(" --out ")) {
                block.run(shell)?;
            }
        }
        let table = match line.strip_prefix(TABLE) {
            Some(wanted) => block.table(shell, wanted.trim_end_matches(" -->"))?,
            None if line == OUTPUT => block.output(shell)?,
            None => continue,
        };
        if !lines.any(|line| line == END) {
            bail!("`{line}` has no {END}");
        }
        made.extend([String::new(), table, String::new(), END.to_owned()]);
    }
    fs::write(path, made.join("\n") + "\n")?;
    Ok(())
}

/// The lines of a block, and what they printed when they were run.
#[derive(Default)]
struct Block {
    lines: Vec<String>,
    printed: Vec<Printed>,
}

/// What one command printed.
struct Printed {
    label: String,
    text: String,
}

impl Block {
    /// The lines up to the block's end.
    fn of(lines: &mut impl Iterator<Item = String>) -> Self {
        Self {
            lines: lines.take_while(|line| line != "```").collect(),
            printed: Vec::new(),
        }
    }

    /// The output of its only command.
    fn output(&mut self, shell: &Shell) -> Result<String> {
        self.run(shell)?;
        let printed = self.printed.first().context("no command above")?;
        Ok(printed.text.trim_end().to_owned())
    }

    /// `FIGURE STATISTIC DECIMALS: HEAD | HEAD | …`
    fn table(&mut self, shell: &Shell, wanted: &str) -> Result<String> {
        self.run(shell)?;
        let (what, heads) = wanted.split_once(": ").context("no heads")?;
        let [figure, statistic, decimals] = what.split(' ').collect::<Vec<_>>()[..] else {
            bail!("`{what}` is not a figure, a statistic and a number of decimals");
        };
        let heads: Vec<&str> = heads.split(" | ").collect();
        let mut rows = vec![row(&heads), row(&vec!["---"; heads.len()])];
        let decimals = decimals.parse()?;
        for printed in &self.printed {
            let cells = cells(&printed.text, figure, statistic, decimals)?;
            for cells in cells.chunks(heads.len() - 1) {
                let first = match printed.label.as_str() {
                    "" => cells[0].of.as_str(),
                    label => label,
                };
                let numbers = cells.iter().map(|cell| cell.text.as_str());
                rows.push(row(&[first].into_iter().chain(numbers).collect::<Vec<_>>()));
            }
        }
        Ok(rows.join("\n"))
    }

    /// Runs what has not been run yet.
    fn run(&mut self, shell: &Shell) -> Result<()> {
        if !self.printed.is_empty() {
            return Ok(());
        }
        let is_command =
            |line: &String| line.starts_with("retry-herd ") || line.starts_with("cargo ");
        let (commands, variables): (Vec<String>, Vec<String>) =
            self.lines.iter().cloned().partition(is_command);
        let variables = variables.join("\n");
        for line in &commands {
            let (command, label) = line.split_once(" # ").unwrap_or((line, ""));
            let built = command.replace("retry-herd ", RETRY_HERD);
            let script = format!("{variables}\n{built}");
            self.printed.push(Printed {
                label: label.to_owned(),
                text: cmd!(shell, "sh -euc {script}").quiet().read()?,
            });
        }
        Ok(())
    }
}

/// One cell of a table, and the value of the first field that it belongs to.
struct Cell {
    of: String,
    text: String,
}

/// The statistic of the figure in every point of a sweep. No value has a comma in it.
fn cells(csv: &str, figure: &str, statistic: &str, decimals: usize) -> Result<Vec<Cell>> {
    let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = rows.next().context("nothing was printed")?;
    let place = |name: &str| {
        let at = head.iter().position(|column| *column == name);
        at.with_context(|| format!("no column {name} in {}", head.join(",")))
    };
    let of_figure = place("figure")?;
    let value = place(statistic)?;
    let ends =
        (place(&format!("{statistic}_low")).ok()).zip(place(&format!("{statistic}_high")).ok());
    let number = |text: &str| match text.parse::<f64>() {
        Ok(number) => format!("{number:.decimals$}"),
        Err(_) => "never".to_owned(),
    };
    let cell = |row: Vec<&str>| Cell {
        of: row[0].to_owned(),
        text: match ends {
            Some((low, high)) if row[low] != row[high] => {
                format!(
                    "{} [{}, {}]",
                    number(row[value]),
                    number(row[low]),
                    number(row[high])
                )
            }
            _ => number(row[value]),
        },
    };
    Ok(rows
        .filter(|row| row[of_figure] == figure)
        .map(cell)
        .collect())
}

fn row(cells: &[&str]) -> String {
    format!("| {} |", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CSV: &str = "cap,figure,median,median_low,median_high\n\
        1s,p99,2.04,1.96,2.1\n1s,peak,7,7,7\n2s,p99,,,\n";

    #[test]
    fn a_cell_has_its_interval_and_what_never_happens_is_never() {
        let cells = cells(CSV, "p99", "median", 1).unwrap();
        let texts: Vec<_> = cells.iter().map(|cell| (&*cell.of, &*cell.text)).collect();
        assert_eq!(texts, [("1s", "2.0 [2.0, 2.1]"), ("2s", "never")]);
    }

    #[test]
    fn an_interval_of_no_width_is_left_out() {
        let cells = cells(CSV, "peak", "median", 0).unwrap();
        assert_eq!(cells[0].text, "7");
    }
}
