//! Conversion of the graph back to a net.
//!
//! Remaining nodes of the original net keep their ids, names, positions and unchanged arcs, in their order. Transitions
//! made by rules follow; their ids are composed from those of the sequence, and made unique. Nested units keep the
//! remaining places. A claim that they are safe stays as valid as before, since each marking of these places is one of
//! the original net.

use std::collections::{HashMap, HashSet};

use sanderling_cutoff::ID_PARTS;
use sanderling_net::{Arc, ArcKind, NestedUnits, Net, PlaceId, Transition, TransitionId, Unit};

use crate::arcs::Arcs;
use crate::reduction::Original;
use crate::row;
use crate::work::Work;

/// A net, and the origins of its nodes.
#[derive(Debug, Clone)]
pub(crate) struct Emitted {
    pub(crate) net: Net,
    /// The new id of each place of the original net.
    pub(crate) places: Vec<Option<PlaceId>>,
    /// The new id of each transition of the original net.
    pub(crate) transitions: Vec<Option<TransitionId>>,
    /// For each transition of this net, its id in the graph.
    pub(crate) origins: Vec<TransitionId>,
}

/// Creates the net of a graph that was built from `net` and initially equal to `original`.
pub(crate) fn emit(net: &Net, original: &Original, work: &Work<'_>) -> Emitted {
    let mut reduced = Net::new(net.id.clone());
    reduced.name.clone_from(&net.name);
    reduced.declarations = net.declarations.clone();
    let mut emission = Emission { net, original, work, reduced, places: Vec::new(), origins: Vec::new() };
    emission.emit_places();
    let transitions = emission.emit_transitions();
    emission.emit_old_arcs(&transitions);
    emission.emit_new_arcs();
    emission.reduced.units = net.units.as_ref().map(|units| emission.units(units));
    Emitted {
        net: emission.reduced,
        places: emission.places,
        transitions: transitions.into_iter().take(net.transitions.len()).collect(),
        origins: emission.origins,
    }
}

struct Emission<'a> {
    net: &'a Net,
    original: &'a Original,
    work: &'a Work<'a>,
    reduced: Net,
    places: Vec<Option<PlaceId>>,
    origins: Vec<TransitionId>,
}

