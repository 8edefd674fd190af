//! Numbers that may be large: tokens, states, firings.
//!
//! Many readers of JSON store numbers as 64-bit floats and would silently round those beyond 2^53. A [`Count`]
//! therefore writes such numbers as strings, and infinity as `"+inf"`. It reads both spellings, so numbers written by
//! hand are accepted as well.

use std::fmt;
use std::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A natural number, or infinity, which is greater than all numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Count {
    /// A number.
    Finite(u128),
    /// Infinity.
    Infinite,
}

/// The greatest integer up to which every integer is a 64-bit float.
const LARGEST_JSON_NUMBER: u128 = 1 << 53;

const INFINITY: &str = "+inf";

impl Count {
    /// The number zero.
    pub const ZERO: Self = Self::Finite(0);

    /// Returns the number, if it is finite.
    #[must_use]
    pub fn finite(self) -> Option<u128> {
        match self {
            Self::Finite(number) => Some(number),
            Self::Infinite => None,
        }
    }
}

macro_rules! from_unsigned {
    ($($unsigned:ty),*) => {$(
        impl From<$unsigned> for Count {
            fn from(number: $unsigned) -> Self {
                Self::Finite(number as u128)
            }
        }
    )*};
}
from_unsigned!(u8, u16, u32, u64, u128, usize);

impl fmt::Display for Count {
    /// Writes the digits without separators, or `+inf`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(number) => number.fmt(f),
            Self::Infinite => f.pad(INFINITY),
        }
    }
}

impl FromStr for Count {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == INFINITY { Ok(Self::Infinite) } else { text.parse().map(Self::Finite) }
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Finite(number) if number <= LARGEST_JSON_NUMBER => {
                serializer.serialize_u64(u64::try_from(number).expect("2^53 fits 64 bits"))
            }
            large => serializer.collect_str(&large),
        }
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a natural number, a string of digits or \"+inf\"")
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<Count, E> {
                Ok(Count::from(number))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Count, E> {
                // Any other spelling, such as `02`, is a text value, not a count.
                let written = text.parse().ok().filter(|count: &Count| count.to_string() == text);
                written.ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(count: Count) -> String {
        serde_json::to_string(&count).unwrap()
    }

    #[test]
    fn counts_beyond_two_to_the_53_are_strings() {
        assert_eq!(json(Count::ZERO), "0");
        assert_eq!(json(Count::from(1u64 << 53)), "9007199254740992");
        assert_eq!(json(Count::from((1u64 << 53) + 1)), "\"9007199254740993\"");
        assert_eq!(json(Count::from(u128::MAX)), format!("\"{}\"", u128::MAX));
        assert_eq!(json(Count::Infinite), "\"+inf\"");
    }

    #[test]
    fn a_count_reads_back_what_it_wrote() {
        for count in [Count::ZERO, 7u64.into(), u64::MAX.into(), u128::MAX.into(), Count::Infinite] {
            assert_eq!(serde_json::from_str::<Count>(&json(count)).unwrap(), count);
        }
    }

    #[test]
    fn texts_other_than_natural_numbers_are_refused() {
        for text in ["-1", "1.5", "\"\"", "\"inf\"", "\"-3\"", "\"02\"", "\"+2\"", "null", "[]"] {
            assert!(serde_json::from_str::<Count>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn infinity_is_greater_than_any_number() {
        assert!(Count::Infinite > Count::from(u128::MAX));
    }
}
