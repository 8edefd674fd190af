//! The queries stored in the file of a net.

use std::path::Path;

use sanderling_net::Source;
use sanderling_property::ColouredStatement;
use sanderling_query::Stored;
use sanderling_report as report;

use crate::failure::Failure;
use crate::input::{Input, read_source};

/// Returns the queries of the file, for `info`. Standard input has none, as it can be read only once.
pub(super) fn listed(input: &Input) -> Result<Vec<report::StoredQuery>, Failure> {
    if input.origin.file == "-" {
        return Ok(Vec::new());
    }
    Ok(stored(&source(input)?, input)?.listed())
}

/// Returns the property of the query with this name.
pub(super) fn named(name: &str, input: &Input) -> Result<ColouredStatement, Failure> {
    if input.origin.file == "-" {
        let message = "--query names a query in the file of the net, and the net comes from standard input, which can be read only once";
        return Err(Failure::usage(message));
    }
    Ok(stored(&source(input)?, input)?.named(name)?)
}

fn source(input: &Input) -> Result<Source, Failure> {
    let source = read_source(Path::new(&input.origin.file))?;
    Ok(source.with_definitions(input.origin.definitions.clone()))
}

fn stored<'a>(source: &'a Source, input: &'a Input) -> Result<Stored<'a>, Failure> {
    let format = sanderling_formats::by_name(&input.origin.format);
    Ok(Stored::of(source, format, input.prepared.original_net(), "--")?)
}
