//! Which closed states are kept: an axis of the search.
//!
//! A search that forgets closed states to save memory may discover them again. Retention proposes
//! what to forget; every component that still needs a state vetoes it.

/// Which closed states are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Retention {
    /// All of them: no state is discovered twice.
    #[default]
    KeepAll,
}
