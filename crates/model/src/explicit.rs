//! Coloured nets explored without unfolding, with explicit colours.
//!
//! If colours are unbounded or too many to unfold, a slot cannot count the tokens of each colour. The content of a
//! coloured place is a multiset. Each multiset is stored once and numbered, and the slot of the place contains the
//! number. A state is therefore exact, as short as with counts, and equal if and only if the markings are. Firings are
//! numbered as well: an event is the number of a transition with a binding. Both tables grow during the search, behind
//! locks, and are shared with all repacked models with wider layouts.
//!
//! Bindings are found and fired by the reference semantics, so both agree on what is undefined. INVARIANT: if a table
//! is full, or a marking has too many bindings to try, a special event ([`ColouredModel::OUT_OF_ROOM`]) has no
//! successor. The search then ends as unrepresentable, and no state is wrong.

mod model;
mod system;
mod table;
mod tables;

pub use model::{ColouredModel, TableLimits};
pub use system::{ColouredExtremes, ColouredScratch};
pub use tables::{Shortage, Tables};
