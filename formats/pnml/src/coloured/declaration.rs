//! Declarations: sorts, partitions, variables and named operators, in any order.
//!
//! They may occur in the net, on its pages and, in TAPAAL's files, beside the net, and apply to all of it. First each
//! sort gets its number and then its meaning, because a product may precede its components. Partitions and variables
//! follow, since they need sorts. The bodies of operators come last, since they need everything else.

use std::borrow::Cow;

use sanderling_net::{
    Constant, Diagnostic, OperatorDeclaration, OperatorId, PartitionDeclaration, PartitionElement,
    PartitionId, Sort, SortId, Term, Value, VariableDeclaration, VariableId,
};

use super::dictionary::{Function, NamedSort, Translation};
use super::forest::Tree;
use super::term::Wanted;
use crate::number::shortened;

impl<'f, 'a> Translation<'_, 'f, 'a> {
    /// Declares the content of these `declarations`.
    pub(crate) fn declare(&mut self, structures: impl Iterator<Item = Tree<'f, 'a>>) {
        let all: Vec<Tree<'f, 'a>> = structures.flat_map(|structure| self.members(structure)).collect();
        let sorts: Vec<_> = all.iter().filter_map(|&tree| self.sort_id(tree)).collect();
        // Products and lists may contain any other sort.
        let (made, plain): (Vec<_>, Vec<_>) =
            sorts.into_iter().partition(|(_, content)| matches!(content.name(), "productsort" | "list"));
        for (sort, content) in plain.into_iter().chain(made) {
            self.describe_sort(sort, content);
        }
        let has_id = |tree: &Tree<'f, 'a>| tree.attribute("id").is_some_and(|id| !id.is_empty());
        for (index, tree) in of_kind(&all, "partition").filter(has_id).enumerate() {
            self.partition(tree, index);
        }
        for tree in of_kind(&all, "variabledecl") {
            self.variable(tree);
        }
        let operators: Vec<_> =
            of_kind(&all, "namedoperator").filter_map(|tree| self.operator(tree)).collect();
        for (operator, body) in operators {
            self.body(operator, body);
        }
    }

    /// Returns the declarations in a structure.
    fn members(&mut self, structure: Tree<'f, 'a>) -> Vec<Tree<'f, 'a>> {
        if structure.name() != "declarations" {
            let found = format!("`{}` in a declaration", shortened(structure.name()));
            self.report.say(Diagnostic::error(found).expected("`declarations`").at(structure.span()));
            return Vec::new();
        }
        let known = |tree: &Tree<'f, 'a>| {
            matches!(tree.name(), "namedsort" | "partition" | "variabledecl" | "namedoperator")
        };
        let (known, others): (Vec<_>, Vec<_>) = structure.children().partition(known);
        for other in others {
            self.report.say(undeclarable(other.name()).at(other.span()));
        }
        known
    }

    /// Assigns a number to a named sort or a partition. Returns the element that describes it, unless it is another
    /// name for a sort.
    fn sort_id(&mut self, tree: Tree<'f, 'a>) -> Option<(SortId, Tree<'f, 'a>)> {
        match tree.name() {
            "namedsort" => self.named_sort(tree),
            "partition" => {
                let id = self.required(tree, "id")?;
                let sort = SortId::new(self.names.declarations.sorts.len());
                let partition = PartitionId::new(self.names.class_sorts.len());
                self.names.class_sorts.push(sort);
                self.names.add_sort(id.clone().into_owned(), own_name(tree, &id), Sort::Bool);
                let entry = NamedSort::Known(Some(sort));
                if self.names.sorts.declare(id.clone(), entry, tree.span(), self.report) {
                    self.names.partitions.declare(id, partition, tree.span(), self.report);
                }
                None
            }
            _ => None,
        }
    }

    fn named_sort(&mut self, tree: Tree<'f, 'a>) -> Option<(SortId, Tree<'f, 'a>)> {
        let id = self.required(tree, "id")?;
        let Some(content) = self.only_child(tree, "a sort") else {
            self.names.sorts.declare(id, NamedSort::Known(None), tree.span(), self.report);
            return None;
        };
        let is_alias = match content.name() {
            "usersort" | "dot" => true,
            "productsort" => content.only_child().is_some(),
            _ => false,
        };
        if is_alias {
            self.names.sorts.declare(id, NamedSort::Alias(content), tree.span(), self.report);
            return None;
        }
        if id == "dot" {
            let found = Diagnostic::error("the sort `dot` declared as something else than plain tokens");
            return self.refuse(tree, found.expected("`dot`, or another id"));
        }
        let sort = SortId::new(self.names.declarations.sorts.len());
        let entry = NamedSort::Known(Some(sort));
        if !self.names.sorts.declare(id.clone(), entry, tree.span(), self.report) {
            return None;
        }
        let name = own_name(tree, &id);
        self.names.add_sort(id.into_owned(), name, Sort::Bool);
        Some((sort, content))
    }

    fn describe_sort(&mut self, sort: SortId, content: Tree<'f, 'a>) {
        self.report.within = Some(Cow::Owned(self.names.declarations.sorts[sort.index()].id.clone()));
        if let Some(described) = self.described(content, sort) {
            self.names.declarations.sorts[sort.index()].sort = described;
            self.names.remember_shape(sort);
        }
        self.report.within = None;
    }

    fn variable(&mut self, tree: Tree<'f, 'a>) -> Option<VariableId> {
        let id = self.required(tree, "id")?;
        let sort = self.only_child(tree, "a sort").and_then(|sort| self.sort(sort));
        let variable = VariableId::new(self.names.declarations.variables.len());
        self.names.variables.declare(id.clone(), variable, tree.span(), self.report);
        let name = own_name(tree, &id);
        let declaration =
            VariableDeclaration { id: id.into_owned(), name, sort: sort.unwrap_or(SortId::DOT) };
        self.names.declarations.variables.push(declaration);
        Some(variable)
    }

    fn partition(&mut self, tree: Tree<'f, 'a>, index: usize) -> Option<()> {
        let id = self.required(tree, "id")?;
        let (mut sort, mut elements) = (None, Vec::new());
        for child in tree.children() {
            if child.name() == "partitionelement" {
                let position = u32::try_from(elements.len()).unwrap_or(u32::MAX);
                elements.extend(self.class(child, sort.flatten(), PartitionId::new(index), position));
            } else {
                sort = Some(self.sort(child));
            }
        }
        if sort.is_none() || elements.is_empty() {
            let found =
                Diagnostic::error(format!("the partition `{}` without sort or elements", shortened(&id)));
            self.report.say(found.expected("a sort, and at least one `partitionelement`").at(tree.span()));
        }
        let constants = elements.iter().map(|e| Constant { id: e.id.clone(), name: None }).collect();
        let class_sort = self.names.class_sorts[index];
        self.names.declarations.sorts[class_sort.index()].sort =
            Sort::Enumeration { cyclic: false, constants };
        let sort = sort.flatten().unwrap_or(SortId::DOT);
        self.check_cover(tree, sort, &elements);
        self.names.declarations.partitions.push(PartitionDeclaration { id: id.into_owned(), sort, elements });
        Some(())
    }

    /// Warns of values that are in no class; an operator that uses their class is undefined.
    fn check_cover(&mut self, tree: Tree<'f, 'a>, sort: SortId, elements: &[PartitionElement]) {
        let values = match self.names.sort(sort) {
            Sort::Enumeration { constants, .. } => constants.len() as u64,
            Sort::Range { start, end } => start.abs_diff(*end).saturating_add(1),
            _ => return,
        };
        let covered: usize = elements.iter().map(|element| element.values.len()).sum();
        if (covered as u64) < values && !self.report.has_errors() {
            let left = values - covered as u64;
            let found = format!("a partition with {left} of {values} values of its sort in no class");
            self.report.say(Diagnostic::warning(found).at(tree.span()));
        }
    }

    fn class(
        &mut self,
        tree: Tree<'f, 'a>,
        sort: Option<SortId>,
        partition: PartitionId,
        position: u32,
    ) -> Option<PartitionElement> {
        let id = self.required(tree, "id")?;
        let class = Function::Class(partition, position);
        self.names.functions.declare(id.clone(), class, tree.span(), self.report);
        let values = tree.children().filter_map(|child| self.class_value(child, sort)).collect();
        Some(PartitionElement { id: id.into_owned(), values })
    }

    fn class_value(&mut self, tree: Tree<'f, 'a>, sort: Option<SortId>) -> Option<Value> {
        let term = self.term(tree, Wanted::value(sort))?.term;
        match constant(&term) {
            Some(value) => Some(value),
            None => {
                let found =
                    Diagnostic::error(format!("`{}` in a class of a partition", shortened(tree.name())));
                self.refuse(tree, found.expected("a constant"))
            }
        }
    }

    /// Declares an operator with its parameters, and returns its body, which is read later.
    fn operator(&mut self, tree: Tree<'f, 'a>) -> Option<(OperatorId, Tree<'f, 'a>)> {
        let id = self.required(tree, "id")?;
        let child = |name| tree.children().find(move |child| child.name() == name);
        let parameters = child("parameter").into_iter().flat_map(Tree::children);
        let parameters: Vec<_> = parameters.filter_map(|parameter| self.variable(parameter)).collect();
        let body = match child("def") {
            Some(def) => self.only_child(def, "a term"),
            None => self.refuse(tree, Diagnostic::error("an operator without `def`").expected("its meaning")),
        };
        let operator = OperatorId::new(self.names.declarations.operators.len());
        let entry = Function::Operator(body.map(|_| operator));
        self.names.functions.declare(id.clone(), entry, tree.span(), self.report);
        let body = body?;
        let nothing = Term::Empty(SortId::DOT);
        let declaration = OperatorDeclaration { id: id.into_owned(), parameters, body: nothing };
        self.names.declarations.operators.push(declaration);
        Some((operator, body))
    }

    fn body(&mut self, operator: OperatorId, tree: Tree<'f, 'a>) {
        self.report.within = Some(Cow::Owned(self.names.declarations.operators[operator.index()].id.clone()));
        if let Some(body) = self.term(tree, Wanted::value(None)) {
            self.names.declarations.operators[operator.index()].body = body.term;
        }
        self.report.within = None;
    }
}

