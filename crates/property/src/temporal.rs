//! Temporal formulas: properties of runs, over formulas about markings.
//!
//! Both logics have the same operators. In LTL (A. Pnueli, *The Temporal Logic of Programs*, FOCS 1977), a formula is
//! about one run, and a net satisfies it if all of its runs do. In CTL (E. M. Clarke and E. A. Emerson, *Design and
//! Synthesis of Synchronization Skeletons Using Branching Time Temporal Logic*, 1981), each operator also states
//! whether it is about all runs from a marking or about some, and a net satisfies a formula if its initial marking
//! does.
//!
//! A run continues as long as a transition is enabled. If it ends, its last marking is repeated forever in LTL, and has
//! no next one in CTL: `EX true` means that a transition is enabled.
//!
//! INVARIANT: in LTL no operator has a [`PathQuantifier`], in CTL each has one.

mod display;
mod simplify;

use sanderling_net::{PlaceId, TransitionId};

use crate::{Bindings, Formula, Property, Quantifier, Tokens, TooLarge};

/// The logic of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Logic {
    /// Linear time.
    Ltl,
    /// Branching time.
    Ctl,
}

/// The quantifier over runs from a marking, for an operator of CTL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathQuantifier {
    /// All runs.
    All,
    /// At least one run.
    Some,
}

impl PathQuantifier {
    /// Returns the dual quantifier: something holds for this one if its negation does not hold for the dual.
    #[must_use]
    pub const fn dual(self) -> Self {
        match self {
            Self::All => Self::Some,
            Self::Some => Self::All,
        }
    }
}

/// A temporal operator on a run. Of two operands, the first is the left one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathOperator {
    /// `X`: the operand holds from the next marking on.
    Next,
    /// `F`: the operand holds from some marking on.
    Finally,
    /// `G`: the operand holds from every marking on.
    Globally,
    /// `U`: the right operand holds from some marking on, and the left one from every marking before.
    Until,
    /// `W`: as `U`, or the left operand holds from every marking on.
    WeakUntil,
    /// `R`: the right operand holds from every marking up to and including the first one from which the left operand
    /// holds, or from every marking if there is no such one.
    Release,
    /// `M`: as `R`, and there is a marking from which the left operand holds.
    StrongRelease,
}

impl PathOperator {
    /// Returns the dual operator: this one holds for some operands if the dual does not hold for their negations.
    #[must_use]
    pub const fn dual(self) -> Self {
        match self {
            Self::Next => Self::Next,
            Self::Finally => Self::Globally,
            Self::Globally => Self::Finally,
            Self::Until => Self::Release,
            Self::WeakUntil => Self::StrongRelease,
            Self::Release => Self::Until,
            Self::StrongRelease => Self::WeakUntil,
        }
    }
}

/// A condition on runs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Temporal<P = PlaceId, T = TransitionId> {
    /// The first marking satisfies a formula.
    State(Formula<P, T>),
    /// The formula does not hold.
    Not(Box<Self>),
    /// All of these hold.
    And(Vec<Self>),
    /// At least one of these holds.
    Or(Vec<Self>),
    /// A temporal operator with its operands.
    Path {
        /// The path quantifier, in CTL.
        quantifier: Option<PathQuantifier>,
        /// The operator.
        operator: PathOperator,
        /// One operand or two.
        operands: Vec<Self>,
    },
}

/// Maximum number of parts of a formula after expanding operators.
pub(crate) const MAX_PARTS: usize = 100_000;

/// A temporal formula about tokens and bindings of a coloured net.
pub type ColouredTemporal = Temporal<Tokens, Bindings>;

/// A temporal property of a net.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemporalProperty<P = PlaceId, T = TransitionId> {
    /// The author's name for the property.
    pub name: Option<String>,
    /// The logic of the formula.
    pub logic: Logic,
    /// The formula.
    pub formula: Temporal<P, T>,
    /// The original text of the property.
    pub text: String,
}

impl<P, T> Temporal<P, T> {
    /// Returns a formula with an operator.
    #[must_use]
    pub fn path(quantifier: Option<PathQuantifier>, operator: PathOperator, operands: Vec<Self>) -> Self {
        Self::Path { quantifier, operator, operands }
    }

    /// Returns the equivalence of two formulas; `None` if it has more than 100 000 parts. It contains each side twice,
    /// unless both are about markings.
    #[must_use]
    pub fn iff([left, right]: [Self; 2]) -> Option<Self>
    where
        P: Clone,
        T: Clone,
    {
        if let (Self::State(left), Self::State(right)) = (&left, &right) {
            return Some(Self::State(Formula::Iff(Box::new([left.clone(), right.clone()]))));
        }
        if 2 * (left.parts() + right.parts()) > MAX_PARTS {
            return None;
        }
        let not = |formula: &Self| Self::Not(Box::new(formula.clone()));
        let neither = Self::And(vec![not(&left), not(&right)]);
        Some(Self::Or(vec![Self::And(vec![left, right]), neither]))
    }

