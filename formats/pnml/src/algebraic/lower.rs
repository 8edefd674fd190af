//! Conversion of a typed algebraic net to a coloured net.
//!
//! Each place gets its sort, and a place with several types becomes several places. Each text becomes a term. If an arc
//! takes a list apart, a variable in it is the element of the list at its position, and the guard first checks the
//! length of the list.

use std::collections::{HashMap, HashSet};

use sanderling_net::{
    Arc, Diagnostic, Inscription, Net, Operator, Place, PlaceId, Point, SortId, Term, TransitionId,
};

use super::inference::{Inferred, Moved, Valued};
use super::places::Part;
use super::terms::{Bound, Terms};
use super::{Text, refused};
use crate::report::{Fatal, Step};

/// Distance between the places that one place is split into.
const APART: f64 = 60.0;

/// A net that is being coloured.
pub(super) struct Lowering<'n> {
    terms: Terms<'n>,
    /// The places for the parts of a place, from the second part on.
    parts: HashMap<(PlaceId, Part), PlaceId>,
    bound: HashMap<TransitionId, Bound>,
    /// The ids of all nodes.
    ids: HashSet<String>,
    /// Warnings for the user.
    pub(super) warnings: Vec<Diagnostic>,
}

/// Sets the values, the guards and the arcs of a net. Returns warnings for the user.
pub(super) fn colour(inferred: Inferred<'_>, net: &mut Net) -> Step<Vec<Diagnostic>> {
    let Inferred { typing, places, tokens, inputs, guards, outputs, .. } = inferred;
    let nodes = net.places.iter().map(|place| &place.id);
    let ids = nodes.chain(net.transitions.iter().map(|transition| &transition.id)).cloned().collect();
    let mut lowering = Lowering {
        terms: Terms::new(net, typing.types),
        parts: HashMap::new(),
        bound: HashMap::new(),
        ids,
        warnings: Vec::new(),
    };
    for index in 0..lowering.terms.net.places.len() {
        let place = PlaceId::new(index);
        lowering.place(place, places.types(place))?;
    }
    for (place, text, values) in &tokens {
        lowering.initial(*place, text, values)?;
    }
    let inputs = lowering.moved(&inputs, Lowering::taken)?;
    for (transition, text, guard) in &guards {
        let bound = lowering.bound.entry(*transition).or_default();
        let guard =
            lowering.terms.expression(guard, bound).map_err(|found| Fatal::from(refused(text, &found)))?;
        bound.conditions.push(guard);
    }
    let outputs = lowering.moved(&outputs, Lowering::put)?;
    lowering.finish(inputs.into_iter().chain(outputs).collect());
    Ok(lowering.warnings)
}

/// The tokens that an arc moves to or from each part of its place.
type Multisets = Vec<(Part, Vec<Term>)>;

