//! Literals: truth values, numbers and strings.

use sanderling_net::{Diagnostic, Sort, SortId, Value};

use super::dictionary::Translation;
use super::forest::Tree;
use super::term::{Typed, Wanted};
use crate::number::shortened;

impl<'f, 'a> Translation<'_, 'f, 'a> {
    /// Translates a constant; the outer `None` if the element is none.
    #[expect(clippy::option_option, reason = "not a constant, and a constant that is wrong")]
    pub(crate) fn constant_term(&mut self, tree: Tree<'f, 'a>, wanted: Wanted) -> Option<Option<Typed>> {
        Some(match tree.name() {
            "booleanconstant" => self.truth(tree),
            "numberconstant" => self.number(tree),
            "finiteintrangeconstant" => self.number_of_range(tree, wanted),
            "stringconstant" => {
                let inner = tree.children().find(|child| child.name() == "value");
                let text = inner.and_then(Tree::text).map(str::to_owned);
                let text = text.or_else(|| tree.attribute("value").map(Into::into)).unwrap_or_default();
                Some(Typed::literal(self.names.unnamed(Sort::String), Value::String(text)))
            }
            _ => return None,
        })
    }

    fn truth(&mut self, tree: Tree<'f, 'a>) -> Option<Typed> {
        let words = self.required(tree, "value")?;
        let truth = match words.trim() {
            "true" | "1" => true,
            "false" | "0" => false,
            other => {
                let found = Diagnostic::error(format!("`{}` as a truth value", shortened(other)));
                return self.refuse(tree, found.expected("`true` or `false`"));
            }
        };
        Some(Typed::literal(self.names.unnamed(Sort::Bool), Value::Bool(truth)))
    }

    fn number(&mut self, tree: Tree<'f, 'a>) -> Option<Typed> {
        let value = self.integer(tree, "value")?;
        let sort = match tree.children().next() {
            Some(_) => {
                let sort = self.only_child(tree, "a sort of numbers")?;
                self.sort(sort)?
            }
            None => self.names.unnamed(Sort::Integer { minimum: None }),
        };
        self.number_in(tree, value, sort)
    }

    /// Translates a number of a range. It gets the wanted sort if that is the range stated in the file.
    fn number_of_range(&mut self, tree: Tree<'f, 'a>, wanted: Wanted) -> Option<Typed> {
        let value = self.integer(tree, "value")?;
        let is_range = |sort: &SortId| matches!(self.names.sort(*sort), Sort::Range { .. });
        let expected = wanted.sort().filter(is_range);
        let sort = match (tree.children().next(), expected) {
            (Some(_), expected) => {
                let child = self.only_child(tree, "a `finiteintrange`")?;
                let stated = self.sort(child)?;
                expected.filter(|sort| self.names.sort(*sort) == self.names.sort(stated)).unwrap_or(stated)
            }
            (None, Some(expected)) => expected,
            (None, None) => {
                let found = Diagnostic::error("a `finiteintrangeconstant` without its range");
                return self.refuse(tree, found.expected("an element `finiteintrange`"));
            }
        };
        self.number_in(tree, value, sort)
    }

    fn number_in(&mut self, tree: Tree<'f, 'a>, value: i64, sort: SortId) -> Option<Typed> {
        let (least, most) = match self.names.sort(sort) {
            Sort::Range { start, end } => (*start, *end),
            Sort::Integer { minimum } => (minimum.unwrap_or(i64::MIN), i64::MAX),
            _ => {
                let found = Diagnostic::error(format!("the number {value} of a sort that has no numbers"));
                return self.refuse(tree, found.expected("a range, `integer`, `natural` or `positive`"));
            }
        };
        if (least..=most).contains(&value) {
            return Some(Typed::literal(sort, Value::Integer(value)));
        }
        let expected =
            if most == i64::MAX { format!("at least {least}") } else { format!("{least} to {most}") };
        self.refuse(tree, Diagnostic::error(format!("the number {value}")).expected(expected))
    }
}
