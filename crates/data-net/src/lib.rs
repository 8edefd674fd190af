//! Data nets, as state variables and as rules over them.
//!
//! ```text
//! Net ──cell──▶ Cells        the numbers that make up a marking
//!     ──translate──▶ Rules   the guard and the effect of each transition
//! ```
//!
//! A data net is one whose places are variables: each always holds exactly one token, whose colour is the value. The
//! net of a program of communicating processes is such a net. A compiler, or a writer of another language, starts from
//! the rules, and need not handle arcs, sorts and terms. A net that does not fit is refused with a reason; nothing is
//! approximated.
//!
//! | module | contents |
//! | --- | --- |
//! | `cell` | the numbers of a marking |
//! | `rule`, `expression` | the effect of a transition |
//! | `translate` | translation of transitions to rules |
//! | `estimate`, `narrowed`, `execute` | known ranges of numbers: given, after a condition, after a statement |
//! | `simplify` | expressions in fewer operations |
//! | `interval` | intervals of integers, and operations on them |

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
