//! Temporal formulas: what is asked of runs, over formulas that are asked of markings.
//!
//! Both logics have the same operators. In LTL (A. Pnueli, *The Temporal Logic of Programs*, FOCS 1977) a formula is about one run, and
//! a net satisfies it where all of its runs do. In CTL (E. M. Clarke and E. A. Emerson, *Design and Synthesis of Synchronization
//! Skeletons Using Branching Time Temporal Logic*, 1981) each operator says besides whether it is about all runs from a marking or about
//! some, and a net satisfies a formula where its initial marking does.
//!
//! A run goes on as long as something is enabled. Where one ends, its last marking is repeated for ever in LTL, and has no next one in
//! CTL: `EX true` says that something is enabled.
//!
//! INVARIANT: in LTL no operator has a [`PathQuantifier`], in CTL each has one.

mod display;
mod simplify;

use sanderling_net::{PlaceId, TransitionId};

use crate::{Bindings, Formula, Property, Quantifier, Tokens, TooLarge};

/// Which logic a formula is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Logic {
    /// Linear time.
    Ltl,
    /// Branching time.
    Ctl,
}

/// Over which runs from a marking an operator of CTL is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathQuantifier {
    /// All of them.
    All,
    /// At least one.
    Some,
}

impl PathQuantifier {
    /// Over which runs something holds where it does not fail over those.
    #[must_use]
    pub const fn dual(self) -> Self {
        match self {
            Self::All => Self::Some,
            Self::Some => Self::All,
        }
    }
}

/// What is asked of a run. The first operand of two is the one on the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathOperator {
    /// `X`: it holds from the next marking on.
    Next,
    /// `F`: it holds from some marking on.
    Finally,
    /// `G`: it holds from every marking on.
    Globally,
    /// `U`: the right one holds from some marking on, and the left one from every marking before.
    Until,
    /// `W`: as `U`, or the left one holds from every marking on.
    WeakUntil,
    /// `R`: the right one holds from every marking on up to the first from which the left one holds, with that, if there is one.
    Release,
    /// `M`: as `R`, and there is one.
    StrongRelease,
}

impl PathOperator {
    /// What holds of a run where this does not hold of it, with operands that do not hold.
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
    /// It does not hold.
    Not(Box<Self>),
    /// All of these hold.
    And(Vec<Self>),
    /// At least one of these holds.
    Or(Vec<Self>),
    /// Something holds of the markings that follow.
    Path {
        /// In CTL: of all runs, or of some.
        quantifier: Option<PathQuantifier>,
        /// What.
        operator: PathOperator,
        /// One formula, or two.
        operands: Vec<Self>,
    },
}

/// So many parts a formula may come to where operators are written out.
pub(crate) const MAX_PARTS: usize = 100_000;

/// A temporal formula about tokens and bindings of a coloured net.
pub type ColouredTemporal = Temporal<Tokens, Bindings>;

/// A temporal property of a net.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemporalProperty<P = PlaceId, T = TransitionId> {
    /// What the author of the property calls it.
    pub name: Option<String>,
    /// Which logic it is of.
    pub logic: Logic,
    /// What is asked.
    pub formula: Temporal<P, T>,
    /// The text of the property as it was written.
    pub text: String,
}

impl<P, T> Temporal<P, T> {
    /// A formula with an operator.
    #[must_use]
    pub fn path(quantifier: Option<PathQuantifier>, operator: PathOperator, operands: Vec<Self>) -> Self {
        Self::Path { quantifier, operator, operands }
    }

    /// That both hold, or neither does, where that comes to no more than 100 000 parts: it takes each side twice, unless both are
    /// about markings.
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

    /// How many operators and formulas about markings there are in it.
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

    /// The same formula with constants in the place of formulas about a marking that are `known`.
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

    /// The same formula with something else in the place of each formula about a marking.
    ///
    /// # Errors
    /// The first that `map` gives.
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
    /// What is asked of single markings, as CTL says it.
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
    /// The word for it.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Ltl => "ltl",
            Self::Ctl => "ctl",
        }
    }
}

impl TemporalProperty<Tokens, Bindings> {
    /// The property about places and transitions, where it says nothing about colours.
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

    /// The property of a net in which `places` hold the tokens and `transitions` are the bindings.
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
