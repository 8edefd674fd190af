//! Linear temporal logic, and automata for it.
//!
//! ```text
//! Ltl ─▶ negation normal form ─▶ rewriting ─▶ translation ─▶ reduction ─▶ Automaton
//!        each formula once       rules        a state is a   simulation   generalised Büchi,
//!                                             set of them                 marks on edges
//! ```
//!
//! [`translate`] gives the automaton of the words that satisfy a formula; [`Automaton::strength`] says whether reaching a state decides
//! acceptance, or staying in a component does, and [`Automaton::degeneralised`] makes states accept. [`Ltl::holds_on`] is what formulas mean, word by word. [`Ltl::is_stutter_invariant`] says
//! whether a formula sees how often a letter is repeated.
//!
//! ```
//! use sanderling_temporal::{Lasso, Ltl, Strength, translate_negation};
//!
//! // Every request (atom 0) is answered (atom 1) some time.
//! let answered = Ltl::Finally(Box::new(Ltl::Atom(1)));
//! let formula = Ltl::Globally(Box::new(Ltl::Implies(Box::new([Ltl::Atom(0), answered]))));
//! let never = Lasso { prefix: vec![0b01], cycle: vec![0b00] };
//! assert!(!formula.holds_on(&never));
//!
//! // A search finds this violation: a request that is never answered.
//! let violations = translate_negation(&formula)?;
//! assert!(violations.accepts(&never));
//! assert_eq!((violations.states(), violations.strength()), (2, Strength::Weak));
//! # Ok::<(), sanderling_temporal::TooLarge>(())
//! ```
//!
//! This crate does not depend on the meaning of the atoms, nor on the systems whose runs the words are.

mod automaton;
mod buchi;
mod components;
mod emptiness;
mod error;
mod formulas;
mod guard;
mod implication;
mod lasso;
mod ltl;
mod product;
mod reduce;
mod rewrite;
mod strength;
mod stutter;
#[cfg(test)]
mod tests;
mod translate;
mod wait;

pub use automaton::{Automaton, Edge, MAX_ACCEPTANCE_SETS};
pub use buchi::{Buchi, BuchiState};
pub use error::TooLarge;
pub use guard::{Cube, Guard};
pub use lasso::Lasso;
pub use ltl::Ltl;
pub use strength::Strength;
pub use translate::{Limits, translate, translate_negation, translate_within};
pub use wait::Wait;
