//! Properties from all options, in the order of the command line.

use std::path::PathBuf;

use clap::ArgMatches;
use sanderling_query::Form;

use super::PropertyOptions;

/// A property, a query or a file of properties on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PropertyArgument {
    /// A text in a form that has an option.
    Text(Form, String),
    /// A file of properties.
    File(PathBuf),
    /// A query of the net's file, by its name.
    Query(String),
}

/// Returns the properties, sorted by their position on the command line.
pub(super) fn in_order(options: &PropertyOptions, matches: &ArgMatches) -> Vec<PropertyArgument> {
    let mut arguments = Vec::new();
    let mut add = |option: &str, values: Vec<PropertyArgument>| {
        arguments.extend(matches.indices_of(option).into_iter().flatten().zip(values));
    };
    for form in Form::ALL {
        let texts = options.texts(form).iter().cloned();
        add(form.name(), texts.map(|text| PropertyArgument::Text(form, text)).collect());
    }
    add("properties", options.properties.iter().cloned().map(PropertyArgument::File).collect());
    add("query", options.query.iter().cloned().map(PropertyArgument::Query).collect());
    arguments.sort_by_key(|&(position, _)| position);
    arguments.into_iter().map(|(_, argument)| argument).collect()
}

#[cfg(test)]
mod tests {
    use super::{Form, PropertyArgument};
    use crate::arguments::{Arguments, Command};

    #[test]
    fn properties_keep_their_order_across_options() {
        let words = [
            "sanderling",
            "check",
            "--reach",
            "a",
            "net",
            "--always",
            "b",
            "--property",
            "c",
            "--reach",
            "d",
            "--ctl",
            "e",
            "--ltl",
            "f",
            "--response",
            "g",
            "--livelock",
            "t*",
            "--home",
            "h",
        ];
        let arguments = Arguments::read(words.map(Into::into)).unwrap();
        let Command::Check(check) = arguments.command else { panic!("not check") };
        let expected = [
            (Form::Reach, "a"),
            (Form::Always, "b"),
            (Form::Property, "c"),
            (Form::Reach, "d"),
            (Form::Ctl, "e"),
            (Form::Ltl, "f"),
            (Form::Response, "g"),
            (Form::Livelock, "t*"),
            (Form::Home, "h"),
        ];
        assert_eq!(
            check.properties.to_check,
            expected.map(|(form, text)| PropertyArgument::Text(form, text.to_owned()))
        );
    }
}
