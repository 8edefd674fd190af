//! State formulas over a net's places and transitions, and their semantics.
//!
//! [`Formula::holds`] defines the semantics, as a recursion over the operators. A search evaluates the
//! [`Predicate`](crate::Predicate) that is compiled from the formula; random tests compare the two.
//!
//! A formula refers to the places and transitions of a net or, with colours, to tokens of certain colours and
//! transitions in certain bindings ([`ColouredFormula`](crate::ColouredFormula)).
//!
//! INVARIANT: the functions here recurse to the formula's depth. Parsing creates at most a few levels for each of
//! [`MAX_DEPTH`](crate::MAX_DEPTH) nested expressions; code that builds formulas by other means must observe a similar
//! limit.

use sanderling_net::{PlaceId, TransitionId};

use crate::{Comparison, Valuation, ValueCondition};

/// A condition on a marking.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Formula<P = PlaceId, T = TransitionId> {
    /// `true` or `false`.
    Constant(bool),
    /// No transition is enabled.
    Deadlock,
    /// At least one of these transitions is enabled. Parsing sorts them and removes duplicates.
    Enabled(Vec<T>),
    /// A weighted sum of token counts compared with a number.
    Compare(Comparison<P>),
    /// A condition on the values of a program.
    Values(Box<ValueCondition>),
    /// The formula does not hold.
    Not(Box<Self>),
    /// All of these formulas hold; `true` if there are none.
    And(Vec<Self>),
    /// At least one of these formulas holds; `false` if there are none.
    Or(Vec<Self>),
    /// The second formula holds if the first does.
    Implies(Box<[Self; 2]>),
    /// Both formulas hold or neither does.
    Iff(Box<[Self; 2]>),
}

impl Formula {
    /// Returns whether the formula holds, by its definition.
    ///
    /// For repeated evaluation, compile the formula into a [`Predicate`](crate::Predicate) first.
    #[must_use]
    pub fn holds(&self, valuation: &impl Valuation) -> bool {
        self.evaluate(&|atom| match atom {
            Self::Deadlock => valuation.is_deadlock(),
            Self::Enabled(transitions) => transitions.iter().any(|&t| valuation.is_enabled(t)),
            Self::Compare(comparison) => comparison.holds(valuation),
            Self::Values(condition) => condition.holds(&|part| valuation.number(part)),
            _ => false,
        })
    }

    /// Returns whether the formula holds in a marking without values, such as the error state of a program; `None` if
    /// that depends on values.
    #[must_use]
    pub fn holds_without_values(&self, valuation: &impl Valuation) -> Option<bool> {
        let of = |part: &Self| part.holds_without_values(valuation);
        let any = |parts: &mut dyn Iterator<Item = Option<bool>>, wanted: bool| {
            let mut is_known = true;
            for part in parts {
                match part {
                    Some(holds) if holds == wanted => return Some(wanted),
                    Some(_) => {}
                    None => is_known = false,
                }
            }
            is_known.then_some(!wanted)
        };
        match self {
            Self::Values(_) => None,
            Self::Constant(_) | Self::Deadlock | Self::Enabled(_) | Self::Compare(_) => {
                Some(self.holds(valuation))
            }
            Self::Not(inner) => of(inner).map(|holds| !holds),
            Self::And(parts) => any(&mut parts.iter().map(of), false),
            Self::Or(parts) => any(&mut parts.iter().map(of), true),
            Self::Implies(sides) => {
                any(&mut [of(&sides[0]).map(|holds| !holds), of(&sides[1])].into_iter(), true)
            }
            Self::Iff(sides) => Some(of(&sides[0])? == of(&sides[1])?),
        }
    }

    /// Returns whether the formula refers to values of a program.
    #[must_use]
    pub fn asks_for_values(&self) -> bool {
        let mut found = false;
        self.for_each_atom(&mut |atom| found |= matches!(atom, Self::Values(_)));
        found
    }

