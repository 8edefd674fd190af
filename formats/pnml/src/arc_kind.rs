//! The spellings of arc kinds.
//!
//! PNML's place/transition nets have ordinary arcs only, so every tool spells the others in its
//! own way: `<type value="inhibitor"/>` (drafts of the standard, PIPE), `<type><text>` (Yasper),
//! `<arctype><text>` (ProM, pm4py), the attribute `type` (verifypn; `tapnInhibitor`, `timed`,
//! `normal` and `transport` of TAPAAL), elements of their own such as `inhibitorArc` (TAPAAL's
//! temporary files), and an `inhibitor` element around the arc (SNAKES). A kind that is not on
//! the list is an error: read as an ordinary arc it would make another net.

use sanderling_net::Diagnostic;

/// What an arc does, before its direction is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Takes or puts tokens.
    Ordinary,
    /// Tests for fewer tokens.
    Inhibitor,
    /// Tests for tokens.
    Read,
    /// Empties the place.
    Reset,
}

/// How a kind is spelt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// As the tools do of which this is known.
    Known,
    /// Otherwise, but beyond doubt.
    Other,
}

impl Kind {
    /// What it is called.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Ordinary => "normal",
            Self::Inhibitor => "inhibitor",
            Self::Read => "read",
            Self::Reset => "reset",
        }
    }
}

/// The kind that a word names.
pub(crate) fn kind(word: &str) -> Result<(Kind, Spelling), Box<Diagnostic>> {
    match known_kind(word) {
        Ok(kind) => Ok((kind, Spelling::Known)),
        Err(error) => other_spelling(word).map(|kind| (kind, Spelling::Other)).ok_or(error),
    }
}

/// The kind of words such as `Inhibitor Arc`, `read_edge`, `INHIBIT` (Snoopy, GreatSPN), `flush` (Romeo), `regular`
/// (PNEditor).
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

/// The kind of an element that is an arc by its name.
pub(crate) fn element_kind(name: &str) -> Option<Kind> {
    match name {
        "arc" | "inputArc" | "outputArc" | "transportArc" => Some(Kind::Ordinary),
        "inhibitorArc" => Some(Kind::Inhibitor),
        "readArc" | "testArc" => Some(Kind::Read),
        "resetArc" => Some(Kind::Reset),
        _ => None,
    }
}

/// The kind of the arcs inside an element that wraps them.
pub(crate) fn wrapper_kind(name: &str) -> Option<Kind> {
    match name {
        "inhibitor" => Some(Kind::Inhibitor),
        _ => None,
    }
}

/// How kinds are written: `None` for ordinary arcs.
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
    fn what_is_written_is_read() {
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
    fn other_spellings_are_told_from_known_ones() {
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
