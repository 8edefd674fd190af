//! The greatest value of a sum of tokens over all reachable markings.
//!
//! The value may be negative, or infinite if the sum grows without bound. As in a [`Count`](crate::Count), a large
//! number is a string in JSON, and infinity is `"+inf"`.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Marking, Trace, Verdict};

/// An integer, or infinity, which is greater than all integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Greatest {
    /// A number.
    Finite(i128),
    /// The sum has no greatest value.
    Infinite,
}

/// The greatest value of a sum, or known bounds of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GreatestValue {
    /// The sum, as given by the user.
    pub sum: String,
    /// `computed` or `unknown`.
    pub verdict: Verdict,
    /// The greatest value, if it is known.
    pub value: Option<Greatest>,
    /// A value that some reachable marking is known to have.
    pub at_least: Option<Greatest>,
    /// A value that no reachable marking exceeds, if one is known.
    pub at_most: Option<Greatest>,
    /// How the value is known, or why it is not, in one line for people.
    pub text: String,
    /// A run to a marking with the greatest value. If there is no greatest value, a run that can continue for ever and
    /// raises the sum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
    /// The marking at the end of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marking: Option<Marking>,
}

/// The greatest integer up to which every integer is a 64-bit float.
const LARGEST_JSON_NUMBER: i128 = 1 << 53;

const INFINITY: &str = "+inf";

impl fmt::Display for Greatest {
    /// Writes the digits without separators, or `+inf`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(number) => number.fmt(f),
            Self::Infinite => f.pad(INFINITY),
        }
    }
}

impl Serialize for Greatest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Finite(number) if (-LARGEST_JSON_NUMBER..=LARGEST_JSON_NUMBER).contains(&number) => {
                serializer.serialize_i64(i64::try_from(number).expect("2^53 fits 64 bits"))
            }
            large => serializer.collect_str(&large),
        }
    }
}

impl<'de> Deserialize<'de> for Greatest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Greatest;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer, a string of digits or \"+inf\"")
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<Greatest, E> {
                Ok(Greatest::Finite(number.into()))
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<Greatest, E> {
                Ok(Greatest::Finite(number.into()))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Greatest, E> {
                let read = if text == INFINITY {
                    Some(Greatest::Infinite)
                } else {
                    text.parse().ok().map(Greatest::Finite)
                };
                let written = read.filter(|greatest| greatest.to_string() == text);
                written.ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greatest_values_survive_json() {
        let large = 1_i128 << 53;
        for (greatest, written) in [
            (Greatest::Finite(0), "0"),
            (Greatest::Finite(-7), "-7"),
            (Greatest::Finite(-large), "-9007199254740992"),
            (Greatest::Finite(-large - 1), "\"-9007199254740993\""),
            (Greatest::Finite(i128::MAX), "\"170141183460469231731687303715884105727\""),
            (Greatest::Infinite, "\"+inf\""),
        ] {
            assert_eq!(serde_json::to_string(&greatest).unwrap(), written);
            assert_eq!(serde_json::from_str::<Greatest>(written).unwrap(), greatest);
        }
    }

    #[test]
    fn texts_other_than_integers_are_refused() {
        for text in ["1.5", "\"\"", "\"-inf\"", "\"02\"", "\"+2\"", "null"] {
            assert!(serde_json::from_str::<Greatest>(text).is_err(), "{text}");
        }
    }
}
