//! A start marking for a search, a token game or a trace other than the initial marking of the file.

use std::sync::Arc;

use sanderling::read_marking;
use sanderling_net::Net;
use sanderling_net::semantics::Marking;
use serde_json::{Map, Value};

use crate::message::{Code, Refusal};
use crate::nets::Entry;

/// Reads a marking sent by a client.
pub(crate) fn given(net: &Net, marking: &Map<String, Value>) -> Result<Marking, Refusal> {
    let refused = |problem| Refusal::new(Code::BadQuestion, format!("`marking` has {problem}"));
    read_marking(net, marking).map_err(refused)
}

/// Returns the net with the given marking as its initial one, or unchanged if none is given.
pub(crate) fn beginning_at(
    entry: Arc<Entry>,
    marking: Option<&Map<String, Value>>,
) -> Result<Arc<Entry>, Refusal> {
    let Some(marking) = marking else { return Ok(entry) };
    let net = entry.net.beginning_at(&given(&entry.net, marking)?);
    Ok(Arc::new(Entry { net: Arc::new(net), ..Entry::clone(&entry) }))
}
