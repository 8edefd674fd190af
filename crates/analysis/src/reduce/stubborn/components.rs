//! The smallest set for a free choice of the key, by strongly connected components.
//!
//! An event of a component adds the whole component, and everything reachable from it. So the best key is in
//! a component with few enabled events from which no other component with enabled events is reachable. One
//! pass of Tarjan's algorithm (*Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing
//! 1, 1972) from the enabled events finds it. Components are completed in the desired order, and mostly the
//! first one with an enabled event has just one. Valmari, *Stubborn Sets for Reduced State Space
//! Generation*, 1989, section 3.
//!
//! Lists are nodes too: the events that do not accord with a role, the events of a need, the events with a
//! role. So no list is read twice.

use sanderling_system::EventId;

use super::marks::Marks;
use super::relation::Relation;
use super::rows::number;
use super::workspace::{Slots, Workspace};

/// Order of a node whose component is complete and leads to no enabled event.
const CLEAN: u32 = u32::MAX - 1;

/// Order of a node whose component is complete and leads to an enabled event.
const SPOILT: u32 = u32::MAX;

/// A walk over the relation by which events add others.
#[derive(Debug, Default)]
pub(super) struct Walk {
    known: Option<Marks>,
    /// The time of entry of each known node.
    order: Vec<u32>,
    /// The earliest known node that is reachable from it within its component.
    earliest: Vec<u32>,
    entered: u32,
    path: Vec<Step>,
    /// Known nodes whose component is incomplete.
    stack: Vec<u32>,
}

/// A node of the path.
#[derive(Debug)]
struct Step {
    node: u32,
    /// The number of successors that have been visited.
    next: u32,
    /// Whether it leads to a complete component with enabled events.
    is_spoilt: bool,
}

impl Walk {
    fn begin(&mut self, nodes: usize) {
        self.known.get_or_insert_with(|| Marks::new(nodes)).clear();
        self.order.resize(nodes, 0);
        self.earliest.resize(nodes, 0);
        self.entered = 0;
        self.path.clear();
        self.stack.clear();
    }

    /// Adds a node to the path if it is unknown, and returns whether it was.
    fn enter(&mut self, node: u32) -> bool {
        let is_new = self.known.as_mut().is_some_and(|known| known.insert(node));
        if is_new {
            (self.order[node as usize], self.earliest[node as usize]) = (self.entered, self.entered);
            self.entered += 1;
            self.path.push(Step { node, next: 0, is_spoilt: false });
            self.stack.push(node);
        }
        is_new
    }

    /// Handles an edge from the last step of the path to a known node.
    fn meet(&mut self, successor: u32) {
        let order = self.order[successor as usize];
        let Some(step) = self.path.last_mut() else { return };
        match order {
            CLEAN => {}
            SPOILT => step.is_spoilt = true,
            _ => {
                let earliest = &mut self.earliest[step.node as usize];
                *earliest = order.min(*earliest);
            }
        }
    }
}

/// The meaning of a node.
enum Node {
    Event(u32),
    Players(u32),
    Hindered(u32),
    Need(u32),
}

/// Returns the first node of each kind (the events of roles, the hindered roles, the needs), and the end.
fn borders(relation: &Relation) -> [u32; 4] {
    let (events, roles) = (relation.events, relation.players.len());
    [events, events + roles, events + 2 * roles, events + 2 * roles + relation.needs.len()].map(number)
}

fn kind([players, hindered, needs, _]: [u32; 4], node: u32) -> Node {
    match node {
        _ if node < players => Node::Event(node),
        _ if node < hindered => Node::Players(node - players),
        _ if node < needs => Node::Hindered(node - hindered),
        _ => Node::Need(node - needs),
    }
}

/// The best component so far: its number of enabled events, and one of them.
type Best = Option<(usize, u32)>;

impl Workspace {
    /// Returns an enabled event that leads to a smallest set, given the current set.
    pub(super) fn best_key(
        &mut self,
        relation: &Relation,
        slots: &impl Slots,
        events: &[EventId],
    ) -> Option<u32> {
        let mut walk = std::mem::take(&mut self.walk);
        let borders = borders(relation);
        walk.begin(borders[3] as usize);
        let mut best = None;
        for event in events {
            if walk.enter(number(event.index())) {
                self.walk_on(&mut walk, relation, (slots, borders), &mut best);
            }
            if matches!(best, Some((1, _))) || self.work_limit == 0 {
                break;
            }
        }
        self.walk = walk;
        best.map(|(_, event)| event)
    }

    /// Extends the walk until the path is empty or the work limit is reached.
    fn walk_on(
        &mut self,
        walk: &mut Walk,
        relation: &Relation,
        (slots, borders): (&impl Slots, [u32; 4]),
        best: &mut Best,
    ) {
        while let Some(step) = walk.path.last_mut().filter(|_| self.work_limit > 0) {
            self.work_limit -= 1;
            let (node, next) = (step.node, step.next);
            step.next += 1;
            match self.successor(relation, slots, borders, node, next) {
                Some(successor) => {
                    let is_in = successor < borders[0] && self.set.events.has(successor);
                    if !is_in && !walk.enter(successor) {
                        walk.meet(successor);
                    }
                }
                None => self.leave(walk, borders, best),
            }
        }
    }

    /// Returns the successor of a node at a position.
    fn successor(
        &mut self,
        relation: &Relation,
        slots: &impl Slots,
        borders: [u32; 4],
        node: u32,
        position: u32,
    ) -> Option<u32> {
        let [players, hindered, needs, _] = borders;
        let position = position as usize;
        match kind(borders, node) {
            Node::Event(event) if self.enabled.has(event) => {
                relation.roles_of.row(event).get(position).map(|role| hindered + role)
            }
            Node::Event(event) => {
                (position == 0).then(|| needs + self.choose_need(relation, slots, event, false))
            }
            Node::Players(role) => relation.players.row(role).get(position).copied(),
            Node::Hindered(role) => relation.hindering.row(role).get(position).map(|role| players + role),
            Node::Need(need) => relation.needs.row(need).get(position).map(|role| players + role),
        }
    }

    /// Returns from the last node of the path, and examines its component if that is complete.
    fn leave(&self, walk: &mut Walk, borders: [u32; 4], best: &mut Best) {
        let Some(Step { node, mut is_spoilt, .. }) = walk.path.pop() else { return };
        let earliest = walk.earliest[node as usize];
        if earliest == walk.order[node as usize] {
            let first = walk.stack.iter().rposition(|&other| other == node).expect("it is on the stack");
            let is_enabled = |&&member: &&u32| member < borders[0] && self.enabled.has(member);
            let enabled = walk.stack[first..].iter().filter(is_enabled);
            let count = enabled.clone().count();
            if let Some(&key) = enabled.clone().next()
                && !is_spoilt
                && best.is_none_or(|(fewest, _)| count < fewest)
            {
                *best = Some((count, key));
            }
            is_spoilt |= count > 0;
            for member in walk.stack.drain(first..) {
                walk.order[member as usize] = if is_spoilt { SPOILT } else { CLEAN };
            }
        }
        if let Some(before) = walk.path.last_mut() {
            before.is_spoilt |= is_spoilt;
            // A complete component has a later order.
            let known = &mut walk.earliest[before.node as usize];
            *known = earliest.min(*known);
        }
    }
}
