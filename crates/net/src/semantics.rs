//! The reference semantics: markings as multisets, firings one at a time.
//!
//! This is the meaning of a [`Net`], written to be plainly right and not fast. Traces are replayed
//! on it before anybody is shown one, and every faster engine is compared with it. The firing rule
//! is that of Jensen, *Coloured Petri Nets*, volume 1, 1992, with inhibitor, read and reset arcs and
//! capacities: a binding gives every variable of a transition a value; it is enabled where the guard
//! holds, the input and read arcs find their tokens, no inhibitor arc forbids it and the successor
//! respects the capacities. Two bindings are two firings, even with the same successor.
//!
//! A condition that does not hold disables a binding, whatever else about it may be undefined; only
//! where all others hold is an undefined one (a division by zero, say) an error. Counts never wrap:
//! they are checked, and an overflow is an error.
//!
//! All functions expect a net that [`Net::validate`] has found no errors in, and a marking of it;
//! they may panic with another one.

mod binding;
mod bindings;
mod error;
mod evaluate;
mod marking;
mod multiset;
mod rule;

use crate::{Arc, Inscription, Net, TransitionId, Value};

pub use binding::{Binding, Firing};
pub use error::{FireError, NotEnabled, Problem, SemanticsError};
pub use marking::Marking;
pub use multiset::Multiset;

use evaluate::Evaluator;
use rule::Rule;

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
    evaluator: Evaluator<'a>,
    arcs: Vec<Vec<&'a Arc>>,
}

impl<'a> Interpreter<'a> {
    /// An interpreter of the net.
    #[must_use]
    pub fn new(net: &'a Net) -> Self {
        let mut arcs = vec![Vec::new(); net.transitions.len()];
        for arc in &net.arcs {
            arcs[arc.transition.index()].push(arc);
        }
        Self { net, evaluator: Evaluator::new(net), arcs }
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
        let mut firings = Vec::new();
        for transition in self.net.transition_ids() {
            let rule = self.rule(transition);
            for binding in rule.candidates(marking)? {
                match rule.changes(marking, &binding) {
                    Ok(_) | Err(FireError::Overflow(_)) => firings.push(Firing { transition, binding }),
                    Err(FireError::NotEnabled(_)) => {}
                    Err(FireError::Undefined(error)) => return Err(error),
                }
            }
        }
        Ok(firings)
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
        Rule { net: self.net, evaluator: &self.evaluator, arcs: &self.arcs[id.index()], id }
    }
}

#[cfg(test)]
mod coloured_tests;
#[cfg(test)]
mod tests;
