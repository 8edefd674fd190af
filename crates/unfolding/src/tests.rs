//! Comparison of the unfolding with the coloured net itself.

mod build;
mod cases;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use sanderling_net::semantics::{Interpreter, Marking};
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_testkit::naive::{Explored, Stopped, explore};
use sanderling_testkit::random::{coloured, for_seeds, is_met, symmetric};

use super::emit::WeightedArc;
use super::{Budget, NotUnfolded, Options, Unfolding, unfold, unfold_with};

fn unfolded(net: &Net) -> Result<Unfolding, NotUnfolded> {
    let unfolding = unfold(net, &Budget::default())?;
    let found = unfolding.net().validate();
    assert!(!found.has_errors(), "{found}");
    assert!(unfolding.net().is_place_transition());
    Ok(unfolding)
}

/// Checks that the statistics of the coloured net and every marking and firing are the same on the unfolded net.
fn check_against(net: &Net, explored: &Explored, unfolding: &Unfolding) {
    let plain = explore(unfolding.net(), 10_000).expect("as many markings as the coloured net has");
    assert_eq!(plain.states(), explored.states(), "states");
    assert_eq!(plain.firings, explored.firings, "firings");
    assert_eq!(plain.levels, explored.levels, "levels");
    assert_eq!(plain.deadlocks.len(), explored.deadlocks.len(), "deadlocks");
    assert_eq!(plain.max_tokens_in_place, explored.max_tokens_in_place, "tokens in a place");
    assert_eq!(plain.max_tokens_in_marking, explored.max_tokens_in_marking, "tokens in a marking");
    assert_eq!(plain.is_unit_safe, explored.is_unit_safe, "units");
    let folded: HashSet<Marking> = plain.markings.keys().map(|marking| unfolding.folded(marking)).collect();
    assert_eq!(folded.len(), plain.states(), "different markings are different when they are folded");
    assert!(folded.iter().all(|marking| explored.markings.contains_key(marking)), "the same markings");
    let fired: BTreeSet<_> = plain.fired.iter().map(|&id| unfolding.transition(id)).collect();
    assert_eq!(fired, explored.fired, "transitions");
    check_firings(net, unfolding, plain.markings.keys());
}

/// Checks that the same firings are enabled, each once.
fn check_firings<'m>(net: &Net, unfolding: &Unfolding, markings: impl Iterator<Item = &'m Marking>) {
    let (coloured, plain) = (Interpreter::new(net), Interpreter::new(unfolding.net()));
    for marking in markings {
        let enabled = plain.enabled(marking).unwrap();
        let firings: Vec<_> = enabled.iter().map(|firing| unfolding.firing(firing.transition)).collect();
        assert_eq!(firings, coloured.enabled(&unfolding.folded(marking)).unwrap(), "in order, too");
    }
}

