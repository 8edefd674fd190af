//! The low-level nets of LoLA, read and written.
//!
//! They are place/transition nets with weights only, in a language of `PLACE`, `MARKING` and `TRANSITION … CONSUME …
//! PRODUCE`. Source: Wolf, *Petri Net Model Checking with LoLA 2*, Application and Theory of Petri Nets, 2018. `SAFE n`
//! is a promise that LoLA uses to choose its storage of markings; it does not restrict firings. It is written if it is
//! proved, and ignored when reading. A read arc becomes tokens that are taken and put back, which is equivalent because
//! transitions fire one at a time. INVARIANT: a net that LoLA would understand differently is refused.

mod lexer;
mod name;
mod read;
mod recognise;
mod write;

use std::io;

use sanderling_net::format::{Parsed, Recognition, WriteError};
use sanderling_net::{Diagnostics, Format, Net, Source};

/// The format.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lola;

impl Format for Lola {
    fn name(&self) -> &'static str {
        "lola"
    }

    fn description(&self) -> &'static str {
        "the low-level nets of the tool LoLA"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["lola"]
    }

    fn recognise(&self, source: &Source) -> Recognition {
        recognise::recognise(source)
    }

    fn parse(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        read::read(source)
    }

    fn can_write(&self) -> bool {
        true
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
