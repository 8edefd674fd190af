//! Formulas of branching time, with the three operators that are evaluated.

/// A property of the runs from a state, over numbered conditions on states.
///
/// All other operators are expressed by these and negation: a property holds for all runs if its negation
/// holds for none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Branching {
    /// A constant.
    Constant(bool),
    /// The state satisfies the condition with this number.
    Atom(usize),
    /// The negation of a formula.
    Not(Box<Self>),
    /// The conjunction of formulas.
    And(Vec<Self>),
    /// The disjunction of formulas.
    Or(Vec<Self>),
    /// `EX`: some event leads to a state that satisfies the formula.
    Next(Box<Self>),
    /// `E[.. U ..]`: on some run, one state is wanted, and all states before it are `on_the_way`.
    /// If `may_last`, `E[.. W ..]`: alternatively all states of the run are `on_the_way`.
    Until {
        /// The formula for the states before the wanted one.
        on_the_way: Box<Self>,
        /// The formula for the wanted state.
        wanted: Box<Self>,
        /// Whether the run may do without a wanted state.
        may_last: bool,
    },
}

impl Branching {
    /// Returns the negation.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Constant(holds) => Self::Constant(!holds),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// Creates `E[.. U ..]`, or `E[.. W ..]` if `may_last`.
    #[must_use]
    pub fn until(on_the_way: Self, wanted: Self, may_last: bool) -> Self {
        Self::Until { on_the_way: Box::new(on_the_way), wanted: Box::new(wanted), may_last }
    }
}
