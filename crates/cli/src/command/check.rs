//! `check`: properties, from the command line and from files, all in one search.

use sanderling::options::Choices;
use sanderling::{Question, Request, describe_diagnostic};
use sanderling_net::{Diagnostics, Net, Source};
use sanderling_property::{ColouredProperty, ColouredStatement, Quantifier};
use sanderling_query::Properties;

use super::several::{self, Answer, Columns};
use super::{company, query, search, standard, unfold, written};
use crate::arguments::{Asked, CheckArguments, NetArguments, OutputOptions, PropertyOptions, TraceOptions};
use crate::diagnostics::{self, Look};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Input, read_source};
use crate::watch::Watch;

/// Checks the properties.
pub(super) fn check(options: &CheckArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    search::refuse_files_of_several(&options.nets, &options.trace, &options.how.choices)?;
    company::refuse_for_several(&options.nets, &options.processes)?;
    if standard::is_asked(options)? {
        return standard::check(options, output);
    }
    refuse_properties_read_once(options)?;
    several::each(&options.nets, &Columns::of_reports(), output, |net| ask(net, options, output))
}

/// Refuses properties from standard input where there are several nets, each of which would read them.
fn refuse_properties_read_once(options: &CheckArguments) -> Result<(), Failure> {
    let from_input = options.properties.asked.contains(&Asked::File("-".into()));
    if from_input && options.nets.files.len() > 1 {
        let message =
            "standard input can be read once only: with several nets, store the properties in a file";
        return Err(Failure::usage(message));
    }
    Ok(())
}

fn ask(net: &NetArguments, options: &CheckArguments, output: &OutputOptions) -> Result<Answer, Failure> {
    let (input, joined) = company::load(net, &options.processes, output)?;
    let properties = properties(&options.properties, &input, output)?;
    let (input, statements) = (warned(input, &properties), &properties.statements);
    refuse_missing_property_process(&options.properties, &input)?;
    let is_alone = statements.is_empty() && !options.properties.property_process;
    if options.properties.assertions && input.net().assertions.is_empty() && is_alone {
        let message = format!("`{}` makes no assertions, and no other property is given", input.file);
        return Err(Failure::input(message).file(&input.file));
    }
    let asks_process = options.properties.property_process;
    refuse_files_without_lassos(&properties, asks_process, &options.trace)?;
    if options.trace.certificate.is_some() {
        refuse_certificates_of_fair_runs(&properties, options)?;
    }
    let merges = statements.iter().all(|statement| statement.without_colours().is_some());
    let choices = choices(options, net, &properties);
    let (watch, limits) = (Watch::begin(output, &input.file), search::limits(&choices));
    let input = match unfold::ready(input, net, &limits, merges, (output, &watch)) {
        Ok(input) => input,
        Err(refused) => {
            drop(watch);
            let question = Question::Check(Vec::new());
            let (mut report, input) = unfold::unanswered_report(refused, (question, limits), statements)?;
            company::complete(joined.as_ref(), &mut report);
            properties.complete(&mut report);
            return Ok(search::completed(report, &input, &options.names));
        }
    };
    let question = question(statements, &input)?;
    let request = search::request(question, input.net(), &choices, company::of(joined.as_ref()))?;
    let request = company::within_its_share(request, joined.as_ref(), &choices);
    let PropertyOptions { assertions, property_process, .. } = options.properties;
    let request = Request { assertions, property_process, ..request };
    let mut report = search::answered(&input, &request, &options.trace, watch)?;
    company::complete(joined.as_ref(), &mut report);
    properties.complete(&mut report);
    Ok(search::completed(report, &input, &options.names))
}

/// Refuses to ask for a property process that is not there.
pub(super) fn refuse_missing_property_process(
    options: &PropertyOptions,
    input: &Input,
) -> Result<(), Failure> {
    let has_process = input.net().program.as_ref().is_some_and(|program| program.property.is_some());
    if !options.property_process || has_process {
        return Ok(());
    }
    let message = format!(
        "`{}` has no property process: `--property-process` asks that of a DVE model which ends in `system async property P;`",
        input.file
    );
    Err(Failure::input(message).file(&input.file))
}

