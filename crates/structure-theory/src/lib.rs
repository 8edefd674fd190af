//! Structure theory: what can be said of a place/transition net by its graph and its incidence matrix.
//!
//! ```text
//! Structure ─▶ Flow ─┬▶ Class, Workflow           linear time, with what breaks the definition
//!                    ├▶ semiflows, weightings     integers, or integers that refute them
//!                    ├▶ siphons, traps            listed, or the property decided without a list
//!                    └▶ Conclusion                live, deadlock-free, well-formed, sound: with the theorem
//! ```
//!
//! No marking is explored. Everything is exact: floating-point numbers only propose, and integers are checked. Tests of
//! classes take time linear in the arcs, but for sorting; everything else has a budget and says
//! when that was not enough.

mod class;
mod flow;
mod obstacle;
mod path;
mod workflow;

pub use class::Class;
pub use flow::{Flow, Node};
pub use obstacle::Obstacle;
pub use workflow::{ShapeFlaw, Workflow};
