//! The laws of [`System`].

use sanderling_system::{System, with_words};

use super::STEPS;
use super::walk::{Walk, changed, enabled, fire};

/// Checks the laws of [`System`] on a walk from `seed`.
///
/// # Panics
/// If one of them does not hold.
pub fn check_system_laws<S: System>(system: &S, seed: u64) {
    assert!(system.words() >= 1, "System, law 1: a state has at least one word");
    with_words!(system.words(), W => check_walk::<S, W>(system, seed));
}

fn check_walk<S: System, const W: usize>(system: &S, seed: u64) {
    let mut walk = Walk::new(system, seed);
    for step in 0..STEPS {
        let state = walk.state.clone();
        let law = |number, claim: &str| {
            format!("System, law {number}: {claim}; seed {seed}, step {step}, state {state:x?}")
        };
        let events = enabled::<S, W>(system, &state, &mut walk.scratch);
        let anew = enabled::<S, W>(system, &state, &mut system.scratch());
        assert_eq!(events, anew, "{}", law(2, "the enabled events depend on the state alone"));
        let mut sorted = events.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), events.len(), "{}", law(2, "each enabled event is given once"));
        assert!(events.iter().all(|e| e.index() < system.events()), "events are below their number");
        let general = enabled::<S, 0>(system, &state, &mut system.scratch());
        assert_eq!(events, general, "{}", law(4, "`enabled` does not depend on W"));
        let mut next = None;
        for &event in &events {
            let first = fire::<S, W>(system, &state, &mut walk.scratch, event);
            let second = fire::<S, W>(system, &state, &mut system.scratch(), event);
            assert_eq!(first, second, "{}", law(3, "firing an event gives the same result each time"));
            let general = fire::<S, 0>(system, &state, &mut system.scratch(), event);
            assert_eq!(first, general, "{}", law(4, "`fire` does not depend on W"));
            let changed = changed(system, &state, &mut walk.scratch, event);
            assert_eq!(first, changed, "{}", law(6, "`fire_changes` gives what `fire` gives"));
            if let Some(successor) = first {
                let again = enabled::<S, W>(system, &successor, &mut system.scratch());
                assert!(again.len() <= system.events(), "{}", law(5, "what is written is a state"));
                next = walk.choose(next, successor);
            }
        }
        assert_eq!(
            enabled::<S, W>(system, &state, &mut walk.scratch),
            events,
            "{}",
            law(3, "firing leaves the state as it was")
        );
        walk.go(system, next);
    }
}
