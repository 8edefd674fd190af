//! Regions below a marking with ω: the markings with at most as many tokens in any place, and equally many in the exact
//! ones.

use sanderling_model::Structure;
use sanderling_net::{PlaceId, TransitionId};
use sanderling_property::{Comparison, Formula, Relation};

use crate::construction::is_enabled;
use crate::layout::{Layout, OMEGA};

/// The markings below a marking with ω.
pub(crate) struct Region<'a> {
    pub(crate) structure: &'a Structure,
    pub(crate) layout: &'a Layout,
    pub(crate) top: &'a [u64],
}

/// The markings of a region for which a condition is evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Among {
    /// All of them.
    All,
    /// The markings with exactly the tokens of the finite places, and with enough in the others. The number that is
    /// enough may depend on the condition.
    Top,
}

/// The truth of a condition in these markings.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Truth {
    /// It may hold in some of them.
    possible: bool,
    /// It holds in all of them.
    certain: bool,
}

impl Truth {
    fn known(holds: bool) -> Self {
        Self { possible: holds, certain: holds }
    }

    fn not(self) -> Self {
        Self { possible: !self.certain, certain: !self.possible }
    }

    fn and(self, other: Self) -> Self {
        Self { possible: self.possible && other.possible, certain: self.certain && other.certain }
    }

    fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }
}

