//! The reasons why a firing is not enabled or why a term has no value.

use std::fmt;

use crate::{Net, PlaceId, SortId, Value, VariableId};

/// Something in the net that is undefined in this marking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SemanticsError {
    /// The id of the place, the transition, the arc or the assertion.
    pub element: String,
    /// What is wrong with the element.
    pub problem: Problem,
}

/// A problem of evaluation: something is undefined, or exceeds a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// 2^64 tokens or more.
    Overflow,
    /// A term that is undefined, with the reason: `a division by zero`.
    Undefined(&'static str),
    /// A value that is not of the required sort.
    OutOfSort {
        /// The value, described.
        value: String,
        /// The sort's id; empty if it has none.
        sort: String,
    },
    /// More values or bindings than can be tried.
    TooMany(&'static str),
}

impl Problem {
    /// Returns whether the model is undefined here. Otherwise its meaning is defined, but exceeds a limit.
    #[must_use]
    pub fn is_model_error(&self) -> bool {
        matches!(self, Self::Undefined(_) | Self::OutOfSort { .. })
    }

    pub(super) fn out_of_sort(net: &Net, sort: SortId, value: &Value) -> Self {
        let id = net.declarations.sorts[sort.index()].id.clone();
        Self::OutOfSort { value: net.value_text(sort, value), sort: id }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overflow => f.write_str("2^64 tokens or more"),
            Self::Undefined(what) | Self::TooMany(what) => f.write_str(what),
            Self::OutOfSort { value, sort } if sort.is_empty() => {
                write!(f, "the value {value}, which is not of the sort")
            }
            Self::OutOfSort { value, sort } => {
                write!(f, "the value {value}, which is not of the sort `{sort}`")
            }
        }
    }
}

impl fmt::Display for SemanticsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.element, self.problem)
    }
}

impl std::error::Error for SemanticsError {}

/// Why a firing is not enabled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NotEnabled {
    /// A place does not hold the tokens that an input or a read arc requires.
    MissingTokens(PlaceId),
    /// A place holds the tokens that an inhibitor arc forbids.
    Inhibited(PlaceId),
    /// The guard does not hold.
    Guard,
    /// A difference on an arc is not a multiset.
    NegativeDifference,
    /// The successor would have more tokens in a place than its capacity.
    Capacity(PlaceId),
    /// A variable of the transition is not bound, or not to a value of its sort.
    Unbound(VariableId),
    /// A variable is bound that the transition does not have.
    Stray(VariableId),
}

impl NotEnabled {
    /// Describes the reason, with the modeller's ids.
    #[must_use]
    pub fn explain(&self, net: &Net) -> String {
        let place = |id: PlaceId| &net.place(id).id;
        let variable = |id: VariableId| match net.declarations.variables.get(id.index()) {
            Some(declaration) => declaration.id.clone(),
            None => format!("number {}", id.index()),
        };
        match *self {
            Self::MissingTokens(p) => format!("place `{}` does not hold the tokens", place(p)),
            Self::Inhibited(p) => format!("place `{}` holds tokens that inhibit it", place(p)),
            Self::Guard => "the guard does not hold".into(),
            Self::NegativeDifference => "a difference on an arc is negative".into(),
            Self::Capacity(p) => format!("place `{}` has no room for the tokens", place(p)),
            Self::Unbound(v) => format!("variable `{}` is not bound to a value of its sort", variable(v)),
            Self::Stray(v) => format!("the transition has no variable `{}`", variable(v)),
        }
    }
}

/// The reason why a firing has no successor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FireError {
    /// The firing is not enabled.
    NotEnabled(NotEnabled),
    /// The firing is enabled, but this place would hold 2^64 tokens or more.
    Overflow(PlaceId),
    /// Something that the firing depends on is undefined.
    Undefined(SemanticsError),
}

impl FireError {
    /// Describes the reason, with the modeller's ids.
    #[must_use]
    pub fn explain(&self, net: &Net) -> String {
        match self {
            Self::NotEnabled(reason) => reason.explain(net),
            Self::Overflow(place) => {
                format!("place `{}` would hold 2^64 tokens or more", net.place(*place).id)
            }
            Self::Undefined(error) => error.to_string(),
        }
    }
}

/// The reason why a term could not be evaluated, without the element that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// A difference that is not a multiset. In the condition of a binding, it disables the binding.
    Negative,
    /// Any problem other than a negative difference.
    Problem(Problem),
}

impl Failure {
    /// Converts the failure to an error about an element, such as the place of an initial marking.
    pub(super) fn at(self, element: &str) -> SemanticsError {
        let problem = match self {
            Self::Negative => Problem::Undefined("a difference that is negative"),
            Self::Problem(problem) => problem,
        };
        SemanticsError { element: element.to_owned(), problem }
    }

    /// Converts the failure to an error of a firing, in a term of this element.
    pub(super) fn while_firing(self, element: &str) -> FireError {
        match self {
            Self::Negative => FireError::NotEnabled(NotEnabled::NegativeDifference),
            Self::Problem(_) => FireError::Undefined(self.at(element)),
        }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}
