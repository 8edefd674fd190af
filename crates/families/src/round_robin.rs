//! Mutual exclusion by turns, with a resource that answers through buffers.
//!
//! Source: Graf, Steffen and Lüttgen, *Compositional minimisation of finite state systems using interface
//! specifications*, Formal Aspects of Computing, 1996. The process that has the turn hands a job to the resource. The
//! resource works for one process at a time and puts its answer into that process's buffer. The turn may pass on before
//! or after the answer is collected. A process that still waits for its answer is not given the turn.
//!
//! There are 9·N·2^(N-2) states, and no deadlock.

use sanderling_net::PlaceId;

use crate::Family;
use crate::draft::{Draft, centre, ring};

pub(crate) const FAMILY: Family = Family {
    name: "round-robin",
    about: "mutual exclusion of N processes by turns, with buffered answers",
    size_of: "processes",
    sizes: 2..=100_000,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    let processes = size as usize;
    let resource = draft.place("resource", 1, centre(processes));
    let members: Vec<_> = (0..processes).map(|index| Member::places(draft, processes, index)).collect();
    for (index, member) in members.iter().enumerate() {
        member.transitions(draft, processes, index, resource, &members[(index + 1) % processes]);
    }
}

/// The states of a process, and of its job at the resource.
struct Member {
    /// The process rests, without the turn.
    resting: PlaceId,
    /// The process has the turn and no job yet.
    has_turn: PlaceId,
    /// The process has the turn and waits for its answer.
    waiting_with_turn: PlaceId,
    /// The process has passed the turn on and waits for its answer.
    waiting: PlaceId,
    /// The process has its answer and still the turn.
    answered: PlaceId,
    /// The resource works for the process.
    served: PlaceId,
    /// The buffer of the process is empty.
    buffer_empty: PlaceId,
    /// The buffer of the process holds an answer.
    buffer_full: PlaceId,
}

impl Member {
    fn places(draft: &mut Draft, processes: usize, index: usize) -> Self {
        let first = u64::from(index == 0);
        let mut place = |word: &str, tokens: u64, sector: f64, row: f64| {
            let spot = ring(processes, index as f64 + sector, row);
            draft.place(format!("{word}_{}", index + 1), tokens, spot)
        };
        Self {
            resting: place("resting", 1 - first, 0.25, 5.0),
            has_turn: place("has_turn", first, -0.25, 5.0),
            waiting_with_turn: place("waiting_with_turn", 0, -0.25, 3.0),
            waiting: place("waiting", 0, 0.25, 3.0),
            answered: place("answered", 0, 0.0, 4.0),
            served: place("served", 0, -0.25, 1.0),
            buffer_empty: place("buffer_empty", 1, 0.0, 0.0),
            buffer_full: place("buffer_full", 0, 0.25, 1.0),
        }
    }

    fn transitions(&self, draft: &mut Draft, processes: usize, index: usize, resource: PlaceId, next: &Self) {
        let id = |word: &str| format!("{word}_{}", index + 1);
        let at = |sector: f64, row: f64| ring(processes, index as f64 + sector, row);
        draft
            .transition(id("start"), at(-0.25, 2.0))
            .takes([self.has_turn, resource])
            .puts([self.waiting_with_turn, self.served]);
        draft
            .transition(id("answer"), at(0.0, 1.0))
            .takes([self.served, self.buffer_empty])
            .puts([self.buffer_full, resource]);
        draft
            .transition(id("collect_with_turn"), at(0.0, 3.0))
            .takes([self.waiting_with_turn, self.buffer_full])
            .puts([self.answered, self.buffer_empty]);
        draft
            .transition(id("collect"), at(0.25, 2.0))
            .takes([self.waiting, self.buffer_full])
            .puts([self.resting, self.buffer_empty]);
        draft
            .transition(id("pass_turn_early"), at(0.25, 4.0))
            .takes([self.waiting_with_turn, next.resting])
            .puts([self.waiting, next.has_turn]);
        draft
            .transition(id("pass_turn_late"), at(0.0, 5.0))
            .takes([self.answered, next.resting])
            .puts([self.resting, next.has_turn]);
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    /// The states follow the published formula; an independent explorer counted the firings.
    #[test]
    fn nine_times_n_times_2_to_the_n_minus_2_states() {
        for (size, firings) in [(2, 28), (3, 111), (4, 368), (5, 1100), (8, 20_992)] {
            let states = 9 * size * (1 << (size - 2));
            let expected = Counts { states, firings, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