/// Number of occurrences of each outcome.
#[derive(Debug, Default)]
struct Tally(std::cell::RefCell<BTreeMap<&'static str, usize>>);

impl Tally {
    fn note(&self, outcome: &'static str) {
        *self.0.borrow_mut().entry(outcome).or_insert(0) += 1;
    }

    fn of(&self, outcome: &'static str) -> usize {
        self.0.borrow().get(outcome).copied().unwrap_or(0)
    }
}

fn compare(net: &Net, limit: usize, tally: &Tally) {
    let unfolding = match unfolded(net) {
        Ok(unfolding) => unfolding,
        Err(NotUnfolded::Unsupported(diagnostic)) => {
            let text = diagnostic.to_string();
            let reasons = ["inhibitor arc", "capacity"];
            assert!(reasons.iter().any(|reason| text.contains(reason)), "{text}");
            return tally.note("unsupported");
        }
        Err(other) => panic!("{other}"),
    };
    match explore(net, limit) {
        Ok(explored) => {
            check_against(net, &explored, &unfolding);
            tally.note(if explored.states() > 3 { "moves" } else { "stays" });
        }
        Err(Stopped::LimitReached) => {
            let marking = sanderling_net::semantics::initial(unfolding.net()).unwrap();
            check_firings(net, &unfolding, std::iter::once(&marking));
            tally.note("large");
        }
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn unfolded_symmetric_nets_behave_as_the_coloured_ones() {
    let tally = Tally::default();
    for_seeds(2_400, |seed| compare(&symmetric::net(seed), 60, &tally));
    assert!(is_met(tally.of("moves"), 350), "{tally:?}");
}

#[test]
fn unfolded_nets_with_numbers_behave_as_the_coloured_ones() {
    let tally = Tally::default();
    for_seeds(600, |seed| compare(&coloured::net(seed), 60, &tally));
    assert!(is_met(tally.of("moves"), 100), "{tally:?}");
}

#[test]
fn places_lead_back_to_their_colours() {
    for_seeds(100, |seed| {
        let net = symmetric::net(seed);
        let Ok(unfolding) = unfolded(&net) else { return };
        for place in net.place_ids() {
            let values: Vec<_> = unfolding.places_of(place).map(|p| unfolding.origin(p)).collect();
            assert!(values.windows(2).all(|pair| pair[0].1 < pair[1].1), "in order");
            for (unfolded, (origin, value)) in unfolding.places_of(place).zip(values) {
                assert_eq!((origin, unfolding.place_of(place, &value)), (place, Some(unfolded)));
            }
        }
        let all: usize = net.place_ids().map(|place| unfolding.places_of(place).len()).sum();
        assert_eq!(all, unfolding.net().places.len());
        assert!(unfolding.net().place_ids().all(|p| unfolding.origin(p).0 < PlaceId::new(net.places.len())));
    });
}

/// Coloured transition, and arcs of an unfolded one.
type Kind = (TransitionId, Vec<WeightedArc>);

/// Returns the unfolded transitions, by their coloured transition and their arcs.
fn by_arcs(unfolding: &Unfolding) -> BTreeMap<Kind, Vec<TransitionId>> {
    let net = unfolding.net();
    let mut rows = vec![Vec::new(); net.transitions.len()];
    for arc in &net.arcs {
        rows[arc.transition.index()].push((arc.kind, arc.place, arc.inscription.tokens()));
    }
    let mut found = BTreeMap::<_, Vec<_>>::new();
    for (transition, row) in net.transition_ids().zip(rows) {
        found.entry((unfolding.transition(transition), row)).or_default().push(transition);
    }
    found
}

#[test]
fn merged_bindings_are_those_with_the_same_arcs() {
    let merging = Options { merges: true, ..Options::default() };
    let merged = std::cell::Cell::new(0);
    for_seeds(600, |seed| {
        let net = symmetric::net(seed);
        let Ok(all) = unfolded(&net) else { return };
        let unfolding = unfold_with(&net, merging, &Budget::default()).unwrap();
        merged.set(merged.get() + all.net().transitions.len() - unfolding.net().transitions.len());
        let (bindings, left) = (by_arcs(&all), by_arcs(&unfolding));
        assert!(left.keys().eq(bindings.keys()));
        let mut copies = BTreeMap::new();
        for (left, bindings) in left.values().zip(bindings.values()) {
            assert_eq!(left.len(), 1, "one transition for all of them");
            assert_eq!(unfolding.firing(left[0]), all.firing(bindings[0]), "the first of them");
            copies.insert(left[0], bindings.len() as u64);
        }
        let (Ok(coloured), Ok(plain)) = (explore(&net, 60), explore(unfolding.net(), 60)) else { return };
        assert_eq!((plain.states(), &plain.levels), (coloured.states(), &coloured.levels));
        let interpreter = Interpreter::new(unfolding.net());
        let firings = |marking| interpreter.enabled(marking).unwrap().into_iter().map(|f| f.transition);
        let counted: u64 =
            plain.markings.keys().flat_map(firings).map(|transition| copies[&transition]).sum();
        assert_eq!(counted, coloured.firings);
    });
    assert!(is_met(merged.get(), 1_000), "{merged:?}");
}
