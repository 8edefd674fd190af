//! Names to ids: what a property's text means in a net.
//!
//! All unknown names are reported at once, each where it first stands, with what may have been
//! meant: a similar id, the id of the node that has it as its name, or a transition in a place's stead.

mod colour;

use std::collections::{HashMap, HashSet};

use sanderling_net::{Diagnostic, Diagnostics, Net, PlaceId, TransitionId};

use crate::colour::{ColouredFormula, ColouredProperty};
use crate::comparison::collect_by_place;
use crate::lexer::written;
use crate::suggest::nearest;
use crate::syntax::{BindingsSyntax, Condition, Name, Sum};
use crate::{Comparison, Formula, Property, PropertySyntax, Relation};

/// The property in terms of the net's ids.
///
/// # Errors
/// The names that the net does not have, each with its line and column.
pub fn resolve(syntax: &PropertySyntax, net: &Net) -> Result<Property, Diagnostics> {
    let mut properties = resolve_all(std::slice::from_ref(syntax), net)?;
    Ok(properties.remove(0))
}

/// The properties in terms of the net's ids.
///
/// # Errors
/// The names that the net does not have, each once, and names that two properties share.
pub fn resolve_all(syntax: &[PropertySyntax], net: &Net) -> Result<Vec<Property>, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let properties = resolve_into(syntax, net, &mut diagnostics);
    diagnostics.sort();
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(properties) }
}

/// Resolves properties as [`resolve_all`] does; what is wrong goes to `diagnostics`, and the result then
/// lacks something.
pub(crate) fn resolve_into(
    syntax: &[PropertySyntax],
    net: &Net,
    diagnostics: &mut Diagnostics,
) -> Vec<Property> {
    report_shared_names(syntax, diagnostics);
    let mut resolver = Resolver::new(net, false, diagnostics);
    let properties = syntax.iter().filter_map(|property| resolver.property(property));
    properties.filter_map(|property| without_colours(&property)).collect()
}

/// Resolves properties that may speak of colours; what is wrong goes to `diagnostics`.
pub(crate) fn resolve_coloured_into(
    syntax: &[PropertySyntax],
    net: &Net,
    diagnostics: &mut Diagnostics,
) -> Vec<ColouredProperty> {
    report_shared_names(syntax, diagnostics);
    let mut resolver = Resolver::new(net, true, diagnostics);
    syntax.iter().filter_map(|property| resolver.property(property)).collect()
}

/// The resolver has seen to it that there are none.
fn without_colours(property: &ColouredProperty) -> Option<Property> {
    Some(Property {
        name: property.name.clone(),
        quantifier: property.quantifier,
        formula: property.formula.without_colours()?,
        text: property.text.clone(),
    })
}

/// The terms of a sum, a place once, and its number; what is wrong goes to `diagnostics`.
pub(crate) fn resolve_sum(
    sum: &Sum,
    net: &Net,
    diagnostics: &mut Diagnostics,
) -> Option<(Vec<(i64, PlaceId)>, i128)> {
    let mut resolver = Resolver::new(net, false, diagnostics);
    let mut terms =
        every(&sum.terms, |(coefficient, tokens)| Some((*coefficient, resolver.tokens(tokens)?.place)))?;
    collect_by_place(&mut terms);
    Some((terms, sum.constant))
}

fn report_shared_names(syntax: &[PropertySyntax], diagnostics: &mut Diagnostics) {
    let mut first = HashMap::new();
    for name in syntax.iter().filter_map(|property| property.name.as_ref()) {
        if let Some(earlier) = first.insert(name.text.as_str(), name.span) {
            let message = format!("a second property with the name `{}`", name.text);
            diagnostics.push(Diagnostic::error(message).at(name.span).related(earlier, "the first is"));
        }
    }
}

/// For how many unknown names a net is searched for what was meant.
const SUGGESTIONS: usize = 16;

struct Resolver<'a> {
    net: &'a Net,
    places: HashMap<&'a str, PlaceId>,
    transitions: HashMap<&'a str, TransitionId>,
    reported: HashSet<(Kind, String)>,
    allows_colours: bool,
    known: colour::Known<'a>,
    diagnostics: &'a mut Diagnostics,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Place,
    Transition,
}

impl<'a> Resolver<'a> {
    fn new(net: &'a Net, allows_colours: bool, diagnostics: &'a mut Diagnostics) -> Self {
        let places = net.place_ids().map(|id| (net.place(id).id.as_str(), id)).collect();
        let transitions = net.transition_ids().map(|id| (net.transition(id).id.as_str(), id)).collect();
        let (reported, known) = (HashSet::new(), colour::Known::default());
        Self { net, places, transitions, reported, allows_colours, known, diagnostics }
    }

    fn property(&mut self, syntax: &PropertySyntax) -> Option<ColouredProperty> {
        Some(Property {
            name: syntax.name().map(str::to_string),
            quantifier: syntax.quantifier(),
            formula: self.formula(&syntax.condition)?,
            text: syntax.text.clone(),
        })
    }

    fn formula(&mut self, condition: &Condition) -> Option<ColouredFormula> {
        Some(match condition {
            Condition::Constant(value) => Formula::Constant(*value),
            Condition::Deadlock => Formula::Deadlock,
            Condition::Fireable(names) => self.enabled(names)?,
            Condition::Compare(sum, relation) => self.comparison(sum, *relation)?,
            Condition::Not(inner) => Formula::Not(Box::new(self.formula(inner)?)),
            Condition::And(parts) => Formula::And(self.formulas(parts)?),
            Condition::Or(parts) => Formula::Or(self.formulas(parts)?),
            Condition::Implies(sides) => Formula::Implies(self.sides(sides)?),
            Condition::Iff(sides) => Formula::Iff(self.sides(sides)?),
        })
    }

