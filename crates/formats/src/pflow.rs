//! The files of PNEditor, and of Petrinator, which grew out of it: place/transition nets with inhibitor, read and reset arcs.
//!
//! Source: what both programs write, and how they read it again. A `document` has one `subnet`, in which subnets nest; a
//! `referencePlace` stands for a place of the subnet around it. Subnets are a matter of drawing: here they are flattened, and
//! reference places replaced by what they stand for. `docs/formats.md` says what is read, refused and written.
//!
//! `collect` finds the nodes and arcs in all subnets, `node` and `arc` read one each, and `resolve` joins them, since arcs come
//! before the nodes that they lead to. INVARIANT: an element that is not known is an error, never left out.

mod arc;
mod collect;
mod element;
mod node;
mod resolve;
mod timing;
mod write;

use std::io;

use sanderling_net::format::{Parsed, Recognition, WriteError};
use sanderling_net::{Diagnostics, Format, Net, Source};

/// The format.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pflow;

/// The root element is looked for in this number of bytes.
const PREVIEW_BYTES: usize = 8192;

impl Format for Pflow {
    fn name(&self) -> &'static str {
        "pflow"
    }

    fn description(&self) -> &'static str {
        "PNEditor's and Petrinator's place/transition nets"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pflow"]
    }

    fn recognise(&self, source: &Source) -> Recognition {
        let bytes = source.bytes();
        let preview = String::from_utf8_lossy(&bytes[..bytes.len().min(PREVIEW_BYTES)]);
        if sanderling_xml::root_element(&preview) == Some("document") && preview.contains("<subnet") {
            Recognition::ByContent
        } else if source.extension() == "pflow" {
            Recognition::ByName
        } else {
            Recognition::No
        }
    }

    fn parse(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        resolve::parse(source, true)
    }

    fn parse_untimed(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        resolve::parse(source, false)
    }

    fn can_write(&self) -> bool {
        true
    }

    fn write_bounded(
        &self,
        net: &Net,
        _: &[Option<u64>],
        sink: &mut dyn io::Write,
    ) -> Result<(), WriteError> {
        write::write(net, sink)
    }
}
