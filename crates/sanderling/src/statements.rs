//! Answers properties of markings and of runs in one report.
//!
//! Properties of markings are decided together, as by [`analyse`](crate::analyse()), within half of the time
//! if there are both kinds. Properties of runs follow: formulas, livelocks, and finally the property process
//! of a program.

use sanderling_analysis::Control;
use sanderling_machine::clock::Instant;
use sanderling_net::Diagnostics;
use sanderling_property::{Livelock, Property, Statement, TemporalProperty};
use sanderling_report::{Answer, Explored, Report, SelfCheck, Verdict};

use crate::analyse::analyse_prepared;
use crate::explain::report::empty_report;
use crate::explain::run::{Judged, shown, shown_livelock};
use crate::explain::verdict::deciding_trace;
use crate::portfolio::budget::Budget;
use crate::portfolio::plan::Share;
use crate::portfolio::temporal::{Decided, Found, Undecided, decide, look_for_livelocks};
use crate::prepare::AnalysedNet;
use crate::property_process::{ProcessResult, check_process, process_of};
use crate::replay::{StageLog, Until};
use crate::request::{Kind, Question, Request, fair_to};
use crate::search::explicit;

/// The options that apply to a search for runs.
const OF_RUNS: [&str; 8] =
    ["threads", "max_states", "memory_bytes", "reduce", "self_check", "fair", "engine", "diagram_order"];

/// The time for properties of markings, before those of runs.
const MARKINGS: Share = Share::part(2);

/// Checks properties, some of them about runs. `statements` are those of the request.
///
/// # Errors
/// As for [`analyse`](crate::analyse()).
pub(crate) fn check_statements(
    net: AnalysedNet<'_>,
    statements: &[Statement],
    request: &Request,
    control: &Control<'_>,
) -> Result<Report, Diagnostics> {
    let (started, compared) = (Instant::now(), control.compared());
    let until = Until::of(&request.limits, control);
    fair_to::check(net.net, request.fair_to)?;
    let checks_process = request.property_process;
    if checks_process {
        process_of(net.net)?;
    }
    let Apart { markings, runs, livelocks } = Apart::of(statements);
    let question = Question::Check(markings);
    let mut request = Request { question, property_process: false, ..request.clone() };
    let budget = Budget::start(request.limits, control);
    let is_about_markings = !(request.goals().is_empty() && request.asserted(net.net).is_empty());
    let mut report = if is_about_markings {
        request.limits = budget.within(MARKINGS, 1).limits_left();
        analyse_prepared(net, &request, control)?
    } else {
        nothing_searched(net, &request)
    };
    let searching = Instant::now();
    // The kinds of questions about runs that are there have equal shares.
    let kinds = [!runs.is_empty(), !livelocks.is_empty(), checks_process].map(u32::from);
    let share = |first: usize| {
        let left = kinds[first..].iter().sum::<u32>().max(1);
        budget.within(Share::part(left), 1).limits_left()
    };
    request.limits = share(0);
    let found = decide(net, &runs, &request, control)?;
    let mut used = Used::default();
    used.add((found.visits, found.firings), found.peak_bytes, found.bits_per_state);
    used.log.append(found.log.into_stages());
    report.diagram = report.diagram.or(found.diagram);
    request.limits = share(1);
    let begun = Instant::now();
    let found_livelocks = look_for_livelocks(net, &livelocks, &request, control)?;
    let Found { visits, firings, peak_bytes, bits_per_state, .. } = found_livelocks;
    used.add((visits, firings), peak_bytes, bits_per_state);
    if !livelocks.is_empty() {
        let decided = found_livelocks.decided.iter().flatten().count();
        used.log.note("livelocks", begun, (livelocks.len(), decided), visits);
    }
    request.limits = share(2);
    let begun = Instant::now();
    let result = checks_process.then(|| check_process(net, &request, control)).transpose()?;
    if let Some(result) = &result {
        used.add((result.visits, result.firings), result.bytes, result.bits_per_state);
        let decided = usize::from(result.undecided.is_none());
        used.log.note("property process", begun, (1, decided), result.visits);
    }
    report.time_s.search += searching.elapsed().as_secs_f64();
    if !is_about_markings {
        report.explored = Some(Explored { states: used.visits.into(), firings: used.firings.into() });
        report.bits_per_state = u32::try_from(used.bits_per_state).unwrap_or(u32::MAX);
    }
    report.peak_memory_bytes = report.peak_memory_bytes.max(used.peak_bytes);
    if request.explain_plan {
        report.plan.extend(used.log.into_stages());
    }
    let replaying = Instant::now();
    let of_runs = found.decided.iter().chain(&found_livelocks.decided);
    let undecided = of_runs.into_iter().find_map(|decided| decided.as_ref().err().cloned());
    let undecided = undecided.or_else(|| result.as_ref().and_then(|result| result.undecided.clone()));
    insert_answers(
        &mut report,
        (net, Judged::of(&request)),
        statements,
        [found.decided, found_livelocks.decided],
        until.with_grace(),
    );
    if let Some(ProcessResult { answer, .. }) = result {
        report.answers.insert(statements.len(), answer);
    }
    report.verdict = Verdict::all(report.answers.iter().map(|answer| answer.verdict));
    if report.model_error.is_some() {
        report.verdict = Verdict::Violated;
    }
    report.trace = deciding_trace(&report);
    if let Some(Undecided { reason, text }) = undecided.filter(|_| report.reason.is_none()) {
        (report.reason, report.reason_text) = (Some(reason), text);
    }
    report.self_check = Some(SelfCheck {
        mode: request.self_check.to_string(),
        states_checked: (control.compared() - compared).into(),
    });
    report.time_s.replay += replaying.elapsed().as_secs_f64();
    report.time_s.total = started.elapsed().as_secs_f64();
    Ok(report)
}

