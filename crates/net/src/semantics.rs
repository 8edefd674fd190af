//! The reference semantics.
