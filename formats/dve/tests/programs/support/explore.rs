//! The reachable markings of a model, by the reference semantics of the net.
//!
//! As in DiVinE 2, every undefined firing leads to one error state, which has no successors. The number of
//! undefined firings is returned, too.

// Each test crate uses a part of this.
#![allow(dead_code)]

use std::collections::{BTreeSet, HashSet};

use sanderling_dve::{Dve, Semantics};
use sanderling_net::semantics::{self, Interpreter, Marking};
use sanderling_net::{Format, Net, Source};

/// The statistics of an exploration.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Explored {
    pub(crate) states: usize,
    pub(crate) edges: usize,
    pub(crate) deadlocks: usize,
    /// Edges to the error state.
    pub(crate) undefined: usize,
    /// Assertions that are false or undefined in some marking.
    pub(crate) failed: Vec<String>,
}

impl Explored {
    /// Returns the numbers of states, edges and deadlocks.
    pub(crate) fn statistics(&self) -> [usize; 3] {
        [self.states, self.edges, self.deadlocks]
    }
}

/// Returns the net of a model, and checks that it is valid.
pub(crate) fn net(text: impl Into<Vec<u8>>, semantics: Semantics) -> Net {
    let source = Source::new("test.dve", text);
    let mut parsed = match (Dve { semantics }).parse(&source) {
        Ok(parsed) => parsed,
        Err(found) => panic!("{found}"),
    };
    assert!(!parsed.warnings.has_errors() && parsed.nets.len() == 1);
    let net = parsed.nets.remove(0);
    let found = net.validate();
    assert!(found.is_empty(), "{found}");
    net
}

/// Explores a model.
pub(crate) fn explore(text: impl Into<Vec<u8>>, semantics: Semantics) -> Explored {
    explore_net(&net(text, semantics))
}

/// Explores a net that came from a model.
pub(crate) fn explore_net(net: &Net) -> Explored {
    let interpreter = Interpreter::new(net);
    let start = semantics::initial(net).unwrap();
    let mut found = Explored::default();
    let mut seen: HashSet<Marking> = HashSet::from([start.clone()]);
    let (mut open, mut failed) = (vec![start], BTreeSet::new());
    while let Some(marking) = open.pop() {
        assert!(marking.iter().all(|tokens| tokens.total() == 1), "one token in each place");
        for assertion in &net.assertions {
            if interpreter.holds(assertion, &marking) != Ok(true) {
                failed.insert(assertion.id.clone());
            }
        }
        let attempts = interpreter.attempts(&marking).unwrap();
        found.edges += attempts.len();
        found.deadlocks += usize::from(attempts.is_empty());
        for attempt in attempts {
            if attempt.error.is_some() {
                found.undefined += 1;
                continue;
            }
            let mut successor = marking.clone();
            interpreter.fire(&mut successor, &attempt.firing).unwrap();
            if seen.insert(successor.clone()) {
                open.push(successor);
            }
        }
    }
    let errors = usize::from(found.undefined > 0);
    found.states = seen.len() + errors;
    found.deadlocks += errors;
    found.failed = failed.into_iter().collect();
    found
}
