//! Searches: what is asked with `analysis/start`, and how it is answered.

use std::sync::Arc;
use std::time::Duration;

use sanderling::options::Choices;
use sanderling::{Limits, PreparedNet, Request, explicit_colours, not_unfolded};
use sanderling_machine::clock::Instant;
use sanderling_net::{Diagnostics, Net};
use sanderling_property::{ColouredProperty, ColouredStatement, Quantifier, Statement};
use sanderling_report::{Diagnostic, Report};
use sanderling_unfolding::{Budget as UnfoldingBudget, NotUnfolded, Options};

use crate::analyses::{Share, Work};
use crate::beginning::beginning_at;
use crate::message::{Code, Refusal};
use crate::nets::Entry;
use crate::protocol::{self, Reported, Start};

/// A net that can be searched, and what the user is told where that is not its unfolding.
type Ready = (PreparedNet, Option<Diagnostic>);

/// A question that is understood.
struct Search {
    entry: Arc<Entry>,
    question: protocol::Question,
    statements: Vec<ColouredStatement>,
    except: Option<ColouredProperty>,
    property_process: bool,
    choices: Choices,
}

/// The work that answers a question, unless something is wrong with the question.
pub(crate) fn work(start: &Start, entry: Arc<Entry>) -> Result<Work, Refusal> {
    let entry = beginning_at(entry, start.marking.as_ref())?;
    let search = Search {
        question: start.question,
        choices: choices(start, &entry.net)?,
        statements: statements(start, &entry.net)?,
        except: except(start, &entry.net)?,
        property_process: property_process(start, &entry.net)?,
        entry,
    };
    Ok(Box::new(move |share| search.carry_out(share).map(|report| Reported::Search(Box::new(report)))))
}

impl Search {
    fn carry_out(&self, share: &Share) -> Result<Report, Refusal> {
        let asked = |statements| asked(self.question, statements);
        // Bindings that do the same may be one transition where nobody counts them or speaks of them.
        let speaks_of_colours = self.statements.iter().any(|one| one.without_colours().is_none());
        let merges = self.question != protocol::Question::Explore && !speaks_of_colours;
        let started = Instant::now();
        let limits = request(&self.choices, asked(Vec::new()), &self.entry.net)?.limits;
        let (prepared, notice) = match self.ready(merges, limits.time, share) {
            Ok(ready) => ready,
            Err(refused) => {
                let (net, problem) = *refused;
                return self.not_unfolded(&net, asked(Vec::new()), &problem, share);
            }
        };
        let statements = self.statements.iter().enumerate().map(|(index, statement)| {
            let expanded = prepared.statement_to_unfolded(statement);
            expanded.map_err(|found| bad_property(&found, (statement.text(), index)))
        });
        let statements = statements.collect::<Result<_, _>>()?;
        let except = self.except.as_ref().map(|property| prepared.to_unfolded(property)).transpose();
        let text = self.except.as_ref().map(|property| property.text.as_str());
        let except = except.map_err(|found| bad_question(&found, text.unwrap_or_default()))?;
        let question = except.map_or_else(|| asked(statements), sanderling::Question::DeadlockExcept);
        let mut request = request(&self.choices, question, prepared.net())?;
        request.property_process = self.property_process;
        request.limits.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let request = within(share, request);
        if let Some(refusal) = request.refusal() {
            return Err(Refusal::new(Code::BadQuestion, refusal));
        }
        let analysed = prepared.analyse(&request, &share.control);
        let refused =
            |found| self.entry.refused(Refusal::new(Code::BadNet, "the net cannot be analysed"), &found);
        let mut report = self.completed(analysed.map_err(refused)?);
        // What was asked for, and not what the unfolding left of it.
        report.options.extend(limits.time.map(|time| ("time_s".to_owned(), time.as_secs_f64().into())));
        report.warnings.extend(notice);
        Ok(report)
    }

    /// The net that a search explores: with its unfolding where it has one, otherwise as it is where that can be done. Unfolding and search have
    /// the time together.
    fn ready(
        &self,
        merges: bool,
        time: Option<Duration>,
        share: &Share,
    ) -> Result<Ready, Box<(Net, NotUnfolded)>> {
        let started = Instant::now();
        let options = Options { merges, ..Options::default() };
        let usual = UnfoldingBudget::default();
        let budget = UnfoldingBudget {
            bytes: share.grant.bytes.min(usual.bytes),
            time: time.map_or(usual.time, |time| time.min(usual.time)),
            is_cancelled: &|| share.control.is_cancelled(),
            ..usual
        };
        let refused = match PreparedNet::of(Net::clone(&self.entry.net), options, &budget) {
            Ok(prepared) => return Ok((prepared, None)),
            Err(refused) => refused,
        };
        if time.is_some_and(|time| started.elapsed() >= time) {
            return Err(refused);
        }
        let notice = explicit_colours(&refused.1);
        Ok((PreparedNet::without_unfolding(refused)?, Some(notice)))
    }

    fn not_unfolded(
        &self,
        net: &Net,
        question: sanderling::Question,
        problem: &NotUnfolded,
        share: &Share,
    ) -> Result<Report, Refusal> {
        match problem {
            NotUnfolded::TooLarge { .. } | NotUnfolded::Cancelled => {
                let request = within(share, request(&self.choices, question, net)?);
                let mut report = not_unfolded(net, &request, &self.statements, problem);
                report.except = self.except.as_ref().map(|property| property.text.clone());
                Ok(self.completed(report))
            }
            other => Err(Refusal::new(Code::BadNet, other)),
        }
    }

