//! Coloured nets explored without unfolding them, with explicit colours.
//!
//! Where colours are unbounded, or too many to be unfolded, a slot cannot count the tokens of each. What a
//! coloured place holds is a multiset; each one that is met is stored once and numbered, and the slot of the
//! place holds the number. So a state is exact, as short as counts are, and equal where the markings are.
//! Firings are numbered, too: an event is the number of a transition with a binding. Both tables grow during the
//! search, behind locks, and are shared by all models with wider layouts that are made from one.
//!
//! Bindings are found and fired by the reference semantics: what is undefined there is undefined here.
//! INVARIANT: where a table is full, or where a marking has more bindings than can be tried, an event of its
//! own ([`ColouredModel::OUT_OF_ROOM`]) leads nowhere: the search ends as unrepresentable, and no state is wrong.

mod model;
mod system;
mod table;
mod tables;

pub use model::{ColouredModel, TableLimits};
pub use system::{ColouredExtremes, ColouredScratch};
pub use tables::{Shortage, Tables};
