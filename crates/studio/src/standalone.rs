//! The studio as a single file: nets to choose from, and the engine.

use std::io;

use serde_json::{Value, json};

use crate::access::random_word;
use crate::assets;
use crate::engine::Engine;

/// The content of a page that needs no server.
#[derive(Debug)]
pub struct Standalone {
    /// The WebAssembly module that answers the requests of the page.
    pub engine: Engine,
    /// The parameters of `net/load` for each net, with its text and name. The page begins with the first one.
    pub nets: Vec<Value>,
    /// Default options of every question on the page.
    pub defaults: Value,
}

/// Returns the page as HTML. Users choose one of its nets, or open a file of their own.
///
/// # Errors
/// If the system cannot provide the random number that the page needs.
pub fn standalone(page: &Standalone) -> io::Result<String> {
    let data = json!({
        "mode": "standalone",
        "nets": page.nets,
        "defaults": page.defaults,
        "properties": assets::standard_properties(),
    });
    Ok(assets::whole_page(&data.to_string(), Some(&page.engine), &random_word()?))
}
