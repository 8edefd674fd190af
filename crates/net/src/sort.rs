//! Sorts, that is sets of colours, and the values in them.

use serde::{Deserialize, Serialize};

use crate::SortId;

/// A set of colours.
///
/// Sorts refer to each other by id, so that a declaration may come before those that it uses; a
/// net in which they refer in circles is refused by [`Net::validate`](crate::Net::validate).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Sort {
    /// The one colour of place/transition nets.
    Dot,
    /// `false` and `true`, in this order.
    Bool,
    /// Named constants in the order of their declaration. `successor` and `predecessor` wrap around.
    Enumeration {
        /// Whether the modeller declared it as cyclic.
        cyclic: bool,
        /// The constants.
        constants: Vec<Constant>,
    },
    /// The integers from `start` to `end`, both included.
    Range {
        /// The first.
        #[serde(with = "crate::number")]
        start: i64,
        /// The last.
        #[serde(with = "crate::number")]
        end: i64,
    },
    /// The integers, or those from `minimum` on (naturals, positives).
    Integer {
        /// The least value, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::number::option")]
        minimum: Option<i64>,
    },
    /// Strings of characters.
    String,
    /// Tuples of one value from each sort.
    Product(Vec<SortId>),
    /// Lists over a sort, of at most `capacity` elements if that is given.
    List {
        /// The elements' sort.
        element: SortId,
        /// The greatest length.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::number::option")]
        capacity: Option<u64>,
    },
    /// Arrays of exactly `length` values of a sort.
    Array {
        /// The elements' sort.
        element: SortId,
        /// The length.
        #[serde(with = "crate::number")]
        length: u64,
    },
}

/// A constant of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constant {
    /// The modeller's id.
    pub id: String,
    /// The modeller's name, where it differs from the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A colour. Its sort is known from where it stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// The colour of `dot`.
    Dot,
    /// A truth value.
    Bool(bool),
    /// A constant of an enumeration, by its position.
    Constant(u32),
    /// A number of a range or of the integers.
    Integer(#[serde(with = "crate::number")] i64),
    /// A string.
    String(String),
    /// A tuple of a product sort.
    Tuple(Vec<Value>),
    /// A list or an array.
    List(Vec<Value>),
}
