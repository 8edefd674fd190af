//! Coloured nets: the standard's symmetric and high-level nets, and what tools make of them.
//!
//! Reading goes in two steps, since declarations may come after what uses them. While the text is
//! streamed, what stands in coloured labels is put into a [`forest`] as it is ([`structure`]). When the
//! file has ended, declarations give ids their meaning ([`declaration`], [`sort`], [`dictionary`]), and
//! then labels become sorts and terms of the common net ([`label`], [`term`] and the modules beside it),
//! whose validation types them. Everything is known by its id; names are kept as names.
//!
//! INVARIANT: what the common net has no words for is an error with its place. The readings that the
//! standard does not have are TAPAAL's, GreatSPN's and the contest's, and `docs/formats.md` lists them.

mod constant;
mod declaration;
mod dictionary;
mod forest;
mod label;
mod list;
mod operator;
mod partition;
mod plain;
mod sort;
mod structure;
mod table;
mod term;

pub(crate) use dictionary::{Dictionary, Translation};
pub(crate) use forest::{Forest, TreeId};
pub(crate) use label::{Label, Labels, Marking};
pub(crate) use operator::OPERATORS;
