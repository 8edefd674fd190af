//! The reference semantics: markings as multisets, firings one at a time.
//!
//! This is the meaning of a [`Net`], written to be plainly right and not fast. Traces are replayed
//! on it before anybody is shown one, and every faster engine is compared with it. The firing rule
//! is that of Jensen, *Coloured Petri Nets*, volume 1, 1992, with inhibitor, read and reset arcs and
//! capacities: a binding gives every variable of a transition a value; it is enabled where the guard
//! holds, the input and read arcs find their tokens, no inhibitor arc forbids it and the successor
//! respects the capacities. Two bindings are two firings, even with the same successor.
//!
//! The conditions come first, then the code segment, then the output arcs with the capacities. A
//! condition that does not hold disables a binding, whatever other conditions may be undefined; only
//! where all others hold is an undefined one (a division by zero, say) an error. What is undefined in
//! the code or on an output arc is an error where the conditions hold. Counts never wrap: they are
//! checked, and an overflow is an error.
//!
//! All functions expect a net that [`Net::validate`] has found no errors in, and a marking of it;
//! they may panic with another one.

mod assertion;
mod attempt;
mod beginning;
mod binding;
mod bindings;
mod error;
mod evaluate;
mod marking;
mod multiset;
mod rule;
mod scope;
mod terms;

use std::cell::{Cell, OnceCell};
use std::ops::ControlFlow;

use crate::{Arc, Inscription, Net, TransitionId, Value};

pub use attempt::Attempt;
pub use binding::{Binding, Firing};
pub use error::{Failure, FireError, NotEnabled, Problem, SemanticsError};
pub use marking::Marking;
pub use multiset::Multiset;
pub use scope::bound_variables;
pub use terms::Terms;

use evaluate::Evaluator;
use rule::Rule;
use scope::Scope;

/// The marking that the net starts with.
///
/// # Errors
/// Where an initial marking is undefined, leaves its place's sort, or counts beyond 64 bits.
pub fn initial(net: &Net) -> Result<Marking, SemanticsError> {
    let evaluator = Evaluator::new(net);
    let tokens = |place: &crate::Place| match &place.initial {
        Inscription::Tokens(count) => Ok(Multiset::of(Value::Dot, *count)),
        Inscription::Term(term) => evaluator
            .multiset_of(place.sort, term, &Binding::default())
            .map_err(|failure| failure.at(&place.id)),
    };
    net.places.iter().map(tokens).collect()
}

/// The firings that are enabled; see [`Interpreter::enabled`].
///
/// # Errors
/// As there.
pub fn enabled(net: &Net, marking: &Marking) -> Result<Vec<Firing>, SemanticsError> {
    Interpreter::new(net).enabled(marking)
}

/// The marking that a firing leads to; see [`Interpreter::fire`].
///
/// # Errors
/// As there.
pub fn fire(net: &Net, marking: &Marking, firing: &Firing) -> Result<Marking, FireError> {
    let mut successor = marking.clone();
    Interpreter::new(net).fire(&mut successor, firing)?;
    Ok(successor)
}

/// A net that is ready for many steps: each transition with its arcs.
pub struct Interpreter<'a> {
    net: &'a Net,
    /// Whether `net` is a place/transition net. Finding out takes time linear in the net, so it is done once.
    is_place_transition: bool,
    evaluator: Evaluator<'a>,
    arcs: Vec<Vec<&'a Arc>>,
    scopes: Vec<OnceCell<Scope>>,
    /// Whether only a negative difference of multisets kept some binding from being enabled.
    has_met_negative_difference: Cell<bool>,
}

/// Number of bindings that are tried between two calls of a function that may stop that.
const BINDINGS_PER_CALL: usize = 256;

impl<'a> Interpreter<'a> {
    /// An interpreter of the net.
    #[must_use]
    pub fn new(net: &'a Net) -> Self {
        let mut arcs = vec![Vec::new(); net.transitions.len()];
        for arc in &net.arcs {
            arcs[arc.transition.index()].push(arc);
        }
        let scopes = arcs.iter().map(|_| OnceCell::new()).collect();
        let is_place_transition = net.is_place_transition();
        Self {
            net,
            is_place_transition,
            evaluator: Evaluator::new(net),
            arcs,
            scopes,
            has_met_negative_difference: Cell::new(false),
        }
    }

    /// Whether only a negative difference of multisets kept a binding from being enabled, of those that were tried so far.
    #[must_use]
    pub fn has_met_negative_difference(&self) -> bool {
        self.has_met_negative_difference.get()
    }

