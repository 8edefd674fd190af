//! Compares one state with the interpreter in every respect.

use std::collections::{HashMap, HashSet};

use sanderling_analysis::{Discrepancy, Expanded};
use sanderling_model::explicit::Tables;
use sanderling_model::{ModelErrors, NetModel};
use sanderling_net::semantics::{self, Attempt, Firing, Interpreter, Marking};
use sanderling_net::{Net, TransitionId};
use sanderling_system::{EventId, Fired};

use super::wording::Wording;

/// A state under comparison.
pub(super) struct Comparison<'c, 'a, M: NetModel> {
    pub(super) net: &'c Net,
    pub(super) interpreter: &'c Interpreter<'c>,
    pub(super) model_errors: ModelErrors,
    pub(super) expanded: &'c Expanded<'a, M>,
}

/// The firings of a marking according to the interpreter. If events are transitions, the keys have no
/// bindings.
type Attempts = HashMap<Firing, Attempt>;

impl<M: NetModel> Comparison<'_, '_, M> {
    /// Compares the state, then the events, then their successors.
    pub(super) fn compare(&self) -> Result<(), Discrepancy> {
        let Some(marking) = self.decoded(self.expanded.state) else { return self.error_state() };
        self.state(&marking)?;
        // Markings that are too large for the model or the interpreter, or for the remaining time, are not
        // compared.
        if self.has_explicit_colours() && !Tables::are_all_known(self.expanded.events) {
            return Ok(());
        }
        let is_stopped = || self.model().is_stopped();
        let Ok(attempts) = self.interpreter.attempts_until(&marking, &is_stopped) else { return Ok(()) };
        let attempts = self.by_event(&marking, attempts)?;
        self.enabled(&marking, &attempts)?;
        for (event, fired, successor) in self.expanded.firings() {
            let attempt = &attempts[&self.firing(event)];
            self.fired(&marking, attempt, (fired, successor))?;
        }
        Ok(())
    }

    fn model(&self) -> &M {
        self.expanded.system
    }

    fn has_explicit_colours(&self) -> bool {
        self.model().tables().is_some()
    }

    fn wording<'w>(&'w self, marking: &'w Marking) -> Wording<'w> {
        Wording { net: self.net, marking, words: self.expanded.state }
    }

    /// Returns the marking that a state represents, as results show it.
    fn decoded(&self, state: &[u64]) -> Option<Marking> {
        let mut scratch = self.model().scratch();
        self.model().unpack::<0>(state, &mut scratch);
        self.model().marking(state, &scratch)
    }

    /// Checks that the error state is legitimate: it is not a marking, and nothing is enabled in it.
    fn error_state(&self) -> Result<(), Discrepancy> {
        if self.model_errors == ModelErrors::State
            && self.expanded.events.is_empty()
            && !self.expanded.is_initial
        {
            return Ok(());
        }
        Err(Discrepancy {
            state: format!("the words {:x?}", self.expanded.state),
            expected: "a marking, or the error state with nothing enabled".into(),
            found: format!("no marking, with {} events enabled", self.expanded.events.len()),
        })
    }

    /// Checks that the marking is correct, and packed correctly.
    fn state(&self, marking: &Marking) -> Result<(), Discrepancy> {
        let wording = self.wording(marking);
        if self.expanded.is_initial
            && let Ok(initial) = semantics::initial(self.net)
            && initial != *marking
        {
            return Err(wording.other_marking("as the initial marking", &initial, marking));
        }
        if let Some(contradiction) = self.model().contradiction(marking) {
            return Err(wording.contradiction(&contradiction));
        }
        match self.model().packed(marking) {
            Some(words) if words == self.expanded.state => Ok(()),
            packed => Err(wording.other_words("this marking", packed.as_deref(), self.expanded.state)),
        }
    }

    /// Returns the key of an event among the attempts.
    fn firing(&self, event: EventId) -> Firing {
        let transition = || Firing::plain(TransitionId::new(event.index()));
        match self.model().tables() {
            Some(tables) => tables.firing(event).map_or_else(transition, |firing| Firing::clone(&firing)),
            None => transition(),
        }
    }

    /// Returns the attempts by the keys of their events.
    fn by_event(&self, marking: &Marking, attempts: Vec<Attempt>) -> Result<Attempts, Discrepancy> {
        let mut by_event = Attempts::with_capacity(attempts.len());
        for attempt in attempts {
            let key = if self.has_explicit_colours() {
                attempt.firing.clone()
            } else {
                Firing::plain(attempt.firing.transition)
            };
            if let Some(other) = by_event.insert(key, attempt) {
                return Err(self.wording(marking).two_bindings(&other.firing));
            }
        }
        Ok(by_event)
    }

    /// Checks that the correct events are enabled.
    fn enabled(&self, marking: &Marking, attempts: &Attempts) -> Result<(), Discrepancy> {
        let wording = self.wording(marking);
        let mut found = HashSet::with_capacity(attempts.len());
        for &event in self.expanded.events {
            let firing = self.firing(event);
            if !attempts.contains_key(&firing) {
                let why = self.interpreter.fire(&mut marking.clone(), &firing).err();
                return Err(wording.enabled_wrongly(&firing, why.as_ref()));
            }
            let is_known = self.has_explicit_colours()
                || self.model().is_enabled(self.expanded.state, self.expanded.scratch, firing.transition);
            if !is_known {
                return Err(wording.not_enabled_alone(&firing));
            }
            if let Some(twice) = found.replace(firing) {
                return Err(wording.enabled_twice(&twice));
            }
        }
        match attempts.keys().find(|firing| !found.contains(firing)) {
            Some(missing) => Err(wording.not_enabled(missing)),
            None => Ok(()),
        }
    }

    /// Checks that a firing leads to the correct successor.
    fn fired(
        &self,
        marking: &Marking,
        attempt: &Attempt,
        (fired, successor): (Fired, &[u64]),
    ) -> Result<(), Discrepancy> {
        let wording = self.wording(marking);
        match (fired, &attempt.error) {
            // The model continues without the assumption and fires again.
            (Fired::AssumptionBroken, _) => Ok(()),
            (Fired::Undefined, Some(_)) if self.model_errors == ModelErrors::Report => Ok(()),
            (Fired::Undefined, _) => Err(wording.undefined_wrongly(&attempt.firing)),
            (Fired::Successor, Some(_))
                if self.model_errors == ModelErrors::State && self.decoded(successor).is_none() =>
            {
                Ok(())
            }
            (Fired::Successor, Some(error)) => Err(wording.defined_wrongly(&attempt.firing, error)),
            (Fired::Successor, None) => self.successor(marking, &attempt.firing, successor),
        }
    }

    fn successor(&self, marking: &Marking, firing: &Firing, successor: &[u64]) -> Result<(), Discrepancy> {
        let wording = self.wording(marking);
        let mut expected = marking.clone();
        if let Err(error) = self.interpreter.fire(&mut expected, firing) {
            return Err(wording.fires_wrongly(firing, &error));
        }
        let expected = self.model().represented_by(&expected);
        let after = wording.after(firing);
        match self.decoded(successor) {
            Some(found) if found == expected => {}
            Some(found) => return Err(wording.other_marking(&after, &expected, &found)),
            None => return Err(wording.no_marking(&after, &expected)),
        }
        match self.model().packed(&expected) {
            Some(words) if words == successor => Ok(()),
            packed => Err(wording.other_words(&after, packed.as_deref(), successor)),
        }
    }
}
