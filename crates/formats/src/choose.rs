//! Choice of the format of a file.

use std::ffi::OsStr;

use sanderling_dve::{Dve, Semantics};
use sanderling_net::format::{Parsed, Recognition};
use sanderling_net::{Diagnostic, Diagnostics, Format, Source};

use crate::converter::Converter;
use crate::{FORMATS, by_name, foreign};

/// A way to read a file.
pub enum Choice {
    /// A built-in format.
    BuiltIn(&'static dyn Format),
    /// An external converter.
    External(Converter),
}

impl Choice {
    /// Returns the name of the format.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::BuiltIn(format) => format.name(),
            Self::External(converter) => converter.name(),
        }
    }

    /// Returns whether the format [has macros](Format::has_macros). Converters receive no definitions.
    pub(crate) fn has_macros(&self) -> bool {
        matches!(self, Self::BuiltIn(format) if format.has_macros())
    }

    /// Reads the nets of a file. An external converter receives [`Source::name`], which must therefore be the file's
    /// path.
    ///
    /// # Errors
    /// The errors of the format or the converter.
    pub fn parse(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        match self {
            Self::BuiltIn(format) => format.parse(source),
            Self::External(converter) => converter.convert(source),
        }
    }

    /// Reads the nets of a file [without their times](Format::parse_untimed). Converters do not support this and read
    /// the file as usual.
    ///
    /// # Errors
    /// As for [`parse`](Self::parse).
    pub fn parse_untimed(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        match self {
            Self::BuiltIn(format) => format.parse_untimed(source),
            Self::External(converter) => converter.convert(source),
        }
    }
}

impl std::fmt::Debug for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Choice").field(&self.name()).finish()
    }
}

/// Chooses the format of a file. If the user gives a name in `from`, it is the format with this name. Otherwise the
/// content decides, then the extension; built-in formats take precedence over the converters in the folders of
/// `search_path` (usually the value of the environment variable `PATH`).
///
/// # Errors
/// One error that says what kind of file it seems to be, with advice.
pub fn choose(source: &Source, from: Option<&str>, search_path: &OsStr) -> Result<Choice, Diagnostics> {
    if let Some(name) = from {
        return named(name, search_path).ok_or_else(|| unknown_name(name, search_path).into());
    }
    recognised(source, Recognition::ByContent)
        .or_else(|| recognised(source, Recognition::ByName))
        .or_else(|| Converter::find(&source.extension(), search_path).map(Choice::External))
        .ok_or_else(|| foreign::unrecognised(source).into())
}

/// Returns the choice with these semantics of DVE; other formats are unaffected.
pub(crate) fn with_semantics(choice: Choice, semantics: Semantics) -> Choice {
    static DIVINE2: Dve = Dve { semantics: Semantics::Divine2 };
    static LTSMIN: Dve = Dve { semantics: Semantics::Ltsmin };
    match choice {
        Choice::BuiltIn(format) if format.name() == DIVINE2.name() => Choice::BuiltIn(match semantics {
            Semantics::Divine2 => &DIVINE2,
            Semantics::Ltsmin => &LTSMIN,
        }),
        other => other,
    }
}

fn recognised(source: &Source, how: Recognition) -> Option<Choice> {
    FORMATS.iter().copied().find(|format| format.recognise(source) == how).map(Choice::BuiltIn)
}

fn named(name: &str, search_path: &OsStr) -> Option<Choice> {
    let external = || Converter::find(name, search_path).map(Choice::External);
    by_name(name).map(Choice::BuiltIn).or_else(external)
}

fn unknown_name(name: &str, search_path: &OsStr) -> Diagnostic {
    let built_in = FORMATS.iter().map(|format| format.name().to_owned());
    let external = Converter::all(search_path).into_iter().map(|converter| converter.name().to_owned());
    let known: Vec<String> = built_in.chain(external).map(|name| format!("`{name}`")).collect();
    Diagnostic::error(format!("the unknown format `{name}`"))
        .expected(known.join(", "))
        .help(format!("another format needs an executable `sanderling-format-{name}` on the PATH"))
        .at(foreign::START)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(name: &str, content: &str, from: Option<&str>) -> String {
        match choose(&Source::new(name, content), from, OsStr::new("")) {
            Ok(choice) => choice.name().to_owned(),
            Err(found) => found.to_string(),
        }
    }

    #[test]
    fn content_goes_before_the_name() {
        assert_eq!(chosen("a.json", "<pnml/>", None), "pnml");
        assert_eq!(chosen("a.pnml", "{\"sanderling_net\": 1}", None), "json");
        assert_eq!(chosen("a.pnml", "garbage", None), "pnml");
        assert_eq!(chosen("a.xml", "<pnml/>", None), "pnml");
    }

    #[test]
    fn the_users_choice_has_priority() {
        assert_eq!(chosen("a.json", "{\"sanderling_net\": 1}", Some("pnml")), "pnml");
        let unknown = chosen("a.json", "", Some("nothing"));
        assert!(
            unknown.starts_with(
                "1:1: error: the unknown format `nothing`; expected `pnml`, `dve`, `cpn`, `json`"
            ),
            "{unknown}"
        );
    }

    #[test]
    fn a_model_is_recognised_by_its_end_and_read_with_the_requested_semantics() {
        let text =
            "byte x = 255; process P { state a; init a; trans a -> a { effect x = x + 1; }; } system async;";
        assert_eq!(chosen("a.txt", text, None), "dve");
        let code = |semantics| {
            let source = Source::new("a.dve", text);
            let choice = with_semantics(choose(&source, None, OsStr::new("")).unwrap(), semantics);
            choice.parse(&source).unwrap().nets[0].transitions[0].code.clone()
        };
        assert_ne!(code(Semantics::Ltsmin), code(Semantics::Divine2));
    }

    #[test]
    fn another_format_has_one_meaning() {
        let choice = Choice::BuiltIn(by_name("pnml").unwrap());
        assert_eq!(with_semantics(choice, Semantics::Divine2).name(), "pnml");
    }

    #[test]
    fn a_file_of_no_format_is_refused_where_it_starts() {
        assert!(chosen("a.txt", "hello", None).starts_with("1:1: error: a file of no known format"));
    }
}
