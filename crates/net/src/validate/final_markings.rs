//! Validation of final markings: places of the sort `dot`, each once, with tokens.

use std::collections::HashSet;

use super::Report;
use crate::{Diagnostic, MarkedPlace, Net, SortId};

/// Checks all final markings of the net.
pub(super) fn check(net: &Net, report: &mut Report) {
    for marking in &net.final_markings {
        let mut seen = HashSet::new();
        for &MarkedPlace { place, tokens } in marking {
            let Some(marked) = net.places.get(place.index()) else {
                let lost = format!("place number {} in a final marking, which is not there", place.index());
                let expected = format!("a number below {}", net.places.len());
                report.add("", None, Diagnostic::error(lost).expected(expected));
                continue;
            };
            let (found, expected) = if !seen.insert(place) {
                ("a place twice in a final marking", "each place once")
            } else if marked.sort != SortId::DOT {
                ("a coloured place in a final marking", "a place of the sort `dot`")
            } else if tokens == 0 {
                ("a place without tokens in a final marking", "those places only that hold tokens")
            } else {
                continue;
            };
            report.add(&marked.id, marked.span, Diagnostic::error(found).expected(expected));
        }
    }
}
