//! Peterson's algorithm for mutual exclusion, in its form for N processes.
//!
//! Source: Peterson, *Myths about the mutual exclusion problem*, Information Processing Letters, 1981. A process climbs
//! N-1 levels to the critical section. At each level it records that it was the last to arrive. It continues when
//! another process has arrived since, or when all others are below. Where we differ: arriving and recording it are one
//! step here, and so is the check of all the others. A place for each process and level is marked while the process is
//! below that level.
//!
//! No reachable marking has two processes in the critical section.

use sanderling_net::PlaceId;

use crate::Family;
use crate::draft::{Draft, grid};

pub(crate) const FAMILY: Family = Family {
    name: "peterson",
    about: "Peterson's mutual exclusion of N processes",
    size_of: "processes",
    sizes: 2..=50,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    let processes = size as usize;
    let levels: Vec<_> = (1..processes).map(|level| Level::places(draft, processes, level)).collect();
    for process in 0..processes {
        climb(draft, processes, process, &levels);
    }
}

/// The places of a level, with an entry for each process.
struct Level {
    number: usize,
    /// The process was the last to arrive here.
    last: Vec<PlaceId>,
    /// The process is below this level.
    below: Vec<PlaceId>,
}

impl Level {
    fn places(draft: &mut Draft, processes: usize, number: usize) -> Self {
        let column = 4 * number;
        let last = (0..processes)
            .map(|process| {
                let id = format!("last_at_{number}_is_{}", process + 1);
                draft.place(id, u64::from(process == 0), grid(column, process))
            })
            .collect();
        let below = (0..processes)
            .map(|process| {
                draft.place(format!("below_{number}_is_{}", process + 1), 1, grid(column + 2, process))
            })
            .collect();
        Self { number, last, below }
    }
}

/// Draws the path of a process through the levels to the critical section and out again.
fn climb(draft: &mut Draft, processes: usize, process: usize, levels: &[Level]) {
    let name = process + 1;
    let row = (processes + 1) * name;
    let outside = draft.place(format!("outside_{name}"), 1, grid(0, row));
    let mut stand = outside;
    for level in levels {
        let number = level.number;
        let waiting = draft.place(format!("waiting_{name}_at_{number}"), 0, grid(4 * number, row));
        let critical = number == levels.len();
        let id = if critical { format!("critical_{name}") } else { format!("past_{name}_at_{number}") };
        let past = draft.place(id, 0, grid(4 * number + 2, row));
        arrive(draft, process, level, row, [stand, waiting]);
        pass(draft, process, level, row, [waiting, past]);
        stand = past;
    }
    let leave = draft.transition(format!("leave_{name}"), grid(4 * processes, row));
    let leave = leave.takes([stand]).puts([outside]);
    levels.iter().fold(leave, |leave, level| leave.puts([level.below[process]]));
}

/// Draws the arrival of a process as the last one at a level, after each process that may have been the last before.
fn arrive(draft: &mut Draft, process: usize, level: &Level, row: usize, [stand, waiting]: [PlaceId; 2]) {
    let (name, number) = (process + 1, level.number);
    for (other, &last) in level.last.iter().enumerate() {
        let id = format!("arrive_{name}_at_{number}_after_{}", other + 1);
        draft
            .transition(id, grid(4 * number - 1, row + other))
            .takes([stand, last, level.below[process]])
            .puts([waiting, level.last[process]]);
    }
}

/// Draws how a process continues: all others are below the level, or one of them has arrived since.
fn pass(draft: &mut Draft, process: usize, level: &Level, row: usize, [waiting, past]: [PlaceId; 2]) {
    let (name, number) = (process + 1, level.number);
    let others = || (0..level.last.len()).filter(|&other| other != process);
    let column = 4 * number + 1;
    draft
        .transition(format!("pass_{name}_at_{number}_alone"), grid(column, row))
        .takes([waiting])
        .puts([past])
        .keeps(others().map(|other| level.below[other]));
    for other in others() {
        let id = format!("pass_{name}_at_{number}_before_{}", other + 1);
        draft
            .transition(id, grid(column, row + other + 1))
            .takes([waiting])
            .puts([past])
            .keeps([level.last[other]]);
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    /// The counts are those of a program that simulates the algorithm itself, without a net.
    #[test]
    fn the_net_has_as_many_states_as_the_algorithm() {
        for (size, states, firings) in [(2, 10, 16), (3, 147, 309), (4, 2628, 6856)] {
            let expected = Counts { states, firings, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