fn of_kind<'l, 'f, 'a>(
    all: &'l [Tree<'f, 'a>],
    name: &'static str,
) -> impl Iterator<Item = Tree<'f, 'a>> + use<'l, 'f, 'a> {
    all.iter().copied().filter(move |tree| tree.name() == name)
}

/// Returns the name, if it differs from the id.
fn own_name(tree: Tree<'_, '_>, id: &str) -> Option<String> {
    tree.attribute("name").filter(|name| !name.is_empty() && name != id).map(Cow::into_owned)
}

/// Returns the value of a term that consists of constants.
fn constant(term: &Term) -> Option<Value> {
    match term {
        Term::Literal { value, .. } => Some(value.clone()),
        Term::Tuple(parts) => parts.iter().map(constant).collect::<Option<Vec<_>>>().map(Value::Tuple),
        _ => None,
    }
}

fn undeclarable(name: &str) -> Diagnostic {
    let expected = "`namedsort`, `variabledecl`, `partition` or `namedoperator`";
    match name {
        "arbitrarysort" | "arbitraryoperator" | "unparsed" => {
            Diagnostic::error(format!("`{name}`, whose meaning is not in the file"))
                .expected(expected)
                .help("declare the sort or operator with its meaning, and save the net again")
        }
        _ => Diagnostic::error(format!("the unknown declaration `{}`", shortened(name))).expected(expected),
    }
}
