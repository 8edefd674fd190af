//! The queries of the Model Checking Contest, in its own terms.
//!
//! An [`Examination`] is a kind of query about a net. Some are about the net itself; others come with a file of
//! properties in XML, which [`read`] converts to formulas and sums of the net's places. [`AnswerLine`] is a line of
//! output that the contest requires.
//!
//! Source: Kordon et al., *Presentation of the 9th Edition of the Model Checking Contest*, TACAS 2019, and the
//! contest's submission manual. Properties of single markings are distinguished from properties of runs.
//!
//! INVARIANT: a property that is not understood is never read as another one; it is [`ContestQuery::Unsupported`] or has an
//! error.

mod answer_line;
mod condition;
mod examination;
mod property_set;
mod technique;
mod temporal;

pub use answer_line::{AnswerLine, Value};
pub use condition::Names;
pub use examination::Examination;
pub use property_set::{ContestProperty, ContestQuery, is_property_set, read, read_in, read_with};
pub use technique::techniques;