impl Lowering<'_> {
    /// Sets the sort of a place, or splits it into several places.
    fn place(&mut self, place: PlaceId, types: &[super::types::TypeId]) -> Step<()> {
        let original = self.terms.net.place(place).clone();
        let mut sorts = Vec::with_capacity(types.len());
        for &found in types {
            let kind = self.terms.types.kind(found).map_or("", super::expression::Kind::word);
            let sort = self
                .terms
                .sort(found)
                .map_err(|found| Fatal::from(at(Diagnostic::error(found), &original)))?;
            sorts.push((kind, sort));
        }
        match sorts.as_slice() {
            [] => {}
            [(_, sort)] => self.describe(place, *sort),
            several => self.split(place, &original, several),
        }
        Ok(())
    }

    fn split(&mut self, place: PlaceId, original: &Place, sorts: &[(&str, SortId)]) {
        let mut ids = Vec::new();
        for (part, &(kind, sort)) in sorts.iter().enumerate() {
            let mut id = format!("{}_{kind}", original.id);
            while !self.ids.insert(id.clone()) {
                id.push('_');
            }
            let name = original.name.as_ref().map(|name| format!("{name}_{kind}"));
            let shift = |Point { x, y }| Point { x: x + APART * part as f64, y };
            ids.push(format!("`{id}`"));
            let own = Place { id, name, position: original.position.map(shift), ..original.clone() };
            let of_part = if part == 0 {
                self.terms.net.places[place.index()] = own;
                place
            } else {
                self.terms.net.add_place(own)
            };
            self.parts.insert((place, part), of_part);
            self.describe(of_part, sort);
        }
        let found = format!(
            "`{}` holds values of several types, and is read as a place for each: {}",
            original.id,
            ids.join(", ")
        );
        self.warnings.push(at(Diagnostic::warning(found), original));
    }

    fn describe(&mut self, place: PlaceId, sort: SortId) {
        let place = &mut self.terms.net.places[place.index()];
        place.sort = sort;
        place.initial = Inscription::Term(Box::new(Term::Empty(sort)));
    }

    fn initial(&mut self, place: PlaceId, text: &Text, values: &[Valued]) -> Step<()> {
        for (part, terms) in self.multisets(values, &mut Bound::default(), text, Self::put)? {
            let place = self.part(place, part);
            self.terms.net.places[place.index()].initial = multiset(terms);
        }
        Ok(())
    }

    fn part(&self, place: PlaceId, part: Part) -> PlaceId {
        self.parts.get(&(place, part)).copied().unwrap_or(place)
    }

    /// Computes the tokens that arcs move, by the positions of the arcs.
    fn moved(
        &mut self,
        all: &[Moved<'_>],
        lower: fn(&mut Self, &Valued, &mut Bound) -> Result<Term, String>,
    ) -> Step<Vec<(usize, Multisets)>> {
        let mut found = Vec::with_capacity(all.len());
        for moved in all {
            let transition = self.terms.net.arcs[moved.arc].transition;
            let mut bound = self.bound.remove(&transition).unwrap_or_default();
            let multisets = self.multisets(&moved.values, &mut bound, moved.text, lower)?;
            self.bound.insert(transition, bound);
            found.push((moved.arc, multisets));
        }
        Ok(found)
    }

    fn multisets(
        &mut self,
        values: &[Valued],
        bound: &mut Bound,
        text: &Text,
        lower: fn(&mut Self, &Valued, &mut Bound) -> Result<Term, String>,
    ) -> Step<Multisets> {
        let mut multisets = Multisets::new();
        for value in values {
            let term = lower(self, value, bound).map_err(|found| Fatal::from(refused(text, &found)))?;
            match multisets.iter_mut().find(|(part, _)| *part == value.part) {
                Some((_, terms)) => terms.push(term),
                None => multisets.push((value.part, vec![term])),
            }
        }
        Ok(multisets)
    }

    fn taken(&mut self, value: &Valued, bound: &mut Bound) -> Result<Term, String> {
        self.terms.pattern(&value.expression, value.found, bound)
    }

    fn put(&mut self, value: &Valued, bound: &mut Bound) -> Result<Term, String> {
        self.terms.expression(&value.expression, bound)
    }

    /// Sets the guards of transitions and the inscriptions of arcs.
    fn finish(&mut self, mut moved: HashMap<usize, Multisets>) {
        for (transition, bound) in std::mem::take(&mut self.bound) {
            let mut conditions = bound.conditions;
            let guard = if conditions.len() > 1 {
                Some(Term::Apply(Operator::And, conditions))
            } else {
                conditions.pop()
            };
            self.terms.net.transitions[transition.index()].guard = guard;
        }
        for (index, arc) in std::mem::take(&mut self.terms.net.arcs).into_iter().enumerate() {
            for (part, terms) in moved.remove(&index).unwrap_or_default() {
                let place = self.part(arc.place, part);
                let arc = Arc { place, inscription: multiset(terms), ..arc.clone() };
                self.terms.net.arcs.push(arc);
            }
        }
    }
}

fn multiset(mut terms: Vec<Term>) -> Inscription {
    let term = if terms.len() == 1 { terms.remove(0) } else { Term::Apply(Operator::Sum, terms) };
    Inscription::Term(Box::new(term))
}

fn at(diagnostic: Diagnostic, place: &Place) -> Diagnostic {
    let diagnostic = diagnostic.element(place.id.clone());
    match place.span {
        Some(span) => diagnostic.at(span),
        None => diagnostic,
    }
}
