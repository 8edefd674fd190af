//! Promela, the language of the model checker Spin.
//!
//! ```text
//! text ──preprocess──▶ tokens ──parse──▶ Model ──check──▶ graphs of control ──follow──▶ paths ──lower──▶ Net
//! ```
//!
//! A stored state is a marking and a path between two stored states a transition, so that the numbers of states and
//! firings are those of Spin's verifier without reduction (`spin -a -o1 -o2 -o3`, `-DNOREDUCE`). `docs/promela.md`
//! describes the language and the differences. Source: Holzmann, *The SPIN Model Checker*, 2003.

mod check;
mod constant;
mod formula;
mod lower;
mod machine;
mod parse;
mod path;
mod preprocess;
mod presearch;
mod program;
mod syntax;
mod token;

use sanderling_net::format::Parsed;
use sanderling_net::{Diagnostics, Source};

/// Reads the net of a model. `definitions` are macros in addition to those of the text, such as `N=3`.
///
/// # Errors
/// The problems of the text.
pub fn parse(source: &Source, definitions: &[String]) -> Result<Parsed, Diagnostics> {
    let text = source.decoded()?;
    let tokens = preprocess::preprocess(&text, definitions)?;
    let model = parse::model(tokens)?;
    let program = check::check(&model)?;
    let name = source.name().rsplit(['/', '\\']).next().unwrap_or_default();
    let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let (net, warnings) = lower::lower(&program, name)?;
    Ok(Parsed { nets: vec![net], warnings })
}
