//! The files of PNEditor, and of Petrinator, which is derived from it: place/transition nets with inhibitor, read and
//! reset arcs.
//!
//! Source: the files that both programs write, and the code that reads them. A `document` has one `subnet`, which may
//! contain nested subnets. A `referencePlace` stands for a place of an enclosing subnet. Subnets only matter for
//! drawing: they are flattened, and reference places are replaced by their places. `docs/formats.md` lists what is
//! read, refused and written.
//!
//! `collect` collects the nodes and arcs of all subnets, `node` and `arc` each read one, and `resolve` connects them,
//! because arcs may precede their nodes. INVARIANT: an unknown element is an error, never ignored.

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

/// Number of bytes in which to look for the root element.
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
