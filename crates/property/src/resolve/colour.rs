//! Resolution of colours: the meaning of a pattern depends on the sort of its place or variable.
//!
//! A constant is given by its id or, if no constant of the sort has that id, by its name if it is unique. Many tools
//! generate ids for constants that they do not display. The same applies to variables.

use std::collections::{BTreeSet, HashMap};
use std::iter::once;

use sanderling_net::{
    Diagnostic, Inscription, Net, Sort, SortId, Span, Term, TransitionId, Value, VariableId,
};

use super::{Resolver, every};
use crate::colour::{Bindings, Pattern, Tokens};
use crate::lexer::written;
use crate::suggest::{listed, nearest};
use crate::syntax::{BindingsSyntax, Name, PatternShape, PatternSyntax, TokensSyntax};

/// Lookup tables for sorts and transitions, built on first use.
#[derive(Debug, Default)]
pub(super) struct Known<'a> {
    constants: HashMap<SortId, HashMap<&'a str, u32>>,
    /// The variables of each transition.
    variables: Vec<BTreeSet<VariableId>>,
}

impl<'a> Resolver<'a> {
    pub(super) fn tokens(&mut self, syntax: &TokensSyntax) -> Option<Tokens> {
        let place = self.place(&syntax.place)?;
        let colours = match &syntax.colours {
            None => Pattern::Any,
            Some(pattern) => {
                let (sort, id) = (self.net.place(place).sort, written(&syntax.place.text));
                if sort == SortId::DOT {
                    let plain = format!("colours of the place `{id}`, which holds plain tokens");
                    return self.refuse(plain, pattern.span, format!("`tokens({id})`"), None);
                }
                if !self.allows_colours {
                    let found = format!("certain colours of the place `{id}`");
                    return self.refuse(found, pattern.span, format!("`tokens({id})`, of all colours"), None);
                }
                self.pattern(sort, pattern)?
            }
        };
        Some(Tokens { place, colours })
    }

