//! `check`: properties, from the command line and from files, all in one search.

use sanderling::{Question, Request};
use sanderling_contest::{Asked as InFile, ContestProperty};
use sanderling_net::{Diagnostics, Net, Source, Span};
use sanderling_property::{ColouredProperty, Quantifier};

use super::{load, search, unfold};
use crate::arguments::{Asked, CheckArguments, OutputOptions, PropertyOptions};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::read_source;
use crate::watch::Watch;

/// Checks the properties.
pub(super) fn check(options: &CheckArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let input = load(&options.net, output)?;
    let properties = properties(&options.properties, input.net())?;
    if options.properties.assertions && input.net().assertions.is_empty() && properties.is_empty() {
        let message = format!("`{}` makes no assertions, and no other property is given", input.file);
        return Err(Failure::input(message).file(&input.file));
    }
    let merges = properties.iter().all(|property| property.formula.without_colours().is_some());
    let choices = search::choices(&options.how.choices, &options.net);
    let (watch, limits) = (Watch::begin(output), search::limits(&choices));
    let input = match unfold::ready(input, &options.net, &limits, merges, (output, &watch)) {
        Ok(input) => input,
        Err(refused) => {
            drop(watch);
            let question = Question::Check(Vec::new());
            return unfold::unanswered(refused, (question, limits), &properties, output);
        }
    };
    let properties = properties.iter().map(|property| input.prepared.to_unfolded(property));
    let properties = properties.collect::<Result<_, _>>().map_err(|found| input.unsupported(found))?;
    let question = Question::Check(properties);
    let request = search::request(question, input.net(), &choices)?;
    let request = Request { assertions: options.properties.assertions, ..request };
    search::search(&input, &request, (&options.trace, output), watch)
}

/// The properties that options name.
pub(super) fn properties(options: &PropertyOptions, net: &Net) -> Result<Vec<ColouredProperty>, Failure> {
    let mut properties = Vec::new();
    for asked in &options.asked {
        properties.extend(read(asked, net)?);
    }
    Ok(properties)
}

fn read(asked: &Asked, net: &Net) -> Result<Vec<ColouredProperty>, Failure> {
    match asked {
        Asked::Always(formula) => formula_of("--always", "always ", formula, net),
        Asked::Reach(formula) => formula_of("--reach", "reach ", formula, net),
        Asked::Property(text) => formula_of("--property", "", text, net),
        Asked::File(path) => {
            let source = read_source(path)?;
            let text = match std::str::from_utf8(source.bytes()) {
                Ok(text) => text.to_owned(),
                Err(_) => return Err(Failure::input(format!("`{}` is not UTF-8 text", source.name()))),
            };
            if sanderling_contest::is_property_set(&text) {
                return contest(source, &text, net);
            }
            match ColouredProperty::parse_all_coloured(&text, net) {
                Ok(properties) if properties.is_empty() => {
                    Err(Failure::input(format!("`{}` holds no property", source.name())).file(source.name()))
                }
                Ok(properties) => Ok(properties),
                Err(found) => Err(wrong(source, found)),
            }
        }
    }
}

/// Reads a file of the Model Checking Contest. What is not a condition on markings is told by its id.
fn contest(source: Source, text: &str, net: &Net) -> Result<Vec<ColouredProperty>, Failure> {
    let set = match sanderling_contest::read(text, net) {
        Ok(set) => set,
        Err(found) => return Err(wrong(source, found)),
    };
    let refused = |id: &str, what: &str| {
        Failure::input(format!("the property `{id}` in `{}` {what}", source.name())).file(source.name())
    };
    let read = set.into_iter().map(|ContestProperty { id, asked }| match asked {
        InFile::Formula(property) => Ok(property),
        InFile::Bound(_) => Err(refused(&id, "asks for a bound: `sanderling mcc` answers these")),
        InFile::Unsupported(element) => {
            Err(refused(&id, &format!("uses `{element}`, and only conditions on markings are checked")))
        }
    });
    read.collect()
}

/// The dead markings that `--except` leaves out.
pub(super) fn except(formula: Option<&str>, net: &Net) -> Result<Option<ColouredProperty>, Failure> {
    let read = |text| {
        let found = ColouredProperty::parse_condition_coloured(Quantifier::Reach, text, net);
        found.map_err(|found| wrong(Source::new("--except", text), found))
    };
    formula.map(read).transpose()
}

/// Reads a formula that stands behind an option which says how it is quantified.
fn formula_of(
    option: &str,
    quantifier: &str,
    formula: &str,
    net: &Net,
) -> Result<Vec<ColouredProperty>, Failure> {
    match ColouredProperty::parse_coloured(&format!("{quantifier}{formula}"), net) {
        Ok(property) => Ok(vec![property]),
        Err(found) => Err(wrong(Source::new(option, formula), without_prefix(found, quantifier))),
    }
}

/// Diagnostics about a text that begins with an ASCII prefix, with their places moved to where they are
/// without it.
fn without_prefix(found: Diagnostics, prefix: &str) -> Diagnostics {
    let length = u32::try_from(prefix.len()).expect("a keyword is short");
    let behind = |span: Span| Span {
        column: if span.line == 1 { span.column.saturating_sub(length).max(1) } else { span.column },
        start: span.start.saturating_sub(length),
        end: span.end.saturating_sub(length),
        ..span
    };
    let mut moved = Diagnostics::new();
    moved.extend(found.into_iter().map(|mut diagnostic| {
        diagnostic.span = diagnostic.span.map(behind);
        diagnostic.related = diagnostic.related.map(|(span, label)| (behind(span), label));
        diagnostic
    }));
    moved
}

fn wrong(source: Source, found: Diagnostics) -> Failure {
    Failure::diagnosed(format!("the property in `{}` was not understood", source.name()), source, found)
}