    /// Returns the places whose tokens or values the formula refers to, sorted, each once.
    #[must_use]
    pub fn places(&self) -> Vec<PlaceId> {
        let mut places = Vec::new();
        self.for_each_atom(&mut |atom| {
            if let Self::Compare(comparison) = atom {
                places.extend(comparison.terms().iter().map(|&(_, place)| place));
            }
            if let Self::Values(condition) = atom {
                places.extend(condition.parts().iter().map(|part| part.place));
            }
        });
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Returns the transitions that the formula names, sorted, each once. A formula that mentions `deadlock` depends on
    /// all transitions without naming them; see [`Formula::mentions_deadlock`].
    #[must_use]
    pub fn transitions(&self) -> Vec<TransitionId> {
        let mut transitions = Vec::new();
        self.for_each_atom(&mut |atom| {
            if let Self::Enabled(named) = atom {
                transitions.extend_from_slice(named);
            }
        });
        transitions.sort_unstable();
        transitions.dedup();
        transitions
    }

    /// Returns whether the formula mentions `deadlock` or `fireable`. Otherwise, evaluation only requests token counts.
    #[must_use]
    pub fn asks_for_enabling(&self) -> bool {
        self.mentions_deadlock() || !self.transitions().is_empty()
    }

    /// Returns whether the formula may require the absence of a deadlock: whether, in negation normal form, `deadlock`
    /// occurs under a `not` or in an `iff`.
    #[must_use]
    pub fn asks_for_no_deadlock(&self) -> bool {
        fn is_found_in(normal_form: &Formula) -> bool {
            match normal_form {
                Formula::Not(inner) => **inner == Formula::Deadlock,
                Formula::And(parts) | Formula::Or(parts) => parts.iter().any(is_found_in),
                Formula::Iff(sides) => sides.iter().any(Formula::mentions_deadlock),
                _ => false,
            }
        }
        is_found_in(&self.signed(true))
    }

    /// Returns the formula about the places and transitions of another net, given the mapping. `None` if one of them
    /// has no counterpart, or if the formula refers to values.
    #[must_use]
    pub fn renamed(
        &self,
        place: &impl Fn(PlaceId) -> Option<PlaceId>,
        transition: &impl Fn(TransitionId) -> Option<TransitionId>,
    ) -> Option<Self> {
        let all = |parts: &[Self]| {
            parts.iter().map(|part| part.renamed(place, transition)).collect::<Option<Vec<_>>>()
        };
        let both = |sides: &[Self; 2]| {
            Some(Box::new([sides[0].renamed(place, transition)?, sides[1].renamed(place, transition)?]))
        };
        Some(match self {
            Self::Constant(_) | Self::Deadlock => self.clone(),
            Self::Values(_) => return None,
            Self::Enabled(transitions) => {
                Self::Enabled(transitions.iter().map(|&one| transition(one)).collect::<Option<_>>()?)
            }
            Self::Compare(comparison) => Self::Compare(comparison.renamed(place)?),
            Self::Not(inner) => Self::Not(Box::new(inner.renamed(place, transition)?)),
            Self::And(parts) => Self::And(all(parts)?),
            Self::Or(parts) => Self::Or(all(parts)?),
            Self::Implies(sides) => Self::Implies(both(sides)?),
            Self::Iff(sides) => Self::Iff(both(sides)?),
        })
    }
}

impl<P: Ord + Clone, T: Clone> Formula<P, T> {
    /// Returns whether the formula holds, given the truth of its atoms about the marking: `deadlock`, the enabled
    /// transitions and the comparisons.
    pub(crate) fn evaluate(&self, atom: &impl Fn(&Self) -> bool) -> bool {
        match self {
            Self::Constant(value) => *value,
            Self::Deadlock | Self::Enabled(_) | Self::Compare(_) | Self::Values(_) => atom(self),
            Self::Not(inner) => !inner.evaluate(atom),
            Self::And(parts) => parts.iter().all(|part| part.evaluate(atom)),
            Self::Or(parts) => parts.iter().any(|part| part.evaluate(atom)),
            Self::Implies(sides) => !sides[0].evaluate(atom) || sides[1].evaluate(atom),
            Self::Iff(sides) => sides[0].evaluate(atom) == sides[1].evaluate(atom),
        }
    }

    /// Returns the negation, in negation normal form.
    #[must_use]
    pub fn negate(&self) -> Self {
        self.signed(false)
    }

    /// Returns an equivalent formula in which `not` occurs only before `deadlock`, `fireable` and conditions on values,
    /// and there is no `implies`. `iff` is kept, because expanding nested ones would double the formula each time.
    #[must_use]
    pub fn to_negation_normal_form(&self) -> Self {
        self.signed(true)
    }

    /// Returns the negation normal form of the formula (if `positive`) or of its negation.
    fn signed(&self, positive: bool) -> Self {
        let all = |parts: &[Self]| parts.iter().map(|part| part.signed(positive)).collect();
        match self {
            Self::Constant(value) => Self::Constant(*value == positive),
            Self::Deadlock | Self::Enabled(_) | Self::Values(_) if positive => self.clone(),
            // An undefined comparison does not hold, and neither does the opposite one.
            Self::Deadlock | Self::Enabled(_) | Self::Values(_) => Self::Not(Box::new(self.clone())),
            Self::Compare(comparison) if positive => Self::Compare(comparison.clone()),
            Self::Compare(comparison) => Self::Compare(comparison.negated()),
            Self::Not(inner) => inner.signed(!positive),
            Self::And(parts) if positive => Self::And(all(parts)),
            Self::And(parts) => Self::Or(all(parts)),
            Self::Or(parts) if positive => Self::Or(all(parts)),
            Self::Or(parts) => Self::And(all(parts)),
            Self::Implies(sides) if positive => Self::Or(vec![sides[0].signed(false), sides[1].signed(true)]),
            Self::Implies(sides) => Self::And(vec![sides[0].signed(true), sides[1].signed(false)]),
            Self::Iff(sides) => Self::Iff(Box::new([sides[0].signed(true), sides[1].signed(positive)])),
        }
    }

