//! Structural properties: the classes of a net, its weightings, siphons and traps.

use sanderling_model::{Invariant, Structure};
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_report::{Group, Invariant as ReportedInvariant, Listed, PlaceSet, StandardProperty};
use sanderling_structure_theory::{
    Answer, Budget, Class, Flow, Node, PlaceSets, PlaceWeightings, SetKind, ShapeFlaw, TransitionWeightings,
    Unknown, Workflow, place_semiflows, siphon_trap_property, sum, transition_semiflows,
};

use super::Left;
use super::page::{Page, Shown};
use crate::portfolio::plan::Share;

/// Maximum number of siphons, traps or invariants to list.
const MAX_LISTED: usize = 1000;
/// Work limit for one list of invariants, siphons or traps: about a tenth of a second.
const MAX_WORK: u64 = 40_000_000;

/// The time for one list, or for the weightings of one kind.
const ONE_LIST: Share = Share::part(16);
/// The time for the siphon-trap property.
const SIPHON_TRAP: Share = Share::part(8);

/// The structure of a net, for all conclusions from it.
pub(super) struct Theory<'a> {
    pub(super) flow: Flow<'a>,
    pub(super) left: Left<'a>,
}

impl<'a> Theory<'a> {
    /// Creates the theory of a net with this structure.
    pub(super) fn of(structure: &'a Structure, left: Left<'a>) -> Self {
        Self { flow: Flow::of(structure), left }
    }

