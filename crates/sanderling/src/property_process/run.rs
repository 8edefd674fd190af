//! Turns an accepted run into a trace of the program.
//!
//! INVARIANT: a shown run has been replayed on the net, and the property process as it was read accepts it.
//! The check is independent of the search: the reference semantics evaluates the guards along the run, and a
//! fixpoint over pairs of a position and a location decides acceptance.

use sanderling_net::semantics::{Interpreter, Marking};
use sanderling_net::{Net, PropertyProcess};
use sanderling_report::{Trace, Watching};
use sanderling_runs::AcceptedRun;

use crate::explain::run::Judged;
use crate::replay::trace::{Replayer, initial};
use crate::replay::{Interrupted, Meaning, Until};

/// Returns the trace of a run that the property process accepts.
///
/// # Errors
/// The replay is interrupted.
///
/// # Panics
/// The run does not replay on the net, or is not accepted there.
pub(super) fn shown(
    (net, judged): (&Net, Judged),
    process: &PropertyProcess,
    found: &AcceptedRun,
    until: Until<'_>,
) -> Result<Trace, Interrupted> {
    let AcceptedRun { prefix, cycle } = found;
    let events: Vec<_> = prefix.iter().chain(cycle.iter().flatten()).copied().collect();
    let replayer = Replayer::new(net, &Meaning::Transitions, until);
    let interpreter = replayer.interpreter();
    let mut markings: Vec<Marking> = Vec::new();
    let mut word = Word { allowed: Vec::new(), repeated_from: prefix.len() };
    let run = replayer.run_from(initial(net), &events, &mut |marking| {
        word.allowed.push(allowed(interpreter, process, marking));
        if [prefix.len(), events.len()].contains(&(word.allowed.len() - 1)) {
            markings.push(marking.clone());
        }
    })?;
    if let Some(cycle) = cycle {
        assert_eq!(markings.first(), markings.last(), "the cycle of a run leads back to where it begins");
        if cycle.is_empty() {
            let last = markings.last().expect("a run has a marking");
            let is_end = interpreter.enabled(last).is_ok_and(|firings| firings.is_empty());
            assert!(is_end, "a run ends only in a deadlock");
        } else {
            word.allowed.pop();
        }
        let entry = markings.first().expect("a run has a marking");
        assert!(judged.is_fair(net, entry, cycle, until)?, "the run is not fair on the net");
    }
    // Without a cycle, any continuation of the run is accepted. So its last letter may be repeated.
    assert!(word.is_accepted_by(process), "the run is not accepted by the property process");
    let repeated_from = cycle.as_ref().map(|_| prefix.len());
    let comes_round = cycle.as_ref().is_some_and(|cycle| !cycle.is_empty());
    let mut at = word.locations(process, comes_round);
    at.truncate(events.len() + 1);
    let property_process =
        Some(Watching { name: process.name.clone(), locations: process.locations.clone(), at });
    Ok(Trace { repeated_from, shortest: None, property_process, ..run.trace })
}

/// Returns which transitions of the property process are allowed in a marking.
fn allowed(interpreter: &Interpreter<'_>, process: &PropertyProcess, marking: &Marking) -> Vec<bool> {
    let holds = |guard| interpreter.holds(guard, marking).unwrap_or(false);
    process.transitions.iter().map(|watch| watch.guard.as_ref().is_none_or(holds)).collect()
}

/// The transitions that the process may take along a run that repeats its end forever.
pub(super) struct Word {
    /// For each position, which transitions are allowed.
    pub(super) allowed: Vec<Vec<bool>>,
    /// The position that follows the last one.
    pub(super) repeated_from: usize,
}

impl Word {
    /// Returns whether the process can follow the run and visit each accepting set infinitely often.
    ///
    /// The accepting pairs are the greatest fixpoint of Emerson and Lei, *Efficient Model Checking in
    /// Fragments of the Propositional Mu-Calculus*, LICS 1986: from each, a path leads through each set and
    /// on to another such pair.
    fn is_accepted_by(&self, process: &PropertyProcess) -> bool {
        self.accepting_pairs(process)[process.initial as usize]
    }

    /// Returns the pairs of a position and a location from which the run is accepted.
    pub(super) fn accepting_pairs(&self, process: &PropertyProcess) -> Vec<bool> {
        let locations = process.locations.len();
        let pairs = self.allowed.len() * locations;
        let steps = self.steps(process);
        let mut fair = vec![true; pairs];
        loop {
            let mut next = fair.clone();
            while sweep(&mut next, &|next, pair| next[pair] && steps[pair].iter().any(|&to| next[to])) {}
            for set in &process.accepting {
                let is_wanted = |pair: usize| set.contains(&((pair % locations) as u32));
                next = reaching(&steps, &next, &is_wanted);
            }
            if next == fair {
                return fair;
            }
            fair = next;
        }
    }

    /// Returns the successors of each pair of a position and a location.
    fn steps(&self, process: &PropertyProcess) -> Vec<Vec<usize>> {
        let locations = process.locations.len();
        let mut steps = vec![Vec::new(); self.allowed.len() * locations];
        for (position, allowed) in self.allowed.iter().enumerate() {
            let next = if position + 1 < self.allowed.len() { position + 1 } else { self.repeated_from };
            for (watch, _) in process.transitions.iter().zip(allowed).filter(|(_, allowed)| **allowed) {
                steps[position * locations + watch.source as usize]
                    .push(next * locations + watch.target as usize);
            }
        }
        steps
    }
}

/// Returns the pairs from which steps within some pairs lead to a wanted one.
fn reaching(steps: &[Vec<usize>], within: &[bool], is_wanted: &dyn Fn(usize) -> bool) -> Vec<bool> {
    let mut reaching: Vec<bool> = (0..steps.len()).map(|pair| within[pair] && is_wanted(pair)).collect();
    while sweep(&mut reaching, &|reaching, pair| {
        reaching[pair] || within[pair] && steps[pair].iter().any(|&to| reaching[to])
    }) {}
    reaching
}

/// Updates the value of each pair, from the last position to the first, since steps lead to later positions
/// except at the end. Returns whether a value has changed.
fn sweep(values: &mut [bool], value: &dyn Fn(&[bool], usize) -> bool) -> bool {
    let mut has_changed = false;
    for pair in (0..values.len()).rev() {
        let new = value(values, pair);
        has_changed |= new != values[pair];
        values[pair] = new;
    }
    has_changed
}
