//! The questions of the Model Checking Contest, in its own words.
//!
//! An [`Examination`] is a kind of question about a net. Some ask about the net as it is; others come with a file of
//! properties in XML, which [`read`] turns into formulas and sums of the net's places. [`AnswerLine`] is what the
//! contest wants to be printed.
//!
//! Source: Kordon et al., *Presentation of the 9th Edition of the Model Checking Contest*, TACAS 2019, and the
//! contest's submission manual. What is asked of single markings is told apart from what is asked of runs.
//!
//! INVARIANT: a property that is not understood is never read as another one; it is [`Asked::Unsupported`], or
//! has what is wrong with it.

mod answer_line;
mod condition;
mod examination;
mod property_set;
mod technique;
mod temporal;

pub use answer_line::{AnswerLine, Value};
pub use condition::Names;
pub use examination::Examination;
pub use property_set::{Asked, ContestProperty, is_property_set, read, read_in, read_with};
pub use technique::techniques;