/// The choices with what goes with a reading of DVE. What is asked about runs says nothing about an error state, and ends at an error.
fn choices(options: &CheckArguments, net: &NetArguments, properties: &Properties) -> Choices {
    if options.properties.property_process || properties.are_about_runs() {
        return options.how.choices.clone();
    }
    search::choices(&options.how.choices, net)
}

/// The question whether properties hold of the net that is analysed.
pub(super) fn question(statements: &[ColouredStatement], input: &Input) -> Result<Question, Failure> {
    let expanded = statements.iter().map(|statement| input.prepared.statement_to_unfolded(statement));
    expanded.collect::<Result<_, _>>().map(Question::check).map_err(|found| input.unsupported(found))
}

/// Refuses certificates of what has none: where some runs do not count.
fn refuse_certificates_of_fair_runs(
    properties: &Properties,
    options: &CheckArguments,
) -> Result<(), Failure> {
    let asks_process = options.properties.property_process;
    if !properties.ask_for_livelocks() && !asks_process && !options.how.choices.has("fair") {
        return Ok(());
    }
    let message = "`--certificate` does not go together with livelocks, property processes and `--fair`, whose answers have no certificates: leave it \
                   out, or ask for these in a call of their own";
    Err(Failure::usage(message))
}

/// Refuses to write a run without an end to a file that cannot hold one.
fn refuse_files_without_lassos(
    properties: &Properties,
    asks_process: bool,
    trace: &TraceOptions,
) -> Result<(), Failure> {
    let may_have_one = asks_process || properties.may_ask_for_lassos();
    match written::trace_file(trace)? {
        Some((_, format)) if may_have_one && !format.holds_lassos() => Err(Failure::usage(format!(
            "a trace in the format `{}` does not go together with formulas of LTL, livelocks and property processes, which may be violated by runs without an end: \
                 choose `json` or `tapaal`",
            format.as_str()
        ))),
        _ => Ok(()),
    }
}

/// A net with what there is to say about what is asked of it.
pub(super) fn warned(mut input: Input, properties: &Properties) -> Input {
    input.warnings.extend(properties.warnings().map(|one| describe_diagnostic(one, None)));
    input
}

/// The properties that options name. Warns of those that are not answered.
pub(super) fn properties(
    options: &PropertyOptions,
    input: &Input,
    output: &OutputOptions,
) -> Result<Properties, Failure> {
    let mut properties = Properties::default();
    for asked in &options.asked {
        properties.append(read(asked, input, output)?);
    }
    Ok(properties)
}

fn read(asked: &Asked, input: &Input, output: &OutputOptions) -> Result<Properties, Failure> {
    let net = input.net();
    match asked {
        Asked::Text(form, text) => {
            form.read(text, net, "--").map(|statement| Properties::of(vec![statement])).map_err(Failure::from)
        }
        Asked::Query(name) => query::named(name, input).map(|statement| Properties::of(vec![statement])),
        Asked::File(path) => {
            let source = read_source(path)?;
            let properties = sanderling_query::in_file(source.clone(), net)?;
            let mut warnings = Diagnostics::new();
            warnings.extend(properties.left_out.iter().map(|(_, one)| one.warning.clone()));
            if !warnings.is_empty() {
                super::warn(&diagnostics::render(&source, &warnings, Look::of_standard_error()), output);
            }
            Ok(properties)
        }
    }
}

/// The dead markings that `--except` leaves out.
pub(super) fn except(formula: Option<&str>, net: &Net) -> Result<Option<ColouredProperty>, Failure> {
    let read = |text| {
        let found = ColouredProperty::parse_condition_coloured(Quantifier::Reach, text, net);
        found.map_err(|found| {
            let message = "the property in `--except` was not understood";
            Failure::diagnosed(message, Source::new("--except", text), found)
        })
    };
    formula.map(read).transpose()
}
