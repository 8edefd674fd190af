//! Questions about a state space, read from JSON: `explore`, `deadlock` and `check`.

use pyo3::prelude::*;
use sanderling::options::Choices;
use sanderling_net::Source;
use sanderling_property::{ColouredProperty, Quantifier};
use sanderling_query::{Form, Properties};
use sanderling_session::{self as session, Ask};
use serde::Deserialize;

use crate::failure::Failure;
use crate::files::{Files, Wanted};
use crate::loaded::Input;
use crate::options::chosen;

/// The kind of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// The statistics of the state space.
    Explore,
    /// Freedom from deadlock.
    Deadlock,
    /// Properties.
    Check,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    question: Kind,
    /// Texts of properties with the names of their forms, in their order.
    #[serde(default)]
    forms: Vec<(String, String)>,
    /// Files of properties: their names and contents.
    #[serde(default)]
    files: Vec<(String, String)>,
    /// The names of queries stored in the net's file.
    #[serde(default)]
    queries: Vec<String>,
    #[serde(default)]
    except: Option<String>,
    #[serde(default)]
    assertions: bool,
    #[serde(default)]
    property_process: bool,
    #[serde(default)]
    write: Wanted,
}

/// A parsed question.
pub(crate) struct Question {
    pub(crate) ask: Ask,
    pub(crate) files: Files,
}

/// Parses a question and its options, and creates the requested files.
///
/// # Errors
/// If the question or the options are invalid. Nothing has been searched then.
pub(crate) fn read(json: &str, options: &str, input: &Input) -> PyResult<Question> {
    let request: Request = serde_json::from_str(json).map_err(Failure::from)?;
    let ask = understood(&request, options, input)?;
    let has_lassos = request.property_process || ask.properties.may_ask_for_lassos();
    let files = Files::begin(&request.write, input, has_lassos)?;
    Ok(Question { ask, files })
}

fn understood(request: &Request, options: &str, input: &Input) -> Result<Ask, Failure> {
    let properties = properties(request, input)?;
    refuse_missing_properties(request, input)?;
    let choices = chosen(options)?;
    refuse_certificates_of_fair_runs(request, &properties, &choices)?;
    let except = request.except.as_ref().map(|text| condition("except", text, input)).transpose()?;
    let kind = match request.question {
        Kind::Explore => session::Kind::Explore,
        Kind::Deadlock => session::Kind::Deadlock(except),
        Kind::Check => {
            let Request { assertions, property_process, .. } = *request;
            session::Kind::Check { assertions, property_process }
        }
    };
    Ok(Ask::new(kind, properties, choices, &input.origin))
}

/// Returns the properties from all sources.
fn properties(request: &Request, input: &Input) -> Result<Properties, Failure> {
    let mut properties = Properties::default();
    for (name, text) in &request.forms {
        let form = Form::ALL.into_iter().find(|form| form.name() == name);
        let form = form.ok_or_else(|| Failure::internal(format!("`{name}` is no form of properties")))?;
        properties.append(Properties::of(vec![form.read(text, &input.net, "")?]));
    }
    for (name, content) in &request.files {
        properties.append(sanderling_query::in_file(Source::new(name, content.as_str()), &input.net)?);
    }
    if !request.queries.is_empty() {
        let stored = input.stored()?;
        for name in &request.queries {
            properties.append(Properties::of(vec![stored.named(name)?]));
        }
    }
    Ok(properties)
}

/// Returns an error if a certificate is requested for a property that only considers fair runs.
fn refuse_certificates_of_fair_runs(
    request: &Request,
    properties: &Properties,
    choices: &Choices,
) -> Result<(), Failure> {
    let has_none = properties.ask_for_livelocks() || request.property_process || choices.has("fair");
    if request.write.certificate.is_none() || !has_none {
        return Ok(());
    }
    let message = "`certificate` cannot be used with livelocks, property processes and `fair`, whose answers have no certificates: \
                   omit it, or check these in a separate call";
    Err(Failure::usage(message))
}

fn condition(name: &str, text: &str, input: &Input) -> Result<ColouredProperty, Failure> {
    let read = ColouredProperty::parse_condition_coloured(Quantifier::Reach, text, &input.net);
    read.map_err(|found| Failure::of_text(name, text, &found))
}

fn refuse_missing_properties(request: &Request, input: &Input) -> Result<(), Failure> {
    let has_process = input.net.program.as_ref().is_some_and(|program| program.property.is_some());
    let refused = |message: String| Err(Failure::input(message).file(input.file()));
    if request.property_process && !has_process {
        return refused(format!(
            "`{}` has no property process: `property_process` requires a DVE model that ends in `system async property P;`, or a Promela model with a `never` claim",
            input.file()
        ));
    }
    let is_alone = request.forms.is_empty() && request.files.is_empty() && request.queries.is_empty();
    let is_alone = is_alone && !request.property_process;
    if request.question == Kind::Check && is_alone {
        if !request.assertions {
            return Err(Failure::usage(
                "no property is given: give properties, such as 'always tokens(p) <= 1', or `assertions` or `property_process`",
            ));
        }
        if input.net.assertions.is_empty() {
            return refused(format!(
                "`{}` makes no assertions, and no other property is given",
                input.file()
            ));
        }
    }
    Ok(())
}
