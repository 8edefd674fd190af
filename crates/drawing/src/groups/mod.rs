//! A large net in groups: what a reader sees first of thousands of nodes, and opens part by part.
//!
//! The groups are the nested units of the file where it has some; otherwise clusters, which are about as large as each other and have few
//! arcs between them. A transition goes where most of its places are.

mod clusters;

use std::collections::{BTreeMap, HashMap, HashSet};

use sanderling_layout::{Graph, Layers, Size, layout};
use sanderling_net::{Arc, ArcKind, NestedUnits, Net, Place, PlaceId, Transition, TransitionId, UnitId};

use crate::{Group, GroupKind, Groups, Link};

/// There are about as many clusters as this.
const CLUSTERS: usize = 32;
/// More groups than this are too many to be looked at: the units of the next level are not taken then.
const MAX_UNITS: usize = 150;
/// A group as it is drawn.
const SIZE: Size = Size { width: 210.0, height: 84.0 };
const GAP: f64 = 30.0;
const LAYER_GAP: f64 = 60.0;
const MARGIN: f64 = 30.0;

/// How many arcs lead from one group to another.
type Links = BTreeMap<(usize, usize), usize>;
/// A shorter beginning that all ids have in common says nothing.
const SHORTEST_STEM: usize = 3;

/// Puts the nodes of a net into groups.
#[must_use]
pub fn groups(net: &Net) -> Groups {
    let of_units = net.units.as_ref().and_then(|units| by_units(units, net.places.len()));
    let (kind, of_places, names) = match of_units {
        Some((of_places, names)) => (GroupKind::Units, of_places, names),
        None => (GroupKind::Clusters, by_clusters(net), Vec::new()),
    };
    let of_transitions = transitions_by_places(net, &of_places);
    let count = of_places.iter().chain(&of_transitions).max().map_or(0, |&last| last + 1);
    let mut groups: Vec<Group> = (0..count).map(|_| Group::default()).collect();
    for (place, &group) in net.places.iter().zip(&of_places) {
        groups[group].places.push(place.id.clone());
    }
    for (transition, &group) in net.transitions.iter().zip(&of_transitions) {
        groups[group].transitions.push(transition.id.clone());
    }
    let hubs = hubs(net, &of_places, &of_transitions, count);
    for (index, group) in groups.iter_mut().enumerate() {
        group.name = names.get(index).cloned().unwrap_or_else(|| name(group, &hubs[index]));
    }
    let links = links(net, &of_places, &of_transitions);
    put(kind, groups, &links)
}

/// The part of a net that has only some nodes, by their ids, with the arcs between them. It has no positions: in the file, its nodes
/// may be far from each other.
#[must_use]
pub fn part(net: &Net, ids: &[String]) -> Net {
    let wanted: HashSet<&str> = ids.iter().map(String::as_str).collect();
    let mut part = Net { declarations: net.declarations.clone(), ..Net::new(net.id.clone()) };
    let mut places = HashMap::new();
    for id in net.place_ids().filter(|&id| wanted.contains(net.place(id).id.as_str())) {
        places.insert(id, PlaceId::new(part.places.len()));
        part.places.push(Place { position: None, ..net.place(id).clone() });
    }
    let mut transitions = HashMap::new();
    for id in net.transition_ids().filter(|&id| wanted.contains(net.transition(id).id.as_str())) {
        transitions.insert(id, TransitionId::new(part.transitions.len()));
        part.transitions.push(Transition { position: None, ..net.transition(id).clone() });
    }
    let ends = |arc: &Arc| Some((*places.get(&arc.place)?, *transitions.get(&arc.transition)?));
    let arcs = net.arcs.iter().filter_map(|arc| {
        let (place, transition) = ends(arc)?;
        Some(Arc { place, transition, bends: Vec::new(), ..arc.clone() })
    });
    part.arcs = arcs.collect();
    part
}

/// The group of each place, and the names of the groups: the units of the first level that has several.
fn by_units(units: &NestedUnits, places: usize) -> Option<(Vec<usize>, Vec<String>)> {
    let unit = |id: UnitId| units.units.get(id.index());
    let mut level = vec![units.root];
    loop {
        let next: Vec<UnitId> = level
            .iter()
            .flat_map(|&id| unit(id).map(|unit| unit.subunits.clone()).unwrap_or_default())
            .collect();
        let is_enough = level.len() > 1 || next.is_empty() || next.len() > MAX_UNITS;
        if is_enough {
            break;
        }
        level = next;
    }
    if level.len() < 2 {
        return None;
    }
    // What is in none of them is in units above.
    let mut of_places = vec![level.len(); places];
    for (group, &top) in level.iter().enumerate() {
        let mut open = vec![top];
        let mut seen = HashSet::new();
        while let Some(unit) = open.pop().filter(|&id| seen.insert(id)).and_then(unit) {
            open.extend(&unit.subunits);
            for place in &unit.places {
                of_places[place.index()] = group;
            }
        }
    }
    let mut names: Vec<String> = level.iter().filter_map(|&id| Some(unit(id)?.id.clone())).collect();
    names.push("outside these units".to_owned());
    Some((of_places, names))
}

