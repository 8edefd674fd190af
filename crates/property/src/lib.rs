//! Properties of nets: a small text language over markings and runs, and its evaluation on markings.
//!
//! A property has three forms. [`PropertySyntax`] is the parsed text, checked for grammar and for the kinds of
//! conditions and numbers, with names for places and transitions. [`Property`] uses a net's ids instead: a
//! [`Quantifier`] and a [`Formula`], plain data that can be negated, printed and evaluated by a simple recursion.
//! [`Predicate`] is a formula compiled for a search: flat, and evaluated without allocation or recursion. A formula
//! accesses a marking through [`Valuation`], so the marking may be stored in any form.
//!
//! `docs/properties.md` describes the language, and its examples are tests of this crate. This crate does not depend on
//! how states are searched.
//!
//! INVARIANT: no evaluation overflows. [`Comparison`] bounds its coefficients so that the exact sum fits 128 bits for
//! any token counts.

mod colour;
mod comparison;
mod display;
mod expression;
mod formula;
mod lexer;
mod linear;
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
