//! Operators on lists: construction, append, length, index and sublist. Some also apply to strings.

use sanderling_net::{Operator, Sort, SortId, Term, Value};

use super::dictionary::Translation;
use super::forest::Tree;
use super::term::{Typed, Wanted};

/// The elements that denote sorts. `makelist` and `emptylist` may state the sort of their elements.
const SORTS: [&str; 11] = [
    "usersort",
    "dot",
    "bool",
    "integer",
    "natural",
    "positive",
    "string",
    "list",
    "productsort",
    "finiteintrange",
    "multisetsort",
];

impl<'f, 'a> Translation<'_, 'f, 'a> {
    /// Translates an operator on lists; the outer `None` if the element is none.
    #[expect(clippy::option_option, reason = "not a list, and a list that is wrong")]
    pub(crate) fn list_term(&mut self, tree: Tree<'f, 'a>, wanted: Wanted) -> Option<Option<Typed>> {
        Some(match tree.name() {
            "emptylist" | "makelist" => self.make_list(tree, wanted),
            "listappend" => self.append(tree),
            "listlength" => self.length(tree),
            "memberatindex" => self.member(tree),
            "sublist" | "substring" => self.part(tree, wanted),
            _ => return None,
        })
    }

    fn make_list(&mut self, tree: Tree<'f, 'a>, wanted: Wanted) -> Option<Typed> {
        let element = self.element_sort(wanted.sort());
        let mut terms = Vec::new();
        for part in tree.children().filter(|part| !SORTS.contains(&part.name())) {
            terms.push(self.term(part, Wanted::value(element))?.term);
        }
        Some(Typed::unknown(Term::Apply(Operator::MakeList, terms)))
    }

    /// Translates `listappend`. Tools differ in the order of the list and the element, so both are accepted.
    fn append(&mut self, tree: Tree<'f, 'a>) -> Option<Typed> {
        let arguments = self.arguments(tree, 2, 2)?;
        let first = self.term(arguments[0], Wanted::value(None))?;
        let second = self.term(arguments[1], Wanted::value(None))?;
        let is_list = |typed: &Typed| self.element_sort(typed.kind.sort()).is_some();
        let (list, element) =
            if !is_list(&first) && is_list(&second) { (second, first) } else { (first, second) };
        Some(Typed { term: Term::Apply(Operator::Append, vec![list.term, element.term]), kind: list.kind })
    }

    fn length(&mut self, tree: Tree<'f, 'a>) -> Option<Typed> {
        let argument = self.arguments(tree, 1, 1)?[0];
        let list = self.term(argument, Wanted::value(None))?.term;
        Some(Typed::unknown(Term::Apply(Operator::Length, vec![list])))
    }

    fn member(&mut self, tree: Tree<'f, 'a>) -> Option<Typed> {
        let argument = self.arguments(tree, 1, 1)?[0];
        let index = self.position(tree, "index")?;
        let list = self.term(argument, Wanted::value(None))?;
        let term = Term::Apply(Operator::Index, vec![list.term, index]);
        Some(match self.element_sort(list.kind.sort()) {
            Some(element) => Typed::of(element, term),
            None => Typed::unknown(term),
        })
    }

    /// Translates a part of a list or a string.
    fn part(&mut self, tree: Tree<'f, 'a>, wanted: Wanted) -> Option<Typed> {
        let argument = self.arguments(tree, 1, 1)?[0];
        let (start, length) = (self.position(tree, "start")?, self.position(tree, "length")?);
        let Typed { term, kind } = self.term(argument, Wanted::value(wanted.sort()))?;
        Some(Typed { term: Term::Apply(Operator::Slice, vec![term, start, length]), kind })
    }

    /// Translates a number in an attribute.
    fn position(&mut self, tree: Tree<'f, 'a>, attribute: &str) -> Option<Term> {
        let value = Value::Integer(self.integer(tree, attribute)?);
        Some(Term::Literal { sort: self.names.unnamed(Sort::Integer { minimum: None }), value })
    }

    /// Returns the sort of a list's elements.
    fn element_sort(&self, list: Option<SortId>) -> Option<SortId> {
        match self.names.sort(list?) {
            Sort::List { element, .. } => Some(*element),
            _ => None,
        }
    }
}
