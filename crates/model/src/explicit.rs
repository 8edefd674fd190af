//! Coloured nets explored without unfolding, with explicit colours.
//!
//! If colours are unbounded or too many to unfold, a slot cannot count the tokens of each colour. The content of a
//! coloured place is a multiset. Each multiset is stored once and numbered, and the slot of the place contains the
//! number. A state is therefore exact, as short as with counts, and equal if and only if the markings are. Firings are
//! numbered as well: an event is the number of a transition with a binding. Both tables grow during the search, behind
//! locks, and are shared with all repacked models with wider layouts.
//!
//! The enabled events of a transition depend only on the numbers of the places around it, and a firing maps the number
//! of each changed place to another. Both results are stored by these numbers, so that most firings are a few look-ups.
//! Results that are not stored are computed by [compiled](sanderling_unfolding::Compiled) transitions. The reference
//! semantics decides whatever these do not: terms that are undefined or too large, and some forms of inscriptions. So
//! both agree on what is undefined.
//!
//! INVARIANT: the events of a marking are those of the reference semantics, in the same order, and the numbers of
//! firings and contents do not depend on which results are stored. If a table is full, or a marking has too many
//! bindings to try, a special event ([`ColouredModel::OUT_OF_ROOM`]) has no successor. The search then ends as
//! unrepresentable, and no state is wrong.

mod finder;
mod firings;
mod memo;
mod model;
mod multisets;
mod numbering;
mod room;
mod system;
mod tables;

pub use model::{ColouredModel, TableLimits};
pub use system::{ColouredExtremes, ColouredScratch};
pub use tables::{Shortage, Tables};
