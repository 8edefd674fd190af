//! Sizes of an unfolding, and of one that would ignore what is reachable.

use sanderling_net::{Net, SortId};

use crate::fixpoint::Fixpoint;

/// Sizes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Colours that places can hold: the unfolded places.
    pub colours: u64,
    /// All colours of all places; `None` if there are infinitely many, or 2^128 or more.
    pub all_colours: Option<u128>,
    /// Bindings that can be enabled: the unfolded transitions.
    pub bindings: u64,
    /// All values for all variables of all transitions; `None` if there are infinitely many, or 2^128 or more.
    pub all_bindings: Option<u128>,
    /// Number of bindings that are disabled only by a negative difference of multisets. If differences are cut off at
    /// zero, they may be enabled.
    pub negative_differences: u64,
}

impl Statistics {
    pub(crate) fn of(net: &Net, fixpoint: &Fixpoint<'_>) -> Self {
        let counts: Vec<Option<u128>> = (0..net.declarations.sorts.len())
            .map(|sort| net.value_count(SortId::new(sort)).map(u128::from))
            .collect();
        let of_sort = |sort: SortId| counts[sort.index()];
        let of_place = |sum: u128, place: &sanderling_net::Place| sum.checked_add(of_sort(place.sort)?);
        let of_rule = |rule: &crate::rule::Rule| {
            rule.sorts[..rule.scope.len()]
                .iter()
                .try_fold(1_u128, |product, &sort| product.checked_mul(of_sort(sort)?))
        };
        Self {
            colours: fixpoint.live.len(),
            all_colours: net.places.iter().try_fold(0, of_place),
            bindings: fixpoint.found.counts.iter().sum(),
            all_bindings: fixpoint.rules.iter().try_fold(0_u128, |sum, rule| sum.checked_add(of_rule(rule)?)),
            negative_differences: fixpoint.found.negative_differences,
        }
    }
}
