//! Proofs about place/transition nets without exploring them.
//!
//! ```text
//! Formula ─▶ clauses ─▶ choice ─▶ case ─▶ weights or a trap ─▶ lemma ─▶ Proof
//!            over       of atoms  of      proposed in floats,  checked,
//!            atoms      (SAT)     few     by a linear program  learned
//! ```
//!
//! [`Prover`] answers questions of the form *no reachable marking satisfies this formula*: deadlock freedom, dead
//! transitions, upper bounds and invariants are all of this form. The answer is a [`Proof`] or nothing. Nothing means
//! that no proof was found, not that there is such a marking. Floating-point numbers are only proposals: each [`Lemma`]
//! of a proof is checked in exact integers before it counts, and again by [`Proof::check`].
//!
//! [`Prover::always_returns`] uses such proofs to show that the initial marking can always be reached again.
//!
//! Properties proved of the [`Skeleton`] of a coloured net, which forgets colours, hold for that net.
//!
//! Other crates use [`LinearProgram`] and [`multiples`] to propose integers in floating point and check them, and
//! [`Traps`] to find traps or siphons.
//!
//! Inhibitor and read arcs and capacities restrict firings, so all results hold with them. When the enabling of a
//! transition matters, they are conditions. A reset may remove any number of tokens.

mod bounding;
mod budget;
mod cases;
mod chosen;
mod condition;
mod effects;
mod enabling;
mod encode;
mod ground;
mod implicant;
mod lemma;
mod linear_program;
mod proof;
mod prover;
mod refutation;
mod region;
mod relaxation;
mod returning;
mod rounding;
mod satisfier;
mod skeleton;
mod trap;
mod weighing;

pub use budget::Budget;
pub use condition::{Atom, Condition};
pub use lemma::{Fact, Gap, Lemma};
pub use linear_program::{LinearProgram, Solved, Variable, float};
pub use proof::{Proof, Technique};
pub use prover::{Answer, Bound, Prover};
pub use returning::{Return, Sequence};
pub use rounding::multiples;
pub use skeleton::Skeleton;
pub use trap::{Striking, Traps};
