//! `formats`: the formats that can be read and written.

use std::fmt::Write;

use sanderling_formats::{Converter, FORMATS};
use sanderling_report::{SCHEMA, VERSION};
use serde_json::json;

use crate::arguments::OutputOptions;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::search_path;

/// A line of the list.
struct Listed {
    name: String,
    description: String,
    extensions: Vec<&'static str>,
    is_writable: bool,
}

/// Lists the built-in formats, then the converters on the search path.
pub(super) fn formats(output: &OutputOptions) -> Result<Exit, Failure> {
    let listed = list();
    let formats: Vec<_> = listed
        .iter()
        .map(|format| {
            json!({
                "name": format.name,
                "description": format.description,
                "extensions": format.extensions,
                "readable": true,
                "writable": format.is_writable,
            })
        })
        .collect();
    let answer = json!({ "schema": SCHEMA, "version": VERSION, "question": "formats", "formats": formats });
    super::print(&answer, |_| table(&listed), output)?;
    Ok(Exit::Success)
}

fn list() -> Vec<Listed> {
    let built_in = FORMATS.iter().map(|format| Listed {
        name: format.name().to_owned(),
        description: format.description().to_owned(),
        extensions: format.extensions().to_vec(),
        is_writable: format.can_write(),
    });
    let external = Converter::all(&search_path()).into_iter().map(|converter| Listed {
        name: converter.name().to_owned(),
        description: format!("by {}", converter.executable().display()),
        extensions: Vec::new(),
        is_writable: false,
    });
    built_in.chain(external).collect()
}

fn table(listed: &[Listed]) -> String {
    let width = listed.iter().map(|format| format.name.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for format in listed {
        let access = if format.is_writable { "read, write" } else { "read" };
        let extensions: Vec<String> =
            format.extensions.iter().map(|extension| format!(".{extension}")).collect();
        let line =
            format!("{:width$}  {access:11}  {}  {}", format.name, format.description, extensions.join(" "));
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}