    /// Returns the formula specialised to deadlocks, as a condition on tokens only: `deadlock` is true and `fireable`
    /// is false.
    #[must_use]
    pub fn in_deadlock(&self) -> Self {
        let all = |parts: &[Self]| parts.iter().map(Self::in_deadlock).collect();
        let both = |sides: &[Self; 2]| Box::new([sides[0].in_deadlock(), sides[1].in_deadlock()]);
        match self {
            Self::Constant(_) | Self::Compare(_) | Self::Values(_) => self.clone(),
            Self::Deadlock => Self::Constant(true),
            Self::Enabled(_) => Self::Constant(false),
            Self::Not(inner) => Self::Not(Box::new(inner.in_deadlock())),
            Self::And(parts) => Self::And(all(parts)),
            Self::Or(parts) => Self::Or(all(parts)),
            Self::Implies(sides) => Self::Implies(both(sides)),
            Self::Iff(sides) => Self::Iff(both(sides)),
        }
    }

    /// Returns whether the formula obviously implies a deadlock: it is `deadlock`, or a conjunction with it.
    #[must_use]
    pub fn implies_deadlock(&self) -> bool {
        match self {
            Self::Deadlock => true,
            Self::And(parts) => parts.iter().any(Self::implies_deadlock),
            _ => false,
        }
    }

    /// Returns whether the formula mentions `deadlock`.
    #[must_use]
    pub fn mentions_deadlock(&self) -> bool {
        let mut found = false;
        self.for_each_atom(&mut |atom| found |= matches!(atom, Self::Deadlock));
        found
    }

    pub(crate) fn for_each_atom<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        match self {
            Self::Constant(_) | Self::Deadlock | Self::Enabled(_) | Self::Compare(_) | Self::Values(_) => {
                visit(self);
            }
            Self::Not(inner) => inner.for_each_atom(visit),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.for_each_atom(visit)),
            Self::Implies(sides) | Self::Iff(sides) => {
                sides.iter().for_each(|side| side.for_each_atom(visit));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use sanderling_net::{Net, Place, Transition};

    use super::*;
    use crate::Property;

    fn formula(text: &str) -> Formula {
        let mut net = Net::new("n");
        let _places = ["p", "q"].map(|id| net.add_place(Place::with_tokens(id, 1)));
        let _transition = net.add_transition(Transition::plain("t"));
        Property::parse(&format!("reach {text}"), &net).expect("a property").formula
    }

    #[test]
    fn a_formula_can_be_transferred_to_other_nodes() {
        let exchanged = |place: PlaceId| Some(PlaceId::new(1 - place.index()));
        let same = |transition: TransitionId| Some(transition);
        let renamed = |text: &str| formula(text).renamed(&exchanged, &same);
        let text = "tokens(p) - 2*tokens(q) <= 3 and (deadlock or not fireable(t))";
        let mirrored = "tokens(q) - 2*tokens(p) <= 3 and (deadlock or not fireable(t))";
        assert_eq!(renamed(text), Some(formula(mirrored)));
        assert_eq!(formula(text).renamed(&|_| None, &same), None);
        assert_eq!(formula("fireable(t)").renamed(&exchanged, &|_| None), None);
    }

    #[test]
    fn in_a_deadlock_a_formula_is_about_tokens() {
        let text =
            "fireable(t) or (deadlock implies not (tokens(p) = 1 iff not fireable(t))) and tokens(q) < 2";
        let same = "false or (true implies not (tokens(p) = 1 iff not false)) and tokens(q) < 2";
        assert_eq!(formula(text).in_deadlock(), formula(same));
    }

    #[test]
    fn formulas_that_imply_a_deadlock_are_recognized() {
        for text in ["deadlock", "tokens(p) = 1 and (tokens(q) = 1 and deadlock)"] {
            assert!(formula(text).implies_deadlock(), "{text}");
        }
        for text in ["deadlock or tokens(p) = 1", "not deadlock", "tokens(p) = 1", "not fireable(t)"] {
            assert!(!formula(text).implies_deadlock(), "{text}");
        }
    }

    #[test]
    fn formulas_that_may_require_no_deadlock_are_recognized() {
        for text in
            ["not deadlock", "tokens(p) = 1 and not (deadlock or tokens(q) = 1)", "not (not (not deadlock))"]
        {
            assert!(formula(text).asks_for_no_deadlock(), "{text}");
        }
        for text in ["deadlock", "not (not deadlock and tokens(p) = 1)", "fireable(t)", "not fireable(t)"] {
            assert!(!formula(text).asks_for_no_deadlock(), "{text}");
        }
    }
}
