//! The output lines of an examination, each printed at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use sanderling::query::{Answer, Answered};
use sanderling_query::contest::{AnswerLine, Examination, Value, techniques};
use sanderling_report::Count;

use crate::progress::ProgressDisplay;

/// The statistics of a state space, in the order of their questions.
pub(super) const STATISTICS: [&str; 4] =
    ["STATES", "TRANSITIONS", "MAX_TOKEN_IN_PLACE", "MAX_TOKEN_PER_MARKING"];

/// The lines printed so far.
#[derive(Debug)]
pub(super) struct Lines {
    display: Arc<ProgressDisplay>,
    printed: AtomicUsize,
    is_finished: AtomicBool,
}

impl Lines {
    /// Creates an empty list. Progress is shown on `display`, which makes room for the lines.
    pub(super) fn beside(display: &Arc<ProgressDisplay>) -> Self {
        Self {
            display: Arc::clone(display),
            printed: AtomicUsize::default(),
            is_finished: AtomicBool::default(),
        }
    }

    /// Prints an answer. `ids` are the ids of the properties, if they have any.
    pub(super) fn print_answer(&self, examination: Examination, ids: &[String], answered: &Answered) {
        let techniques = techniques([&answered.by]);
        let value = match &answered.answer {
            Answer::Truth(holds) => Value::Truth(*holds),
            Answer::Large(number) => Value::Number(number.to_string()),
            Answer::Number(Count::Finite(number)) => Value::Number(number.to_string()),
            Answer::Number(Count::Infinite) => Value::Infinite,
        };
        let line = if examination == Examination::StateSpace {
            AnswerLine::StateSpace { figure: STATISTICS[answered.question], value, techniques }
        } else {
            let id = ids.get(answered.question).map_or(examination.name(), String::as_str);
            AnswerLine::Formula { id: id.to_owned(), value, techniques }
        };
        self.print(&line);
    }

    /// Returns the number of answers printed.
    pub(super) fn printed(&self) -> usize {
        self.printed.load(Ordering::SeqCst)
    }

    /// Whether no answer has been printed.
    pub(super) fn is_empty(&self) -> bool {
        self.printed() == 0
    }

    /// Prints that there is no answer, if none has been printed. Only the first call has an effect.
    pub(super) fn finish(&self) {
        let was_finished = self.is_finished.swap(true, Ordering::SeqCst);
        if !was_finished && self.is_empty() {
            // If standard output is closed, there is nothing else to do.
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
