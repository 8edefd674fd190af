//! The dependencies of a place/transition net: places are slots, and their values are token counts.
//!
//! A transition tests that its places contain enough or few enough tokens, and adds to them. It reads nothing, and its
//! change of a place is the same in all markings. A place to which it returns the tokens that it takes is only tested.
//! A reset place is set to the tokens put there.
//!
//! INVARIANT: slot `s` is the place with the number of `s`, in every encoding and under all assumptions.

use sanderling_net::sparse::value as weight;
use sanderling_net::{PlaceId, TransitionId};
use sanderling_system::{Change, Condition, Dependencies, Dependency, SlotId, System, Test, Write};

use crate::{CountModel, FieldModel, NetModel, RadixModel, Structure};

impl Dependencies for FieldModel {
    fn slots(&self) -> usize {
        self.knowledge().structure().place_count()
    }

    fn value(&self, state: &[u64], scratch: &Self::Scratch, slot: SlotId) -> i128 {
        tokens(self, state, scratch, slot)
    }

    fn dependencies(&self) -> Vec<Dependency> {
        of_net(self.knowledge().structure())
    }
}

impl Dependencies for RadixModel {
    fn slots(&self) -> usize {
        self.knowledge().structure().place_count()
    }

    fn value(&self, state: &[u64], scratch: &Self::Scratch, slot: SlotId) -> i128 {
        tokens(self, state, scratch, slot)
    }

    fn dependencies(&self) -> Vec<Dependency> {
        of_net(self.knowledge().structure())
    }
}

fn tokens<M: NetModel>(model: &M, state: &[u64], scratch: &<M as System>::Scratch, slot: SlotId) -> i128 {
    i128::from(model.tokens(state, scratch, PlaceId::new(slot.index())))
}

fn of_net(structure: &Structure) -> Vec<Dependency> {
    structure.transition_ids().map(|transition| of_transition(structure, transition)).collect()
}

fn of_transition(structure: &Structure, transition: TransitionId) -> Dependency {
    let mut writes: Vec<Write> = structure
        .effect(transition)
        .iter()
        .map(|&(place, effect)| Write { slot: slot(place), change: Change::Add(effect) })
        .collect();
    writes.extend(structure.reset(transition).iter().map(|&place| {
        let tokens = weight(structure.post(transition), place);
        Write { slot: slot(place), change: Change::Put(i128::from(tokens)) }
    }));
    Dependency::new(tests(structure, transition), Vec::new(), writes)
}

fn tests(structure: &Structure, transition: TransitionId) -> Vec<Test> {
    let mut conditions: Vec<(PlaceId, Condition)> = Vec::new();
    conditions.extend(
        structure.needs(transition).map(|(place, tokens)| (place, Condition::at_least(i128::from(tokens)))),
    );
    conditions.extend(
        structure
            .at_most(transition)
            .map(|(place, most)| (place, Condition::at_most(most.map_or(-1, i128::from)))),
    );
    conditions.into_iter().map(|(place, condition)| Test { slot: slot(place), condition }).collect()
}

fn slot(place: PlaceId) -> SlotId {
    SlotId::new(place.index())
}

#[cfg(test)]
mod tests {
    use sanderling_net::Net;
    use sanderling_testkit::tiny::nets;

    use super::*;

    fn dependencies(net: &Net) -> Vec<Dependency> {
        of_net(&Structure::build(net).unwrap())
    }

    fn written(dependency: &Dependency) -> Vec<(usize, Change)> {
        dependency.writes().iter().map(|write| (write.slot.index(), write.change)).collect()
    }

    #[test]
    fn every_kind_of_arc_leaves_its_footprint() {
        let dependency = &dependencies(&nets::every_arc())[0];
        let tested: Vec<_> =
            dependency.tests().iter().map(|test| (test.slot.index(), test.condition)).collect();
        assert_eq!(tested, [(1, Condition::at_least(1)), (2, Condition::at_most(1))]);
        assert_eq!(written(dependency), [(0, Change::Put(0)), (2, Change::Add(1))]);
        assert_eq!(dependency.reads(), []);
    }

    #[test]
    fn tokens_that_are_returned_are_not_written() {
        let dependency = &dependencies(&nets::self_loop())[0];
        assert_eq!(dependency.tests(), [Test { slot: SlotId::new(0), condition: Condition::at_least(1) }]);
        assert_eq!(written(dependency), []);
    }

    #[test]
    fn a_capacity_is_a_test() {
        let dependency = &dependencies(&nets::filling(9))[0];
        assert_eq!(dependency.tests(), [Test { slot: SlotId::new(0), condition: Condition::at_most(8) }]);
    }

    #[test]
    fn steps_around_a_ring_are_independent_and_rivals_are_not() {
        // Neighbours share a place, to which one adds and from which the other takes.
        let ring = dependencies(&nets::ring(5, 2));
        let pairs = || ring.iter().flat_map(|one| ring.iter().map(move |other| (one, other)));
        assert!(pairs().filter(|(one, other)| one != other).all(|(one, other)| one.is_independent_of(other)));
        assert_eq!(pairs().filter(|(one, other)| one.may_enable(other)).count(), 5);
        let table = dependencies(&nets::philosophers(3));
        assert!(!table[0].is_independent_of(&table[1]), "which fork first");
        assert!(table[0].may_disable(&table[1]) && table[0].may_enable(&table[2]));
        assert!(!table[0].is_independent_of(&table[12]), "two want the same fork");
        assert!(table[0].is_independent_of(&table[5]), "each their left one");
    }
}
