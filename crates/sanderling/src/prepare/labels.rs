//! The labels of places and transitions in reports.

use std::collections::HashMap;

use sanderling_net::{Net, NodeNames};
use sanderling_report::Labels;

use super::PreparedNet;

/// Returns the labels of places and transitions that differ from their ids.
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
    /// Returns the labels of the places and transitions of the analysed net that differ from their ids. A
    /// node of an unfolding has the label of the coloured node, followed by its colours.
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

/// Returns a label followed by the suffix that the unfolding appended to the id of the coloured node.
fn with_colours(id: &str, origin: &str, label: &str) -> Option<String> {
    Some(format!("{label}{}", id.strip_prefix(origin)?))
}
