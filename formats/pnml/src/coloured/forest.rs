//! The content of `structure` as written: trees of elements, all of a file in one table.
//!
//! Declarations may come after their uses, so the meaning of a sort or a term is unknown when it is read. Until the end
//! of the file, each element is stored compactly: its name, its tag, its position, and the end of its descendants.
//! `subterm` is omitted, since it always holds one term. INVARIANT: the elements of a tree are adjacent, in the order
//! of the text, and their depth is bounded by the limit on the nesting of elements, so that recursion over a tree is
//! safe.

use std::borrow::Cow;
use std::collections::HashMap;

use sanderling_net::Span;

use crate::element::{Element, attributes};

/// The trees of a file.
#[derive(Debug, Default)]
pub(crate) struct Forest<'a> {
    nodes: Vec<Node<'a>>,
    /// The texts of the elements that have one, by their number.
    texts: HashMap<u32, String>,
}

#[derive(Debug)]
struct Node<'a> {
    name: &'a str,
    /// The content of its tag; see [`attributes`].
    source: &'a str,
    span: Span,
    /// One more than the number of its last descendant.
    end: u32,
}

/// An element in a forest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TreeId(u32);

impl<'a> Forest<'a> {
    /// Adds an element, as a child of the innermost open one.
    pub(crate) fn open(&mut self, element: &Element<'a>) -> TreeId {
        let number = self.count();
        let Element { name, source, span, .. } = *element;
        self.nodes.push(Node { name, source, span, end: number + 1 });
        TreeId(number)
    }

    /// Closes an element: later elements are not below it.
    pub(crate) fn close(&mut self, tree: TreeId) {
        let end = self.count();
        self.nodes[tree.0 as usize].end = end;
    }

    /// Sets the text of an element.
    pub(crate) fn set_text(&mut self, tree: TreeId, text: String) {
        self.texts.insert(tree.0, text);
    }

    /// Returns the element with its descendants.
    pub(crate) fn tree<'f>(&'f self, tree: TreeId) -> Tree<'f, 'a> {
        Tree { forest: self, number: tree.0 }
    }

    /// Returns whether two elements have the same text, including their descendants.
    pub(crate) fn are_alike(&self, one: TreeId, other: TreeId) -> bool {
        let numbers = |tree: TreeId| tree.0..self.nodes[tree.0 as usize].end;
        let alike = |(a, b): (u32, u32)| {
            let (one, other) = (&self.nodes[a as usize], &self.nodes[b as usize]);
            let is_same_tag = one.source.trim_end() == other.source.trim_end();
            is_same_tag && one.end - a == other.end - b && self.texts.get(&a) == self.texts.get(&b)
        };
        numbers(one).len() == numbers(other).len() && numbers(one).zip(numbers(other)).all(alike)
    }

    fn count(&self) -> u32 {
        u32::try_from(self.nodes.len()).expect("a file of less than 4 GiB has less than 2^32 elements")
    }
}

/// An element with its descendants.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tree<'f, 'a> {
    forest: &'f Forest<'a>,
    number: u32,
}

impl<'f, 'a> Tree<'f, 'a> {
    fn node(self) -> &'f Node<'a> {
        &self.forest.nodes[self.number as usize]
    }

    /// Returns the element's name.
    pub(crate) fn name(self) -> &'a str {
        self.node().name
    }

    /// Returns the position of its tag.
    pub(crate) fn span(self) -> Span {
        self.node().span
    }

    /// Returns the value of an attribute.
    pub(crate) fn attribute(self, name: &str) -> Option<Cow<'a, str>> {
        attributes(self.node().source).find(|a| a.name == name).map(|a| a.decoded())
    }

    /// Returns the text of the element, if it is of a kind whose text matters.
    pub(crate) fn text(self) -> Option<&'f str> {
        self.forest.texts.get(&self.number).map(String::as_str)
    }

    /// Returns the children, in order.
    pub(crate) fn children(self) -> impl Iterator<Item = Tree<'f, 'a>> {
        let (mut next, end) = (self.number + 1, self.node().end);
        std::iter::from_fn(move || {
            let child = Tree { forest: self.forest, number: next };
            (next < end).then(|| next = child.node().end).map(|()| child)
        })
    }

    /// Returns the child, if there is exactly one.
    pub(crate) fn only_child(self) -> Option<Tree<'f, 'a>> {
        let mut children = self.children();
        children.next().filter(|_| children.next().is_none())
    }
}