    pub(super) fn bindings(&mut self, syntax: &BindingsSyntax) -> Option<Bindings> {
        let transition = self.transition(&syntax.transition)?;
        if let (Some((variable, _)), false) = (syntax.values.first(), self.allows_colours) {
            let id = written(&syntax.transition.text);
            let found = format!("certain bindings of the transition `{id}`");
            return self.refuse(found, variable.span, format!("`fireable({id})`, in any binding"), None);
        }
        let mut values = every(&syntax.values, |(name, pattern)| {
            let variable = self.variable(transition, name)?;
            let sort = self.net.declarations.variables[variable.index()].sort;
            Some((variable, name.span, self.pattern(sort, pattern)?))
        })?;
        values.sort_by_key(|&(variable, span, _)| (variable, span.start));
        if let Some(pair) = values.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let id = written(&self.net.declarations.variables[pair[1].0.index()].id);
            return self.refuse(format!("a second value for `{id}`"), pair[1].1, "one".into(), None);
        }
        let values = values.into_iter().map(|(variable, _, pattern)| (variable, pattern));
        // A pattern that admits everything is omitted.
        let values = values.filter(|(_, pattern)| *pattern != Pattern::Any).collect();
        Some(Bindings { transition, values })
    }

    fn pattern(&mut self, sort: SortId, syntax: &PatternSyntax) -> Option<Pattern> {
        let net = self.net;
        let id = written(&net.declarations.sorts[sort.index()].id);
        match (net.sort(sort), &syntax.shape) {
            (_, PatternShape::Any) => Some(Pattern::Any),
            (Sort::Product(sorts), PatternShape::Tuple(parts)) if sorts.len() == parts.len() => {
                let pairs: Vec<_> = sorts.iter().zip(parts).collect();
                Some(Pattern::tuple(every(&pairs, |(sort, part)| self.pattern(**sort, part))?))
            }
            (Sort::Product(sorts), shape) => {
                let found = match shape {
                    PatternShape::Tuple(parts) => format!("{} colours of the sort `{id}`", parts.len()),
                    _ => format!("one colour of the sort `{id}`"),
                };
                let ids = sorts.iter().map(|part| net.declarations.sorts[part.index()].id.as_str());
                let expected = format!("{}, of {}, or `_` for any", sorts.len(), listed(ids));
                self.refuse(found, syntax.span, expected, None)
            }
            (Sort::List { .. } | Sort::Array { .. }, _) => {
                let found = format!("a colour of the sort `{id}`, which has no words");
                self.refuse(found, syntax.span, "`_` for any".into(), None)
            }
            (_, PatternShape::Tuple(_)) => {
                let found = format!("a tuple as a colour of the sort `{id}`");
                self.refuse(found, syntax.span, self.values_of(sort), None)
            }
            (_, PatternShape::Written(word)) => self.value(sort, word, syntax.span).map(Pattern::Value),
        }
    }

    fn value(&mut self, sort: SortId, word: &str, span: Span) -> Option<Value> {
        let number = word.parse::<i64>();
        let value = match self.net.sort(sort) {
            Sort::Dot => (word == "dot").then_some(Value::Dot),
            Sort::Bool => word.parse().ok().map(Value::Bool),
            Sort::String => Some(Value::String(word.to_string())),
            Sort::Enumeration { .. } => return self.constant(sort, word, span),
            _ => number.ok().map(Value::Integer),
        };
        let value = value.filter(|value| self.net.is_value_of(sort, value));
        value.or_else(|| {
            let id = written(&self.net.declarations.sorts[sort.index()].id);
            self.refuse(
                format!("`{}` is no colour of the sort `{id}`", shown(word)),
                span,
                self.values_of(sort),
                None,
            )
        })
    }

    fn constant(&mut self, sort: SortId, word: &str, span: Span) -> Option<Value> {
        let Sort::Enumeration { constants, .. } = self.net.sort(sort) else { return None };
        let known = self.known.constants.entry(sort).or_insert_with(|| {
            constants.iter().zip(0..).map(|(constant, position)| (constant.id.as_str(), position)).collect()
        });
        if let Some(&position) = known.get(word) {
            return Some(Value::Constant(position));
        }
        let is_named =
            |&(_, constant): &(u32, &sanderling_net::Constant)| constant.name.as_deref() == Some(word);
        let named: Vec<_> = (0..).zip(constants).filter(is_named).collect();
        if let [(position, _)] = named[..] {
            return Some(Value::Constant(position));
        }
        let (id, shown) = (written(&self.net.declarations.sorts[sort.index()].id), shown(word));
        if !named.is_empty() {
            let found = format!("`{shown}` is the name of {} constants of the sort `{id}`", named.len());
            let ids = listed(named.iter().map(|(_, constant)| constant.id.as_str()));
            return self.refuse(found, span, format!("an id: {ids}"), None);
        }
        let words = constants.iter().flat_map(|constant| once(&*constant.id).chain(constant.name.as_deref()));
        let near = nearest(word, words);
        let help = near.map(|near| format!("did you mean `{}`?", written(near)));
        self.refuse(format!("the sort `{id}` has no constant `{shown}`"), span, self.values_of(sort), help)
    }

    fn variable(&mut self, transition: TransitionId, name: &Name) -> Option<VariableId> {
        if self.known.variables.is_empty() {
            self.known.variables = variables(self.net);
        }
        let declared = &self.net.declarations.variables;
        let own = &self.known.variables[transition.index()];
        let by_id = own.iter().find(|variable| declared[variable.index()].id == name.text);
        let mut named =
            own.iter().filter(|variable| declared[variable.index()].name.as_ref() == Some(&name.text));
        let by_name = named.next().filter(|_| named.next().is_none());
        if let Some(variable) = by_id.or(by_name) {
            return Some(*variable);
        }
        let ids = || own.iter().map(|variable| declared[variable.index()].id.as_str());
        let (id, shown) = (written(&self.net.transition(transition).id), written(&name.text));
        let expected = if own.is_empty() { format!("`fireable({id})`") } else { listed(ids()) };
        let words = own.iter().map(|variable| &declared[variable.index()]);
        let words = words.flat_map(|variable| once(&*variable.id).chain(variable.name.as_deref()));
        let help = nearest(&name.text, words).map(|near| format!("did you mean `{}`?", written(near)));
        self.refuse(format!("the transition `{id}` has no variable `{shown}`"), name.span, expected, help)
    }

    /// Returns a description of the possible colours of this sort.
    fn values_of(&self, sort: SortId) -> String {
        match self.net.sort(sort) {
            Sort::Dot => "`dot`".into(),
            Sort::Bool => "`true` or `false`".into(),
            Sort::Range { start, end } => format!("a number from {start} to {end}"),
            Sort::Integer { minimum: Some(least) } => format!("a number from {least} on"),
            Sort::Integer { minimum: None } => "a number".into(),
            Sort::Enumeration { constants, .. } => {
                listed(constants.iter().map(|constant| constant.id.as_str()))
            }
            _ => "`_` for any".into(),
        }
    }

    fn refuse<T>(&mut self, found: String, span: Span, expected: String, help: Option<String>) -> Option<T> {
        let mut diagnostic = Diagnostic::error(found).at(span).expected(expected);
        diagnostic.help = help;
        self.diagnostics.push(diagnostic);
        None
    }
}

/// Returns a word in its probable spelling in the text.
fn shown(word: &str) -> String {
    if word.parse::<i128>().is_ok() { word.to_string() } else { written(word) }
}

/// Returns the variables in the guards, on the arcs and in the code of each transition.
fn variables(net: &Net) -> Vec<BTreeSet<VariableId>> {
    let mut variables = vec![BTreeSet::new(); net.transitions.len()];
    for (transition, own) in net.transitions.iter().zip(&mut variables) {
        let terms = transition.code.iter().map(|assignment| &assignment.value);
        terms.chain(&transition.guard).for_each(|term| collect(term, own));
    }
    for arc in &net.arcs {
        if let Inscription::Term(term) = &arc.inscription {
            collect(term, &mut variables[arc.transition.index()]);
        }
    }
    variables
}

/// Collects the variables of a term. Recurses to the depth of terms, which is limited.
fn collect(term: &Term, variables: &mut BTreeSet<VariableId>) {
    match term {
        Term::Variable(variable) => _ = variables.insert(*variable),
        Term::Tuple(parts) | Term::Apply(_, parts) => parts.iter().for_each(|part| collect(part, variables)),
        _ => {}
    }
}
