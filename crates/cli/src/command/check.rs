//! `check`: properties from the command line and from files, all in one search.

use sanderling_net::{Diagnostics, Net, Source};
use sanderling_property::{ColouredProperty, Quantifier};
use sanderling_query::{Form, Properties};
use sanderling_session::{Ask, Kind};

use super::report::quoted;
use super::several::{self, Answer, Columns};
use super::{company, query, search, standard, written};
use crate::arguments::{
    CheckArguments, NetArguments, OutputOptions, PropertyArgument, PropertyOptions, StandardFlags,
    TraceOptions,
};
use crate::diagnostics::{self, Look};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Input, read_source};

/// Checks the properties of each net.
pub(super) fn check(options: &CheckArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    if options.nets.files.is_empty() {
        return Err(Failure::usage("no net: expected a file besides the property"));
    }
    refuse_words_without_quotes(options)?;
    search::refuse_files_of_several(&options.nets, &options.trace, &options.how.choices)?;
    company::refuse_for_several(&options.nets, &options.processes)?;
    if standard::has_standard_property(options)? {
        return standard::check(options, output);
    }
    refuse_no_property(options)?;
    refuse_properties_read_once(options)?;
    several::each(&options.nets, &Columns::of_reports(), output, |net| ask(net, options, output))
}

/// Returns an error if the words of a property are separate arguments.
fn refuse_words_without_quotes(options: &CheckArguments) -> Result<(), Failure> {
    const FIRST_WORDS: [&str; 6] = ["always", "reach", "ltl", "ctl", "AG", "EF"];
    let properties = options.properties.to_check.iter().filter_map(|one| match one {
        PropertyArgument::Text(Form::Property, text) => Some(text.as_str()),
        _ => None,
    });
    let missing = options.nets.files.iter().filter(|path| !path.exists()).filter_map(|path| path.to_str());
    match properties.chain(missing).find(|text| FIRST_WORDS.contains(text)) {
        Some(word) => Err(Failure::usage(format!(
            "`{word}` is not a complete property\nhelp: write the whole property in quotes, such as `'always tokens(p) <= 1'`"
        ))),
        None => Ok(()),
    }
}

/// Returns an error if there is no property. The name of a standard property is shown as its option.
fn refuse_no_property(options: &CheckArguments) -> Result<(), Failure> {
    let PropertyOptions { to_check, assertions, property_process, .. } = &options.properties;
    let files = &options.nets.files;
    if !to_check.is_empty() || *assertions || *property_process {
        return Ok(());
    }
    let named =
        files.iter().filter(|path| !path.exists()).find_map(|path| StandardFlags::named(path.to_str()?));
    let help = match (named, files.as_slice()) {
        (Some(flag), _) => format!("write `--{flag}`"),
        (None, [file]) => {
            let file = quoted(&file.display().to_string());
            format!(
                "for example `sanderling check {file} 'always not deadlock'`; see `sanderling check --help`"
            )
        }
        _ => "see `sanderling check --help`".to_owned(),
    };
    Err(Failure::usage(format!(
        "no property: expected a property such as `'always tokens(p) <= 1'`, or an option such as `--always`, `--reach`, `--ltl` or `--live`\nhelp: {help}"
    )))
}

/// Returns an error if several nets would each read the properties from standard input.
fn refuse_properties_read_once(options: &CheckArguments) -> Result<(), Failure> {
    let from_input = options.properties.to_check.contains(&PropertyArgument::File("-".into()));
    if from_input && options.nets.files.len() > 1 {
        let message =
            "standard input can be read only once: with several nets, store the properties in a file";
        return Err(Failure::usage(message));
    }
    Ok(())
}

