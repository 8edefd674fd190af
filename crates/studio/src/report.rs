//! The page with one result, as a single file.

use std::io;

use sanderling::MarkingDisplay;
use sanderling_net::{Net, semantics};
use sanderling_report::Marking;
use sanderling_server::drawing;
use sanderling_server::protocol::{Drawing, DrawnStates, Reported};
use serde::Serialize;
use serde_json::Value;

use crate::access::random_word;
use crate::assets;
use crate::engine::Engine;

/// The content of a page.
#[derive(Debug)]
pub struct Shown<'a> {
    /// The original net.
    pub net: &'a Net,
    /// The result: the answer to a question, or the standard properties.
    pub report: &'a Reported,
    /// The state space of the net, if it is small.
    pub states: Option<DrawnStates>,
    /// The origin of the page.
    pub made: Made,
    /// The parts that make the page interactive.
    pub explorable: Option<Explorable>,
}

/// The parts with which a page answers questions by itself.
#[derive(Debug)]
pub struct Explorable {
    /// The engine.
    pub engine: Engine,
    /// The parameters of `net/load` with which the page loads its net, including its text.
    pub load: Value,
    /// Default options of every question on the page.
    pub defaults: Value,
}

/// The origin of a page.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Made {
    /// The command, in a form that can be typed again.
    pub command: String,
    /// The time, in seconds since the beginning of 1970 (UTC).
    pub at_s: u64,
}

#[derive(Serialize)]
struct Data<'a> {
    mode: &'static str,
    drawing: Drawing,
    initial: Marking,
    report: &'a Reported,
    states: Option<DrawnStates>,
    properties: Value,
    made: Made,
    #[serde(skip_serializing_if = "Option::is_none")]
    load: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    defaults: Option<Value>,
}

/// Returns the page as HTML, with everything that it needs.
///
/// # Errors
/// If the system cannot provide the random number that the page needs.
pub fn report(shown: Shown<'_>) -> io::Result<String> {
    // A net without an initial marking cannot have been analysed.
    let initial = semantics::initial(shown.net)
        .map(|marking| MarkingDisplay::new(shown.net).marking(&marking))
        .unwrap_or_default();
    let (engine, load, defaults) = match shown.explorable {
        Some(Explorable { engine, load, defaults }) => (Some(engine), Some(load), Some(defaults)),
        None => (None, None, None),
    };
    let data = Data {
        initial,
        mode: if engine.is_some() { "explorable" } else { "report" },
        drawing: drawing(shown.net),
        report: shown.report,
        states: shown.states,
        properties: assets::standard_properties(),
        made: shown.made,
        load,
        defaults,
    };
    let json = serde_json::to_string(&data).map_err(io::Error::other)?;
    Ok(assets::whole_page(&json, engine.as_ref(), &random_word()?))
}
