//! The common net: every format reads into it, and every analysis starts from it.
//!
//! A [`Net`] is a coloured Petri net in the sense of Jensen (*Coloured Petri Nets*, 1992) and of ISO/IEC 15909: places
//! have a sort, arcs have inscriptions, transitions have guards. A place/transition net is a net whose only sort is
//! `dot`. The net is plain data. It keeps the modeller's ids, names and positions, and can be written to and read from
//! versioned JSON. It depends neither on the format that it was read from nor on the search that explores it.
//!
//! [`Format`] is the trait that a file format implements. [`Diagnostics`] reports the problems of a file. [`semantics`]
//! is the reference semantics, which is slow and obvious; traces are replayed on it before they are shown.

mod assertion;
pub mod diagnostic;
mod domain;
mod final_marking;
pub mod format;
mod id;
pub mod json;
mod names;
mod net;
mod number;
mod page;
mod position;
pub mod program;
mod property_process;
mod report;
pub mod semantics;
mod size;
mod sort;
mod source;
pub mod sparse;
mod term;
mod typing;
mod unit;
mod validate;
mod value_text;
mod words;

pub use assertion::{Assertion, Reading};
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use final_marking::{FinalMarking, MarkedPlace};
pub use format::Format;
pub use id::{OperatorId, PageId, PartitionId, PlaceId, SortId, TransitionId, UnitId, VariableId};
pub use names::{NodeNames, excerpt, in_one_line, is_obeyed};
pub use net::{
    Arc, ArcKind, Assignment, Declarations, Inscription, Net, OperatorDeclaration, PartitionDeclaration,
    PartitionElement, Place, Point, SortDeclaration, Transition, VariableDeclaration,
};
pub use page::Page;
pub use position::Position;
pub use program::Program;
pub use property_process::{Beyond, PropertyProcess, Watch};
pub use report::Report;
pub use sort::{Constant, Sort, Value};
pub use source::{Source, Span};
pub use term::{Differences, Operator, Term};
pub use unit::{NestedUnits, Unit};
