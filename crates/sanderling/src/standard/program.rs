//! The standard properties of a program: a DVE or Promela model. Its statements take the place of transitions.
//!
//! ```text
//! program ─▶ states      the graph of all states, in half of the time: statements, values, components
//!         ─▶ deadlocks   the search of `deadlock`, if there are too many states
//!         ─▶ assertions  the search of `check --assertions`, likewise
//!         ─▶ runs        an infinite run
//! ```
//!
//! INVARIANT: a search that ends at a model error, or at a limit of the reader of the program, has not seen all states.
//! So nothing that depends on all states is answered then.

mod answers;
mod exploration;
mod searches;
mod sight;
mod statements;

use sanderling_net::{Diagnostic, Diagnostics, Net, Sort};
use sanderling_property::Expression;
use sanderling_report::{
    Answer, Greatest, GreatestValue, Group, ProgramBehaviour, Reason, StandardProperty, Verdict,
};

use self::exploration::Explored;
use self::statements::Statements;
use super::page::{Page, Shown};
use super::{Left, StandardRequest, implications};
use crate::explain::meant_end::without_stated_ends;
use crate::portfolio::plan::{Share, Step};
use crate::prepare::AnalysedNet;
use crate::request::Question;

const STATES: Step<()> = Step::new("states", Share::ALL, ());
const DEADLOCKS: Step<()> = Step::new("deadlocks", Share::part(3), ());
const ASSERTIONS: Step<()> = Step::new("assertions", Share::part(2), ());
const RUNS: Step<()> = Step::new("infinite runs", Share::ALL, ());

/// A program, and what is needed to describe it.
struct Described<'a> {
    net: AnalysedNet<'a>,
    statements: &'a Statements,
    /// The question whether the program stops outside its stated ends.
    deadlock: Question,
}

/// Returns an error if a property or the ends of a workflow were given that have no meaning for programs.
///
/// # Errors
/// There is such a property or end.
pub(super) fn refuse_others(net: &Net, request: &StandardRequest) -> Result<(), Diagnostics> {
    if request.names_ends() || request.final_condition.is_some() {
        return Err(Diagnostic::error("the ends of a workflow, which have no meaning for a program")
            .help("`deadlock FILE --except 'CONDITION'` says where a program may stop")
            .into());
    }
    let Some(other) = request.properties.iter().find(|property| !property.is_on_page_of(true)) else {
        return Ok(());
    };
    let instead = match other {
        StandardProperty::Bounded | StandardProperty::Safe => {
            let variable = net.program.iter().flat_map(|program| &program.variables).next();
            let variable = variable.map_or("x".to_owned(), |&place| {
                let is_array = matches!(net.sort(net.place(place).sort), Sort::Array { .. });
                format!("{}{}", net.place(place).id, if is_array { "[0]" } else { "" })
            });
            format!("`check FILE --bound '{variable}'` computes the greatest value of a variable")
        }
        _ => format!(
            "`analyse FILE --only {}`",
            StandardProperty::OF_PROGRAMS.map(StandardProperty::as_str).join(",")
        ),
    };
    Err(Diagnostic::error(format!("the property `{other}`, which has no meaning for a program"))
        .expected("a property of programs")
        .help(instead)
        .into())
}

/// Answers the requested properties of a program.
///
/// # Errors
/// The program cannot be compiled.
pub(super) fn describe(net: AnalysedNet<'_>, page: &mut Page<'_>, left: Left<'_>) -> Result<(), Diagnostics> {
    let statements = &Statements::of(net.net);
    let deadlock = without_stated_ends(net.net, &Question::Deadlock).unwrap_or(Question::Deadlock);
    let program = Described { net, statements, deadlock };
    page.report.program = Some(ProgramBehaviour {
        processes: net.net.program.iter().map(|program| program.processes.len()).sum(),
        assertions: if left.request.wants_all() { unanswered(net.net) } else { Vec::new() },
        ..ProgramBehaviour::default()
    });
    page.report.greatest = left.request.sums.iter().map(unknown_value).collect();
    let cut = program.answer(page, left)?;
    let reason = cut.unwrap_or_else(|| {
        let reason = left.budget.until().reason();
        Cut { reason, text: left.why_not().to_owned() }
    });
    page.give_up(Group::Behaviour, &reason.text);
    let answers = page.report.program.iter_mut().flat_map(|program| &mut program.assertions);
    for answer in answers.filter(|answer| answer.verdict == Verdict::Unknown) {
        answer.reason = Some(reason.reason);
    }
    for value in page.report.greatest.iter_mut().filter(|value| value.verdict == Verdict::Unknown) {
        let known = value.at_least.map_or(String::new(), |least| format!("{least} or more: "));
        value.text = format!("{known}{}", reason.text);
    }
    Ok(())
}

/// Why not all states were explored.
struct Cut {
    reason: Reason,
    /// The reason in one line.
    text: String,
}

impl Described<'_> {
    /// Answers what can be answered. Returns why the states were not explored completely, if so.
    fn answer(&self, page: &mut Page<'_>, left: Left<'_>) -> Result<Option<Cut>, Diagnostics> {
        if !self.net.learn_until(&|| left.is_over()) {
            return Ok(None);
        }
        let explored = page.stage(&STATES, left, |page, left| {
            let explored = self.explore(page, left)?;
            implications::conclude(page);
            Ok(explored)
        })?;
        let (cut, may_search) = match explored {
            Explored::All => (None, true),
            Explored::Cut(cut) => (Some(cut), true),
            Explored::Undefined(cut) => (Some(cut), false),
        };
        if may_search {
            page.stage(&DEADLOCKS, left, |page, left| self.search_deadlocks(page, left))?;
            page.stage(&ASSERTIONS, left, |page, left| self.search_assertions(page, left))?;
            page.stage(&RUNS, left, |page, left| self.search_infinite_runs(page, left))?;
            implications::conclude(page);
        }
        Ok(cut)
    }
}

/// Returns the open answers to the assertions of a program.
fn unanswered(net: &Net) -> Vec<Answer> {
    let open = net.assertions.iter().map(|assertion| Answer {
        name: Some(assertion.id.clone()),
        property: format!("assert {}", assertion.id),
        verdict: Verdict::Unknown,
        reason: None,
        trace: None,
        decided_by: None,
    });
    open.collect()
}

/// Returns the open answer about the greatest value of an expression.
fn unknown_value(expression: &Expression) -> GreatestValue {
    GreatestValue {
        sum: expression.text.clone(),
        verdict: Verdict::Unknown,
        value: None,
        at_least: None,
        at_most: None,
        text: String::new(),
        trace: None,
        marking: None,
    }
}

/// Records a value that an expression takes; it is the greatest one if `is_greatest`.
fn record_value(known: &mut GreatestValue, value: i128, is_greatest: bool, shown: Option<Shown>) {
    let value = Some(Greatest::Finite(value));
    known.at_least = value;
    if is_greatest {
        (known.value, known.at_most, known.verdict) = (value, value, Verdict::Computed);
        let shown = shown.unwrap_or_default();
        let steps = shown.trace.as_ref().map(|trace| trace.steps.len());
        known.text = steps.map_or_else(|| "in some state".to_owned(), answers::after);
        (known.trace, known.marking) = (shown.trace, shown.marking);
    }
}
