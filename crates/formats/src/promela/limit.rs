//! The ranges of Promela's variables.

use sanderling_data_net::Interval;

/// The types of Promela, from the narrowest to the widest. `int` is the 32-bit `int` of the C compiler.
const TYPES: [(&str, Interval); 4] = [
    ("bit", Interval::TRUTH),
    ("byte", Interval::new(0, 255)),
    ("short", Interval::new(-32768, 32767)),
    ("int", Interval::I32),
];

/// Returns the narrowest type for these numbers, with its range; `None` for numbers beyond 32 bits.
pub(crate) fn variable_type(numbers: Interval) -> Option<(&'static str, Interval)> {
    TYPES.into_iter().find(|(_, limit)| limit.includes(numbers))
}

/// Returns the narrowest type for elements of an array; `None` for numbers beyond 32 bits. Spin never stores elements
/// as single bits.
pub(crate) fn element_type(numbers: Interval) -> Option<&'static str> {
    TYPES[1..].iter().find(|(_, limit)| limit.includes(numbers)).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_narrowest_type_is_chosen() {
        let chosen = |low, high| variable_type(Interval::new(low, high)).map(|(name, _)| name);
        assert_eq!(chosen(0, 1), Some("bit"));
        assert_eq!(chosen(0, 2), Some("byte"));
        assert_eq!(chosen(-1, 1), Some("short"));
        assert_eq!(chosen(0, 32768), Some("int"));
        assert_eq!(chosen(0, 1 << 31), None);
        assert_eq!(element_type(Interval::TRUTH), Some("byte"));
    }
}
