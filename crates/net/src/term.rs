//! Terms of initial markings, arc inscriptions, guards and code segments.

use serde::{Deserialize, Serialize};

use crate::{OperatorId, PartitionId, SortId, Value, VariableId};

/// A term over the variables of a transition.
///
/// A term denotes a value or a multiset of values. If a multiset is required, a value denotes the multiset that holds
/// it once. A multiset inside a tuple distributes over it.
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

/// An operator of the term language. The comments state the arity that [`Term::Apply`] must respect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operator {
    /// The given number of copies of a multiset or value. Arity 2: number, multiset or value.
    NumberOf,
    /// Sum of multisets. Arity 1 or more.
    Sum,
    /// The first multiset minus the others; undefined if the result is not a multiset. Arity 2 or more.
    Difference,
    /// The first multiset minus the others, where negative counts become zero, as in TAPAAL. Arity 2 or more.
    TruncatedDifference,
    /// The number of elements of a multiset. Arity 1.
    Cardinality,
    /// The next value of an enumeration; the last is followed by the first. Arity 1.
    Successor,
    /// The previous value of an enumeration; the first is preceded by the last. Arity 1.
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
    /// Conjunction, from left to right; stops at the first false operand. Arity 1 or more.
    And,
    /// Disjunction, from left to right; stops at the first true operand. Arity 1 or more.
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
    /// Quotient, rounded towards zero; undefined if the divisor is zero. Arity 2.
    Divide,
    /// Remainder, with the dividend's sign; undefined if the divisor is zero. Arity 2.
    Remainder,
    /// Number with its sign changed. Arity 1.
    Negate,
    /// Bitwise conjunction, in two's complement. Arity 2.
    BitAnd,
    /// Bitwise disjunction, in two's complement. Arity 2.
    BitOr,
    /// Bitwise exclusive disjunction, in two's complement. Arity 2.
    BitXor,
    /// The number with all bits inverted: -n - 1. Arity 1.
    BitNot,
    /// The first number times two to the power of the second; undefined if the second is outside 0 to 63. Arity 2.
    ShiftLeft,
    /// The first number divided by two to the power of the second, rounded down; undefined if the second is outside 0
    /// to 63. Arity 2.
    ShiftRight,
    /// The number of a range that differs from the argument by a multiple of the range's size, as when a number is
    /// stored in too few bits. Arity 1.
    Wrap(SortId),
    /// The argument, if it lies in a range; undefined otherwise. Arity 1.
    Within(SortId),
    /// The component of a tuple, counted from 0. Arity 1.
    Component(u32),
    /// The class of a value in a partition. Arity 1.
    PartitionElementOf(PartitionId),
    /// Whether the first class precedes the second in the declaration of a partition. Arity 2.
    PartitionLess(PartitionId),
    /// The element of a list or an array at a position, from 0; undefined beyond the end. Arity 2.
    Index,
    /// The list or array with the element at a position replaced. Arity 3: list, position, value.
    Update,
    /// The list with an element appended; undefined if the list is at its capacity. Arity 2.
    Append,
    /// The list without its first element; undefined for the empty list. Arity 1.
    RemoveFirst,
    /// The length of a list, an array or a string. Arity 1.
    Length,
    /// The concatenation of two strings or two lists; undefined beyond the first list's capacity. Arity 2.
    Concatenate,
    /// The part of a string or a list that begins at a position, from 0, and has a given length or, if the end comes
    /// first, ends there. Undefined for a negative position or length. Arity 3: string or list, position, length.
    Slice,
    /// Whether a string or a list contains another one as a contiguous part. Arity 2: the whole, the part.
    HasPart,
    /// The list of the arguments.
    MakeList,
    /// The second argument if the first, a condition, is true; otherwise the third. Arity 3.
    IfThenElse,
    /// A declared operator: its body, with the arguments in place of its parameters.
    Declared(OperatorId),
}

/// The meaning of a difference of multisets that subtracts more than the first multiset holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Differences {
    /// Undefined: a binding that needs it is disabled. ISO/IEC 15909-1 defines differences of multisets only if the
    /// first one includes the second.
    Defined,
    /// Negative counts become zero, as in TAPAAL.
    Truncated,
}

impl Term {
    /// Sets how all differences in the term are read.
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
