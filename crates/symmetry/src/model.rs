//! The quotient of a state space by symmetries, as a system.
//!
//! States are representatives, packed into bit fields. An event of a state is fired as in [`FieldModel`], and the
//! successor is replaced by its representative.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use num_bigint::BigUint;
use sanderling_model::layout::{Layout, Slot};
use sanderling_model::{
    ClaimStatus, Contradiction, CountModel, FieldExtremes, FieldModel, Knowledge, NetModel,
};
use sanderling_net::semantics::Marking;
use sanderling_net::{PlaceId, TransitionId};
use sanderling_system::{
    Adaptive, Change, Condition, Dependencies, Dependency, EventId, Extremes, Fired, Maxima, Relaxed, Room,
    SlotId, System, Test, Write,
};
use sanderling_unfolding::mix;

use crate::canonical::Canonizer;
use crate::classes::Symmetries;

/// A compiled net whose states represent orbits of markings.
///
/// The events of a representative differ from those of other markings of its orbit. So no two events are independent, and no
/// path is taken as self-covering.
#[derive(Clone)]
pub struct OrbitModel {
    fields: FieldModel,
    symmetries: Arc<Symmetries>,
    /// Whether each orbit has had one representative.
    is_exact: Arc<AtomicBool>,
}

/// Numbers of all markings that states represent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Totals {
    /// Number of markings.
    pub markings: BigUint,
    /// Number of pairs of a marking and a transition enabled in it.
    pub firings: BigUint,
    /// Number of markings in which no transition is enabled.
    pub deadlocks: BigUint,
}

/// Number of markings on the walk that decides whether symmetries are worthwhile.
const STEPS_OF_SAMPLE: u64 = 256;
/// Minimum size of their orbits, as the average number of its bits.
const MIN_BITS: u64 = 5;
/// Number of states between two looks at the clock.
const STATES_BETWEEN_LOOKS: usize = 16;

/// The memory of a worker.
pub struct OrbitScratch(RefCell<(Canonizer, Vec<u64>)>);

impl OrbitModel {
    /// Creates the model of a net. The symmetries must be of the same net.
    #[must_use]
    pub fn new(knowledge: &Knowledge, symmetries: Arc<Symmetries>) -> Self {
        let fields = FieldModel::compile(knowledge.alike(symmetries.orbits_of_places()));
        Self { fields, symmetries, is_exact: Arc::new(AtomicBool::new(true)) }
    }

