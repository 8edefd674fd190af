//! Node ids as small numbers, and their declarations.
//!
//! Arcs may precede the nodes that they join, so their ends are symbols until the net is complete. References are then
//! resolved to their nodes, each chain once.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use sanderling_net::{PlaceId, Span, TransitionId};

/// A node id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SymbolId(u32);

/// The kind of node that an id was declared as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Node {
    /// A place.
    Place(PlaceId),
    /// A transition.
    Transition(TransitionId),
    /// A reference to a place.
    PlaceReference(SymbolId),
    /// A reference to a transition.
    TransitionReference(SymbolId),
}

impl Node {
    /// Returns the name of the kind for messages.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Place(_) => "place",
            Self::Transition(_) => "transition",
            Self::PlaceReference(_) => "reference place",
            Self::TransitionReference(_) => "reference transition",
        }
    }

    fn target(self) -> Option<SymbolId> {
        match self {
            Self::Place(_) | Self::Transition(_) => None,
            Self::PlaceReference(target) | Self::TransitionReference(target) => Some(target),
        }
    }

    fn is_of_places(self) -> bool {
        matches!(self, Self::Place(_) | Self::PlaceReference(_))
    }
}

/// A declaration.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Declared {
    /// The declared node.
    pub(crate) node: Node,
    /// Span of the declaration.
    pub(crate) span: Span,
}

/// The reason why a reference cannot be resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Broken {
    /// The reference leads to an undeclared id.
    Dangling,
    /// The reference leads from a place to a transition, or the other way round.
    WrongKind,
    /// The reference leads back to itself.
    Cycle,
    /// The reference leads to one that is broken.
    Consequence,
}

/// The ids of a net.
#[derive(Debug, Default)]
pub(crate) struct Symbols<'a> {
    ids: HashMap<Cow<'a, str>, SymbolId>,
    declared: Vec<Option<Declared>>,
    broken: HashSet<SymbolId>,
}

impl<'a> Symbols<'a> {
    /// Returns the symbol of an id.
    pub(crate) fn intern(&mut self, id: Cow<'a, str>) -> SymbolId {
        let next = SymbolId(
            u32::try_from(self.declared.len()).expect("a file of less than 4 GiB has less than 2^32 ids"),
        );
        let symbol = *self.ids.entry(id).or_insert(next);
        if symbol == next {
            self.declared.push(None);
        }
        symbol
    }

    /// Returns whether the file has this id, declared or not.
    pub(crate) fn is_used(&self, id: &str) -> bool {
        self.ids.contains_key(id)
    }

    /// Declares an id. If it is declared already, the earlier declaration is kept and returned.
    pub(crate) fn declare(&mut self, symbol: SymbolId, node: Node, span: Span) -> Result<(), Declared> {
        let slot = &mut self.declared[symbol.0 as usize];
        match slot {
            Some(earlier) => Err(*earlier),
            None => {
                *slot = Some(Declared { node, span });
                Ok(())
            }
        }
    }

    /// Returns the declaration of the symbol.
    pub(crate) fn declared(&self, symbol: SymbolId) -> Option<Declared> {
        self.declared[symbol.0 as usize]
    }

    /// Returns the id. Takes time linear in the number of ids, so it is only for messages.
    pub(crate) fn id(&self, symbol: SymbolId) -> &str {
        self.ids.iter().find(|(_, s)| **s == symbol).map_or("", |(id, _)| id)
    }

    /// Replaces each reference by its place or transition, and returns the broken ones, which are removed.
    pub(crate) fn follow_references(&mut self) -> Vec<(SymbolId, Declared, Broken)> {
        let mut broken = Vec::new();
        for start in 0..self.declared.len() {
            let mut chain = Vec::new();
            let end = self.walk(SymbolId(start as u32), &mut chain);
            for symbol in chain {
                self.settle(symbol, end, &mut broken);
            }
        }
        broken
    }

    /// Follows the references from `symbol`, and returns their target. Each is removed from the table while it is on
    /// the chain, so that the walk cannot cycle.
    fn walk(&mut self, mut symbol: SymbolId, chain: &mut Vec<(SymbolId, Declared)>) -> Result<Node, Broken> {
        loop {
            let Some(declared) = self.declared(symbol) else {
                let is_cycle = chain.iter().any(|(seen, _)| *seen == symbol);
                return Err(match self.is_broken(symbol) {
                    true => Broken::Consequence,
                    false if is_cycle => Broken::Cycle,
                    false => Broken::Dangling,
                });
            };
            let Some(target) = declared.node.target() else { return Ok(declared.node) };
            chain.push((symbol, declared));
            self.declared[symbol.0 as usize] = None;
            symbol = target;
        }
    }

    fn settle(
        &mut self,
        (symbol, reference): (SymbolId, Declared),
        end: Result<Node, Broken>,
        broken: &mut Vec<(SymbolId, Declared, Broken)>,
    ) {
        match end {
            Ok(node) if node.is_of_places() == reference.node.is_of_places() => {
                self.declared[symbol.0 as usize] = Some(Declared { node, span: reference.span });
            }
            Ok(_) => broken.push((symbol, reference, Broken::WrongKind)),
            Err(why) => broken.push((symbol, reference, why)),
        }
        if end.is_err() || self.declared(symbol).is_none() {
            self.broken.insert(symbol);
        }
    }

    /// Returns whether the symbol is a broken reference, which has been reported.
    pub(crate) fn is_broken(&self, symbol: SymbolId) -> bool {
        self.broken.contains(&symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPAN: Span = Span { line: 1, column: 1, start: 0, end: 0 };

    fn symbols(nodes: &[(&'static str, Option<&'static str>)]) -> Symbols<'static> {
        let mut symbols = Symbols::default();
        for (id, target) in nodes {
            let node = match target {
                None => Node::Place(PlaceId::new(0)),
                Some(target) => Node::PlaceReference(symbols.intern((*target).into())),
            };
            let symbol = symbols.intern((*id).into());
            symbols.declare(symbol, node, SPAN).unwrap();
        }
        symbols
    }

    #[test]
    fn chains_lead_to_the_place_at_their_end() {
        let mut symbols = symbols(&[("a", Some("b")), ("b", Some("p")), ("p", None)]);
        assert!(symbols.follow_references().is_empty());
        let a = symbols.intern("a".into());
        assert_eq!(symbols.declared(a).unwrap().node, Node::Place(PlaceId::new(0)));
    }

    #[test]
    fn cycles_and_dangling_references_are_broken_and_found_once() {
        let mut cycle = symbols(&[("a", Some("b")), ("b", Some("a")), ("c", Some("c"))]);
        let whys: Vec<Broken> = cycle.follow_references().into_iter().map(|(_, _, why)| why).collect();
        assert_eq!(whys, [Broken::Cycle; 3]);
        let mut dangling = symbols(&[("a", Some("x"))]);
        assert_eq!(dangling.follow_references()[0].2, Broken::Dangling);
    }

    #[test]
    fn a_second_declaration_returns_the_first() {
        let mut symbols = symbols(&[("p", None)]);
        let p = symbols.intern("p".into());
        let earlier = symbols.declare(p, Node::Transition(TransitionId::new(0)), SPAN).unwrap_err();
        assert_eq!(earlier.node.kind(), "place");
        assert_eq!(symbols.id(p), "p");
    }
}
