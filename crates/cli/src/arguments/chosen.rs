//! The options of searches on the command line, made of the library's table.

use std::marker::PhantomData;

use clap::builder::PossibleValue;
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueHint};
use sanderling::options::{
    CHECKPOINTS, Choices, ENGINE, GROUPS, Group, LIMITS, MODEL_ERRORS, SELF_CHECK, SearchOption, Value,
};

/// Which groups of options a command has.
pub(crate) trait Groups {
    /// The groups, in the order of the help.
    const GROUPS: &'static [&'static Group];
}

/// The groups of commands that search: all.
#[derive(Debug)]
pub(crate) enum OfSearches {}

/// The groups of commands that draw a state space.
#[derive(Debug)]
pub(crate) enum OfDrawings {}

/// The groups of `mcc`.
#[derive(Debug)]
pub(crate) enum OfExaminations {}

/// The groups of `analyse`.
#[derive(Debug)]
pub(crate) enum OfAnalyses {}

impl Groups for OfAnalyses {
    const GROUPS: &'static [&'static Group] = &[&ENGINE];
}

impl Groups for OfSearches {
    const GROUPS: &'static [&'static Group] = &GROUPS;
}

impl Groups for OfDrawings {
    const GROUPS: &'static [&'static Group] = &[&LIMITS, &MODEL_ERRORS, &SELF_CHECK];
}

impl Groups for OfExaminations {
    const GROUPS: &'static [&'static Group] = &[&ENGINE, &CHECKPOINTS, &SELF_CHECK];
}

/// What the command line chooses of some groups of options.
#[derive(Debug)]
pub(crate) struct Chosen<G> {
    /// The choices.
    pub(crate) choices: Choices,
    groups: PhantomData<G>,
}

impl<G: Groups> Args for Chosen<G> {
    fn augment_args(command: Command) -> Command {
        let arguments = G::GROUPS.iter().flat_map(|group| {
            group
                .options
                .iter()
                .map(|option| argument(option).help_heading(group.heading).hide_short_help(!option.is_common))
        });
        command.args(arguments)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<G: Groups> FromArgMatches for Chosen<G> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut choices = Choices::default();
        for option in G::GROUPS.iter().flat_map(|group| group.options) {
            if matches.value_source(option.name) == Some(ValueSource::CommandLine) {
                let text = if option.is_flag() { None } else { matches.get_one::<String>(option.name) };
                choices
                    .choose(option.name, text.map_or("", String::as_str))
                    .map_err(|misuse| clap::Error::raw(ErrorKind::ValueValidation, misuse))?;
            }
        }
        Ok(Self { choices, groups: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A text of the table, with options as they are written here.
fn with_dashes(text: &str) -> String {
    text.replace('{', "--").replace('}', "")
}

/// An option as an argument.
fn argument(option: &'static SearchOption) -> Arg {
    let argument = Arg::new(option.name).long(option.name).help(with_dashes(&option.help()));
    let argument = match option.value {
        Value::Flag => argument.action(ArgAction::SetTrue),
        Value::OneOf(kind, names) => {
            let names = names().into_iter().map(|(name, help)| PossibleValue::new(name).help(help));
            argument.value_name(kind).value_parser(PossibleValuesParser::new(names))
        }
        Value::Text(kind) => text(argument.value_name(kind), option),
        Value::Signed(kind) => text(argument.value_name(kind), option).allow_hyphen_values(true),
        Value::Directory => text(argument.value_name("DIR"), option).value_hint(ValueHint::DirPath),
    };
    let argument = option.default.into_iter().fold(argument, Arg::default_value);
    let argument = option.needs.into_iter().fold(argument, Arg::requires);
    option.excludes.into_iter().fold(argument, Arg::conflicts_with)
}

/// An argument whose value is checked by the table.
fn text(argument: Arg, option: &'static SearchOption) -> Arg {
    argument.value_parser(move |text: &str| option.check(text).map(|()| text.to_owned()))
}

#[cfg(test)]
mod tests {
    use sanderling::{Selection, StoreChoice};

    use super::super::help::default;
    use super::*;

    /// Path of the manual.
    const MANUAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md");
    /// Environment variable that makes the test update the rows of the manual.
    const UPDATE: &str = "UPDATE_MANUAL";

    /// Returns the row of an option in the manual: its syntax and its meaning.
    fn row(option: &'static SearchOption) -> String {
        let value = match option.value {
            Value::Flag => String::new(),
            Value::Text(kind) | Value::Signed(kind) => format!(" {kind}"),
            Value::Directory => " DIR".to_owned(),
            Value::OneOf(_, names) => {
                let names: Vec<_> = names().iter().map(|(name, _)| *name).collect();
                format!(" {}", names.join("`, `"))
            }
        };
        let default = default(&argument(option)).map(|text| format!(". Default: {text}")).unwrap_or_default();
        format!("| `--{}{value}` | {}{default} |", option.name, with_dashes(&option.manual()))
    }

    /// Returns the page with a current row for each option. A new row follows that of the previous option.
    fn with_rows(page: &str) -> String {
        let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
        let first = lines.iter().position(|line| line.starts_with("## Options of `explore`")).unwrap();
        for group in GROUPS {
            let mut before = None;
            for option in group.options {
                let start = format!("| `--{}", option.name);
                let is_its = |line: &String| {
                    line.strip_prefix(&start).is_some_and(|rest| rest.starts_with([' ', '`']))
                };
                let at = lines[first..].iter().position(is_its).map(|at| first + at);
                let at = at.unwrap_or_else(|| {
                    let at = before.unwrap_or_else(|| panic!("no row of --{}", option.name)) + 1;
                    lines.insert(at, String::new());
                    at
                });
                lines[at] = row(option);
                before = Some(at);
            }
        }
        lines.join("\n") + "\n"
    }

    #[test]
    fn the_manual_matches_the_table_of_options() {
        let page = std::fs::read_to_string(MANUAL).unwrap();
        let expected = with_rows(&page);
        if std::env::var_os(UPDATE).is_some() {
            std::fs::write(MANUAL, &expected).unwrap();
        }
        for (line, row) in page.lines().zip(expected.lines()) {
            assert_eq!(line, row, "docs/cli.md: set {UPDATE}=1 and test again");
        }
    }

    #[test]
    fn the_pages_describe_every_store_and_every_reduction_of_events() {
        let page = |name: &str| {
            std::fs::read_to_string(format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
        };
        let (memory, reductions) = (page("memory.md"), page("reductions.md"));
        for kind in StoreChoice::all().filter(|&store| store != StoreChoice::Auto).map(StoreChoice::kind) {
            assert!(memory.contains(&format!("\n| `{}`", kind.name)), "docs/memory.md: {}", kind.name);
        }
        for kind in Selection::REDUCTIONS.iter().filter_map(|selection| selection.kind()) {
            let name = format!("`{}`", kind.name);
            assert!(memory.contains(&name) || reductions.contains(&name), "docs/reductions.md: {name}");
        }
    }

    #[test]
    fn other_options_named_in_the_table_exist() {
        let command = super::super::command();
        for option in GROUPS.iter().flat_map(|group| group.options) {
            for text in [option.help(), option.manual()] {
                for named in text.split('{').skip(1) {
                    let name = named.split(['}', ' ']).next().unwrap();
                    let explore = command.find_subcommand("explore").unwrap();
                    assert!(
                        explore.get_arguments().any(|one| one.get_long() == Some(name)),
                        "{name}: {text}"
                    );
                }
                assert!(!text.contains("--"), "{text}");
            }
        }
    }
}
