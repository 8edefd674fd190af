//! Random place/transition nets of equal parts, which are symmetric unless a detail differs.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sanderling_net::{Arc, ArcKind, Net, Place, PlaceId, Transition};

/// The places of a net: of each part, of each pair of parts, and others.
struct Places {
    own: Vec<Vec<PlaceId>>,
    between: Vec<Vec<Option<PlaceId>>>,
    shared: Vec<PlaceId>,
}

/// A place as seen from a transition between two parts.
#[derive(Clone, Copy)]
enum Seen {
    Own(usize),
    OfOther(usize),
    ToOther,
    FromOther,
    Shared(usize),
}

impl Places {
    fn add(net: &mut Net, parts: usize, random: &mut StdRng) -> Self {
        let mut own = Vec::new();
        for letter in ["a", "b", "c"].iter().take(random.random_range(1..=3)) {
            let tokens = random.random_range(0..=2);
            let place = |part| net.add_place(Place::with_tokens(format!("{letter}_{part}"), tokens));
            own.push((0..parts).map(place).collect());
        }
        let has_pairs = random.random_bool(0.4);
        let mut between = vec![vec![None; parts]; parts];
        for (from, row) in between.iter_mut().enumerate() {
            for (to, place) in row.iter_mut().enumerate().filter(|&(to, _)| has_pairs && to != from) {
                *place = Some(net.add_place(Place::with_tokens(format!("m_{from}_{to}"), 0)));
            }
        }
        let mut shared = Vec::new();
        for number in 0..random.random_range(0..=2) {
            let letter = ["shared", "common"][number];
            shared.push(net.add_place(Place::with_tokens(letter, random.random_range(0..=2))));
        }
        Self { own, between, shared }
    }

    fn any(&self, random: &mut StdRng) -> Seen {
        loop {
            match random.random_range(0..8) {
                0..=2 => return Seen::Own(random.random_range(0..self.own.len())),
                3 => return Seen::OfOther(random.random_range(0..self.own.len())),
                4 if self.between[0].iter().any(Option::is_some) => return Seen::ToOther,
                5 if self.between[0].iter().any(Option::is_some) => return Seen::FromOther,
                6 if !self.shared.is_empty() => {
                    return Seen::Shared(random.random_range(0..self.shared.len()));
                }
                _ => {}
            }
        }
    }

    fn at(&self, seen: Seen, part: usize, other: usize) -> Option<PlaceId> {
        match seen {
            Seen::Own(letter) => Some(self.own[letter][part]),
            Seen::OfOther(letter) => Some(self.own[letter][other]),
            Seen::ToOther => self.between[part][other],
            Seen::FromOther => self.between[other][part],
            Seen::Shared(number) => Some(self.shared[number]),
        }
    }
}

/// Returns a net of two to four equal parts. A part interacts with every other part, or with the next one in a circle; one in five nets differs in a
/// detail. Each transition has as many outputs as inputs, or fewer, so that many nets are bounded.
#[must_use]
pub fn net(seed: u64) -> Net {
    let mut random = StdRng::seed_from_u64(seed);
    let mut net = Net::new(format!("random-parts-{seed}"));
    let parts = random.random_range(2..=4);
    let places = Places::add(&mut net, parts, &mut random);
    let is_circle = random.random_bool(0.4);
    for template in 0..random.random_range(1..=4) {
        let mut arcs = Vec::new();
        for _ in 0..random.random_range(1..=2) {
            arcs.push((ArcKind::Input, places.any(&mut random), 1));
            if random.random_bool(0.9) {
                arcs.push((ArcKind::Output, places.any(&mut random), 1));
            }
        }
        for (kind, probability) in [(ArcKind::Read, 0.15), (ArcKind::Inhibitor, 0.15), (ArcKind::Reset, 0.08)]
        {
            if random.random_bool(probability) {
                arcs.push((kind, places.any(&mut random), random.random_range(1..=2)));
            }
        }
        let is_between = arcs.iter().any(|(_, seen, _)| !matches!(seen, Seen::Own(_) | Seen::Shared(_)));
        for part in 0..parts {
            let others: Vec<usize> = match (is_between, is_circle) {
                (false, _) => vec![part],
                (true, true) => vec![(part + 1) % parts],
                (true, false) => (0..parts).filter(|&other| other != part).collect(),
            };
            for other in others {
                let transition = net.add_transition(Transition::plain(format!("t{template}_{part}_{other}")));
                for &(kind, seen, weight) in &arcs {
                    if let Some(place) = places.at(seen, part, other) {
                        net.add_arc(Arc::weighted(place, transition, kind, weight));
                    }
                }
            }
        }
    }
    if random.random_bool(0.2) {
        let places: Vec<PlaceId> = net.place_ids().collect();
        let place = *places.choose(&mut random).expect("it has places");
        net.places[place.index()] = Place { capacity: Some(2), ..net.place(place).clone() };
    }
    net
}

/// Returns two nets of equal parts side by side, which share one place if both have shared ones.
#[must_use]
pub fn two(seed: u64) -> Net {
    let (mut net, other) = (self::net(seed), self::net(seed.wrapping_mul(31).wrapping_add(7)));
    net.id = format!("random-two-{seed}");
    let shared = net.place_ids().find(|&place| net.place(place).id == "shared");
    let place = |net: &mut Net, place: &Place| match shared {
        Some(shared) if place.id == "shared" => shared,
        _ => net.add_place(Place { id: format!("other_{}", place.id), ..place.clone() }),
    };
    let places: Vec<PlaceId> = other.places.iter().map(|one| place(&mut net, one)).collect();
    let transitions: Vec<_> = other
        .transitions
        .iter()
        .map(|one| net.add_transition(Transition { id: format!("other_{}", one.id), ..one.clone() }))
        .collect();
    for arc in &other.arcs {
        let place = places[arc.place.index()];
        net.add_arc(Arc { place, transition: transitions[arc.transition.index()], ..arc.clone() });
    }
    net
}
