//! Replays what the engine found on the net itself, and what the results are called.
//!
//! The engine returns events. Their [`Meaning`] maps them to firings, and a [`Replayer`] fires these on the
//! reference semantics. A [`Finding`](finding::Finding) is the result for one goal. Work stops
//! [`Until`] a deadline or a cancellation, with a [`reason()`].

pub(crate) mod finding;
pub(crate) mod marking_display;
pub(crate) mod meaning;
mod reason;
mod stage_log;
pub(crate) mod trace;
mod until;

pub(crate) use self::meaning::Meaning;
pub(crate) use self::reason::reason;
pub(crate) use self::stage_log::StageLog;
pub(crate) use self::trace::Replayer;
pub(crate) use self::until::{Interrupted, Until};