impl Region<'_> {
    /// Returns the maximum number of tokens in a place, or [`OMEGA`].
    pub(crate) fn most(&self, place: PlaceId) -> u64 {
        self.layout.tokens(self.top, place)
    }

    fn least(&self, place: PlaceId) -> u64 {
        if self.layout.is_exact(place) { self.most(place) } else { 0 }
    }

    /// Whether a marking of the region may satisfy a condition. The answer `false` is certain.
    pub(crate) fn may_meet(&self, condition: &Formula) -> bool {
        self.truth(condition, Among::All).possible
    }

    /// Whether a condition is certainly satisfied with all the tokens of the finite places and enough in the others.
    pub(crate) fn meets_at_the_top(&self, condition: &Formula) -> bool {
        self.truth(condition, Among::Top).certain
    }

    /// Returns by place a number of tokens that suffices for a condition which is satisfied at the top.
    pub(crate) fn target(&self, condition: &Formula) -> Vec<u64> {
        let most = |place| self.most(place);
        let finite = self.structure.place_ids().map(most).filter(|&most| most != OMEGA).max().unwrap_or(0);
        let needs = self.structure.transition_ids().flat_map(|one| self.structure.needs(one));
        let needed = needs.map(|(_, needed)| needed).max().unwrap_or(0);
        // This exceeds every finite place, so a marking that covers it is below no other marking of the set.
        let enough = 1 + finite.max(needed).max(self.enough(condition));
        self.structure.place_ids().map(most).map(|most| if most == OMEGA { enough } else { most }).collect()
    }

    /// Returns a number of tokens that decides each comparison, whatever the finite places contain.
    fn enough(&self, condition: &Formula) -> u64 {
        let of_all = |parts: &[Formula]| parts.iter().map(|part| self.enough(part)).max().unwrap_or(0);
        match condition {
            Formula::Constant(_) | Formula::Deadlock | Formula::Enabled(_) | Formula::Values(_) => 0,
            Formula::Compare(comparison) => {
                let magnitude = comparison.bound().unsigned_abs().saturating_add(self.magnitude(comparison));
                u64::try_from(magnitude).unwrap_or(OMEGA).min(OMEGA - 2)
            }
            Formula::Not(inner) => self.enough(inner),
            Formula::And(parts) | Formula::Or(parts) => of_all(parts),
            Formula::Implies(sides) | Formula::Iff(sides) => of_all(&sides[..]),
        }
    }

    /// Returns the maximum contribution of the finite places to a sum, without signs.
    fn magnitude(&self, comparison: &Comparison) -> u128 {
        let finite = comparison.terms().iter().map(|&(weight, place)| match self.most(place) {
            OMEGA => 0,
            most => u128::from(weight.unsigned_abs()) * u128::from(most),
        });
        finite.fold(0, u128::saturating_add)
    }

    fn truth(&self, condition: &Formula, among: Among) -> Truth {
        match condition {
            Formula::Constant(value) => Truth::known(*value),
            Formula::Deadlock => self.any_enabled(self.structure.transition_ids(), among).not(),
            Formula::Enabled(transitions) => self.any_enabled(transitions.iter().copied(), among),
            Formula::Compare(comparison) => self.compares(comparison, among),
            Formula::Values(_) => Truth { possible: true, certain: false },
            Formula::Not(inner) => self.truth(inner, among).not(),
            Formula::And(parts) => self.all(parts, among),
            Formula::Or(parts) => {
                parts.iter().fold(Truth::known(false), |truth, part| truth.or(self.truth(part, among)))
            }
            Formula::Implies(sides) => self.truth(&sides[0], among).not().or(self.truth(&sides[1], among)),
            Formula::Iff(sides) => {
                let [one, other] = [self.truth(&sides[0], among), self.truth(&sides[1], among)];
                one.and(other).or(one.not().and(other.not()))
            }
        }
    }

    fn all(&self, parts: &[Formula], among: Among) -> Truth {
        parts.iter().fold(Truth::known(true), |truth, part| truth.and(self.truth(part, among)))
    }

    /// Returns whether any of some transitions is enabled.
    fn any_enabled(&self, transitions: impl Iterator<Item = TransitionId>, among: Among) -> Truth {
        let mut truth = Truth::known(false);
        for transition in transitions {
            let at_most = is_enabled(self.structure, transition, |place| self.most(place));
            let at_least = match among {
                Among::All => is_enabled(self.structure, transition, |place| self.least(place)),
                Among::Top => at_most,
            };
            truth = truth.or(Truth { possible: at_most, certain: at_least });
            if truth.certain {
                break;
            }
        }
        truth
    }

    fn compares(&self, comparison: &Comparison, among: Among) -> Truth {
        if self.magnitude(comparison) > i128::MAX.unsigned_abs() {
            return Truth { possible: true, certain: false };
        }
        // These are the minimum and the maximum of the sum; `None` is infinite.
        let (mut least, mut greatest) = (Some(0_i128), Some(0_i128));
        for &(weight, place) in comparison.terms() {
            let most = Some(self.most(place)).filter(|&most| most != OMEGA).map(i128::from);
            let few = match among {
                Among::Top => most,
                Among::All => Some(i128::from(self.least(place))),
            };
            let weight = i128::from(weight);
            let add = |sum: &mut Option<i128>, tokens: Option<i128>| {
                *sum = sum.and_then(|sum| Some(sum + weight * tokens?));
            };
            // With enough tokens, both limits are infinite.
            let (low, high) = if weight > 0 { (few, most) } else { (most, few) };
            match (among, most, weight > 0) {
                (Among::Top, None, true) => add(&mut greatest, None),
                (Among::Top, None, false) => add(&mut least, None),
                _ => {
                    add(&mut least, low);
                    add(&mut greatest, high);
                }
            }
        }
        if among == Among::Top {
            return self.at_the_top(comparison, least, greatest);
        }
        range(comparison.relation(), comparison.bound(), least, greatest)
    }

    /// Decides a comparison whose sum is finite, or unbounded in one direction. If it is unbounded in both, nothing is
    /// known.
    fn at_the_top(&self, comparison: &Comparison, least: Option<i128>, greatest: Option<i128>) -> Truth {
        use std::cmp::Ordering::{Greater, Less};
        match (least, greatest) {
            (Some(_), Some(value)) => {
                Truth::known(comparison.relation().admits(value.cmp(&comparison.bound())))
            }
            (Some(_), None) => Truth::known(comparison.relation().admits(Greater)),
            (None, Some(_)) => Truth::known(comparison.relation().admits(Less)),
            (None, None) => Truth { possible: true, certain: false },
        }
    }
}

/// Compares the numbers between two limits with a number. The limit `None` is infinite.
fn range(relation: Relation, number: i128, least: Option<i128>, greatest: Option<i128>) -> Truth {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let is_less = least.is_none_or(|least| least < number);
    let is_greater = greatest.is_none_or(|greatest| greatest > number);
    let is_equal =
        least.is_none_or(|least| least <= number) && greatest.is_none_or(|greatest| greatest >= number);
    let met = [(is_less, Less), (is_equal, Equal), (is_greater, Greater)];
    let mut met =
        met.into_iter().filter(|(is_met, _)| *is_met).map(|(_, ordering)| relation.admits(ordering));
    Truth { possible: met.clone().any(|admitted| admitted), certain: met.all(|admitted| admitted) }
}
