//! Data nets, as state variables and as rules over them.
//!
//! ```text
//! Net ──cell──▶ Cells        which numbers a marking is made of
//!     ──translate──▶ Rules   what each transition asks of them, and does with them
//! ```
//!
//! A data net is one whose places are variables: each holds exactly one token for ever, whose colour is the value. The net of a
//! program of communicating processes is such a net. Whoever compiles it, or writes it in another language, starts from the rules,
//! and need not know arcs, sorts and terms. What does not fit is refused with a reason; nothing is approximated.
//!
//! | module | holds |
//! | --- | --- |
//! | `cell` | the numbers that a marking is made of |
//! | `rule`, `expression` | what a transition does |
//! | `translate` | from transitions to rules |
//! | `estimate`, `narrowed`, `execute` | what is known of numbers: in given ranges, behind a condition, after a statement |
//! | `simplify` | expressions in fewer operations |
//! | `interval` | intervals of integers, and what operations make of them |

mod cell;
mod estimate;
mod execute;
mod expression;
mod interval;
mod narrowed;
mod refusal;
mod rule;
mod simplify;
mod translate;

pub use cell::{Cell, CellId, Cells, PlaceCells, Shape};
pub use estimate::{CellRanges, Estimate, Ranges};
pub use execute::execute;
pub use expression::{Binary, Elements, Expression, TemporaryId, Unary, wrap};
pub use interval::Interval;
pub use narrowed::Narrowed;
pub use refusal::Refusal;
pub use rule::{ListCells, Rule, Statement};
pub use simplify::simplify;
pub use translate::{assertions, rules};
