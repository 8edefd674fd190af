//! Coloured nets: the standard's symmetric and high-level nets, and the variants that tools write.
//!
//! Declarations may come after their uses, so coloured labels are read in two steps. While the text is streamed, the
//! content of the labels is stored unchanged in a [`forest`] ([`structure`]). At the end of the file, declarations
//! define the ids ([`declaration`], [`sort`], [`dictionary`]). Labels then become sorts and terms of the common net
//! ([`label`], [`term`] and the modules beside it), whose validation checks their types. Everything is identified by
//! its id; names are only kept as names.
//!
//! INVARIANT: a construct that the common net cannot express is an error with its position. Some accepted forms are not
//! in the standard but come from TAPAAL, GreatSPN and the contest; `docs/formats.md` lists them.

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
