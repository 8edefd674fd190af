//! Runs without end from runs of which it does not matter how they go on.
//!
//! A walk goes on until it comes to a marking where it has been, or to one where nothing is enabled. Wherever one step closes a cycle, it does;
//! otherwise it takes the first of what is enabled, or the last, or any. In a net with infinitely many markings it may never come back.

use std::collections::HashMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_certificate_check::net::{Ground, Net, Takers};

/// A walk has no more steps.
const MAX_STEPS: usize = 50_000;

/// What a walk takes.
#[derive(Debug, Clone, Copy)]
enum Choice {
    First,
    Last,
    Any(u64),
}

/// A prefix and a cycle of a run that begins with these firings; without a cycle nothing is enabled in the end. `None` where none is found.
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
