//! The implications of a choice of atoms for each place, compared with known weights.
//!
//! A choice leaves a range of tokens for each place. If no firing raises a weighted sum, and the minimum of the sum
//! within these ranges exceeds its initial value, the choice is refuted. This takes one pass over the weights instead
//! of a linear program, in exact arithmetic.

use sanderling_net::PlaceId;

use crate::cases::Cases;
use crate::condition::{Atom, Condition};
use crate::effects::Weighted;
use crate::ground::Ground;
use crate::lemma::Lemma;

/// The minimum and the maximum number of tokens of each place, or 0 and `None` if the choice implies nothing.
pub(crate) struct Chosen {
    least: Vec<u64>,
    most: Vec<Option<u64>>,
}

impl Chosen {
    pub(crate) fn of(cases: &Cases, choice: &[bool], places: usize) -> Self {
        let mut chosen = Self { least: vec![0; places], most: vec![None; places] };
        for (variable, &holds) in choice.iter().enumerate() {
            let Some(&Atom::Tokens(place, tokens)) = cases.atom(variable) else { continue };
            let (least, most) = (&mut chosen.least[place.index()], &mut chosen.most[place.index()]);
            if holds {
                *least = tokens.max(*least);
            } else {
                *most = Some(most.map_or(tokens - 1, |most| most.min(tokens - 1)));
            }
        }
        chosen
    }

    /// Returns the lemma by which weights that no firing raises refute the choice, if they do.
    pub(crate) fn refuted_by(&self, weights: &[Weighted], ground: &Ground<'_>) -> Option<Lemma> {
        let (mut needed, mut at_start) = (0_i128, 0_i128);
        let mut conditions = Vec::new();
        for &(place, weight) in weights {
            let tokens = i128::from(ground.structure.initial()[place.index()]);
            at_start = at_start.checked_add(weight.checked_mul(tokens)?)?;
            let share = weight.checked_mul(self.at_worst(place, weight)?.into())?;
            needed = needed.checked_add(share)?;
            conditions.extend(self.condition(place, weight).map(|condition| (condition, weight, share)));
        }
        if needed <= at_start {
            return None;
        }
        let mut spare = needed - at_start - 1;
        conditions.retain(|&(_, weight, share)| {
            let is_spared = weight > 0 && share <= spare;
            spare -= if is_spared { share } else { 0 };
            !is_spared
        });
        let conditions = conditions.into_iter().map(|(condition, weight, _)| (condition, weight.abs()));
        Some(Lemma { conditions: conditions.collect(), facts: Vec::new(), weights: weights.to_vec() })
            .filter(|lemma| lemma.check_but_for_weights(ground).is_some())
    }

    /// Returns the number of tokens with which a place of this weight contributes least to a sum.
    fn at_worst(&self, place: PlaceId, weight: i128) -> Option<u64> {
        if weight > 0 { Some(self.least[place.index()]) } else { self.most[place.index()] }
    }

    /// Returns the condition for this number, or `None` if it always holds.
    fn condition(&self, place: PlaceId, weight: i128) -> Option<Condition> {
        let tokens = self.at_worst(place, weight)?;
        let (tokens, holds) = if weight > 0 { (tokens, true) } else { (tokens + 1, false) };
        (tokens > 0).then_some(Condition { atom: Atom::Tokens(place, tokens), holds })
    }
}
