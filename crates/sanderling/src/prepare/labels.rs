//! What the nodes of a net are called in reports that people read.

use std::collections::HashMap;

use sanderling_net::{Net, NodeNames};
use sanderling_report::Labels;

use super::PreparedNet;

/// What the places and transitions of a net are called, where that is not by their ids.
#[must_use]
pub fn labels(net: &Net, how: NodeNames) -> Labels {
    let has_names = net.places.iter().any(|place| place.name.as_ref().is_some_and(|name| *name != place.id))
        || net.transitions.iter().any(|one| one.name.as_ref().is_some_and(|name| *name != one.id));
    if how == NodeNames::Ids || !has_names {
        return Labels::default();
    }
    let differing = |ids: &mut dyn Iterator<Item = &String>, labels: Vec<String>| {
        let pairs = ids.zip(labels).filter(|(id, label)| *id != label);
        pairs.map(|(id, label)| (id.clone(), label)).collect()
    };
    let (places, transitions) = net.labels(how);
    Labels {
        places: differing(&mut net.places.iter().map(|place| &place.id), places),
        transitions: differing(&mut net.transitions.iter().map(|one| &one.id), transitions),
    }
}

impl PreparedNet {
    /// What the places and transitions of the net that is analysed are called, where that is not by their ids. A node of an unfolding
    /// is called as that of the coloured net, with its colours behind.
    #[must_use]
    pub fn labels(&self, how: NodeNames) -> Labels {
        let original = labels(self.original_net(), how);
        if !self.is_unfolded() || (original.places.is_empty() && original.transitions.is_empty()) {
            return original;
        }
        let (net, coloured) = (self.net(), self.original_net());
        let places = net.place_ids().filter_map(|place| {
            let (id, origin) = (&net.place(place).id, &coloured.place(self.origin(place)).id);
            Some((id.clone(), with_colours(id, origin, original.places.get(origin)?)?))
        });
        let transitions = net.transition_ids().filter_map(|transition| {
            let origin = &coloured.transition(self.original_transition(transition)).id;
            let id = &net.transition(transition).id;
            Some((id.clone(), with_colours(id, origin, original.transitions.get(origin)?)?))
        });
        let (places, transitions): (HashMap<_, _>, HashMap<_, _>) = (places.collect(), transitions.collect());
        Labels { places, transitions }
    }
}

/// What stands behind the id of a coloured node in that of an unfolded one, behind the label.
fn with_colours(id: &str, origin: &str, label: &str) -> Option<String> {
    Some(format!("{label}{}", id.strip_prefix(origin)?))
}
