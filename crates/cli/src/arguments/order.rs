//! Properties in the order of the command line, whichever options they were given with.

use std::path::PathBuf;

use clap::ArgMatches;

use super::PropertyOptions;

/// One thing to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asked {
    /// A formula for every marking.
    Always(String),
    /// A formula for some marking.
    Reach(String),
    /// A property in full.
    Property(String),
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
    add("always", options.always.iter().cloned().map(Asked::Always).collect());
    add("reach", options.reach.iter().cloned().map(Asked::Reach).collect());
    add("property", options.property.iter().cloned().map(Asked::Property).collect());
    add("properties", options.properties.iter().cloned().map(Asked::File).collect());
    add("query", options.query.iter().cloned().map(Asked::Query).collect());
    asked.sort_by_key(|&(position, _)| position);
    asked.into_iter().map(|(_, asked)| asked).collect()
}

#[cfg(test)]
mod tests {
    use super::Asked;
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
        ];
        let arguments = Arguments::read(words.map(Into::into)).unwrap();
        let Command::Check(check) = arguments.command else { panic!("not check") };
        let text = str::to_owned;
        assert_eq!(
            check.properties.asked,
            [
                Asked::Reach(text("a")),
                Asked::Always(text("b")),
                Asked::Property(text("c")),
                Asked::Reach(text("d"))
            ]
        );
    }
}
