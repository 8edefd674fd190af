//! Evaluation of formulas with the reference semantics: slow, and obviously right.
//!
//! Replayed traces are evaluated with it, and it is the oracle for faster valuations.

use std::cell::RefCell;
use std::ops::ControlFlow;

use sanderling_net::semantics::{Firing, Interpreter, Marking, SemanticsError};
use sanderling_net::{Net, PlaceId, TransitionId};

use crate::value::{is_buffer, number_in};
use crate::{Bindings, ColouredFormula, Formula, Part, Tokens, Valuation};

/// A marking of a net together with its enabled transitions.
///
/// A transition whose firing is undefined, and therefore leads to a model error, counts as enabled.
pub struct ReferenceValuation<'a> {
    net: &'a Net,
    marking: &'a Marking,
    enabled: Enabled<'a>,
}

/// The source of the enabled transitions.
enum Enabled<'a> {
    /// All firings, in the order of the transitions.
    Listed(Vec<Firing>),
    /// Each transition is checked when a formula mentions it. The cell has the first error.
    ///
    /// PERF: a run of n steps in a place/transition net of n transitions is thus evaluated in linear time.
    OnDemand(&'a Interpreter<'a>, RefCell<Option<SemanticsError>>),
}

impl<'a> ReferenceValuation<'a> {
    /// Computes the enabled transitions of `marking`. Takes time linear in the net.
    ///
    /// # Errors
    /// If the work exceeds a limit, see [`Interpreter::attempts`].
    pub fn build(net: &'a Net, marking: &'a Marking) -> Result<Self, SemanticsError> {
        Self::listed(&Interpreter::new(net), marking, &|| false)
    }

    /// Computes the same as [`build`](Self::build), unless `is_stopped` returns `true`. A marking of a coloured net may
    /// have a million bindings.
    ///
    /// # Errors
    /// As for [`build`](Self::build), and if it was stopped.
    pub fn build_until(
        net: &'a Net,
        marking: &'a Marking,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Self, SemanticsError> {
        Self::listed(&Interpreter::new(net), marking, is_stopped)
    }

    /// Returns the valuation of a marking, for use with many markings of a net. Takes constant time.
    #[must_use]
    pub fn of(interpreter: &'a Interpreter<'a>, marking: &'a Marking) -> Self {
        Self { net: interpreter.net(), marking, enabled: Enabled::OnDemand(interpreter, RefCell::default()) }
    }

    /// Returns whether the marking satisfies a formula.
    ///
    /// # Errors
    /// If the formula depends on a transition of a coloured net that has too many bindings to be tried.
    pub fn satisfies(&self, formula: &Formula) -> Result<bool, SemanticsError> {
        let holds = formula.holds(self);
        match &self.enabled {
            Enabled::Listed(_) => Ok(holds),
            Enabled::OnDemand(_, error) => error.take().map_or(Ok(holds), Err),
        }
    }

    fn listed(
        interpreter: &Interpreter<'a>,
        marking: &'a Marking,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Self, SemanticsError> {
        let mut firings = Vec::new();
        for transition in interpreter.net().transition_ids() {
            let _never_broken = interpreter.visit_attempts(marking, transition, is_stopped, |attempt| {
                firings.push(attempt.firing);
                ControlFlow::Continue(())
            })?;
        }
        Ok(Self { net: interpreter.net(), marking, enabled: Enabled::Listed(firings) })
    }

    /// Returns the number of tokens of these colours.
    #[must_use]
    pub fn coloured_tokens(&self, tokens: &Tokens) -> u64 {
        let admitted =
            self.marking.place(tokens.place).iter().filter(|(value, _)| tokens.colours.admits(value));
        admitted.map(|(_, count)| count).sum()
    }

    /// Returns whether one of these bindings is enabled.
    #[must_use]
    pub fn is_enabled_in(&self, bindings: &Bindings) -> bool {
        match &self.enabled {
            Enabled::Listed(firings) => {
                firings_of(firings, bindings.transition).iter().any(|firing| bindings.admit(&firing.binding))
            }
            Enabled::OnDemand(interpreter, _) => {
                let firings = interpreter.firings(self.marking, bindings.transition).unwrap_or_default();
                firings.iter().any(|firing| bindings.admit(&firing.binding))
            }
        }
    }
}

/// Returns the firings of one transition from a list that is ordered by transition.
fn firings_of(firings: &[Firing], transition: TransitionId) -> &[Firing] {
    let start = firings.partition_point(|firing| firing.transition < transition);
    let count = firings[start..].partition_point(|firing| firing.transition == transition);
    &firings[start..start + count]
}

/// Returns whether a transition is enabled, or notes the first error.
fn is_enabled(
    (interpreter, error): (&Interpreter<'_>, &RefCell<Option<SemanticsError>>),
    marking: &Marking,
    transition: TransitionId,
) -> bool {
    let first = |_| ControlFlow::Break(());
    let visited = interpreter.visit_attempts(marking, transition, &|| false, first);
    let found = visited.map_err(|found| error.borrow_mut().get_or_insert(found).clone());
    found.is_ok_and(|found| found.is_break())
}

impl ColouredFormula {
    /// Returns whether the property holds, by its definition.
    #[must_use]
    pub fn holds_in(&self, valuation: &ReferenceValuation<'_>) -> bool {
        self.evaluate(&|atom| match atom {
            Formula::Deadlock => valuation.is_deadlock(),
            Formula::Enabled(all) => all.iter().any(|bindings| valuation.is_enabled_in(bindings)),
            Formula::Compare(comparison) => comparison.holds_of(|tokens| valuation.coloured_tokens(tokens)),
            Formula::Values(condition) => condition.holds(&|part| valuation.number(part)),
            _ => false,
        })
    }
}

impl Valuation for ReferenceValuation<'_> {
    fn tokens(&self, place: PlaceId) -> u64 {
        self.marking.tokens(place)
    }

    fn is_enabled(&self, transition: TransitionId) -> bool {
        match &self.enabled {
            Enabled::Listed(firings) => !firings_of(firings, transition).is_empty(),
            Enabled::OnDemand(interpreter, error) => {
                is_enabled((interpreter, error), self.marking, transition)
            }
        }
    }

    fn is_deadlock(&self) -> bool {
        match &self.enabled {
            Enabled::Listed(firings) => firings.is_empty(),
            Enabled::OnDemand(interpreter, error) => {
                let mut all = self.net.transition_ids();
                !all.any(|one| is_enabled((interpreter, error), self.marking, one))
            }
        }
    }

    fn number(&self, part: Part) -> Option<i64> {
        let (value, _) = self.marking.place(part.place).iter().next()?;
        number_in(value, is_buffer(self.net, part.place), part.offset)
    }
}
