//! Natural numbers of any size.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Count;

/// A natural number of any size, as decimal digits. Its JSON is that of a [`Count`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Natural(String);

/// A text that is not a natural number in decimal digits without leading zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotNatural;

impl Natural {
    /// Returns the number if it has at most 128 bits.
    #[must_use]
    pub fn count(&self) -> Option<Count> {
        self.0.parse().ok().map(Count::Finite)
    }

    /// Returns the number rounded to five digits, such as `1.0429e47712`. Returns `None` if it has at most `most` digits.
    #[must_use]
    pub fn rounded(&self, most: usize) -> Option<String> {
        const SHOWN: usize = 5;
        if self.0.len() <= most.max(SHOWN) {
            return None;
        }
        let (first, rest) = self.0.split_at(SHOWN);
        let first: u32 = first.parse().unwrap_or_default();
        let up = first + u32::from(rest.as_bytes()[0] >= b'5');
        let carries = up == 10_u32.pow(SHOWN as u32);
        let digits = if carries { up / 10 } else { up }.to_string();
        let exponent = self.0.len() - 1 + usize::from(carries);
        Some(format!("{}.{}e{exponent}", &digits[..1], &digits[1..]))
    }
}

impl fmt::Display for NotNatural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a natural number")
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for Natural {
    type Err = NotNatural;

    fn from_str(text: &str) -> Result<Self, NotNatural> {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_plain = is_number && (text == "0" || !text.starts_with('0'));
        is_plain.then(|| Self(text.to_owned())).ok_or(NotNatural)
    }
}

impl Serialize for Natural {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.count() {
            Some(count) => count.serialize(serializer),
            None => serializer.serialize_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Natural {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Digits(String),
        }
        let digits = match Written::deserialize(deserializer)? {
            Written::Number(number) => number.to_string(),
            Written::Digits(digits) => digits,
        };
        digits.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn natural(text: &str) -> Natural {
        text.parse().unwrap()
    }

    #[test]
    fn the_json_is_that_of_a_count_and_has_no_largest_number() {
        let large = "7".repeat(600);
        for (number, json) in [
            ("0", "0".to_owned()),
            ("9007199254740992", "9007199254740992".to_owned()),
            ("9007199254740993", "\"9007199254740993\"".to_owned()),
            (&*large, format!("\"{large}\"")),
        ] {
            assert_eq!(serde_json::to_string(&natural(number)).unwrap(), json);
            assert_eq!(serde_json::from_str::<Natural>(&json).unwrap(), natural(number));
        }
        for text in ["\"\"", "\"-1\"", "\"07\"", "\"+inf\"", "1.5", "null"] {
            assert!(serde_json::from_str::<Natural>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn long_numbers_are_rounded() {
        let rounded = |text: &str| natural(text).rounded(9);
        assert_eq!([rounded("123456789"), rounded("5")], [None, None]);
        assert_eq!(rounded("1234449999").unwrap(), "1.2344e9");
        assert_eq!(rounded("1234450000").unwrap(), "1.2345e9");
        assert_eq!(rounded("9999950000").unwrap(), "1.0000e10");
    }

    #[test]
    fn only_numbers_of_128_bits_are_counts() {
        assert_eq!(natural(&u128::MAX.to_string()).count(), Some(u128::MAX.into()));
        assert_eq!(natural("340282366920938463463374607431768211456").count(), None);
    }
}
