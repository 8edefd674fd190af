//! What is asked about a state space: `explore`, `deadlock` and `check`, read from JSON.

use sanderling::options::Choices;
use sanderling_property::{ColouredProperty, ColouredStatement, Quantifier, Statement};
use serde::Deserialize;

use crate::failure::Failure;
use crate::loaded::Input;
use crate::options::chosen;

/// The option that says what becomes of model errors.
const MODEL_ERRORS: &str = "model-errors";

/// What kind of question.
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
struct Asked {
    question: Kind,
    #[serde(default)]
    properties: Vec<String>,
    #[serde(default)]
    except: Option<String>,
    #[serde(default)]
    assertions: bool,
    #[serde(default)]
    property_process: bool,
}

/// A question that is understood.
pub(crate) struct Question {
    pub(crate) kind: Kind,
    pub(crate) statements: Vec<ColouredStatement>,
    pub(crate) except: Option<ColouredProperty>,
    pub(crate) assertions: bool,
    pub(crate) property_process: bool,
    pub(crate) choices: Choices,
}

/// Understands a question and its options.
///
/// # Errors
/// What is wrong with them: nothing has been searched then.
pub(crate) fn read(asked: &str, options: &str, input: &Input) -> Result<Question, Failure> {
    let asked: Asked = serde_json::from_str(asked)?;
    let statements = asked.properties.iter().map(|text| statement(text, input));
    let statements = statements.collect::<Result<Vec<_>, _>>()?;
    refuse_what_is_not_there(&asked, input)?;
    let is_about_runs = |statement: &ColouredStatement| !matches!(statement, Statement::Markings(_));
    let asks_runs = asked.property_process || statements.iter().any(is_about_runs);
    let mut choices = chosen(options)?;
    // DiVinE 2 has an error state. What is asked about runs says nothing about one, and ends at an error.
    if input.dve_semantics == Some("divine2") && !asks_runs && !choices.has(MODEL_ERRORS) {
        choices.choose(MODEL_ERRORS, "state")?;
    }
    Ok(Question {
        kind: asked.question,
        statements,
        except: asked.except.as_ref().map(|text| condition("except", text, input)).transpose()?,
        assertions: asked.assertions,
        property_process: asked.property_process,
        choices,
    })
}

fn statement(text: &str, input: &Input) -> Result<ColouredStatement, Failure> {
    ColouredStatement::parse(text, &input.net).map_err(|found| Failure::of_text("property", text, &found))
}

fn condition(name: &str, text: &str, input: &Input) -> Result<ColouredProperty, Failure> {
    let read = ColouredProperty::parse_condition_coloured(Quantifier::Reach, text, &input.net);
    read.map_err(|found| Failure::of_text(name, text, &found))
}

fn refuse_what_is_not_there(asked: &Asked, input: &Input) -> Result<(), Failure> {
    let has_process = input.net.program.as_ref().is_some_and(|program| program.property.is_some());
    let refused = |message: String| Err(Failure::input(message).file(input.file()));
    if asked.property_process && !has_process {
        return refused(format!(
            "`{}` has no property process: `property_process` asks that of a DVE model which ends in `system async property P;`",
            input.file()
        ));
    }
    let is_alone = asked.properties.is_empty() && !asked.property_process;
    if asked.question == Kind::Check && is_alone {
        if !asked.assertions {
            return Err(Failure::usage(
                "nothing is asked: give properties, such as 'always tokens(p) <= 1', or `assertions` or `property_process`",
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
