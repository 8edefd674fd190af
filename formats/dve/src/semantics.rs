//! The two readings of the language that its implementations have.

/// Whose meaning a model has, where implementations differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Semantics {
    /// As models compiled for LTSmin: operators bind as in C, stores wrap around, effects come
    /// behind the exchange of messages. Freed slots of a buffer are zero.
    #[default]
    Ltsmin,
    /// As the interpreter of DiVinE 2: `and` and `or` bind alike, as do `|`, `&` and `^`; a store out of
    /// range is an error; buffered messages are exchanged behind the effects.
    Divine2,
}
