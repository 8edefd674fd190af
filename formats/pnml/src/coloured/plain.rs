//! Multisets of plain tokens: a coloured net without colours is a place/transition net.
//!
//! TAPAAL and the type pt-hlpng write `3'dot` for three tokens. Such a term is counted here, so that the net is the
//! same as with plain labels. Everything else, including errors, is left to the translation of terms.

use sanderling_net::SortId;

use super::dictionary::Translation;
use super::forest::Tree;

impl<'f, 'a> Translation<'_, 'f, 'a> {
    /// Returns the number of plain tokens that a term denotes, if it does not depend on variables.
    pub(crate) fn plain_tokens(&mut self, tree: Tree<'f, 'a>) -> Option<u64> {
        let arguments: Vec<_> = tree.children().collect();
        match (tree.name(), arguments.as_slice()) {
            ("dotconstant", []) => Some(1),
            ("useroperator", []) => {
                let id = tree.attribute("declaration")?;
                (id == "dot" && self.names.functions.get("dot").is_none()).then_some(1)
            }
            ("numberof" | "scalarproduct", [number, tokens]) => {
                self.plain_tokens(*tokens)?.checked_mul(plain_number(*number)?)
            }
            ("numberof" | "tuple", [tokens]) => self.plain_tokens(*tokens),
            ("add", [first, rest @ ..]) => {
                let first = self.plain_tokens(*first)?;
                rest.iter().try_fold(first, |sum, tokens| sum.checked_add(self.plain_tokens(*tokens)?))
            }
            ("subtract", [first, rest @ ..]) if !rest.is_empty() => {
                let first = self.plain_tokens(*first)?;
                rest.iter().try_fold(first, |left, tokens| left.checked_sub(self.plain_tokens(*tokens)?))
            }
            ("all", [sort]) if self.is_dot(*sort) => Some(1),
            ("empty", [sort]) if self.is_dot(*sort) => Some(0),
            _ => None,
        }
    }

    fn is_dot(&mut self, tree: Tree<'f, 'a>) -> bool {
        matches!(tree.name(), "dot" | "usersort") && self.sort(tree) == Some(SortId::DOT)
    }
}

/// Returns a number literal, unless it is outside its stated sort.
pub(crate) fn plain_number(tree: Tree<'_, '_>) -> Option<u64> {
    let value = tree.attribute("value")?;
    let number = value.trim().parse().ok()?;
    let is_number = match (tree.name(), tree.only_child().map(Tree::name)) {
        ("numberconstant", Some("positive")) => number > 0,
        ("numberconstant", Some("natural" | "integer")) => true,
        _ => false,
    };
    is_number.then_some(number)
}
