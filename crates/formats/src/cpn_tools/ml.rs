//! CPN ML: the part of Standard ML in which CPN Tools writes declarations, guards and arc inscriptions.
//!
//! [`parse`] parses expressions, patterns and the declarations `val` and `fun`. The syntax tree has no types;
//! [evaluation](crate::cpn_tools::evaluate) determines what an expression means in its context.
//!
//! Source: Milner, Tofte, Harper and MacQueen, *The Definition of Standard ML (Revised)*, 1997, for the grammar; Jensen
//! and Kristensen, *Coloured Petri Nets*, 2009, for multisets.

mod lexer;
mod parse;
mod syntax;

pub(crate) use parse::{declarations, expression, guard};
pub(crate) use syntax::{Binary, Clause, Declaration, Expression, Pattern};
