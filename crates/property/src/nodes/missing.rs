//! Messages about words that denote no place or no transition: what they denote instead, whose name they are, and
//! suggestions.

use std::iter::once;

use sanderling_net::Diagnostic;

use super::{NodeKind, Nodes};
use crate::lexer::written;
use crate::suggest::{listed, nearest};

impl Nodes<'_> {
    /// Returns the reason why a word denotes no node of this kind, without a position; [`Nodes::suggestion`] returns a
    /// suggestion.
    #[must_use]
    pub fn missing(&self, word: &str, kind: NodeKind) -> Diagnostic {
        let shown = written(word);
        let sharing = self.ids_named(word, kind);
        let (noun, expected) = match kind {
            NodeKind::Place => ("place", "the id or the name of a place"),
            NodeKind::Transition => ("transition", "the id or the name of a transition"),
        };
        let (message, expected) = match (kind, sharing.len()) {
            (_, 2..) => {
                let ids = listed(sharing.iter().copied());
                (format!("`{shown}` is the name of {} {noun}s", sharing.len()), format!("an id: {ids}"))
            }
            (NodeKind::Place, _) if self.transition(word).is_some() => {
                (format!("`{shown}` is a transition"), expected.into())
            }
            (NodeKind::Transition, _) if self.place(word).is_some() => {
                (format!("`{shown}` is a place"), expected.into())
            }
            _ => (format!("the net has no {noun} `{shown}`"), expected.into()),
        };
        Diagnostic::error(message).element(word).expected(expected)
    }

    /// Returns a suggestion for a word that denotes no node of this kind. Searches the whole net.
    #[must_use]
    pub fn suggestion(&self, word: &str, kind: NodeKind) -> Option<String> {
        if !self.ids_named(word, kind).is_empty() {
            return None;
        }
        match kind {
            NodeKind::Place if self.transition(word).is_some() => {
                Some(format!("whether it is enabled: `fireable({})`", written(word)))
            }
            // The contents of a place of a program are not a number of tokens.
            NodeKind::Transition if self.place(word).is_some() && self.net.program.is_none() => {
                Some(format!("how many tokens it holds: `tokens({})`", written(word)))
            }
            _ => self
                .difference(word, kind)
                .or_else(|| self.behind_dot(word, kind))
                .or_else(|| self.similar(word, kind)),
        }
    }

    fn ids_named(&self, name: &str, kind: NodeKind) -> Vec<&str> {
        let net = self.net;
        match kind {
            NodeKind::Place => {
                self.places_named(name).iter().map(|&(_, id)| net.place(id).id.as_str()).collect()
            }
            NodeKind::Transition => {
                self.transitions_named(name).iter().map(|&(_, id)| net.transition(id).id.as_str()).collect()
            }
        }
    }

    /// Recognises a difference of a place and another one, or a number, written with a hyphen.
    fn difference(&self, word: &str, kind: NodeKind) -> Option<String> {
        let (from, less) = word.split_once('-').filter(|_| kind == NodeKind::Place)?;
        let is_number = less.bytes().all(|byte| byte.is_ascii_digit());
        let both = self.place(from).is_some() && (is_number || self.place(less).is_some());
        both.then(|| format!("`-` is part of an id; write a difference with spaces: `{from} - {less}`"))
    }

    /// Recognises a node after a dot, with a prefix other than this net.
    fn behind_dot(&self, word: &str, kind: NodeKind) -> Option<String> {
        let (_, node) = word.split_once('.')?;
        let is_node = match kind {
            NodeKind::Place => self.place(node).is_some(),
            NodeKind::Transition => self.transition(node).is_some(),
        };
        is_node.then(|| format!("did you mean `{}`?", written(node)))
    }

    fn similar(&self, word: &str, kind: NodeKind) -> Option<String> {
        let near = match kind {
            NodeKind::Place => {
                let places = self.net.places.iter();
                nearest(word, places.flat_map(|place| once(&*place.id).chain(place.name.as_deref())))
            }
            NodeKind::Transition => {
                let transitions = self.net.transitions.iter();
                nearest(word, transitions.flat_map(|one| once(&*one.id).chain(one.name.as_deref())))
            }
        };
        near.map(|near| format!("did you mean `{}`?", written(near)))
    }
}
