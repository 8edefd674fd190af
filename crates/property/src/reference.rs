//! The reference semantics' view of a marking: slow, and plainly right.
//!
//! Replayed traces are judged by it, and it is the oracle for faster valuations.

use sanderling_net::semantics::{Firing, Interpreter, Marking, SemanticsError};
use sanderling_net::{Net, PlaceId, TransitionId};

use crate::value::{is_buffer, number_in};
use crate::{Bindings, ColouredFormula, Formula, Part, Tokens, Valuation};

/// A marking of a net together with the transitions that are enabled in it.
#[derive(Debug, Clone)]
pub struct ReferenceValuation<'a> {
    net: &'a Net,
    marking: &'a Marking,
    /// In the order of the transitions.
    firings: Vec<Firing>,
}

impl<'a> ReferenceValuation<'a> {
    /// Works out which transitions are enabled. One whose firing is undefined, so that it leads to a
    /// model error, counts as enabled.
    ///
    /// # Errors
    /// Where that is too much to work out, as [`Interpreter::attempts`] says.
    pub fn build(net: &'a Net, marking: &'a Marking) -> Result<Self, SemanticsError> {
        let attempts = Interpreter::new(net).attempts(marking)?;
        Ok(Self { net, marking, firings: attempts.into_iter().map(|attempt| attempt.firing).collect() })
    }

    /// How many tokens there are of these colours.
    #[must_use]
    pub fn coloured_tokens(&self, tokens: &Tokens) -> u64 {
        let admitted =
            self.marking.place(tokens.place).iter().filter(|(value, _)| tokens.colours.admits(value));
        admitted.map(|(_, count)| count).sum()
    }

    /// Whether one of these bindings is enabled.
    #[must_use]
    pub fn is_enabled_in(&self, bindings: &Bindings) -> bool {
        self.firings_of(bindings.transition).iter().any(|firing| bindings.admit(&firing.binding))
    }

    fn firings_of(&self, transition: TransitionId) -> &[Firing] {
        let start = self.firings.partition_point(|firing| firing.transition < transition);
        let count = self.firings[start..].partition_point(|firing| firing.transition == transition);
        &self.firings[start..start + count]
    }
}

impl ColouredFormula {
    /// Whether the property holds, by its definition.
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
        !self.firings_of(transition).is_empty()
    }

    fn is_deadlock(&self) -> bool {
        self.firings.is_empty()
    }

    fn number(&self, part: Part) -> Option<i64> {
        let (value, _) = self.marking.place(part.place).iter().next()?;
        number_in(value, is_buffer(self.net, part.place), part.offset)
    }
}
