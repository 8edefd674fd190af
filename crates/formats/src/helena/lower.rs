//! Conversion of the syntax tree to a net: names are resolved, expressions become terms, and labels multisets.
//!
//! INVARIANT: the size of terms is bounded. Parts that result from loops, and from variables that stand for
//! expressions, are counted.

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

/// A result, or an error.
type Outcome<T> = Result<T, Box<Diagnostic>>;

/// Maximum number of errors to report.
const MAX_ERRORS: usize = 20;
/// Maximum total number of nodes of terms.
const MAX_NODES: usize = 1 << 18;

/// Returns the net of a file, and the diagnostics.
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

/// Returns the error for a reference to a definition with an error, which has been reported already.
fn follows() -> Box<Diagnostic> {
    Box::new(Diagnostic::error(""))
}

/// Returns the names that a definition defines.
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

/// A net under construction.
struct Lowering<'a> {
    net: Net,
    types: Types<'a>,
    names: Names<'a>,
    places: HashMap<&'a str, PlaceId>,
    /// The types of a token's components, for each place.
    domains: Vec<Vec<TypeId>>,
    /// The names of definitions with errors. Their uses are not reported.
    broken: HashSet<&'a str>,
    /// Number of nodes of terms so far.
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

    /// Returns the place of an arc.
    fn place_named(&self, name: Name<'_>) -> Outcome<PlaceId> {
        self.places.get(name.text).copied().ok_or_else(|| {
            if self.broken.contains(name.text) {
                return follows();
            }
            let error = Diagnostic::error(format!("the place `{}`, which is not defined before", name.text));
            Box::new(error.at(name.span))
        })
    }

    /// Counts new nodes, and fails if there are too many.
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

/// Returns warnings about ignored definitions: claims and properties.
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
            "{}, ignored: give properties on the command line",
            counted(propositions.len(), "proposition")
        );
        warnings.push(Diagnostic::warning(message).at(*first));
    }
    warnings
}

fn counted(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}