    /// Whether each orbit met so far has one representative. If not, the number of states is at least the number of orbits.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.is_exact.load(Ordering::Relaxed)
    }

    /// Returns the symmetries whose orbits the states represent.
    #[must_use]
    pub fn symmetries(&self) -> &Symmetries {
        &self.symmetries
    }

    /// Whether visiting representatives probably takes less time than visiting all markings: the orbits on a random walk must be
    /// large, since a representative takes several times as long as a marking.
    #[must_use]
    pub fn is_worthwhile(&self) -> bool {
        let (mut state, mut successor) = (vec![0; self.words()], vec![0; self.words()]);
        let (mut canonizer, mut enabled, mut bits) = (Canonizer::new(&self.symmetries), Vec::new(), 0);
        self.initial(&mut state);
        for step in 0..STEPS_OF_SAMPLE {
            enabled.clear();
            self.fields.enabled::<0>(&state, &(), &mut enabled);
            let chosen = mix(step, enabled.len() as u64) as usize % enabled.len().max(1);
            match enabled.get(chosen) {
                Some(&event)
                    if self.fields.fire::<0>(&state, &(), event, &mut successor) == Fired::Successor =>
                {
                    std::mem::swap(&mut state, &mut successor);
                }
                // The walk begins again in a deadlock, or where more tokens are needed than the first layout has.
                _ => self.initial(&mut state),
            }
            self.represent(&mut canonizer, &state);
            bits += canonizer.orbit_size(&self.symmetries).map_or(0, |size| size.bits());
        }
        bits >= STEPS_OF_SAMPLE * MIN_BITS
    }

    /// Returns the numbers of markings that some states represent, or `None` if an orbit has more representatives than one or `is_over`
    /// returns true.
    ///
    /// Cost: computes the representative of each state again.
    #[must_use]
    pub fn totals<'s>(
        &self,
        states: impl IntoIterator<Item = &'s [u64]>,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Totals> {
        let (mut canonizer, mut enabled, mut totals) =
            (Canonizer::new(&self.symmetries), Vec::new(), Totals::default());
        for (number, state) in states.into_iter().enumerate() {
            if number % STATES_BETWEEN_LOOKS == 0 && is_over() {
                return None;
            }
            self.represent(&mut canonizer, state);
            let size = canonizer.orbit_size(&self.symmetries)?;
            enabled.clear();
            self.fields.enabled::<0>(state, &(), &mut enabled);
            totals.firings += &size * enabled.len();
            if enabled.is_empty() {
                totals.deadlocks += &size;
            }
            totals.markings += size;
        }
        Some(totals)
    }

    /// Returns events that were enabled in no state, without those to which symmetries map another event.
    #[must_use]
    pub fn never_fired(&self, events: &[EventId]) -> Vec<EventId> {
        let mut is_listed = vec![false; self.events()];
        events.iter().for_each(|event| is_listed[event.index()] = true);
        let orbits = self.symmetries.orbits_of_transitions();
        let mut has_fired = vec![false; self.events()];
        for (event, &first) in orbits.iter().enumerate() {
            has_fired[first as usize] |= !is_listed[event];
        }
        events.iter().copied().filter(|event| !has_fired[orbits[event.index()] as usize]).collect()
    }

    /// Returns the transitions of the net that a path of events represents: they can be fired one after the other from the
    /// initial marking, and each marking of the run has the corresponding state as its representative. Returns `None` if
    /// `is_over` returns true, or if a count is too large for any packing.
    ///
    /// Cost: as much as expanding the states of the path.
    ///
    /// # Panics
    /// If an event is not enabled.
    #[must_use]
    pub fn lift(&self, events: &[EventId], is_over: &dyn Fn() -> bool) -> Option<Vec<TransitionId>> {
        let (mut model, symmetries) = (self.clone(), &*self.symmetries);
        let mut canonizer = Canonizer::new(symmetries);
        let (mut state, mut successor) = (vec![0; self.words()], vec![0; self.words()]);
        self.initial(&mut state);
        // The permutation that maps the state to the marking.
        let mut to_marking = symmetries.identity();
        let mut transitions = Vec::with_capacity(events.len());
        for (number, &event) in events.iter().enumerate() {
            if number % STATES_BETWEEN_LOOKS == 0 && is_over() {
                return None;
            }
            let own = symmetries.types.of_transition(TransitionId::new(event.index()));
            let image = symmetries.types.image(own, &|place| symmetries.image(place, &to_marking));
            transitions.push(symmetries.types.first(image.expect("symmetries are automorphisms")));
            loop {
                match model.fields.fire::<0>(&state, &(), event, &mut successor) {
                    Fired::Successor => break,
                    Fired::AssumptionBroken => {
                        let Relaxed::System(wider) = model.relax(&state, event, Room::OTHERS) else {
                            return None;
                        };
                        successor = vec![0; wider.words()];
                        wider.translate(&model, &state, &mut successor);
                        state = std::mem::replace(&mut successor, vec![0; wider.words()]);
                        model = wider;
                    }
                    Fired::Undefined => unreachable!("a place/transition net has no errors"),
                }
            }
            model.represent(&mut canonizer, &successor);
            to_marking = after_inverse(symmetries, &to_marking, canonizer.labelling());
            model.write(canonizer.tokens(), &successor, &mut state);
        }
        Some(transitions)
    }

    fn represent(&self, canonizer: &mut Canonizer, state: &[u64]) {
        let (layout, movable) = (self.layout(), &self.symmetries.movable);
        let is_exact =
            canonizer.represent(&self.symmetries, |number| layout.tokens(state, movable[number].place));
        if !is_exact {
            self.is_exact.store(false, Ordering::Relaxed);
        }
    }

    fn layout(&self) -> &Layout {
        CountModel::layout(&self.fields)
    }

    /// Writes the state that equals another one except for the tokens of the movable places.
    fn write(&self, tokens: Option<&[u64]>, other: &[u64], state: &mut [u64]) {
        state[..self.words()].copy_from_slice(&other[..self.words()]);
        let Some(tokens) = tokens else { return };
        for &movable in &self.symmetries.active {
            let place = self.symmetries.movable[movable as usize].place;
            if let Slot::Field(field) = self.layout().slot(place) {
                state[field.word as usize] &= !field.mask();
                field.write(tokens[movable as usize], state);
            }
        }
    }
}

/// Returns the permutation that first undoes `undone` and then does `done`.
fn after_inverse(symmetries: &Symmetries, done: &[u32], undone: &[u32]) -> Vec<u32> {
    let mut ranks = symmetries.identity();
    for class in &symmetries.classes {
        for value in class.first..class.first + class.size {
            ranks[(class.first + undone[value as usize]) as usize] = done[value as usize];
        }
    }
    ranks
}

impl System for OrbitModel {
    type Scratch = OrbitScratch;

    const HAS_ALL_STORES: bool = false;

    fn words(&self) -> usize {
        self.fields.words()
    }

    fn events(&self) -> usize {
        self.fields.events()
    }

    fn scratch(&self) -> OrbitScratch {
        OrbitScratch(RefCell::new((Canonizer::new(&self.symmetries), vec![0; self.words()])))
    }

    /// Writes the initial marking, which all symmetries fix.
    fn initial(&self, state: &mut [u64]) {
        self.fields.initial(state);
    }

    fn unpack<const W: usize>(&self, _: &[u64], _: &mut OrbitScratch) {}