    /// Returns the net.
    #[must_use]
    pub fn net(&self) -> &'a Net {
        self.net
    }

    /// Whether the net is a place/transition net. Constant time.
    #[must_use]
    pub fn is_place_transition(&self) -> bool {
        self.is_place_transition
    }

    /// The firings that are enabled, by transition and then by the values of its variables.
    ///
    /// A firing whose successor has too many tokens to count is enabled; [`fire`](Self::fire)
    /// reports it.
    ///
    /// # Errors
    /// Where something that decides about a binding is undefined, or where there are too many
    /// bindings to try.
    pub fn enabled(&self, marking: &Marking) -> Result<Vec<Firing>, SemanticsError> {
        let mut enabled = Vec::new();
        for transition in self.net.transition_ids() {
            enabled.extend(self.firings(marking, transition)?);
        }
        Ok(enabled)
    }

    /// The firings of one transition that are enabled, by the values of its variables.
    ///
    /// # Errors
    /// As for [`enabled`](Self::enabled).
    ///
    /// # Panics
    /// Where the transition is not of this net.
    pub fn firings(
        &self,
        marking: &Marking,
        transition: TransitionId,
    ) -> Result<Vec<Firing>, SemanticsError> {
        self.attempts_of(marking, transition)?.into_iter().map(Attempt::into_enabled).collect()
    }

    /// The firings that are enabled and those that are undefined, in the order of
    /// [`enabled`](Self::enabled).
    ///
    /// # Errors
    /// Where the net has a meaning that is too much to work out: too many bindings, values or steps.
    pub fn attempts(&self, marking: &Marking) -> Result<Vec<Attempt>, SemanticsError> {
        self.attempts_until(marking, &|| false)
    }

    /// The same, until `is_stopped` returns `true`, which is called now and then: there may be a million bindings.
    ///
    /// # Errors
    /// As for [`attempts`](Self::attempts), and if `is_stopped` returned `true`.
    pub fn attempts_until(
        &self,
        marking: &Marking,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Attempt>, SemanticsError> {
        let mut attempts = Vec::new();
        for transition in self.net.transition_ids() {
            let _never_broken = self.visit_attempts(marking, transition, is_stopped, |attempt| {
                attempts.push(attempt);
                ControlFlow::Continue(())
            })?;
        }
        Ok(attempts)
    }

    /// The firings of one transition that are enabled and those that are undefined.
    ///
    /// # Errors
    /// As for [`attempts`](Self::attempts).
    ///
    /// # Panics
    /// Where the transition is not of this net.
    pub fn attempts_of(
        &self,
        marking: &Marking,
        transition: TransitionId,
    ) -> Result<Vec<Attempt>, SemanticsError> {
        let mut attempts = Vec::new();
        let _never_broken = self.visit_attempts(marking, transition, &|| false, |attempt| {
            attempts.push(attempt);
            ControlFlow::Continue(())
        })?;
        Ok(attempts)
    }

    /// Calls `visit` with each attempt that [`attempts_of`](Self::attempts_of) gathers, until it breaks off or `is_stopped` returns `true`,
    /// which is called now and then.
    ///
    /// Memory is that of one binding and of the values of each variable, where there may be a million bindings.
    ///
    /// # Errors
    /// As for [`attempts`](Self::attempts), and if `is_stopped` returned `true`; the attempts that were visited are not all.
    ///
    /// # Panics
    /// Where the transition is not of this net.
    pub fn visit_attempts(
        &self,
        marking: &Marking,
        transition: TransitionId,
        is_stopped: &dyn Fn() -> bool,
        mut visit: impl FnMut(Attempt) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, SemanticsError> {
        let rule = self.rule(transition);
        if rule.is_ruled_out(marking) {
            return Ok(ControlFlow::Continue(()));
        }
        for (number, binding) in rule.candidates(marking)?.enumerate() {
            let is_due = number % BINDINGS_PER_CALL == BINDINGS_PER_CALL - 1;
            if is_due && is_stopped() {
                return Err(rule.too_many("more bindings than could be tried in time"));
            }
            let error = match rule.changes(marking, &binding) {
                Ok(_) | Err(FireError::Overflow(_)) => None,
                Err(FireError::NotEnabled(reason)) => {
                    if reason == NotEnabled::NegativeDifference {
                        self.has_met_negative_difference.set(true);
                    }
                    continue;
                }
                Err(FireError::Undefined(error)) if error.problem.is_model_error() => Some(error),
                Err(FireError::Undefined(error)) => return Err(error),
            };
            if visit(Attempt { firing: Firing { transition, binding }, error }).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Fires: `marking` becomes the successor. It stays as it is where there is none.
    ///
    /// # Errors
    /// [`FireError::NotEnabled`] with the reason; [`FireError::Overflow`] where a place would hold
    /// 2^64 tokens or more; [`FireError::Undefined`] as for [`enabled`](Self::enabled).
    ///
    /// # Panics
    /// Where the transition is not of this net.
    pub fn fire(&self, marking: &mut Marking, firing: &Firing) -> Result<(), FireError> {
        let rule = self.rule(firing.transition);
        rule.check_binding(&firing.binding)?;
        let changes = rule.changes(marking, &firing.binding)?;
        marking.change(changes);
        Ok(())
    }

    fn rule(&self, id: TransitionId) -> Rule<'_> {
        let (arcs, scope) = (&self.arcs[id.index()], &self.scopes[id.index()]);
        Rule { net: self.net, evaluator: &self.evaluator, arcs, scope, id }
    }
}

#[cfg(test)]
mod coloured_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod undefined_tests;
