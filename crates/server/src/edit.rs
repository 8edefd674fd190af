//! Edits of a net. All are applied to a draft, which replaces the net if it is valid.
//!
//! Elements keep their numbers during the edits, and removed ones are only marked. So each edit costs what it changes.
//! The rest is done once: the tables of ids at the start, and the new numbers and [`Net::validate`] at the end.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use sanderling_drawing::Kinds;
use sanderling_net::{
    Arc, ArcKind, Diagnostic, Diagnostics, Inscription, MarkedPlace, Net, Place, PlaceId, Point, Transition,
    TransitionId,
};

use crate::message::{Code, Refusal};
use crate::protocol::{
    Amount, ArcChange, ArcName, Between, Edit, NewArc, NewPlace, NewTransition, PlaceChange, TransitionChange,
};

/// Returns a place/transition net after some edits, with its diagnostics. It has no positions in the file any more,
/// since the file has changed as well. The file's claim that its nested units are safe is dropped.
///
/// # Errors
/// The first edit that fails, with its position from 0 as `edit`, or the errors of the resulting net.
pub(crate) fn edited(net: &Net, edits: &[Edit]) -> Result<(Net, Diagnostics), Refusal> {
    let mut draft = Draft::of(net);
    for (position, edit) in edits.iter().enumerate() {
        draft.carry_out(edit).map_err(|problem| {
            let message = format!("edit {} of {} is invalid; no edit was applied", position + 1, edits.len());
            Refusal::new(Code::BadEdit, message).with(&(*problem).into(), None).about("edit", position)
        })?;
    }
    let net = draft.finished();
    let found = net.validate();
    if found.has_errors() {
        let message = "the edits would not result in a valid net; no edit was applied";
        return Err(Refusal::new(Code::BadEdit, message).with(&found, None));
    }
    Ok((net, found))
}

/// A node by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Place(PlaceId),
    Transition(TransitionId),
}

/// The nodes that an arc joins, and its kind.
type Ends = (PlaceId, TransitionId, ArcKind);

/// A net that is being edited.
struct Draft {
    net: Net,
    nodes: HashMap<String, Node>,
    /// The arcs by their nodes and kind, and by their ids.
    between: HashMap<Ends, Vec<usize>>,
    called: HashMap<String, Vec<usize>>,
    gone: HashSet<Node>,
    gone_arcs: HashSet<usize>,
}

/// The result of one edit.
type Carried = Result<(), Box<Diagnostic>>;

impl Draft {
    fn of(net: &Net) -> Self {
        let places = net.place_ids().map(|id| (net.place(id).id.clone(), Node::Place(id)));
        let transitions =
            net.transition_ids().map(|id| (net.transition(id).id.clone(), Node::Transition(id)));
        let mut draft = Self {
            nodes: places.chain(transitions).collect(),
            between: HashMap::new(),
            called: HashMap::new(),
            gone: HashSet::new(),
            gone_arcs: HashSet::new(),
            net: net.clone(),
        };
        for (at, arc) in net.arcs.iter().enumerate() {
            draft.register(at, arc);
        }
        draft
    }

    fn register(&mut self, at: usize, arc: &Arc) {
        self.between.entry(ends(arc)).or_default().push(at);
        if let Some(id) = &arc.id {
            self.called.entry(id.clone()).or_default().push(at);
        }
    }

    fn carry_out(&mut self, edit: &Edit) -> Carried {
        match edit {
            Edit::AddPlace(new) => self.add_place(new),
            Edit::AddTransition(new) => self.add_transition(new),
            Edit::AddArc(new) => self.add_arc(new),
            Edit::ChangePlace(change) => self.change_place(change),
            Edit::ChangeTransition(change) => self.change_transition(change),
            Edit::ChangeArc(change) => self.change_arc(change),
            Edit::RemovePlace(removed) => {
                let place = self.place(&removed.id)?;
                self.remove(&removed.id, Node::Place(place))
            }
            Edit::RemoveTransition(removed) => {
                let transition = self.transition(&removed.id)?;
                self.remove(&removed.id, Node::Transition(transition))
            }
            Edit::RemoveArc(removed) => {
                let arcs = self.arcs(&removed.arc)?;
                self.gone_arcs.extend(arcs);
                Ok(())
            }
        }
    }

    fn add_place(&mut self, new: &NewPlace) -> Carried {
        let id = PlaceId::new(self.net.places.len());
        self.call(&new.id, Node::Place(id))?;
        self.net.add_place(Place {
            name: new.name.clone(),
            capacity: new.capacity.map(|capacity| capacity.0),
            position: new.position.map(point),
            ..Place::with_tokens(&new.id, new.tokens.0)
        });
        if let Some(units) = &mut self.net.units {
            units.units[units.root.index()].places.push(id);
        }
        Ok(())
    }

    fn add_transition(&mut self, new: &NewTransition) -> Carried {
        self.call(&new.id, Node::Transition(TransitionId::new(self.net.transitions.len())))?;
        let (name, position) = (new.name.clone(), new.position.map(point));
        self.net.add_transition(Transition { name, position, ..Transition::plain(&new.id) });
        Ok(())
    }

