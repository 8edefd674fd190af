//! The set of all reachable markings, and operations on its subsets.

use num_bigint::BigUint;
use sanderling_diagram::{Diagrams, Event, Measures, Relation, Set, Stop};
use sanderling_model::Structure;
use sanderling_net::{PlaceId, TransitionId};

use crate::{Counts, Order};

/// What it took to find all reachable markings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// The order of the places.
    pub order: Order,
    /// The number of levels, one for each place.
    pub levels: u32,
    /// The number of nodes of the set of all reachable markings.
    pub nodes: u64,
    /// The number of nodes that were ever created in this order.
    pub created_nodes: u64,
    /// The number of times that unused nodes were removed.
    pub collections: u64,
}

/// The set of all reachable markings. Operations return subsets of it.
pub struct Reached<'a, 'n> {
    pub(crate) structure: &'n Structure,
    pub(crate) diagrams: Diagrams<'a>,
    /// The maximum memory of the search, in bytes.
    pub(crate) peak_bytes: u64,
    pub(crate) initial: Set,
    pub(crate) all: Set,
    order: Order,
    /// The level of each place, from 1 at the bottom.
    pub(crate) levels: Vec<u32>,
    /// The event of each transition, unless it can never fire.
    pub(crate) events: Vec<Option<Event>>,
    /// The reverse events, and their relation, if they have been needed.
    backwards: Option<(Relation, Vec<Event>)>,
    /// The markings without an enabled transition, if they have been needed.
    dead: Option<Set>,
}

impl<'a, 'n> Reached<'a, 'n> {
    pub(crate) fn new(
        structure: &'n Structure,
        (diagrams, initial, all): (Diagrams<'a>, Set, Set),
        (order, levels, events): (Order, Vec<u32>, Vec<Option<Event>>),
    ) -> Self {
        Self {
            structure,
            diagrams,
            peak_bytes: 0,
            initial,
            all,
            order,
            levels,
            events,
            backwards: None,
            dead: None,
        }
    }

    /// Returns the order of the places that was used.
    #[must_use]
    pub fn order(&self) -> Order {
        self.order
    }

    /// Returns what it took to find the markings, and operations on them so far.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn cost(&mut self) -> Result<Cost, Stop> {
        Ok(Cost {
            order: self.order,
            levels: self.levels.len() as u32,
            nodes: self.diagrams.nodes(&self.all)?,
            created_nodes: self.diagrams.created_nodes(),
            collections: self.diagrams.collections(),
        })
    }

    /// Returns the maximum memory of the search and of all operations so far, in bytes.
    #[must_use]
    pub fn peak_bytes(&self) -> u64 {
        // The memory of diagrams never shrinks.
        self.peak_bytes.max(self.diagrams.bytes())
    }

