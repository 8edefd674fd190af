//! Promela as a format of nets.

use std::io;

use sanderling_net::format::{Parsed, Recognition, WriteError};
use sanderling_net::{Diagnostic, Diagnostics, Format, Net, Source};

use crate::document::Document;
use crate::{Refusal, counts, values};

/// The format.
#[derive(Debug, Clone, Copy, Default)]
pub struct Promela;

impl Format for Promela {
    fn name(&self) -> &'static str {
        "promela"
    }

    fn description(&self) -> &'static str {
        "Promela, the language of the model checker Spin"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pml"]
    }

    fn can_read(&self) -> bool {
        false
    }

    fn recognise(&self, _: &Source) -> Recognition {
        Recognition::No
    }

    fn parse(&self, _: &Source) -> Result<Parsed, Diagnostics> {
        let error = Diagnostic::error("a file in Promela, which is written but not read");
        Err(error.help("explore it with Spin").into())
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
        let document = document(net, bounds).map_err(WriteError::Unsupported)?;
        Ok(document.write(net, sink)?)
    }
}

fn document(net: &Net, bounds: &[Option<u64>]) -> Result<Document, Refusal> {
    if net.is_place_transition() { counts::document(net, bounds) } else { values::document(net) }
}
