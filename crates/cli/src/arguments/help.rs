//! The help page: subcommands by what one wants to do, and the exit codes.

use std::fmt::Write;

use clap::{Command, CommandFactory};

use super::Arguments;

/// The subcommands by task, in the order of the page.
const TASKS: [(&str, &[&str]); 5] = [
    ("Look at a net", &["analyse", "info", "compare", "simulate", "studio"]),
    ("Explore its state space", &["explore", "deadlock", "check", "replay", "graph", "report", "mcc"]),
    ("Files", &["convert", "formats"]),
    ("Behind an editor", &["serve"]),
    ("Beside your shell", &["completions", "man"]),
];

const EXIT_CODES: &str = "\
Exit codes:
  0  the property holds, or what was wanted is done
  1  the property is violated
  2  unknown: a limit was reached, or the search was stopped
  3  the command line or a file is not what it should be
  4  internal error";

/// The command line with its help page.
pub(crate) fn command() -> Command {
    // A report may be about properties; a check has to be.
    let command = Arguments::command().mut_subcommand("report", |report| {
        report.mut_group("PropertyOptions", |properties| properties.required(false))
    });
    let usage = "sanderling check [OPTIONS] <PROPERTY OPTIONS> <FILE>";
    let command = command.mut_subcommand("check", |check| check.override_usage(usage));
    let mut page = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (task, names) in TASKS {
        let _ = write!(page, "\n{task}:\n");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about).map(ToString::to_string);
            let _ = writeln!(page, "  {name:13}{}", about.unwrap_or_default());
        }
    }
    page.push_str("\n{options}\n\n{after-help}");
    command.help_template(page).after_help(EXIT_CODES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn every_subcommand_stands_under_exactly_one_task() {
        let listed: Vec<&str> = TASKS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let command = command();
        let mut known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let mut sorted = listed.clone();
        sorted.sort_unstable();
        known.sort_unstable();
        assert_eq!(sorted, known);
    }

    fn manual() -> String {
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md")).unwrap()
    }

    #[test]
    fn every_command_and_option_is_documented() {
        let page = manual();
        for command in command().get_subcommands() {
            let name = command.get_name();
            assert!(page.contains(&format!("| `{name}")), "{name} is not documented");
            for option in command.get_arguments().filter_map(clap::Arg::get_long) {
                assert!(page.contains(&format!("--{option}")), "--{option} of {name} is not documented");
            }
        }
    }

    #[test]
    fn the_exit_codes_are_documented() {
        let page = manual();
        for line in EXIT_CODES.lines().skip(1) {
            let (code, meaning) = line.trim().split_once("  ").unwrap();
            assert!(page.contains(&format!("| {code} | {meaning}")), "{line} is not documented");
        }
    }

    #[test]
    fn the_help_page_reads_well() {
        insta::assert_snapshot!(command().render_help());
    }
}
