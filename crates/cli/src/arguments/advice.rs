//! Advice on a command line that is not understood: the right option, or the command that has it.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Command};
use sanderling_property::nearest;

use super::help;

/// Other programs' options, and the options to use instead. The first that the command has is suggested.
const OPTIONS: &[(&[&str], &[&str])] = &[
    (&["--json"], &["--format json"]),
    (&["--jsonl"], &["--format jsonl"]),
    (&["--csv"], &["--format csv"]),
    (&["--verbose", "-v", "--statistics", "--details"], &["--stats", "--all"]),
    (&["--quiet", "-q", "--silent"], &["--progress none"]),
    (&["--no-color", "--no-colour"], &["--color never"]),
    (&["--bfs", "--breadth-first"], &["--order bfs"]),
    (&["--dfs", "--depth-first"], &["--order dfs"]),
    (&["--random"], &["--order random"]),
    (&["--timeout", "--time-limit", "--max-time"], &["--time"]),
    (&["--memory-limit", "--max-memory", "--mem", "-m"], &["--memory"]),
    (&["--jobs", "-j", "--cores", "--workers"], &["--threads"]),
    (&["--invariant", "--invar", "--safety"], &["--always"]),
    (&["--formula", "-f"], &["--property"]),
    (&["--deadlock", "--deadlocks"], &["--deadlock-free"]),
    (&["--k-bounded", "--max-tokens"], &["--bound", "--bounds"]),
    (&["--soundness"], &["--sound"]),
    (&["--liveness"], &["--live"]),
    (&["--safeness"], &["--safe"]),
    (&["--boundedness"], &["--bounded"]),
    (&["--counterexample", "--witness", "--run"], &["--trace"]),
    (&["--dot"], &["--to dot"]),
    (&["--svg"], &["--to svg"]),
];

/// Other programs' commands, and the words to use instead.
const COMMANDS: &[(&[&str], &str)] = &[
    (&["verify", "model-check", "ltl", "ctl", "reach", "always", "live", "sound", "bounded"], "check"),
    (&["statespace", "reachability", "states", "count"], "explore"),
    (&["deadlocks"], "deadlock"),
    (&["draw", "plot", "picture", "dot", "svg", "coverability"], "graph"),
    (&["unfold", "reduce", "export", "translate"], "convert"),
    (&["play", "step", "run", "token-game"], "simulate"),
    (&["describe", "show", "print", "invariants"], "info"),
    (&["gui", "view", "browser", "open"], "studio"),
    (&["properties", "analyze", "analysis"], "analyse"),
    (&["diff"], "compare"),
    (&["mcp", "server", "stdio"], "serve"),
];

/// Returns the command line with `analyse` before the first file, if the error is that this file is not a command.
pub(super) fn with_command(words: &[OsString], error: &clap::Error) -> Option<Vec<OsString>> {
    let name = text(error, ContextKind::InvalidSubcommand).filter(|_| names_file(error))?;
    let at = words.iter().skip(1).position(|word| word == name)? + 1;
    // `help` describes commands, not files.
    if words[..at].iter().any(|word| word == "help") {
        return None;
    }
    let mut completed = words.to_vec();
    completed.insert(at, "analyse".into());
    Some(completed)
}

/// Whether the unknown command is an existing file, or named as a net.
fn names_file(error: &clap::Error) -> bool {
    let name = text(error, ContextKind::InvalidSubcommand).unwrap_or_default();
    let path = Path::new(name);
    let has_extension = path
        .extension()
        .and_then(OsStr::to_str)
        .is_some_and(|one| sanderling_formats::by_extension(one).is_some());
    name == "-" || has_extension || (path.exists() && !path.is_dir())
}

/// Completes an error with the option or the command to use instead.
pub(super) fn complete(mut error: clap::Error, words: &[OsString], program: &Command) -> clap::Error {
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let Some(option) = text(&error, ContextKind::InvalidArg).map(str::to_owned) else { return error };
            if let Some(tip) = on_option(&option, words, program) {
                error.remove(ContextKind::SuggestedArg);
                // The usage may have the option that clap suggests.
                error.remove(ContextKind::Usage);
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
            } else if error.get(ContextKind::SuggestedArg).is_some() || option.starts_with('-') {
                // Without a better tip, clap would suggest to pass the option as a value.
                error.remove(ContextKind::Suggested);
            }
        }
        ErrorKind::InvalidSubcommand => {
            let known = || program.get_subcommands().map(Command::get_name);
            let name = text(&error, ContextKind::InvalidSubcommand).unwrap_or_default();
            let instead = COMMANDS.iter().find(|(others, _)| others.contains(&name)).map(|&(_, ours)| ours);
            if let Some(command) = instead.or_else(|| nearest(name, known())) {
                let similar = ContextValue::Strings(vec![command.to_owned()]);
                error.insert(ContextKind::SuggestedSubcommand, similar);
            }
        }
        _ => {}
    }
    error
}

