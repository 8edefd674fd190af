//! Promela as a net format.

use sanderling_net::Net;
use sanderling_net::format::{Export, WriteError};

use crate::promela::document::Document;
use crate::promela::{Refusal, counts, values};

/// The format.
pub static PROMELA: Export = Export {
    name: "promela",
    description: "Promela, the language of the model checker Spin",
    extensions: &["pml"],
    not_read: "a file in Promela, which is written but not read",
    help: "explore it with Spin",
    write: |net, bounds, sink| {
        let document = document(net, bounds).map_err(WriteError::Unsupported)?;
        Ok(document.write(net, sink)?)
    },
};

fn document(net: &Net, bounds: &[Option<u64>]) -> Result<Document, Refusal> {
    if net.is_place_transition() { counts::document(net, bounds) } else { values::document(net) }
}
