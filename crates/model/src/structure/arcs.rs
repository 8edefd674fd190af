//! Reading a net's arcs: parallel ones become one, and what only a coloured net has is refused.

use sanderling_net::{
    Arc, ArcKind, Diagnostic, Diagnostics, Inscription, Net, PlaceId, SortId, Span, TransitionId,
};

/// The aggregated arcs, sorted by kind, transition and place.
pub(super) struct WeightedArcs(Vec<(ArcKind, TransitionId, PlaceId, u64)>);

impl WeightedArcs {
    /// Aggregates the arcs of a net, and says what is wrong with them.
    pub(super) fn collect(net: &Net, diagnostics: &mut Diagnostics) -> Self {
        let mut order: Vec<&Arc> = Vec::with_capacity(net.arcs.len());
        for arc in &net.arcs {
            if arc.place.index() < net.places.len() && arc.transition.index() < net.transitions.len() {
                order.push(arc);
            } else {
                diagnostics
                    .push(about(Diagnostic::error("an arc with an end that the net does not have"), arc));
            }
        }
        order.sort_by_key(|arc| (arc.kind, arc.transition, arc.place));
        let parallel =
            |a: &&Arc, b: &&Arc| (a.kind, a.transition, a.place) == (b.kind, b.transition, b.place);
        let mut arcs = Vec::with_capacity(order.len());
        for bundle in order.chunk_by(parallel) {
            let (first, rest) = (bundle[0], &bundle[1..]);
            let weight = rest.iter().try_fold(first.inscription.tokens(), |weight, arc| {
                arc.kind.aggregate(weight, arc.inscription.tokens())
            });
            match weight {
                Some(weight) => arcs.push((first.kind, first.transition, first.place, weight)),
                None => diagnostics.push(about(overflow(), first)),
            }
        }
        arcs.retain(|&(kind, _, _, weight)| {
            weight > 0 || matches!(kind, ArcKind::Inhibitor | ArcKind::Reset)
        });
        Self(arcs)
    }

    /// The arcs of one kind as (transition, (place, weight)), sorted.
    pub(super) fn of_kind(&self, wanted: ArcKind) -> Vec<(usize, (PlaceId, u64))> {
        let first = self.0.partition_point(|&(kind, ..)| kind < wanted);
        let of_kind = self.0[first..].iter().take_while(|&&(kind, ..)| kind == wanted);
        of_kind.map(|&(_, transition, place, weight)| (transition.index(), (place, weight))).collect()
    }
}

/// An error for every element that only a coloured net has.
pub(super) fn refuse_colours(net: &Net) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    for place in &net.places {
        if place.sort != SortId::DOT || matches!(place.initial, Inscription::Term(_)) {
            diagnostics.push(coloured("a place with coloured tokens", Some(&place.id), place.span));
        }
    }
    for transition in &net.transitions {
        if transition.guard.is_some() || !transition.code.is_empty() {
            let what = "a transition with a guard or code";
            diagnostics.push(coloured(what, Some(&transition.id), transition.span));
        }
    }
    for arc in &net.arcs {
        if matches!(arc.inscription, Inscription::Term(_)) {
            diagnostics.push(coloured("an arc with a coloured inscription", arc.id.as_deref(), arc.span));
        }
    }
    diagnostics
}

fn coloured(what: &str, element: Option<&str>, span: Option<Span>) -> Diagnostic {
    let name = element.map(|id| format!(" (`{id}`)")).unwrap_or_default();
    let mut diagnostic = Diagnostic::error(format!("{what}{name}, as coloured nets have it"));
    diagnostic.element = element.map(str::to_owned);
    diagnostic.span = span;
    diagnostic.expected("a place/transition net")
}

fn overflow() -> Diagnostic {
    Diagnostic::error("parallel arcs whose weights add up to more than 64 bits hold")
        .expected("a sum of at most 18446744073709551615")
}

fn about(mut diagnostic: Diagnostic, arc: &Arc) -> Diagnostic {
    diagnostic.element.clone_from(&arc.id);
    diagnostic.span = arc.span;
    diagnostic
}
