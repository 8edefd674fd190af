//! Properties from all options, in the order of the command line.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use sanderling_property::quantifier_of;
use sanderling_query::Form;

use super::{PropertyOptions, StandardFlags};

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

/// Returns the properties, sorted by their position on the command line. Properties among the files are moved there.
pub(super) fn in_order(
    options: &PropertyOptions,
    files: Option<&mut Vec<PathBuf>>,
    matches: &ArgMatches,
) -> Vec<PropertyArgument> {
    let mut arguments = files.map_or_else(Vec::new, |files| moved(files, matches));
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

/// Moves the properties among the files to the result, with their positions.
fn moved(files: &mut Vec<PathBuf>, matches: &ArgMatches) -> Vec<(usize, PropertyArgument)> {
    let (mut properties, mut kept) = (Vec::new(), Vec::new());
    for (position, file) in matches.indices_of("files").into_iter().flatten().zip(files.drain(..)) {
        match file.to_str().filter(|text| is_property(text)) {
            Some(text) => {
                properties.push((position, PropertyArgument::Text(Form::Property, text.to_owned())));
            }
            None => kept.push(file),
        }
    }
    *files = kept;
    properties
}

/// Whether a text in place of a file is a property, perhaps with a mistake: it has several words or a quantifier, and
/// it is neither a file, by its existence or its extension, nor the name of a standard property.
fn is_property(text: &str) -> bool {
    let path = Path::new(text);
    let has_words = text.split_whitespace().nth(1).is_some() || quantifier_of(text).is_some();
    let extension = path.extension().and_then(OsStr::to_str);
    let is_net = extension.is_some_and(|one| sanderling_formats::by_extension(one).is_some());
    has_words && !is_net && !path.exists() && StandardFlags::named(text).is_none()
}

#[cfg(test)]
mod tests {
    use super::{Form, PropertyArgument};
    use crate::arguments::{Arguments, Command};

    #[test]
    fn properties_among_the_files_keep_their_order() {
        let words = [
            "sanderling",
            "check",
            "always p <= 1",
            "net",
            "--reach",
            "q = 1",
            "EF(p)",
            "my net.pnml",
            "alwys p = 1",
        ];
        let arguments = Arguments::read(words.map(Into::into)).unwrap();
        let Command::Check(check) = arguments.command else { panic!("not check") };
        assert_eq!(check.nets.files, ["net", "my net.pnml"].map(std::path::PathBuf::from));
        let expected = [
            (Form::Property, "always p <= 1"),
            (Form::Reach, "q = 1"),
            (Form::Property, "EF(p)"),
            (Form::Property, "alwys p = 1"),
        ];
        let expected = expected.map(|(form, text)| PropertyArgument::Text(form, text.to_owned()));
        assert_eq!(check.properties.to_check, expected);
    }

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
