//! Translation of sorts.
//!
//! A user sort is resolved to the sort that it names, possibly through other names. A product of one sort is that sort,
//! just as a tuple of one component is that component. A chain of names may be as long as the file and may be circular,
//! so each name is resolved once and remembered.

use std::borrow::Cow;

use sanderling_net::{Constant, Diagnostic, Sort, SortId};

use super::dictionary::{Function, NamedSort, Translation};
use super::forest::Tree;
use crate::number::shortened;

impl<'f, 'a> Translation<'_, 'f, 'a> {
    /// Returns the sort that an element names or describes.
    pub(crate) fn sort(&mut self, tree: Tree<'f, 'a>) -> Option<SortId> {
        let (mut at, mut passed) = (tree, Vec::new());
        let found = loop {
            match at.name() {
                "dot" => break Some(SortId::DOT),
                "usersort" => {
                    let Some(id) = self.required(at, "declaration") else { break None };
                    match self.names.sorts.get(&id) {
                        Some(NamedSort::Alias(meaning)) => {
                            self.names.sorts.set(&id, NamedSort::Open);
                            passed.push(id);
                            at = meaning;
                        }
                        known => break self.named(at, &id, known),
                    }
                }
                "productsort" if at.only_child().is_some() => at = at.only_child()?,
                _ => break self.unnamed_sort(at),
            }
        };
        for id in passed {
            self.names.sorts.set(&id, NamedSort::Known(found));
        }
        found
    }

    fn named(&mut self, at: Tree<'f, 'a>, id: &str, known: Option<NamedSort<'f, 'a>>) -> Option<SortId> {
        match known {
            Some(NamedSort::Known(sort)) => sort,
            Some(NamedSort::Alias(_) | NamedSort::Open) => {
                let circular =
                    Diagnostic::error(format!("the sort `{}`, which is made of itself", shortened(id)));
                self.refuse(at, circular.expected("sorts that do not refer to each other in circles"))
            }
            None if id == "dot" => Some(SortId::DOT),
            None => {
                let unknown = Diagnostic::error(format!("the unknown sort `{}`", shortened(id)));
                self.refuse(at, unknown.expected("the id of a `namedsort` or `partition`, or a sort"))
            }
        }
    }

    /// Returns the sort that an element describes, without a name of its own.
    fn unnamed_sort(&mut self, tree: Tree<'f, 'a>) -> Option<SortId> {
        if matches!(tree.name(), "cyclicenumeration" | "finiteenumeration") {
            let wish = format!("sort.{}", self.names.declarations.sorts.len());
            let sort = self.names.add_unnamed(&wish, Sort::Bool);
            let described = self.described(tree, sort)?;
            self.names.declarations.sorts[sort.index()].sort = described;
            return Some(sort);
        }
        let described = self.described(tree, SortId::DOT)?;
        Some(self.names.unnamed(described))
    }

    /// Translates a description of a sort; `own` is the sort to which its constants belong.
    pub(crate) fn described(&mut self, tree: Tree<'f, 'a>, own: SortId) -> Option<Sort> {
        Some(match tree.name() {
            "bool" => Sort::Bool,
            "string" => Sort::String,
            "integer" => Sort::Integer { minimum: None },
            "natural" => Sort::Integer { minimum: Some(0) },
            "positive" => Sort::Integer { minimum: Some(1) },
            "cyclicenumeration" => Sort::Enumeration { cyclic: true, constants: self.constants(tree, own)? },
            "finiteenumeration" => Sort::Enumeration { cyclic: false, constants: self.constants(tree, own)? },
            "finiteintrange" => self.range(tree)?,
            "productsort" => self.product(tree)?,
            "list" => {
                let element = self.only_child(tree, "the sort of the list's elements")?;
                Sort::List { element: self.sort(element)?, capacity: None }
            }
            "multisetsort" => {
                let multiset = Diagnostic::error("a sort of multisets").expected("a sort of values");
                return self.refuse(
                    tree,
                    multiset.help("places hold multisets as they are: name the sort of the elements"),
                );
            }
            name => {
                let unknown = Diagnostic::error(format!("the unknown sort `{}`", shortened(name)));
                return self.refuse(
                    tree,
                    unknown.expected("`usersort`, `dot`, `bool`, an enumeration, `finiteintrange`, `integer`, `natural`, `positive`, `string`, `list` or `productsort`"),
                );
            }
        })
    }

    fn product(&mut self, tree: Tree<'f, 'a>) -> Option<Sort> {
        let parts: Option<Vec<SortId>> = tree.children().map(|part| self.sort(part)).collect();
        let parts = parts?;
        if parts.is_empty() {
            return self.refuse(tree, Diagnostic::error("a product of no sorts").expected("at least one"));
        }
        Some(Sort::Product(parts))
    }

    fn range(&mut self, tree: Tree<'f, 'a>) -> Option<Sort> {
        let (start, end) = (self.integer(tree, "start")?, self.integer(tree, "end")?);
        if start > end {
            let empty = Diagnostic::error(format!("a range from {start} to {end}"));
            return self.refuse(tree, empty.expected("a start up to the end"));
        }
        Some(Sort::Range { start, end })
    }

    /// Returns the constants of an enumeration, and registers each of them by its id.
    fn constants(&mut self, tree: Tree<'f, 'a>, own: SortId) -> Option<Vec<Constant>> {
        let mut constants = Vec::new();
        for child in tree.children() {
            if child.name() != "feconstant" {
                let found = format!("`{}` in an enumeration", shortened(child.name()));
                return self.refuse(child, Diagnostic::error(found).expected("`feconstant`"));
            }
            let id = self.required(child, "id")?;
            let position = u32::try_from(constants.len()).unwrap_or(u32::MAX);
            let constant = Function::Constant(own, position);
            if self.names.functions.declare(id.clone(), constant, child.span(), self.report) {
                let name = child.attribute("name").filter(|name| !name.is_empty() && *name != id);
                constants.push(Constant { id: id.into_owned(), name: name.map(Cow::into_owned) });
            }
        }
        if constants.is_empty() {
            let empty =
                Diagnostic::error("an enumeration without constants").expected("at least one `feconstant`");
            return self.refuse(tree, empty);
        }
        Some(constants)
    }
}
