//! The laws of [`Extremes`].

use sanderling_system::{Extremes, Maxima};

use super::STEPS;
use super::walk::{Walk, random_successor};

/// Checks the laws of [`Extremes`] on a walk from `seed`.
///
/// # Panics
/// If one of them does not hold.
pub fn check_extremes_laws<S: Extremes>(system: &S, seed: u64) {
    let mut walk = Walk::new(system, seed);
    let (mut all, mut maxima) = (system.no_extremes(), Maxima::default());
    let mut parts = Maxima::default();
    let mut halves = [system.no_extremes(), system.no_extremes()];
    for step in 0..STEPS {
        let state = walk.state.clone();
        system.unpack::<0>(&state, &mut walk.scratch);
        system.absorb::<0>(&state, &walk.scratch, &mut all);
        let before = maxima.clone();
        system.raise(&all, &mut maxima);
        let is_less = |(new, old): (&u64, &u64)| new < old;
        let has_fallen = maxima.sum < before.sum || maxima.each.iter().zip(&before.each).any(is_less);
        assert!(
            !has_fallen,
            "Extremes, law 1: maxima do not fall; seed {seed}, step {step}, state {state:x?}"
        );
        let mut alone = system.no_extremes();
        system.absorb::<0>(&state, &walk.scratch, &mut alone);
        system.raise(&alone, &mut parts);
        assert_eq!(
            maxima, parts,
            "Extremes, law 1: together and one by one give the same; seed {seed}, step {step}, state {state:x?}"
        );
        system.absorb::<0>(&state, &walk.scratch, &mut halves[step % 2]);
        let (mut joined, mut maxima_joined) = (system.no_extremes(), Maxima::default());
        halves.iter().for_each(|half| system.join(&mut joined, half));
        system.raise(&joined, &mut maxima_joined);
        assert_eq!(
            maxima, maxima_joined,
            "Extremes, law 2: joined and together give the same; seed {seed}, step {step}, state {state:x?}"
        );
        let next = random_successor(system, &state, &mut walk);
        walk.go(system, next);
    }
}
