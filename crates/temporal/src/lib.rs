//! Linear temporal logic, and automata for it.
//!
//! ```text
//! Ltl ─▶ negation normal form ─▶ rewriting ─▶ translation ─▶ reduction ─▶ Automaton
//!        each formula once       rules        a state is a   simulation   generalised Büchi,
//!                                             set of them                 marks on edges
//! ```
//!
//! [`translate`] gives the automaton of the words that satisfy a formula; [`Automaton::strength`] says whether reaching a state decides
//! acceptance, or staying in a component does. [`Ltl::holds_on`] is what formulas mean, word by word. [`Ltl::is_stutter_invariant`] says
//! whether a formula sees how often a letter is repeated.
//!
//! Nothing here knows what atoms are, nor what the words are runs of.

mod automaton;
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

pub use automaton::{Automaton, Edge, MAX_ACCEPTANCE_SETS};
pub use error::TooLarge;
pub use guard::{Cube, Guard};
pub use lasso::Lasso;
pub use ltl::Ltl;
pub use strength::Strength;
pub use translate::{Limits, translate, translate_negation, translate_within};
