//! The options of searches on the command line, made of the library's table.

use std::marker::PhantomData;

use clap::builder::PossibleValue;
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueHint};
use sanderling::options::{Choices, GROUPS, Group, LIMITS, MODEL_ERRORS, SELF_CHECK, SearchOption, Value};

/// Which groups of options a command has.
pub(crate) trait Groups {
    /// The groups, in the order of the help.
    const GROUPS: &'static [&'static Group];
}

/// All options.
#[derive(Debug)]
pub(crate) enum OfSearches {}

/// Those of commands that draw a state space.
#[derive(Debug)]
pub(crate) enum OfDrawings {}

/// Those of examinations.
#[derive(Debug)]
pub(crate) enum OfExaminations {}

impl Groups for OfSearches {
    const GROUPS: &'static [&'static Group] = &GROUPS;
}

impl Groups for OfDrawings {
    const GROUPS: &'static [&'static Group] = &[&LIMITS, &MODEL_ERRORS, &SELF_CHECK];
}

impl Groups for OfExaminations {
    const GROUPS: &'static [&'static Group] = &[&SELF_CHECK];
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
            group.options.iter().map(|option| argument(option).help_heading(group.heading))
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
pub(super) fn with_dashes(text: &str) -> String {
    text.replace('{', "--").replace('}', "")
}

/// An option as an argument.
fn argument(option: &'static SearchOption) -> Arg {
    let argument = Arg::new(option.name).long(option.name).help(with_dashes(option.help));
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

/// The same with a value that is checked by the table.
fn text(argument: Arg, option: &'static SearchOption) -> Arg {
    argument.value_parser(move |text: &str| option.check(text).map(|()| text.to_owned()))
}
