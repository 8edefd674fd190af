//! Properties in the order of the command line, whichever options they were given with.

use std::path::PathBuf;

use clap::ArgMatches;
use sanderling_query::Form;

use super::PropertyOptions;

/// One thing to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asked {
    /// A text in a form that has an option.
    Text(Form, String),
    /// A file of properties.
    File(PathBuf),
    /// A query of the net's file, by its name.
    Query(String),
}

/// The properties, sorted by where they stand.
pub(super) fn in_order(options: &PropertyOptions, matches: &ArgMatches) -> Vec<Asked> {
    let mut asked = Vec::new();
    let mut add = |option: &str, values: Vec<Asked>| {
        asked.extend(matches.indices_of(option).into_iter().flatten().zip(values));
    };
    for form in Form::ALL {
        let texts = options.texts(form).iter().cloned();
        add(form.name(), texts.map(|text| Asked::Text(form, text)).collect());
    }
    add("properties", options.properties.iter().cloned().map(Asked::File).collect());
    add("query", options.query.iter().cloned().map(Asked::Query).collect());
    asked.sort_by_key(|&(position, _)| position);
    asked.into_iter().map(|(_, asked)| asked).collect()
}

#[cfg(test)]
mod tests {
    use super::{Asked, Form};
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
        assert_eq!(check.properties.asked, expected.map(|(form, text)| Asked::Text(form, text.to_owned())));
    }
}
