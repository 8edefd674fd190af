//! The laws of [`Dependencies`].
//!
//! Laws 2 and 4 compare states that agree on some slots. These are found among the states that the walks visit: for
//! each event, its effect is stored under the values of the slots that decide it, and must be the same when these
//! values occur again. So small state spaces are checked thoroughly, and large ones as far as states with common values
//! occur by chance; the number of comparisons is returned.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_system::{
    Adaptive, Change, Condition, Dependencies, Dependency, EventId, Fired, Relaxed, Room, SlotId,
};

use super::walk::{attempt, enabled, initial};
use super::{STEPS, WALK};

/// Number of times that an event may break an assumption before the walk abandons it.
const RELAXATIONS: usize = 200;

/// Numbers of comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Compared {
    /// Different states in which the laws were checked.
    pub states: usize,
    /// Pairs of an event and a state in which its effect had to be the same as in another state.
    pub alike: usize,
    /// Pairs of independent events that were fired in both orders.
    pub diamonds: usize,
}

impl std::ops::AddAssign for Compared {
    fn add_assign(&mut self, more: Self) {
        self.states += more.states;
        self.alike += more.alike;
        self.diamonds += more.diamonds;
    }
}

/// Checks the laws of [`Dependencies`] on walks from `seed`, and relaxes the system if an assumption breaks.
///
/// # Panics
/// If one of them does not hold.
pub fn check_dependency_laws<S: Dependencies + Adaptive + Clone>(system: &S, seed: u64) -> Compared {
    check_dependencies(system, &system.dependencies(), seed)
}

/// Checks the laws with these dependencies instead of the system's own.
///
/// # Panics
/// If a law does not hold.
pub fn check_dependencies<S>(system: &S, dependencies: &[Dependency], seed: u64) -> Compared
where
    S: Dependencies + Adaptive + Clone,
{
    assert_eq!(dependencies.len(), system.events(), "Footprints: one for each event");
    let mut random = StdRng::seed_from_u64(seed);
    let mut check = Check {
        system: system.clone(),
        dependencies,
        seed,
        states: HashMap::new(),
        enabled: HashMap::new(),
        effects: HashMap::new(),
        compared: Compared::default(),
    };
    for _ in 0..STEPS.div_ceil(WALK) {
        let mut state = initial(&check.system);
        for _ in 0..WALK {
            let events = check.visit(&state);
            if events.is_empty() {
                break;
            }
            let event = events[random.random_range(0..events.len())];
            match check.advance(state, event) {
                Some(successor) => state = successor,
                None => break,
            }
        }
    }
    check.compared
}

/// Values of some slots.
type Values = Vec<i128>;

/// Effect of a firing.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Effect {
    Undefined,
    Ended,
    /// Values of the assigned slots, before and after.
    Assigned(Vec<(i128, i128)>),
}

impl Effect {
    /// Returns whether one rule may have had both effects: each slot got the same value, or was unchanged twice.
    fn agrees_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Assigned(one), Self::Assigned(other)) => {
                one.iter().zip(other).all(|(a, b)| a.1 == b.1 || (a.0 == a.1 && b.0 == b.1))
            }
            _ => self == other,
        }
    }
}

struct Check<'a, S> {
    system: S,
    dependencies: &'a [Dependency],
    seed: u64,
    /// States by the values of all slots.
    states: HashMap<Values, Vec<u64>>,
    /// Whether an event is enabled, by the values that decide it.
    enabled: HashMap<(EventId, Values), bool>,
    /// Effect of an event, by the values that decide it.
    effects: HashMap<(EventId, Values), Effect>,
    compared: Compared,
}