/// Returns what to use instead of an unknown option.
fn on_option(option: &str, words: &[OsString], program: &Command) -> Option<String> {
    let command = words
        .iter()
        .skip(1)
        .filter_map(|word| word.to_str())
        .find_map(|word| program.find_subcommand(word))
        .unwrap_or(program);
    let has = |command: &Command, written: &str| {
        let name = written.trim_start_matches("--").split(' ').next();
        command.get_arguments().any(|one| one.get_long() == name && !one.is_hide_set())
    };
    let ours = OPTIONS.iter().filter(|(others, _)| others.contains(&option)).flat_map(|(_, ours)| *ours);
    let mut ours = ours.filter(|written| has(command, written) || has(program, written));
    if let Some(written) = ours.next() {
        return Some(format!("use '{written}'"));
    }
    let has_it = |name: &&str| program.find_subcommand(name).is_some_and(|other| has(other, option));
    let others = help::names().filter(|_| option.starts_with("--")).filter(has_it);
    let others: Vec<String> = others.map(|name| format!("`{name}`")).collect();
    let (last, rest) = others.split_last()?;
    let commands = if rest.is_empty() { last.clone() } else { format!("{} and {last}", rest.join(", ")) };
    Some(format!("'{option}' is an option of {commands}"))
}

/// Options whose values are sizes.
const SIZES: [&str; 2] = ["memory", "disk-size"];

/// Sizes in bytes below this are probably meant in another unit.
const SMALLEST_PLAUSIBLE: u64 = 1 << 20;

/// Returns a warning for each small size without a unit.
pub(super) fn on_sizes(matches: &ArgMatches) -> Vec<String> {
    let warning = |option: &str| {
        let text = matches.try_get_raw(option).ok()??.next()?.to_str()?;
        let is_small = text.parse().is_ok_and(|bytes: u64| bytes < SMALLEST_PLAUSIBLE);
        is_small.then(|| {
            format!("`--{option} {text}` means {text} bytes: write `{text}M` for MiB or `{text}G` for GiB")
        })
    };
    SIZES.into_iter().filter_map(warning).collect()
}

fn text(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Arguments, command};
    use super::*;

    /// Returns the message about a command line that is refused.
    fn refusal(line: &str) -> String {
        let words = line.split_whitespace().map(OsString::from);
        Arguments::read(words).expect_err(line).render().to_string()
    }

    #[test]
    fn options_of_other_programs_and_commands_are_explained() {
        for (line, tip) in [
            ("sanderling explore net.pnml --json", "tip: use '--format json'"),
            ("sanderling --json", "tip: use '--format json'"),
            ("sanderling explore net.pnml -v", "tip: use '--stats'"),
            ("sanderling analyse net.pnml --verbose", "tip: use '--all'"),
            ("sanderling explore --dfs net.pnml", "tip: use '--order dfs'"),
            ("sanderling deadlock net.pnml --timeout 3", "tip: use '--time'"),
            ("sanderling deadlock net.pnml --ltl x", "tip: '--ltl' is an option of `check` and `report`"),
            ("sanderling analyse net.pnml --live", "tip: '--live' is an option of `check`"),
            ("sanderling check net.pnml --deadlock", "tip: use '--deadlock-free'"),
            ("sanderling explore net.pnml --memroy 3G", "tip: a similar argument exists: '--memory'"),
        ] {
            assert!(refusal(line).contains(tip), "{}", refusal(line));
        }
        let unknown = refusal("sanderling explore net.pnml --xyzzy");
        assert!(!unknown.contains("tip"), "{unknown}");
    }

    #[test]
    fn small_sizes_without_a_unit_get_a_warning() {
        let warnings = |size: &str| {
            let words = ["sanderling", "explore", "net.pnml", "--memory", size].map(OsString::from);
            Arguments::read(words).unwrap().warnings
        };
        let expected = "`--memory 10` means 10 bytes: write `10M` for MiB or `10G` for GiB";
        assert_eq!(warnings("10"), [expected]);
        assert!(["10M", "10G", "1048576"].into_iter().all(|size| warnings(size).is_empty()));
    }

    #[test]
    fn similar_commands_are_suggested_in_help_as_well() {
        for (line, command) in [
            ("sanderling chek net.pnml", "check"),
            ("sanderling help chek", "check"),
            ("sanderling help verify", "check"),
            ("sanderling draw net.pnml", "graph"),
        ] {
            let tip = format!("tip: a similar subcommand exists: '{command}'");
            assert!(refusal(line).contains(&tip), "{}", refusal(line));
        }
    }

    #[test]
    fn the_options_and_commands_that_are_suggested_exist() {
        let program = command();
        for written in OPTIONS.iter().flat_map(|(_, ours)| *ours) {
            let name = written.trim_start_matches("--").split(' ').next();
            let has = |command: &Command| command.get_arguments().any(|one| one.get_long() == name);
            assert!(has(&program) || program.get_subcommands().any(has), "{written}");
        }
        for (others, ours) in COMMANDS {
            assert!(program.find_subcommand(ours).is_some(), "{ours}");
            assert!(others.iter().all(|other| program.find_subcommand(other).is_none()), "{others:?}");
        }
    }
}