    fn enabled<const W: usize>(&self, state: &[u64], _: &OrbitScratch, events: &mut Vec<EventId>) {
        self.fields.enabled::<0>(state, &(), events);
    }

    fn fire<const W: usize>(
        &self,
        state: &[u64],
        scratch: &OrbitScratch,
        event: EventId,
        successor: &mut [u64],
    ) -> Fired {
        let (canonizer, marking) = &mut *scratch.0.borrow_mut();
        let fired = self.fields.fire::<0>(state, &(), event, marking);
        if fired == Fired::Successor {
            self.represent(canonizer, marking);
            self.write(canonizer.tokens(), marking, successor);
        }
        fired
    }
}

impl Extremes for OrbitModel {
    type Extremes = FieldExtremes;

    fn no_extremes(&self) -> FieldExtremes {
        self.fields.no_extremes()
    }

    fn absorb<const W: usize>(&self, state: &[u64], _: &OrbitScratch, extremes: &mut FieldExtremes) {
        self.fields.absorb::<0>(state, &(), extremes);
    }

    fn join(&self, extremes: &mut FieldExtremes, others: &FieldExtremes) {
        self.fields.join(extremes, others);
    }

    /// Raises each place to the greatest count of its orbit.
    fn raise(&self, extremes: &FieldExtremes, maxima: &mut Maxima) {
        self.fields.raise(extremes, maxima);
        let orbits = self.symmetries.orbits_of_places();
        for (place, &first) in orbits.iter().enumerate() {
            maxima.each[first as usize] = maxima.each[first as usize].max(maxima.each[place]);
        }
        for (place, &first) in orbits.iter().enumerate() {
            maxima.each[place] = maxima.each[first as usize];
        }
    }
}

impl Adaptive for OrbitModel {
    fn relax(&self, state: &[u64], event: EventId, room: Room) -> Relaxed<Self> {
        match self.fields.relax(state, event, room) {
            Relaxed::System(fields) => {
                let knowledge = fields.knowledge().alike(self.symmetries.orbits_of_places());
                Relaxed::System(Self { fields: FieldModel::compile(knowledge), ..self.clone() })
            }
            Relaxed::Unrepresentable => Relaxed::Unrepresentable,
        }
    }

    fn translate(&self, earlier: &Self, state: &[u64], translated: &mut [u64]) {
        self.fields.translate(&earlier.fields, state, translated);
    }

    fn pumps(&self, _: &[u64], _: &[EventId], _: &[u64]) -> bool {
        false
    }
}

impl Dependencies for OrbitModel {
    fn slots(&self) -> usize {
        self.fields.slots()
    }

    fn value(&self, state: &[u64], _: &OrbitScratch, slot: SlotId) -> i128 {
        self.fields.value(state, &(), slot)
    }

    /// Every event may depend on every place and change it, since the successor is replaced by its representative.
    fn dependencies(&self) -> Vec<Dependency> {
        let slots = || (0..self.slots()).map(SlotId::new);
        let tests = slots().map(|slot| Test { slot, condition: Condition::Depends }).collect();
        let writes = slots().map(|slot| Write { slot, change: Change::Assign }).collect();
        vec![Dependency::new(tests, slots().collect(), writes); self.events()]
    }
}

impl NetModel for OrbitModel {
    fn encoding(&self) -> &'static str {
        self.fields.encoding()
    }

    fn bits_per_state(&self) -> u64 {
        self.fields.bits_per_state()
    }

    fn tokens(&self, state: &[u64], _: &OrbitScratch, place: PlaceId) -> u64 {
        self.fields.tokens(state, &(), place)
    }

    fn is_enabled(&self, state: &[u64], _: &OrbitScratch, transition: TransitionId) -> bool {
        self.fields.is_enabled(state, &(), transition)
    }

    fn marking(&self, state: &[u64], _: &OrbitScratch) -> Option<Marking> {
        self.fields.marking(state, &())
    }

    fn packed(&self, marking: &Marking) -> Option<Vec<u64>> {
        self.fields.packed(marking)
    }

    fn represented_by(&self, marking: &Marking) -> Marking {
        let mut canonizer = Canonizer::new(&self.symmetries);
        let movable = &self.symmetries.movable;
        canonizer.represent(&self.symmetries, |number| marking.tokens(movable[number].place));
        let ranks = canonizer.labelling();
        let mut tokens: Vec<u64> = self.layout().slots().map(|(place, _)| marking.tokens(place)).collect();
        for (place, _) in self.layout().slots() {
            let image = self.symmetries.image(place.index() as u32, ranks);
            tokens[image as usize] = marking.tokens(place);
        }
        Marking::of_tokens(&tokens)
    }

    fn contradiction(&self, marking: &Marking) -> Option<Contradiction> {
        self.fields.contradiction(marking)
    }

    fn asserts(&self, _: &[u64], _: &OrbitScratch, _: usize) -> bool {
        unreachable!("a place/transition net has no assertions")
    }

    fn claim_status(&self) -> &ClaimStatus {
        self.fields.claim_status()
    }
}
