//! Syntax to a net: names are looked up, expressions become terms, and labels multisets.
//!
//! INVARIANT: terms are as large as the file allows: what is made of loops and of variables that stand for expressions is counted.

mod expression;
mod label;
mod names;
mod operation;
mod transition;
mod types;
mod value;

use std::collections::{HashMap, HashSet};

use sanderling_net::{Diagnostic, Diagnostics, Net, Place, PlaceId, SortId};

use crate::helena::syntax::{self, Definition, Name, Syntax, TypeDefinition};
use names::Names;
use types::{TypeId, Types};

/// Something, or why there is none.
type Outcome<T> = Result<T, Box<Diagnostic>>;

/// As many mistakes are told.
const MAX_ERRORS: usize = 20;
/// The most nodes that terms have together.
const MAX_NODES: usize = 1 << 18;

/// The net of a file, and what there is to say about it.
pub(crate) fn lower<'a>(syntax: &'a Syntax<'a>) -> (Net, Diagnostics) {
    let mut lowering = Lowering {
        net: Net::new(syntax.name.text),
        types: Types::default(),
        names: Names::default(),
        places: HashMap::new(),
        domains: Vec::new(),
        broken: HashSet::new(),
        nodes: 0,
    };
    let mut found = Diagnostics::new();
    for definition in &syntax.definitions {
        if let Err(error) = lowering.define(definition) {
            lowering.broken.extend(defined(definition));
            found.extend(Some(*error).filter(|error| !error.message.is_empty()));
            if found.len() == MAX_ERRORS {
                break;
            }
        }
    }
    found.extend(left_out(&syntax.definitions));
    (lowering.net, found)
}

/// The error that something refers to a definition with a mistake, which is told already.
fn follows() -> Box<Diagnostic> {
    Box::new(Diagnostic::error(""))
}

/// The names that a definition defines.
fn defined<'a>(definition: &'a Definition<'a>) -> Vec<&'a str> {
    match definition {
        Definition::Type(name, TypeDefinition::Enumeration(constants)) => {
            std::iter::once(name.text).chain(constants.iter().map(|constant| constant.text)).collect()
        }
        Definition::Constant { name, .. } | Definition::Type(name, _) => vec![name.text],
        Definition::Place(place) => vec![place.name.text],
        Definition::Transition(_) | Definition::Proposition(_) => Vec::new(),
    }
}

/// A net that is being made.
struct Lowering<'a> {
    net: Net,
    types: Types<'a>,
    names: Names<'a>,
    places: HashMap<&'a str, PlaceId>,
    /// By place: the types of a token's components.
    domains: Vec<Vec<TypeId>>,
    /// The names of definitions with mistakes: what uses them is not told to be wrong.
    broken: HashSet<&'a str>,
    /// How many nodes were made so far.
    nodes: usize,
}

impl<'a> Lowering<'a> {
    fn define(&mut self, definition: &'a Definition<'a>) -> Outcome<()> {
        match definition {
            Definition::Constant { type_name, name, value } => {
                let of = self.type_named(*type_name)?;
                let value = self.fixed(value)?;
                self.types.check_member(of, &value, name.span)?;
                self.names.add_constant(*name, value)
            }
            Definition::Type(name, definition) => self.define_type(*name, definition),
            Definition::Place(place) => self.place(place),
            Definition::Transition(transition) => self.transition(transition),
            Definition::Proposition(_) => Ok(()),
        }
    }

    fn place(&mut self, place: &'a syntax::Place<'a>) -> Outcome<()> {
        let domain =
            place.domain.iter().map(|name| self.type_named(*name)).collect::<Outcome<Vec<TypeId>>>()?;
        let sort = self.types.sort_of_domain(&domain, &mut self.net)?;
        let id = self.net.add_place(Place { sort, span: Some(place.name.span), ..plain(place.name) });
        self.domains.push(domain);
        self.places.insert(place.name.text, id);
        if let Some(label) = &place.initial {
            self.net.places[id.index()].initial = self.label(label, id, &HashMap::new())?;
        }
        Ok(())
    }

    /// The place of an arc.
    fn place_named(&self, name: Name<'_>) -> Outcome<PlaceId> {
        self.places.get(name.text).copied().ok_or_else(|| {
            if self.broken.contains(name.text) {
                return follows();
            }
            let error = Diagnostic::error(format!("the place `{}`, which is not defined before", name.text));
            Box::new(error.at(name.span))
        })
    }

    /// Counts nodes that are made.
    fn count(&mut self, nodes: usize, span: sanderling_net::Span) -> Outcome<()> {
        self.nodes = self.nodes.saturating_add(nodes);
        if self.nodes <= MAX_NODES {
            return Ok(());
        }
        let error = Diagnostic::error(format!("inscriptions with more than {MAX_NODES} parts together"));
        Err(Box::new(
            error
                .at(span)
                .help("loops over large types and variables that stand for large expressions make them long"),
        ))
    }
}

fn plain(name: Name<'_>) -> Place {
    Place { sort: SortId::DOT, ..Place::with_tokens(name.text, 0) }
}

/// What is left out of the net: claims and properties.
fn left_out(definitions: &[Definition<'_>]) -> Vec<Diagnostic> {
    let capacities: Vec<_> = definitions
        .iter()
        .filter_map(|one| if let Definition::Place(place) = one { place.capacity } else { None })
        .collect();
    let propositions: Vec<_> = definitions
        .iter()
        .filter_map(|one| if let Definition::Proposition(name) = one { Some(name.span) } else { None })
        .collect();
    let mut warnings = Vec::new();
    if let Some(first) = capacities.first() {
        let message = format!(
            "the capacities of {} are claims about the net, and are not checked",
            counted(capacities.len(), "place")
        );
        warnings.push(Diagnostic::warning(message).at(*first));
    }
    if let Some(first) = propositions.first() {
        let message = format!(
            "{}, left out: properties are asked on the command line",
            counted(propositions.len(), "proposition")
        );
        warnings.push(Diagnostic::warning(message).at(*first));
    }
    warnings
}

fn counted(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}
