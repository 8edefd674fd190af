//! Proofs about place/transition nets without exploring them.
//!
//! ```text
//! Formula ─▶ clauses ─▶ choice ─▶ case ─▶ weights or a trap ─▶ lemma ─▶ Proof
//!            over       of atoms  of      proposed in floats,  checked,
//!            atoms      (SAT)     few     by a linear program  learned
//! ```
//!
//! [`Prover`] answers questions of the form *no reachable marking satisfies this formula*: deadlock
//! freedom, dead transitions, upper bounds and invariants are all of this form. The answer is a [`Proof`]
//! or nothing; nothing means that no proof was found, not that there is a marking. Floating-point numbers
//! only propose: each [`Lemma`] of a proof is checked in exact integers before it counts, and again by
//! [`Proof::check`].
//!
//! What is proved of the [`Skeleton`] of a coloured net, which forgets colours, holds of that net.
//!
//! [`LinearProgram`] and [`multiples`] are for whoever else has integers proposed in floating point and checks them, [`Traps`] for
//! whoever looks for traps, or siphons.
//!
//! Inhibitor and read arcs and capacities restrict firings, so that everything here holds with them;
//! where it matters whether a transition is enabled, they are conditions. A reset may lose any number.

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
pub use prover::{Bound, Prover};
pub use rounding::multiples;
pub use skeleton::Skeleton;
pub use trap::{Striking, Traps};
