//! PNML, the Petri Net Markup Language: place/transition nets and coloured nets, as defined by the standard and as
//! written by editors.
//!
//! Source: ISO/IEC 15909-2, *Systems and software engineering: High-level Petri nets, Part 2: Transfer format*, 2011.
//! `docs/formats.md` lists which dialects and extensions are read, which are refused, and what is written.
//!
//! The text is streamed through a `cursor`, never held as a tree. A net is collected in a `builder` with arcs between
//! ids, and `resolve`d when it is complete, because arcs may precede nodes. The content of the file, not the declared
//! type, determines the meaning of a construct. INVARIANT: a construct that is not understood and may matter is an
//! error; nothing is read as something else.

mod algebraic;
mod arc;
mod arc_kind;
mod builder;
mod coloured;
mod cursor;
mod decode;
mod dialect;
mod document;
mod element;
mod escape;
mod extension;
mod final_marking;
mod flaw;
mod graphics;
mod label;
mod limits;
mod malformed;
mod namespace;
mod node;
mod number;
mod nupn;
mod open_net;
mod page;
mod pipe;
mod reference;
mod renew;
mod report;
mod resolve;
mod spelling;
mod symbol;
mod tapaal;
mod text;
mod token_class;
mod writable;
mod write;

use std::io;

use sanderling_net::format::{self, Parsed, Recognition, WriteError};
use sanderling_net::{Diagnostics, Differences, Format, Net, Source};

use document::Time;

pub use dialect::other_format;
pub use sanderling_xml::root_element;
pub use tapaal::{StoredQuery, stored_queries};

/// The format PNML.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pnml;

impl Format for Pnml {
    fn name(&self) -> &'static str {
        "pnml"
    }

    fn description(&self) -> &'static str {
        "Petri Net Markup Language (ISO/IEC 15909-2), place/transition and coloured nets"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pnml", "tapn", "xml"]
    }

    fn recognise(&self, source: &Source) -> Recognition {
        let is_named = || matches!(source.extension().as_str(), "pnml" | "tapn");
        match root_element(&decode::preview(source.bytes())) {
            Some("pnml") => Recognition::ByContent,
            _ if is_named() => Recognition::ByName,
            _ => Recognition::No,
        }
    }

    fn parse(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        document::parse(source, Time::Refused).map(|parsed| with_differences(parsed, source))
    }

    fn parse_untimed(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        document::parse(source, Time::LeftOut).map(|parsed| with_differences(parsed, source))
    }

    /// Returns the queries of TAPAAL's editor.
    fn stored_queries(&self, source: &Source, net: &Net) -> Result<Vec<format::StoredQuery>, Diagnostics> {
        let queries = tapaal::stored_queries(source, net)?.into_iter().map(|query| format::StoredQuery {
            name: query.name,
            span: query.span,
            formula: query.formula.map(format::StoredFormula::Contest),
        });
        Ok(queries.collect())
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

/// Returns the nets with differences of multisets as in the tool that wrote the file. TAPAAL's editor saves `.tapn`,
/// and negative counts become zero in it.
fn with_differences(mut parsed: Parsed, source: &Source) -> Parsed {
    if source.extension() == "tapn" {
        parsed.nets.iter_mut().for_each(|net| net.read_differences(Differences::Truncated));
    }
    parsed
}

/// Returns the beginning of a file as text, in any supported encoding; it suffices to find the [`root_element`].
#[must_use]
pub fn preview(source: &Source) -> String {
    decode::preview(source.bytes())
}
