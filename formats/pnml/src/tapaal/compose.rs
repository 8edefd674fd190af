//! Composition of several components to one net, as TAPAAL does before it checks a query.
//!
//! Places and transitions with the name of a `shared-place` or `shared-transition` are merged for all components. A
//! shared place has the marking of its declaration. A shared transition has the arcs of all active components, so that
//! it fires in all at once; one that occurs in no active component is ignored. With several components, the id of a
//! node is `Component_node` or `Shared_node`. Its name is the name in queries: `Component.node` or `node`. Drawings are
//! placed side by side.
//!
//! Source: `TAPNComposer` of TAPAAL's editor, with one difference. The editor ignores transitions without arcs,
//! although they are always enabled and affect deadlocks. They are kept here, with a warning.

use std::collections::{HashMap, HashSet};

use sanderling_net::{Diagnostic, Place, PlaceId, Point, Span, Transition, TransitionId};

use super::Components;
use crate::builder::{Builder, PendingArc};
use crate::coloured::{Forest, Labels, Marking, TreeId};
use crate::report::Report;
use crate::resolve::end;
use crate::symbol::{Node, SymbolId};

/// Distance between two drawings.
const GAP: f64 = 100.0;

impl<'a> Components<'a> {
    /// Returns the nets, composed to one if they are components.
    pub(crate) fn compose(
        self,
        mut nets: Vec<Builder<'a>>,
        forest: &Forest<'a>,
        report: &mut Report<'a>,
    ) -> Vec<Builder<'a>> {
        if self.shared.is_none() && !(self.are_marked && nets.len() > 1) || nets.is_empty() {
            return nets;
        }
        let is_several = nets.len() > 1;
        let id = if is_several { "ComposedModel".to_owned() } else { std::mem::take(&mut nets[0].id) };
        let mut composed = Builder::new(id, nets[0].declared.clone(), nets[0].span);
        composed.name = if is_several { None } else { nets[0].name.take() };
        let shared = self.shared.unwrap_or_else(|| Builder::new(String::new(), String::new(), nets[0].span));
        let composition = Composition {
            places: vec![None; shared.places.len()],
            transitions: vec![None; shared.transitions.len()],
            shared,
            composed,
            is_several,
            next_x: None,
            forest,
            report,
        };
        vec![composition.of(nets)]
    }
}

/// A composition in progress; see the module.
struct Composition<'c, 'a> {
    composed: Builder<'a>,
    shared: Builder<'a>,
    /// The nodes of the composed net for the shared places that some component has.
    places: Vec<Option<Added<PlaceId>>>,
    /// The nodes of the composed net for the shared transitions that some component has, with their conditions.
    transitions: Vec<Option<(Added<TransitionId>, Option<TreeId>)>>,
    /// Whether there are other components.
    is_several: bool,
    /// The x coordinate at which the next drawing begins.
    next_x: Option<f64>,
    forest: &'c Forest<'a>,
    report: &'c mut Report<'a>,
}

/// A node of the composed net.
type Added<Id> = (Id, SymbolId);

