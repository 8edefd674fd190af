//! Resolution of names in a property's text to ids of a net.
//!
//! [`Nodes`] resolves words to places and transitions. All unknown words are reported at once, each at its first
//! position, with a suggestion.

mod colour;
mod livelock;
mod temporal;
mod value;

use std::collections::{HashMap, HashSet};

use sanderling_net::{Diagnostic, Diagnostics, Inscription, Net, Place, PlaceId, SortId, Span, TransitionId};

use crate::colour::{ColouredFormula, ColouredProperty, Pattern, Tokens};
use crate::comparison::collect_by_place;
use crate::lexer::written;
use crate::nodes::{NodeKind, Nodes};
use crate::parse::hint;
use crate::statement::ColouredStatement;
use crate::syntax::{BindingsSyntax, Condition, Name, Scope, Sum, TermSyntax};
use crate::{
    Comparison, Formula, Livelock, Property, PropertySyntax, Relation, Statement, TemporalProperty, ValueTerm,
};

/// Returns the property with the net's ids.
///
/// # Errors
/// The unknown names, each with its line and column.
pub fn resolve(syntax: &PropertySyntax, net: &Net) -> Result<Property, Diagnostics> {
    let mut properties = resolve_all(std::slice::from_ref(syntax), net)?;
    Ok(properties.remove(0))
}

/// Returns the properties with the net's ids.
///
/// # Errors
/// The unknown names, each once, and names that two properties share.
pub fn resolve_all(syntax: &[PropertySyntax], net: &Net) -> Result<Vec<Property>, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let properties = resolve_into(syntax, net, &mut diagnostics);
    diagnostics.sort();
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(properties) }
}

/// Resolves properties as [`resolve_all`] does. Adds errors to `diagnostics`; properties with errors are missing in the
/// result.
pub(crate) fn resolve_into(
    syntax: &[PropertySyntax],
    net: &Net,
    diagnostics: &mut Diagnostics,
) -> Vec<Property> {
    let properties = resolve_about_markings(syntax, net, false, diagnostics);
    // The resolver has ensured that there are no colours.
    properties.iter().filter_map(ColouredProperty::without_colours).collect()
}

/// Resolves properties of markings, and adds errors to `diagnostics`.
pub(crate) fn resolve_about_markings(
    syntax: &[PropertySyntax],
    net: &Net,
    allows_colours: bool,
    diagnostics: &mut Diagnostics,
) -> Vec<ColouredProperty> {
    report_shared_names(syntax, diagnostics);
    let mut resolver = Resolver::new(net, allows_colours, diagnostics);
    syntax.iter().filter_map(|property| resolver.property(property)).collect()
}

/// Resolves properties of any kind, and adds errors to `diagnostics`.
pub(crate) fn resolve_statements(
    syntax: &[PropertySyntax],
    net: &Net,
    allows_colours: bool,
    diagnostics: &mut Diagnostics,
) -> Vec<ColouredStatement> {
    report_shared_names(syntax, diagnostics);
    let mut resolver = Resolver::new(net, allows_colours, diagnostics);
    syntax.iter().filter_map(|property| resolver.statement(property)).collect()
}

/// Returns the terms of a sum, each place or tokens of certain colours once, and its number. Adds errors to
/// `diagnostics`.
pub(crate) fn resolve_sum(
    sum: &Sum,
    net: &Net,
    allows_colours: bool,
    diagnostics: &mut Diagnostics,
) -> Option<(Vec<(i64, Tokens)>, i128)> {
    let mut resolver = Resolver::new(net, allows_colours, diagnostics);
    let mut terms =
        every(&sum.terms, |(coefficient, tokens)| Some((*coefficient, resolver.tokens(tokens)?)))?;
    collect_by_place(&mut terms);
    Some((terms, sum.constant))
}

