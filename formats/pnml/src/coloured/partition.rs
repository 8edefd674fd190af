//! Classes of partitions.
//!
//! In the standard, an element of a partition is a value of the partition, to be compared with the result of
//! `partitionelementof`. GreatSPN's users also put it on places of the partitioned sort, where it stands for each of
//! its constants once. A place may also have the partition itself as its sort.

use sanderling_net::{Diagnostic, Operator, PartitionId, Term, Value};

use super::dictionary::Translation;
use super::forest::Tree;
use super::term::{Kind, Typed, Wanted};
use crate::number::shortened;

impl<'f, 'a> Translation<'_, 'f, 'a> {
    /// Translates a class: to itself or, as a multiset, to all its constants.
    pub(crate) fn class_term(&mut self, partition: PartitionId, position: u32, wanted: Wanted) -> Typed {
        let class_sort = self.names.class_sorts[partition.index()];
        if !wanted.is_multiset() || wanted.sort() == Some(class_sort) {
            let term = Term::Literal { sort: class_sort, value: Value::Constant(position) };
            return Typed { term, kind: Kind::Class(partition) };
        }
        let declared = &self.names.declarations.partitions[partition.index()];
        let sort = declared.sort;
        let values = declared.elements.get(position as usize).map(|class| class.values.as_slice());
        let constants = values.unwrap_or_default().iter();
        let mut constants: Vec<Term> =
            constants.map(|value| Term::Literal { sort, value: value.clone() }).collect();
        let sum = match constants.len() {
            0 => Term::Empty(sort),
            1 => constants.remove(0),
            _ => Term::Apply(Operator::Sum, constants),
        };
        Typed::of(sort, sum)
    }

    /// Translates `partitionelementof`, the class of a value.
    pub(crate) fn class_of(&mut self, tree: Tree<'f, 'a>) -> Option<Typed> {
        let id = self.required(tree, "refpartition")?;
        let Some(partition) = self.names.partitions.get(&id) else {
            let unknown = Diagnostic::error(format!("the unknown partition `{}`", shortened(&id)));
            return self.refuse(tree, unknown.expected("the id of a `partition`"));
        };
        let argument = self.arguments(tree, 1, 1)?[0];
        let sort = self.names.declarations.partitions.get(partition.index()).map(|declared| declared.sort);
        let value = self.term(argument, Wanted::value(sort))?.term;
        let term = Term::Apply(Operator::PartitionElementOf(partition), vec![value]);
        Some(Typed { term, kind: Kind::Class(partition) })
    }

    /// Translates the order of two classes: `ltp` and `gtp`.
    pub(crate) fn class_order(&mut self, tree: Tree<'f, 'a>) -> Option<Typed> {
        let arguments = self.arguments(tree, 2, 2)?;
        let first = self.term(arguments[0], Wanted::value(None))?;
        let second = self.term(arguments[1], Wanted::value(None))?;
        let ((Kind::Class(partition), _) | (_, Kind::Class(partition))) = (first.kind, second.kind) else {
            let found = Diagnostic::error(format!("`{}` of two values that are no classes", tree.name()));
            return self.refuse(tree, found.expected("`partitionelementof` or an element of a partition"));
        };
        let terms = match tree.name() {
            "ltp" => vec![first.term, second.term],
            _ => vec![second.term, first.term],
        };
        Some(Typed::unknown(Term::Apply(Operator::PartitionLess(partition), terms)))
    }
}
