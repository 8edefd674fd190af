//! Turns the findings of a search into reports: events become traces, and statistics become their fields.
//!
//! INVARIANT: a run is shown only after it has been [replayed](crate::replay::Replayer) on the net.

mod coloured;
pub(crate) mod compare;
pub(crate) mod consumption;
pub(crate) mod coverable;
pub(crate) mod describe;
pub(crate) mod diagnostic;
mod fair;
pub(crate) mod hints;
mod judge;
pub(crate) mod meant_end;
pub(crate) mod not_unfolded;
pub(crate) mod program;
pub(crate) mod read_marking;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod run;
mod tree;
mod value_layout;
pub(crate) mod verdict;
pub(crate) mod why_not;