impl<'a> Composition<'_, 'a> {
    fn of(mut self, components: Vec<Builder<'a>>) -> Builder<'a> {
        for component in components {
            self.component(component);
        }
        let labels = std::mem::take(&mut self.shared.coloured);
        let places = self.places.iter().map(|place| place.map(|(place, _)| place)).collect::<Vec<_>>();
        self.labels(labels, &places);
        self.warn_of_orphans();
        self.composed
    }

    fn component(&mut self, mut component: Builder<'a>) {
        component.settle(self.report);
        if component.units.is_some() {
            let found = "nested units of a component, which are omitted from the composed net";
            self.report.say(Diagnostic::warning(found).at(component.span));
        }
        if !component.classes.is_empty() || !component.texts.is_empty() {
            let found = "a component with labels that TAPAAL does not have";
            let error = Diagnostic::error(found).expected("TAPAAL's own labels, or a single net");
            self.report.say(error.at(component.span));
        }
        if !component.final_markings.is_empty() {
            let found = "final markings of a component, which are omitted from the composed net";
            self.report.say(Diagnostic::warning(found).at(component.span));
        }
        let shift = self.shift(&component);
        let name = std::mem::take(&mut component.id);
        let mut places = Vec::with_capacity(component.places.len());
        for mut place in std::mem::take(&mut component.places) {
            move_by(place.position.as_mut(), shift);
            places.push(self.place(&name, place));
        }
        let conditions: HashMap<_, _> = component.coloured.conditions.drain(..).collect();
        let mut transitions = Vec::with_capacity(component.transitions.len());
        for (number, mut transition) in std::mem::take(&mut component.transitions).into_iter().enumerate() {
            move_by(transition.position.as_mut(), shift);
            let condition = conditions.get(&TransitionId::new(number)).copied();
            transitions.push(self.transition(&name, transition, condition));
        }
        let own = |&(place, _, is_shared): &(PlaceId, SymbolId, bool)| (!is_shared).then_some(place);
        let own: Vec<_> = places.iter().map(own).collect();
        self.labels(std::mem::take(&mut component.coloured), &own);
        for mut arc in std::mem::take(&mut component.arcs) {
            arc.bends.iter_mut().for_each(|bend| move_by(Some(bend), shift));
            let symbol = |node| match node {
                Node::Place(place) => Some(places[place.index()].1),
                Node::Transition(transition) => Some(transitions[transition.index()]),
                Node::PlaceReference(_) | Node::TransitionReference(_) => None,
            };
            self.arc(&name, &component, arc, symbol);
        }
    }

    /// Adds a place, unless it is a shared place that was added before.
    fn place(&mut self, component: &str, mut place: Place) -> (PlaceId, SymbolId, bool) {
        let span = place.span.unwrap_or(self.composed.span);
        match self.shared_node(called(place.name.as_ref(), &place.id), "place", span) {
            Some(Node::Place(shared)) => {
                let added = self.places[shared.index()].unwrap_or_else(|| {
                    let declared = self.shared.places[shared.index()].clone();
                    let id =
                        if self.is_several { format!("Shared_{}", declared.id) } else { place.id.clone() };
                    let added = Place { name: place.name.clone(), position: place.position, ..declared };
                    self.add_place(Place { id, ..added }, span)
                });
                self.places[shared.index()] = Some(added);
                self.check_marking(&place, &self.shared.places[shared.index()].clone(), span);
                (added.0, added.1, true)
            }
            _ => {
                self.rename(component, &mut place.id, &mut place.name);
                let (place, symbol) = self.add_place(place, span);
                (place, symbol, false)
            }
        }
    }

    /// Adds a transition, unless it is a shared transition that was added before.
    fn transition(
        &mut self,
        component: &str,
        mut transition: Transition,
        condition: Option<TreeId>,
    ) -> SymbolId {
        let span = transition.span.unwrap_or(self.composed.span);
        let shared = self.shared_node(called(transition.name.as_ref(), &transition.id), "transition", span);
        let Some(Node::Transition(shared)) = shared else {
            self.rename(component, &mut transition.id, &mut transition.name);
            return self.add_transition(transition, condition, span).1;
        };
        if let Some((added, first)) = self.transitions[shared.index()] {
            self.check_condition(first, condition, &transition.id, span);
            return added.1;
        }
        if self.is_several {
            transition.id = format!("Shared_{}", self.shared.transitions[shared.index()].id);
        }
        let added = self.add_transition(transition, condition, span);
        self.transitions[shared.index()] = Some((added, condition));
        added.1
    }

    fn add_place(&mut self, place: Place, span: Span) -> Added<PlaceId> {
        let number = PlaceId::new(self.composed.places.len());
        let symbol = self.declare(&place.id, Node::Place(number), span);
        self.composed.places.push(place);
        (number, symbol)
    }

    fn add_transition(
        &mut self,
        transition: Transition,
        condition: Option<TreeId>,
        span: Span,
    ) -> Added<TransitionId> {
        let number = TransitionId::new(self.composed.transitions.len());
        let symbol = self.declare(&transition.id, Node::Transition(number), span);
        self.composed.transitions.push(transition);
        self.composed.coloured.conditions.extend(condition.map(|condition| (number, condition)));
        (number, symbol)
    }

    /// Declares an id; reports an error if it is declared already.
    fn declare(&mut self, id: &str, node: Node, span: Span) -> SymbolId {
        let symbol = self.composed.symbols.intern(id.to_owned().into());
        if let Err(earlier) = self.composed.symbols.declare(symbol, node, span) {
            self.report.say_error(|| {
                Diagnostic::error(format!("a second node that is called `{id}` in the composed net"))
                    .related(earlier.span, "the first one")
                    .help("rename one of the two, or a component")
                    .at(span)
            });
        }
        symbol
    }

    /// Returns the shared node of this name.
    fn shared_node(&mut self, name: &str, kind: &str, span: Span) -> Option<Node> {
        if !self.shared.symbols.is_used(name) {
            return None;
        }
        let symbol = self.shared.symbols.intern(name.to_owned().into());
        let declared = self.shared.symbols.declared(symbol)?;
        if declared.node.kind() != kind {
            let other = declared.node.kind();
            let found = format!("a {kind} with the name `{name}`, which is that of a shared {other}");
            self.report.say(Diagnostic::error(found).related(declared.span, "shared").element(name).at(span));
            return None;
        }
        Some(declared.node)
    }

    /// Sets the id and the name of a component's node in the composed net.
    fn rename(&self, component: &str, id: &mut String, name: &mut Option<String>) {
        if self.is_several {
            let own = called(name.as_ref(), id).to_owned();
            *id = format!("{component}_{own}");
            *name = Some(format!("{component}.{own}"));
        }
    }

    fn check_marking(&mut self, place: &Place, shared: &Place, span: Span) {
        if place.initial != shared.initial {
            self.report.flaw("markings of shared places", || {
                let found = "an initial marking that is not that of the shared place, which counts";
                let shared = shared.span.unwrap_or(span);
                Diagnostic::warning(found).element(&place.id).related(shared, "shared").at(span)
            });
        }
    }

    fn check_condition(&mut self, first: Option<TreeId>, other: Option<TreeId>, id: &str, span: Span) {
        let is_same = match (first, other) {
            (Some(first), Some(other)) => self.forest.are_alike(first, other),
            (first, other) => first.is_none() && other.is_none(),
        };
        if !is_same {
            self.report.say_error(|| {
                let found = "a shared transition with another condition than in the component before";
                Diagnostic::error(found).expected("the same condition in all components").element(id).at(span)
            });
        }
    }

    /// Adds coloured labels. `places` maps their places to those of the composed net; labels of places without an entry
    /// are omitted, since other labels apply there.
    fn labels(&mut self, labels: Labels, places: &[Option<PlaceId>]) {
        let to = &mut self.composed.coloured;
        to.is_coloured |= labels.is_coloured;
        to.declarations.extend(labels.declarations);
        let types = labels.types.into_iter();
        to.types.extend(types.filter_map(|(place, sort)| Some((places[place.index()]?, sort))));
        let markings = labels.markings.into_iter();
        to.markings.extend(markings.filter_map(|m| Some(Marking { place: places[m.place.index()]?, ..m })));
    }

    /// Adds an arc; `symbol` maps its nodes to their symbols in the composed net.
    fn arc(
        &mut self,
        component: &str,
        from: &Builder<'a>,
        arc: PendingArc<'a>,
        symbol: impl Fn(Node) -> Option<SymbolId>,
    ) {
        let source = end(arc.source, "source", arc.span, &from.symbols, self.report).and_then(&symbol);
        let target = end(arc.target, "target", arc.span, &from.symbols, self.report).and_then(&symbol);
        let (Some(source), Some(target)) = (source, target) else { return };
        let id = match arc.id {
            Some(id) if self.is_several => Some(format!("{component}_{id}").into()),
            id => id,
        };
        self.composed.arcs.push(PendingArc { id, source, target, ..arc });
    }

    fn warn_of_orphans(&mut self) {
        let ends = self.composed.arcs.iter().flat_map(|arc| [arc.source, arc.target]);
        let joined: HashSet<SymbolId> = ends.collect();
        for transition in &self.composed.transitions {
            let symbol = self.composed.symbols.intern(transition.id.clone().into());
            if let (false, Some(span)) = (joined.contains(&symbol), transition.span) {
                let warning = "a transition without arcs, which is always enabled; TAPAAL leaves it out";
                self.report.say(Diagnostic::warning(warning).element(&transition.id).at(span));
            }
        }
    }

    /// Returns how far a component's drawing moves to the right.
    fn shift(&mut self, component: &Builder<'a>) -> f64 {
        let places = component.places.iter().filter_map(|place| place.position);
        let transitions = component.transitions.iter().filter_map(|transition| transition.position);
        let bends = component.arcs.iter().flat_map(|arc| arc.bends.iter().copied());
        let xs = || places.clone().chain(transitions.clone()).chain(bends.clone()).map(|point| point.x);
        let (Some(left), Some(right)) = (xs().reduce(f64::min), xs().reduce(f64::max)) else { return 0.0 };
        let shift = self.next_x.map_or(0.0, |next| next - left);
        self.next_x = Some(right + shift + GAP);
        shift
    }
}

/// Returns TAPAAL's name of a node.
fn called<'n>(name: Option<&'n String>, id: &'n str) -> &'n str {
    name.map_or(id, String::as_str)
}

fn move_by(point: Option<&mut Point>, shift: f64) {
    if let Some(point) = point {
        point.x += shift;
    }
}
