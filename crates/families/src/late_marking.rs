//! Places that are marked late: a walk of 1000 steps beside N switches, which have 2^N states at each step.
//!
//! Written for this project. Five machines make each step together, so a step marks five places for the first time. Every
//! eighth step also fills a store, the later ones with more tokens. No invariant bounds the stores, since the walk would
//! begin again if a counter of two tokens had a third. So the packing of markings turns out too narrow again and again,
//! and always when most of the markings so far are known: about every 2^(N + 3) markings, up to the end.
//!
//! 1000 · 2^N states. Each switch can always be flipped, and each state but those of the last step has a step:
//! 1000 · N · 2^N + 999 · 2^N firings.

use crate::Family;
use crate::draft::{Draft, grid};

pub(crate) const FAMILY: Family = Family {
    name: "late-marking",
    about: "a walk of 1000 steps beside N switches that marks more and more places",
    size_of: "switches",
    sizes: 1..=30,
    draw,
};

/// Number of steps of the walk.
const STEPS: usize = 1000;
/// Number of machines that make each step together.
const MACHINES: usize = 5;
/// Number of steps in which one store is filled.
const STEPS_OF_STORE: usize = 8;
/// Number of stores with the same number of tokens. The next ones have twice as many.
const STORES_ALIKE: usize = 13;

fn draw(draft: &mut Draft, size: u64) {
    for switch in 0..size as usize {
        let (column, name) = (2 * switch, switch + 1);
        let off = draft.place(format!("off_{name}"), 1, grid(column, 0));
        let on = draft.place(format!("on_{name}"), 0, grid(column, 2));
        draft.transition(format!("switch_on_{name}"), grid(column, 1)).takes([off]).puts([on]);
        draft.transition(format!("switch_off_{name}"), grid(column + 1, 1)).takes([on]).puts([off]);
    }
    let counter = draft.place("counter", 0, grid(0, 4));
    let steps: Vec<[_; MACHINES]> = (0..STEPS)
        .map(|step| {
            std::array::from_fn(|machine| {
                let id = format!("step_{}_of_{}", step + 1, machine + 1);
                draft.place(id, u64::from(step == 0), grid(2 * step, 5 + machine))
            })
        })
        .collect();
    for step in 0..STEPS - 1 {
        let store = step / STEPS_OF_STORE;
        let fills = step % STEPS_OF_STORE == 0;
        let filled = fills.then(|| draft.place(format!("store_{}", store + 1), 0, grid(2 * step, 11)));
        let mut walk = draft.transition(format!("walk_{}", step + 1), grid(2 * step + 1, 7));
        walk = walk.takes(steps[step]).puts(steps[step + 1]);
        if let Some(filled) = filled {
            walk = walk.puts_many(filled, 1 << (store / STORES_ALIKE));
        }
        if step < 2 {
            walk.puts([counter]);
        }
    }
    draft
        .transition("begin_again", grid(2 * STEPS - 1, 7))
        .takes(steps[STEPS - 1])
        .takes_many(counter, 3)
        .puts(steps[0])
        .puts_many(counter, 3);
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    #[test]
    fn the_walk_is_made_once_beside_a_switch() {
        let (states, firings) = (1000 * 2, 1000 * 2 + 999 * 2);
        let expected = Counts { states, firings, deadlocks: 0, nearest_deadlock: None };
        assert_eq!(Counts::of(&FAMILY, 1), expected);
    }
}
