//! Names of nodes for users. Editors generate ids that they do not display, and display names, which need not be
//! unique.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::{Net, PlaceId, TransitionId};

/// How places and transitions are named in output for users.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum NodeNames {
    /// Ids.
    Ids,
    /// Names, if no other node has the same one; otherwise ids.
    #[default]
    Names,
    /// Ids followed by names: `p1 "waiting"`.
    Both,
}

impl Net {
    /// Returns a copy of the net in which names replace ids, for output to users. A place gets its name as its id if no
    /// other place has it as its name or id; transitions likewise. References by id elsewhere in the net are not
    /// updated.
    #[must_use]
    pub fn with_names(&self) -> Self {
        self.labelled(NodeNames::Names)
    }

    /// Returns a copy of the net in which labels replace the ids of nodes. References by id elsewhere in the net are
    /// not updated.
    #[must_use]
    pub fn labelled(&self, how: NodeNames) -> Self {
        let (mut named, (places, transitions)) = (self.clone(), self.labels(how));
        named.places.iter_mut().zip(places).for_each(|(place, label)| place.id = label);
        named.transitions.iter_mut().zip(transitions).for_each(|(one, label)| one.id = label);
        named
    }

    /// Returns a copy of the net in which labels replace the names of nodes. The ids stay those of the file.
    #[must_use]
    pub fn titled(&self, how: NodeNames) -> Self {
        let (mut titled, (places, transitions)) = (self.clone(), self.labels(how));
        titled.places.iter_mut().zip(places).for_each(|(place, label)| place.name = Some(label));
        titled.transitions.iter_mut().zip(transitions).for_each(|(one, label)| one.name = Some(label));
        titled
    }

    /// Returns the place with this id or, if there is none, the only place with this name.
    #[must_use]
    pub fn place_called(&self, name: &str) -> Option<PlaceId> {
        let names = unique_names(self.places.iter().map(|place| (place.id.as_str(), place.name.as_deref())));
        let by_id = self.places.iter().position(|place| place.id == name);
        by_id.or_else(|| names.iter().position(|one| *one == in_one_line(name))).map(PlaceId::new)
    }

    /// Returns the transition with this id or, if there is none, the only transition with this name.
    #[must_use]
    pub fn transition_called(&self, name: &str) -> Option<TransitionId> {
        let names = unique_names(self.transitions.iter().map(|one| (one.id.as_str(), one.name.as_deref())));
        let by_id = self.transitions.iter().position(|one| one.id == name);
        by_id.or_else(|| names.iter().position(|one| *one == in_one_line(name))).map(TransitionId::new)
    }

    /// Returns the labels of the places and those of the transitions, in their order.
    #[must_use]
    pub fn labels(&self, how: NodeNames) -> (Vec<String>, Vec<String>) {
        let places = self.places.iter().map(|place| (place.id.as_str(), place.name.as_deref()));
        let transitions = self.transitions.iter().map(|one| (one.id.as_str(), one.name.as_deref()));
        (labels(places, how), labels(transitions, how))
    }
}

fn labels<'n>(nodes: impl Iterator<Item = (&'n str, Option<&'n str>)>, how: NodeNames) -> Vec<String> {
    let both = |(id, name): (&str, Option<&str>)| {
        let name = name.map(in_one_line).filter(|name| !name.is_empty() && name != id);
        name.map_or_else(|| id.to_owned(), |name| format!("{id} \"{name}\""))
    };
    match how {
        NodeNames::Ids => nodes.map(|(id, _)| id.to_owned()).collect(),
        NodeNames::Names => unique_names(nodes),
        NodeNames::Both => nodes.map(both).collect(),
    }
}

/// Returns a label for each node, given by its id and its name. It is the name if no other node has it as its name or
/// id, and otherwise the id. Line breaks in names become spaces.
fn unique_names<'n>(nodes: impl Iterator<Item = (&'n str, Option<&'n str>)>) -> Vec<String> {
    let in_one_line = |name: &'n str| match name.split_whitespace().nth(1) {
        None => Cow::Borrowed(name.trim()),
        Some(_) => Cow::Owned(in_one_line(name)),
    };
    let nodes: Vec<(&str, Option<Cow<'_, str>>)> =
        nodes.map(|(id, name)| (id, name.map(in_one_line).filter(|name| name != id))).collect();
    if nodes.iter().all(|(_, name)| name.is_none()) {
        return nodes.iter().map(|&(id, _)| id.to_owned()).collect();
    }
    let mut uses: HashMap<&str, u32> = HashMap::with_capacity(2 * nodes.len());
    for (id, name) in &nodes {
        *uses.entry(id).or_default() += 1;
        if let Some(name) = name.as_deref() {
            *uses.entry(name).or_default() += 1;
        }
    }
    let is_usable = |name: &&str| !name.is_empty() && uses[name] == 1;
    nodes.iter().map(|(id, name)| name.as_deref().filter(is_usable).unwrap_or(id).to_owned()).collect()
}

/// Returns a name on one line, with single spaces between its words. Editors put line breaks into names.
#[must_use]
pub fn in_one_line(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the first 60 characters of a word from a file, for a message. Characters that would control a terminal
/// become spaces.
#[must_use]
pub fn excerpt(word: &str) -> String {
    word.chars().take(60).map(|c| if is_obeyed(c) { ' ' } else { c }).collect()
}

/// Returns whether a character of a name must be shown as an escape. Such a character controls the terminal, or changes
/// the reading order of the text around it so that a name looks like another one. Unicode Technical Report 36 lists the
/// characters that set the direction of a text.
#[must_use]
pub fn is_obeyed(character: char) -> bool {
    let sets_direction = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    let breaks_line = matches!(character, '\u{2028}' | '\u{2029}');
    character.is_control() || sets_direction || breaks_line || character == '\u{feff}'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Place, Transition};

    #[test]
    fn names_are_taken_where_they_are_unique_and_put_in_one_line() {
        let mut net = Net::new("n");
        for (id, name) in
            [("a", "in\n box"), ("b", "done"), ("c", "done"), ("d", "e"), ("e", " "), ("f", "f")]
        {
            net.add_place(Place { name: Some(name.into()), ..Place::with_tokens(id, 0) });
        }
        net.add_transition(Transition { name: Some("done".into()), ..Transition::plain("t") });
        let shown = |how| {
            let named = net.labelled(how);
            let places = named.places.iter().map(|place| place.id.clone());
            places.chain(named.transitions.iter().map(|one| one.id.clone())).collect::<Vec<_>>()
        };
        assert_eq!(shown(NodeNames::Ids), ["a", "b", "c", "d", "e", "f", "t"]);
        assert_eq!(shown(NodeNames::Names), ["in box", "b", "c", "d", "e", "f", "done"]);
        let both = ["a \"in box\"", "b \"done\"", "c \"done\"", "d \"e\"", "e", "f", "t \"done\""];
        assert_eq!(shown(NodeNames::Both), both);
    }
}
