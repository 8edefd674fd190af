//! Safety (1-boundedness): whether each place always holds at most one token. In an unfolding, the places of
//! a group are counted together.

use sanderling_net::{Diagnostics, PlaceId};
use sanderling_property::{Formula, Property, Quantifier, Relation};
use sanderling_report::{Argument, Decision, Technique};

use super::{Answering, compare};
use crate::portfolio::plan::{Share, Step, carry_out};

type Attempt = fn(&mut Answering<'_>) -> Result<(), Diagnostics>;

/// The steps before the plan for formulas.
const PLAN: [Step<Attempt>; 2] = [
    Step::without_search("initial marking", Share::ALL, |answering| {
        if answering.fullest_group() > 1 {
            answering.truth(false, Decision::by(Technique::InitialMarking));
        }
        Ok(())
    }),
    Step::without_search("bounds of places", Share::ALL, |answering| {
        if answering.unbounded_by_one()?.is_empty() {
            answering.truth(true, Decision::by(Technique::Proof(Argument::PlaceInvariant)));
        }
        Ok(())
    }),
];

impl Answering<'_> {
    /// Decides the question.
    pub(super) fn one_safe(&mut self) -> Result<(), Diagnostics> {
        if self.net.initial_tokens().is_none() {
            return Ok(());
        }
        carry_out(&PLAN, self)?;
        let property = never_two_tokens(self.unbounded_by_one()?);
        if self.open.is_empty() { Ok(()) } else { self.formulas(&[property]) }
    }

    /// Returns the maximum number of tokens of a group of places in the initial marking.
    fn fullest_group(&self) -> u128 {
        let initial = self.net.initial_tokens().unwrap_or_default();
        let tokens =
            |group: &Vec<PlaceId>| group.iter().map(|place| u128::from(initial[place.index()])).sum::<u128>();
        self.queried.places.iter().map(tokens).max().unwrap_or(0)
    }

    /// Returns the groups of places that have no known bound of one token.
    ///
    /// # Errors
    /// The net cannot be compiled.
    fn unbounded_by_one(&self) -> Result<Vec<&Vec<PlaceId>>, Diagnostics> {
        let knowledge = if self.net.is_place_transition() { Some(self.net.knowledge()?) } else { None };
        let bound = |&place: &PlaceId| knowledge.and_then(|known| known.bounds().upper(place));
        let is_proved =
            |group: &[PlaceId]| group.iter().map(bound).sum::<Option<u64>>().is_some_and(|bound| bound <= 1);
        Ok(self.queried.places.iter().filter(|group| !is_proved(group)).collect())
    }
}

/// Returns the property that none of these groups ever holds two tokens.
fn never_two_tokens<'a>(groups: impl IntoIterator<Item = &'a Vec<PlaceId>>) -> Property {
    let two_tokens = |group: &Vec<PlaceId>| {
        compare(group.iter().map(|&place| (1, place)), Relation::AtLeast, 2).expect("small numbers")
    };
    let formula = Formula::Or(groups.into_iter().map(two_tokens).collect()).negate();
    Property { name: None, quantifier: Quantifier::Always, formula, text: String::new() }
}
