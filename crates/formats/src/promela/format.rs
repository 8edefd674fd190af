//! Promela as a net format.

use std::io;

use sanderling_net::format::{Parsed, Recognition, StoredQuery, WriteError};
use sanderling_net::{Diagnostics, Format, Net, Source};

use crate::promela::document::Document;
use crate::promela::{Refusal, counts, values};

/// The format.
#[derive(Debug, Clone, Copy)]
pub struct Promela;

impl Format for Promela {
    fn name(&self) -> &'static str {
        "promela"
    }

    fn description(&self) -> &'static str {
        "Promela, the language of the model checker Spin"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pml", "promela", "prom", "pm"]
    }

    fn recognise(&self, source: &Source) -> Recognition {
        let is_model = ["active proctype", "proctype "].iter().any(|word| contains(source.bytes(), word));
        if is_model && contains(source.bytes(), "{") && contains(source.bytes(), ")") {
            Recognition::ByContent
        } else if self.extensions().contains(&source.extension().as_str()) {
            Recognition::ByName
        } else {
            Recognition::No
        }
    }

    fn parse(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        sanderling_promela::parse(source)
    }

    fn stored_queries(&self, source: &Source, net: &Net) -> Result<Vec<StoredQuery>, Diagnostics> {
        sanderling_promela::formulas(source, net)
    }

    fn has_macros(&self) -> bool {
        true
    }

    fn can_write(&self) -> bool {
        true
    }

    fn keeps_nodes(&self) -> bool {
        false
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

fn contains(bytes: &[u8], word: &str) -> bool {
    let start = &bytes[..bytes.len().min(1 << 14)];
    start.windows(word.len()).any(|part| part == word.as_bytes())
}

fn document(net: &Net, bounds: &[Option<u64>]) -> Result<Document, Refusal> {
    if net.is_place_transition() { counts::document(net, bounds) } else { values::document(net) }
}
