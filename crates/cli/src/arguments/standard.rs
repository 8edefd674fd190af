//! The flags of `check` for standard properties, and for the maximum values of sums.

use std::sync::LazyLock;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use sanderling_report::{Group, StandardProperty};

/// Properties that have a flag: those of the behaviour and of workflows.
#[derive(Debug, Default)]
pub(crate) struct StandardFlags {
    /// The requested properties.
    pub(crate) properties: Vec<StandardProperty>,
}

/// The group of arguments. `check` requires at least one of them.
const PROPERTY_GROUP: &str = "PropertyOptions";

/// The properties that have a flag, and its name.
static FLAGS: LazyLock<Vec<(StandardProperty, String)>> = LazyLock::new(|| {
    let flagged = StandardProperty::ALL.into_iter().filter(|property| property.group() != Group::Structure);
    flagged.map(|property| (property, property.as_str().replace('_', "-"))).collect()
});

impl StandardFlags {
    /// Returns the flag of the property with this name: `deadlock free`, for example.
    pub(crate) fn named(name: &str) -> Option<&'static str> {
        let written = name.to_lowercase().replace([' ', '_'], "-");
        FLAGS.iter().map(|(_, flag)| flag.as_str()).find(|flag| *flag == written)
    }
}

impl Args for StandardFlags {
    fn augment_args(command: Command) -> Command {
        command.args(FLAGS.iter().map(|(property, name)| {
            let flag = Arg::new(property.as_str()).long(name.as_str()).action(ArgAction::SetTrue);
            flag.help(property.meaning()).help_heading("Standard properties").group(PROPERTY_GROUP)
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for StandardFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let is_there = |property: &StandardProperty| matches.get_flag(property.as_str());
        Ok(Self { properties: FLAGS.iter().map(|&(property, _)| property).filter(is_there).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Options of `check` for properties of the whole net.
#[derive(Debug, Args)]
pub(crate) struct StandardQuestions {
    /// The properties.
    #[command(flatten)]
    pub(crate) flags: StandardFlags,
    /// Compute the maximum of a sum of tokens, or of an expression about a program, over all reachable markings: 'tokens(p, q)'
    #[arg(
        long,
        value_name = "SUM",
        allow_hyphen_values = true,
        group = PROPERTY_GROUP,
        help_heading = "Standard properties"
    )]
    pub(crate) bound: Vec<String>,
}

impl StandardQuestions {
    /// Returns one of the given options, if there is one.
    pub(crate) fn first(&self) -> Option<String> {
        let name = |wanted| {
            FLAGS.iter().find(|(property, _)| *property == wanted).map(|(_, name)| format!("--{name}"))
        };
        let flag = self.flags.properties.first().copied().and_then(name);
        flag.or_else(|| self.bound.first().map(|_| "--bound".to_owned()))
    }
}
