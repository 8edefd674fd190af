//! The construction of the minimal coverability set.
//!
//! Source: Finkel, Haddad and Khmelnitsky, *Minimal Coverability Tree Construction Made Complete and Efficient*, FoSSaCS 2020
//! (MinCov). A tree grows from the initial marking. An open node is *covered* where a closed one has no less of anything; then it goes. Where it is greater than
//! one of its ancestors, the path between them is an [`Acceleration`], which is remembered for the whole tree; what is below the ancestor goes, and the ancestor is open
//! again. Otherwise all that it covers goes, and it gets a child for each transition. When no node is open, the markings of the tree are the maximal
//! elements of the downward closure of what is reachable.
//!
//! We differ in two things. An acceleration begins again at the first node of the path from the root where it is possible, not only at the ancestor where it was found; more goes at once that would go later.
//! And some places are *exact*: a marking covers another one only if both hold the same number there. This is what the algorithm does
//! on the net in which such a place is replaced by a place for each of its contents; so it is complete, and ends where these places are bounded. It costs nothing for
//! places of an invariant, since of two markings that are comparable neither has more there, and then it lets us find
//! comparable markings by hashing. It makes the algorithm right with inhibitor arcs, resets and capacities, which ask for more than enough
//! tokens: the places that they look at are always exact. Where one of these is unbounded, coverability is undecidable or needs other means, and the construction may not end;
//! what it has found is true all the same.

use std::collections::{BTreeSet, VecDeque};

use sanderling_model::{Bounds, Proof, Structure};
use sanderling_net::{PlaceId, TransitionId};
use sanderling_system::{EventId, SelfCovering};

use crate::acceleration::{Acceleration, AccelerationId, Step, looked_at};
use crate::budget::{Budget, Stopped};
use crate::firing::Firings;
use crate::layout::{Layout, TooMany};
use crate::remembered::Remembered;
use crate::set::CoverabilitySet;
use crate::tree::{NodeId, ROOT, Reference, Tree};

/// What a new node costs, in words that are compared: its group is found, and it is tied to others.
const WORK_OF_NODE: u64 = 64;

/// After so many open nodes and successors somebody looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 64;

/// Which open node is next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The one that was found first: paths are short.
    BreadthFirst,
    /// The one that was found last: paths are found soon.
    DepthFirst,
}

/// A construction under way.
#[derive(Debug)]
pub struct Construction<'a> {
    pub(crate) structure: &'a Structure,
    pub(crate) layout: Layout,
    pub(crate) tree: Tree,
    pub(crate) accelerations: Remembered,
    open: VecDeque<Reference>,
    order: Order,
    firings: Firings,
    self_covering: Option<SelfCovering>,
    /// Whether a place of which no bound is proved is exact.
    has_unbounded_conditions: bool,
    /// Memory for a marking, its successor and what is enabled there.
    marking: Vec<u64>,
    successor: Vec<u64>,
    enabled: Vec<TransitionId>,
    /// Memory for the accelerations to be tried, and for the nodes that are covered by a new one.
    candidates: Vec<AccelerationId>,
    covered: Vec<NodeId>,
    work: u64,
    /// The open nodes and the successors so far.
    taken: u64,
}

/// What an open node is to the others.
enum Standing {
    /// A closed one has no less of anything.
    Covered,
    /// It is greater than this ancestor.
    Greater(NodeId),
    /// It is greater than those that are `covered`, and none of them leads to it.
    New,
}

impl<'a> Construction<'a> {
    /// At the initial marking. Besides those that have to be, the places of `exact` are exact.
    ///
    /// # Errors
    /// Where the initial marking has more tokens than are counted.
    pub fn begin(
        structure: &'a Structure,
        bounds: &Bounds,
        exact: impl Fn(PlaceId) -> bool,
        order: Order,
    ) -> Result<Self, Stopped> {
        let mut is_exact: Vec<bool> =
            structure.place_ids().map(|place| exact(place) || is_of_an_invariant(bounds, place)).collect();
        for transition in structure.transition_ids() {
            structure.at_most(transition).for_each(|(place, _)| is_exact[place.index()] = true);
            structure.reset(transition).iter().for_each(|place| is_exact[place.index()] = true);
        }
        let layout = Layout::new(structure, bounds, |place| is_exact[place.index()]);
        let mut initial = vec![0; layout.words()];
        for (place, &tokens) in structure.place_ids().zip(structure.initial()) {
            layout.field(place).put(&mut initial, tokens).ok_or(TooMany(place))?;
        }
        let tree = Tree::new(&initial, layout.exact(&initial));
        let open = VecDeque::from([tree.refer_to(ROOT)]);
        Ok(Self {
            structure,
            firings: Firings::new(structure, bounds, &layout),
            layout,
            tree,
            accelerations: Remembered::none(structure.place_count()),
            marking: initial.clone(),
            successor: initial,
            enabled: Vec::new(),
            candidates: Vec::new(),
            covered: Vec::new(),
            open,
            order,
            self_covering: None,
            has_unbounded_conditions: structure
                .place_ids()
                .any(|place| is_exact[place.index()] && bounds.upper(place).is_none()),
            work: 0,
            taken: 0,
        })
    }