impl Emission<'_> {
    fn emit_places(&mut self) {
        for (place, node) in self.net.places.iter().zip(&self.work.graph.places) {
            let id = node.is_alive.then(|| {
                let mut place = place.clone();
                place.initial = sanderling_net::Inscription::Tokens(node.initial);
                place.capacity = node.capacity;
                self.reduced.add_place(place)
            });
            self.places.push(id);
        }
    }

    /// Adds the transitions, and returns the new id of each transition of the graph.
    fn emit_transitions(&mut self) -> Vec<Option<TransitionId>> {
        let mut ids = Ids::of(self.net);
        let mut names: Vec<Name> = self.net.transitions.iter().map(|t| Name::of(&t.id)).collect();
        let mut transitions = Vec::new();
        for (index, node) in self.work.graph.transitions.iter().enumerate() {
            let id = TransitionId::new(index);
            if let Some(steps) = self.work.inverse.steps(id) {
                names.push(Name::of_sequence(steps, &names));
            }
            transitions.push(node.is_alive.then(|| {
                self.origins.push(id);
                let transition = self.net.transitions.get(index).cloned();
                let made = || self.made(id, &names[index], &mut ids);
                self.reduced.transitions.push(transition.unwrap_or_else(made));
                TransitionId::new(self.reduced.transitions.len() - 1)
            }));
        }
        transitions
    }

    /// Creates a transition made by a rule. It gets the position of the first transition of its sequence.
    fn made(&self, id: TransitionId, name: &Name, ids: &mut Ids) -> Transition {
        let name = if name.parts.is_empty() { "always".to_owned() } else { name.text() };
        let mut first = id;
        while let Some(steps) = self.work.inverse.steps(first) {
            let Some(&(next, _)) = steps.iter().find(|&&(_, times)| times > 0) else { break };
            first = next;
        }
        let mut transition = Transition::plain(ids.unique(&name));
        transition.position = self.net.transitions.get(first.index()).and_then(|first| first.position);
        transition
    }

    /// Adds the unchanged arcs.
    fn emit_old_arcs(&mut self, transitions: &[Option<TransitionId>]) {
        for arc in &self.net.arcs {
            let (Some(place), Some(transition)) =
                (self.places[arc.place.index()], transitions[arc.transition.index()])
            else {
                continue;
            };
            if self.is_as_it_was(arc.transition, arc.place) {
                self.reduced.arcs.push(Arc { place, transition, ..arc.clone() });
            }
        }
    }

    /// Adds the changed arcs.
    fn emit_new_arcs(&mut self) {
        for (index, &origin) in self.origins.iter().enumerate() {
            let transition = TransitionId::new(index);
            let kinds = [ArcKind::Input, ArcKind::Output, ArcKind::Inhibitor, ArcKind::Read, ArcKind::Reset];
            for (kind, row) in kinds.into_iter().zip(self.work.graph.arcs(origin).rows()) {
                for &(place, weight) in row {
                    if self.is_as_it_was(origin, place) {
                        continue;
                    }
                    if let Some(place) = self.places[place.index()] {
                        self.reduced.arcs.push(Arc::weighted(place, transition, kind, weight));
                    }
                }
            }
        }
    }

    fn is_as_it_was(&self, transition: TransitionId, place: PlaceId) -> bool {
        let weights = |arcs: &Arcs| arcs.rows().map(|row| row::weight(row, place));
        let before = self.original.arcs.get(transition.index());
        before.is_some_and(|before| weights(before) == weights(self.work.graph.arcs(transition)))
    }

    fn units(&self, units: &NestedUnits) -> NestedUnits {
        let left = |unit: &Unit| Unit {
            places: unit.places.iter().filter_map(|place| self.places[place.index()]).collect(),
            ..unit.clone()
        };
        NestedUnits { units: units.units.iter().map(left).collect(), ..units.clone() }
    }
}

/// The parts of the name of a transition.
#[derive(Debug, Clone)]
struct Name {
    parts: Vec<String>,
    /// Whether parts before the last one are omitted.
    is_cut: bool,
}

impl Name {
    fn of(id: &str) -> Self {
        Self { parts: vec![id.to_owned()], is_cut: false }
    }

    fn of_sequence(steps: &[(TransitionId, u64)], names: &[Self]) -> Self {
        let (mut parts, mut is_cut) = (Vec::new(), false);
        for &(transition, times) in steps.iter().filter(|&&(_, times)| times > 0) {
            let name = &names[transition.index()];
            is_cut |= name.is_cut || !ID_PARTS.admits(times);
            for _ in 0..times.min(ID_PARTS.size() as u64) {
                parts.extend(name.parts.iter().cloned());
            }
        }
        if !ID_PARTS.admits(parts.len()) {
            is_cut = true;
            parts.drain(ID_PARTS.size() - 1..parts.len() - 1);
        }
        Self { parts, is_cut }
    }

    fn text(&self) -> String {
        match (self.is_cut, self.parts.split_last()) {
            (true, Some((last, first))) => format!("{}..{last}", first.join(".")),
            _ => self.parts.join("."),
        }
    }
}

/// The ids in use, and the number of times that each name has been requested.
struct Ids {
    taken: HashSet<String>,
    given: HashMap<String, u64>,
}

impl Ids {
    fn of(net: &Net) -> Self {
        let places = net.places.iter().map(|place| place.id.clone());
        let taken = places.chain(net.transitions.iter().map(|transition| transition.id.clone())).collect();
        Self { taken, given: HashMap::new() }
    }

    /// Returns the name, with a number appended if it is in use.
    fn unique(&mut self, name: &str) -> String {
        let mut id = name.to_owned();
        let given = self.given.entry(name.to_owned()).or_insert(0);
        loop {
            *given += 1;
            if *given > 1 {
                id = format!("{name}.{given}");
            }
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }
}
