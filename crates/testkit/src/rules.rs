//! Random rules over random cells, and their interpretation.

mod interpret;
mod random;

pub use interpret::{Firing, fire, passes};
pub use random::{Random, World, cells, net, value};
