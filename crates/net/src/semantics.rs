//! The reference semantics: markings as multisets, firings one at a time.
//!
//! This module defines the meaning of a [`Net`]. It is written to be obviously right, not fast. Traces are replayed on
//! it before they are shown, and every faster engine is compared with it. The firing rule is that of Jensen, *Coloured
//! Petri Nets*, volume 1, 1992, with inhibitor, read and reset arcs and capacities. A binding gives every variable of a
//! transition a value. It is enabled if the guard holds, the places hold the tokens of the input and read arcs, no
//! inhibitor arc forbids it, and the successor respects the capacities. Two bindings are two firings, even with the
//! same successor.
//!
//! The conditions come first, then the code segment, then the output arcs with the capacities. If a condition does not
//! hold, the binding is disabled, even if other conditions are undefined. An undefined condition (such as a division by
//! zero) is an error only if all others hold. If the conditions hold, anything undefined in the code or on an output
//! arc is an error. Counts never wrap: an overflow is an error.
//!
//! All functions expect a net without errors according to [`Net::validate`], and a marking of that net. They may panic
//! otherwise.

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

/// Returns the initial marking of the net.
///
/// # Errors
/// If an initial marking is undefined, has a value outside its place's sort, or has 2^64 tokens or more.
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

/// Returns the enabled firings; see [`Interpreter::enabled`].
///
/// # Errors
/// As for [`Interpreter::enabled`].
pub fn enabled(net: &Net, marking: &Marking) -> Result<Vec<Firing>, SemanticsError> {
    Interpreter::new(net).enabled(marking)
}

/// Returns the successor marking of a firing; see [`Interpreter::fire`].
///
/// # Errors
/// As for [`Interpreter::fire`].
pub fn fire(net: &Net, marking: &Marking, firing: &Firing) -> Result<Marking, FireError> {
    let mut successor = marking.clone();
    Interpreter::new(net).fire(&mut successor, firing)?;
    Ok(successor)
}

/// A net prepared for many steps: the arcs are grouped by transition.
pub struct Interpreter<'a> {
    net: &'a Net,
    /// Whether `net` is a place/transition net. Computed once, because it takes time linear in the size of the net.
    is_place_transition: bool,
    evaluator: Evaluator<'a>,
    arcs: Vec<Vec<&'a Arc>>,
    scopes: Vec<OnceCell<Scope>>,
    /// Whether some binding was disabled only by a negative difference of multisets.
    has_met_negative_difference: Cell<bool>,
}

/// Number of bindings to try between two checks for cancellation.
const BINDINGS_PER_CALL: usize = 256;

impl<'a> Interpreter<'a> {
    /// Creates an interpreter of the net.
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

    /// Returns whether one of the bindings tried so far was disabled only by a negative difference of multisets.
    #[must_use]
    pub fn has_met_negative_difference(&self) -> bool {
        self.has_met_negative_difference.get()
    }

    /// Returns the net.
    #[must_use]
    pub fn net(&self) -> &'a Net {
        self.net
    }

    /// Returns whether the net is a place/transition net. Takes constant time.
    #[must_use]
    pub fn is_place_transition(&self) -> bool {
        self.is_place_transition
    }

    /// Returns the enabled firings, ordered by transition and then by the values of its variables.
    ///
    /// A firing whose successor has too many tokens to count is enabled; [`fire`](Self::fire) reports it.
    ///
    /// # Errors
    /// If something that decides about a binding is undefined, or if there are too many bindings to try.
    pub fn enabled(&self, marking: &Marking) -> Result<Vec<Firing>, SemanticsError> {
        let mut enabled = Vec::new();
        for transition in self.net.transition_ids() {
            enabled.extend(self.firings(marking, transition)?);
        }
        Ok(enabled)
    }

    /// Returns the enabled firings of one transition, ordered by the values of its variables.
    ///
    /// # Errors
    /// As for [`enabled`](Self::enabled).
    ///
    /// # Panics
    /// If the transition is not of this net.
    pub fn firings(
        &self,
        marking: &Marking,
        transition: TransitionId,
    ) -> Result<Vec<Firing>, SemanticsError> {
        self.attempts_of(marking, transition)?.into_iter().map(Attempt::into_enabled).collect()
    }

    /// Returns the enabled and the undefined firings, in the order of [`enabled`](Self::enabled).
    ///
    /// # Errors
    /// If evaluation exceeds a limit: too many bindings, values or steps.
    pub fn attempts(&self, marking: &Marking) -> Result<Vec<Attempt>, SemanticsError> {
        self.attempts_until(marking, &|| false)
    }

    /// Returns the attempts like [`attempts`](Self::attempts), unless `is_stopped` returns `true`. It is called
    /// regularly, because there may be a million bindings.
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

    /// Returns the enabled and the undefined firings of one transition.
    ///
    /// # Errors
    /// As for [`attempts`](Self::attempts).
    ///
    /// # Panics
    /// If the transition is not of this net.
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

    /// Calls `visit` with each attempt that [`attempts_of`](Self::attempts_of) would return. Stops when `visit` breaks
    /// or when `is_stopped`, which is called regularly, returns `true`.
    ///
    /// Memory holds one binding and the values of each variable at a time, although there may be a million bindings.
    ///
    /// # Errors
    /// As for [`attempts`](Self::attempts), and if `is_stopped` returned `true`. In case of an error, not all attempts
    /// were visited.
    ///
    /// # Panics
    /// If the transition is not of this net.
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

    /// Fires: replaces `marking` by its successor. If there is no successor, `marking` is unchanged.
    ///
    /// # Errors
    /// [`FireError::NotEnabled`] with the reason; [`FireError::Overflow`] if a place would hold 2^64 tokens or more;
    /// [`FireError::Undefined`] as for [`enabled`](Self::enabled).
    ///
    /// # Panics
    /// If the transition is not of this net.
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
