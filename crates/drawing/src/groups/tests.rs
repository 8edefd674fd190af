//! Tests of the groups of small nets.

use sanderling_net::{PageId, Point, Unit, UnitId};

use super::*;

/// Returns a ring of places and transitions.
fn ring(size: usize) -> Net {
    let mut net = Net::new("ring");
    for at in 0..size {
        net.places.push(Place::with_tokens(format!("p{at}"), u64::from(at == 0)));
        net.transitions.push(Transition::plain(format!("t{at}")));
    }
    for at in 0..size {
        let arc = |place, kind| Arc::weighted(PlaceId::new(place), TransitionId::new(at), kind, 1);
        net.arcs.push(arc(at, ArcKind::Input));
        net.arcs.push(arc((at + 1) % size, ArcKind::Output));
    }
    net
}

#[test]
fn every_node_is_in_one_group_and_every_arc_within_one_or_in_a_link() {
    let net = ring(500);
    let drawn = groups(&net);
    assert_eq!(drawn.kind, GroupKind::Clusters);
    assert!((20..=64).contains(&drawn.groups.len()), "{}", drawn.groups.len());
    let all = |ids: fn(&Group) -> &Vec<String>| {
        let mut all: Vec<_> = drawn.groups.iter().flat_map(ids).collect();
        all.sort();
        all.dedup();
        all.len()
    };
    assert_eq!((all(|group| &group.places), all(|group| &group.transitions)), (500, 500));
    let within = |group: &Group| {
        let ids: Vec<String> = group.places.iter().chain(&group.transitions).cloned().collect();
        part(&net, &ids).arcs.len()
    };
    let inside: usize = drawn.groups.iter().map(within).sum();
    let between: usize = drawn.links.iter().map(|link| link.arcs).sum();
    assert_eq!(inside + between, net.arcs.len());
}

#[test]
fn units_are_the_groups_where_there_are_some() {
    let mut net = ring(4);
    let unit = |id: &str, places: &[usize], subunits: &[usize]| Unit {
        id: id.into(),
        places: places.iter().map(|&place| PlaceId::new(place)).collect(),
        subunits: subunits.iter().map(|&unit| UnitId::new(unit)).collect(),
    };
    let units = vec![unit("all", &[3], &[1, 2]), unit("left", &[0], &[]), unit("right", &[1, 2], &[])];
    net.units = Some(NestedUnits { root: UnitId::new(0), units, claims_safe: false });
    let drawn = groups(&net);
    assert_eq!(drawn.kind, GroupKind::Units);
    let sizes: Vec<_> = drawn.groups.iter().map(|group| (group.name.as_str(), group.places.len())).collect();
    assert_eq!(sizes, [("left", 1), ("right", 2), ("outside these units", 1)]);
}

#[test]
fn pages_are_the_groups_where_there_are_several_and_keep_their_positions() {
    let mut net = ring(4);
    let page = |id: &str, within: Option<usize>, places: &[usize], transitions: &[usize]| Page {
        id: id.into(),
        name: (id == "b").then(|| "the second".to_owned()),
        within: within.map(PageId::new),
        places: places.iter().map(|&place| PlaceId::new(place)).collect(),
        transitions: transitions.iter().map(|&transition| TransitionId::new(transition)).collect(),
    };
    net.pages = vec![
        page("all", None, &[3], &[]),
        page("a", Some(0), &[0], &[3]),
        page("b", Some(0), &[1], &[0, 1]),
        page("c", Some(2), &[2], &[]),
    ];
    net.places[0].position = Some(Point { x: 3.0, y: 4.0 });
    let drawn = groups(&net);
    assert_eq!(drawn.kind, GroupKind::Pages);
    let sizes: Vec<_> = drawn
        .groups
        .iter()
        .map(|group| (&*group.name, group.places.len(), group.transitions.len()))
        .collect();
    assert_eq!(sizes, [("a", 1, 1), ("the second", 2, 2), ("outside these pages", 1, 1)]);
    let ids = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect::<Vec<_>>();
    assert_eq!(part(&net, &ids(&["p0", "t3"])).places[0].position, net.places[0].position);
    assert_eq!(part(&net, &ids(&["p0", "t0"])).places[0].position, None);
}

/// Returns the nodes of a group, by id.
fn nodes(group: &Group) -> Vec<String> {
    group.places.iter().chain(&group.transitions).cloned().collect()
}

/// Opens groups of more nodes than this until none is left, and returns the number of levels.
fn depth(net: &Net, legible: usize) -> usize {
    let all = net.places.len() + net.transitions.len();
    if all <= legible {
        return 0;
    }
    let drawn = groups(net);
    let parts: Vec<Net> = drawn.groups.iter().map(|group| part(net, &nodes(group))).collect();
    let size = |part: &Net| part.places.len() + part.transitions.len();
    assert_eq!(parts.iter().map(size).sum::<usize>(), all, "each node is in one group");
    assert!(parts.iter().all(|part| 4 * size(part) < 3 * all), "no group is nearly the whole net");
    1 + parts.iter().map(|part| depth(part, legible)).max().unwrap_or(0)
}

#[test]
fn groups_have_groups_until_all_are_legible() {
    let star = {
        let mut net = Net::new("star");
        net.places.push(Place::with_tokens("middle", 1));
        for at in 0..4000 {
            net.transitions.push(Transition::plain(format!("t{at}")));
            net.arcs.push(Arc::weighted(PlaceId::new(0), TransitionId::new(at), ArcKind::Input, 1));
        }
        net
    };
    let apart = Net { arcs: Vec::new(), ..ring(2000) };
    for net in [ring(4000), star, apart] {
        let depth = depth(&net, 50);
        assert!((1..=3).contains(&depth), "{}: {depth}", net.id);
    }
}

#[test]
fn a_unit_that_holds_nearly_all_is_opened_at_once_and_a_large_one_by_its_own_units() {
    let mut net = ring(4000);
    let unit = |id: &str, places: std::ops::Range<usize>, subunits: &[usize]| Unit {
        id: id.into(),
        places: places.map(PlaceId::new).collect(),
        subunits: subunits.iter().map(|&unit| UnitId::new(unit)).collect(),
    };
    let units = vec![
        unit("all", 0..0, &[1, 2]),
        unit("small", 0..100, &[]),
        unit("large", 100..110, &[3, 4, 5, 8]),
        unit("first", 110..1400, &[]),
        unit("second", 1400..1400, &[6, 7]),
        unit("empty", 0..0, &[]),
        unit("left", 1400..2200, &[]),
        unit("right", 2200..3300, &[]),
        unit("third", 3300..4000, &[]),
    ];
    net.units = Some(NestedUnits { root: UnitId::new(0), units, claims_safe: false });
    let drawn = groups(&net);
    let names = |drawn: &Groups| drawn.groups.iter().map(|group| group.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&drawn), ["small", "first", "second", "third", "outside these units"]);
    let second = groups(&part(&net, &nodes(&drawn.groups[2])));
    assert_eq!((second.kind, names(&second)), (GroupKind::Units, vec!["left".into(), "right".into()]));
    let right = groups(&part(&net, &nodes(&drawn.groups[1])));
    assert_eq!(right.kind, GroupKind::Clusters);
}
