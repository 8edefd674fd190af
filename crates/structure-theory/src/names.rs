//! Names of nodes for users: the modeller's ids, with long lists shortened.

use sanderling_net::{Net, PlaceId};

use crate::flow::Node;

/// Returns the names of the nodes, separated by commas. A long list ends with the number of omitted nodes.
pub(crate) fn listed(net: &Net, nodes: impl ExactSizeIterator<Item = Node>) -> String {
    const MAX: usize = 12;
    let more = nodes.len().saturating_sub(MAX);
    let mut names: Vec<String> = nodes.take(MAX).map(|node| node.name(net).to_owned()).collect();
    if more > 0 {
        names.push(format!("{more} more"));
    }
    names.join(", ")
}

/// Returns the names of a set of places in braces.
pub(crate) fn places(net: &Net, places: &[PlaceId]) -> String {
    format!("{{{}}}", listed(net, places.iter().copied().map(Node::Place)))
}
