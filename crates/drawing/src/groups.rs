//! A large net in groups, which give an overview of thousands of nodes and can be opened one by one.
//!
//! The groups are the nested units of the file if it has some, or else its pages; otherwise clusters, which have
//! similar sizes and few arcs between them. If the groups are units, a transition belongs to the unit of most of its
//! places.
//!
//! A group that is too large to be drawn is itself divided into groups, as a part of the net. So no such group may hold
//! nearly all of the net: if units or pages would have one, clusters are used.

mod clusters;
mod tree;

use std::collections::{BTreeMap, HashMap, HashSet};

use sanderling_net::{Arc, ArcKind, NestedUnits, Net, Page, Place, PlaceId, Transition, TransitionId, Unit};

use crate::layout::{Graph, Layers, Size, layout};
use crate::{Group, GroupKind, Groups, Link};

/// Approximate number of clusters.
const CLUSTERS: usize = 32;
/// Maximum number of nodes in a group that the studio draws by itself.
const LARGEST_DRAWN: usize = 1000;
/// Size of a drawn group.
const SIZE: Size = Size { width: 210.0, height: 84.0 };
const GAP: f64 = 30.0;
const LAYER_GAP: f64 = 60.0;
const MARGIN: f64 = 30.0;

/// Number of arcs between each two groups.
type Links = BTreeMap<(usize, usize), usize>;
/// Minimum length of a common prefix of all ids that is used as a name.
const SHORTEST_STEM: usize = 3;

