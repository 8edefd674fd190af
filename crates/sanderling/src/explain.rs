//! Turns the findings of a search into reports: events become traces, and statistics become their fields.
//!
//! INVARIANT: a run is shown only after it has been [replayed](trace) on the net.

mod claim;
mod coloured;
pub(crate) mod compare;
pub(crate) mod consumption;
pub(crate) mod coverable;
pub(crate) mod describe;
pub(crate) mod diagnostic;
mod fair;
pub(crate) mod hints;
mod judge;
pub(crate) mod marking_display;
pub(crate) mod meaning;
pub(crate) mod meant_end;
mod program;
pub(crate) mod read_marking;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod trace;
mod tree;
mod value_layout;
pub(crate) mod verdict;
pub(crate) mod why_not;
