//! Resolution of a net with arcs between ids to one with arcs between places and transitions.

use sanderling_net::{Arc, ArcKind, Diagnostic, Net, Place, PlaceId, Span, Transition, TransitionId};

use crate::arc_kind::Kind;
use crate::builder::{Builder, PendingArc};
use crate::coloured::{Dictionary, Forest, Label, Translation, TreeId};
use crate::dialect;
use crate::report::Report;
use crate::symbol::{Broken, Declared, Node, SymbolId, Symbols};

impl<'a> Builder<'a> {
    /// Assigns missing ids to nodes, and resolves references to nodes.
    pub(crate) fn settle(&mut self, report: &mut Report<'a>) {
        self.name_nodes();
        for (symbol, reference, why) in self.symbols.follow_references() {
            broken_reference(report, &self.symbols, symbol, reference, why);
        }
    }

    /// Returns the finished net. Problems are reported, and the net must not be used then.
    pub(crate) fn finish(
        mut self,
        forest: &Forest<'a>,
        declarations: &[TreeId],
        report: &mut Report<'a>,
    ) -> Net {
        self.settle(report);
        if self.places.is_empty() && self.transitions.is_empty() && !report.has_errors() {
            let warning = Diagnostic::warning("the net has no places and no transitions");
            report.say(warning.element(self.id.clone()).at(self.span));
        }
        let mut colours = Translation { names: Dictionary::new(), report };
        colours
            .declare(declarations.iter().chain(&self.coloured.declarations).map(|&tree| forest.tree(tree)));
        colours.label_nodes(forest, &self.coloured, &mut self.places, &mut self.transitions);
        let pages = self.several_pages();
        let mut net = Net { pages, ..Net::new(self.id) };
        net.name = self.name;
        net.arcs = Vec::with_capacity(self.arcs.len());
        let ends = Ends {
            symbols: &self.symbols,
            places: &self.places,
            transitions: &self.transitions,
            unnamed: self.unnamed_arcs.as_deref(),
        };
        for pending in self.arcs {
            net.arcs.extend(ends.arc(pending, forest, &mut colours));
        }
        let Translation { mut names, report } = colours;
        net.units = self.units.and_then(|units| units.resolve(&self.symbols, &self.places, report));
        net.places = self.places;
        net.transitions = self.transitions;
        net.declarations = std::mem::take(&mut names.declarations);
        if !report.has_errors() {
            self.classes.colour(&mut net, self.span, report);
            self.texts.colour(&mut net, self.span, report);
        }
        for marking in self.final_markings {
            net.final_markings.extend(marking.resolve(&self.symbols, &net.places, report));
        }
        let is_coloured = self.coloured.is_coloured || !declarations.is_empty();
        if self.texts.is_empty()
            && let Some(warning) =
                dialect::check_type(&self.declared, is_coloured, !net.is_place_transition(), self.span)
        {
            report.say(warning);
        }
        if !report.has_errors() {
            net.validate().into_iter().for_each(|found| report.say(names.located(found, self.span)));
        }
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

/// The nodes that arcs may join.
struct Ends<'n, 'a> {
    symbols: &'n Symbols<'a>,
    places: &'n [Place],
    transitions: &'n [Transition],
    /// The prefix of the ids that our writer generated for arcs without ids.
    unnamed: Option<&'n str>,
}

impl<'a> Ends<'_, 'a> {
    /// Returns the name of an arc without an id for messages.
    fn name(&self, place: PlaceId, transition: TransitionId, kind: ArcKind) -> String {
        let (place, transition) = (&self.places[place.index()].id, &self.transitions[transition.index()].id);
        match kind {
            ArcKind::Output => format!("{transition} → {place}"),
            _ => format!("{place} → {transition}"),
        }
    }

    fn arc<'f>(
        &self,
        pending: PendingArc<'a>,
        forest: &'f Forest<'a>,
        colours: &mut Translation<'_, 'f, 'a>,
    ) -> Option<Arc> {
        let span = pending.span;
        let id = pending.id.clone().filter(|id| !id.is_empty());
        colours.report.within.clone_from(&id);
        let ends = self.ends(&pending, colours.report);
        colours.report.within = None;
        let (place, transition, kind) = ends?;
        let sort = self.places[place.index()].sort;
        let label = Label { kind, sort, term: pending.inscription, weight: pending.weight, span };
        colours.report.within = Some(id.unwrap_or_else(|| self.name(place, transition, kind).into()));
        let inscription = colours.inscription(forest, label);
        colours.report.within = None;
        let id = pending.id.filter(|id| self.unnamed.is_none_or(|prefix| !id.starts_with(prefix)));
        Some(Arc {
            id: id.map(std::borrow::Cow::into_owned),
            place,
            transition,
            kind,
            inscription: inscription?,
            bends: pending.bends,
            span: Some(span),
        })
    }

    /// Returns the nodes that an arc joins, and its kind.
    fn ends(
        &self,
        arc: &PendingArc<'a>,
        report: &mut Report<'_>,
    ) -> Option<(PlaceId, TransitionId, ArcKind)> {
        let source = end(arc.source, "source", arc.span, self.symbols, report);
        let target = end(arc.target, "target", arc.span, self.symbols, report);
        join(arc, source?, target?, self.symbols, report)
    }
}

/// Returns the node at an end of an arc; reports an error if there is none.
pub(crate) fn end(
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
