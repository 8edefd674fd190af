//! Reading of one net of a file, according to the user's choices.

use std::ffi::OsStr;

use sanderling_dve::Semantics;
use sanderling_net::{Diagnostic, Diagnostics, Differences, Net, Severity, Source};

use crate::FORMATS;
use crate::choose::{Choice, choose, with_semantics};

/// Maximum number of nets to name in a message.
const MAX_NAMED: usize = 20;

/// A value of an option: the word, its description in one line, and the value.
pub type Word<T> = (&'static str, &'static str, T);

/// The words for the treatment of differences.
pub static DIFFERENCES: [Word<Differences>; 2] = [
    ("defined", "As ISO/IEC 15909 does", Differences::Defined),
    ("truncated", "As TAPAAL does", Differences::Truncated),
];

/// The words for the semantics of DVE.
pub static SEMANTICS: [Word<Semantics>; 2] = [
    ("ltsmin", "That of models compiled for LTSmin", Semantics::Ltsmin),
    ("divine2", "That of the interpreter of DiVinE 2", Semantics::Divine2),
];

/// Returns the word for a semantics of DVE.
#[must_use]
pub fn semantics_word(semantics: Semantics) -> &'static str {
    SEMANTICS.iter().find(|(.., one)| *one == semantics).map_or("", |(word, ..)| word)
}

/// The user's choices for reading a file. The defaults follow the file itself.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The name of the format, instead of the recognised one.
    pub format: Option<String>,
    /// The net to choose from a file with several: its id, or its position from 1.
    pub net: Option<String>,
    /// Whether a timed net is read [without its times](sanderling_net::Format::parse_untimed).
    pub untimed: bool,
    /// The treatment of differences of multisets, instead of that of the format.
    pub differences: Option<Differences>,
    /// The semantics of a DVE model.
    pub semantics: Semantics,
}

/// The chosen net of a file.
#[derive(Debug)]
pub struct OneNet {
    /// The chosen net.
    pub net: Net,
    /// Number of nets in the file.
    pub nets_in_file: usize,
    /// The name of the format.
    pub format: String,
    /// The word for the chosen semantics, for a DVE model.
    pub dve_semantics: Option<&'static str>,
    /// Warnings about the file.
    pub warnings: Diagnostics,
}

/// The reason why no net was read.
#[derive(Debug)]
pub enum NotRead {
    /// The file is not valid.
    Refused(Diagnostics),
    /// A converter reads this format, and requires a file.
    NeedsFile {
        /// The name of the format.
        format: String,
    },
    /// The file holds several nets and none is chosen, or the chosen one does not exist.
    NotChosen {
        /// The chosen net, if one was chosen.
        wanted: Option<String>,
        /// Number of nets in the file.
        nets: usize,
        /// A description of the nets in the file.
        named: String,
        /// Warnings about the file.
        warnings: Diagnostics,
    },
}

impl NotRead {
    /// Returns a one-line message, without the diagnostics. `file` is the name of the file, `option` the option that chooses a net.
    #[must_use]
    pub fn message(&self, file: &str, option: &str) -> String {
        match self {
            Self::Refused(found) => {
                let errors = found.iter().filter(|one| one.severity == Severity::Error).count();
                let number = if errors > 1 { format!(": {errors} errors") } else { String::new() };
                format!("`{file}` cannot be read{number}")
            }
            Self::NeedsFile { format } => format!(
                "a text in the format `{format}` is read by a converter, which needs a file: name the file instead"
            ),
            Self::NotChosen { wanted: None, nets, named, .. } => {
                format!("`{file}` holds {nets} nets: choose one with `{option}` ({named})")
            }
            Self::NotChosen { wanted: Some(wanted), named, .. } => {
                format!("`{file}` holds no net `{wanted}`, but {named}")
            }
        }
    }
}

