//! Types as classes of equal types, merged as more is known (Robinson's unification, on a union-find forest).
//!
//! Whether a type contains itself is checked at the end, when sorts are created: they may not nest deeper than a limit.
//! Nothing here recurses before that.

use std::collections::HashMap;

use sanderling_net::{Net, Sort, SortDeclaration, SortId};

use super::expression::Kind;

/// Maximum nesting depth of sorts.
const DEPTH: usize = 32;
/// Maximum number of parts of a type to examine.
const PARTS: usize = 1 << 10;
/// Maximum length of an id that describes the structure of a sort.
const ID: usize = 40;

/// Integers of 32 bits.
const INT: Sort = Sort::Range { start: i32::MIN as i64, end: i32::MAX as i64 };

/// A type that may not be known yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct TypeId(usize);

/// The known structure of a type.
#[derive(Debug, Clone, Copy)]
enum Shape {
    Int,
    Bool,
    String,
    Pair(TypeId, TypeId),
    List(TypeId),
}

#[derive(Debug, Clone, Copy)]
enum Node {
    /// A link to an equal type.
    Same(TypeId),
    Root(Option<Shape>),
}

/// The types of a net.
#[derive(Debug, Default)]
pub(super) struct Types {
    nodes: Vec<Node>,
    sorts: HashMap<TypeId, SortId>,
    shapes: HashMap<String, SortId>,
}

impl Types {
    /// Returns a new type about which nothing is known.
    pub(super) fn unknown(&mut self) -> TypeId {
        self.add(None)
    }

    /// Returns a new type of a kind, with unknown parts.
    pub(super) fn of_kind(&mut self, kind: Kind) -> TypeId {
        let shape = match kind {
            Kind::Int => Shape::Int,
            Kind::Bool => Shape::Bool,
            Kind::String => Shape::String,
            Kind::Pair => Shape::Pair(self.unknown(), self.unknown()),
            Kind::List => Shape::List(self.unknown()),
        };
        self.add(Some(shape))
    }

    /// Returns a new type of pairs.
    pub(super) fn pair(&mut self, first: TypeId, second: TypeId) -> TypeId {
        self.add(Some(Shape::Pair(first, second)))
    }

    /// Returns a new type of lists.
    pub(super) fn list(&mut self, element: TypeId) -> TypeId {
        self.add(Some(Shape::List(element)))
    }

    fn add(&mut self, shape: Option<Shape>) -> TypeId {
        self.nodes.push(Node::Root(shape));
        TypeId(self.nodes.len() - 1)
    }

    /// Returns the representative of a class, with path halving.
    pub(super) fn root(&mut self, mut at: TypeId) -> TypeId {
        while let Node::Same(next) = self.nodes[at.0] {
            if let Node::Same(after) = self.nodes[next.0] {
                self.nodes[at.0] = Node::Same(after);
            }
            at = next;
        }
        at
    }

    fn shape(&mut self, at: TypeId) -> Option<Shape> {
        let root = self.root(at);
        match self.nodes[root.0] {
            Node::Root(shape) => shape,
            Node::Same(_) => None,
        }
    }

    /// Returns the kind of a type, if it is known.
    pub(super) fn kind(&mut self, at: TypeId) -> Option<Kind> {
        Some(match self.shape(at)? {
            Shape::Int => Kind::Int,
            Shape::Bool => Kind::Bool,
            Shape::String => Kind::String,
            Shape::Pair(..) => Kind::Pair,
            Shape::List(_) => Kind::List,
        })
    }

    /// Returns the types of a pair's components.
    pub(super) fn pair_parts(&mut self, at: TypeId) -> Option<(TypeId, TypeId)> {
        match self.shape(at) {
            Some(Shape::Pair(first, second)) => Some((first, second)),
            _ => None,
        }
    }