    /// Goes on until a path is found that can be repeated for ever, or everything is covered: then there is none.
    ///
    /// # Errors
    /// Where the budget is used up.
    pub fn self_covering(&mut self, budget: &Budget<'_>) -> Result<Option<&SelfCovering>, Stopped> {
        while self.self_covering.is_none() && self.step(budget)? {}
        Ok(self.self_covering.as_ref())
    }

    /// Goes on until everything is covered.
    ///
    /// # Errors
    /// Where the budget is used up.
    pub fn proceed(&mut self, budget: &Budget<'_>) -> Result<(), Stopped> {
        while self.step(budget)? {}
        Ok(())
    }

    /// Goes on until everything is covered.
    ///
    /// # Errors
    /// Where the budget is used up.
    pub fn complete(mut self, budget: &Budget<'_>) -> Result<CoverabilitySet<'a>, Stopped> {
        self.proceed(budget)?;
        Ok(CoverabilitySet::of(self))
    }

    /// The places that have turned out to hold as many tokens as one likes. There are no others once everything is covered.
    #[must_use]
    pub fn unbounded(&self) -> BTreeSet<PlaceId> {
        self.accelerations.all.iter().flat_map(Acceleration::raised).collect()
    }

    /// Takes an open node; answers whether there was one.
    fn step(&mut self, budget: &Budget<'_>) -> Result<bool, Stopped> {
        let Some(node) = self.next() else { return Ok(false) };
        if let Some(stopped) = self.exceeded(budget) {
            self.open.push_back(self.tree.refer_to(node));
            return Err(stopped);
        }
        self.saturate(node);
        match self.standing(node) {
            Standing::Covered => self.tree.remove(node),
            Standing::Greater(ancestor) => self.accelerate(ancestor, node),
            Standing::New => {
                for &other in &self.covered {
                    // Removing one may have removed the next.
                    if self.tree.is_there(other) {
                        self.tree.remove(other);
                    }
                }
                if self.has_unbounded_conditions && self.self_covering.is_none() {
                    self.self_covering = self.covering_itself(node);
                }
                if let Err(stopped) = self.expand(node, budget) {
                    // It has to be expanded anew.
                    self.tree.prune(node);
                    self.open.push_back(self.tree.refer_to(node));
                    return Err(stopped);
                }
            }
        }
        Ok(true)
    }

    fn exceeded(&mut self, budget: &Budget<'_>) -> Option<Stopped> {
        let looks = self.taken.is_multiple_of(NODES_BETWEEN_LOOKS);
        self.taken += 1;
        budget
            .is_used_up(self.work, self.tree.bytes() + self.accelerations.bytes())
            .or_else(|| budget.is_over().filter(|_| looks))
    }

    fn next(&mut self) -> Option<NodeId> {
        loop {
            let reference = match self.order {
                Order::BreadthFirst => self.open.pop_front(),
                Order::DepthFirst => self.open.pop_back(),
            }?;
            if let Some(node) = self.tree.open_node(reference) {
                return Some(node);
            }
        }
    }

    /// Accelerates as often as that changes something.
    fn saturate(&mut self, node: NodeId) {
        self.accelerations.find(self.tree.marking(node), &self.layout, &mut self.candidates);
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            self.work += self.candidates.len() as u64;
            for &id in &self.candidates {
                if self.accelerations.all[id as usize].apply(self.tree.marking_mut(node)) {
                    self.tree.add_step(node, Step::Accelerate(id));
                    is_changed = true;
                }
            }
        }
    }

    fn standing(&mut self, node: NodeId) -> Standing {
        let (tree, layout) = (&self.tree, &self.layout);
        let marking = tree.marking(node);
        self.covered.clear();
        for other in tree.beside(node).filter(|&other| other != node) {
            self.work += marking.len() as u64;
            let others = tree.marking(other);
            if !tree.is_open(other) && layout.covers(others, marking) {
                return Standing::Covered;
            }
            if layout.covers(marking, others) {
                self.covered.push(other);
            }
        }
        // One that is equal is no ancestor, since it would be closed.
        match self.covered.iter().find(|&&other| tree.ancestors(node).any(|one| one == other)) {
            Some(&ancestor) => Standing::Greater(ancestor),
            None => Standing::New,
        }
    }

    /// Remembers the path from an ancestor to a greater node, and begins again there, or at the first node on the way
    /// where it is possible: that would be pruned sooner or later.
    fn accelerate(&mut self, ancestor: NodeId, node: NodeId) {
        let path = self.tree.path(Some(ancestor), node);
        if self.self_covering.is_none() {
            self.self_covering = Some(self.repeated(ancestor, node));
        }
        let net = (self.structure, &self.layout);
        let new = Acceleration::of(path, self.tree.marking(ancestor), net, &self.accelerations.all);
        let mut first = ancestor;
        for above in self.tree.ancestors(ancestor) {
            self.successor.copy_from_slice(self.tree.marking(above));
            if new.apply(&mut self.successor) {
                first = above;
            }
        }
        self.accelerations.add(new, &self.layout);
        self.tree.prune(first);
        self.open.push_back(self.tree.refer_to(first));
    }