fn by_clusters(net: &Net) -> Vec<usize> {
    let places = net.places.len();
    let edges: Vec<(usize, usize)> =
        net.arcs.iter().map(|arc| (arc.place.index(), places + arc.transition.index())).collect();
    let mut of_nodes = clusters::clusters(places + net.transitions.len(), &edges, CLUSTERS);
    of_nodes.truncate(places);
    of_nodes
}

/// The group of each transition: that of most of its places, the first one of several; the first of all where it has none.
fn transitions_by_places(net: &Net, of_places: &[usize]) -> Vec<usize> {
    let mut counts: Vec<BTreeMap<usize, usize>> = vec![BTreeMap::new(); net.transitions.len()];
    for arc in &net.arcs {
        *counts[arc.transition.index()].entry(of_places[arc.place.index()]).or_default() += 1;
    }
    let chosen = |count: &BTreeMap<usize, usize>| {
        count
            .iter()
            .max_by_key(|&(&group, &arcs)| (arcs, std::cmp::Reverse(group)))
            .map_or(0, |(&group, _)| group)
    };
    counts.iter().map(chosen).collect()
}

/// For each group, the node that has most arcs, by its name.
fn hubs(net: &Net, of_places: &[usize], of_transitions: &[usize], count: usize) -> Vec<String> {
    let mut degrees = vec![0_usize; net.places.len() + net.transitions.len()];
    for arc in &net.arcs {
        degrees[arc.place.index()] += 1;
        degrees[net.places.len() + arc.transition.index()] += 1;
    }
    let places = net.places.iter().map(|place| place.name.as_ref().unwrap_or(&place.id));
    let transitions =
        net.transitions.iter().map(|transition| transition.name.as_ref().unwrap_or(&transition.id));
    let mut best: Vec<(usize, &str)> = vec![(0, ""); count];
    let of_nodes = of_places.iter().chain(of_transitions);
    for ((name, &group), degree) in places.chain(transitions).zip(of_nodes).zip(degrees) {
        if best[group].1.is_empty() || degree > best[group].0 {
            best[group] = (degree, name);
        }
    }
    best.into_iter().map(|(_, name)| name.to_owned()).collect()
}

/// What a cluster is called: by the beginning that all its places have in common, or else by the node with most arcs.
fn name(group: &Group, hub: &str) -> String {
    let mut places = group.places.iter();
    let first = places.next().cloned().unwrap_or_default();
    let stem = places.fold(first, |stem, id| {
        let common = stem.chars().zip(id.chars()).take_while(|(one, other)| one == other);
        common.map(|(one, _)| one).collect()
    });
    let stem = stem.trim_end_matches(['_', '.', '-', ' ']);
    if stem.chars().count() >= SHORTEST_STEM { format!("{stem}…") } else { format!("around \"{hub}\"") }
}

/// The links between different groups, with how many arcs each one stands for.
fn links(net: &Net, of_places: &[usize], of_transitions: &[usize]) -> Links {
    let mut counts = Links::new();
    for arc in &net.arcs {
        let (place, transition) = (of_places[arc.place.index()], of_transitions[arc.transition.index()]);
        let ends = if arc.kind == ArcKind::Output { (transition, place) } else { (place, transition) };
        if place != transition {
            *counts.entry(ends).or_default() += 1;
        }
    }
    counts
}

/// Groups without nodes go; the others get ids and positions.
fn put(kind: GroupKind, mut groups: Vec<Group>, links: &Links) -> Groups {
    groups.iter_mut().enumerate().for_each(|(at, group)| group.id = format!("group{}", at + 1));
    let is_kept = |group: &Group| !group.places.is_empty() || !group.transitions.is_empty();
    let id = |at: usize| groups[at].id.clone();
    let link = |(&(from, to), &arcs)| Link { from: id(from), to: id(to), arcs, bends: Vec::new() };
    let links: Vec<Link> = links.iter().map(link).collect();
    groups.retain(is_kept);
    let position: HashMap<&str, usize> = groups.iter().zip(0..).map(|(group, at)| (&*group.id, at)).collect();
    let edges: Vec<_> = links.iter().map(|link| (position[&*link.from], position[&*link.to])).collect();
    let sizes = vec![SIZE; groups.len()];
    let drawing = layout(&Graph {
        sizes: &sizes,
        edges: &edges,
        starts: &[],
        layers: Layers::Longest,
        gap: GAP,
        layer_gap: LAYER_GAP,
    });
    let mut drawn = Groups { kind, groups, links, ..Groups::default() };
    for (group, point) in drawn.groups.iter_mut().zip(&drawing.positions) {
        (group.x, group.y) = (point.x + MARGIN, point.y + MARGIN);
        (group.width, group.height) = (SIZE.width, SIZE.height);
    }
    for (link, bends) in drawn.links.iter_mut().zip(&drawing.bends) {
        link.bends = bends.iter().map(|bend| [bend.x + MARGIN, bend.y + MARGIN]).collect();
    }
    (drawn.width, drawn.height) = (drawing.width + 2.0 * MARGIN, drawing.height + 2.0 * MARGIN);
    drawn
}

#[cfg(test)]
mod tests;
