//! Properties in the order of the command line, whichever options they were given with.

use std::path::PathBuf;

use clap::ArgMatches;
use sanderling_property::Logic;

use super::PropertyOptions;

/// One thing to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asked {
    /// A formula for every marking.
    Always(String),
    /// A formula for some marking.
    Reach(String),
    /// A formula about runs, of this logic.
    Runs(Logic, String),
    /// That something is always followed by something else.
    Response(String),
    /// That there is no livelock, with what progress is.
    Livelock(String),
    /// A formula for some marking that can be reached from every other one.
    Home(String),
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
    for (option, logic, formulas) in [("ltl", Logic::Ltl, &options.ltl), ("ctl", Logic::Ctl, &options.ctl)] {
        add(option, formulas.iter().map(|formula| Asked::Runs(logic, formula.clone())).collect());
    }
    add("response", options.response.iter().cloned().map(Asked::Response).collect());
    add("livelock", options.livelock.iter().cloned().map(Asked::Livelock).collect());
    add("home", options.home.iter().cloned().map(Asked::Home).collect());
    add("property", options.property.iter().cloned().map(Asked::Property).collect());
    add("properties", options.properties.iter().cloned().map(Asked::File).collect());
    add("query", options.query.iter().cloned().map(Asked::Query).collect());
    asked.sort_by_key(|&(position, _)| position);
    asked.into_iter().map(|(_, asked)| asked).collect()
}

#[cfg(test)]
mod tests {
    use super::{Asked, Logic};
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
        let text = str::to_owned;
        assert_eq!(
            check.properties.asked,
            [
                Asked::Reach(text("a")),
                Asked::Always(text("b")),
                Asked::Property(text("c")),
                Asked::Reach(text("d")),
                Asked::Runs(Logic::Ctl, text("e")),
                Asked::Runs(Logic::Ltl, text("f")),
                Asked::Response(text("g")),
                Asked::Livelock(text("t*")),
                Asked::Home(text("h")),
            ]
        );
    }
}
