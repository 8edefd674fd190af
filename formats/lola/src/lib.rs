//! The nets of LoLA: written, not read.
//!
//! LoLA's *low-level nets* are place/transition nets with weights and nothing else, in a language of
//! `PLACE`, `MARKING` and `TRANSITION … CONSUME … PRODUCE`. Source: Wolf, *Petri Net Model Checking with
//! LoLA 2*, Application and Theory of Petri Nets, 2018. A read arc becomes tokens that are taken and put
//! back: one firing at a time, that is the same net. INVARIANT: what LoLA would understand otherwise is
//! refused.

mod name;
mod write;

use std::io;

use sanderling_net::format::{Parsed, Recognition, WriteError};
use sanderling_net::{Diagnostic, Diagnostics, Format, Net, Source};

/// The format.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lola;

impl Format for Lola {
    fn name(&self) -> &'static str {
        "lola"
    }

    fn description(&self) -> &'static str {
        "place/transition nets for the tool LoLA"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["lola"]
    }

    fn can_read(&self) -> bool {
        false
    }

    fn recognise(&self, _: &Source) -> Recognition {
        Recognition::No
    }

    fn parse(&self, _: &Source) -> Result<Parsed, Diagnostics> {
        let error = Diagnostic::error("a net of LoLA, which is written but not read");
        Err(error.help("export the net as PNML from the tool that wrote it").into())
    }

    fn can_write(&self) -> bool {
        true
    }

    fn write(&self, net: &Net, sink: &mut dyn io::Write) -> Result<(), WriteError> {
        self.write_bounded(net, &[], sink)
    }

    fn uses_bounds(&self) -> bool {
        true
    }

    fn write_bounded(
        &self,
        net: &Net,
        bounds: &[Option<u64>],
        sink: &mut dyn io::Write,
    ) -> Result<(), WriteError> {
        let transitions = write::transitions(net).map_err(WriteError::Unsupported)?;
        Ok(write::write(net, &transitions, bounds, sink)?)
    }
}