    fn completed(&self, mut report: Report) -> Report {
        report.file.clone_from(&self.entry.file);
        report.format.clone_from(&self.entry.format);
        report.warnings.clone_from(&self.entry.warnings);
        self.entry.quote_assertions(&mut report.answers);
        report
    }
}

/// The options of an analysis. What is wrong with them is told at once, not as its result.
fn choices(start: &Start, net: &Net) -> Result<Choices, Refusal> {
    if start.options.contains_key("memory") {
        let message = "`memory` is no option of an analysis: `memory_bytes` stands beside the options";
        return Err(Refusal::new(Code::BadQuestion, message));
    }
    let choices = Choices::from_json(&start.options);
    let choices = choices.map_err(|misuse| Refusal::new(Code::BadQuestion, misuse))?;
    request(&choices, asked(start.question, Vec::new()), net).map(|_| choices)
}

/// The request with the memory that was granted.
fn within(share: &Share, request: Request) -> Request {
    let bytes = usize::try_from(share.grant.bytes).unwrap_or(usize::MAX);
    Request { limits: Limits { memory_bytes: Some(bytes), ..request.limits }, ..request }
}

/// A question of the protocol with its properties.
fn asked(question: protocol::Question, statements: Vec<Statement>) -> sanderling::Question {
    match question {
        protocol::Question::Explore => sanderling::Question::Explore,
        protocol::Question::Deadlock => sanderling::Question::Deadlock,
        protocol::Question::Check => sanderling::Question::check(statements),
    }
}

fn request(choices: &Choices, question: sanderling::Question, net: &Net) -> Result<Request, Refusal> {
    choices.request(question, net).map_err(|misuse| Refusal::new(Code::BadQuestion, misuse))
}

fn statements(start: &Start, net: &Net) -> Result<Vec<ColouredStatement>, Refusal> {
    match (start.question, start.properties.is_empty()) {
        (protocol::Question::Check, true) if !start.property_process => {
            Err(Refusal::new(Code::BadQuestion, "`check` needs `properties`, or `property_process`"))
        }
        (protocol::Question::Check, _) => {
            let read = start.properties.iter().enumerate().map(|(index, text)| {
                ColouredStatement::parse(text, net).map_err(|found| bad_property(&found, (text, index)))
            });
            read.collect()
        }
        (_, true) => Ok(Vec::new()),
        (_, false) => Err(Refusal::new(Code::BadQuestion, "`properties` are for the question `check`")),
    }
}

fn except(start: &Start, net: &Net) -> Result<Option<ColouredProperty>, Refusal> {
    let Some(text) = &start.except else { return Ok(None) };
    if start.question != protocol::Question::Deadlock {
        return Err(Refusal::new(Code::BadQuestion, "`except` is for the question `deadlock`"));
    }
    condition(text, net).map(Some)
}

/// Whether the property process is asked, where there is one.
fn property_process(start: &Start, net: &Net) -> Result<bool, Refusal> {
    let has_one = net.program.as_ref().is_some_and(|program| program.property.is_some());
    match (start.property_process, start.question) {
        (false, _) => Ok(false),
        (true, protocol::Question::Check) if has_one => Ok(true),
        (true, protocol::Question::Check) => Err(Refusal::new(
            Code::BadQuestion,
            "the net has no property process: `property_process` is for programs that end in `system async property P;`",
        )),
        (true, _) => Err(Refusal::new(Code::BadQuestion, "`property_process` is for the question `check`")),
    }
}

/// A condition on markings, as somebody writes it.
pub(crate) fn condition(text: &str, net: &Net) -> Result<ColouredProperty, Refusal> {
    let read = ColouredProperty::parse_condition_coloured(Quantifier::Reach, text, net);
    read.map_err(|found| bad_question(&found, text))
}

/// What is wrong with a text that says what is asked.
pub(crate) fn bad_question(found: &Diagnostics, text: &str) -> Refusal {
    Refusal::new(Code::BadQuestion, "a property is not understood").with(found, Some(text))
}

/// What is wrong with one of several properties: its diagnostics have its position, from 0, as `property`.
pub(crate) fn bad_property(found: &Diagnostics, (text, index): (&str, usize)) -> Refusal {
    bad_question(found, text).about("property", index)
}
#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn options_that_are_none_are_refused_with_a_line() {
        let refused = |options: Value| {
            let start = json!({ "net": "net1", "question": "explore", "options": options });
            choices(&serde_json::from_value(start).unwrap(), &Net::new("n")).unwrap_err().message
        };
        for (options, part) in [
            (json!({ "colour": "red" }), "`colour` is no option"),
            (json!({ "max-revist-factor": 2 }), "is `max-revisit-factor` meant?"),
            (json!({ "order": "sideways" }), "invalid value 'sideways'"),
            (json!({ "order": [1] }), "expected a text or a number"),
            (json!({ "bounds": "yes" }), "expected true or false"),
            (json!({ "increment": 2 }), "nothing without `depth`"),
            (json!({ "help": true }), "`help` is no option"),
            (json!({ "memory": "1G" }), "`memory` is no option"),
            (json!({ "--order": "dfs" }), "is no option"),
            (json!({ "heuristic": "tokens(" , "order": "best"}), "heuristic"),
        ] {
            let message = refused(options);
            assert!(message.contains(part) && message.lines().count() == 1, "{message}");
        }
    }
}
