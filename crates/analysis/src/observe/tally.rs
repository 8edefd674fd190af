//! The results of all observations in a search.

use sanderling_system::{EventId, Extremes, Maxima};

use super::{EventSet, Observation, Watch};
use crate::checkpoint::content::SavedTally;
use crate::self_check::Checks;
use crate::witness::Witness;

/// The results of all states that have been expanded.
#[derive(Debug, Clone)]
pub(crate) struct Tally {
    pub(crate) expanded: u64,
    pub(crate) firings: u64,
    pub(crate) dead: u64,
    pub(crate) maxima: Maxima,
    /// The maximum of each measure, or the minimum of the type if no state has been observed.
    pub(crate) measured: Vec<i128>,
    pub(crate) fired: EventSet,
    /// The number of states at which the events are next checked for being enough.
    next_look: u64,
    /// For each goal, a path to a state that meets it.
    pub(crate) hits: Vec<Option<Witness>>,
    /// For each goal, whether a state is known to meet it. Its path may still be unknown.
    met: Vec<bool>,
    /// The results of comparing states with a reference.
    pub(crate) checks: Checks,
}

impl Tally {
    pub(crate) fn new<S: Extremes>(system: &S, observation: &Observation<'_, S>) -> Self {
        Self {
            expanded: 0,
            firings: 0,
            dead: 0,
            maxima: if observation.extremes { initial_maxima(system) } else { Maxima::default() },
            measured: vec![i128::MIN; observation.measures.len()],
            fired: EventSet::none_of(if observation.fired_events { system.events() } else { 0 }),
            next_look: 1,
            hits: vec![None; observation.goals.len()],
            met: vec![false; observation.goals.len()],
            checks: Checks::new(observation.self_check.as_ref().map(|check| check.sampling)),
        }
    }

    /// Returns what a checkpoint stores.
    pub(crate) fn saved(&self) -> SavedTally {
        let events = |witness: &Witness| witness.events.iter().map(|event| event.index()).collect();
        SavedTally {
            expanded: self.expanded,
            firings: self.firings,
            dead: self.dead,
            maxima: self.maxima.each.clone(),
            greatest_sum: self.maxima.sum.to_string(),
            measured: self.measured.iter().map(ToString::to_string).collect(),
            fired: self.fired.words().to_vec(),
            next_look: self.next_look,
            hits: self.hits.iter().map(|hit| hit.as_ref().map(events)).collect(),
            met: self.met.clone(),
            compared: self.checks.saved(),
        }
    }

    /// Restores a checkpoint into an empty tally. Returns `None` if it belongs to another search.
    pub(crate) fn restore(&mut self, saved: &SavedTally) -> Option<()> {
        let numbers = saved.measured.iter().map(|text| text.parse().ok());
        let measured = numbers.collect::<Option<Vec<i128>>>()?;
        let is_of_this = measured.len() == self.measured.len()
            && saved.hits.len() == self.hits.len()
            && saved.met.len() == self.met.len();
        if !is_of_this {
            return None;
        }
        let witness = |events: &Vec<usize>| Witness {
            events: events.iter().map(|&event| EventId::new(event)).collect(),
        };
        (self.expanded, self.firings, self.dead) = (saved.expanded, saved.firings, saved.dead);
        self.maxima = Maxima { each: saved.maxima.clone(), sum: saved.greatest_sum.parse().ok()? };
        self.measured = measured;
        self.fired = EventSet::of_words(self.fired.events(), &saved.fired)?;
        self.next_look = saved.next_look;
        self.hits = saved.hits.iter().map(|hit| hit.as_ref().map(witness)).collect();
        self.met.clone_from(&saved.met);
        self.checks.restore(saved.compared);
        Some(())
    }

    /// Adds the results of further states, except for the goals that they meet.
    pub(crate) fn add<S: Extremes>(&mut self, system: &S, watch: &Watch<S>) {
        self.expanded += watch.expanded;
        self.firings += watch.firings;
        self.dead += watch.dead;
        if let Some(extremes) = &watch.extremes {
            system.raise(extremes, &mut self.maxima);
        }
        for (greatest, &number) in self.measured.iter_mut().zip(&watch.measured) {
            *greatest = number.max(*greatest);
        }
        self.fired.insert_all(&watch.fired);
    }

