//! The meanings of ids in coloured nets.
//!
//! Sorts, variables, and the targets of `useroperator` have separate name spaces. Sorts without a name, as in
//! `<type><structure><bool/>`, are declared at their first use, under a generated id, once for each structure. A named
//! sort with the same structure is reused.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use sanderling_net::{
    Declarations, Diagnostic, OperatorId, PartitionId, Sort, SortDeclaration, SortId, Span, VariableId,
};

use super::forest::Tree;
use super::table::Table;
use crate::number::shortened;
use crate::report::Report;

/// A named sort.
#[derive(Debug, Clone, Copy)]
pub(crate) enum NamedSort<'f, 'a> {
    /// The sort; `None` if it was wrong and an error was reported.
    Known(Option<SortId>),
    /// Another name for this sort, or the only component of a product.
    Alias(Tree<'f, 'a>),
    /// Another name for a sort that is being resolved.
    Open,
}

/// A target of `useroperator`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Function {
    /// A constant of an enumeration, at this position.
    Constant(SortId, u32),
    /// A class of a partition, at this position.
    Class(PartitionId, u32),
    /// A named operator; `None` if it was wrong and an error was reported.
    Operator(Option<OperatorId>),
}

/// The structure of a sort; sorts with the same structure are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Shape {
    Bool,
    String,
    Range(i64, i64),
    Integer(Option<i64>),
    Product(Vec<SortId>),
    List(SortId),
}

/// The dictionary of a net; see the module.
#[derive(Debug)]
pub(crate) struct Dictionary<'f, 'a> {
    pub(crate) declarations: Declarations,
    pub(crate) sorts: Table<'a, NamedSort<'f, 'a>>,
    pub(crate) variables: Table<'a, VariableId>,
    pub(crate) functions: Table<'a, Function>,
    pub(crate) partitions: Table<'a, PartitionId>,
    /// The sort of the classes of each partition.
    pub(crate) class_sorts: Vec<SortId>,
    shapes: HashMap<Shape, SortId>,
    /// The ids of sorts that have no name in the file.
    made_up: HashSet<String>,
}

impl Dictionary<'_, '_> {
    /// Creates a dictionary with the sort `dot` only.
    pub(crate) fn new() -> Self {
        Self {
            declarations: Declarations::default(),
            sorts: Table::of("sort"),
            variables: Table::of("variable"),
            functions: Table::of("constant or operator"),
            partitions: Table::of("partition"),
            class_sorts: Vec::new(),
            shapes: HashMap::new(),
            made_up: HashSet::new(),
        }
    }

    /// Adds a sort with its own id.
    pub(crate) fn add_sort(&mut self, id: String, name: Option<String>, sort: Sort) -> SortId {
        let added = SortId::new(self.declarations.sorts.len());
        self.declarations.sorts.push(SortDeclaration { id, name, sort });
        added
    }

    /// Returns the sort with this structure, and declares it if there is none yet.
    pub(crate) fn unnamed(&mut self, sort: Sort) -> SortId {
        let known = shape(&sort).and_then(|shape| self.shapes.get(&shape).copied());
        known.unwrap_or_else(|| {
            let added = {
                let wish = self.made_up_id(&sort);
                self.add_unnamed(&wish, sort)
            };
            self.remember_shape(added);
            added
        })
    }

    /// Registers a sort for reuse by unnamed sorts with the same structure.
    pub(crate) fn remember_shape(&mut self, sort: SortId) {
        if let Some(shape) = shape(&self.declarations.sorts[sort.index()].sort) {
            self.shapes.entry(shape).or_insert(sort);
        }
    }

    /// Returns the definition of the sort.
    pub(crate) fn sort(&self, id: SortId) -> &Sort {
        &self.declarations.sorts[id.index()].sort
    }

    /// Adds the position of a declared element to a diagnostic that has none.
    pub(crate) fn located(&self, diagnostic: Diagnostic, otherwise: Span) -> Diagnostic {
        if diagnostic.span.is_some() {
            return diagnostic;
        }
        let id = diagnostic.element.as_deref().unwrap_or_default();
        let declared = self.sorts.span(id).or_else(|| self.functions.span(id));
        let span = declared.or_else(|| self.variables.span(id)).unwrap_or(otherwise);
        diagnostic.at(span)
    }