    fn add_arc(&mut self, new: &NewArc) -> Carried {
        let (place, transition, kind) =
            (self.place(&new.place)?, self.transition(&new.transition)?, kind(new.kind));
        let weight = weight(kind, new.weight)?;
        let bends = new.bends.iter().copied().map(point).collect();
        let arc = Arc { id: new.id.clone(), bends, ..Arc::weighted(place, transition, kind, weight) };
        self.register(self.net.arcs.len(), &arc);
        self.net.add_arc(arc);
        Ok(())
    }

    fn change_place(&mut self, change: &PlaceChange) -> Carried {
        let id = self.place(&change.place)?;
        if let Some(new) = &change.id {
            self.call_anew(&change.place, new, Node::Place(id))?;
        }
        let place = &mut self.net.places[id.index()];
        set(&mut place.id, change.id.clone());
        set(&mut place.name, change.name.clone());
        set(&mut place.initial, change.tokens.map(|tokens| Inscription::Tokens(tokens.0)));
        set(&mut place.capacity, change.capacity.map(|capacity| capacity.map(|Amount(most)| most)));
        set(&mut place.position, change.position.map(|position| position.map(point)));
        Ok(())
    }

    fn change_transition(&mut self, change: &TransitionChange) -> Carried {
        let id = self.transition(&change.transition)?;
        if let Some(new) = &change.id {
            self.call_anew(&change.transition, new, Node::Transition(id))?;
        }
        let transition = &mut self.net.transitions[id.index()];
        set(&mut transition.id, change.id.clone());
        set(&mut transition.name, change.name.clone());
        set(&mut transition.position, change.position.map(|position| position.map(point)));
        Ok(())
    }

    fn change_arc(&mut self, change: &ArcChange) -> Carried {
        let arcs = self.arcs(&change.arc)?;
        let &[at] = arcs.as_slice() else {
            let several = Diagnostic::error(format!("{} arcs of this kind between these nodes", arcs.len()));
            let several = several.expected("one, or its id");
            return Err(Box::new(several.help("remove them, and add a single arc that replaces them")));
        };
        self.forget(at);
        let arc = &mut self.net.arcs[at];
        set(&mut arc.id, change.id.clone());
        set(&mut arc.kind, change.kind.map(kind));
        set(&mut arc.bends, change.bends.as_ref().map(|bends| bends.iter().copied().map(point).collect()));
        let given = change.weight.unwrap_or(Amount(arc.inscription.tokens()));
        arc.inscription = Inscription::Tokens(weight(arc.kind, given)?);
        let arc = arc.clone();
        self.register(at, &arc);
        Ok(())
    }

    fn remove(&mut self, id: &str, node: Node) -> Carried {
        self.nodes.remove(id);
        self.gone.insert(node);
        Ok(())
    }

    /// Removes an arc from the tables.
    fn forget(&mut self, at: usize) {
        let arc = &self.net.arcs[at];
        take_out(&mut self.between, &ends(arc), at);
        if let Some(id) = &arc.id {
            take_out(&mut self.called, id, at);
        }
    }

    /// Gives a node an id, which must be new.
    fn call(&mut self, id: &str, node: Node) -> Carried {
        if id.is_empty() {
            return Err(Box::new(Diagnostic::error("a node without id")));
        }
        match self.nodes.entry(id.to_owned()) {
            Entry::Vacant(vacant) => {
                vacant.insert(node);
                Ok(())
            }
            Entry::Occupied(_) => {
                let taken = Diagnostic::error(format!("the id `{id}` belongs to another node"));
                Err(Box::new(taken.element(id).expected("an id of its own")))
            }
        }
    }

    fn call_anew(&mut self, old: &str, new: &str, node: Node) -> Carried {
        if old != new {
            self.call(new, node)?;
            self.nodes.remove(old);
        }
        Ok(())
    }

    fn place(&self, id: &str) -> Result<PlaceId, Box<Diagnostic>> {
        match self.nodes.get(id) {
            Some(Node::Place(place)) => Ok(*place),
            other => Err(Box::new(no_node(id, "place", other.is_some()))),
        }
    }

    fn transition(&self, id: &str) -> Result<TransitionId, Box<Diagnostic>> {
        match self.nodes.get(id) {
            Some(Node::Transition(transition)) => Ok(*transition),
            other => Err(Box::new(no_node(id, "transition", other.is_some()))),
        }
    }

