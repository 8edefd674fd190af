//! Translation of terms.
//!
//! The meaning of a term may depend on its context. The class of a partition is a value in a comparison, and the sum of
//! its constants if a multiset is wanted. A number of a range has the sort that the place or the tuple requires. The
//! requirement, [`Wanted`], is passed down, and the known sort is passed up. The common net checks the types of the
//! finished terms. Translation recurses, because elements nest at most [`DEPTH`](crate::limits::DEPTH) deep.
//!
//! Equivalent spellings are unified: `1'x` is `x`, and a sum, a conjunction or a tuple of one term is that term.

use sanderling_net::{Diagnostic, Operator, OperatorId, PartitionId, Sort, SortId, Term, Value};

use super::dictionary::{Function, Translation};
use super::forest::Tree;
use super::plain::plain_number;
use crate::number::shortened;

/// The requirement of the context of a term.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    /// Whether a multiset is wanted; a value then denotes the multiset that holds it once.
    is_multiset: bool,
    /// The sort of the value or of the elements, if it is known.
    sort: Option<SortId>,
}

impl Wanted {
    /// Requires a value.
    pub(crate) fn value(sort: Option<SortId>) -> Self {
        Self { is_multiset: false, sort }
    }

    /// Requires a multiset.
    pub(crate) fn multiset(sort: Option<SortId>) -> Self {
        Self { is_multiset: true, sort }
    }

    /// Returns whether a multiset is wanted.
    pub(crate) fn is_multiset(self) -> bool {
        self.is_multiset
    }

    /// Returns the sort, if it is known.
    pub(crate) fn sort(self) -> Option<SortId> {
        self.sort
    }
}

/// The known sort of a term, or of its elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Sort(SortId),
    Class(PartitionId),
    Unknown,
}

impl Kind {
    /// Returns the sort, if it is known.
    pub(crate) fn sort(self) -> Option<SortId> {
        match self {
            Self::Sort(sort) => Some(sort),
            _ => None,
        }
    }
}

/// A term and its known sort.
#[derive(Debug)]
pub(crate) struct Typed {
    pub(crate) term: Term,
    pub(crate) kind: Kind,
}

impl Typed {
    pub(crate) fn of(sort: SortId, term: Term) -> Self {
        Self { term, kind: Kind::Sort(sort) }
    }

    pub(crate) fn unknown(term: Term) -> Self {
        Self { term, kind: Kind::Unknown }
    }

    pub(crate) fn literal(sort: SortId, value: Value) -> Self {
        Self::of(sort, Term::Literal { sort, value })
    }
}

