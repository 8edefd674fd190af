//! What a variable of Promela can hold.

/// The numbers from `low` to `high`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limit {
    pub(crate) low: i64,
    pub(crate) high: i64,
}

/// The types of Promela, the narrowest first. `int` is the `int` of the C compiler: 32 bits.
const TYPES: [(&str, Limit); 4] = [
    ("bit", Limit::new(0, 1)),
    ("byte", Limit::new(0, 255)),
    ("short", Limit::new(-32768, 32767)),
    ("int", Limit::INT),
];

impl Limit {
    /// All numbers that Promela computes with.
    pub(crate) const INT: Self = Self::new(i32::MIN as i64, i32::MAX as i64);
    /// False and true.
    pub(crate) const TRUTH: Self = Self::new(0, 1);

    pub(crate) const fn new(low: i64, high: i64) -> Self {
        Self { low, high }
    }

    pub(crate) const fn only(number: i64) -> Self {
        Self::new(number, number)
    }

    pub(crate) fn includes(self, other: Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// This range for a number that lies within another one, as far as the two meet.
    pub(crate) fn cut(self, other: Self) -> Self {
        Self::new(self.low.clamp(other.low, other.high), self.high.clamp(other.low, other.high))
    }

    /// The narrowest type for these numbers, with what it can hold; none for numbers beyond 32 bits.
    pub(crate) fn variable_type(self) -> Option<(&'static str, Self)> {
        TYPES.into_iter().find(|(_, limit)| limit.includes(self))
    }

    /// The narrowest type for the elements of an array, which are never single bits in Spin.
    pub(crate) fn element_type(self) -> Option<&'static str> {
        TYPES[1..].iter().find(|(_, limit)| limit.includes(self)).map(|(name, _)| *name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_narrowest_type_is_chosen() {
        let chosen = |low, high| Limit::new(low, high).variable_type().map(|(name, _)| name);
        assert_eq!(chosen(0, 1), Some("bit"));
        assert_eq!(chosen(0, 2), Some("byte"));
        assert_eq!(chosen(-1, 1), Some("short"));
        assert_eq!(chosen(0, 32768), Some("int"));
        assert_eq!(chosen(0, 1 << 31), None);
        assert_eq!(Limit::TRUTH.element_type(), Some("byte"));
    }
}
