//! `cargo xtask instructions`: what a few searches cost in instructions, compared with the table in the repository.
//!
//! Times depend on what else the machine does; counts of instructions under callgrind do not, so that a change that
//! makes the engine a few per cent slower is seen. They say nothing of waiting for memory. They depend on the compiler and, a
//! little, on the processor: the table names the compiler it was made with, and with another one only large
//! differences count.

mod case;
mod table;

use std::fs;
use std::process::Command;

use case::CASES;
use table::{Row, Table};

use crate::scratch::Scratch;
use crate::start::SANDERLING;
use crate::{callgrind, workspace};

/// Tolerance of the counts with another compiler, in per cent.
const LOOSE_PERCENT: f64 = 25.0;

/// What to do with the counts.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Write them to the table, docs/instructions.tsv
    #[arg(long)]
    update: bool,
    /// How much more there may be than the table says
    #[arg(long, value_name = "PERCENT", default_value_t = 2.0)]
    tolerance: f64,
}

/// Carries out the task.
///
/// # Errors
/// Where some count is larger than the table allows, or something could not be run, read or written.
pub(crate) fn instructions(arguments: &Arguments) -> Result<(), String> {
    if !callgrind::is_installed("valgrind") {
        println!("skipped: valgrind is not installed");
        return Ok(());
    }
    let program = SANDERLING.build()?;
    let compiler = compiler()?;
    let folder = Scratch::new()?;
    let mut rows = Vec::new();
    println!("{}", table::TITLES.join("\t"));
    for case in CASES {
        let row = case.count(&program, folder.path())?;
        println!("{row}");
        rows.push(row);
    }
    let now = Table { compiler, rows };
    let path = workspace().join("docs/instructions.tsv");
    if arguments.update {
        return fs::write(&path, now.to_string()).map_err(|error| format!("{}: {error}", path.display()));
    }
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    compare(&text.parse()?, &now, arguments.tolerance)
}

/// Prints the differences, and fails if a count has grown too much.
fn compare(before: &Table, now: &Table, tolerance: f64) -> Result<(), String> {
    let is_same = before.compiler == now.compiler;
    if !is_same {
        println!(
            "\nthe table was made with {}, and this is {}: only differences of more than {LOOSE_PERCENT} % count",
            before.compiler, now.compiler
        );
    }
    let tolerance = if is_same { tolerance } else { tolerance.max(LOOSE_PERCENT) };
    let differences = before.differences(now);
    for difference in &differences {
        println!("{difference}");
    }
    let grown = differences.iter().filter(|difference| difference.exceeds(tolerance)).count();
    match grown {
        0 => Ok(()),
        _ => Err(format!(
            "{grown} of {} counts are not within {tolerance} % of docs/instructions.tsv; where that is meant, \
             `cargo xtask instructions --update` writes it anew",
            differences.len()
        )),
    }
}

/// The compiler's version, in its own words.
fn compiler() -> Result<String, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").current_dir(workspace()).output();
    let output = output.map_err(|error| format!("rustc: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(compiler: &str, instructions: u64) -> Table {
        let row = Row { model: "m".into(), options: "explore".into(), instructions, per_firing: 100.0 };
        Table { compiler: compiler.into(), rows: vec![row] }
    }

    #[test]
    fn a_count_that_has_grown_fails_unless_the_compiler_is_another() {
        let before = table("rustc 1", 1000);
        assert!(compare(&before, &table("rustc 1", 1019), 2.0).is_ok());
        let message = compare(&before, &table("rustc 1", 1021), 2.0).unwrap_err();
        assert!(message.contains("1 of 1") && message.contains("--update"), "{message}");
        assert!(compare(&before, &table("rustc 2", 1021), 2.0).is_ok());
        assert!(compare(&before, &table("rustc 2", 1300), 2.0).is_err());
        assert!(compare(&before, &table("rustc 1", 500), 2.0).is_ok(), "less is welcome");
    }

    #[test]
    fn the_table_in_the_repository_has_a_row_for_each_case() {
        let text = fs::read_to_string(workspace().join("docs/instructions.tsv")).unwrap();
        let table: Table = text.parse().unwrap();
        let expected: Vec<_> = CASES.iter().map(|case| (case.model(), case.options())).collect();
        let rows: Vec<_> = table.rows.iter().map(|row| (row.model.clone(), row.options.clone())).collect();
        assert_eq!(rows, expected);
        assert!(table.compiler.starts_with("rustc "), "{}", table.compiler);
    }
}