    /// Returns the arcs with this name: at least one, and exactly one if the name is an id.
    fn arcs(&self, name: &ArcName) -> Result<Vec<usize>, Box<Diagnostic>> {
        let (found, missing) = match name {
            ArcName::Id(id) => (self.called.get(id), format!("arc `{id}`")),
            ArcName::Between(Between { place, transition, kind: of }) => {
                let ends = (self.place(place)?, self.transition(transition)?, kind(*of));
                (self.between.get(&ends), format!("such arc between `{place}` and `{transition}`"))
            }
        };
        let is_there = |at: &&usize| self.is_there(**at);
        let found: Vec<usize> = found.into_iter().flatten().filter(is_there).copied().collect();
        match (name, found.len()) {
            (_, 0) => Err(Box::new(Diagnostic::error(format!("the net has no {missing}")))),
            (ArcName::Id(id), 2..) => {
                let several = Diagnostic::error(format!("{} arcs have the id `{id}`", found.len()));
                Err(Box::new(several.element(id).expected("its place, its transition and its kind")))
            }
            _ => Ok(found),
        }
    }

    fn is_there(&self, at: usize) -> bool {
        let arc = &self.net.arcs[at];
        !self.gone_arcs.contains(&at)
            && !self.gone.contains(&Node::Place(arc.place))
            && !self.gone.contains(&Node::Transition(arc.transition))
    }

    /// Returns the net without the removed elements, and with new numbers for the rest.
    fn finished(self) -> Net {
        let Self { mut net, gone, gone_arcs, .. } = self;
        let places = numbered(net.place_ids(), |&id| !gone.contains(&Node::Place(id)), PlaceId::new);
        let is_kept = |id: &TransitionId| !gone.contains(&Node::Transition(*id));
        let transitions = numbered(net.transition_ids(), is_kept, TransitionId::new);
        let place = |old: PlaceId| places[old.index()];
        keep(&mut net.places, &places);
        keep(&mut net.transitions, &transitions);
        net.places.iter_mut().for_each(|place| place.span = None);
        net.transitions.iter_mut().for_each(|transition| transition.span = None);
        let arcs = (0..).zip(net.arcs).filter(|(at, _)| !gone_arcs.contains(at));
        let renumbered = |(_, arc): (usize, Arc)| {
            let transition = transitions[arc.transition.index()]?;
            Some(Arc { place: place(arc.place)?, transition, span: None, ..arc })
        };
        net.arcs = arcs.filter_map(renumbered).collect();
        if let Some(units) = &mut net.units {
            units.claims_safe = false;
            for unit in &mut units.units {
                unit.places = unit.places.iter().filter_map(|&old| place(old)).collect();
            }
        }
        for page in &mut net.pages {
            page.places = page.places.iter().filter_map(|&old| place(old)).collect();
            let kept = page.transitions.iter().filter_map(|old| transitions[old.index()]);
            page.transitions = kept.collect();
        }
        for marking in &mut net.final_markings {
            let marked = |one: &MarkedPlace| Some(MarkedPlace { place: place(one.place)?, ..*one });
            *marking = marking.iter().filter_map(marked).collect();
        }
        net
    }
}

/// Returns the new numbers of the remaining elements by their old ones.
fn numbered<I>(
    ids: impl Iterator<Item = I>,
    is_kept: impl Fn(&I) -> bool,
    id: impl Fn(usize) -> I,
) -> Vec<Option<I>> {
    let mut next = 0..;
    ids.map(|old| if is_kept(&old) { next.next().map(&id) } else { None }).collect()
}

fn keep<T, I>(elements: &mut Vec<T>, numbers: &[Option<I>]) {
    let mut numbers = numbers.iter();
    elements.retain(|_| numbers.next().is_some_and(Option::is_some));
}

/// Replaces the old value if there is a new one.
fn set<T>(old: &mut T, new: Option<T>) {
    if let Some(new) = new {
        *old = new;
    }
}

fn take_out<K: Hash + Eq>(table: &mut HashMap<K, Vec<usize>>, key: &K, at: usize) {
    if let Some(arcs) = table.get_mut(key) {
        arcs.retain(|&other| other != at);
    }
}

fn no_node(id: &str, wanted: &str, is_other: bool) -> Diagnostic {
    let other = if wanted == "place" { "a transition" } else { "a place" };
    if is_other {
        Diagnostic::error(format!("`{id}` is {other}")).element(id).expected(format!("the id of a {wanted}"))
    } else {
        Diagnostic::error(format!("the net has no {wanted} `{id}`"))
    }
}

/// Returns the weight of an arc of a kind; for a reset arc it is always 1.
fn weight(kind: ArcKind, Amount(given): Amount) -> Result<u64, Box<Diagnostic>> {
    match (kind, given) {
        (ArcKind::Reset, _) => Ok(1),
        (_, 0) => Err(Box::new(Diagnostic::error("weight 0 on an arc").expected("a positive integer"))),
        (_, weight) => Ok(weight),
    }
}

fn ends(arc: &Arc) -> Ends {
    (arc.place, arc.transition, arc.kind)
}

fn point([x, y]: [f64; 2]) -> Point {
    Point { x, y }
}

fn kind(kind: Kinds) -> ArcKind {
    match kind {
        Kinds::Input => ArcKind::Input,
        Kinds::Output => ArcKind::Output,
        Kinds::Inhibitor => ArcKind::Inhibitor,
        Kinds::Read => ArcKind::Read,
        Kinds::Reset => ArcKind::Reset,
    }
}
