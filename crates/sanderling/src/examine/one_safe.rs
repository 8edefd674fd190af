//! Whether each place always holds at most one token; a group of places, all of them together.

use sanderling_model::Knowledge;
use sanderling_net::{Diagnostics, PlaceId};
use sanderling_property::{Formula, Property, Quantifier, Relation};
use sanderling_report::{Argument, Decision, Technique};

use super::{Examiner, compare};

impl Examiner<'_> {
    /// Answers it.
    pub(super) fn one_safe(&mut self) -> Result<(), Diagnostics> {
        if !self.net.is_place_transition() {
            return self.one_safe_as_it_is();
        }
        let knowledge = Knowledge::of(self.net)?;
        let initial = knowledge.structure().initial();
        let at_start =
            |group: &[PlaceId]| group.iter().map(|place| u128::from(initial[place.index()])).sum::<u128>();
        if self.examined.places.iter().any(|group| at_start(group) > 1) {
            self.truth(false, Decision::by(Technique::InitialMarking));
            return Ok(());
        }
        let is_proved = |group: &[PlaceId]| {
            let each = group.iter().map(|&place| knowledge.bounds().upper(place));
            each.sum::<Option<u64>>().is_some_and(|most| most <= 1)
        };
        let open: Vec<&Vec<PlaceId>> =
            self.examined.places.iter().filter(|group| !is_proved(group)).collect();
        drop(knowledge);
        if open.is_empty() {
            self.truth(true, Decision::by(Technique::Proof(Argument::PlaceInvariant)));
            return Ok(());
        }
        self.formulas(&[never_two_tokens(open)])
    }
}

/// That none of these groups ever holds two tokens.
pub(super) fn never_two_tokens<'a>(groups: impl IntoIterator<Item = &'a Vec<PlaceId>>) -> Property {
    let two_tokens = |group: &Vec<PlaceId>| {
        compare(group.iter().map(|&place| (1, place)), Relation::AtLeast, 2).expect("small numbers")
    };
    let formula = Formula::Or(groups.into_iter().map(two_tokens).collect()).negate();
    Property { name: None, quantifier: Quantifier::Always, formula, text: String::new() }
}