    /// Adds the [saved](Self::saved) results of other processes, except for the goals that these meet.
    /// Returns `None` if they belong to another search.
    pub(crate) fn join(&mut self, others: &SavedTally) -> Option<()> {
        let numbers = others.measured.iter().map(|text| text.parse().ok());
        let measured = numbers.collect::<Option<Vec<i128>>>()?;
        if measured.len() != self.measured.len() {
            return None;
        }
        self.expanded += others.expanded;
        self.firings += others.firings;
        self.dead += others.dead;
        let each = &mut self.maxima.each;
        each.resize(each.len().max(others.maxima.len()), 0);
        for (greatest, &number) in each.iter_mut().zip(&others.maxima) {
            *greatest = number.max(*greatest);
        }
        self.maxima.sum = self.maxima.sum.max(others.greatest_sum.parse().ok()?);
        for (greatest, number) in self.measured.iter_mut().zip(measured) {
            *greatest = number.max(*greatest);
        }
        self.fired.insert_all(&EventSet::of_words(self.fired.events(), &others.fired)?);
        Some(())
    }

    /// Resets the counts. All other results remain valid.
    pub(crate) fn restart(&mut self) {
        (self.expanded, self.firings, self.dead) = (0, 0, 0);
    }

    /// Returns the goals that no state has met.
    pub(crate) fn sought(&self) -> Vec<usize> {
        (0..self.met.len()).filter(|&goal| !self.met[goal]).collect()
    }

    /// Whether no state is known to meet a goal.
    pub(crate) fn is_sought(&self, goal: usize) -> bool {
        !self.met[goal]
    }

    /// Records that a state meets a goal. The path is [added](Self::meet) later, if possible.
    pub(crate) fn spot(&mut self, goal: usize) {
        self.met[goal] = true;
    }

    /// Takes over earlier findings.
    pub(crate) fn take_over(&mut self, hits: Vec<Option<Witness>>) {
        self.met = hits.iter().map(Option::is_some).collect();
        self.hits = hits;
    }

    /// Records that a state meets a goal, and the path to it if that is known. The first path is kept.
    pub(crate) fn meet(&mut self, goal: usize, path: Option<Vec<EventId>>) {
        let hit = &mut self.hits[goal];
        *hit = hit.take().or_else(|| path.map(|events| Witness { events }));
        self.met[goal] = true;
    }

    /// Whether there is a goal and every goal has been met.
    pub(crate) fn is_decided(&self) -> bool {
        !self.met.is_empty() && self.met.iter().all(|&met| met)
    }

    /// Whether the events that were enabled in some state are enough, if that check is due.
    pub(crate) fn has_enough<S: Extremes>(&mut self, observation: &Observation<'_, S>) -> bool {
        let Some(is_enough) = observation.enough_events.as_ref().filter(|_| self.expanded >= self.next_look)
        else {
            return false;
        };
        self.next_look = 2 * self.expanded;
        is_enough(&self.fired)
    }

    /// Returns the goals that are met by a state with an unknown path.
    pub(crate) fn unwitnessed(&self) -> Vec<usize> {
        (0..self.met.len()).filter(|&goal| self.met[goal] && self.hits[goal].is_none()).collect()
    }

    /// Returns the events that were enabled in no state.
    pub(crate) fn never_fired(&self) -> Vec<EventId> {
        self.fired.missing().collect()
    }
}

/// Returns the maxima in the initial state, which every search reaches, even if it ends early.
fn initial_maxima<S: Extremes>(system: &S) -> Maxima {
    let (mut initial, mut scratch) = (vec![0; system.words()], system.scratch());
    system.initial(&mut initial);
    system.unpack::<0>(&initial, &mut scratch);
    let (mut extremes, mut maxima) = (system.no_extremes(), Maxima::default());
    system.absorb::<0>(&initial, &scratch, &mut extremes);
    system.raise(&extremes, &mut maxima);
    maxima
}