    /// Runs a function within a share of the remaining time.
    pub(super) fn within<T>(&self, share: Share, work: impl FnOnce(&Budget<'_>) -> T) -> T {
        let left = self.left.within(share);
        let is_over = || left.is_over();
        let mut budget = Budget::new(&is_over);
        (budget.max_listed, budget.max_work) = (MAX_LISTED, MAX_WORK);
        work(&budget)
    }

    /// Answers the requested structural properties.
    pub(super) fn describe(&self, page: &mut Page<'_>, left: Left<'_>) {
        if left.request.wants_of(Group::Structure) {
            let parts = [
                Self::describe_classes,
                Self::describe_weightings,
                Self::describe_siphon_trap,
                Self::describe_workflow_shape,
            ];
            for part in parts {
                // Each part passes over the whole net several times.
                if !left.budget.control().is_cancelled() {
                    part(self, page);
                }
            }
            page.give_up(Group::Structure, left.why_not());
        }
        // Each list starts with work that is linear in the size of the net.
        if left.request.wants_all() && !left.is_over() {
            self.list_invariants(page);
            page.report.siphons = self.sets(SetKind::Siphon, page);
            page.report.traps = self.sets(SetKind::Trap, page);
        }
    }

    fn describe_classes(&self, page: &mut Page<'_>) {
        for (class, property) in CLASSES {
            if !page.lacks(property) || self.left.budget.control().is_cancelled() {
                continue;
            }
            match class.obstacle(&self.flow) {
                None => page.answer(property, true, ""),
                Some(obstacle) => {
                    let shown = shown(page.net, &obstacle.nodes());
                    page.show(property, false, obstacle.explain(&page.named), shown);
                }
            }
        }
    }

    /// Answers whether there are positive weightings, if this is requested or decides another requested
    /// property.
    pub(super) fn describe_weightings(&self, page: &mut Page<'_>) {
        use StandardProperty::{Conservative, Consistent, Repetitive, StructurallyBounded};
        if page.is_needed(Conservative) || page.is_needed(StructurallyBounded) {
            let found = self.within(ONE_LIST, |budget| PlaceWeightings::decide(&self.flow, budget));
            let never_changes =
                Wording { yes: "never changes", no: "together raise places that no weights balance" };
            let never_grows = Wording { yes: "never grows", no: "together only add tokens" };
            describe_weighting(page, Conservative, &found.conservative, &never_changes);
            describe_weighting(page, StructurallyBounded, &found.structurally_bounded, &never_grows);
        }
        if page.is_needed(Consistent) || page.is_needed(Repetitive) {
            let found = self.within(ONE_LIST, |budget| TransitionWeightings::decide(&self.flow, budget));
            let no_effect = Wording { yes: "together have no effect", no: "can change, and never back" };
            let no_loss = Wording { yes: "together take nothing away", no: "can fall, and never rise" };
            describe_weighting(page, Consistent, &found.consistent, &no_effect);
            describe_weighting(page, Repetitive, &found.repetitive, &no_loss);
        }
    }

    fn describe_siphon_trap(&self, page: &mut Page<'_>) {
        let property = StandardProperty::SiphonTrap;
        if !page.lacks(property) {
            return;
        }
        let found = match self.left.is_over() {
            true => Answer::Unknown(Unknown::Stopped),
            false => self.within(SIPHON_TRAP, |budget| siphon_trap_property(&self.flow, budget)),
        };
        match found {
            Answer::Yes(_) => page.answer(property, true, "every siphon contains a marked trap"),
            Answer::No(siphon) => {
                let text = format!("the siphon {{{}}} contains no marked trap", listed(page, &siphon));
                let nodes = Shown::nodes(siphon.iter().map(|&place| page.net.place(place).id.clone()));
                page.show(property, false, text, nodes);
            }
            Answer::Unknown(why) => page.unknown(property, in_words(&why, page)),
        }
    }

    fn describe_workflow_shape(&self, page: &mut Page<'_>) {
        match self.workflow() {
            Ok(Workflow { source, sink }) => {
                let text = format!("from {} to {}", page.place(source), page.place(sink));
                let ends = [Node::Place(source), Node::Place(sink)];
                page.show(StandardProperty::WorkflowNet, true, text, shown(page.net, &ends));
            }
            Err(flaws) => {
                let nodes: Vec<Node> = flaws.iter().flat_map(ShapeFlaw::nodes).collect();
                let flaws: Vec<String> = flaws.iter().map(|flaw| flaw.explain(&page.named)).collect();
                page.show(StandardProperty::WorkflowNet, false, flaws.join("; "), shown(page.net, &nodes));
            }
        }
    }

    /// Returns the net as a workflow net, between the given or the detected source and sink.
    ///
    /// # Errors
    /// Why the net is not a workflow net.
    pub(super) fn workflow(&self) -> Result<Workflow, Vec<ShapeFlaw>> {
        let places = || self.flow.structure().place_ids();
        let source = || places().find(|&place| self.flow.producers(place).is_empty());
        let sink = || places().find(|&place| self.flow.consumers(place).is_empty());
        let named = (self.left.request.source, self.left.request.sink);
        match (named.0.or_else(source), named.1.or_else(sink)) {
            (Some(source), Some(sink)) if named != (None, None) => {
                Workflow::between(&self.flow, source, sink)
            }
            _ => Workflow::of(&self.flow),
        }
    }

    fn list_invariants(&self, page: &mut Page<'_>) {
        let found = self.within(ONE_LIST, |budget| place_semiflows(&self.flow, budget));
        let reported = |invariant: &Invariant| ReportedInvariant {
            weights: invariant
                .weights
                .iter()
                .map(|&(place, weight)| (page.net.place(place).id.clone(), weight.into()))
                .collect(),
            value: invariant.initial_sum.into(),
        };
        let list = found.invariants.iter().filter(|one| one.exact).take(MAX_LISTED).map(reported).collect();
        page.report.place_invariants =
            Listed { complete: found.complete && found.invariants.len() <= MAX_LISTED, list };
        if self.left.is_over() {
            return;
        }
        let found = self.within(ONE_LIST, |budget| transition_semiflows(&self.flow, budget));
        let counts = |counts: &Vec<(TransitionId, u64)>| {
            counts.iter().map(|&(one, count)| (page.net.transition(one).id.clone(), count.into())).collect()
        };
        let list = found.semiflows.iter().take(MAX_LISTED).map(counts).collect();
        page.report.transition_invariants =
            Listed { complete: found.complete && found.semiflows.len() <= MAX_LISTED, list };
    }

    fn sets(&self, kind: SetKind, page: &Page<'_>) -> Listed<PlaceSet> {
        if self.left.is_over() {
            return Listed::default();
        }
        let PlaceSets { sets, incomplete } =
            self.within(ONE_LIST, |budget| kind.minimal_sets(&self.flow, budget));
        let list = sets.into_iter().map(|set| PlaceSet {
            places: set.places.iter().map(|&place| page.net.place(place).id.clone()).collect(),
            marked: set.is_marked,
        });
        Listed { complete: incomplete.is_none(), list: list.collect() }
    }
}

const CLASSES: [(Class, StandardProperty); 9] = [
    (Class::Ordinary, StandardProperty::Ordinary),
    (Class::Pure, StandardProperty::Pure),
    (Class::StateMachine, StandardProperty::StateMachine),
    (Class::MarkedGraph, StandardProperty::MarkedGraph),
    (Class::FreeChoice, StandardProperty::FreeChoice),
    (Class::ExtendedFreeChoice, StandardProperty::ExtendedFreeChoice),
    (Class::AsymmetricChoice, StandardProperty::AsymmetricChoice),
    (Class::Connected, StandardProperty::Connected),
    (Class::StronglyConnected, StandardProperty::StronglyConnected),
];

/// Creates evidence of some nodes.
fn shown(net: &Net, nodes: &[Node]) -> Shown {
    Shown::nodes(nodes.iter().map(|node| node.name(net).to_owned()))
}

/// The wording for the weights that show an answer.
struct Wording {
    /// For a positive answer.
    yes: &'static str,
    /// For a negative answer.
    no: &'static str,
}

/// A node of a net, which has a name.
trait Named: Copy {
    fn node(self) -> Node;
}

impl Named for PlaceId {
    fn node(self) -> Node {
        Node::Place(self)
    }
}

impl Named for TransitionId {
    fn node(self) -> Node {
        Node::Transition(self)
    }
}

/// A weight for each of some nodes.
type Weights<Id> = Vec<(Id, i128)>;

/// Answers whether a weighting exists. In each case the weights of one kind show the answer.
fn describe_weighting<Y: Named, N: Named>(
    page: &mut Page<'_>,
    property: StandardProperty,
    found: &Answer<Weights<Y>, Weights<N>>,
    wording: &Wording,
) {
    match found {
        Answer::Yes(weights) => {
            let text = format!("{} {}", shortened_sum(&page.named, weights), wording.yes);
            page.answer(property, true, text);
        }
        Answer::No(weights) => {
            let text = format!("{} {}", shortened_sum(&page.named, weights), wording.no);
            let nodes = Shown::nodes(weights.iter().map(|&(one, _)| one.node().name(page.net).to_owned()));
            page.show(property, false, text, nodes);
        }
        Answer::Unknown(why) => page.unknown(property, in_words(why, page)),
    }
}

/// Maximum number of terms of a sum, or of names in a list, on a page.
const MAX_TERMS: usize = 8;

fn shortened_sum<Id: Named>(named: &Net, weights: &[(Id, i128)]) -> String {
    let shown = sum(&weights[..weights.len().min(MAX_TERMS)], |one: Id| one.node().name(named));
    match weights.len() {
        0..=MAX_TERMS => shown,
        more => format!("{shown} + … ({more} terms)"),
    }
}

/// Returns the names of some places.
fn listed(page: &Page<'_>, places: &[PlaceId]) -> String {
    let names: Vec<&str> = places.iter().take(MAX_TERMS).map(|&place| page.place(place)).collect();
    match places.len() {
        0..=MAX_TERMS => names.join(", "),
        more => format!("{}, … ({more} places)", names.join(", ")),
    }
}

/// Describes why a property is undecided.
fn in_words(unknown: &Unknown, page: &Page<'_>) -> String {
    match unknown {
        Unknown::Stopped => "not decided within the time limit".into(),
        Unknown::OverBudget => "not decided within the work limit".into(),
        Unknown::Overflow => "not decided: the numbers are too large".into(),
        Unknown::Unconfirmed => "not decided: no solution was confirmed in integers".into(),
        Unknown::Beyond(obstacle) => format!("not defined: {}", obstacle.explain(&page.named)),
    }
}
