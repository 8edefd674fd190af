//! Terms: what stands in initial markings, arc inscriptions, guards and code segments.

use serde::{Deserialize, Serialize};

use crate::{OperatorId, PartitionId, SortId, Value, VariableId};

/// A term over the variables of a transition.
///
/// A term denotes a value or a multiset of values; where a multiset is wanted, a value stands for
/// the multiset that holds it once. A multiset inside a tuple distributes over it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Term {
    /// The value bound to a variable.
    Variable(VariableId),
    /// A constant of a sort.
    Literal {
        /// The sort of the constant.
        sort: SortId,
        /// The value.
        value: Value,
    },
    /// A tuple of a product sort.
    Tuple(Vec<Term>),
    /// One copy of every value of a finite sort.
    All(SortId),
    /// The empty multiset over a sort.
    Empty(SortId),
    /// An operator applied to arguments.
    Apply(Operator, Vec<Term>),
}

/// An operator of the term language, with the arity that [`Term::Apply`] must give it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operator {
    /// Number and multiset (or value): this number of copies. Arity 2.
    NumberOf,
    /// Sum of multisets. Arity 1 or more.
    Sum,
    /// The first multiset less the others; undefined where that is not a multiset. Arity 2 or more.
    Difference,
    /// The first multiset less the others, where each count is cut off at zero, as TAPAAL reads differences. Arity 2 or more.
    TruncatedDifference,
    /// The number of elements of a multiset. Arity 1.
    Cardinality,
    /// The next value of an enumeration, from the last to the first. Arity 1.
    Successor,
    /// The previous value of an enumeration, from the first to the last. Arity 1.
    Predecessor,
    /// Equality of values. Arity 2.
    Equal,
    /// Inequality of values. Arity 2.
    NotEqual,
    /// Order by position in the sort; of strings, by their first characters that differ. Arity 2.
    Less,
    /// Order by position in the sort. Arity 2.
    LessOrEqual,
    /// Order by position in the sort. Arity 2.
    Greater,
    /// Order by position in the sort. Arity 2.
    GreaterOrEqual,
    /// Conjunction, from left to right, of as many as needed. Arity 1 or more.
    And,
    /// Disjunction, from left to right, of as many as needed. Arity 1 or more.
    Or,
    /// Implication. Arity 2.
    Imply,
    /// Negation. Arity 1.
    Not,
    /// Sum of numbers. Arity 2.
    Add,
    /// Difference of numbers. Arity 2.
    Subtract,
    /// Product of numbers. Arity 2.
    Multiply,
    /// Quotient, towards zero; undefined for a divisor of zero. Arity 2.
    Divide,
    /// Remainder, with the dividend's sign; undefined for a divisor of zero. Arity 2.
    Remainder,
    /// Number with its sign changed. Arity 1.
    Negate,
    /// Conjunction of the numbers' bits, in two's complement. Arity 2.
    BitAnd,
    /// Disjunction of the numbers' bits, in two's complement. Arity 2.
    BitOr,
    /// Exclusive disjunction of the numbers' bits, in two's complement. Arity 2.
    BitXor,
    /// The number with all bits inverted: -n - 1. Arity 1.
    BitNot,
    /// The first number times two to the power of the second; undefined for a second one outside
    /// 0 to 63. Arity 2.
    ShiftLeft,
    /// The first number divided by two to the power of the second, rounded down; undefined for a
    /// second one outside 0 to 63. Arity 2.
    ShiftRight,
    /// The number of a range that differs from the argument by a multiple of the range's size:
    /// what is left when a number is stored in a cell of too few bits. Arity 1.
    Wrap(SortId),
    /// The number itself where it is in a range; undefined otherwise. Arity 1.
    Within(SortId),
    /// The component of a tuple, counted from 0. Arity 1.
    Component(u32),
    /// The class of a value in a partition. Arity 1.
    PartitionElementOf(PartitionId),
    /// Order of two classes of a partition as declared: the first is less. Arity 2.
    PartitionLess(PartitionId),
    /// The element of a list or an array at a position from 0; undefined beyond its end. Arity 2.
    Index,
    /// The list or array with the element at a position replaced. Arity 3: list, position, value.
    Update,
    /// The list with an element behind its last; undefined at its capacity. Arity 2.
    Append,
    /// The list without its first element; undefined for the empty list. Arity 1.
    RemoveFirst,
    /// The length of a list, an array or a string. Arity 1.
    Length,
    /// Two strings, or two lists, one behind the other; undefined beyond the first list's capacity. Arity 2.
    Concatenate,
    /// The part of a string or a list from a position (from 0) on, of a length, or as much of it as there is; undefined for
    /// a negative position or length. Arity 3: string or list, position, length.
    Slice,
    /// Whether a string or a list has another one in it, in one piece. Arity 2: the whole, the part.
    HasPart,
    /// The list of the arguments.
    MakeList,
    /// A condition, and the values where it is true and where it is false. Arity 3.
    IfThenElse,
    /// A declared operator: its body with the arguments for its parameters.
    Declared(OperatorId),
}

/// What a difference of multisets means if it takes away what is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Differences {
    /// Nothing: a binding that needs it is disabled. ISO/IEC 15909-1 defines differences of multisets only where the first one includes the
    /// second.
    Defined,
    /// The count is cut off at zero, as in TAPAAL.
    Truncated,
}

impl Term {
    /// Reads all differences in the term in one way.
    pub(crate) fn read_differences(&mut self, reading: Differences) {
        match self {
            Self::Apply(operator, parts) => {
                if matches!(operator, Operator::Difference | Operator::TruncatedDifference) {
                    *operator = match reading {
                        Differences::Defined => Operator::Difference,
                        Differences::Truncated => Operator::TruncatedDifference,
                    };
                }
                parts.iter_mut().for_each(|part| part.read_differences(reading));
            }
            Self::Tuple(parts) => parts.iter_mut().for_each(|part| part.read_differences(reading)),
            Self::Variable(_) | Self::Literal { .. } | Self::All(_) | Self::Empty(_) => {}
        }
    }
}
