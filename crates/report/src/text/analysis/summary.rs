//! Answers in a few lines: properties that hold side by side, and violated ones with evidence.
//!
//! The reason for a property that holds is shown only if not all markings were explored. A net need not belong to a
//! class, so the classes that it is not in are named without a reason.

use super::answers::{label, word};
use super::wrap::wrapped;
use super::{super::statistics::widest, Page};
use crate::{Group, PropertyAnswer, StandardProperty, Verdict};

impl Page<'_> {
    pub(super) fn summary(&self, answers: &[&PropertyAnswer], out: &mut String) {
        let words = answers.iter().map(|answer| word(answer.verdict));
        let mut block = Block { width: words.map(str::len).max().unwrap_or(0), verdict: "", out };
        for verdict in [Verdict::Holds, Verdict::Violated, Verdict::Unknown] {
            let of_it = answers.iter().copied().filter(|answer| word(answer.verdict) == word(verdict));
            let (brief, explained): (Vec<_>, Vec<_>) = of_it.partition(|answer| self.is_brief(answer));
            block.verdict = word(verdict);
            block.names(&brief.iter().map(|answer| in_brief(answer)).collect::<Vec<_>>());
            if verdict == Verdict::Unknown {
                block.by_reason(&explained);
            } else {
                self.explained(&explained, &mut block);
            }
        }
    }

    /// Whether the name of the property is enough.
    fn is_brief(&self, answer: &PropertyAnswer) -> bool {
        match answer.verdict {
            Verdict::Holds | Verdict::Computed => {
                answer.property.group() == Group::Structure || self.is_explored()
            }
            Verdict::Violated => is_class(answer.property),
            Verdict::Unknown => false,
        }
    }

    fn explained(&self, answers: &[&PropertyAnswer], block: &mut Block<'_>) {
        let labels: Vec<String> = answers.iter().map(|answer| label(answer.property)).collect();
        let width = widest(labels.iter());
        for (answer, label) in answers.iter().zip(&labels) {
            let margin = block.margin() + width + 2;
            let start = format!("{label:width$}  ");
            block.line(&start, answer.text.split(' '), margin);
            // Most programs should not terminate, so their infinite runs are not shown.
            if answer.property != StandardProperty::Terminates {
                self.shown_by(answer, margin, block.out);
            }
        }
    }
}

/// Lines after a verdict, which is on the first of them.
struct Block<'o> {
    /// The width of the widest verdict.
    width: usize,
    /// The verdict, until it is written.
    verdict: &'static str,
    out: &'o mut String,
}

impl Block<'_> {
    fn margin(&self) -> usize {
        self.width + 4
    }

    fn line<'t>(&mut self, start: &str, pieces: impl IntoIterator<Item = &'t str>, margin: usize) {
        let verdict = std::mem::take(&mut self.verdict);
        let start = format!("  {verdict:width$}  {start}", width = self.width);
        wrapped(&start, pieces, margin, self.out);
    }

    /// Writes names side by side.
    fn names(&mut self, names: &[String]) {
        if names.is_empty() {
            return;
        }
        let last = names.len() - 1;
        let pieces: Vec<String> =
            (0..=last).map(|at| names[at].clone() + if at < last { "," } else { "" }).collect();
        self.line("", pieces.iter().map(String::as_str), self.margin());
    }

    /// Writes the unknown properties with the same reason on one line.
    fn by_reason(&mut self, answers: &[&PropertyAnswer]) {
        let mut reasons: Vec<&str> = Vec::new();
        for answer in answers {
            if !reasons.contains(&answer.text.as_str()) {
                reasons.push(&answer.text);
            }
        }
        for reason in reasons {
            let of_it = answers.iter().filter(|answer| answer.text == reason);
            let names = of_it.map(|answer| label(answer.property)).collect::<Vec<_>>().join(", ");
            let text = format!("{names}: {reason}");
            self.line("", text.split(' '), self.margin());
        }
    }
}

/// Returns the name, with the part of the reason worth adding.
fn in_brief(answer: &PropertyAnswer) -> String {
    use StandardProperty::{Bounded, HomeMarking};
    let name = label(answer.property);
    match answer.property {
        Bounded | HomeMarking => format!("{name} ({})", answer.text),
        _ => name,
    }
}

/// Whether the property is a class of nets.
fn is_class(property: StandardProperty) -> bool {
    use StandardProperty::{
        AsymmetricChoice, ExtendedFreeChoice, FreeChoice, MarkedGraph, Ordinary, Pure, StateMachine,
        StronglyConnected, WorkflowNet,
    };
    matches!(
        property,
        Ordinary
            | Pure
            | StateMachine
            | MarkedGraph
            | FreeChoice
            | ExtendedFreeChoice
            | AsymmetricChoice
            | StronglyConnected
            | WorkflowNet
    )
}
