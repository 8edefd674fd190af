//! Properties of nets: a small text language over markings and runs, and its evaluation on markings.
//!
//! A property goes through three forms. [`PropertySyntax`] is what the text says, checked for
//! grammar and for conditions and numbers being in their places, with places and transitions still
//! names. [`Property`] is the same over a net's ids: a [`Quantifier`] and a [`Formula`], plain data
//! that can be negated, printed and evaluated by an obvious recursion. [`Predicate`] is a formula
//! compiled for a search: flat, and evaluated without allocation or recursion. What a formula asks
//! about a marking, it asks through [`Valuation`]: the marking itself may be stored in any way.
//!
//! The language is described in `docs/properties.md`, whose examples are tests of this crate.
//! Nothing here knows how states are searched.
//!
//! INVARIANT: no evaluation overflows. [`Comparison`] bounds its coefficients so that the exact
//! sum fits 128 bits for any token counts.

mod colour;
mod comparison;
mod display;
mod expression;
mod formula;
mod lexer;
mod livelock;
mod nodes;
mod operand;
mod parse;
mod predicate;
mod property;
mod reference;
mod resolve;
mod statement;
mod suggest;
mod syntax;
mod temporal;
mod transition_set;
mod valuation;
mod value;

pub use colour::{Bindings, ColouredFormula, ColouredProperty, Pattern, Tokens};
pub use comparison::{Comparison, MAX_COEFFICIENTS, MAX_CONSTANT, Relation, TooLarge};
pub use display::Named;
pub use expression::Expression;
pub use formula::Formula;
pub use livelock::Livelock;
pub use nodes::{NodeKind, Nodes};
pub use parse::{MAX_DEPTH, parse, parse_all, parse_condition, quantifier_of};
pub use predicate::Predicate;
pub use property::{Property, Quantifier};
pub use reference::ReferenceValuation;
pub use resolve::{resolve, resolve_all};
pub use statement::{ColouredStatement, Statement};
pub use suggest::nearest;
pub use syntax::PropertySyntax;
pub use temporal::{ColouredTemporal, Logic, PathOperator, PathQuantifier, Temporal, TemporalProperty};
pub use transition_set::TransitionSet;
pub use valuation::Valuation;
pub use value::{Elements, Factor, Linear, Part, ValueCondition, ValueTerm, number_in};