/// Returns a number about a program's net. Adds errors to `diagnostics`.
pub(crate) fn resolve_term(term: &TermSyntax, net: &Net, diagnostics: &mut Diagnostics) -> Option<ValueTerm> {
    let mut resolver = Resolver::new(net, false, diagnostics);
    resolver.takes_locations = true;
    resolver.term(term)
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

/// Maximum number of unknown names for which to search for suggestions.
const SUGGESTIONS: usize = 16;

struct Resolver<'a> {
    net: &'a Net,
    nodes: Nodes<'a>,
    reported: HashSet<(NodeKind, String)>,
    allows_colours: bool,
    known: colour::Known<'a>,
    /// Whether a process denotes a number, that of its location.
    takes_locations: bool,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> Resolver<'a> {
    fn new(net: &'a Net, allows_colours: bool, diagnostics: &'a mut Diagnostics) -> Self {
        let (nodes, reported, known) = (Nodes::of(net), HashSet::new(), colour::Known::default());
        Self { net, nodes, reported, allows_colours, known, takes_locations: false, diagnostics }
    }

    fn statement(&mut self, syntax: &PropertySyntax) -> Option<ColouredStatement> {
        let (name, text) = (syntax.name().map(str::to_string), syntax.text.clone());
        Some(match syntax.scope {
            Scope::Markings(quantifier) => {
                let formula = self.formula(&syntax.condition)?;
                Statement::Markings(Property { name, quantifier, formula, text })
            }
            Scope::Runs(logic) => {
                let formula = self.temporal(&syntax.condition, syntax.span)?;
                Statement::Runs(TemporalProperty { name, logic, formula, text })
            }
            Scope::Livelock => {
                let progress = self.progress(&syntax.condition)?;
                Statement::Livelock(Livelock { name, progress, text })
            }
        })
    }

    /// Resolves a property of single markings.
    fn property(&mut self, syntax: &PropertySyntax) -> Option<ColouredProperty> {
        match self.statement(syntax)? {
            Statement::Markings(property) => Some(property),
            Statement::Runs(_) | Statement::Livelock(_) => {
                let found = Diagnostic::error("a property about runs").at(syntax.span);
                self.diagnostics.push(found.expected("`always` or `reach` and a condition on a marking"));
                None
            }
        }
    }

    fn formula(&mut self, condition: &Condition) -> Option<ColouredFormula> {
        Some(match condition {
            Condition::Constant(value) => Formula::Constant(*value),
            Condition::Deadlock => Formula::Deadlock,
            Condition::Initial(span) => self.initial(*span)?,
            Condition::Bare(name) => self.bare(name)?,
            Condition::Fireable(names) => self.enabled(names)?,
            Condition::Compare(sum, relation) => self.comparison(sum, *relation)?,
            Condition::Values(sides, relation) => self.values(sides, *relation)?,
            Condition::Channel(name, filling) => self.filling(name, *filling)?,
            Condition::Not(inner) => Formula::Not(Box::new(self.formula(inner)?)),
            Condition::And(parts) => Formula::And(self.formulas(parts)?),
            Condition::Or(parts) => Formula::Or(self.formulas(parts)?),
            Condition::Implies(sides) => Formula::Implies(self.sides(sides)?),
            Condition::Iff(sides) => Formula::Iff(self.sides(sides)?),
            Condition::Path(..) => {
                unreachable!("the parser reads temporal operators in formulas about runs alone")
            }
            Condition::Progress(_) => unreachable!("what is progress is no part of a condition"),
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

    /// Returns the comparison of a sum with zero, with its number moved to the other side.
    fn comparison(&mut self, sum: &Sum, relation: Relation) -> Option<ColouredFormula> {
        let terms = every(&sum.terms, |(coefficient, tokens)| Some((*coefficient, self.tokens(tokens)?)))?;
        let comparison = Comparison::build(terms, relation, -sum.constant);
        let comparison = comparison.expect("the parser keeps to the limits of a comparison");
        Some(match comparison.terms() {
            [] => Formula::Constant(relation.admits(sum.constant.cmp(&0))),
            _ => Formula::Compare(comparison),
        })
    }

    /// Returns the condition that the transition with this name is enabled.
    fn bare(&mut self, name: &Name) -> Option<ColouredFormula> {
        if let Some(program) = &self.net.program
            && self.nodes.transition(&name.text).is_none()
        {
            return self.at_location(program, name);
        }
        if self.nodes.transition(&name.text).is_none() && self.nodes.place(&name.text).is_some() {
            let shown = written(&name.text);
            let found = Diagnostic::error(format!("`{shown}` is a place")).at(name.span).element(&name.text);
            self.diagnostics.push(found.expected(format!("a condition, such as `tokens({shown}) >= 1`")));
            return None;
        }
        self.enabled(&[BindingsSyntax { transition: name.clone(), values: Vec::new() }])
    }

    /// Returns the condition that the marking is the initial one.
    fn initial(&mut self, span: Span) -> Option<ColouredFormula> {
        let is_plain =
            |place: &Place| place.sort == SortId::DOT && matches!(place.initial, Inscription::Tokens(_));
        if !self.net.places.iter().all(is_plain) {
            let found = Diagnostic::error("`INITIAL` of a net with colours or values").at(span);
            let expected = match self.net.program {
                Some(_) => "a condition on its variables, such as `x == 1`",
                None => "a condition on its places, such as `tokens(p(a)) == 1`",
            };
            self.diagnostics.push(found.expected(expected));
            return None;
        }
        let same = self.net.place_ids().map(|place| {
            let terms = [(1, Tokens { place, colours: Pattern::Any })];
            let tokens = self.net.place(place).initial.tokens();
            let comparison = Comparison::build(terms, Relation::Equal, i128::from(tokens));
            Formula::Compare(comparison.expect("a number of tokens is within the limits"))
        });
        let mut same: Vec<_> = same.collect();
        Some(match same.len() {
            0 => Formula::Constant(true),
            1 => same.remove(0),
            _ => Formula::And(same),
        })
    }

    fn place(&mut self, name: &Name) -> Option<PlaceId> {
        let place = self.nodes.place(&name.text);
        if place.is_none() {
            self.report(name, NodeKind::Place);
        }
        place
    }

    fn transition(&mut self, name: &Name) -> Option<TransitionId> {
        let transition = self.nodes.transition(&name.text);
        if transition.is_none() {
            self.report(name, NodeKind::Transition);
        }
        transition
    }

    /// Reports an unknown node of this kind, once.
    fn report(&mut self, name: &Name, kind: NodeKind) {
        if !self.reported.insert((kind, name.text.clone())) {
            return;
        }
        let mut diagnostic = self.nodes.missing(&name.text, kind).at(name.span);
        if self.reported.len() <= SUGGESTIONS {
            diagnostic.help = hint::word(&name.text).or_else(|| self.nodes.suggestion(&name.text, kind));
        }
        self.diagnostics.push(diagnostic);
    }
}

/// Maps all items even if one fails, so that each error is reported.
fn every<T, U>(items: &[T], map: impl FnMut(&T) -> Option<U>) -> Option<Vec<U>> {
    let mapped: Vec<Option<U>> = items.iter().map(map).collect();
    mapped.into_iter().collect()
}
