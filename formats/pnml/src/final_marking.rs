//! Final markings, as in files of ProM, pm4py and PNAPI: `finalmarkings` holds a `marking` for each, with the places
//! that hold tokens.
//!
//! They do not affect the behaviour of the net. A marking that does not fit the net is ignored with a warning.

use std::collections::HashSet;

use sanderling_net::{Diagnostic, FinalMarking, MarkedPlace, Place, SortId, Span};

use crate::builder::Builder;
use crate::document::Reading;
use crate::element::Element;
use crate::number::shortened;
use crate::report::{Report, Step};
use crate::symbol::{Node, SymbolId, Symbols};

/// A final marking whose places are given by their ids.
#[derive(Debug)]
pub(crate) struct PendingMarking {
    span: Span,
    tokens: Vec<(SymbolId, u64)>,
}

impl<'a> Reading<'a> {
    /// Reads all final markings.
    pub(crate) fn final_markings(&mut self, net: &mut Builder<'a>) -> Step<()> {
        while let Some(child) = self.child()? {
            match child.name {
                "marking" if child.is_pnml() => {
                    let marking = self.final_marking(net, &child)?;
                    net.final_markings.push(marking);
                }
                _ => self.unknown_beside_nodes(&child, "`finalmarkings`")?,
            }
        }
        Ok(())
    }

    fn final_marking(&mut self, net: &mut Builder<'a>, marking: &Element<'a>) -> Step<PendingMarking> {
        let mut tokens = Vec::new();
        while let Some(child) = self.child()? {
            match child.name {
                "place" if child.is_pnml() => tokens.extend(self.marked_place(net, &child)?),
                _ => self.unknown_beside_nodes(&child, "a final marking")?,
            }
        }
        Ok(PendingMarking { span: marking.span, tokens })
    }

    /// Reads a place and its tokens; `None` if it is empty, or if it is wrong and an error was reported.
    fn marked_place(&mut self, net: &mut Builder<'a>, place: &Element<'a>) -> Step<Option<(SymbolId, u64)>> {
        let label = self.label(place)?;
        if label.is_silent() {
            self.silent_label(place, "0");
        }
        let tokens = self.count(&label, "the tokens of a place in a final marking").unwrap_or(0);
        let Some(id) = place.filled("idref") else {
            let found = Diagnostic::error("a place of a final marking without `idref`");
            self.report.say(found.expected("the id of a place").at(place.span));
            return Ok(None);
        };
        Ok((tokens > 0).then(|| (net.symbols.intern(id), tokens)))
    }
}

impl PendingMarking {
    /// Returns the marking of the finished net; `None` if it does not fit the net, which is reported.
    pub(crate) fn resolve(
        self,
        symbols: &Symbols<'_>,
        places: &[Place],
        report: &mut Report<'_>,
    ) -> Option<FinalMarking> {
        let (mut marking, mut seen) = (FinalMarking::with_capacity(self.tokens.len()), HashSet::new());
        for (symbol, tokens) in self.tokens {
            let problem = match symbols.declared(symbol).map(|declared| declared.node) {
                Some(Node::Place(place)) if places[place.index()].sort != SortId::DOT => {
                    "which holds no plain tokens"
                }
                Some(Node::Place(place)) if !seen.insert(place) => "which is given twice",
                Some(Node::Place(place)) => {
                    marking.push(MarkedPlace { place, tokens });
                    continue;
                }
                _ => "which is not a place of this net",
            };
            report.flaw("final markings", || {
                let id = shortened(symbols.id(symbol));
                let found = format!("a final marking with `{id}`, {problem}: it is ignored");
                Diagnostic::warning(found).at(self.span)
            });
            return None;
        }
        Some(marking)
    }
}
