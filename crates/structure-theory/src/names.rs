//! Nodes as a user reads them: by the modeller's ids, of many the first ones.

use sanderling_net::{Net, PlaceId};

use crate::flow::Node;

/// The names of the nodes, separated by commas; of many, how many more there are.
pub(crate) fn listed(net: &Net, nodes: impl ExactSizeIterator<Item = Node>) -> String {
    const MAX: usize = 12;
    let more = nodes.len().saturating_sub(MAX);
    let mut names: Vec<String> = nodes.take(MAX).map(|node| node.name(net).to_owned()).collect();
    if more > 0 {
        names.push(format!("{more} more"));
    }
    names.join(", ")
}

/// A set of places.
pub(crate) fn places(net: &Net, places: &[PlaceId]) -> String {
    format!("{{{}}}", listed(net, places.iter().copied().map(Node::Place)))
}