    /// Adds a sort under a generated id: `wish`, made longer until it is unique.
    pub(crate) fn add_unnamed(&mut self, wish: &str, sort: Sort) -> SortId {
        let mut id = wish.to_owned();
        while self.sorts.get(&id).is_some() || !self.made_up.insert(id.clone()) {
            id.push('-');
        }
        self.add_sort(id, None, sort)
    }

    fn made_up_id(&self, sort: &Sort) -> String {
        let id = |part: &SortId| self.declarations.sorts[part.index()].id.as_str();
        match sort {
            Sort::Bool => "bool".to_owned(),
            Sort::String => "string".to_owned(),
            Sort::Range { start, end } => format!("range.{start}.{end}"),
            Sort::Integer { minimum: None } => "integer".to_owned(),
            Sort::Integer { minimum: Some(0) } => "natural".to_owned(),
            Sort::Integer { minimum: Some(_) } => "positive".to_owned(),
            Sort::Product(parts) => {
                let ids: String = parts.iter().map(|part| format!(".{}", shortened(id(part)))).collect();
                shortened(&format!("product{ids}"))
            }
            Sort::List { element, .. } => shortened(&format!("list.{}", id(element))),
            _ => format!("sort.{}", self.declarations.sorts.len()),
        }
    }
}

fn shape(sort: &Sort) -> Option<Shape> {
    match sort {
        Sort::Bool => Some(Shape::Bool),
        Sort::String => Some(Shape::String),
        Sort::Range { start, end } => Some(Shape::Range(*start, *end)),
        Sort::Integer { minimum } => Some(Shape::Integer(*minimum)),
        Sort::Product(parts) => Some(Shape::Product(parts.clone())),
        Sort::List { element, .. } => Some(Shape::List(*element)),
        _ => None,
    }
}

/// The translation of trees to sorts and terms. Functions that return `None` have reported the reason.
pub(crate) struct Translation<'t, 'f, 'a> {
    pub(crate) names: Dictionary<'f, 'a>,
    pub(crate) report: &'t mut Report<'a>,
}

impl<'f, 'a> Translation<'_, 'f, 'a> {
    /// Reports an error, and returns `None`.
    pub(crate) fn refuse<T>(&mut self, at: Tree<'f, 'a>, error: Diagnostic) -> Option<T> {
        self.report.say(error.at(at.span()));
        None
    }

    /// Returns a required attribute.
    pub(crate) fn required(&mut self, tree: Tree<'f, 'a>, attribute: &str) -> Option<Cow<'a, str>> {
        let value = tree.attribute(attribute).filter(|value| !value.is_empty());
        if value.is_none() {
            let missing = Diagnostic::error(format!("`{}` without `{attribute}`", tree.name()));
            return self.refuse(tree, missing.expected(format!("the attribute `{attribute}`")));
        }
        value
    }

    /// Returns a required attribute that is a whole number.
    pub(crate) fn integer(&mut self, tree: Tree<'f, 'a>, attribute: &str) -> Option<i64> {
        let words = self.required(tree, attribute)?;
        let digits = words.trim();
        match digits.strip_prefix('+').unwrap_or(digits).parse() {
            Ok(number) => Some(number),
            Err(_) => {
                let found = format!("`{}` as the `{attribute}` of `{}`", shortened(&words), tree.name());
                let expected = format!("an integer from {} to {}", i64::MIN, i64::MAX);
                self.refuse(tree, Diagnostic::error(found).expected(expected))
            }
        }
    }

    /// Returns the only child of an element, which must have exactly one.
    pub(crate) fn only_child(&mut self, tree: Tree<'f, 'a>, expected: &str) -> Option<Tree<'f, 'a>> {
        let child = tree.only_child();
        if child.is_none() {
            let found = format!("{} elements in `{}`", tree.children().count(), tree.name());
            return self.refuse(tree, Diagnostic::error(found).expected(expected));
        }
        child
    }
}
