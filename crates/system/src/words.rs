//! Choosing the number of words of a state at compile time.

/// The number of words of a state: `W` where it is known at compile time, otherwise `words`.
#[must_use]
#[inline(always)]
pub const fn word_count<const W: usize>(words: usize) -> usize {
    if W == 0 { words } else { W }
}

/// Evaluates an expression in which the named constant is the number of words of a state, or 0
/// where that number has no code of its own: `with_words!(words, W => search::<W>())`.
#[macro_export]
macro_rules! with_words {
    ($words:expr, $W:ident => $body:expr) => {
        match $words {
            1 => {
                const $W: usize = 1;
                $body
            }
            2 => {
                const $W: usize = 2;
                $body
            }
            3 => {
                const $W: usize = 3;
                $body
            }
            4 => {
                const $W: usize = 4;
                $body
            }
            5 => {
                const $W: usize = 5;
                $body
            }
            6 => {
                const $W: usize = 6;
                $body
            }
            _ => {
                const $W: usize = 0;
                $body
            }
        }
    };
}
