//! Recognition of dialects, and of other formats that are not PNML.
//!
//! The content of a net determines its meaning. Its declared type only causes a warning if it promises something else,
//! because tools give place/transition nets all kinds of types.

use sanderling_net::{Diagnostic, Span};

use crate::number::shortened;

const PREFIX: &str = "http://www.pnml.org/version-2009/grammar/";

/// Types that tools give to place/transition nets, in addition to those that start with [`PREFIX`].
const PLAIN: [&str; 11] = [
    "P/T net",
    "PTNet",
    "NPN",
    crate::renew::TYPE,
    "Petrinet",
    "Petri net",
    "http://www.yasper.org/specs/epnml-1.1",
    "http://www.informatik.hu-berlin.de/top/pnml/basicPNML.rng",
    "http://www.informatik.hu-berlin.de/top/pntd/ptNetb",
    "https://www2.informatik.hu-berlin.de/top/pntd/ptNetb",
    "http://www.informatik.hu-berlin.de/top/pnml/ptNetb",
];

/// Returns a warning if a net type is unknown, promises labels that the net does not have, or does not allow labels
/// that it has.
pub(crate) fn check_type(
    declared: &str,
    has_coloured_labels: bool,
    is_coloured: bool,
    span: Span,
) -> Option<Diagnostic> {
    let name = declared.strip_prefix(PREFIX).unwrap_or(declared);
    let shown = shortened(declared);
    let reading = if is_coloured { "a coloured net" } else { "a place/transition net" };
    let found = match name {
        "symmetricnet" | "highlevelnet" | "snnet" if has_coloured_labels => return None,
        "pt-hlpng" if has_coloured_labels && !is_coloured => return None,
        "pt-hlpng" if has_coloured_labels => format!("the net type `{shown}` on a net with colours"),
        "symmetricnet" | "highlevelnet" | "pt-hlpng" | "snnet" => {
            format!("the net type `{shown}` on a net without coloured labels")
        }
        "ptnet" | "pnmlcoremodel" if is_coloured => {
            format!("the net type `{shown}` on a net with coloured labels")
        }
        "ptnet" | "pnmlcoremodel" => return None,
        // TAPAAL uses this type for its coloured nets.
        _ if PLAIN.contains(&name) => return None,
        "" => {
            let found = format!("a net without a type, which is read as {reading}");
            return Some(Diagnostic::warning(found).at(span));
        }
        _ => {
            return Some(
                Diagnostic::warning(format!("the unknown net type `{shown}`; the net is read as {reading}"))
                    .at(span),
            );
        }
    };
    Some(Diagnostic::warning(format!("{found}, which is read as {reading}")).at(span))
}

/// Formats that are recognised by their root element, with advice for the user.
const OTHERS: [(&str, &str, &str); 7] = [
    ("workspaceElements", "a CPN Tools model (.cpn)", "read it with `--from cpn`"),
    ("definitions", "a BPMN model", "convert the process to a Petri net and save it as PNML"),
    ("property-set", "a file of properties, not a net", "give the net first and the properties as an option"),
    ("nta", "an UPPAAL model", "write the model as a Petri net or a DVE program"),
    ("sbml", "an SBML model", "convert it to a Petri net and save it as PNML"),
    ("ndr", "a drawing of Tina", "export the net as PNML from Tina"),
    ("Snoopy", "a file of Snoopy", "export the net as PNML from Snoopy"),
];

/// Returns the format of an XML file with this root element, and advice for the user.
#[must_use]
pub fn other_format(root: &str) -> Option<(&'static str, &'static str)> {
    OTHERS.iter().find(|(name, _, _)| *name == root).map(|(_, format, help)| (*format, *help))
}

/// Returns the error on a root element that is not `pnml`.
pub(crate) fn not_pnml(root: &str, span: Span) -> Diagnostic {
    match other_format(root) {
        Some((format, help)) => Diagnostic::error(format!("{format}, not PNML")).help(help).at(span),
        None => {
            Diagnostic::error(format!("the root element `{}`", shortened(root))).expected("`pnml`").at(span)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_place_transition_nets_pass_without_a_word() {
        let span = Span { line: 1, column: 1, start: 0, end: 0 };
        for known in ["P/T net", "http://www.pnml.org/version-2009/grammar/ptnet"] {
            assert!(check_type(known, false, false, span).is_none());
        }
        let symmetric = "http://www.pnml.org/version-2009/grammar/symmetricnet";
        assert!(check_type(symmetric, false, false, span).is_some());
        assert!(check_type(symmetric, true, true, span).is_none());
        assert!(check_type("http://www.pnml.org/version-2009/grammar/ptnet", true, true, span).is_some());
        assert!(check_type("", false, false, span).is_some());
        assert!(check_type("wawawouf", false, false, span).is_some());
    }
}
