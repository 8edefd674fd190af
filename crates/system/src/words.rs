//! Choosing the number of words of a state at compile time.

use sanderling_cutoff::{FEW_WORDS_WITH_CODE_OF_THEIR_OWN, WORDS_WITH_CODE_OF_THEIR_OWN};

/// The number of words of a state: `W` where it is known at compile time, otherwise `words`.
#[must_use]
#[inline(always)]
pub const fn word_count<const W: usize>(words: usize) -> usize {
    if W == 0 { words } else { W }
}

/// The greatest number of words that has code of its own in [`with_words!`](crate::with_words).
pub const MAX_WORDS: usize = 6;

/// A number of words, or 0 where it has no code of its own.
#[doc(hidden)]
#[must_use]
#[inline(always)]
pub fn of_its_own(words: usize) -> usize {
    if WORDS_WITH_CODE_OF_THEIR_OWN.admits(words) { words } else { 0 }
}

/// The number of words if large code has a version of its own for them, and 0 otherwise.
#[doc(hidden)]
#[must_use]
#[inline(always)]
pub fn of_its_own_for_few(words: usize) -> usize {
    if FEW_WORDS_WITH_CODE_OF_THEIR_OWN.admits(words) { words } else { 0 }
}

/// Evaluates an expression in which the named constant is one of some numbers, or 0 for any other.
#[doc(hidden)]
#[macro_export]
macro_rules! with_number {
    ($number:expr, $N:ident => $body:expr, $($known:literal)*) => {
        match $number {
            $($known => {
                const $N: usize = $known;
                $body
            })*
            _ => {
                const $N: usize = 0;
                $body
            }
        }
    };
}

/// Evaluates an expression in which the named constant is the number of words of a state, or 0
/// where that number has no code of its own. For code that is there once, whatever the system.
#[macro_export]
macro_rules! with_words_everywhere {
    ($words:expr, $W:ident => $body:expr) => {
        $crate::with_number!($crate::of_its_own($words), $W => $body, 1 2 3 4 5 6)
    };
}

/// Chooses by a macro such as [`with_words!`](crate::with_words) for a system that [has code by words](crate::System::HAS_CODE_BY_WORDS), and takes 0 for another one:
/// `with_words_of!(S, with_words, words, W => search::<S, W>())`.
#[macro_export]
macro_rules! with_words_of {
    ($system:ty, $choose:ident, $words:expr, $W:ident => $body:expr) => {
        if const { <$system as $crate::System>::HAS_CODE_BY_WORDS } {
            $crate::$choose!($words, $W => $body)
        } else {
            const $W: usize = 0;
            $body
        }
    };
}

/// Evaluates an expression in which the named constant is the number of words of a state, or 0
/// where that number has no code of its own: `with_words!(words, W => search::<W>())`. A WebAssembly module has to be small: there, less code
/// is worth more.
#[cfg(not(target_family = "wasm"))]
#[macro_export]
macro_rules! with_words {
    ($words:expr, $W:ident => $body:expr) => {
        $crate::with_words_everywhere!($words, $W => $body)
    };
}

/// As for other targets, for one word and two, which most states have.
#[cfg(target_family = "wasm")]
#[macro_export]
macro_rules! with_words {
    ($words:expr, $W:ident => $body:expr) => {
        $crate::with_number!($crate::of_its_own($words), $W => $body, 1 2)
    };
}

/// Chooses a version of code that is large and waits for memory more than it computes, as
/// [`with_words!`](crate::with_words) does of other code: only one and two words, which most states have, are
/// worth a version of it each, and in WebAssembly none.
#[cfg(not(target_family = "wasm"))]
#[macro_export]
macro_rules! with_few_words {
    ($words:expr, $W:ident => $body:expr) => {
        $crate::with_number!($crate::of_its_own_for_few($words), $W => $body, 1 2)
    };
}

/// As for other targets, with the same code for all numbers.
#[cfg(target_family = "wasm")]
#[macro_export]
macro_rules! with_few_words {
    ($words:expr, $W:ident => $body:expr) => {
        $crate::with_number!($words, $W => $body,)
    };
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::MAX_WORDS;

    #[test]
    fn code_of_its_own_ends_with_the_greatest_number_of_words() {
        let compiled = |words: usize| with_words!(words, W => W);
        let compiled_for_few = |words: usize| with_few_words!(words, W => W);
        let expected = |words, most| if words <= most { words } else { 0 };
        assert!((1..=MAX_WORDS + 2).all(|words| compiled(words) == expected(words, MAX_WORDS)));
        assert!((1..=MAX_WORDS + 2).all(|words| compiled_for_few(words) == expected(words, 2)));
    }
}