impl<'f, 'a> Translation<'_, 'f, 'a> {
    /// Translates a term.
    pub(crate) fn term(&mut self, tree: Tree<'f, 'a>, wanted: Wanted) -> Option<Typed> {
        match tree.name() {
            "variable" => self.variable_term(tree),
            "useroperator" => self.user_operator(tree, wanted),
            "dotconstant" => Some(Typed::literal(SortId::DOT, Value::Dot)),
            "tuple" => self.tuple(tree, wanted),
            "all" | "empty" => self.all_or_empty(tree),
            "numberof" | "scalarproduct" => self.copies(tree, wanted),
            "successor" | "predecessor" => self.step(tree, wanted),
            "equality" => self.equality(tree),
            "partitionelementof" => self.class_of(tree),
            "ltp" | "gtp" => self.class_order(tree),
            _ => self
                .constant_term(tree, wanted)
                .or_else(|| self.list_term(tree, wanted))
                .unwrap_or_else(|| self.operator_term(tree, wanted)),
        }
    }

    /// Returns the subterms of an element; their number must be from `least` to `most`.
    pub(crate) fn arguments(
        &mut self,
        tree: Tree<'f, 'a>,
        least: usize,
        most: usize,
    ) -> Option<Vec<Tree<'f, 'a>>> {
        let arguments: Vec<_> = tree.children().collect();
        if (least..=most).contains(&arguments.len()) {
            return Some(arguments);
        }
        let plural = if arguments.len() == 1 { "" } else { "s" };
        let found = format!("{} argument{plural} of `{}`", arguments.len(), tree.name());
        let expected = match most {
            usize::MAX => format!("{least} or more"),
            _ if most > least => format!("{least} to {most}"),
            _ => least.to_string(),
        };
        self.refuse(tree, Diagnostic::error(found).expected(expected))
    }

    fn variable_term(&mut self, tree: Tree<'f, 'a>) -> Option<Typed> {
        let id = self.required(tree, "refvariable")?;
        let Some(variable) = self.names.variables.get(&id) else {
            let unknown = Diagnostic::error(format!("the unknown variable `{}`", shortened(&id)));
            return self.refuse(tree, unknown.expected("the id of a `variabledecl`"));
        };
        let sort = self.names.declarations.variables[variable.index()].sort;
        Some(Typed::of(sort, Term::Variable(variable)))
    }

    fn user_operator(&mut self, tree: Tree<'f, 'a>, wanted: Wanted) -> Option<Typed> {
        let id = self.required(tree, "declaration")?;
        match self.names.functions.get(&id) {
            Some(Function::Operator(operator)) => self.call(tree, operator?),
            Some(Function::Constant(sort, position)) => {
                self.arguments(tree, 0, 0)?;
                Some(Typed::literal(sort, Value::Constant(position)))
            }
            Some(Function::Class(partition, position)) => {
                self.arguments(tree, 0, 0)?;
                Some(self.class_term(partition, position, wanted))
            }
            None if id == "dot" => Some(Typed::literal(SortId::DOT, Value::Dot)),
            None => {
                let unknown =
                    Diagnostic::error(format!("the unknown constant or operator `{}`", shortened(&id)));
                self.refuse(
                    tree,
                    unknown.expected("the id of a `feconstant`, a `partitionelement` or a `namedoperator`"),
                )
            }
        }
    }

    fn call(&mut self, tree: Tree<'f, 'a>, operator: OperatorId) -> Option<Typed> {
        let parameters = self.names.declarations.operators[operator.index()].parameters.clone();
        let arguments = self.arguments(tree, parameters.len(), parameters.len())?;
        let mut terms = Vec::with_capacity(arguments.len());
        for (argument, parameter) in arguments.into_iter().zip(parameters) {
            let sort = self.names.declarations.variables[parameter.index()].sort;
            terms.push(self.term(argument, Wanted::value(Some(sort)))?.term);
        }
        Some(Typed::unknown(Term::Apply(Operator::Declared(operator), terms)))
    }

    /// Translates a tuple. Its components must denote values or multisets, as the tuple itself.
    fn tuple(&mut self, tree: Tree<'f, 'a>, wanted: Wanted) -> Option<Typed> {
        let parts = self.arguments(tree, 1, usize::MAX)?;
        if let [part] = parts.as_slice() {
            return self.term(*part, wanted);
        }
        let sorts = match wanted.sort.map(|sort| self.names.sort(sort)) {
            Some(Sort::Product(sorts)) if sorts.len() == parts.len() => sorts.clone(),
            _ => Vec::new(),
        };
        let mut terms = Vec::with_capacity(parts.len());
        for (position, part) in parts.into_iter().enumerate() {
            let sort = sorts.get(position).copied();
            terms.push(self.term(part, Wanted { sort, ..wanted })?.term);
        }
        let kind = wanted.sort.filter(|_| !sorts.is_empty()).map_or(Kind::Unknown, Kind::Sort);
        Some(Typed { term: Term::Tuple(terms), kind })
    }

    fn all_or_empty(&mut self, tree: Tree<'f, 'a>) -> Option<Typed> {
        let child = self.only_child(tree, "a sort")?;
        let sort = self.sort(child)?;
        Some(Typed::of(sort, if tree.name() == "all" { Term::All(sort) } else { Term::Empty(sort) }))
    }

    /// Translates a number of copies of a value or of a multiset. The number defaults to one.
    fn copies(&mut self, tree: Tree<'f, 'a>, wanted: Wanted) -> Option<Typed> {
        let least = if tree.name() == "numberof" { 1 } else { 2 };
        let arguments = self.arguments(tree, least, 2)?;
        let (number, multiset) = match arguments.as_slice() {
            [number, multiset] if plain_number(*number) == Some(1) => (None, *multiset),
            [number, multiset] => (Some(*number), *multiset),
            _ => (None, arguments[0]),
        };
        let Some(at) = number else { return self.term(multiset, Wanted::multiset(wanted.sort)) };
        let number = self.term(at, Wanted::value(None))?.term;
        let Typed { term, kind } = self.term(multiset, Wanted::multiset(wanted.sort))?;
        let copies = match number {
            Term::Literal { value: Value::Integer(1), .. } => term,
            Term::Literal { value: Value::Integer(number), .. } if number < 0 => {
                let negative = Diagnostic::error(format!("{number} copies of a token"));
                return self.refuse(at, negative.expected("a number from 0 on"));
            }
            number => Term::Apply(Operator::NumberOf, vec![number, term]),
        };
        Some(Typed { term: copies, kind })
    }

    /// Translates `successor` and `predecessor`: of an enumeration, or of a range, for which the standard has none.
    fn step(&mut self, tree: Tree<'f, 'a>, wanted: Wanted) -> Option<Typed> {
        let argument = self.arguments(tree, 1, 1)?[0];
        let Typed { term, kind } = self.term(argument, Wanted::value(wanted.sort))?;
        let is_next = tree.name() == "successor";
        if let Some(sort) = kind.sort()
            && matches!(self.names.sort(sort), Sort::Range { .. })
        {
            self.report.say_once("step on a range", || {
                Diagnostic::warning("`successor` or `predecessor` of a number in a range, which is read as TAPAAL does: from the last number to the first, and back")
                    .at(tree.span())
            });
            let one = Term::Literal {
                sort: self.names.unnamed(Sort::Integer { minimum: None }),
                value: Value::Integer(1),
            };
            let step = if is_next { Operator::Add } else { Operator::Subtract };
            let sum = Term::Apply(step, vec![term, one]);
            return Some(Typed::of(sort, Term::Apply(Operator::Wrap(sort), vec![sum])));
        }
        let step = if is_next { Operator::Successor } else { Operator::Predecessor };
        Some(Typed { term: Term::Apply(step, vec![term]), kind })
    }

    /// Translates the equality of two values, or of each value with the next.
    fn equality(&mut self, tree: Tree<'f, 'a>) -> Option<Typed> {
        let arguments = self.arguments(tree, 2, usize::MAX)?;
        let (mut terms, mut sort) = (Vec::with_capacity(arguments.len()), None);
        for argument in arguments {
            let typed = self.term(argument, Wanted::value(sort))?;
            sort = sort.or(typed.kind.sort());
            terms.push(typed.term);
        }
        let equal = |pair: &[Term]| Term::Apply(Operator::Equal, pair.to_vec());
        if terms.len() == 2 {
            return Some(Typed::unknown(Term::Apply(Operator::Equal, terms)));
        }
        Some(Typed::unknown(Term::Apply(Operator::And, terms.windows(2).map(equal).collect())))
    }
}
