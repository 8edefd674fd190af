//! Searches: the questions of `analysis/start`, and their answers.

use std::sync::Arc;

use sanderling::options::Choices;
use sanderling::{Limits, Request};
use sanderling_machine::clock::Instant;
use sanderling_net::{Diagnostics, Net};
use sanderling_property::{ColouredProperty, ColouredStatement, Quantifier, Statement};
use sanderling_query::Properties;
use sanderling_report::Report;
use sanderling_session::{self as session, Ask, Kind, Problem};
use sanderling_unfolding::Naming;

use crate::analyses::{Share, Work};
use crate::beginning::beginning_at;
use crate::message::{Code, Refusal};
use crate::nets::Entry;
use crate::protocol::{self, Reported, Start};

/// A question about a net.
struct Search {
    entry: Arc<Entry>,
    ask: Ask,
}

/// Returns the work that answers a question, or the problem with the question.
pub(crate) fn work(start: &Start, entry: Arc<Entry>) -> Result<Work, Refusal> {
    let entry = beginning_at(entry, start.marking.as_ref())?;
    let (choices, statements) = (choices(start, &entry.net)?, statements(start, &entry.net)?);
    let (except, property_process) = (except(start, &entry.net)?, property_process(start, &entry.net)?);
    let kind = match start.question {
        protocol::Question::Explore => Kind::Explore,
        protocol::Question::Deadlock => Kind::Deadlock(except),
        protocol::Question::Check => Kind::Check { assertions: false, property_process },
    };
    let ask = Ask::new(kind, Properties::of(statements), choices, &entry.origin);
    let search = Search { entry, ask };
    Ok(Box::new(move |share| search.carry_out(share).map(|report| Reported::Search(Box::new(report)))))
}

impl Search {
    fn carry_out(&self, share: &Share) -> Result<Report, Refusal> {
        let means = share.means(self.ask.limits(), Instant::now());
        let mut origin = self.entry.origin.clone();
        let net = Net::clone(&self.entry.net);
        let mut report = match session::prepared(net, self.ask.unfolding(Naming::default()), &means) {
            Ok(prepared) => {
                let refused = |problem| self.refused(problem);
                let request = self.ask.request(&prepared.net, None).map_err(refused)?;
                let limits = Limits { memory_bytes: means.limits.memory_bytes, ..request.limits };
                let request = Request { limits, ..request };
                origin.warnings.extend(prepared.notice);
                session::search(&prepared.net, &request, &means).map_err(refused)?
            }
            Err(refused) => {
                let (net, problem) = *refused;
                let unanswered = self.ask.unanswered(&net, problem, means.limits);
                unanswered.map_err(|problem| Refusal::new(Code::BadNet, problem))?
            }
        };
        self.ask.complete(&mut report, &origin);
        Ok(report)
    }

    fn refused(&self, problem: Problem) -> Refusal {
        match problem {
            Problem::Misuse(misuse) => Refusal::new(Code::BadQuestion, misuse),
            Problem::Refusal(refusal) | Problem::RefusedForNet(refusal) => {
                Refusal::new(Code::BadQuestion, refusal.text_for(&self.ask.choices, ""))
            }
            Problem::Property(position, found) => {
                bad_property(&found, (self.ask.properties.statements[position].text(), position))
            }
            Problem::Except(found) => bad_question(&found, self.ask.exception().unwrap_or_default()),
            Problem::Checkpoint(found) | Problem::Net(found) => {
                self.entry.refused(Refusal::new(Code::BadNet, "the net cannot be analysed"), &found)
            }
        }
    }
}

/// Returns the options of an analysis. Invalid options are reported at once, not in its result.
fn choices(start: &Start, net: &Net) -> Result<Choices, Refusal> {
    if start.options.contains_key("memory") {
        let message = "unknown option `memory`: use `memory_bytes`, beside `options`";
        return Err(Refusal::new(Code::BadQuestion, message));
    }
    let choices = Choices::from_json(&start.options);
    let choices = choices.map_err(|misuse| Refusal::new(Code::BadQuestion, misuse))?;
    request(&choices, question_about(start.question, Vec::new()), net).map(|_| choices)
}

/// Returns a question of the protocol with its properties.
fn question_about(question: protocol::Question, statements: Vec<Statement>) -> sanderling::Question {
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
            Err(Refusal::new(Code::BadQuestion, "`check` requires `properties` or `property_process`"))
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

/// Whether the property process is to be checked; the model must have one.
fn property_process(start: &Start, net: &Net) -> Result<bool, Refusal> {
    let has_one = net.program.as_ref().is_some_and(|program| program.property.is_some());
    match (start.property_process, start.question) {
        (false, _) => Ok(false),
        (true, protocol::Question::Check) if has_one => Ok(true),
        (true, protocol::Question::Check) => Err(Refusal::new(
            Code::BadQuestion,
            "the net has no property process: `property_process` requires a program that ends in `system async property P;`",
        )),
        (true, _) => Err(Refusal::new(Code::BadQuestion, "`property_process` is for the question `check`")),
    }
}

/// Parses a condition on markings.
pub(crate) fn condition(text: &str, net: &Net) -> Result<ColouredProperty, Refusal> {
    let read = ColouredProperty::parse_condition_coloured(Quantifier::Reach, text, net);
    read.map_err(|found| bad_question(&found, text))
}

/// Returns the refusal of an invalid property.
pub(crate) fn bad_question(found: &Diagnostics, text: &str) -> Refusal {
    Refusal::new(Code::BadQuestion, "a property is not understood").with(found, Some(text))
}

/// Returns the refusal of one of several properties. Its diagnostics have its position, from 0, as `property`.
pub(crate) fn bad_property(found: &Diagnostics, (text, index): (&str, usize)) -> Refusal {
    bad_question(found, text).about("property", index)
}
#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn invalid_options_are_refused_with_a_message() {
        let refused = |options: Value| {
            let start = json!({ "net": "net1", "question": "explore", "options": options });
            choices(&serde_json::from_value(start).unwrap(), &Net::new("n")).unwrap_err().message
        };
        for (options, part) in [
            (json!({ "colour": "red" }), "unknown option `colour`"),
            (json!({ "max-revist-factor": 2 }), "did you mean `max-revisit-factor`?"),
            (json!({ "order": "sideways" }), "invalid value 'sideways'"),
            (json!({ "order": [1] }), "expected a text or a number"),
            (json!({ "bounds": "yes" }), "expected true or false"),
            (json!({ "increment": 2 }), "requires `depth`"),
            (json!({ "help": true }), "unknown option `help`"),
            (json!({ "memory": "1G" }), "unknown option `memory`"),
            (json!({ "--order": "dfs" }), "unknown option"),
            (json!({ "heuristic": "tokens(" , "order": "best"}), "heuristic"),
        ] {
            let message = refused(options);
            assert!(message.contains(part) && message.lines().count() == 1, "{message}");
        }
    }
}
