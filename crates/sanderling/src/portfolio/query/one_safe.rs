//! Safety (1-boundedness): whether each place always holds at most one token. In an unfolding, the places of
//! a group are counted together.

use sanderling_net::{Diagnostics, PlaceId};
use sanderling_property::{Formula, Property, Quantifier, Relation};
use sanderling_report::{Argument, Decision, Technique};

use super::{Answering, compare};

impl Answering<'_> {
    /// Decides the question.
    pub(super) fn one_safe(&mut self) -> Result<(), Diagnostics> {
        let Some(initial) = self.net.initial_tokens() else { return Ok(()) };
        let at_start =
            |group: &[PlaceId]| group.iter().map(|place| u128::from(initial[place.index()])).sum::<u128>();
        if self.queried.places.iter().any(|group| at_start(group) > 1) {
            self.truth(false, Decision::by(Technique::InitialMarking));
            return Ok(());
        }
        let knowledge = if self.net.is_place_transition() { Some(self.net.knowledge()?) } else { None };
        let is_proved = |group: &[PlaceId]| {
            let bound = |&place: &PlaceId| knowledge.and_then(|known| known.bounds().upper(place));
            group.iter().map(bound).sum::<Option<u64>>().is_some_and(|bound| bound <= 1)
        };
        let open: Vec<&Vec<PlaceId>> = self.queried.places.iter().filter(|group| !is_proved(group)).collect();
        if open.is_empty() {
            self.truth(true, Decision::by(Technique::Proof(Argument::PlaceInvariant)));
            return Ok(());
        }
        self.formulas(&[never_two_tokens(open)])
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
