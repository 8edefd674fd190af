//! The plans for temporal properties.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "in a plan, a method without a closure would have a fixed lifetime"
)]

use sanderling_net::Diagnostics;

use super::returning::PROOF_OF_RETURN;
use super::{Extent, Temporal};
use crate::portfolio::plan::{Deciding, SYMMETRIC, Share, Step};

type Attempt = fn(&mut Temporal<'_>) -> Result<(), Diagnostics>;

const SINGLE_MARKINGS: Step<Attempt> = Step::without_search("single markings", Share::part(2), |temporal| {
    let open = temporal.open_positions();
    temporal.decide_by_markings(open)
});
const FEW_RUNS: Step<Attempt> = Step::new("runs, small search", Share::part(4), |temporal| {
    temporal.look_for_runs(Extent::little(temporal.request))
});
const FEW_LABELS: Step<Attempt> = Step::new("labels, small search", Share::part(4), |temporal| {
    temporal.label_on_the_fly(Extent::little(temporal.request), None)
});
const CONSTANT_CONDITIONS: Step<Attempt> =
    Step::without_search("constant conditions", Share::part(2), |temporal| {
        let changed = temporal.within(Share::part(4).at_most(5), Temporal::use_facts)?;
        temporal.decide_by_markings(changed)
    });
const PROOF: Step<Attempt> = Step::without_search(PROOF_OF_RETURN, Share::part(4).at_most(60), |temporal| {
    let changed = temporal.use_return()?;
    temporal.decide_by_markings(changed)
});
const DIAGRAM: Step<Attempt> =
    Step::new("decision diagram", Share::part(4).at_most(300), |temporal| temporal.decide_with_diagram());
const AROUND: Step<Attempt> =
    Step::new("conditions around formulas", Share::part(3).at_most(60), |temporal| temporal.decide_around());
const EQUIVALENT_RUNS: Step<Attempt> =
    Step::new("runs for formulas of branching time", Share::part(3), |temporal| {
        temporal.look_for_runs_of_branching()
    });
const IMPLYING_RUNS: Step<Attempt> =
    Step::new("runs that imply formulas", Share::part(3).at_most(120), |temporal| {
        temporal.look_for_implying_runs()
    });
const OTHER_ORDERS: Step<Attempt> =
    Step::new("labels in other orders", Share::part(4).at_most(60), |temporal| {
        temporal.label_in_other_orders()
    });
const NEXT_MARKINGS: Step<Attempt> =
    Step::new("next markings", Share::part(3), |temporal| temporal.decide_next_markings());
const REACHED_MARKINGS: Step<Attempt> =
    Step::new("reached markings", Share::part(3).at_most(60), |temporal| {
        temporal.decide_by_reached_markings()
    });
const SAMPLES: Step<Attempt> =
    Step::new("runs in samples", Share::part(2), |temporal| temporal.look_in_samples());
const GRAPH_FOR_RUNS: Step<Attempt> =
    Step::new("labels of the graph, for runs", Share::part(4).at_most(30), |temporal| temporal.label_graph());
const SYMMETRIC_MARKINGS: Step<Attempt> =
    Step::new(SYMMETRIC, Share::part(3).at_most(300), |temporal| temporal.decide_with_symmetries());
const WHOLE_GRAPH: Step<Attempt> =
    Step::new("labels of the whole graph", Share::ALL, |temporal| temporal.label_graph());
const RUNS: Step<Attempt> = Step::new("runs", Share::ALL, |temporal| temporal.look_for_runs(Extent::Whole));
const LABELS: Step<Attempt> =
    Step::new("labels on the fly", Share::ALL, |temporal| temporal.label_on_the_fly(Extent::Whole, None));

/// The plan if only answers are wanted.
pub(super) const FOR_ANSWERS: [Step<Attempt>; 17] = [
    SINGLE_MARKINGS,
    FEW_RUNS,
    FEW_LABELS,
    CONSTANT_CONDITIONS,
    PROOF,
    DIAGRAM,
    AROUND,
    EQUIVALENT_RUNS,
    IMPLYING_RUNS,
    OTHER_ORDERS,
    NEXT_MARKINGS,
    REACHED_MARKINGS,
    SAMPLES,
    SYMMETRIC_MARKINGS,
    WHOLE_GRAPH,
    RUNS,
    LABELS,
];

/// The plan if runs are wanted, too. Labels come earlier here, since they give runs, which a decision diagram does not.
pub(super) const FOR_RUNS: [Step<Attempt>; 18] = [
    SINGLE_MARKINGS,
    FEW_RUNS,
    FEW_LABELS,
    CONSTANT_CONDITIONS,
    PROOF,
    SAMPLES,
    GRAPH_FOR_RUNS,
    DIAGRAM,
    AROUND,
    EQUIVALENT_RUNS,
    IMPLYING_RUNS,
    OTHER_ORDERS,
    NEXT_MARKINGS,
    REACHED_MARKINGS,
    SYMMETRIC_MARKINGS,
    WHOLE_GRAPH,
    RUNS,
    LABELS,
];
