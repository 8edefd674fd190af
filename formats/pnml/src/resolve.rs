//! From a net whose arcs join ids to one whose arcs join places and transitions.

use sanderling_net::Inscription;
use sanderling_net::{Arc, ArcKind, Diagnostic, Net, PlaceId, Span, TransitionId};

use crate::arc_kind::Kind;
use crate::builder::{Builder, PendingArc};
use crate::report::Report;
use crate::symbol::{Broken, Declared, Node, SymbolId, Symbols};

impl Builder<'_> {
    /// The finished net; what is wrong with it is reported, and then it is of no use.
    pub(crate) fn finish(mut self, report: &mut Report<'_>) -> Net {
        for (symbol, reference, why) in self.symbols.follow_references() {
            broken_reference(report, &self.symbols, symbol, reference, why);
        }
        if self.places.is_empty() && self.transitions.is_empty() && !report.has_errors() {
            let warning = Diagnostic::warning("the net has no places and no transitions");
            report.say(warning.element(self.id.clone()).at(self.span));
        }
        let unnamed = self.unnamed_arcs;
        let mut net = Net::new(self.id);
        net.name = self.name;
        net.arcs = Vec::with_capacity(self.arcs.len());
        for pending in self.arcs {
            net.arcs.extend(arc(pending, &self.symbols, unnamed.as_deref(), report));
        }
        net.units = self.units.and_then(|units| units.resolve(&self.symbols, &self.places, report));
        net.places = self.places;
        net.transitions = self.transitions;
        net
    }
}

fn broken_reference(
    report: &mut Report<'_>,
    symbols: &Symbols<'_>,
    symbol: SymbolId,
    reference: Declared,
    why: Broken,
) {
    let (Node::PlaceReference(target) | Node::TransitionReference(target)) = reference.node else { return };
    report.say_error(|| {
        let (id, target) = (symbols.id(symbol), symbols.id(target));
        let kind = reference.node.kind();
        let found = match why {
            Broken::Dangling => {
                format!("the {kind} `{id}` refers to `{target}`, which leads to no node of this net")
            }
            Broken::WrongKind => {
                format!("the {kind} `{id}` refers to `{target}`, which is of the other kind")
            }
            Broken::Cycle => format!("the {kind} `{id}` refers to itself, by way of `{target}`"),
            Broken::Consequence => {
                format!("the {kind} `{id}` refers to `{target}`, which stands for no node")
            }
        };
        let expected = format!("the id of a {}", kind.trim_start_matches("reference "));
        Diagnostic::error(found).expected(expected).element(id).at(reference.span)
    });
}

fn arc(
    pending: PendingArc<'_>,
    symbols: &Symbols<'_>,
    unnamed: Option<&str>,
    report: &mut Report<'_>,
) -> Option<Arc> {
    let source = end(pending.source, "source", pending.span, symbols, report);
    let target = end(pending.target, "target", pending.span, symbols, report);
    let (place, transition, kind) = join(&pending, source?, target?, symbols, report)?;
    let id = pending.id.filter(|id| unnamed.is_none_or(|prefix| !id.starts_with(prefix)));
    Some(Arc {
        id: id.map(std::borrow::Cow::into_owned),
        place,
        transition,
        kind,
        inscription: Inscription::Tokens(pending.weight),
        bends: pending.bends,
        span: Some(pending.span),
    })
}

fn end(
    symbol: SymbolId,
    role: &str,
    span: Span,
    symbols: &Symbols<'_>,
    report: &mut Report<'_>,
) -> Option<Node> {
    let declared = symbols.declared(symbol);
    if declared.is_none() && !symbols.is_broken(symbol) {
        report.say_error(|| {
            let id = crate::number::shortened(symbols.id(symbol));
            Diagnostic::error(format!("the {role} `{id}` of an arc, which no node of this net has as its id"))
                .expected("the id of a place or transition")
                .at(span)
        });
    }
    declared.map(|d| d.node)
}

fn join(
    arc: &PendingArc<'_>,
    source: Node,
    target: Node,
    symbols: &Symbols<'_>,
    report: &mut Report<'_>,
) -> Option<(PlaceId, TransitionId, ArcKind)> {
    let (place, transition, ordinary) = match (source, target) {
        (Node::Place(place), Node::Transition(transition)) => (place, transition, ArcKind::Input),
        (Node::Transition(transition), Node::Place(place)) => (place, transition, ArcKind::Output),
        _ => {
            report.say_error(|| {
                let (from, to) = (symbols.id(arc.source), symbols.id(arc.target));
                Diagnostic::error(format!("an arc from the {0} `{from}` to the {0} `{to}`", source.kind()))
                    .expected("an arc between a place and a transition")
                    .at(arc.span)
            });
            return None;
        }
    };
    let kind = match arc.kind {
        Kind::Ordinary => return Some((place, transition, ordinary)),
        Kind::Inhibitor => ArcKind::Inhibitor,
        Kind::Read => ArcKind::Read,
        Kind::Reset => ArcKind::Reset,
    };
    if ordinary == ArcKind::Output {
        report.say_once("reversed arc", || {
            Diagnostic::warning("an inhibitor, read or reset arc from a transition to a place, which is read as the other way round")
                .at(arc.span)
        });
    }
    Some((place, transition, kind))
}
