//! Soundness of workflow nets against its definition.

use std::cell::RefCell;
use std::collections::BTreeMap;

use sanderling_model::Structure;
use sanderling_structure_theory::{Answer, Budget, Flow, Unknown, Workflow, soundness};
use sanderling_testkit::naive::Graph;
use sanderling_testkit::random::{for_seeds, is_met, workflow};

use crate::plain::one_case;

#[test]
fn free_choice_workflow_nets_are_sound_exactly_if_they_are_found_to_be() {
    let counts = RefCell::new(BTreeMap::<_, u32>::new());
    for_seeds(3000, |seed| {
        let net = workflow::net(seed, 0..=14, 0..=2);
        let structure = Structure::build(&net).unwrap();
        let Ok(workflow) = Workflow::of(&Flow::of(&structure)) else { return };
        let found = soundness(&net, workflow, &Budget::new(&|| false)).unwrap();
        if let Answer::Unknown(unknown) = &found {
            assert!(matches!(unknown, Unknown::Beyond(_)), "{unknown:?}");
        }
        // The sound nets among these have a few thousand markings at most; the others may be unbounded.
        let graph = Graph::explore(&one_case(&net), 5000).ok();
        match (found.truth(), graph) {
            (Some(found), Some(graph)) => assert_eq!(found, graph.is_sound(&net, workflow.sink)),
            (Some(is_sound), None) => assert!(!is_sound, "a sound net is bounded"),
            (None, _) => {}
        }
        *counts.borrow_mut().entry(found.truth()).or_default() += 1;
    });
    println!("{:?}", counts.borrow());
    let counts = counts.into_inner();
    for (truth, times) in [(Some(true), 300), (Some(false), 300), (None, 0)] {
        assert!(is_met(counts.get(&truth).copied().unwrap_or(0), times), "{counts:?}");
    }
}
