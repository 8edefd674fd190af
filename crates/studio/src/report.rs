//! The page with one result in it, as a single file.

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

/// What is told.
#[derive(Debug)]
pub struct Shown<'a> {
    /// The net as it was read.
    pub net: &'a Net,
    /// The result: the answer to a question, or the standard properties.
    pub report: &'a Reported,
    /// The state space of the net, where it is small.
    pub states: Option<DrawnStates>,
    /// How the page came to be.
    pub made: Made,
    /// What the page needs to be played with and asked.
    pub explorable: Option<Explorable>,
}

/// What a page needs to answer by itself.
#[derive(Debug)]
pub struct Explorable {
    /// What answers.
    pub engine: Engine,
    /// The parameters of `net/load` with which the page loads its net, with its text.
    pub load: Value,
    /// Options that every question of the page has, unless it says otherwise.
    pub defaults: Value,
}

/// How a page came to be, for those who were not there.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Made {
    /// The command, as it can be typed again.
    pub command: String,
    /// When, in seconds since the beginning of 1970 (UTC).
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

/// The page as HTML, with everything in it that it needs.
///
/// # Errors
/// That the system has no random numbers, of which the page needs one.
pub fn report(told: Shown<'_>) -> io::Result<String> {
    // A net without an initial marking cannot have been analysed either.
    let initial = semantics::initial(told.net)
        .map(|marking| MarkingDisplay::new(told.net).marking(&marking))
        .unwrap_or_default();
    let (engine, load, defaults) = match told.explorable {
        Some(Explorable { engine, load, defaults }) => (Some(engine), Some(load), Some(defaults)),
        None => (None, None, None),
    };
    let data = Data {
        initial,
        mode: if engine.is_some() { "explorable" } else { "report" },
        drawing: drawing(told.net),
        report: told.report,
        states: told.states,
        properties: assets::standard_properties(),
        made: told.made,
        load,
        defaults,
    };
    let json = serde_json::to_string(&data).map_err(io::Error::other)?;
    Ok(assets::whole_page(&json, engine.as_ref(), &random_word()?))
}
