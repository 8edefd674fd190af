//! The construction of the minimal coverability set.
//!
//! Source: Finkel, Haddad and Khmelnitsky, *Minimal Coverability Tree Construction Made Complete and Efficient*,
//! FoSSaCS 2020 (MinCov). A tree grows from the initial marking. An open node is *covered* if a closed one has at least
//! as many tokens in every place; it is then removed. If the node is greater than one of its ancestors, the path
//! between them is an [`Acceleration`], which is stored for the whole tree; the nodes below the ancestor are removed,
//! and the ancestor is opened again. Otherwise all nodes that it covers are removed, and it gets a child for each
//! transition. When no node is open, the markings of the tree are the maximal elements of the downward closure of the
//! reachable markings.
//!
//! Two points differ. An acceleration starts again at the first node of the path from the root where it is possible,
//! not only at the ancestor where it was found. More nodes that would be removed later are then removed at once. And
//! some places are *exact*: a marking covers another one only if both contain the same number there. This is what the
//! algorithm does on the net in which such a place is replaced by a place for each of its contents; so it is complete,
//! and terminates if these places are bounded. For places of an invariant it costs nothing, since of two comparable
//! markings neither has more there, and comparable markings can be found by hashing. It makes the algorithm correct for
//! inhibitor arcs, resets and capacities, which test for more than enough tokens: the places that they test are always
//! exact. If one of these is unbounded, coverability is undecidable or needs other methods, and the construction may
//! not terminate; everything found until then is still true.

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

/// Cost of a new node, in words compared: its group is looked up, and it is linked to others.
const WORK_OF_NODE: u64 = 64;

/// Number of open nodes and successors between two readings of the clock.
const NODES_BETWEEN_LOOKS: u64 = 64;

/// The order in which open nodes are processed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The node that was found first is next: paths are short.
    BreadthFirst,
    /// The node that was found last is next: paths are found soon.
    DepthFirst,
}

/// A construction in progress.
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
    /// Whether a place without a proved bound is exact.
    has_unbounded_conditions: bool,
    /// Memory for a marking, its successor and its enabled transitions.
    marking: Vec<u64>,
    successor: Vec<u64>,
    enabled: Vec<TransitionId>,
    /// Memory for the accelerations to try, and for the nodes that a new one covers.
    candidates: Vec<AccelerationId>,
    covered: Vec<NodeId>,
    work: u64,
    /// The number of open nodes and successors so far.
    taken: u64,
}

/// The relation of an open node to the others.
enum Standing {
    /// A closed node has at least as many tokens in every place.
    Covered,
    /// The node is greater than this ancestor.
    Greater(NodeId),
    /// The node is greater than those that are `covered`, and none of them leads to it.
    New,
}

impl<'a> Construction<'a> {
    /// Starts a construction at the initial marking. The places of `exact` are exact in addition to those that have to
    /// be.
    ///
    /// # Errors
    /// If the initial marking has more tokens than can be counted.
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

    /// Continues until a path is found that can be repeated for ever, or the construction is complete. In the latter
    /// case there is no such path.
    ///
    /// # Errors
    /// If the budget is used up.
    pub fn self_covering(&mut self, budget: &Budget<'_>) -> Result<Option<&SelfCovering>, Stopped> {
        while self.self_covering.is_none() && self.step(budget)? {}
        Ok(self.self_covering.as_ref())
    }

    /// Continues until the construction is complete.
    ///
    /// # Errors
    /// If the budget is used up.
    pub fn proceed(&mut self, budget: &Budget<'_>) -> Result<(), Stopped> {
        while self.step(budget)? {}
        Ok(())
    }

    /// Completes the construction, and returns the set.
    ///
    /// # Errors
    /// If the budget is used up.
    pub fn complete(mut self, budget: &Budget<'_>) -> Result<CoverabilitySet<'a>, Stopped> {
        self.proceed(budget)?;
        Ok(CoverabilitySet::of(self))
    }

    /// Returns the places found to contain arbitrarily many tokens. Once the construction is complete, there are no
    /// others.
    #[must_use]
    pub fn unbounded(&self) -> BTreeSet<PlaceId> {
        self.accelerations.all.iter().flat_map(Acceleration::raised).collect()
    }

    /// Processes an open node, and returns whether there was one.
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
                    // Removing one node may have removed the next.
                    if self.tree.is_there(other) {
                        self.tree.remove(other);
                    }
                }
                if self.has_unbounded_conditions && self.self_covering.is_none() {
                    self.self_covering = self.covering_itself(node);
                }
                if let Err(stopped) = self.expand(node, budget) {
                    // The node has to be expanded again.
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

    /// Applies accelerations as long as one changes the marking.
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
        // An equal node is not an ancestor, since it would be closed.
        match self.covered.iter().find(|&&other| tree.ancestors(node).any(|one| one == other)) {
            Some(&ancestor) => Standing::Greater(ancestor),
            None => Standing::New,
        }
    }

    /// Stores the path from an ancestor to a greater node, and starts again there, or at the first node on the path
    /// from the root where it is possible. That node would eventually be pruned.
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

    /// Returns the run to an ancestor, and the path from there to a node. There must not be any acceleration yet.
    fn repeated(&self, ancestor: NodeId, node: NodeId) -> SelfCovering {
        let events = |ancestor, node| self.tree.path(ancestor, node).into_iter().map(event).collect();
        SelfCovering { prefix: events(None, ancestor), cycle: events(Some(ancestor), node) }
    }

    /// Returns the path from an ancestor to a node with more tokens, if it can be repeated for ever, that is, if none
    /// of its steps tests a place that grows. There are no accelerations yet.
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

    /// Closes a node, with a child for each transition whose successor is not covered. The budget may be exhausted
    /// before the last one.
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

    /// Adds the successor by a transition, if it is not covered.
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

    /// Returns the transitions that are enabled in the marking of a node, and the first node that covers each
    /// successor. The construction must be complete.
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

/// Returns the transition of a step of a path that was found before there was any acceleration.
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

/// Whether any two comparable markings contain the same number of tokens in a place, because of a constant sum.
fn is_of_an_invariant(bounds: &Bounds, place: PlaceId) -> bool {
    let is_exact = |index: usize| bounds.invariants().invariants[index].exact;
    matches!(bounds.proof(place), Some(Proof::Invariant(index)) if is_exact(index))
}
