//! The spellings of arc kinds.
//!
//! Place/transition nets of the standard have ordinary arcs only, so every tool spells the other kinds differently:
//! `<type value="inhibitor"/>` (drafts of the standard, PIPE), `<type><text>` (Yasper), `<arctype><text>` (ProM,
//! pm4py), the attribute `type` (verifypn; `tapnInhibitor`, `timed`, `normal` and `transport` of TAPAAL), elements such
//! as `inhibitorArc` (TAPAAL's temporary files), and an `inhibitor` element around the arc (SNAKES). A kind that is not
//! listed is an error, because reading it as an ordinary arc would change the net.

use sanderling_net::Diagnostic;

/// The kind of an arc, without its direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Consumes or adds tokens.
    Ordinary,
    /// Tests for fewer tokens.
    Inhibitor,
    /// Tests for tokens.
    Read,
    /// Empties the place.
    Reset,
}

/// The spelling of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// A spelling of a known tool.
    Known,
    /// Another spelling without ambiguity.
    Other,
}

impl Kind {
    /// Returns the name of the kind.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Ordinary => "normal",
            Self::Inhibitor => "inhibitor",
            Self::Read => "read",
            Self::Reset => "reset",
        }
    }
}

/// Returns the kind that a word names, and how well known its spelling is.
pub(crate) fn kind(word: &str) -> Result<(Kind, Spelling), Box<Diagnostic>> {
    match known_kind(word) {
        Ok(kind) => Ok((kind, Spelling::Known)),
        Err(error) => other_spelling(word).map(|kind| (kind, Spelling::Other)).ok_or(error),
    }
}

/// Returns the kind for words such as `Inhibitor Arc`, `read_edge`, `INHIBIT` (Snoopy, GreatSPN), `flush` (Romeo),
/// `regular` (PNEditor).
fn other_spelling(word: &str) -> Option<Kind> {
    let word: String = word.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).collect();
    let word = word.to_ascii_lowercase();
    let word = word.strip_suffix("arc").or(word.strip_suffix("edge")).unwrap_or(&word);
    match word {
        "normal" | "ordinary" | "regular" | "standard" => Some(Kind::Ordinary),
        "inhibitor" | "inhibit" | "inhibitory" | "inhibition" | "logicalinhibitor" => Some(Kind::Inhibitor),
        "read" | "test" => Some(Kind::Read),
        "reset" | "flush" => Some(Kind::Reset),
        _ => None,
    }
}

fn known_kind(word: &str) -> Result<Kind, Box<Diagnostic>> {
    match word.to_ascii_lowercase().as_str() {
        "" | "normal" | "timed" | "transport" | "ordinary" => Ok(Kind::Ordinary),
        "inhibitor" | "tapninhibitor" => Ok(Kind::Inhibitor),
        "read" | "test" => Ok(Kind::Read),
        "reset" => Ok(Kind::Reset),
        "transfer" => Err(unsupported("a transfer arc, which is not supported")),
        _ => Err(unsupported(&format!("the unknown arc kind `{}`", crate::number::shortened(word)))),
    }
}

fn unsupported(found: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(found).expected("`normal`, `inhibitor`, `read` or `reset`"))
}

/// Returns the kind of an arc element, by its name.
pub(crate) fn element_kind(name: &str) -> Option<Kind> {
    match name {
        "arc" | "inputArc" | "outputArc" | "transportArc" => Some(Kind::Ordinary),
        "inhibitorArc" => Some(Kind::Inhibitor),
        "readArc" | "testArc" => Some(Kind::Read),
        "resetArc" => Some(Kind::Reset),
        _ => None,
    }
}

/// Returns the kind of the arcs inside an element that wraps them.
pub(crate) fn wrapper_kind(name: &str) -> Option<Kind> {
    match name {
        "inhibitor" => Some(Kind::Inhibitor),
        _ => None,
    }
}

/// Returns the spelling for writing a kind; `None` for ordinary arcs.
pub(crate) fn written(kind: sanderling_net::ArcKind) -> Option<&'static str> {
    use sanderling_net::ArcKind;
    match kind {
        ArcKind::Input | ArcKind::Output => None,
        ArcKind::Inhibitor => Some("inhibitor"),
        ArcKind::Read => Some("read"),
        ArcKind::Reset => Some("reset"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arc_kinds_read_back() {
        use sanderling_net::ArcKind;
        let pairs = [
            (ArcKind::Inhibitor, Kind::Inhibitor),
            (ArcKind::Read, Kind::Read),
            (ArcKind::Reset, Kind::Reset),
        ];
        for (common, expected) in pairs {
            assert_eq!(kind(written(common).unwrap()).unwrap(), (expected, Spelling::Known));
            assert_eq!(written(common), Some(expected.word()));
        }
    }

    #[test]
    fn unknown_kinds_are_not_ordinary_arcs() {
        assert!(kind("transfer").is_err());
        assert!(kind("inhibitr").is_err());
        assert_eq!(kind("INHIBITOR").unwrap(), (Kind::Inhibitor, Spelling::Known));
    }

    #[test]
    fn other_spellings_are_distinguished_from_known_ones() {
        let other = [
            ("Inhibitor Arc", Kind::Inhibitor),
            ("inhibitor-edge", Kind::Inhibitor),
            ("testArc", Kind::Read),
            ("flush", Kind::Reset),
            ("REGULAR", Kind::Ordinary),
        ];
        for (word, expected) in other {
            assert_eq!(kind(word).unwrap(), (expected, Spelling::Other));
        }
        assert!(kind("arc").is_err() && kind("equal edge").is_err());
    }
}
