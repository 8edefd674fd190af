//! Conversion of a net to a graph. Parallel arcs are merged, and read arcs become loops if possible.

use std::collections::BTreeSet;

use sanderling_net::{ArcKind, Diagnostic, Diagnostics, Net, PlaceId, TransitionId};

use crate::Preserved;
use crate::arcs::Arcs;
use crate::graph::Graph;
use crate::row::{self, Row};

/// Builds the graph of a net in which [`Net::validate`] has found no errors.
///
/// # Errors
/// If the net is coloured or a program, or weights of parallel arcs add up to 2^64 or more.
pub(crate) fn build(net: &Net, preserved: &Preserved) -> Result<Graph, Diagnostics> {
    if !net.is_place_transition() {
        let found = if net.program.is_some() { "a program" } else { "a coloured net" };
        return Err(refused(found).into());
    }
    let all = collect(net)?;
    let visible = visible(net, preserved, &all);
    let mut graph = Graph::default();
    for (index, place) in net.places.iter().enumerate() {
        graph.add_place(place.initial.tokens(), place.capacity, visible.contains(&PlaceId::new(index)));
    }
    for (index, arcs) in all.into_iter().enumerate() {
        graph.add_transition(arcs, preserved.transitions.contains(&TransitionId::new(index)));
    }
    Ok(graph)
}

/// Collects the arcs of each transition of a net.
fn collect(net: &Net) -> Result<Vec<Arcs>, Diagnostics> {
    let mut order: Vec<_> = net.arcs.iter().collect();
    order.sort_by_key(|arc| (arc.transition, arc.kind, arc.place));
    let mut all = vec![Arcs::default(); net.transitions.len()];
    for arc in order {
        let arcs = &mut all[arc.transition.index()];
        let weight = if arc.kind == ArcKind::Reset { 1 } else { arc.inscription.tokens() };
        let row = match arc.kind {
            ArcKind::Input => &mut arcs.pre,
            ArcKind::Output => &mut arcs.post,
            ArcKind::Inhibitor => &mut arcs.inhibitor,
            ArcKind::Read => &mut arcs.read,
            ArcKind::Reset => &mut arcs.reset,
        };
        if !add(row, arc.place, weight, arc.kind) {
            let message = "parallel arcs whose weights add up to more than 64 bits hold";
            return Err(Diagnostic::error(message).element(&net.transition(arc.transition).id).into());
        }
    }
    for arcs in &mut all {
        turn_reads_into_loops(net, arcs);
    }
    Ok(all)
}

/// Adds an arc to a row whose last place is at most that of the arc. Returns false if the sum does not fit.
fn add(row: &mut Row, place: PlaceId, weight: u64, kind: ArcKind) -> bool {
    let Some(last) = row.last_mut().filter(|(last, _)| *last == place) else {
        row.push((place, weight));
        return true;
    };
    kind.aggregate(last.1, weight).inspect(|&sum| last.1 = sum).is_some()
}

fn turn_reads_into_loops(net: &Net, arcs: &mut Arcs) {
    for (place, read) in arcs.read.clone() {
        let (pre, post) = (row::weight(&arcs.pre, place), row::weight(&arcs.post, place));
        let missing = read.saturating_sub(pre);
        let Some(more) = post.checked_add(missing) else { continue };
        if missing > 0 && (net.place(place).capacity.is_some() || arcs.resets(place)) {
            continue;
        }
        row::set(&mut arcs.pre, place, pre + missing);
        row::set(&mut arcs.post, place, more);
        row::set(&mut arcs.read, place, 0);
    }
}

/// Returns the places that the property mentions, or that decide whether the transitions it names are enabled.
fn visible(net: &Net, preserved: &Preserved, all: &[Arcs]) -> BTreeSet<PlaceId> {
    let mut visible = preserved.places.clone();
    for &transition in &preserved.transitions {
        let arcs = &all[transition.index()];
        let room = arcs.post.iter().filter(|&&(place, _)| net.place(place).capacity.is_some());
        let tested = arcs.pre.iter().chain(&arcs.read).chain(&arcs.inhibitor).chain(room);
        visible.extend(tested.map(|&(place, _)| place));
    }
    visible
}

fn refused(what: &str) -> Diagnostic {
    Diagnostic::error(what).expected("a place/transition net")
}