/// Divides the nodes of a net into groups.
#[must_use]
pub fn groups(net: &Net) -> Groups {
    let Grouping { kind, of_places, of_transitions, names } = Grouping::of(net);
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

/// Returns the part of a net with the given nodes, by their ids, with the arcs between them, and with its units and
/// pages, which may then be empty. It has positions if all are on one page: otherwise, its nodes may be far from each
/// other in the file.
#[must_use]
pub fn part(net: &Net, ids: &[String]) -> Net {
    let wanted: HashSet<&str> = ids.iter().map(String::as_str).collect();
    let is_page = net.pages.iter().any(|page| is_on(net, page, &wanted));
    let mut part = Net { declarations: net.declarations.clone(), ..Net::new(net.id.clone()) };
    let mut places = HashMap::new();
    for id in net.place_ids().filter(|&id| wanted.contains(net.place(id).id.as_str())) {
        places.insert(id, PlaceId::new(part.places.len()));
        let place = net.place(id);
        part.places.push(Place { position: place.position.filter(|_| is_page), ..place.clone() });
    }
    let mut transitions = HashMap::new();
    for id in net.transition_ids().filter(|&id| wanted.contains(net.transition(id).id.as_str())) {
        transitions.insert(id, TransitionId::new(part.transitions.len()));
        let transition = net.transition(id);
        let position = transition.position.filter(|_| is_page);
        part.transitions.push(Transition { position, ..transition.clone() });
    }
    let ends = |arc: &Arc| Some((*places.get(&arc.place)?, *transitions.get(&arc.transition)?));
    let arcs = net.arcs.iter().filter_map(|arc| {
        let (place, transition) = ends(arc)?;
        let bends = if is_page { arc.bends.clone() } else { Vec::new() };
        Some(Arc { place, transition, bends, ..arc.clone() })
    });
    part.arcs = arcs.collect();
    let places_of = |of: &[PlaceId]| of.iter().filter_map(|place| places.get(place).copied()).collect();
    let transitions_of = |of: &[TransitionId]| {
        of.iter().filter_map(|transition| transitions.get(transition).copied()).collect()
    };
    part.pages.extend(net.pages.iter().map(|page| Page {
        id: page.id.clone(),
        name: page.name.clone(),
        within: page.within,
        places: places_of(&page.places),
        transitions: transitions_of(&page.transitions),
    }));
    part.units = net.units.as_ref().map(|NestedUnits { root, units, claims_safe }| {
        let unit = |unit: &Unit| Unit {
            id: unit.id.clone(),
            places: places_of(&unit.places),
            subunits: unit.subunits.clone(),
        };
        NestedUnits { root: *root, units: units.iter().map(unit).collect(), claims_safe: *claims_safe }
    });
    part
}

/// Returns whether all of these nodes are on a page.
fn is_on(net: &Net, page: &Page, wanted: &HashSet<&str>) -> bool {
    let places = page.places.iter().map(|&id| net.place(id).id.as_str());
    let transitions = page.transitions.iter().map(|&id| net.transition(id).id.as_str());
    places.chain(transitions).filter(|id| wanted.contains(id)).count() == wanted.len()
}

/// Group of each node.
struct Grouping {
    kind: GroupKind,
    of_places: Vec<usize>,
    of_transitions: Vec<usize>,
    /// Names of the groups, if the file has them.
    names: Vec<String>,
}

impl Grouping {
    fn of(net: &Net) -> Self {
        let units = net.units.as_ref().and_then(|units| Self::by_units(units, net));
        let given = units.filter(Self::is_even).or_else(|| Self::by_pages(net).filter(Self::is_even));
        given.unwrap_or_else(|| Self::by_clusters(net))
    }

    /// Returns whether every group can be drawn, or holds less than three quarters of the net.
    fn is_even(&self) -> bool {
        let mut sizes = vec![0_usize; self.names.len()];
        self.of_places.iter().chain(&self.of_transitions).for_each(|&group| sizes[group] += 1);
        let all = self.of_places.len() + self.of_transitions.len();
        sizes.iter().all(|&size| size <= LARGEST_DRAWN || 4 * size < 3 * all)
    }

    fn by_units(units: &NestedUnits, net: &Net) -> Option<Self> {
        let below: Vec<Vec<usize>> =
            units.units.iter().map(|unit| unit.subunits.iter().map(|id| id.index()).collect()).collect();
        // There are about as many transitions as places.
        let own: Vec<usize> = units.units.iter().map(|unit| unit.places.len()).collect();
        let level = tree::level(&below, &own, &[units.root.index()], LARGEST_DRAWN / 2)?;
        let mut names: Vec<String> = level.tops.iter().map(|&unit| units.units[unit].id.clone()).collect();
        names.push("outside these units".to_owned());
        let mut of_places = vec![level.tops.len(); net.places.len()];
        for (unit, &group) in units.units.iter().zip(&level.of) {
            unit.places.iter().for_each(|place| of_places[place.index()] = group);
        }
        let of_transitions = transitions_by_places(net, &of_places);
        Some(Self { kind: GroupKind::Units, of_places, of_transitions, names })
    }

    fn by_pages(net: &Net) -> Option<Self> {
        let mut below = vec![Vec::new(); net.pages.len()];
        let mut tops = Vec::new();
        for (at, page) in net.pages.iter().enumerate() {
            page.within.map_or(&mut tops, |within| &mut below[within.index()]).push(at);
        }
        let own: Vec<usize> =
            net.pages.iter().map(|page| page.places.len() + page.transitions.len()).collect();
        let level = tree::level(&below, &own, &tops, LARGEST_DRAWN)?;
        let named = |&page: &usize| {
            let Page { id, name, .. } = &net.pages[page];
            name.as_ref().filter(|name| !name.is_empty()).unwrap_or(id).clone()
        };
        let mut names: Vec<String> = level.tops.iter().map(named).collect();
        names.push("outside these pages".to_owned());
        let outside = level.tops.len();
        let (mut of_places, mut of_transitions) =
            (vec![outside; net.places.len()], vec![outside; net.transitions.len()]);
        for (page, &group) in net.pages.iter().zip(&level.of) {
            page.places.iter().for_each(|place| of_places[place.index()] = group);
            page.transitions.iter().for_each(|transition| of_transitions[transition.index()] = group);
        }
        Some(Self { kind: GroupKind::Pages, of_places, of_transitions, names })
    }

    fn by_clusters(net: &Net) -> Self {
        let places = net.places.len();
        let edges: Vec<(usize, usize)> =
            net.arcs.iter().map(|arc| (arc.place.index(), places + arc.transition.index())).collect();
        let mut of_places = clusters::clusters(places + net.transitions.len(), &edges, CLUSTERS);
        let of_transitions = of_places.split_off(places);
        Self { kind: GroupKind::Clusters, of_places, of_transitions, names: Vec::new() }
    }
}

/// Returns the group of each transition: that of most of its places, the first one of several. For a transition without
/// places it is the first of all.
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

/// Returns the node with the most arcs in each group, by its name.
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

/// Returns the name of a cluster: the common prefix of all its places, if there are several, or else the node with the
/// most arcs.
fn name(group: &Group, hub: &str) -> String {
    let mut places = group.places.iter();
    let first = places.next().cloned().unwrap_or_default();
    let stem = places.fold(first, |stem, id| {
        let common = stem.chars().zip(id.chars()).take_while(|(one, other)| one == other);
        common.map(|(one, _)| one).collect()
    });
    let stem = stem.trim_end_matches(['_', '.', '-', ' ']);
    let is_stem = group.places.len() > 1 && stem.chars().count() >= SHORTEST_STEM;
    if is_stem { format!("{stem}…") } else { format!("around \"{hub}\"") }
}

/// Returns the links between different groups, with the number of arcs of each one.
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

/// Removes groups without nodes, and gives the others ids and positions.
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
