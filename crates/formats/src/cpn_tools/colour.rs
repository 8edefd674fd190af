//! Colour sets and the corresponding sorts of the common net.
//!
//! `unit` is `dot`. A record is a product in the alphabetical order of its fields; with one field, it is that field
//! itself. A union is a product of its constructors, as an enumeration, and of all their arguments. The arguments of
//! other constructors have their first value, so that equal values are equal tuples. An index set is the range of its
//! numbers.

use std::collections::{HashMap, HashSet};

use sanderling_net::{Declarations, Sort, SortDeclaration, SortId, Value};

use crate::cpn_tools::problem::{Outcome, Problem};

/// Maximum nesting depth of sorts.
const DEPTH: usize = 50;

/// Maximum number of parts of a sort's values, not counting the elements of lists.
const PARTS: usize = 1000;

/// A colour set, by its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ColourId(usize);

/// A colour set.
#[derive(Debug, Clone)]
pub(crate) struct Colour {
    pub(crate) sort: SortId,
    pub(crate) parts: Parts,
}

/// The structure of a colour set's values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Parts {
    None,
    Product(Vec<ColourId>),
    Record(Vec<(String, ColourId)>),
    List(ColourId),
    /// Constructors with their arguments.
    Union(Vec<(String, Option<ColourId>)>),
}

/// All colour sets.
#[derive(Debug, Default)]
pub(crate) struct Colours {
    pub(crate) declarations: Declarations,
    all: Vec<Colour>,
    by_name: HashMap<String, ColourId>,
    ids: HashSet<String>,
    /// Sorts of values without a colour set.
    common: HashMap<&'static str, SortId>,
    /// The properties of each compound sort.
    made: HashMap<SortId, Made>,
}

/// Properties of a compound sort.
#[derive(Debug, Clone, Copy)]
struct Made {
    depth: usize,
    parts: usize,
    is_finite: bool,
}

impl Colours {
    /// Declares a colour set.
    pub(crate) fn declare(&mut self, name: &str, sort: Sort, parts: Parts) -> Outcome<ColourId> {
        let made = self.made(&sort);
        if made.depth > DEPTH || made.parts > PARTS {
            return Err(Problem::new("a colour set that is made of too many others"));
        }
        let sort = match sort {
            Sort::Dot => SortId::DOT,
            sort => self.sort(name, sort),
        };
        self.made.insert(sort, made);
        self.name(name, Colour { sort, parts })
    }

    fn made(&self, sort: &Sort) -> Made {
        let components: &[SortId] = match sort {
            Sort::Product(components) => components,
            Sort::List { element, .. } => std::slice::from_ref(element),
            _ => &[],
        };
        let plain = |is_finite| Made { depth: 1, parts: 1, is_finite };
        let of = |sort: &SortId| self.made.get(sort).copied().unwrap_or(plain(true));
        if components.is_empty() {
            return plain(!matches!(sort, Sort::Integer { .. } | Sort::String));
        }
        Made {
            depth: 1 + components.iter().map(|part| of(part).depth).max().unwrap_or(0),
            parts: components.iter().map(|part| of(part).parts).sum(),
            is_finite: !matches!(sort, Sort::List { .. }) && components.iter().all(|part| of(part).is_finite),
        }
    }

    /// Gives another name to a colour set.
    pub(crate) fn alias(&mut self, name: &str, of: ColourId) -> Outcome<ColourId> {
        self.name(name, self.get(of).clone())
    }

    /// Sets the structure of a colour set's values.
    pub(crate) fn set_parts(&mut self, id: ColourId, parts: Parts) {
        self.all[id.0].parts = parts;
    }

    fn name(&mut self, name: &str, colour: Colour) -> Outcome<ColourId> {
        let id = ColourId(self.all.len());
        if self.by_name.contains_key(name) {
            return Err(Problem::new(format!("a second colour set `{name}`")));
        }
        self.by_name.insert(name.to_owned(), id);
        self.all.push(colour);
        Ok(id)
    }

    /// Declares a sort under a name, modified until it is unique.
    pub(crate) fn sort(&mut self, name: &str, sort: Sort) -> SortId {
        let mut id = name.to_owned();
        while id == "dot" || !self.ids.insert(id.clone()) {
            id.push('\'');
        }
        let added = SortId::new(self.declarations.sorts.len());
        self.declarations.sorts.push(SortDeclaration { id, name: None, sort });
        added
    }

    fn common(&mut self, name: &'static str, sort: &Sort) -> SortId {
        if let Some(&known) = self.common.get(name) {
            return known;
        }
        let like = self.declarations.sorts.iter().position(|declared| declared.sort == *sort);
        let found = like.map_or_else(|| self.sort(name, sort.clone()), SortId::new);
        self.common.insert(name, found);
        found
    }

    /// Returns the sort of all integers.
    pub(crate) fn int(&mut self) -> SortId {
        self.common("int", &Sort::Integer { minimum: None })
    }

    /// Returns the sort of truth values.
    pub(crate) fn bool(&mut self) -> SortId {
        self.common("bool", &Sort::Bool)
    }

    /// Returns the sort of strings.
    pub(crate) fn string(&mut self) -> SortId {
        self.common("string", &Sort::String)
    }

    pub(crate) fn get(&self, id: ColourId) -> &Colour {
        &self.all[id.0]
    }

    pub(crate) fn find(&self, name: &str) -> Option<ColourId> {
        self.by_name.get(name).copied()
    }

    pub(crate) fn named(&self, name: &str) -> Outcome<ColourId> {
        self.find(name).ok_or_else(|| Problem::new(format!("the unknown colour set `{name}`")))
    }

    pub(crate) fn described(&self, sort: SortId) -> &Sort {
        &self.declarations.sorts[sort.index()].sort
    }

    /// Returns whether there are finitely many values.
    pub(crate) fn is_finite(&self, sort: SortId) -> bool {
        self.made.get(&sort).is_none_or(|made| made.is_finite)
    }

    /// Returns the first value of a sort, or a simple one.
    pub(crate) fn first_value(&self, sort: SortId) -> Value {
        match self.described(sort) {
            Sort::Dot => Value::Dot,
            Sort::Bool => Value::Bool(false),
            Sort::Enumeration { .. } => Value::Constant(0),
            Sort::Range { start, .. } => Value::Integer(*start),
            Sort::Integer { minimum } => Value::Integer(minimum.unwrap_or(0)),
            Sort::String => Value::String(String::new()),
            Sort::Product(parts) => Value::Tuple(parts.iter().map(|part| self.first_value(*part)).collect()),
            Sort::List { .. } | Sort::Array { .. } => Value::List(Vec::new()),
        }
    }
}