impl Reading {
    /// Reads the chosen net of a file. External converters are searched in the folders of `search_path`. They can only
    /// read files, so `is_file` states whether the name of the source is a path.
    ///
    /// # Errors
    /// If the file is refused, if a converter requires a file, or if no net is chosen from several.
    pub fn read(&self, source: &Source, search_path: &OsStr, is_file: bool) -> Result<OneNet, NotRead> {
        let choice = choose(source, self.format.as_deref(), search_path).map_err(NotRead::Refused)?;
        let choice = with_semantics(choice, self.semantics);
        if let (Choice::External(converter), false) = (&choice, is_file) {
            return Err(NotRead::NeedsFile { format: converter.name().to_owned() });
        }
        if let (Some(first), false) = (source.definitions().first(), choice.has_macros()) {
            let found = format!("the definition `{first}` for a file in the format `{}`", choice.name());
            let macros = FORMATS.iter().filter(|format| format.has_macros()).map(|format| format.name());
            let expected = format!("a format with macros: {}", macros.collect::<Vec<_>>().join(", "));
            return Err(NotRead::Refused(Diagnostic::error(found).expected(expected).into()));
        }
        let parsed = if self.untimed { choice.parse_untimed(source) } else { choice.parse(source) };
        let parsed = parsed.map_err(NotRead::Refused)?;
        let nets_in_file = parsed.nets.len();
        let mut net = match chosen(parsed.nets, self.net.as_deref()) {
            Ok(net) => net,
            Err(named) => {
                let (wanted, warnings) = (self.net.clone(), parsed.warnings);
                return Err(NotRead::NotChosen { wanted, nets: nets_in_file, named, warnings });
            }
        };
        if let Some(differences) = self.differences {
            net.read_differences(differences);
        }
        Ok(OneNet {
            net,
            nets_in_file,
            dve_semantics: (choice.name() == "dve").then(|| semantics_word(self.semantics)),
            format: choice.name().to_owned(),
            warnings: parsed.warnings,
        })
    }
}

/// Returns the net with this id, or at this position from 1. If none is wanted, there must be only one. The error lists
/// the nets.
fn chosen(mut nets: Vec<Net>, wanted: Option<&str>) -> Result<Net, String> {
    let index = match wanted {
        None => (nets.len() == 1).then_some(0),
        Some(id) => nets
            .iter()
            .position(|net| net.id == id)
            .or_else(|| id.parse::<usize>().ok()?.checked_sub(1).filter(|&index| index < nets.len())),
    };
    if let Some(index) = index {
        return Ok(nets.swap_remove(index));
    }
    let name = |(index, net): (usize, &Net)| {
        if net.id.is_empty() { format!("number {}", index + 1) } else { format!("`{}`", net.id) }
    };
    let mut names: Vec<String> = nets.iter().enumerate().take(MAX_NAMED).map(name).collect();
    if nets.len() > MAX_NAMED {
        names.push(format!("{} more", nets.len() - MAX_NAMED));
    }
    Err(names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a PNML file with these nets.
    fn file(ids: &[&str]) -> Source {
        let net = |id: &&str| {
            format!(
                "<net id=\"{id}\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g{id}\"/></net>"
            )
        };
        let nets: String = ids.iter().map(net).collect();
        Source::new(
            "a.pnml",
            format!("<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">{nets}</pnml>"),
        )
    }

    fn read(ids: &[&str], wanted: Option<&str>) -> Result<String, String> {
        let reading = Reading { net: wanted.map(str::to_owned), ..Reading::default() };
        let read = reading.read(&file(ids), OsStr::new(""), true);
        read.map(|read| read.net.id).map_err(|problem| problem.message("a.pnml", "--net"))
    }

    #[test]
    fn a_net_is_chosen_by_its_id_or_its_position() {
        assert_eq!(read(&["one"], None), Ok("one".into()));
        assert_eq!(read(&["one", "two"], Some("two")), Ok("two".into()));
        assert_eq!(read(&["one", "two"], Some("1")), Ok("one".into()));
        assert_eq!(read(&["2", "1"], Some("1")), Ok("1".into()), "an id goes before a position");
    }

    #[test]
    fn errors_list_the_nets_of_the_file() {
        let error = |ids: &[&str], wanted| read(ids, wanted).unwrap_err();
        assert_eq!(
            error(&["one", "two"], None),
            "`a.pnml` holds 2 nets: choose one with `--net` (`one`, `two`)"
        );
        assert_eq!(error(&["one"], Some("3")), "`a.pnml` holds no net `3`, but `one`");
        let many: Vec<String> = (0..25).map(|at| format!("n{at}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(error(&many, None).ends_with("`n19`, 5 more)"));
    }

    #[test]
    fn a_file_that_is_not_what_it_says_is_refused_with_what_was_found() {
        let source = Source::new("a.pnml", "<pnml><net id=\"n\">");
        let refused = Reading::default().read(&source, OsStr::new(""), true).unwrap_err();
        assert!(refused.message("a.pnml", "--net").starts_with("`a.pnml` cannot be read"));
        assert!(matches!(refused, NotRead::Refused(found) if !found.is_empty()));
    }
}
