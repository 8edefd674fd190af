//! Construction of the net from all instances of pages.
//!
//! Merged places have one colour set and one initial marking. A place that always holds the same single token, because
//! each of its arcs returns the variable that it takes, is a parameter. In these transitions, the variable has that
//! value, so that functions of it are evaluated when the file is read. The arcs are kept.

mod list;
mod transition;
mod variable;

use std::collections::{HashMap, HashSet};

use sanderling_net::{Diagnostic, Inscription, Net, Place, PlaceId, Point, Sort, SortId};

use crate::cpn_tools::evaluate::Evaluator;
use crate::cpn_tools::flatten::{Flat, Instance};
use crate::cpn_tools::meaning::{Meaning, Scope, Shape};
use crate::cpn_tools::ml;
use crate::cpn_tools::page::{Direction, Page, PlaceNode};
use crate::cpn_tools::problem::{Outcome, Problem};
use crate::cpn_tools::report::Report;
use variable::has_variables;

/// Distance between the drawings of two instances.
const GAP: f64 = 100.0;

/// The value of the only token of each parameter.
type Parameters = HashMap<usize, Meaning>;

/// A net under construction.
pub(crate) struct Building<'b, 'c> {
    pages: &'b [Page],
    flat: Flat,
    evaluator: Evaluator<'c>,
    report: &'b mut Report,
    net: Net,
    ids: HashSet<String>,
    /// Number of nodes that wanted an id that was taken, by id.
    repeated: HashMap<String, usize>,
    places: HashMap<usize, PlaceId>,
    /// Distance by which the drawing of each instance moves to the right.
    shifts: Vec<f64>,
}

impl<'b, 'c> Building<'b, 'c> {
    pub(crate) fn new(
        pages: &'b [Page],
        flat: Flat,
        evaluator: Evaluator<'c>,
        report: &'b mut Report,
    ) -> Self {
        let shifts = shifts(pages, &flat);
        let (net, ids, places) = (Net::new(""), HashSet::new(), HashMap::new());
        Self { pages, flat, evaluator, report, net, ids, repeated: HashMap::new(), places, shifts }
    }

    /// Returns the net, and reports all problems.
    pub(crate) fn build(mut self) -> Net {
        let mut parameters = Parameters::new();
        for instance in 0..self.flat.instances.len() {
            self.places_of(instance, &mut parameters);
        }
        self.keep_parameters(&mut parameters);
        for instance in 0..self.flat.instances.len() {
            self.transitions_of(instance, &parameters);
        }
        self.net.declarations = std::mem::take(&mut self.evaluator.lower.colours.declarations);
        self.net
    }

