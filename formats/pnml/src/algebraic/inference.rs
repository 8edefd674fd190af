//! Type inference for a whole net, in the order in which values flow: tokens in places, input arcs, guards, output
//! arcs.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use sanderling_net::{Arc, ArcKind, Diagnostic, Net, PlaceId, Span, TransitionId};

use super::expression::Expression;
use super::places::{AMBIGUOUS, Part, Places};
use super::syntax;
use super::types::TypeId;
use super::typing::{Scope, Typing};
use super::{Text, Texts, doubt, refused};
use crate::report::{Fatal, Step};

/// A value in a place, or on an arc.
#[derive(Debug)]
pub(super) struct Valued {
    pub(super) expression: Expression,
    pub(super) found: TypeId,
    /// The type of the place that the value belongs to.
    pub(super) part: Part,
}

/// The values that an arc moves.
#[derive(Debug)]
pub(super) struct Moved<'t> {
    pub(super) arc: usize,
    pub(super) text: &'t Text,
    pub(super) values: Vec<Valued>,
}

/// A net with the types of everything in it.
#[derive(Debug, Default)]
pub(super) struct Inferred<'t> {
    pub(super) typing: Typing,
    pub(super) places: Places,
    pub(super) tokens: Vec<(PlaceId, &'t Text, Vec<Valued>)>,
    pub(super) inputs: Vec<Moved<'t>>,
    pub(super) guards: Vec<(TransitionId, &'t Text, Expression)>,
    pub(super) outputs: Vec<Moved<'t>>,
    scopes: HashMap<TransitionId, Scope>,
    /// The claims on types that each text makes.
    claims: Vec<(&'t Text, Range<usize>)>,
    /// Places with a token taken or put whose kind was unknown at that time.
    unclear: Vec<(PlaceId, &'t Text)>,
}

impl<'t> Inferred<'t> {
    /// Infers all types.
    pub(super) fn of(texts: &'t Texts, net: &Net, span: Span) -> Step<Self> {
        check(texts, net, span)?;
        let mut inferred = Self::default();
        inferred.tokens(texts)?;
        inferred.inputs = inferred.moved(texts, net, ArcKind::Input)?;
        inferred.guards(texts, net)?;
        let inputs = std::mem::take(&mut inferred.inputs);
        inferred.inputs = inferred.attached(inputs, net)?;
        let outputs = inferred.moved(texts, net, ArcKind::Output)?;
        inferred.outputs = inferred.attached(outputs, net)?;
        inferred.settle()?;
        Ok(inferred)
    }

    fn tokens(&mut self, texts: &'t Texts) -> Step<()> {
        for (place, text) in &texts.tokens {
            let refuse = |found: String| Fatal::from(refused(text, &found));
            let mut values = Vec::new();
            for expression in syntax::expressions(&text.words).map_err(refuse)? {
                doubt::token(&expression).map_err(|why| Fatal::from(refused(text, why)))?;
                let found = self.typing.expression(&expression, &Scope::default()).map_err(refuse)?;
                let part = self.places.part(*place, found, &mut self.typing.types).map_err(refuse)?;
                values.push(Valued { expression, found, part });
            }
            self.tokens.push((*place, text, values));
        }
        Ok(())
    }

    /// Types the values that arcs of a kind move, without assigning them to parts of a place yet.
    fn moved(&mut self, texts: &'t Texts, net: &Net, kind: ArcKind) -> Step<Vec<Moved<'t>>> {
        let mut all = Vec::new();
        for (arc, text) in texts.bindings.iter().filter(|(arc, _)| net.arcs[*arc].kind == kind) {
            let refuse = |found: String| Fatal::from(refused(text, &found));
            let (scope, mark) =
                (self.scopes.entry(net.arcs[*arc].transition).or_default(), self.typing.mark());
            let mut values = Vec::new();
            for expression in syntax::expressions(&text.words).map_err(refuse)? {
                let found = if kind == ArcKind::Input {
                    doubt::pattern(&expression).map_err(|why| Fatal::from(refused(text, why)))?;
                    self.typing.pattern(&expression, scope)
                } else {
                    doubt::output(&expression).map_err(|why| Fatal::from(refused(text, why)))?;
                    self.typing.expression(&expression, scope)
                };
                values.push(Valued { expression, found: found.map_err(refuse)?, part: 0 });
            }
            check_weight(&net.arcs[*arc], text, values.len())?;
            self.claims.push((text, mark..self.typing.mark()));
            all.push(Moved { arc: *arc, text, values });
        }
        Ok(all)
    }

    /// Assigns values to the parts of places.
    fn attached(&mut self, mut all: Vec<Moved<'t>>, net: &Net) -> Step<Vec<Moved<'t>>> {
        for moved in &mut all {
            let place = net.arcs[moved.arc].place;
            for value in &mut moved.values {
                if self.typing.types.kind(value.found).is_none() {
                    self.unclear.push((place, moved.text));
                }
                let part = self.places.part(place, value.found, &mut self.typing.types);
                value.part = part.map_err(|found| Fatal::from(refused(moved.text, &found)))?;
            }
        }
        Ok(all)
    }

    fn guards(&mut self, texts: &'t Texts, net: &Net) -> Step<()> {
        let fed: HashSet<TransitionId> =
            net.arcs.iter().filter(|arc| arc.kind == ArcKind::Input).map(|arc| arc.transition).collect();
        for (transition, text) in &texts.guards {
            let refuse = |found: String| Fatal::from(refused(text, &found));
            let mark = self.typing.mark();
            let guard = syntax::expression(&text.words).map_err(refuse)?;
            doubt::condition(&guard).map_err(|why| Fatal::from(refused(text, why)))?;
            if !fed.contains(transition) {
                return Err(refused(
                    text,
                    "a guard that the editor does not look at: no arc leads to the transition",
                )
                .into());
            }
            let scope = self.scopes.entry(*transition).or_default();
            self.typing.condition(&guard, scope).map_err(refuse)?;
            self.claims.push((text, mark..self.typing.mark()));
            self.guards.push((*transition, text, guard));
        }
        Ok(())
    }

    /// Performs the checks that require all types to be known.
    fn settle(&mut self) -> Step<()> {
        for (text, claims) in std::mem::take(&mut self.claims) {
            self.typing.settle(claims).map_err(|found| Fatal::from(refused(text, &found)))?;
        }
        match self.unclear.iter().find(|(place, _)| self.places.types(*place).len() > 1) {
            Some((_, text)) => Err(refused(text, AMBIGUOUS).into()),
            None => Ok(()),
        }
    }
}

/// Checks that all parts of a net are algebraic.
fn check(texts: &Texts, net: &Net, span: Span) -> Step<()> {
    if let Some(place) =
        net.places.iter().find(|place| place.initial.tokens() > 0 || place.initial.term().is_some())
    {
        let found = Diagnostic::error(format!("a number of tokens in `{}`, in a net of values", place.id));
        return Err(found.expected("a list of values").at(place.span.unwrap_or(span)).into());
    }
    let mut joined = HashSet::new();
    let bound: HashSet<usize> = texts.bindings.iter().map(|(arc, _)| *arc).collect();
    for (index, arc) in net.arcs.iter().enumerate() {
        let (found, expected) = match arc.kind {
            ArcKind::Input if !joined.insert((arc.place, arc.transition)) => (
                "two arcs from one place to one transition, which the editor lets take the same value",
                "one arc",
            ),
            ArcKind::Input | ArcKind::Output if bound.contains(&index) => continue,
            ArcKind::Input | ArcKind::Output => ("an arc without a binding, in a net of values", "a binding"),
            _ => ("an inhibitor, read or reset arc in a net of values", "an arc with a binding"),
        };
        return Err(Diagnostic::error(found).expected(expected).at(arc.span.unwrap_or(span)).into());
    }
    Ok(())
}

/// Checks the weight of an arc with values, since the editor ignores it.
fn check_weight(arc: &Arc, text: &Text, values: usize) -> Step<()> {
    let weight = arc.inscription.tokens();
    if weight == 1 || weight == values as u64 {
        return Ok(());
    }
    Err(refused(text, &format!("the weight {weight} beside {values} values on an arc")).into())
}
