//! The help page: subcommands by task, and the exit codes.

use std::fmt::Write;

use clap::{Arg, ArgAction, Command, CommandFactory};

use super::Arguments;

/// The subcommands by task, in the order of the page.
const TASKS: [(&str, &[&str]); 5] = [
    ("Inspect a net", &["analyse", "info", "compare", "simulate", "studio"]),
    (
        "Explore its state space",
        &["explore", "deadlock", "check", "resume", "replay", "graph", "report", "mcc"],
    ),
    ("Files", &["convert", "formats"]),
    ("Servers", &["serve"]),
    ("Shell", &["completions", "man"]),
];

const EXIT_CODES: &str = "\
Exit codes:
  0  the property holds, or the command succeeded
  1  a property or an assertion is violated
  2  unknown: a limit was reached, or the search was stopped
  3  the command line or a file is wrong
  4  internal error";

/// Returns the names of the subcommands, in the order of the page.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TASKS.iter().flat_map(|(_, names)| names.iter().copied())
}

/// Returns the option for a help page of the main options.
fn help_flag(help: &'static str) -> Arg {
    Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::HelpShort)
        .help(help)
        .help_heading(None::<&str>)
}

/// Adds the option for a help page. `sanderling help COMMAND` prints all options.
fn with_help(command: Command) -> Command {
    let is_complete = command.get_arguments().all(|one| one.is_hide_set() || !one.is_hide_short_help_set());
    let (name, flag) = (command.get_name().to_owned(), help_flag("Print this help"));
    let command = command.disable_help_flag(true).arg(flag);
    if is_complete {
        return command;
    }
    command
        .after_help(format!("`sanderling help {name}` and its manual page describe all options."))
        .after_long_help(format!("`sanderling {name} --help` prints only the main options."))
}

/// The command line with its help page.
pub(crate) fn command() -> Command {
    let command = Arguments::command();
    // `explore` searches for no state, so it has no run to shorten and refuses the option.
    let command =
        command.mut_subcommand("explore", |explore| explore.mut_arg("shortest", |one| one.hide(true)));
    // Commands are read from standard input.
    let command = command
        .mut_subcommand("simulate", |simulate| simulate.mut_arg("file", |one| one.help("File of the net")));
    let command = command.mut_subcommand("check", |check| {
        let files = "Files of nets, one or more, each checked separately; - reads standard input. Texts in quotes are \
                     properties in full, as after --property: 'always tokens(p) <= 3'";
        let usage = "sanderling check [OPTIONS] <FILE>... [PROPERTY]...";
        check.override_usage(usage).mut_arg("files", |one| one.value_name("FILE|PROPERTY").help(files))
    });
    let command = command.mut_subcommands(with_help).arg(help_flag("Print this help"));
    let mut page = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (task, names) in TASKS {
        let _ = write!(page, "\n{task}:\n");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about).map(ToString::to_string);
            let _ = writeln!(page, "  {name:13}{}", about.unwrap_or_default());
        }
    }
    page.push_str("\n{options}\n\n{after-help}");
    let usage = "sanderling [OPTIONS] <COMMAND>\n       sanderling [OPTIONS] <FILE>...";
    command.help_template(page).override_usage(usage).after_help(EXIT_CODES)
}

/// Returns the default value of an option, as shown in the help.
#[cfg(test)]
pub(super) fn default(option: &clap::Arg) -> Option<String> {
    let values = option.get_default_values().iter().map(|value| value.to_string_lossy());
    let value = Some(values.collect::<Vec<_>>().join(","));
    let shown = value.filter(|value| {
        !value.is_empty() && option.get_action().takes_values() && !option.is_hide_default_value_set()
    });
    let help = option.get_help().map(ToString::to_string).unwrap_or_default();
    let in_words = || help.split_once("[default: ").and_then(|(_, rest)| rest.split_once(']'));
    shown.or_else(|| in_words().map(|(text, _)| text.to_owned()))
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
        let listed: Vec<&str> = names().collect();
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

    /// Parses a row of the manual: the names of its options, and their default.
    fn parse_row(row: &str) -> Option<(Vec<String>, Option<String>)> {
        let mut cells = row.strip_prefix('|')?.splitn(2, " | ");
        let (options, text) = (cells.next()?, cells.next()?);
        let names = options.split("--").skip(1).map(|rest| {
            rest.chars().take_while(|&c| c.is_ascii_alphanumeric() || c == '-').collect::<String>()
        });
        let default = text.rsplit_once(" Default: ").map(|(_, rest)| rest.trim_end_matches(" |").to_owned());
        Some((names.collect(), default))
    }

    #[test]
    fn defaults_are_the_same_in_help_and_manual() {
        let (page, command) = (manual(), command());
        let rows: Vec<(Vec<String>, Option<String>)> = page.lines().filter_map(parse_row).collect();
        // The contest's environment has a page of its own.
        let commands = || command.get_subcommands().filter(|one| one.get_name() != "mcc");
        let options: Vec<(&str, String, Option<String>)> = commands()
            .chain([&command])
            .flat_map(|command| {
                let options = command.get_arguments().filter(|option| option.get_long().is_some());
                options.map(|option| {
                    let name = option.get_long().unwrap_or_default().to_owned();
                    (command.get_name(), name, default(option))
                })
            })
            .collect();
        let mut wrong = Vec::new();
        for (command, name, default) in options.iter().filter(|(.., default)| default.is_some()) {
            if !rows.iter().any(|(names, stated)| names.contains(name) && stated == default) {
                wrong.push(format!(
                    "the manual does not say of --{name} of {command}: Default: {}",
                    default.as_deref().unwrap_or_default()
                ));
            }
        }
        for (names, stated) in rows.iter().filter(|(names, stated)| !names.is_empty() && stated.is_some()) {
            let is_true =
                |name: &String| options.iter().any(|(_, other, default)| other == name && default == stated);
            if !names.iter().any(is_true) {
                wrong.push(format!("the help does not say of {names:?}: {stated:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(rows.iter().filter(|(_, default)| default.is_some()).count() > 30);
    }

    /// Maximum width of help pages, in columns.
    const WIDTH: usize = 100;

    #[test]
    fn help_pages_fit_on_a_screen_and_name_the_complete_ones() {
        let mut program = command().term_width(WIDTH);
        program.build();
        let names: Vec<String> = program.get_subcommands().map(|one| one.get_name().to_owned()).collect();
        for name in names.iter().map(String::as_str).chain(["sanderling"]) {
            let page = match program.find_subcommand_mut(name) {
                Some(command) => command.clone().term_width(WIDTH).render_help().to_string(),
                None => program.render_help().to_string(),
            };
            assert!(page.lines().count() <= 120, "{name}: {} lines", page.lines().count());
            let wide: Vec<&str> = page.lines().filter(|line| line.chars().count() > WIDTH).collect();
            assert!(wide.is_empty(), "{name}: {wide:?}");
            let is_long = ["explore", "check", "deadlock", "report", "graph"].contains(&name);
            assert!(!is_long || page.contains(&format!("`sanderling help {name}`")), "{page}");
        }
    }

    #[test]
    fn options_are_only_offered_for_commands_that_accept_them() {
        let mut command = command();
        let mut help = |name: &str| command.find_subcommand_mut(name).unwrap().render_help().to_string();
        assert!(!help("explore").contains("--shortest") && help("deadlock").contains("--shortest"));
        assert!(!help("simulate").contains("- for standard input"));
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
