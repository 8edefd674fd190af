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
mod files;
mod formula;
mod lower;
mod ltl;
mod machine;
mod parse;
mod path;
mod preprocess;
mod presearch;
/// For the interpreter in `testkit`.
#[doc(hidden)]
pub mod program;
mod syntax;
mod token;

use sanderling_net::format::{Parsed, StoredQuery};
use sanderling_net::{Diagnostic, Diagnostics, Net, Source};

use files::Files;

/// Reads the net of a model.
///
/// # Errors
/// The problems of the text.
pub fn parse(source: &Source) -> Result<Parsed, Diagnostics> {
    let mut files = Files::default();
    read(source, &mut files).map_err(|found| files.diagnostics(found))
}

fn read(source: &Source, files: &mut Files) -> Result<Parsed, Diagnostics> {
    let mut warnings = Diagnostics::new();
    let model = model(source, files, &mut warnings)?;
    let program = check::check(&model)?;
    let name = source.name().rsplit(['/', '\\']).next().unwrap_or_default();
    let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let (mut net, found) = lower::lower(&program, files, (name, &source.decoded()?))?;
    warnings.extend(found);
    for claim in model.claims.iter().skip(1) {
        let found = Diagnostic::warning("a further never claim, which is not checked").at(claim.name.span);
        warnings.push(found.help("keep one claim in a file; `--property-process` checks the first one"));
        if let Some(program) = &mut net.program {
            program.left_out.push(format!("the never claim in {}", files.line(claim.name.span.line)));
        }
    }
    files.net(&mut net);
    Ok(Parsed { nets: vec![net], warnings: files.diagnostics(warnings) })
}

/// Returns the formulas (`ltl`) of a model as queries about `net`, which was read from the same text.
///
/// # Errors
/// The problems of the text.
pub fn formulas(source: &Source, net: &Net) -> Result<Vec<StoredQuery>, Diagnostics> {
    let mut files = Files::default();
    let queries = model(source, &mut files, &mut Diagnostics::new())
        .and_then(|model| Ok(ltl::queries(&model, &check::check(&model)?, net)))
        .map_err(|found| files.diagnostics(found))?;
    Ok(queries.into_iter().map(|query| files.query(query)).collect())
}

/// Returns the graphs of control of a model: the result of parsing and checking.
///
/// # Errors
/// The problems of the text.
#[doc(hidden)]
pub fn program(source: &Source) -> Result<program::Program, Diagnostics> {
    let mut files = Files::default();
    model(source, &mut files, &mut Diagnostics::new())
        .and_then(|model| check::check(&model))
        .map_err(|found| files.diagnostics(found))
}

/// Returns the syntax tree of a model, and adds warnings about definitions to `warnings`.
fn model(
    source: &Source,
    files: &mut Files,
    warnings: &mut Diagnostics,
) -> Result<syntax::Model, Diagnostics> {
    parse::model(preprocess::preprocess(source, files, warnings)?)
}