    /// Makes two types equal, or returns the kinds that differ.
    pub(super) fn unify(&mut self, a: TypeId, b: TypeId) -> Result<(), (Kind, Kind)> {
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            let (a, b) = (self.root(a), self.root(b));
            if a == b {
                continue;
            }
            let (first, second) = (self.shape(a), self.shape(b));
            match (first, second) {
                (Some(Shape::Pair(a, b)), Some(Shape::Pair(c, d))) => open.extend([(a, c), (b, d)]),
                (Some(Shape::List(a)), Some(Shape::List(b))) => open.push((a, b)),
                (Some(_), Some(_)) if self.kind(a) != self.kind(b) => {
                    let kind = |types: &mut Self, at| types.kind(at).unwrap_or(Kind::Int);
                    return Err((kind(self, a), kind(self, b)));
                }
                _ => {}
            }
            self.nodes[a.0] = Node::Same(b);
            self.nodes[b.0] = Node::Root(second.or(first));
        }
        Ok(())
    }

    /// Returns whether the editor compares values of a type by content. It compares lists, and values that contain
    /// lists, by identity.
    pub(super) fn is_compared_by_value(&mut self, at: TypeId, allows_pairs: bool) -> bool {
        let mut open = vec![at];
        for _ in 0..PARTS {
            let Some(at) = open.pop() else { return true };
            match self.shape(at) {
                Some(Shape::List(_)) => return false,
                Some(Shape::Pair(..)) if !allows_pairs => return false,
                Some(Shape::Pair(a, b)) => open.extend([a, b]),
                _ => {}
            }
        }
        false
    }

    /// Returns the sort of a type, and declares it if it is new; `None` if it nests too deep, as a type that contains
    /// itself does. If nothing is known about a type, it has no values, and integers serve as its sort.
    pub(super) fn sort(&mut self, net: &mut Net, at: TypeId) -> Option<SortId> {
        self.sort_within(net, at, DEPTH)
    }

    fn sort_within(&mut self, net: &mut Net, at: TypeId, depth: usize) -> Option<SortId> {
        let root = self.root(at);
        if let Some(&sort) = self.sorts.get(&root) {
            return Some(sort);
        }
        let depth = depth.checked_sub(1)?;
        let sort = match self.shape(root).unwrap_or(Shape::Int) {
            Shape::Int => INT,
            Shape::Bool => Sort::Bool,
            Shape::String => Sort::String,
            Shape::Pair(a, b) => {
                let parts = [self.sort_within(net, a, depth)?, self.sort_within(net, b, depth)?];
                Sort::Product(parts.to_vec())
            }
            Shape::List(element) => {
                Sort::List { element: self.sort_within(net, element, depth)?, capacity: None }
            }
        };
        let sort = self.declared(net, sort);
        self.sorts.insert(root, sort);
        Some(sort)
    }

    /// Returns the sort of integers.
    pub(super) fn integers(&mut self, net: &mut Net) -> SortId {
        self.declared(net, INT)
    }

    /// Returns a sort, and declares it unless there is one with the same structure.
    pub(super) fn declared(&mut self, net: &mut Net, sort: Sort) -> SortId {
        let shape = format!("{sort:?}");
        *self.shapes.entry(shape).or_insert_with(|| {
            let id = sort_id(net, &sort);
            net.declarations.sorts.push(SortDeclaration { id, name: None, sort });
            SortId::new(net.declarations.sorts.len() - 1)
        })
    }
}

/// Returns an id that describes the structure of a sort, with components after their compound; if that is long, the
/// number of the sort.
fn sort_id(net: &Net, sort: &Sort) -> String {
    let (word, parts) = match sort {
        Sort::Range { start, .. } if *start != i64::from(i32::MIN) => ("Exact", &[][..]),
        Sort::Range { .. } => (Kind::Int.word(), &[][..]),
        Sort::Bool => (Kind::Bool.word(), &[][..]),
        Sort::Product(parts) => (Kind::Pair.word(), parts.as_slice()),
        Sort::List { element, .. } => (Kind::List.word(), std::slice::from_ref(element)),
        _ => (Kind::String.word(), &[][..]),
    };
    let parts = parts.iter().map(|part| format!(".{}", net.declarations.sorts[part.index()].id));
    let id = format!("{word}{}", parts.collect::<String>());
    if id.len() <= ID { id } else { format!("{word}.{}", net.declarations.sorts.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_equal_types_are_equal() {
        let mut types = Types::default();
        let (a, b) = (types.unknown(), types.unknown());
        let (int, text) = (types.of_kind(Kind::Int), types.of_kind(Kind::String));
        let (first, second) = (types.pair(a, text), types.pair(int, b));
        types.unify(first, second).unwrap();
        assert_eq!((types.kind(a), types.kind(b)), (Some(Kind::Int), Some(Kind::String)));
        assert_eq!(types.unify(a, b), Err((Kind::Int, Kind::String)));
        assert!(types.is_compared_by_value(first, true) && !types.is_compared_by_value(first, false));
        let list = types.list(first);
        assert!(!types.is_compared_by_value(list, true));
    }

    #[test]
    fn a_type_that_is_made_of_itself_has_no_sort() {
        let (mut types, mut net) = (Types::default(), Net::new("n"));
        let a = types.unknown();
        let list = types.list(a);
        types.unify(a, list).unwrap();
        assert_eq!(types.sort(&mut net, a), None);
        let (b, c) = (types.of_kind(Kind::Pair), types.of_kind(Kind::Pair));
        types.unify(b, c).unwrap();
        assert!(types.sort(&mut net, b).is_some());
        assert_eq!(net.declarations.sorts.len(), 3);
    }
}
