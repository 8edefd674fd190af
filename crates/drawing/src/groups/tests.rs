//! Groups of small nets that can be counted by hand.

use sanderling_net::Unit;

use super::*;

/// A ring of places and transitions.
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
    let told: Vec<_> = drawn.groups.iter().map(|group| (group.name.as_str(), group.places.len())).collect();
    assert_eq!(told, [("left", 1), ("right", 2), ("outside these units", 1)]);
}
