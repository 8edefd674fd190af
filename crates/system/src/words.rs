//! Macros that choose the number of words of a state at compile time.

use sanderling_cutoff::{FEW_WORDS_WITH_CODE_OF_THEIR_OWN, WORDS_WITH_CODE_OF_THEIR_OWN};

/// Returns the number of words of a state: `W` if it is known at compile time, otherwise `words`.
#[must_use]
#[inline(always)]
pub const fn word_count<const W: usize>(words: usize) -> usize {
    if W == 0 { words } else { W }
}

/// Maximum number of words for which [`with_words!`](crate::with_words) specialises code.
pub const MAX_WORDS: usize = 6;

/// Returns the number of words if code is specialised for it, and 0 otherwise.
#[doc(hidden)]
#[must_use]
#[inline(always)]
pub fn of_its_own(words: usize) -> usize {
    if WORDS_WITH_CODE_OF_THEIR_OWN.admits(words) { words } else { 0 }
}

/// Returns the number of words if large code is specialised for it, and 0 otherwise.
#[doc(hidden)]
#[must_use]
#[inline(always)]
pub fn of_its_own_for_few(words: usize) -> usize {
    if FEW_WORDS_WITH_CODE_OF_THEIR_OWN.admits(words) { words } else { 0 }
}

/// Evaluates an expression in which the named constant is the number, if it is one of the known ones, and 0 otherwise.
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

/// Evaluates an expression in which the named constant is the number of words of a state, or 0 if no code is
/// specialised for that number. For code that exists once, independently of the system.
#[macro_export]
macro_rules! with_words_everywhere {
    ($words:expr, $W:ident => $body:expr) => {
        $crate::with_number!($crate::of_its_own($words), $W => $body, 1 2 3 4 5 6)
    };
}

/// Applies a macro such as [`with_words!`](crate::with_words) if the system [has code by
/// words](crate::System::HAS_CODE_BY_WORDS), and uses 0 otherwise: `with_words_of!(S, with_words, words, W =>
/// search::<S, W>())`.
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

/// Evaluates an expression in which the named constant is the number of words of a state, or 0 if no code is
/// specialised for that number: `with_words!(words, W => search::<W>())`. A WebAssembly module has to be small, so
/// fewer numbers are specialised there.
#[cfg(not(target_family = "wasm"))]
#[macro_export]
macro_rules! with_words {
    ($words:expr, $W:ident => $body:expr) => {
        $crate::with_words_everywhere!($words, $W => $body)
    };
}

/// Works as on other targets, but only for one and two words, which most states have.
#[cfg(target_family = "wasm")]
#[macro_export]
macro_rules! with_words {
    ($words:expr, $W:ident => $body:expr) => {
        $crate::with_number!($crate::of_its_own($words), $W => $body, 1 2)
    };
}

/// Specialises code that is large and waits for memory more than it computes; see [`with_words!`](crate::with_words)
/// for other code. Only one and two words, which most states have, are worth a version each. WebAssembly gets none.
#[cfg(not(target_family = "wasm"))]
#[macro_export]
macro_rules! with_few_words {
    ($words:expr, $W:ident => $body:expr) => {
        $crate::with_number!($crate::of_its_own_for_few($words), $W => $body, 1 2)
    };
}

/// Works as on other targets, but uses the same code for all numbers.
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
