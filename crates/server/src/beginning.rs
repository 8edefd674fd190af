//! Where a search begins: another marking than the initial one of the file.

use std::sync::Arc;

use sanderling_net::{Inscription, Net};
use serde_json::{Map, Value};

use crate::message::{Code, Refusal};
use crate::nets::Entry;

/// The net with this marking as the initial one.
pub(crate) fn beginning_at(entry: &Entry, marking: &Map<String, Value>) -> Result<Arc<Entry>, Refusal> {
    let refused = |message: String| Refusal::new(Code::BadQuestion, message);
    if !entry.net.is_place_transition() {
        return Err(refused("`marking` is for place/transition nets: this net has colours or values".into()));
    }
    let mut net = Net::clone(&entry.net);
    net.places.iter_mut().for_each(|place| place.initial = Inscription::Tokens(0));
    for (id, tokens) in marking {
        let Some(place) = net.places.iter_mut().find(|place| place.id == *id) else {
            return Err(refused(format!("`marking` names `{id}`, and the net has no such place")));
        };
        // Numbers beyond 2^53 come as strings.
        let number = tokens.as_u64().or_else(|| tokens.as_str()?.parse().ok());
        let number = number.ok_or_else(|| {
            refused(format!("`marking` puts {tokens} on `{id}`: expected a number of tokens"))
        })?;
        if let Some(capacity) = place.capacity.filter(|&capacity| number > capacity) {
            return Err(refused(format!(
                "`marking` puts {number} tokens on `{id}`, which holds {capacity} at most"
            )));
        }
        place.initial = Inscription::Tokens(number);
    }
    Ok(Arc::new(Entry {
        net: Arc::new(net),
        file: entry.file.clone(),
        format: entry.format.clone(),
        warnings: entry.warnings.clone(),
    }))
}