    /// The run to an ancestor, and the path from there to a node, before there is any acceleration.
    fn repeated(&self, ancestor: NodeId, node: NodeId) -> SelfCovering {
        let events = |ancestor, node| self.tree.path(ancestor, node).into_iter().map(event).collect();
        SelfCovering { prefix: events(None, ancestor), cycle: events(Some(ancestor), node) }
    }

    /// The path from an ancestor to a node with more tokens, if it can be repeated for ever: where none of its steps looks at a place
    /// that grows. There are no accelerations yet.
    fn covering_itself(&mut self, node: NodeId) -> Option<SelfCovering> {
        let tokens = |node: NodeId, place| self.layout.tokens(self.tree.marking(node), place);
        let mut compared = 0;
        let found = self.tree.ancestors(node).find(|&ancestor| {
            compared += self.structure.place_count();
            if !self.structure.place_ids().all(|place| tokens(ancestor, place) <= tokens(node, place)) {
                return false;
            }
            let path = self.tree.path(Some(ancestor), node);
            let looked_at = looked_at(&path, self.structure, &self.accelerations.all);
            looked_at.into_iter().all(|place| tokens(ancestor, place) == tokens(node, place))
        });
        self.work += compared as u64;
        found.map(|ancestor| self.repeated(ancestor, node))
    }

    /// Closes a node, with a child for each transition that leads to something that is not covered. There may be so many of them that
    /// the budget is used up in between.
    fn expand(&mut self, node: NodeId, budget: &Budget<'_>) -> Result<(), Stopped> {
        self.tree.close(node);
        let (mut marking, mut enabled) =
            (std::mem::take(&mut self.marking), std::mem::take(&mut self.enabled));
        marking.copy_from_slice(self.tree.marking(node));
        self.work += self.firings.find_enabled(&self.layout, &marking, &mut enabled) as u64;
        let added = enabled.iter().try_for_each(|&transition| {
            self.add_successor(node, &marking, transition)?;
            self.exceeded(budget).map_or(Ok(()), Err)
        });
        (self.marking, self.enabled) = (marking, enabled);
        added
    }

    /// Adds what firing a transition leads to, if it is not covered.
    fn add_successor(
        &mut self,
        node: NodeId,
        marking: &[u64],
        transition: TransitionId,
    ) -> Result<(), TooMany> {
        self.successor.copy_from_slice(marking);
        self.firings.fire(transition, &mut self.successor)?;
        let successor = &self.successor[..];
        let group = self.tree.group(self.layout.exact(successor));
        self.work += successor.len() as u64;
        for other in self.tree.of_group(group) {
            self.work += successor.len() as u64;
            let others = self.tree.marking(other);
            if self.layout.covers(others, successor)
                && (!self.tree.is_open(other) || self.layout.covers(successor, others))
            {
                return Ok(());
            }
        }
        self.work += WORK_OF_NODE;
        let child = self.tree.add_child(node, successor, group, Step::Fire(transition));
        self.open.push_back(self.tree.refer_to(child));
        Ok(())
    }

    /// The transitions that are enabled in the marking of a node, and the first node that covers what each leads to. Everything
    /// is covered.
    pub(crate) fn successors(&mut self, node: NodeId) -> Vec<(TransitionId, NodeId)> {
        let (marking, mut enabled) = (self.tree.marking(node).to_vec(), Vec::new());
        self.firings.find_enabled(&self.layout, &marking, &mut enabled);
        let covering = |&transition: &TransitionId| {
            let mut successor = marking.clone();
            self.firings.fire(transition, &mut successor).expect("it is covered");
            let group = self.tree.group(self.layout.exact(&successor));
            let covers = |&other: &NodeId| self.layout.covers(self.tree.marking(other), &successor);
            (transition, self.tree.of_group(group).find(covers).expect("everything is covered"))
        };
        enabled.iter().map(covering).collect()
    }
}

/// Whether a transition is enabled with these tokens, or [`OMEGA`].
pub(crate) fn is_enabled(
    structure: &Structure,
    transition: TransitionId,
    tokens: impl Fn(PlaceId) -> u64,
) -> bool {
    structure.needs(transition).all(|(place, needed)| tokens(place) >= needed)
        && structure.at_most(transition).all(|(place, most)| most.is_some_and(|most| tokens(place) <= most))
}

/// The transition of a step of a path that was found before there was any acceleration.
fn event(step: Step) -> EventId {
    match step {
        Step::Fire(transition) => EventId::new(transition.index()),
        Step::Accelerate(_) => unreachable!("there was no acceleration before the first one"),
    }
}

impl From<TooMany> for Stopped {
    fn from(TooMany(place): TooMany) -> Self {
        Self::TooManyTokens(place)
    }
}

/// Whether two comparable markings hold the same number of tokens in a place, since a sum stays the same.
fn is_of_an_invariant(bounds: &Bounds, place: PlaceId) -> bool {
    let is_exact = |index: usize| bounds.invariants().invariants[index].exact;
    matches!(bounds.proof(place), Some(Proof::Invariant(index)) if is_exact(index))
}