fn ask(net: &NetArguments, options: &CheckArguments, output: &OutputOptions) -> Result<Answer, Failure> {
    let (input, joined) = company::load(net, &options.processes, output)?;
    let properties = properties(&options.properties, &input, output)?;
    refuse_missing_property_process(&options.properties, &input)?;
    let PropertyOptions { assertions, property_process, .. } = options.properties;
    let is_alone = properties.statements.is_empty() && !property_process;
    if assertions && input.net().assertions.is_empty() && is_alone {
        let message = format!("`{}` makes no assertions, and no other property is given", input.origin.file);
        return Err(Failure::input(message).file(&input.origin.file));
    }
    refuse_files_without_lassos(&properties, property_process, &options.trace)?;
    if options.trace.certificate.is_some() {
        refuse_certificates_of_fair_runs(&properties, options)?;
    }
    let kind = Kind::Check { assertions, property_process };
    let ask = Ask::new(kind, properties, options.how.choices.clone(), &input.origin);
    let search = |input: &Input, request, watch| {
        search::answered(input, (&request, &ask.choices), &options.trace, watch)
    };
    let reported = search::full_report(input, &ask, (net, joined.as_ref(), output), search)?;
    Ok(search::answer(reported, &options.shown))
}

/// Returns an error if the property process is to be checked and the model has none.
pub(super) fn refuse_missing_property_process(
    options: &PropertyOptions,
    input: &Input,
) -> Result<(), Failure> {
    let has_process = input.net().program.as_ref().is_some_and(|program| program.property.is_some());
    if !options.property_process || has_process {
        return Ok(());
    }
    let message = format!(
        "`{}` has no property process: `--property-process` requires a DVE model that ends in `system async property P;`, or a Promela model with a `never` claim",
        input.origin.file
    );
    Err(Failure::input(message).file(&input.origin.file))
}

/// Returns an error if a certificate is requested for a property that only considers fair runs.
fn refuse_certificates_of_fair_runs(
    properties: &Properties,
    options: &CheckArguments,
) -> Result<(), Failure> {
    let asks_process = options.properties.property_process;
    if !properties.ask_for_livelocks() && !asks_process && !options.how.choices.has("fair") {
        return Ok(());
    }
    let message = "`--certificate` cannot be used with livelocks, property processes and `--fair`, whose answers have no certificates: omit \
                   it, or check these in a separate run";
    Err(Failure::usage(message))
}

/// Returns an error if an infinite run would be written to a format that cannot hold one.
fn refuse_files_without_lassos(
    properties: &Properties,
    asks_process: bool,
    trace: &TraceOptions,
) -> Result<(), Failure> {
    let may_have_one = asks_process || properties.may_ask_for_lassos();
    match written::trace_file(trace)? {
        Some((_, Some(format))) if may_have_one && !format.holds_lassos() => Err(Failure::usage(format!(
            "the format `{}` cannot hold infinite runs, which may violate formulas of LTL, livelocks and property processes: \
                 choose `json` or `tapaal`",
            format.as_str()
        ))),
        _ => Ok(()),
    }
}

/// Returns the properties that the options name, and warns of those that get no answer.
pub(super) fn properties(
    options: &PropertyOptions,
    input: &Input,
    output: &OutputOptions,
) -> Result<Properties, Failure> {
    let mut properties = Properties::default();
    for argument in &options.to_check {
        properties.append(read(argument, input, output)?);
    }
    Ok(properties)
}

fn read(argument: &PropertyArgument, input: &Input, output: &OutputOptions) -> Result<Properties, Failure> {
    let net = input.net();
    match argument {
        PropertyArgument::Text(form, text) => {
            form.read(text, net, "--").map(|statement| Properties::of(vec![statement])).map_err(Failure::from)
        }
        PropertyArgument::Query(name) => {
            query::named(name, input).map(|statement| Properties::of(vec![statement]))
        }
        PropertyArgument::File(path) => {
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

/// Returns the property of the dead markings that `--except` excludes.
pub(super) fn except(formula: Option<&str>, net: &Net) -> Result<Option<ColouredProperty>, Failure> {
    let read = |text| {
        let found = ColouredProperty::parse_condition_coloured(Quantifier::Reach, text, net);
        found.map_err(|found| {
            let message = "invalid property in `--except`";
            Failure::diagnosed(message, Source::new("--except", text), found)
        })
    };
    formula.map(read).transpose()
}
