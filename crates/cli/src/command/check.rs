//! `check`: properties, from the command line and from files, all in one search.

use sanderling::options::Choices;
use sanderling::{Question, Request};
use sanderling_contest::{Asked as InFile, ContestProperty};
use sanderling_net::{Diagnostic, Diagnostics, Net, Source, Span};
use sanderling_property::{ColouredProperty, ColouredStatement, Logic, Quantifier, Statement};
use sanderling_report as report;

use super::left_out::{self, LeftOut};
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
    let Properties { statements, left_out } = properties(&options.properties, &input, output)?;
    let input = Input { warnings: warned(input.warnings, &left_out), ..input };
    refuse_missing_property_process(&options.properties, &input)?;
    let is_alone = statements.is_empty() && !options.properties.property_process;
    if options.properties.assertions && input.net().assertions.is_empty() && is_alone {
        let message = format!("`{}` makes no assertions, and no other property is given", input.file);
        return Err(Failure::input(message).file(&input.file));
    }
    let asks_process = options.properties.property_process;
    refuse_files_without_lassos(&statements, asks_process, &options.trace)?;
    if options.trace.certificate.is_some() {
        refuse_certificates_of_fair_runs(&statements, options)?;
    }
    let merges = statements.iter().all(|statement| statement.without_colours().is_some());
    let choices = choices(options, net, &statements);
    let (watch, limits) = (Watch::begin(output, &input.file), search::limits(&choices));
    let input = match unfold::ready(input, net, &limits, merges, (output, &watch)) {
        Ok(input) => input,
        Err(refused) => {
            drop(watch);
            let question = Question::Check(Vec::new());
            let (mut report, input) = unfold::unanswered_report(refused, (question, limits), &statements)?;
            left_out::complete(&mut report, &left_out);
            return Ok(search::completed(report, &input, &options.names));
        }
    };
    let question = question(&statements, &input)?;
    let request = search::request(question, input.net(), &choices, company::of(joined.as_ref()))?;
    let request = company::within_its_share(request, joined.as_ref(), &choices);
    let PropertyOptions { assertions, property_process, .. } = options.properties;
    let request = Request { assertions, property_process, ..request };
    let mut report = search::answered(&input, &request, &options.trace, watch)?;
    company::complete(joined.as_ref(), &mut report);
    left_out::complete(&mut report, &left_out);
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
fn choices(options: &CheckArguments, net: &NetArguments, statements: &[ColouredStatement]) -> Choices {
    let is_about_runs = |statement: &ColouredStatement| !matches!(statement, Statement::Markings(_));
    if options.properties.property_process || statements.iter().any(is_about_runs) {
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
    statements: &[ColouredStatement],
    options: &CheckArguments,
) -> Result<(), Failure> {
    let asks_livelock = statements.iter().any(|statement| matches!(statement, Statement::Livelock(_)));
    if !asks_livelock && !options.properties.property_process && !options.how.choices.has("fair") {
        return Ok(());
    }
    let message = "`--certificate` does not go together with livelocks, property processes and `--fair`, whose answers have no certificates: leave it \
                   out, or ask for these in a call of their own";
    Err(Failure::usage(message))
}

/// Refuses to write a run without an end to a file that cannot hold one.
fn refuse_files_without_lassos(
    statements: &[ColouredStatement],
    asks_process: bool,
    trace: &TraceOptions,
) -> Result<(), Failure> {
    let logics = statements.iter().filter_map(|statement| match statement {
        Statement::Runs(property) => Some(property.logic),
        Statement::Livelock(_) => Some(Logic::Ltl),
        Statement::Markings(_) => None,
    });
    let logics: Vec<Logic> = logics.chain(asks_process.then_some(Logic::Ltl)).collect();
    match written::trace_file(trace)? {
        Some((_, format)) if logics.contains(&Logic::Ltl) && !format.holds_lassos() => {
            Err(Failure::usage(format!(
                "a trace in the format `{}` does not go together with formulas of LTL, livelocks and property processes, which may be violated by runs without an end: \
                 choose `json` or `tapaal`",
                format.as_str()
            )))
        }
        _ => Ok(()),
    }
}

/// What options ask, in its order.
#[derive(Debug, Default)]
pub(super) struct Properties {
    /// What is to be answered.
    pub(super) statements: Vec<ColouredStatement>,
    /// What is not, with its position among all.
    pub(super) left_out: Vec<(usize, LeftOut)>,
}

impl Properties {
    fn leave_out(&mut self, property: LeftOut) {
        self.left_out.push((self.statements.len() + self.left_out.len(), property));
    }

    fn append(&mut self, other: Self) {
        let before = self.statements.len() + self.left_out.len();
        self.statements.extend(other.statements);
        self.left_out.extend(other.left_out.into_iter().map(|(position, one)| (before + position, one)));
    }
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

/// What there is to say about a net, and about what is asked of it.
pub(super) fn warned(
    mut warnings: Vec<report::Diagnostic>,
    left_out: &[(usize, LeftOut)],
) -> Vec<report::Diagnostic> {
    warnings.extend(left_out::warnings(left_out));
    warnings
}

fn read(asked: &Asked, input: &Input, output: &OutputOptions) -> Result<Properties, Failure> {
    let net = input.net();
    let statements = match asked {
        Asked::Always(formula) => formula_of(Quantifier::Always, formula, net),
        Asked::Reach(formula) => formula_of(Quantifier::Reach, formula, net),
        Asked::Runs(logic, formula) => {
            let keyword = logic.keyword();
            let says_so = formula.split_whitespace().next() == Some(keyword);
            let prefix = if says_so { String::new() } else { format!("{keyword} ") };
            read_one(&format!("--{keyword}"), (&prefix, formula, ""), net)
        }
        Asked::Response(text) => response(text, net),
        Asked::Livelock(pattern) => read_one("--livelock", ("no livelock without ", pattern, ""), net),
        Asked::Home(formula) => read_one("--home", ("ctl AG EF (", formula, ")"), net),
        Asked::Property(text) => read_one("--property", ("", text, ""), net),
        Asked::Query(name) => query::named(name, input).map(|statement| vec![statement]),
        Asked::File(path) => {
            let source = read_source(path)?;
            let text = match std::str::from_utf8(source.bytes()) {
                Ok(text) => text.to_owned(),
                Err(_) => return Err(Failure::input(format!("`{}` is not UTF-8 text", source.name()))),
            };
            if sanderling_contest::is_property_set(&text) {
                return contest(source, &text, net, output);
            }
            match ColouredStatement::parse_all(&text, net) {
                Ok(properties) if properties.is_empty() => {
                    Err(Failure::input(format!("`{}` holds no property", source.name())).file(source.name()))
                }
                Ok(properties) => Ok(properties),
                Err(found) => Err(wrong(source, found)),
            }
        }
    };
    Ok(Properties { statements: statements?, left_out: Vec::new() })
}

/// Reads a file of the Model Checking Contest, of which something has to be answered.
fn contest(source: Source, text: &str, net: &Net, output: &OutputOptions) -> Result<Properties, Failure> {
    let set = match sanderling_contest::read(text, net) {
        Ok(set) => set,
        Err(found) => return Err(wrong(source, found)),
    };
    let mut properties = Properties::default();
    for ContestProperty { id, asked } in set {
        match asked {
            Ok(InFile::Temporal(property)) => properties.statements.push(ColouredStatement::Runs(property)),
            Ok(InFile::Formula(property)) => {
                properties.statements.push(ColouredStatement::Markings(property));
            }
            Ok(other) => properties.leave_out(LeftOut::unsupported(id, source.name(), &other)),
            Err(found) => properties.leave_out(LeftOut::mistaken(id, source.name(), found)),
        }
    }
    let mut warnings = Diagnostics::new();
    warnings.extend(properties.left_out.iter().map(|(_, one)| one.warning.clone()));
    if properties.statements.is_empty() {
        let message = format!("`{}` holds no property that can be answered", source.name());
        return Err(Failure::diagnosed(message, source, warnings));
    }
    super::warn(&diagnostics::render(&source, &warnings, Look::of_standard_error()), output);
    Ok(properties)
}

/// The dead markings that `--except` leaves out.
pub(super) fn except(formula: Option<&str>, net: &Net) -> Result<Option<ColouredProperty>, Failure> {
    let read = |text| {
        let found = ColouredProperty::parse_condition_coloured(Quantifier::Reach, text, net);
        found.map_err(|found| wrong(Source::new("--except", text), found))
    };
    formula.map(read).transpose()
}

/// Reads a formula that stands behind an option which says how it is quantified. It may say so itself, if it says
/// the same.
fn formula_of(option: Quantifier, formula: &str, net: &Net) -> Result<Vec<ColouredStatement>, Failure> {
    let (name, keyword) = (format!("--{}", option.keyword()), format!("{} ", option.keyword()));
    match sanderling_property::quantifier_of(formula) {
        None => read_one(&name, (&keyword, formula, ""), net),
        Some(own) if own == option => read_one(&name, ("", formula, ""), net),
        Some(own) => {
            let message = format!("a formula that asks `{}` behind `{name}`", own.keyword());
            let found = Diagnostic::error(message)
                .at(Span { line: 1, column: 1, start: 0, end: 0 })
                .expected("a condition on a marking")
                .help(format!(
                    "a property with its quantifier stands behind `--property`, or behind `--{}`",
                    own.keyword()
                ));
            Err(wrong(Source::new(name, formula), found.into()))
        }
    }
}

/// Reads `P leads to Q`: whenever `P` holds, so does `Q`, then or later.
fn response(text: &str, net: &Net) -> Result<Vec<ColouredStatement>, Failure> {
    let Some((first, then)) = text.split_once(LEADS_TO) else {
        let found = Diagnostic::error("no ` leads to `").at(Span { line: 1, column: 1, start: 0, end: 0 });
        let found =
            found.expected("two conditions with `leads to` between them, such as `t leads to p >= 1`");
        return Err(wrong(Source::new("--response", text), found.into()));
    };
    let before = text.strip_suffix(then).map_or(0, |before| before.chars().count());
    for (condition, blanks) in [(first, 0), (then, before)] {
        // Read by itself, a part cannot end the parentheses around it; what is wrong with it is told where it stands.
        let alone = format!("{}{condition}", " ".repeat(blanks));
        let read = ColouredProperty::parse_condition_coloured(Quantifier::Reach, &alone, net);
        read.map_err(|found| wrong(Source::new("--response", alone), found))?;
    }
    read_one("--response", ("ltl G ((", &format!("{first}) -> F ({then}"), "))"), net)
}

const LEADS_TO: &str = " leads to ";

/// Reads the text behind an option as one property, with something before it and behind it.
fn read_one(
    option: &str,
    (before, formula, behind): (&str, &str, &str),
    net: &Net,
) -> Result<Vec<ColouredStatement>, Failure> {
    match ColouredStatement::parse(&format!("{before}{formula}{behind}"), net) {
        Ok(statement) => Ok(vec![statement]),
        Err(found) => Err(wrong(Source::new(option, formula), without_prefix(found, before))),
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
