//! A serializable form of a request, to be stored or sent.

use sanderling_net::{Diagnostics, Net};
use sanderling_property::{Property, Quantifier, Statement};
use sanderling_report::Question as QuestionKind;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::{Choices, Misuse, all};
use crate::request::{Effort, Question, Request, Statistics};

/// A serializable request. It names places and transitions by their ids, so that it can be read for any net
/// with these ids.
///
/// INVARIANT: reading a written request restores it, except for the settings of a ComBack store beyond its
/// pairs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenRequest {
    /// The question.
    pub question: QuestionKind,
    /// The condition on dead markings that do not count as deadlocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub except: Option<String>,
    /// The properties to check.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<String>,
    /// Whether the assertions of the net are checked.
    pub assertions: bool,
    /// Whether the property process is checked.
    #[serde(default, skip_serializing_if = "is_false")]
    pub property_process: bool,
    /// The statistics to report in addition to the counts.
    pub statistics: Statistics,
    /// How much effort to spend before a large search.
    pub effort: Effort,
    /// The number of candidates that are drawn when a state is to be forgotten.
    pub drawn: usize,
    /// The options, in the form that [`Choices::from_json`] parses.
    pub options: Map<String, Json>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// Why a written request is not a valid request about a net.
#[derive(Debug, Clone, PartialEq)]
pub enum NotRead {
    /// A property is invalid.
    Property(Diagnostics),
    /// An option is invalid.
    Option(Misuse),
}

impl Request {
    /// Returns the serializable form of the request, in terms of its net.
    #[must_use]
    pub fn written(&self, net: &Net) -> WrittenRequest {
        let (question, properties) = match &self.question {
            Question::Explore => (QuestionKind::Explore, Vec::new()),
            Question::Deadlock | Question::DeadlockExcept(_) => (QuestionKind::Deadlock, Vec::new()),
            Question::Check(properties) => (
                QuestionKind::Check,
                properties.iter().map(|property| property.display(net).to_string()).collect(),
            ),
            Question::Statements(statements) => {
                (QuestionKind::Check, statements.iter().map(|statement| statement.display(net)).collect())
            }
        };
        let chosen = all().filter_map(|option| Some((option.name.to_owned(), (option.get)(self)?)));
        WrittenRequest {
            question,
            except: self.question.except().map(|property| property.formula.display(net).to_string()),
            properties,
            assertions: self.assertions,
            property_process: self.property_process,
            statistics: self.statistics,
            effort: self.effort,
            drawn: self.caching.drawn,
            options: chosen.filter(|(_, value)| *value != Json::Bool(false)).collect(),
        }
    }
}

impl WrittenRequest {
    /// Returns the request about this net.
    ///
    /// # Errors
    /// A property or an option is invalid.
    pub fn read(&self, net: &Net) -> Result<Request, NotRead> {
        let properties = self.properties.iter().map(|text| Statement::parse_plain(text, net));
        let question = match self.question {
            QuestionKind::Explore => Question::Explore,
            QuestionKind::Deadlock => Question::deadlock(self.read_except(net).map_err(NotRead::Property)?),
            QuestionKind::Check => {
                Question::check(properties.collect::<Result<_, _>>().map_err(NotRead::Property)?)
            }
        };
        let mut request = Request::new(question);
        let choices = Choices::from_json(&self.options).map_err(NotRead::Option)?;
        choices.apply(&mut request, net).map_err(NotRead::Option)?;
        request.caching.drawn = self.drawn;
        Ok(Request {
            assertions: self.assertions,
            property_process: self.property_process,
            statistics: self.statistics,
            effort: self.effort,
            ..request
        })
    }

    fn read_except(&self, net: &Net) -> Result<Option<Property>, Diagnostics> {
        let read = |text: &String| Property::parse_condition(Quantifier::Reach, text, net);
        self.except.as_ref().map(read).transpose()
    }
}

#[cfg(test)]
mod tests {
    use sanderling_net::Place;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_request_reads_back_as_it_was_written() {
        let mut net = Net::new("n");
        net.add_place(Place::with_tokens("p", 1));
        let check =
            || Question::Check(Property::parse_all("property x: always tokens(p) <= 1", &net).unwrap());
        let of_runs = || {
            let texts = ["always tokens(p) <= 1", "property x: ltl G F (tokens(p) = 1)"];
            Question::check(texts.map(|text| Statement::parse_plain(text, &net).unwrap()).into())
        };
        let except =
            Property::parse_condition(Quantifier::Reach, "tokens(p) = 1 and deadlock", &net).unwrap();
        for options in [
            json!({}),
            json!({ "time": 1.5, "memory": "3M", "max-states": 7, "threads": 3, "seed": u64::MAX, "disk": ".", "disk-size": 9 }),
            json!({ "order": "best", "heuristic": "2*tokens(p)", "driver": "sequential", "encoding": "radix" }),
            json!({ "order": "random:7", "store": "hash-compaction:40", "search": "exhaustive", "proof": "on" }),
            json!({ "depth": 9, "increment": 2, "depth-thresholds": "off", "frontier-tree": "off" }),
            json!({ "retain": "cache+sweep", "cache-states": 9, "replace": "-lru,random", "max-revisit-factor": 2.5, "progress-measure": "tokens(p), -tokens(p)" }),
            json!({ "retain": "sweep", "progress-measure": "learn:2", "reduce": "sleep,chains" }),
            json!({ "reduce": "structural,stubborn:deletion,sleep", "model-errors": "state", "self-check": "all" }),
            json!({ "levels": true, "bounds": true }),
        ] {
            let choices = Choices::from_json(options.as_object().unwrap()).unwrap();
            let excepting = Question::DeadlockExcept(except.clone());
            for question in [Question::Explore, Question::Deadlock, excepting, check(), of_runs()] {
                let mut request = choices.request(question, &net).unwrap();
                (request.caching.drawn, request.effort.small) = (3, 5);
                request.property_process = request.is_about_runs();
                let text = serde_json::to_string(&request.written(&net)).unwrap();
                let written: WrittenRequest = serde_json::from_str(&text).unwrap();
                let read = written.read(&net).unwrap_or_else(|error| panic!("{text}: {error:?}"));
                // The text of a property is its displayed form.
                assert_eq!(read.written(&net), written, "{text}");
                if matches!(request.question, Question::Explore | Question::Deadlock) {
                    assert_eq!(read, request, "{text}");
                }
            }
        }
    }
}
