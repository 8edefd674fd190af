//! The lines of an examination, each printed at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use sanderling::examine::{Answer, Answered};
use sanderling_contest::{AnswerLine, Examination, Value};
use sanderling_report::Count;

use crate::progress::ProgressDisplay;

/// The figures of a state space, in the order of their questions.
pub(super) const FIGURES: [&str; 4] =
    ["STATES", "TRANSITIONS", "MAX_TOKEN_IN_PLACE", "MAX_TOKEN_PER_MARKING"];

/// What has been printed.
#[derive(Debug)]
pub(super) struct Lines {
    display: Arc<ProgressDisplay>,
    printed: AtomicUsize,
    is_finished: AtomicBool,
    is_unfolded: AtomicBool,
}

impl Lines {
    /// Nothing yet; progress is shown there, and makes room for the lines.
    pub(super) fn beside(display: &Arc<ProgressDisplay>) -> Self {
        Self {
            display: Arc::clone(display),
            printed: AtomicUsize::default(),
            is_finished: AtomicBool::default(),
            is_unfolded: AtomicBool::default(),
        }
    }

    /// Prints an answer. `ids` are those of the properties, where there are any.
    pub(super) fn tell(&self, examination: Examination, ids: &[String], answered: &Answered) {
        let mut techniques = match examination {
            Examination::StateSpace => vec!["EXPLICIT", "STATE_COMPRESSION"],
            _ => techniques(&answered.technique),
        };
        if self.is_unfolded.load(Ordering::Relaxed) {
            techniques.push("UNFOLDING_TO_PT");
        }
        let value = match answered.answer {
            Answer::Truth(holds) => Value::Truth(holds),
            Answer::Number(Count::Finite(number)) => Value::Number(number.to_string()),
            Answer::Number(Count::Infinite) => Value::Infinite,
        };
        let line = if examination == Examination::StateSpace {
            AnswerLine::StateSpace { figure: FIGURES[answered.question], value, techniques }
        } else {
            let id = ids.get(answered.question).map_or(examination.name(), String::as_str);
            AnswerLine::Formula { id: id.to_owned(), value, techniques }
        };
        self.print(&line);
    }

    /// Says whether the net that is analysed is the unfolding of the one that questions are about.
    pub(super) fn is_about_an_unfolding(&self, is_unfolded: bool) {
        self.is_unfolded.store(is_unfolded, Ordering::Relaxed);
    }

    /// How many answers there have been.
    pub(super) fn printed(&self) -> usize {
        self.printed.load(Ordering::SeqCst)
    }

    /// Whether there has been none.
    pub(super) fn is_empty(&self) -> bool {
        self.printed() == 0
    }

    /// Says that there is no answer, if there has been none. Whoever comes first says it, and nobody after that.
    pub(super) fn finish(&self) {
        let was_finished = self.is_finished.swap(true, Ordering::SeqCst);
        if !was_finished && self.is_empty() {
            // Where nobody reads, there is nothing else to be done.
            let line = format!("{}\n", AnswerLine::CannotCompute);
            let _ = self.display.aside(|| crate::output::print(&line));
        }
    }

    fn print(&self, line: &AnswerLine) {
        if !self.is_finished.load(Ordering::SeqCst) {
            self.printed.fetch_add(1, Ordering::SeqCst);
            let _ = self.display.aside(|| crate::output::print(&format!("{line}\n")));
        }
    }
}

/// The contest's words for what decided a question.
fn techniques(technique: &str) -> Vec<&'static str> {
    if let Some(technique) = technique.strip_prefix("skeleton_") {
        return [vec!["SKELETON_TEST"], techniques(technique)].concat();
    }
    match technique {
        "search" => vec!["EXPLICIT", "STATE_COMPRESSION", "STUBBORN_SETS", "STRUCTURAL_REDUCTION"],
        "pumping" => vec!["EXPLICIT", "STATE_COMPRESSION"],
        "reduction" => vec!["STRUCTURAL_REDUCTION"],
        "initial_marking" => vec!["INITIAL_STATE"],
        "siphon_trap" | "trap" => vec!["SIPHON_TRAP", "SAT_SMT"],
        "state_equation" | "place_invariant" => vec!["TOPOLOGICAL", "LP_APPROX"],
        "state_equation_with_traps" => vec!["TOPOLOGICAL", "LP_APPROX", "SAT_SMT"],
        _ => vec!["TOPOLOGICAL"],
    }
}
