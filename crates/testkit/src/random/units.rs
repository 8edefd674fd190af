//! Random nets with units.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_net::{Arc, ArcKind, NestedUnits, Net, Place, PlaceId, Transition, Unit, UnitId};

/// Divides the places among a random tree of units, and claims that they are safe.
pub(super) fn add_random_units(net: &mut Net, random: &mut StdRng) {
    let count = random.random_range(1..=net.places.len().max(1));
    let mut units: Vec<Unit> =
        (0..count).map(|i| Unit { id: format!("u{i}"), places: Vec::new(), subunits: Vec::new() }).collect();
    for child in 1..count {
        units[random.random_range(0..child)].subunits.push(UnitId::new(child));
    }
    for place in net.place_ids() {
        units[random.random_range(0..count)].places.push(place);
    }
    net.units = Some(NestedUnits { root: UnitId::new(0), units, claims_safe: true });
}

/// Returns a net that is unit-safe by construction.
///
/// Each unit below the root is a state machine with at most one token; a transition moves the tokens of some of them
/// together. The root has a place of its own, from which a fork starts all of them and to which a join returns: while
/// it is marked, all others are empty.
#[must_use]
pub fn unit_safe_net(seed: u64) -> Net {
    let mut random = StdRng::seed_from_u64(seed);
    let mut net = Net::new(format!("random-unit-safe-{seed}"));
    let idle = net.add_place(Place::with_tokens("idle", 1));
    let machines: Vec<Vec<PlaceId>> = (0..random.random_range(1..=3))
        .map(|m| {
            (0..random.random_range(1..=4))
                .map(|s| net.add_place(Place::with_tokens(format!("m{m}s{s}"), 0)))
                .collect()
        })
        .collect();
    add_units(&mut net, idle, &machines);
    let mut any = |machine: &[PlaceId]| machine[random.random_range(0..machine.len())];
    let fork: Vec<_> = machines.iter().map(|machine| any(machine)).collect();
    let join: Vec<_> = machines.iter().map(|machine| any(machine)).collect();
    add_transition(&mut net, &[idle], &fork);
    add_transition(&mut net, &join, &[idle]);
    for _ in 0..random.random_range(2..=7) {
        let moved: Vec<_> = machines.iter().filter(|_| random.random_bool(0.6)).collect();
        let mut any = |machine: &&Vec<PlaceId>| machine[random.random_range(0..machine.len())];
        let (from, to): (Vec<_>, Vec<_>) = moved.iter().map(|machine| (any(machine), any(machine))).unzip();
        add_transition(&mut net, &from, &to);
    }
    net
}

fn add_transition(net: &mut Net, from: &[PlaceId], to: &[PlaceId]) {
    let transition = net.add_transition(Transition::plain(format!("t{}", net.transitions.len())));
    for &place in from {
        net.add_arc(Arc::weighted(place, transition, ArcKind::Input, 1));
    }
    for &place in to {
        net.add_arc(Arc::weighted(place, transition, ArcKind::Output, 1));
    }
}

fn add_units(net: &mut Net, idle: PlaceId, machines: &[Vec<PlaceId>]) {
    let subunits = (1..=machines.len()).map(UnitId::new).collect();
    let mut units = vec![Unit { id: "root".into(), places: vec![idle], subunits }];
    for (m, places) in machines.iter().enumerate() {
        units.push(Unit { id: format!("u{m}"), places: places.clone(), subunits: Vec::new() });
    }
    net.units = Some(NestedUnits { root: UnitId::new(0), units, claims_safe: true });
}
