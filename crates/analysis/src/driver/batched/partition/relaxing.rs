//! Relaxing the system in all processes after an assumption broke.

use sanderling_system::{Adaptive, EventId, Extremes, Fired};

use super::super::Outbox;
use super::super::block::id_of;
use super::Partition;
use super::message::{Broken, LastLook, exchange_heads, unreadable};
use super::part::at_a_time;
use super::paths::{Missing, Target};
use super::restorable::Restorable;
use crate::driver::search::Interruption;
use crate::limits::StopReason;
use crate::observe::Watch;
use crate::peers::Lost;
use crate::recent::Recent;
use crate::relaxation::Ended;

/// Number of open states to observe at a time.
const STATES_OF_LOOK: u64 = 256;

impl Broken {
    pub(super) fn of(state: u64, interruption: &Interruption) -> Self {
        let event = interruption.events.last().map_or(0, |event| event.index());
        Self { state, event, is_undefined: interruption.fired == Fired::Undefined }
    }
}

impl<S: Extremes + Adaptive + Send, P: Restorable<S>> Partition<'_, '_, S, P> {
    /// If an assumption broke in a process, continues with a system that does not make it. Otherwise ends
    /// the search.
    pub(super) fn relax(&mut self, process: usize, broken: Broken) -> Result<(), Lost> {
        let Broken { state, event, is_undefined } = broken;
        self.search.raise_gathered();
        if event >= self.search.system.events() {
            return Err(unreadable(process, "there is no such event"));
        }
        let target = Target { level: self.search.levels.len() - 1, process, number: state };
        let mut path = match self.pathfinder().find(&[target]) {
            Ok(mut paths) => paths.swap_remove(0),
            Err(Missing::Lost(lost)) => return Err(lost),
            Err(Missing::Stop(reason)) => {
                self.search.stop = Some(reason);
                return Ok(());
            }
        };
        path.push(EventId::new(event));
        let stored = self.totals.states as usize;
        let relaxed = match is_undefined {
            true => Err(Ended::Undefined(path)),
            false => self.search.relaxations.relax(&self.search.system, stored, &path),
        };
        match relaxed {
            Ok(relaxed) => match self.find_paths()? {
                Ok(()) => self.begin_again(relaxed),
                Err(reason) => {
                    self.search.relaxations.withdraw();
                    self.search.stop = Some(reason);
                }
            },
            Err(ended) => {
                self.look_for_the_last_time()?;
                if self.search.stop.is_none() {
                    self.search.end(ended);
                }
            }
        }
        Ok(())
    }

    /// Starts again with another system. Observations made in states remain valid, except for the number of
    /// states.
    fn begin_again(&mut self, system: S) {
        let search = &mut self.search;
        search.tally.restart();
        search.levels.clear();
        search.system = system;
        search.scratch = search.system.scratch();
        let trouble;
        (self.part, trouble) = Self::begin(search, &*self.peers);
        let search = &self.search;
        self.workers.forget(|| Recent::new(search.system.words(), &search.options.limits));
        self.workers.outboxes.iter_mut().for_each(Outbox::clear);
        (self.is_level_over, self.trouble, self.looked_at, self.has_all) = (true, trouble, 0, true);
    }

    /// Observes open states that will not be expanded because the search is about to end. They may still
    /// decide a property.
    fn look_for_the_last_time(&mut self) -> Result<(), Lost> {
        let (mut watch, mut hits) =
            (Watch::new(&self.search.system, self.search.observation, &self.search.tally), Vec::new());
        let stop = self.look_at_open(&mut watch, &mut hits).err();
        self.search.tally.add(&self.search.system, &watch);
        let is_sound = self.search.join_checks([&mut watch]);
        let stop = if is_sound { stop } else { Some(StopReason::Discrepancy) };
        let all = exchange_heads(self.peers, &LastLook { stop, hits })?;
        self.search.stop = all.iter().find_map(|look| look.stop);
        for (process, &(goal, target)) in
            all.iter().enumerate().flat_map(|(at, look)| look.hits.iter().map(move |hit| (at, hit)))
        {
            if target.process != process {
                return Err(unreadable(process, "there is no such state"));
            }
            self.note(process, goal, target)?;
        }
        Ok(())
    }

    fn look_at_open(
        &mut self,
        watch: &mut Watch<S>,
        hits: &mut Vec<(usize, Target)>,
    ) -> Result<(), StopReason> {
        let (process, level) = (self.peers.own(), self.search.levels.len() - 1);
        let (mut scratch, mut events, mut states) = (self.search.system.scratch(), Vec::new(), Vec::new());
        let words = self.search.system.words();
        self.part.settle(&mut self.search)?;
        for (level, numbers) in (level..).zip(self.part.open(&self.search.store)) {
            for numbers in numbers.into_iter().flat_map(|numbers| at_a_time(numbers, STATES_OF_LOOK)) {
                states.clear();
                self.part.read(&mut self.search, numbers.clone(), &mut states)?;
                for (number, state) in numbers.zip(states.chunks_exact(words)) {
                    let (system, observation) = (&self.search.system, self.search.observation);
                    events.clear();
                    system.unpack::<0>(state, &mut scratch);
                    system.enabled::<0>(state, &scratch, &mut events);
                    watch.observe::<0>((system, observation), (id_of(0), state), &scratch, &events);
                    let met = watch.take_hits();
                    hits.extend(met.into_iter().map(|(goal, _)| (goal, Target { level, process, number })));
                }
            }
        }
        Ok(())
    }
}