    fn page(&self, instance: usize) -> &'b Page {
        &self.pages[self.flat.instances[instance].page]
    }

    /// Returns a unique id: the path and the name, or the id in the file.
    fn id(&mut self, instance: usize, name: &str, id: &str) -> String {
        let own = if name.is_empty() { id } else { name };
        let wish = format!("{}{own}", self.flat.instances[instance].path).replace(' ', "_");
        let mut found = wish.clone();
        while !self.ids.insert(found.clone()) {
            let number = self.repeated.entry(wish.clone()).or_insert(1);
            *number += 1;
            found = format!("{wish}_{number}");
        }
        found
    }

    fn moved(&self, position: Option<Point>, instance: usize) -> Option<Point> {
        position.map(|Point { x, y }| Point { x: x + self.shifts[instance], y })
    }

    fn places_of(&mut self, instance: usize, parameters: &mut Parameters) {
        for (at, node) in self.page(instance).places.iter().enumerate() {
            let number = self.flat.place(instance, at);
            let Some(&place) = self.places.get(&number) else {
                self.new_place(instance, number, node, parameters);
                continue;
            };
            self.same_place(place, number, node, parameters);
        }
    }

    fn new_place(&mut self, instance: usize, number: usize, node: &PlaceNode, parameters: &mut Parameters) {
        let mut added = Place::with_tokens(self.id(instance, &node.name, &node.id), 0);
        (added.position, added.span) = (self.moved(node.position, instance), Some(node.span));
        added.name = Some(node.name.clone()).filter(|name| !name.is_empty() && *name != added.id);
        match self.sort(node) {
            Ok(sort) => added.sort = sort,
            Err(problem) => self.report.say(problem.within("the colour set", &node.colour, node.span)),
        }
        let place = self.net.add_place(added);
        self.places.insert(number, place);
        self.mark(place, number, node, parameters);
    }

    fn sort(&self, node: &PlaceNode) -> Outcome<SortId> {
        let colours = self.evaluator.colours();
        Ok(colours.get(colours.named(&node.colour)?).sort)
    }

    /// Adds another drawing of a place, which must have the same colour set and no other marking.
    fn same_place(&mut self, place: PlaceId, number: usize, node: &PlaceNode, parameters: &mut Parameters) {
        let first = &self.net.places[place.index()];
        let (sort, initial, related) = (first.sort, first.initial.clone(), first.span.unwrap_or(node.span));
        if self.sort(node) != Ok(sort) {
            let error = Diagnostic::error("a place that is one with another, of another colour set");
            self.report.say(error.related(related, "the other one").at(node.span));
        }
        if node.initial.is_empty() {
            return;
        }
        self.mark(place, number, node, parameters);
        let marked = &mut self.net.places[place.index()];
        if marked.initial != initial {
            let error = Diagnostic::error("a place that is one with another, with another initial marking");
            self.report.say(error.related(related, "the other one").at(node.span));
        }
    }

    fn mark(&mut self, place: PlaceId, number: usize, node: &PlaceNode, parameters: &mut Parameters) {
        if node.initial.is_empty() {
            return;
        }
        let sort = self.net.places[place.index()].sort;
        let meaning =
            ml::expression(&node.initial).and_then(|read| self.evaluator.evaluate(&read, &Scope::default()));
        let marking = meaning.and_then(|meaning| {
            if let Some(token) = meaning.token() {
                parameters.insert(number, token.clone());
            }
            self.inscription(&meaning, sort)
        });
        let marking = marking.and_then(|marking| match &marking {
            Inscription::Term(term) if has_variables(term) => Err(Problem::new("a variable")),
            _ => Ok(marking),
        });
        match marking {
            Ok(marking) => self.net.places[place.index()].initial = marking,
            Err(problem) => self.report.say(problem.within("the initial marking", &node.initial, node.span)),
        }
    }

    /// Converts tokens to an inscription of a sort.
    fn inscription(&mut self, meaning: &Meaning, sort: SortId) -> Outcome<Inscription> {
        if sort == SortId::DOT
            && let Some(tokens) = meaning.black_tokens()
        {
            return Ok(Inscription::Tokens(tokens));
        }
        let term = match meaning.shape() {
            // In CPN ML, multisets are lists.
            Shape::List(parts) if !self.is_list(sort) => {
                let sum = Meaning::new(Shape::Sum(parts.clone()))?;
                self.evaluator.lower.at(&sum, sort)?
            }
            _ => self.evaluator.lower.at(meaning, sort)?,
        };
        Ok(Inscription::Term(Box::new(term)))
    }

    fn is_list(&self, sort: SortId) -> bool {
        matches!(self.evaluator.colours().described(sort), Sort::List { .. })
    }

    /// Removes the parameters with an arc that does not return what it takes.
    fn keep_parameters(&mut self, parameters: &mut Parameters) {
        for instance in 0..self.flat.instances.len() {
            let page = self.page(instance);
            for arc in page.arcs.iter().filter(|arc| page.transitions[arc.transition].substitution.is_none())
            {
                if arc.direction != Direction::Both {
                    let number = self.flat.place(instance, arc.place);
                    parameters.remove(&number);
                }
            }
        }
    }
}

/// Places the drawings of instances side by side.
fn shifts(pages: &[Page], flat: &Flat) -> Vec<f64> {
    let mut next: Option<f64> = None;
    let shift = |instance: &Instance| {
        let page = &pages[instance.page];
        let places = page.places.iter().filter_map(|place| place.position);
        let transitions = page.transitions.iter().filter_map(|transition| transition.position);
        let xs = || places.clone().chain(transitions.clone()).map(|point| point.x);
        let (Some(left), Some(right)) = (xs().reduce(f64::min), xs().reduce(f64::max)) else { return 0.0 };
        let shift = next.map_or(0.0, |next| next - left);
        next = Some(right + shift + GAP);
        shift
    };
    flat.instances.iter().map(shift).collect()
}
