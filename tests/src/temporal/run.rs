//! Whether a run shows by itself what a formula of branching time says: of each marking on it what holds there is known by definition.

use sanderling_net::TransitionId;
use sanderling_net::semantics::{Firing, Interpreter};
use sanderling_property::{Formula, PathOperator, PathQuantifier, Temporal};

use super::Graph;

/// The markings of a run, by number.
struct Run {
    markings: Vec<usize>,
    /// Which of them comes after the last one, if any does.
    repeated: Option<usize>,
    /// Whether nothing else comes after it.
    is_complete: bool,
}

impl Graph<'_> {
    /// Whether a run shows that the initial marking satisfies a formula, or that it does not.
    ///
    /// # Panics
    /// Where that is no run.
    #[must_use]
    pub fn is_shown_by(
        &self,
        formula: &Temporal,
        holds: bool,
        prefix: &[TransitionId],
        cycle: Option<&[TransitionId]>,
    ) -> bool {
        let mut marking = self.markings[self.initial].clone();
        let mut markings = vec![self.initial];
        for &transition in prefix.iter().chain(cycle.unwrap_or_default()) {
            let fired = Interpreter::new(self.net).fire(&mut marking, &Firing::plain(transition));
            assert!(fired.is_ok(), "{} is enabled", self.net.transition(transition).id);
            markings.push(self.number(&marking));
        }
        let repeated = cycle.filter(|cycle| !cycle.is_empty()).map(|_| prefix.len());
        if let Some(repeated) = repeated {
            assert_eq!(markings.pop(), Some(markings[repeated]), "a cycle ends where it begins");
        }
        let is_complete = cycle.is_some();
        // Which conditions are the same in all markings is known without the run.
        let constant = |formula: &Formula| {
            let holds = self.condition(formula);
            holds.iter().all(|&one| one == holds[0]).then_some(holds[0])
        };
        let formula = formula.simplified().with_known(&constant).simplified();
        self.shows(&formula, holds, &Run { markings, repeated, is_complete }, 0)
    }

    fn shows(&self, formula: &Temporal, holds: bool, run: &Run, at: usize) -> bool {
        let says = |formula: &Temporal, at: usize| self.labels(formula)[run.markings[at]] == holds;
        if !says(formula, at) {
            return false;
        }
        match formula {
            Temporal::State(_) => true,
            Temporal::Not(inner) => self.shows(inner, !holds, run, at),
            Temporal::And(parts) | Temporal::Or(parts) => {
                parts.iter().any(|part| self.shows(part, holds, run, at))
            }
            Temporal::Path { quantifier, operator, operands } => {
                if (*quantifier == Some(PathQuantifier::Some)) != holds {
                    return false;
                }
                let (first, last) = (&operands[0], &operands[operands.len() - 1]);
                let operator = if holds { *operator } else { operator.dual() };
                let path: Vec<usize> = run.from(at).collect();
                let shows = |formula: &Temporal, at: usize| self.shows(formula, holds, run, at);
                // To where something is shown, or on for ever.
                let goes =
                    |on_the_way: &dyn Fn(usize) -> bool, wanted: &dyn Fn(usize) -> bool, may_last: bool| {
                        let until = path.iter().position(|&at| wanted(at));
                        match until {
                            Some(until) => path[..until].iter().all(|&at| on_the_way(at)),
                            None => may_last && run.is_complete && path.iter().all(|&at| on_the_way(at)),
                        }
                    };
                match operator {
                    PathOperator::Next => path.get(1).is_some_and(|&next| shows(first, next)),
                    PathOperator::Finally => goes(&|_| true, &|at| shows(first, at), false),
                    PathOperator::Globally => goes(&|at| says(first, at), &|_| false, true),
                    PathOperator::Until => goes(&|at| says(first, at), &|at| shows(last, at), false),
                    PathOperator::WeakUntil => goes(&|at| says(first, at), &|at| shows(last, at), true),
                    PathOperator::Release | PathOperator::StrongRelease => {
                        let both = |at: usize| says(first, at) && says(last, at);
                        goes(&|at| says(last, at), &both, operator == PathOperator::Release)
                    }
                }
            }
        }
    }
}

impl Run {
    /// The positions from one on: all that there are, each at least once.
    fn from(&self, at: usize) -> impl Iterator<Item = usize> {
        let again = self.repeated.map(|repeated| repeated..self.markings.len());
        (at..self.markings.len()).chain(again.into_iter().flatten())
    }
}
