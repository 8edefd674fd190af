//! Resolution of words to places and transitions: the node with this id, otherwise the only one with this name.
//!
//! Editors generate ids that they do not display, and names need not be unique. Ids therefore take precedence, and a
//! name counts only if a single place or a single transition has it. The text determines which of the two is wanted.
//! [`missing`] has the messages about unknown words.

mod missing;

use std::cell::OnceCell;
use std::collections::HashMap;

use sanderling_net::{Net, PlaceId, TransitionId, in_one_line};

/// The kind of node that a word must denote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// A place.
    Place,
    /// A transition.
    Transition,
}

/// Nodes with their names, indexed by their names on one line, as displayed.
type Named<'a, I> = HashMap<String, Vec<(&'a str, I)>>;

/// The places and transitions of a net, by id and name.
#[derive(Debug)]
pub struct Nodes<'a> {
    net: &'a Net,
    places: HashMap<&'a str, PlaceId>,
    transitions: HashMap<&'a str, TransitionId>,
    /// Built when a word is not an id, because most texts only use ids.
    named_places: OnceCell<Named<'a, PlaceId>>,
    named_transitions: OnceCell<Named<'a, TransitionId>>,
}

impl<'a> Nodes<'a> {
    /// Creates the index of this net.
    #[must_use]
    pub fn of(net: &'a Net) -> Self {
        Self {
            net,
            places: net.place_ids().map(|id| (net.place(id).id.as_str(), id)).collect(),
            transitions: net.transition_ids().map(|id| (net.transition(id).id.as_str(), id)).collect(),
            named_places: OnceCell::new(),
            named_transitions: OnceCell::new(),
        }
    }

    /// Returns the place with this id or, if there is none, the only one with this name. The net's name and a dot may
    /// precede it.
    #[must_use]
    pub fn place(&self, word: &str) -> Option<PlaceId> {
        let called = |word| self.places.get(word).copied().or_else(|| only(self.places_named(word), word));
        called(word).or_else(|| called(self.without_net(word)?))
    }

    /// Returns the transition with this id or, if there is none, the only one with this name. The net's name and a dot
    /// may precede it.
    #[must_use]
    pub fn transition(&self, word: &str) -> Option<TransitionId> {
        let called =
            |word| self.transitions.get(word).copied().or_else(|| only(self.transitions_named(word), word));
        called(word).or_else(|| called(self.without_net(word)?))
    }

    /// Returns the word without the net's name and a dot, which TAPAAL writes before it.
    fn without_net<'w>(&self, word: &'w str) -> Option<&'w str> {
        let net = [Some(self.net.id.as_str()), self.net.name.as_deref()];
        let mut net = net.into_iter().flatten().filter(|net| !net.is_empty());
        net.find_map(|net| word.strip_prefix(net)?.strip_prefix('.'))
    }

    fn places_named(&self, name: &str) -> &[(&'a str, PlaceId)] {
        let net = self.net;
        let names = || by_name(net.place_ids().map(|id| (id, net.place(id).name.as_deref())));
        self.named_places.get_or_init(names).get(&in_one_line(name)).map_or(&[], Vec::as_slice)
    }

    fn transitions_named(&self, name: &str) -> &[(&'a str, TransitionId)] {
        let net = self.net;
        let names = || by_name(net.transition_ids().map(|id| (id, net.transition(id).name.as_deref())));
        self.named_transitions.get_or_init(names).get(&in_one_line(name)).map_or(&[], Vec::as_slice)
    }
}

fn by_name<'a, I>(nodes: impl Iterator<Item = (I, Option<&'a str>)>) -> Named<'a, I> {
    let mut named: Named<'a, I> = HashMap::new();
    for (node, name) in nodes.filter_map(|(node, name)| Some((node, name?))) {
        named.entry(in_one_line(name)).or_default().push((name, node));
    }
    named
}

/// Returns the only node with this displayed name or, if there are several, the only one whose name has the same
/// spelling.
fn only<I: Copy>(nodes: &[(&str, I)], written: &str) -> Option<I> {
    let mut exact = nodes.iter().filter(|(name, _)| *name == written);
    match nodes {
        &[(_, node)] => Some(node),
        _ => exact.next().filter(|_| exact.next().is_none()).map(|&(_, node)| node),
    }
}