    fn formulas(&mut self, conditions: &[Condition]) -> Option<Vec<ColouredFormula>> {
        every(conditions, |condition| self.formula(condition))
    }

    fn sides(&mut self, [left, right]: &[Condition; 2]) -> Option<Box<[ColouredFormula; 2]>> {
        let (left, right) = (self.formula(left), self.formula(right));
        Some(Box::new([left?, right?]))
    }

    fn enabled(&mut self, bindings: &[BindingsSyntax]) -> Option<ColouredFormula> {
        let mut transitions = every(bindings, |bindings| self.bindings(bindings))?;
        transitions.sort_unstable();
        transitions.dedup();
        Some(Formula::Enabled(transitions))
    }

    /// The sum against zero: its number goes to the other side.
    fn comparison(&mut self, sum: &Sum, relation: Relation) -> Option<ColouredFormula> {
        let terms = every(&sum.terms, |(coefficient, tokens)| Some((*coefficient, self.tokens(tokens)?)))?;
        let comparison = Comparison::build(terms, relation, -sum.constant);
        let comparison = comparison.expect("the parser keeps to the limits of a comparison");
        Some(match comparison.terms() {
            [] => Formula::Constant(relation.admits(sum.constant.cmp(&0))),
            _ => Formula::Compare(comparison),
        })
    }

    fn place(&mut self, name: &Name) -> Option<PlaceId> {
        let place = self.places.get(name.text.as_str()).copied();
        if place.is_none() {
            self.unknown(name, Kind::Place);
        }
        place
    }

    fn transition(&mut self, name: &Name) -> Option<TransitionId> {
        let transition = self.transitions.get(name.text.as_str()).copied();
        if transition.is_none() {
            self.unknown(name, Kind::Transition);
        }
        transition
    }

    fn unknown(&mut self, name: &Name, kind: Kind) {
        if !self.reported.insert((kind, name.text.clone())) {
            return;
        }
        let (message, expected) = self.what_is_unknown(&name.text, kind);
        let mut diagnostic = Diagnostic::error(message).at(name.span).element(&name.text).expected(expected);
        if self.reported.len() <= SUGGESTIONS {
            diagnostic.help = self.suggestion(&name.text, kind);
        }
        self.diagnostics.push(diagnostic);
    }

    fn what_is_unknown(&self, id: &str, kind: Kind) -> (String, &'static str) {
        let shown = written(id);
        match kind {
            Kind::Place if self.transitions.contains_key(id) => {
                (format!("`{shown}` is a transition"), "the id of a place")
            }
            Kind::Place => (format!("the net has no place `{shown}`"), "the id of a place"),
            Kind::Transition if self.places.contains_key(id) => {
                (format!("`{shown}` is a place"), "the id of a transition")
            }
            Kind::Transition => (format!("the net has no transition `{shown}`"), "the id of a transition"),
        }
    }

    fn suggestion(&self, text: &str, kind: Kind) -> Option<String> {
        match kind {
            Kind::Place if self.transitions.contains_key(text) => {
                Some(format!("whether it is enabled: `fireable({})`", written(text)))
            }
            Kind::Transition if self.places.contains_key(text) => {
                Some(format!("how many tokens it holds: `tokens({})`", written(text)))
            }
            _ => self
                .difference(text, kind)
                .or_else(|| self.by_name(text, kind))
                .or_else(|| self.by_distance(text, kind)),
        }
    }

    /// Two places with a hyphen between them.
    fn difference(&self, text: &str, kind: Kind) -> Option<String> {
        let (from, less) = text.split_once('-').filter(|_| kind == Kind::Place)?;
        let both = self.places.contains_key(from) && self.places.contains_key(less);
        both.then(|| {
            format!("`-` is a part of ids; a difference is written `tokens({from}) - tokens({less})`")
        })
    }

    /// The nodes that carry the text as their name.
    fn by_name(&self, text: &str, kind: Kind) -> Option<String> {
        let is_named = |name: &Option<String>| name.as_deref().is_some_and(|name| name == text);
        let (nodes, ids): (_, Vec<&str>) = match kind {
            Kind::Place => {
                let named = self.net.places.iter().filter(|place| is_named(&place.name));
                ("place", named.map(|place| place.id.as_str()).collect())
            }
            Kind::Transition => {
                let named = self.net.transitions.iter().filter(|transition| is_named(&transition.name));
                ("transition", named.map(|transition| transition.id.as_str()).collect())
            }
        };
        let (first, others) = ids.split_first()?;
        let more = if others.is_empty() { String::new() } else { format!(" and of {} more", others.len()) };
        let (text, first) = (written(text), written(first));
        Some(format!("`{text}` is the name of the {nodes} with the id `{first}`{more}: use the id"))
    }

    fn by_distance(&self, text: &str, kind: Kind) -> Option<String> {
        let near = match kind {
            Kind::Place => nearest(text, self.net.places.iter().map(|place| place.id.as_str())),
            Kind::Transition => nearest(text, self.net.transitions.iter().map(|t| t.id.as_str())),
        };
        near.map(|id| format!("did you mean `{}`?", written(id)))
    }
}

/// Maps every item, the rest too where one of them gives nothing: so each is reported.
fn every<T, U>(items: &[T], map: impl FnMut(&T) -> Option<U>) -> Option<Vec<U>> {
    let mapped: Vec<Option<U>> = items.iter().map(map).collect();
    mapped.into_iter().collect()
}