impl<S: Dependencies + Adaptive> Check<'_, S> {
    /// Checks all laws in a state, unless the state is known. Returns the events enabled in it.
    fn visit(&mut self, state: &[u64]) -> Vec<EventId> {
        let events = enabled::<S, 0>(&self.system, state, &mut self.system.scratch());
        if self.system.is_end(state) {
            assert!(
                events.is_empty(),
                "Footprints, law 1: nothing is enabled in the end; seed {}",
                self.seed
            );
            return events;
        }
        let values = self.values(state);
        if let Some(known) = self.states.get(&values) {
            assert_eq!(known, state, "{}", self.law(1, "equal values make equal states", &values));
            return events;
        }
        self.states.insert(values.clone(), state.to_vec());
        self.compared.states += 1;
        for event in (0..self.system.events()).map(EventId::new) {
            self.check_tests(event, events.contains(&event), &values);
        }
        for &event in &events {
            self.check_firing(event, state, &values);
        }
        self.check_independence(state, &events, &values);
        events
    }

    /// Checks law 2.
    fn check_tests(&mut self, event: EventId, is_enabled: bool, values: &[i128]) {
        let dependency = &self.dependencies[event.index()];
        if !dependency.tests().iter().all(|test| test.condition.admits(values[test.slot.index()])) {
            assert!(!is_enabled, "{}", self.law(2, &format!("{event:?} needs its conditions"), values));
            return;
        }
        match self.enabled.entry((event, project(values, undecided(dependency)))) {
            Entry::Vacant(entry) => drop(entry.insert(is_enabled)),
            Entry::Occupied(known) => {
                let is_alike = *known.get() == is_enabled;
                assert!(is_alike, "{}", self.law(2, &format!("the tested slots decide {event:?}"), values));
                self.compared.alike += 1;
            }
        }
    }

    /// Checks laws 3 and 4.
    fn check_firing(&mut self, event: EventId, state: &[u64], values: &[i128]) {
        let dependency = &self.dependencies[event.index()];
        let effect = match self.fire(state, event) {
            (Fired::AssumptionBroken, _) => return,
            (Fired::Undefined, _) => {
                let may_be = dependency.may_be_undefined();
                assert!(may_be, "{}", self.law(4, &format!("{event:?} is never undefined"), values));
                Effect::Undefined
            }
            (Fired::Successor, successor) if self.system.is_end(&successor) => {
                assert!(dependency.may_end(), "{}", self.law(3, &format!("{event:?} does not end"), values));
                Effect::Ended
            }
            (Fired::Successor, successor) => {
                let after = self.values(&successor);
                self.check_writes(event, values, &after);
                let assigned = dependency.writes().iter().filter(|write| write.change == Change::Assign);
                Effect::Assigned(assigned.map(|w| (values[w.slot.index()], after[w.slot.index()])).collect())
            }
        };
        let deciding = dependency.reads().iter().copied().chain(undecided(dependency));
        match self.effects.entry((event, project(values, deciding))) {
            Entry::Vacant(entry) => drop(entry.insert(effect)),
            Entry::Occupied(known) => {
                let is_alike = known.get().agrees_with(&effect);
                assert!(is_alike, "{}", self.law(4, &format!("what is read decides {event:?}"), values));
                self.compared.alike += 1;
            }
        }
    }

    /// Checks law 3.
    fn check_writes(&self, event: EventId, before: &[i128], after: &[i128]) {
        for (index, (&old, &new)) in before.iter().zip(after).enumerate() {
            let is_right = match self.dependencies[event.index()].change_of(SlotId::new(index)) {
                None => new == old,
                Some(Change::Add(sum)) => new == old + sum,
                Some(Change::Put(value)) => new == value,
                Some(Change::Assign) => true,
            };
            let claim = || format!("{event:?} writes slot {index} as declared, not from {old} to {new}");
            assert!(is_right, "{}", self.law(3, &claim(), before));
        }
    }

    /// Checks law 5.
    fn check_independence(&mut self, state: &[u64], events: &[EventId], values: &[i128]) {
        for (position, &one) in events.iter().enumerate() {
            for &other in &events[..position] {
                if self.dependencies[one.index()].is_independent_of(&self.dependencies[other.index()]) {
                    let ends = [self.fire_both(state, one, other), self.fire_both(state, other, one)];
                    if let [Some(end), Some(end_too)] = &ends {
                        let claim = format!("{one:?} and {other:?} commute");
                        assert_eq!(end, end_too, "{}", self.law(5, &claim, values));
                        self.compared.diamonds += 1;
                    }
                }
            }
        }
    }

    /// Returns the state after two independent events, if both have successors that break no assumption.
    fn fire_both(&self, state: &[u64], first: EventId, second: EventId) -> Option<Vec<u64>> {
        let (Fired::Successor, between) = self.fire(state, first) else { return None };
        let law = |claim: &str| {
            let claim = format!("{first:?} before {second:?}: {claim}");
            self.law(5, &claim, &self.values(state))
        };
        let still = enabled::<S, 0>(&self.system, &between, &mut self.system.scratch());
        assert!(still.contains(&second), "{}", law("neither disables the other"));
        let ((alone, _), (after, end)) = (self.fire(state, second), self.fire(&between, second));
        let is_undefined = |fired| fired == Fired::Undefined;
        let is_announced = alone != Fired::AssumptionBroken && after != Fired::AssumptionBroken;
        assert!(
            !is_announced || is_undefined(alone) == is_undefined(after),
            "{}",
            law("it stays defined or not")
        );
        (after == Fired::Successor).then_some(end)
    }

    /// Fires an event, and relaxes the system if that breaks an assumption. `None` if there is no successor.
    fn advance(&mut self, mut state: Vec<u64>, event: EventId) -> Option<Vec<u64>> {
        for round in 0..RELAXATIONS {
            let (fired, successor) = self.fire(&state, event);
            if fired != Fired::AssumptionBroken {
                if round > 0 {
                    // This could not be checked when the state was visited.
                    self.check_firing(event, &state, &self.values(&state));
                }
                return (fired == Fired::Successor).then_some(successor);
            }
            let room = Room { others_too: round > 3, ..Room::default() };
            let Relaxed::System(relaxed) = self.system.relax(&state, event, room) else { return None };
            state = self.relax_to(relaxed, &state);
        }
        None
    }

    /// Continues in the relaxed system, and checks law 6. Returns the state's representation there.
    fn relax_to(&mut self, relaxed: S, state: &[u64]) -> Vec<u64> {
        let earlier = std::mem::replace(&mut self.system, relaxed);
        let is_same = earlier.dependencies() == self.system.dependencies();
        assert!(is_same, "Footprints, law 6: relaxing keeps the footprints; seed {}", self.seed);
        let mut states = std::mem::take(&mut self.states);
        for (values, state) in &mut states {
            *state = self.translated(&earlier, state);
            assert_eq!(&self.values(state), values, "{}", self.law(6, "translation keeps values", values));
        }
        self.states = states;
        self.translated(&earlier, state)
    }

    fn translated(&self, earlier: &S, state: &[u64]) -> Vec<u64> {
        let mut translated = vec![0; self.system.words()];
        self.system.translate(earlier, state, &mut translated);
        translated
    }

    fn fire(&self, state: &[u64], event: EventId) -> (Fired, Vec<u64>) {
        attempt::<S, 0>(&self.system, state, &mut self.system.scratch(), event)
    }

    fn values(&self, state: &[u64]) -> Values {
        let mut scratch = self.system.scratch();
        self.system.unpack::<0>(state, &mut scratch);
        (0..self.system.slots()).map(|slot| self.system.value(state, &scratch, SlotId::new(slot))).collect()
    }

    fn law(&self, number: usize, claim: &str, values: &[i128]) -> String {
        format!("Footprints, law {number}: {claim}; seed {}, values {values:?}", self.seed)
    }
}

/// Returns the slots for which a dependency does not specify the values that pass.
fn undecided(dependency: &Dependency) -> impl Iterator<Item = SlotId> + '_ {
    let depends = dependency.tests().iter().filter(|test| test.condition == Condition::Depends);
    depends.map(|test| test.slot)
}

fn project(values: &[i128], slots: impl Iterator<Item = SlotId>) -> Values {
    slots.map(|slot| values[slot.index()]).collect()
}

#[cfg(test)]
mod tests;