/// What the searches for runs have used, all together.
#[derive(Default)]
struct Used {
    visits: u64,
    firings: u64,
    peak_bytes: u64,
    bits_per_state: u64,
    log: StageLog,
}

impl Used {
    fn add(&mut self, (visits, firings): (u64, u64), peak_bytes: u64, bits_per_state: u64) {
        self.visits += visits;
        self.firings += firings;
        self.peak_bytes = self.peak_bytes.max(peak_bytes);
        self.bits_per_state = self.bits_per_state.max(bits_per_state);
    }
}

/// The properties, separated by kind.
#[derive(Default)]
struct Apart<'s> {
    markings: Vec<Property>,
    runs: Vec<TemporalProperty>,
    livelocks: Vec<&'s Livelock>,
}

impl<'s> Apart<'s> {
    fn of(statements: &'s [Statement]) -> Self {
        let mut apart = Self::default();
        for statement in statements {
            match statement {
                Statement::Markings(property) => apart.markings.push(property.clone()),
                Statement::Runs(property) => apart.runs.push(property.clone()),
                Statement::Livelock(property) => apart.livelocks.push(property),
            }
        }
        apart
    }
}

/// Returns a report without a search for markings.
fn nothing_searched(net: AnalysedNet<'_>, request: &Request) -> Report {
    let mut report = empty_report(net.net, request);
    if net.kind() == Kind::Coloured {
        report.options = explicit::options(net.net, request);
    }
    report.options.retain(|name, _| OF_RUNS.contains(&name.as_str()));
    (report.states, report.firings, report.deadlocks) = (None, None, None);
    report
}

/// Inserts the answers about runs between those about markings.
fn insert_answers(
    report: &mut Report,
    (net, judged): (AnalysedNet<'_>, Judged),
    statements: &[Statement],
    [formulas, livelocks]: [Vec<Result<Decided, Undecided>>; 2],
    until: Until<'_>,
) {
    let net = (net.net, judged);
    let (mut formulas, mut livelocks) = (formulas.into_iter(), livelocks.into_iter());
    for (position, statement) in statements.iter().enumerate() {
        let next = match statement {
            Statement::Markings(_) => None,
            Statement::Runs(_) => formulas.next(),
            Statement::Livelock(_) => livelocks.next(),
        };
        let Some(decided) = next else { continue };
        let shown = decided.map_err(|undecided| undecided.reason).and_then(|decided| {
            let trace = match statement {
                Statement::Markings(_) => Ok(None),
                Statement::Runs(property) => shown(net, property, &decided, until),
                Statement::Livelock(property) => shown_livelock(net, property, &decided, until),
            };
            trace.map(|trace| (decided, trace)).map_err(|interrupted| {
                report.reason.get_or_insert(interrupted.reason);
                interrupted.reason
            })
        });
        let (verdict, reason, decided_by, trace) = match shown {
            Ok((Decided { holds: true, by, .. }, trace)) => (Verdict::Holds, None, Some(by), trace),
            Ok((Decided { holds: false, by, .. }, trace)) => (Verdict::Violated, None, Some(by), trace),
            Err(reason) => (Verdict::Unknown, Some(reason), None, None),
        };
        let (name, property) = (statement.name().map(str::to_owned), statement.text().to_owned());
        report.answers.insert(position, Answer { name, property, verdict, reason, trace, decided_by });
    }
}
