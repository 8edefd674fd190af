//! Weights and markings: digits, optionally followed by a letter for a power of a thousand.

/// The letters, from a thousand on. The manual lists the first two; the toolbox also prints the others.
const MULTIPLIERS: [char; 6] = ['K', 'M', 'G', 'T', 'P', 'E'];

/// The reason why a word is not a number.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoNumber {
    /// The word is not a number.
    Other,
    /// The number does not fit 64 bits.
    TooLarge,
}

/// Returns the number that a word denotes.
pub(crate) fn number(word: &str) -> Result<u64, NoNumber> {
    let digits = word.trim_end_matches(MULTIPLIERS);
    let letters = &word[digits.len()..];
    if digits.is_empty() || letters.len() > 1 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(NoNumber::Other);
    }
    let power = letters.chars().next().and_then(|letter| MULTIPLIERS.iter().position(|&m| m == letter));
    let power = power.map_or(0, |position| position as u32 + 1);
    let fits = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1000_u64.checked_pow(power)?));
    fits.ok_or(NoNumber::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_multiply() {
        assert_eq!(number("3"), Ok(3));
        assert_eq!(number("007K"), Ok(7000));
        assert_eq!(number("2M"), Ok(2_000_000));
        assert_eq!(number("18E"), Ok(18_000_000_000_000_000_000));
        assert_eq!(number("18446744073709551615"), Ok(u64::MAX));
    }

    #[test]
    fn other_words_are_no_numbers() {
        for word in ["", "K", "3KK", "K3", "3k", "-1", "+1", "1.5", "１"] {
            assert_eq!(number(word), Err(NoNumber::Other), "{word}");
        }
        assert_eq!(number("19E"), Err(NoNumber::TooLarge));
        assert_eq!(number("18446744073709551616"), Err(NoNumber::TooLarge));
    }
}