    /// Returns the numbers of markings, firings and tokens. `most` and `enabled` are by place and transition.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn measures(&mut self) -> Result<Measures, Stop> {
        let events: Vec<_> = self.events.iter().flatten().cloned().collect();
        let measures = self.diagrams.measure(&self.all, &events)?;
        let mut enabled = measures.enabled.iter().copied();
        let of_event = |event: &Option<Event>| event.is_some() && enabled.next().unwrap_or(false);
        let enabled = self.events.iter().map(of_event).collect();
        let most = self.levels.iter().map(|&level| measures.most[level as usize - 1]).collect();
        Ok(Measures { enabled, most, ..measures })
    }

    /// Returns the numbers of markings, firings and tokens of the net.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn counts(&mut self) -> Result<Counts, Stop> {
        let measures = self.measures()?;
        Ok(Counts {
            markings: measures.members,
            firings: measures.firings,
            max_in_place: measures.most.iter().copied().max().unwrap_or(0).into(),
            max_in_marking: measures.max_in_total.into(),
        })
    }

    /// Returns the tokens of a place in a member, which has the values of the levels from the bottom.
    fn tokens(&self, member: &[u32], place: PlaceId) -> u32 {
        member[self.levels[place.index()] as usize - 1]
    }

    /// Returns the values of a marking, by level from the bottom.
    fn values(&self, marking: &[u64]) -> Option<Vec<u32>> {
        let mut values = vec![0; marking.len()];
        for (&level, &tokens) in self.levels.iter().zip(marking) {
            values[level as usize - 1] = u32::try_from(tokens).ok()?;
        }
        Some(values)
    }

    /// Fires all transitions in some members, and returns a marking that is missing from the set, by place. There is none
    /// unless the program has an error. `choose` picks one of a number of values.
    #[must_use]
    pub fn missing_marking(
        &self,
        members: usize,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Vec<u64>> {
        for _ in 0..members {
            let member = self.diagrams.member(&self.all, choose)?;
            let place_ids = self.structure.place_ids();
            let marking: Vec<u64> = place_ids.map(|place| u64::from(self.tokens(&member, place))).collect();
            for transition in self.structure.transition_ids() {
                let Some(next) = successor(self.structure, transition, &marking) else { continue };
                if !self.contains(&self.all, &next) {
                    return Some(next);
                }
            }
        }
        None
    }

    /// Returns all reachable markings.
    pub fn everything(&mut self) -> Set {
        self.diagrams.copy(&self.all)
    }

    /// Returns the empty set.
    pub fn nothing(&mut self) -> Set {
        self.diagrams.empty()
    }

    /// Whether the initial marking is a member.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn has_initial(&mut self, set: &Set) -> Result<bool, Stop> {
        let common = self.diagrams.intersection(set, &self.initial)?;
        let has_initial = !self.diagrams.is_empty(&common);
        self.diagrams.release(common);
        Ok(has_initial)
    }

    /// Whether a marking is a member.
    #[must_use]
    pub fn contains(&self, set: &Set, marking: &[u64]) -> bool {
        self.values(marking).is_some_and(|values| self.diagrams.contains(set, &values))
    }

    /// Returns the number of members of a set.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn count(&mut self, set: &Set) -> Result<BigUint, Stop> {
        Ok(self.diagrams.measure(set, &[])?.members)
    }

    /// Whether a set has no members.
    #[must_use]
    pub fn is_empty(&self, set: &Set) -> bool {
        self.diagrams.is_empty(set)
    }

    /// Whether a set has all reachable markings.
    #[must_use]
    pub fn is_everything(&self, set: &Set) -> bool {
        self.diagrams.is_equal(set, &self.all)
    }

    /// Frees a set.
    pub fn release(&mut self, set: Set) {
        self.diagrams.release(set);
    }

    /// Returns the reachable markings that are not in a set.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn complement(&mut self, set: &Set) -> Result<Set, Stop> {
        self.diagrams.difference(&self.all, set)
    }

    /// Returns the union of two sets.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn union(&mut self, one: &Set, other: &Set) -> Result<Set, Stop> {
        self.diagrams.union(one, other)
    }

    /// Returns the intersection of two sets.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn intersection(&mut self, one: &Set, other: &Set) -> Result<Set, Stop> {
        self.diagrams.intersection(one, other)
    }

    /// Returns the markings in which no transition is enabled.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn dead(&mut self) -> Result<Set, Stop> {
        if self.dead.is_none() {
            let events: Vec<_> = self.events.iter().flatten().cloned().collect();
            self.dead = Some(self.diagrams.disabled(&self.all, &events)?);
        }
        Ok(self.dead.as_ref().map(|dead| self.diagrams.copy(dead)).expect("it has been computed"))
    }

    /// Returns the markings from which some firing leads into a set.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn before(&mut self, set: &Set) -> Result<Set, Stop> {
        let (_, events) = self.backwards()?;
        let mut before = self.diagrams.empty();
        for event in events {
            let image = self.diagrams.image(&event, set)?;
            self.unite(&mut before, image)?;
        }
        let inside = self.diagrams.intersection(&before, &self.all)?;
        self.diagrams.release(before);
        Ok(inside)
    }

    /// Returns the markings from which some run leads into `wanted`, with all markings before that in `on_the_way`.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn until(&mut self, on_the_way: &Set, wanted: &Set) -> Result<Set, Stop> {
        let (relation, _) = self.backwards()?;
        let within = self.diagrams.union(on_the_way, wanted)?;
        let result = self.diagrams.closure(relation, wanted, Some(&within))?;
        self.diagrams.release(within);
        Ok(result)
    }

    /// Returns the markings from which some run, which ends only in a deadlock, stays in `on_the_way` or leads into
    /// `wanted` with all markings before that in `on_the_way`.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn weak_until(&mut self, on_the_way: &Set, wanted: &Set) -> Result<Set, Stop> {
        let dead = self.dead()?;
        let dead_ends = self.diagrams.intersection(&dead, on_the_way)?;
        self.diagrams.release(dead);
        let ends = self.diagrams.union(&dead_ends, wanted)?;
        self.diagrams.release(dead_ends);
        // What leads to an end is settled at once; the rest must have an infinite run.
        let settled = self.until(on_the_way, &ends)?;
        self.diagrams.release(ends);
        let mut rest = self.diagrams.difference(on_the_way, &settled)?;
        loop {
            let before = self.before(&rest)?;
            let next = self.diagrams.intersection(&rest, &before)?;
            self.diagrams.release(before);
            let is_stable = self.diagrams.is_equal(&next, &rest);
            self.diagrams.release(std::mem::replace(&mut rest, next));
            if is_stable {
                break;
            }
        }
        self.unite(&mut rest, settled)?;
        Ok(rest)
    }

    /// Returns the firings of a shortest run from the initial marking into a set, or `None` if it has no members.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn run_to(&mut self, goal: &Set) -> Result<Option<Vec<TransitionId>>, Stop> {
        let (_, events) = self.backwards()?;
        let rings = self.diagrams.rings(&events, (goal, &self.initial), Some(&self.all), false)?;
        let mut marking = self.structure.initial().to_vec();
        let mut run = Vec::new();
        let found = rings.last().is_some_and(|last| self.contains(last, &marking));
        for ring in rings.iter().rev().skip(1).take_while(|_| found) {
            let step = self.structure.transition_ids().find_map(|transition| {
                let next = successor(self.structure, transition, &marking)?;
                self.contains(ring, &next).then_some((transition, next))
            });
            let (transition, next) = step.expect("a ring leads to the one before it");
            run.push(transition);
            marking = next;
        }
        rings.into_iter().for_each(|ring| self.diagrams.release(ring));
        Ok(found.then_some(run))
    }

    /// Whether some run leads from every reachable marking into a set.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn is_always_reachable(&mut self, set: &Set) -> Result<bool, Stop> {
        let everything = self.everything();
        let before = self.until(&everything, set)?;
        let is_always = self.is_everything(&before);
        self.release(before);
        self.release(everything);
        Ok(is_always)
    }

    /// Whether the initial marking is reachable from every reachable marking.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn always_returns(&mut self) -> Result<bool, Stop> {
        let initial = self.diagrams.copy(&self.initial);
        let returns = self.is_always_reachable(&initial);
        self.release(initial);
        returns
    }

    /// Returns the greatest weighted sum of tokens. No place occurs twice.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn greatest(&mut self, sum: &[(i64, PlaceId)]) -> Result<i128, Stop> {
        let weights = self.weights(sum);
        let greatest = self.diagrams.greatest(&self.all, &weights)?;
        Ok(greatest.expect("the initial marking is reachable"))
    }

    /// Returns the weights by level. No place occurs twice.
    pub(crate) fn weights(&self, sum: &[(i64, PlaceId)]) -> Vec<i64> {
        let mut weights = vec![0; self.levels.len()];
        for &(weight, place) in sum {
            weights[self.levels[place.index()] as usize - 1] += weight;
        }
        weights
    }

    /// Adds a set to another one, and frees it.
    pub(crate) fn unite(&mut self, set: &mut Set, other: Set) -> Result<(), Stop> {
        let union = self.diagrams.union(set, &other)?;
        self.diagrams.release(other);
        self.diagrams.release(std::mem::replace(set, union));
        Ok(())
    }

    /// Returns the reverse events.
    pub(crate) fn backwards(&mut self) -> Result<(Relation, Vec<Event>), Stop> {
        if self.backwards.is_none() {
            let most = self.diagrams.measure(&self.all, &[])?.most;
            let events: Vec<_> = self.events.iter().flatten().map(|event| event.reversed(&most)).collect();
            self.backwards = Some((self.diagrams.relation(&events), events));
        }
        Ok(self.backwards.clone().expect("it has been computed"))
    }
}

/// Returns the marking after a firing, by place, or `None` if the transition is not enabled. This does not use the events,
/// so that it can check them.
pub(crate) fn successor(
    structure: &Structure,
    transition: TransitionId,
    marking: &[u64],
) -> Option<Vec<u64>> {
    let tokens = |place: PlaceId| marking[place.index()];
    let is_enabled = structure.needs(transition).all(|(place, weight)| tokens(place) >= weight)
        && structure.at_most(transition).all(|(place, most)| most.is_some_and(|most| tokens(place) <= most));
    if !is_enabled {
        return None;
    }
    let mut next = marking.to_vec();
    structure.pre(transition).iter().for_each(|&(place, weight)| next[place.index()] -= weight);
    structure.reset(transition).iter().for_each(|place| next[place.index()] = 0);
    for &(place, weight) in structure.post(transition) {
        next[place.index()] = next[place.index()].checked_add(weight)?;
    }
    Some(next)
}
