//! Infinite runs from runs whose continuation does not matter.
//!
//! A walk continues until it reaches a marking that it has visited, or one in which nothing is enabled. If one step
//! closes a cycle, the walk takes it; otherwise it fires the first enabled transition, or the last, or a random one. In
//! a net with infinitely many markings it may never return.

use std::collections::HashMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_certificate_check::net::{Ground, Net, Takers};

/// Maximum number of steps of a walk.
const MAX_STEPS: usize = 50_000;

/// Choice of the next transition of a walk.
#[derive(Debug, Clone, Copy)]
enum Choice {
    First,
    Last,
    Any(u64),
}

/// Returns a prefix and a cycle of a run that begins with these firings. Without a cycle, nothing is enabled at the
/// end. `None` if none is found.
pub(crate) fn endless(
    net: &Net,
    firings: &[String],
    is_cancelled: &dyn Fn() -> bool,
) -> Option<(Vec<String>, Vec<String>)> {
    let (ground, takers) = (Ground::of(net).ok()?, Takers::of(net));
    let choices = [Choice::First, Choice::Last].into_iter().chain((0..6).map(Choice::Any));
    choices.take_while(|_| !is_cancelled()).find_map(|choice| walk(&ground, &takers, firings, choice))
}

fn walk(
    ground: &Ground<'_>,
    takers: &Takers<'_>,
    firings: &[String],
    choice: Choice,
) -> Option<(Vec<String>, Vec<String>)> {
    let mut run = firings.to_vec();
    let (mut marking, mut positions) = (ground.net.initial(), HashMap::new());
    for (at, id) in firings.iter().enumerate() {
        positions.insert(Net::pack(&marking), at);
        marking = ground.net.fire(ground.transition(id).ok()?.1, &marking).ok()??;
    }
    let mut random = StdRng::seed_from_u64(if let Choice::Any(seed) = choice { seed } else { 0 });
    for _ in 0..MAX_STEPS {
        positions.insert(Net::pack(&marking), run.len());
        let mut next = takers.firings(&marking).ok()?;
        if next.is_empty() {
            return Some((run, Vec::new()));
        }
        for (transition, after) in &next {
            if let Some(&back) = positions.get(&Net::pack(after)) {
                run.push(transition.id.clone());
                let cycle = run.split_off(back);
                return Some((run, cycle));
            }
        }
        let taken = match choice {
            Choice::First => 0,
            Choice::Last => next.len() - 1,
            Choice::Any(_) => random.random_range(0..next.len()),
        };
        let (transition, after) = next.swap_remove(taken);
        run.push(transition.id.clone());
        marking = after;
    }
    None
}
