//! Whether a deadlock is reachable.

use sanderling_net::Diagnostics;
use sanderling_property::Formula;

use super::{Answering, reach};

impl Answering<'_> {
    /// Decides the question.
    pub(super) fn deadlock(&mut self) -> Result<(), Diagnostics> {
        self.formulas(&[reach(Formula::Deadlock)])
    }
}
