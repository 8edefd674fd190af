//! Sorts, which are sets of colours, and their values.

use serde::{Deserialize, Serialize};

use crate::SortId;

/// A set of colours.
///
/// Sorts refer to each other by id, so that a declaration may precede the declarations that it uses.
/// [`Net::validate`](crate::Net::validate) refuses circular references.
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
        /// The first integer.
        #[serde(with = "crate::number")]
        start: i64,
        /// The last integer.
        #[serde(with = "crate::number")]
        end: i64,
    },
    /// All integers, or those from `minimum` on (naturals, positives).
    Integer {
        /// The minimum, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::number::option")]
        minimum: Option<i64>,
    },
    /// Strings of characters.
    String,
    /// Tuples with one value from each sort.
    Product(Vec<SortId>),
    /// Lists over a sort, with at most `capacity` elements if that is given.
    List {
        /// The sort of the elements.
        element: SortId,
        /// Maximum length.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::number::option")]
        capacity: Option<u64>,
    },
    /// Arrays of exactly `length` values of a sort.
    Array {
        /// The sort of the elements.
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
    /// The modeller's name, if it differs from the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A colour. Its sort follows from the context.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// The colour of `dot`.
    Dot,
    /// A truth value.
    Bool(bool),
    /// A constant of an enumeration, by its position.
    Constant(u32),
    /// An integer of a range or an integer sort.
    Integer(#[serde(with = "crate::number")] i64),
    /// A string.
    String(String),
    /// A tuple of a product sort.
    Tuple(Vec<Value>),
    /// A list or an array.
    List(Vec<Value>),
}
