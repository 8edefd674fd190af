//! The meanings of the names of a page.

use std::collections::HashMap;

use sanderling_net::{
    Declarations, Diagnostic, Operator, OperatorDeclaration, OperatorId, Sort, SortDeclaration, SortId, Term,
    Value, VariableDeclaration, VariableId,
};
use sanderling_xml::Element;

use crate::greatspn::text::{Step, error, remedied, shortened};

/// Maximum number of values that may be written out in the terms of a file.
const MAX_WRITTEN_OUT: usize = 1 << 16;

/// The meaning of a name.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Named<'d> {
    /// An integer constant or parameter.
    Number(Element<'d>),
    /// A constant or parameter that is not an integer.
    Other,
    /// A constant multiset.
    Multiset(Element<'d>),
    Class(ClassId),
    /// A product of classes.
    Product(usize),
    Variable(VariableId, ClassId),
    Node,
}

/// The state of an integer constant or parameter that has been used.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Computed {
    /// Its computation is in progress.
    Open,
    /// Its computation failed, which has been reported.
    Failed,
    Known(i64),
}

/// A colour class of the page, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClassId(pub(crate) usize);

/// A colour class.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) name: String,
    pub(crate) sort: SortId,
    pub(crate) is_circular: bool,
    pub(crate) colours: Vec<String>,
    pub(crate) positions: HashMap<String, u32>,
    /// The ranges of the static subclasses among the colours.
    pub(crate) subclasses: Vec<(u32, u32)>,
    /// The static subclasses that have a name.
    pub(crate) named: HashMap<String, (u32, u32)>,
    /// The operator that numbers the colours from 1, if it was needed so far.
    pub(crate) ordinal: Option<OperatorId>,
}

/// The possible tokens of a place.
#[derive(Debug, Clone)]
pub(crate) struct Domain {
    pub(crate) sort: SortId,
    /// The classes of the components; none for plain tokens.
    pub(crate) classes: Vec<ClassId>,
}

/// The names of a page, and the declarations of the net for them.
#[derive(Debug)]
pub(crate) struct Scope<'d> {
    pub(crate) names: HashMap<&'d str, Named<'d>>,
    pub(crate) classes: Vec<Class>,
    /// The first class with a colour of this name, and a second one if there is any.
    colours: HashMap<String, (ClassId, Option<ClassId>)>,
    /// The first class with a static subclass of this name.
    subclasses: HashMap<String, ClassId>,
    pub(crate) products: Vec<Domain>,
    pub(crate) numbers: HashMap<&'d str, Computed>,
    /// Number of constants whose computation is in progress.
    pub(crate) open_numbers: usize,
    pub(crate) declarations: Declarations,
    /// Warnings about the net.
    pub(crate) warnings: Vec<Diagnostic>,
    /// Number of values that may still be written out.
    left_to_write_out: usize,
    integer: Option<SortId>,
    boolean: Option<SortId>,
}