    /// Returns the number of operators and formulas about markings.
    fn parts(&self) -> usize {
        1 + match self {
            Self::State(_) => 0,
            Self::Not(inner) => inner.parts(),
            Self::And(parts) | Self::Or(parts) | Self::Path { operands: parts, .. } => {
                parts.iter().map(Self::parts).sum()
            }
        }
    }

    /// Calls `act` with each formula about a marking, from left to right.
    pub fn for_each_state<'f>(&'f self, act: &mut impl FnMut(&'f Formula<P, T>)) {
        match self {
            Self::State(formula) => act(formula),
            Self::Not(inner) => inner.for_each_state(act),
            Self::And(parts) | Self::Or(parts) | Self::Path { operands: parts, .. } => {
                parts.iter().for_each(|part| part.for_each_state(act));
            }
        }
    }

    /// Returns the formula with `known` formulas about a marking replaced by constants.
    #[must_use]
    pub fn with_known(&self, known: &impl Fn(&Formula<P, T>) -> Option<bool>) -> Self
    where
        P: Clone,
        T: Clone,
    {
        let constant =
            |formula: &Formula<P, T>| Ok(known(formula).map_or_else(|| formula.clone(), Formula::Constant));
        let mapped: Result<Self, std::convert::Infallible> = self.try_map(&mut { constant });
        match mapped {
            Ok(formula) => formula,
            Err(never) => match never {},
        }
    }

    /// Returns the formula with each formula about a marking replaced.
    ///
    /// # Errors
    /// The first error that `map` returns.
    pub fn try_map<Q, U, E>(
        &self,
        map: &mut impl FnMut(&Formula<P, T>) -> Result<Formula<Q, U>, E>,
    ) -> Result<Temporal<Q, U>, E> {
        let mut all =
            |parts: &[Self]| parts.iter().map(|part| part.try_map(map)).collect::<Result<Vec<_>, E>>();
        Ok(match self {
            Self::And(parts) => Temporal::And(all(parts)?),
            Self::Or(parts) => Temporal::Or(all(parts)?),
            Self::Path { quantifier, operator, operands } => {
                Temporal::Path { quantifier: *quantifier, operator: *operator, operands: all(operands)? }
            }
            Self::State(formula) => Temporal::State(map(formula)?),
            Self::Not(inner) => Temporal::Not(Box::new(inner.try_map(map)?)),
        })
    }
}

impl<P, T> From<Property<P, T>> for TemporalProperty<P, T> {
    /// Converts a property of single markings to CTL.
    fn from(property: Property<P, T>) -> Self {
        let (quantifier, operator) = match property.quantifier {
            Quantifier::Always => (PathQuantifier::All, PathOperator::Globally),
            Quantifier::Reach => (PathQuantifier::Some, PathOperator::Finally),
        };
        let operands = vec![Temporal::State(property.formula)];
        let formula = Temporal::path(Some(quantifier), operator, operands);
        Self { name: property.name, logic: Logic::Ctl, formula, text: property.text }
    }
}

impl Logic {
    /// Returns the keyword.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Ltl => "ltl",
            Self::Ctl => "ctl",
        }
    }
}

impl TemporalProperty<Tokens, Bindings> {
    /// Returns the property about places and transitions, if it does not refer to colours.
    #[must_use]
    pub fn without_colours(&self) -> Option<TemporalProperty> {
        let plain = |formula: &Formula<Tokens, Bindings>| formula.without_colours().ok_or(());
        let formula = self.formula.try_map(&mut |formula| plain(formula)).ok()?;
        Some(TemporalProperty {
            name: self.name.clone(),
            logic: self.logic,
            formula,
            text: self.text.clone(),
        })
    }

    /// Returns the property of a net in which `places` hold the tokens and `transitions` are the bindings.
    ///
    /// # Errors
    /// As for [`Property::expand`](crate::Property::expand).
    pub fn expand(
        &self,
        places: &dyn Fn(&Tokens) -> Vec<PlaceId>,
        transitions: &dyn Fn(&Bindings) -> Vec<TransitionId>,
    ) -> Result<TemporalProperty, TooLarge> {
        let formula = self.formula.try_map(&mut |formula| formula.expand(places, transitions))?;
        Ok(TemporalProperty { name: self.name.clone(), logic: self.logic, formula, text: self.text.clone() })
    }
}
