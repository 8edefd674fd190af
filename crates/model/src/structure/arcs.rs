//! Reading of a net's arcs, which merges parallel arcs and reports elements that only a coloured net has.

use sanderling_net::{Arc, ArcKind, Diagnostic, Diagnostics, Inscription, Net, PlaceId, SortId, Span};

use crate::ragged::Ragged;

/// Number of kinds of arcs.
const KINDS: usize = ArcKind::Reset as usize + 1;

/// The arcs of a net by kind, and by transition.
pub(super) struct ArcsByKind<'n>([Vec<(usize, &'n Arc)>; KINDS]);

impl<'n> ArcsByKind<'n> {
    /// Groups the arcs whose ends exist, and reports the others as errors.
    pub(super) fn of(net: &'n Net, diagnostics: &mut Diagnostics) -> Self {
        let mut by_kind = [const { Vec::new() }; KINDS];
        for arc in &net.arcs {
            if arc.place.index() < net.places.len() && arc.transition.index() < net.transitions.len() {
                by_kind[arc.kind as usize].push((arc.transition.index(), arc));
            } else {
                diagnostics
                    .push(about(Diagnostic::error("an arc with an end that the net does not have"), arc));
            }
        }
        Self(by_kind)
    }

    /// Removes the arcs of a kind and returns their weights, by transition and sorted by place, with parallel arcs
    /// merged.
    pub(super) fn take_weights(
        &mut self,
        kind: ArcKind,
        transitions: usize,
        diagnostics: &mut Diagnostics,
    ) -> Ragged<(PlaceId, u64)> {
        let by_transition = Ragged::group(transitions, &std::mem::take(&mut self.0[kind as usize]));
        let (mut weights, mut row) = (Ragged::new(), Vec::new());
        for arcs in by_transition.rows() {
            row.clear();
            row.extend_from_slice(arcs);
            row.sort_by_key(|arc| arc.place);
            let parallel = row.chunk_by(|one, other| one.place == other.place);
            weights.push_row(parallel.filter_map(|arcs| aggregated(arcs, diagnostics)));
        }
        weights
    }
}

/// Merges parallel arcs. Returns `None` if the result is undefined, which is an error, or has no effect.
fn aggregated(parallel: &[&Arc], diagnostics: &mut Diagnostics) -> Option<(PlaceId, u64)> {
    let (first, rest) = (parallel[0], &parallel[1..]);
    let weight = rest.iter().try_fold(first.inscription.tokens(), |weight, arc| {
        arc.kind.aggregate(weight, arc.inscription.tokens())
    });
    if weight.is_none() {
        diagnostics.push(about(overflow(), first));
    }
    let means_something =
        |weight: &u64| *weight > 0 || matches!(first.kind, ArcKind::Inhibitor | ArcKind::Reset);
    weight.filter(means_something).map(|weight| (first.place, weight))
}

/// Reports an error for every element that only a coloured net has.
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