impl Scope<'_> {
    pub(crate) fn new() -> Self {
        Self {
            names: HashMap::new(),
            classes: Vec::new(),
            colours: HashMap::new(),
            subclasses: HashMap::new(),
            products: Vec::new(),
            numbers: HashMap::new(),
            open_numbers: 0,
            declarations: Declarations::default(),
            warnings: Vec::new(),
            left_to_write_out: MAX_WRITTEN_OUT,
            integer: None,
            boolean: None,
        }
    }

    pub(crate) fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0]
    }

    /// Adds a complete class.
    pub(crate) fn add_class(&mut self, class: Class) -> ClassId {
        let id = ClassId(self.classes.len());
        for colour in &class.colours {
            let known = self.colours.entry(colour.clone()).or_insert((id, None));
            if known.0 != id {
                known.1.get_or_insert(id);
            }
        }
        for name in class.named.keys() {
            self.subclasses.entry(name.clone()).or_insert(id);
        }
        self.classes.push(class);
        id
    }

    /// Returns the domain with this name.
    pub(crate) fn domain(&self, name: &str) -> Step<Domain> {
        match self.names.get(name) {
            _ if name.is_empty() || name == "<Neutral>" => {
                Ok(Domain { sort: SortId::DOT, classes: Vec::new() })
            }
            Some(Named::Class(class)) => Ok(Domain { sort: self.class(*class).sort, classes: vec![*class] }),
            Some(Named::Product(product)) => Ok(self.products[*product].clone()),
            _ => Err(error(
                format!("the domain `{}`", shortened(name)),
                "a colour class of the page, or a product of classes",
            )),
        }
    }

    /// Returns the class with a colour of this name, and the position: the expected class or, if that has none, the
    /// only one.
    pub(crate) fn colour(&self, name: &str, expected: Option<ClassId>) -> Step<Option<(ClassId, u32)>> {
        let of = |id: ClassId| self.class(id).positions.get(name).map(|&position| (id, position));
        if let Some(found) = expected.and_then(of) {
            return Ok(Some(found));
        }
        match self.colours.get(name) {
            Some((one, Some(other))) => {
                let (one, other) = (&self.class(*one).name, &self.class(*other).name);
                let found =
                    format!("the colour `{}`, which the classes `{one}` and `{other}` have", shortened(name));
                Err(remedied(found, "give the colours of one of them other names"))
            }
            found => Ok(found.and_then(|(class, _)| of(*class))),
        }
    }

    /// Returns whether a class has a colour of this name.
    pub(crate) fn has_colour(&self, name: &str) -> bool {
        self.colours.contains_key(name)
    }

    /// Returns the class with a static subclass of this name, and the subclass.
    pub(crate) fn subclass(&self, name: &str, expected: Option<ClassId>) -> Option<(ClassId, u32, u32)> {
        let of = |id: ClassId| self.class(id).named.get(name).map(|&(start, end)| (id, start, end));
        expected.and_then(of).or_else(|| self.subclasses.get(name).copied().and_then(of))
    }

    /// Reserves a number of values to write out in terms.
    pub(crate) fn write_out(&mut self, values: usize) -> Step<()> {
        match self.left_to_write_out.checked_sub(values) {
            Some(left) => {
                self.left_to_write_out = left;
                Ok(())
            }
            None => Err(error(
                "static subclasses with too many colours in all expressions together",
                "a smaller net",
            )),
        }
    }

    /// Returns the sort of numbers.
    fn integer(&mut self) -> SortId {
        let known =
            self.integer.unwrap_or_else(|| self.declare("integer".into(), Sort::Integer { minimum: None }));
        *self.integer.insert(known)
    }

    /// Returns the sort of truth values.
    pub(crate) fn boolean(&mut self) -> SortId {
        let known = self.boolean.unwrap_or_else(|| self.declare("bool".into(), Sort::Bool));
        *self.boolean.insert(known)
    }

    /// Declares a sort, under a modified name if a class has this one.
    pub(crate) fn declare(&mut self, mut id: String, sort: Sort) -> SortId {
        while matches!(sort, Sort::Integer { .. } | Sort::Bool) && self.names.contains_key(id.as_str()) {
            id.push('-');
        }
        self.declarations.sorts.push(SortDeclaration { id, name: None, sort });
        SortId::new(self.declarations.sorts.len() - 1)
    }

    /// Returns a number as a term.
    pub(crate) fn literal(&mut self, number: i64) -> Term {
        Term::Literal { sort: self.integer(), value: Value::Integer(number) }
    }

    /// Returns a colour as a term.
    pub(crate) fn constant(&self, class: ClassId, position: u32) -> Term {
        Term::Literal { sort: self.class(class).sort, value: Value::Constant(position) }
    }

    /// Returns the operator for the number of a colour in its class, from 1, implemented as a binary search.
    pub(crate) fn ordinal(&mut self, class: ClassId) -> Step<OperatorId> {
        if let Some(known) = self.class(class).ordinal {
            return Ok(known);
        }
        let (name, sort) = (self.class(class).name.clone(), self.class(class).sort);
        let count = u32::try_from(self.class(class).colours.len()).unwrap_or(u32::MAX);
        self.write_out(count as usize)?;
        let variable = VariableId::new(self.declarations.variables.len());
        let parameter = VariableDeclaration { id: format!("{name}-colour"), name: None, sort };
        self.declarations.variables.push(parameter);
        let body = self.search(class, variable, 0, count.saturating_sub(1));
        let operator = OperatorDeclaration { id: format!("CN-{name}"), parameters: vec![variable], body };
        self.declarations.operators.push(operator);
        let id = OperatorId::new(self.declarations.operators.len() - 1);
        self.classes[class.0].ordinal = Some(id);
        Ok(id)
    }

    fn search(&mut self, class: ClassId, variable: VariableId, first: u32, last: u32) -> Term {
        if first >= last {
            return self.literal(i64::from(first) + 1);
        }
        let middle = first + (last - first) / 2;
        let is_below =
            Term::Apply(Operator::LessOrEqual, vec![Term::Variable(variable), self.constant(class, middle)]);
        let below = self.search(class, variable, first, middle);
        let above = self.search(class, variable, middle + 1, last);
        Term::Apply(Operator::IfThenElse, vec![is_below, below, above])
    }
}
