//! Random runs of place/transition nets, for questions about the markings that they reach.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_net::semantics::{self, Interpreter, Marking};
use sanderling_net::{Net, TransitionId};

/// A run from the initial marking.
pub(super) struct RandomRun {
    pub(super) firings: Vec<TransitionId>,
    /// The marking after the last firing.
    pub(super) end: Marking,
}

/// Returns a run of at most `length` firings, each chosen at random among those that are enabled. It ends
/// earlier in a deadlock, or when `is_over` returns true. Returns `None` if the initial marking is undefined.
pub(super) fn random_run(
    net: &Net,
    length: usize,
    seed: u64,
    is_over: &dyn Fn() -> bool,
) -> Option<RandomRun> {
    let interpreter = Interpreter::new(net);
    let mut run = RandomRun { firings: Vec::new(), end: semantics::initial(net).ok()? };
    let mut random = StdRng::seed_from_u64(seed);
    while run.firings.len() < length && !is_over() {
        let Ok(enabled) = interpreter.enabled(&run.end) else { break };
        if enabled.is_empty() {
            break;
        }
        let firing = &enabled[random.random_range(0..enabled.len())];
        if interpreter.fire(&mut run.end, firing).is_err() {
            break;
        }
        run.firings.push(firing.transition);
    }
    Some(run)
}
