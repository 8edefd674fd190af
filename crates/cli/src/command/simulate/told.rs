//! Markings and firings of the reference semantics as the report tells them.

use sanderling_net::semantics::{Firing, Marking};
use sanderling_net::{Net, PlaceId, SortId};
use sanderling_report as report;

/// The places that hold something.
pub(super) fn marking(net: &Net, marking: &Marking) -> report::Marking {
    let marked = net.place_ids().filter(|&place| !marking.place(place).is_empty());
    marked.map(|place| (net.place(place).id.clone(), tokens(net, marking, place))).collect()
}

/// The places whose contents differ.
pub(super) fn changes(net: &Net, before: &Marking, after: &Marking) -> Vec<report::Change> {
    let changed = net.place_ids().filter(|&place| before.place(place) != after.place(place));
    let change = |place| report::Change {
        place: net.place(place).id.clone(),
        before: tokens(net, before, place),
        after: tokens(net, after, place),
    };
    changed.map(change).collect()
}

/// The transition and its binding.
pub(super) fn firing(net: &Net, firing: &Firing) -> report::Step {
    let transition = net.transition(firing.transition);
    let value = |(variable, value): &(sanderling_net::VariableId, sanderling_net::Value)| {
        let declaration = &net.declarations.variables[variable.index()];
        (declaration.id.clone(), net.value_text(declaration.sort, value))
    };
    report::Step {
        event: transition.id.clone(),
        name: transition.name.clone().filter(|name| *name != transition.id),
        binding: firing.binding.iter().map(value).collect(),
        changed: Vec::new(),
    }
}

fn tokens(net: &Net, marking: &Marking, place: PlaceId) -> report::Tokens {
    let contents = marking.place(place);
    let sort = net.place(place).sort;
    if sort == SortId::DOT {
        return contents.total().into();
    }
    let colours = contents.iter().map(|(value, &count)| (net.value_text(sort, value), count.into()));
    report::Tokens::Coloured(colours.collect())
}
