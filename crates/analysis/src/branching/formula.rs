//! Formulas of branching time, by the three operators that are searched for.

/// What is asked of the runs from a state, over numbered conditions on states.
///
/// The other operators are these, negated or with operands of their own: what holds for all runs fails for none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Branching {
    /// Of every state, or of none.
    Constant(bool),
    /// The state satisfies the condition with this number.
    Atom(usize),
    /// It does not hold.
    Not(Box<Self>),
    /// All of these hold.
    And(Vec<Self>),
    /// At least one of these holds.
    Or(Vec<Self>),
    /// `EX`: some event leads to a state from which it holds.
    Next(Box<Self>),
    /// `E[.. U ..]`: on some run, one state is wanted, and those before are on the way. `E[.. W ..]`, where the run may last: or all of its
    /// states are on the way, up to the last one if it ends.
    Until {
        /// What holds of the states on the way.
        on_the_way: Box<Self>,
        /// What is to be reached.
        wanted: Box<Self>,
        /// Whether that need not be reached.
        may_last: bool,
    },
}

impl Branching {
    /// That it does not hold.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Constant(holds) => Self::Constant(!holds),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// `E[.. U ..]`, or `E[.. W ..]`.
    #[must_use]
    pub fn until(on_the_way: Self, wanted: Self, may_last: bool) -> Self {
        Self::Until { on_the_way: Box::new(on_the_way), wanted: Box::new(wanted), may_last }
    }
}
