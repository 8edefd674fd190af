//! The two semantics of the language's implementations.

/// The implementation whose semantics applies, where implementations differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Semantics {
    /// Models compiled for LTSmin: operators bind as in C, stores wrap around, and effects follow the exchange of
    /// messages. Freed slots of a buffer are zero.
    #[default]
    Ltsmin,
    /// The interpreter of DiVinE 2: `and` and `or` have the same precedence, as do `|`, `&` and `^`; a store out of
    /// range is an error; buffered messages are exchanged after the effects.
    Divine2,
}
