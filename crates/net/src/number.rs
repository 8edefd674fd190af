//! Whole numbers in JSON: as numbers up to 2^53, as strings of digits beyond.
//!
//! Many JSON libraries store every number in a double, which is exact for whole numbers up to 2^53 only. Larger numbers
//! are therefore written as strings. Both forms can be read, whatever the size.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserializer, Serializer};

/// Maximum magnitude of a number that is written as a JSON number.
const EXACT: u64 = 1 << 53;

/// A whole number that occurs in a net.
pub(crate) trait Whole: Copy + fmt::Display + std::str::FromStr + TryFrom<u64> + TryFrom<i64> {
    /// The allowed numbers, for messages.
    const EXPECTED: &'static str;
    /// Returns the absolute value.
    fn magnitude(self) -> u64;
    /// Writes the value as a JSON number.
    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error>;
}

impl Whole for u64 {
    const EXPECTED: &'static str = "an integer from 0 to 2^64 - 1, as a number or as a string of digits";
    fn magnitude(self) -> u64 {
        self
    }
    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self)
    }
}

impl Whole for i64 {
    const EXPECTED: &'static str = "an integer from -2^63 to 2^63 - 1, as a number or as a string of digits";
    fn magnitude(self) -> u64 {
        self.unsigned_abs()
    }
    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self)
    }
}

struct WholeVisitor<N>(PhantomData<N>);

impl<N: Whole> Visitor<'_> for WholeVisitor<N> {
    type Value = N;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(N::EXPECTED)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<N, E> {
        N::try_from(value).map_err(|_| E::invalid_value(Unexpected::Unsigned(value), &self))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<N, E> {
        N::try_from(value).map_err(|_| E::invalid_value(Unexpected::Signed(value), &self))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<N, E> {
        text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

/// Serializes a field that is a number, for `#[serde(with)]`.
pub(crate) fn serialize<N: Whole, S: Serializer>(value: &N, serializer: S) -> Result<S::Ok, S::Error> {
    if value.magnitude() > EXACT { serializer.collect_str(value) } else { value.write(serializer) }
}

/// Deserializes a field that is a number, for `#[serde(with)]`.
pub(crate) fn deserialize<'de, N: Whole, D: Deserializer<'de>>(deserializer: D) -> Result<N, D::Error> {
    deserializer.deserialize_any(WholeVisitor(PhantomData))
}

/// Serializes and deserializes a field that is a number or absent, for `#[serde(with)]`.
pub(crate) mod option {
    use std::fmt;
    use std::marker::PhantomData;

    use serde::de::{Error, Visitor};
    use serde::{Deserializer, Serializer};

    use super::Whole;

    struct OptionVisitor<N>(PhantomData<N>);

    impl<'de, N: Whole> Visitor<'de> for OptionVisitor<N> {
        type Value = Option<N>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}, or null", N::EXPECTED)
        }

        fn visit_none<E: Error>(self) -> Result<Option<N>, E> {
            Ok(None)
        }

        fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<N>, D::Error> {
            super::deserialize(deserializer).map(Some)
        }
    }

    pub(crate) fn serialize<N: Whole, S: Serializer>(
        value: &Option<N>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => super::serialize(value, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, N: Whole, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<N>, D::Error> {
        deserializer.deserialize_option(OptionVisitor(PhantomData))
    }
}
