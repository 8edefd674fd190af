//! The property process of a program: checks that no run of both is accepted.
//!
//! ```text
//! PropertyProcess ─▶ automaton: a guard is a bit of the letter ─▶ product search ─▶ a run ─▶ checked and shown
//! ```
//!
//! The process moves with each step of the program, with the guards evaluated before the step. If the program
//! has no step, the process moves alone, so a finite run repeats its last state (stutter extension). DiVinE 2
//! and the code that it compiles for LTSmin have the same semantics. See Barnat et al., *DiVinE – A Tool for
//! Distributed Verification*, CAV 2006; Vardi and Wolper, *An Automata-Theoretic Approach to Automatic
//! Program Verification*, LICS 1986.
//!
//! We differ if a guard of the process is undefined in a state where it is evaluated: then there is no
//! verdict.

mod automaton;
mod locations;
mod run;

use sanderling_analysis::{Control, Limits, StopReason};
use sanderling_engine::Explorable;
use sanderling_model::{ModelErrors, NetModel};
use sanderling_net::{Diagnostic, Diagnostics, Net, PropertyProcess};
use sanderling_report::{Answer, Decision, Reason, Technique, Trace, Verdict};
use sanderling_runs::{Acceptance, AcceptedRun, Product};

use self::automaton::Watched;
use crate::explain::run::Judged;
use crate::portfolio::temporal::Undecided;
use crate::prepare::{AnalysedNet, Facts};
use crate::replay::{Until, reason};
use crate::request::Request;
use crate::request::fair_to::agents;
use crate::search::self_check::{NetReference, internal_error};

/// The result of checking a property process.
#[derive(Debug)]
pub(crate) struct ProcessResult {
    pub(crate) answer: Answer,
    /// Why the answer is unknown, if it is.
    pub(crate) undecided: Option<Undecided>,
    /// The number of states of the product that were visited.
    pub(crate) visits: u64,
    /// The number of firings from the states that were expanded.
    pub(crate) firings: u64,
    /// The memory used, in bytes.
    pub(crate) bytes: u64,
    /// The bits per stored state.
    pub(crate) bits_per_state: u64,
}

/// Returns the property process of a net.
///
/// # Errors
/// The net has none, or the process uses features beyond an automaton. Each such feature is listed with its
/// location.
pub(crate) fn process_of(net: &Net) -> Result<&PropertyProcess, Diagnostics> {
    let Some(process) = net.program.as_ref().and_then(|program| program.property.as_deref()) else {
        let missing = Diagnostic::error("a query about a property process, which the net does not have");
        return Err(missing.expected("a program that ends in `system async property P;`").into());
    };
    let mut found = Diagnostics::new();
    for beyond in &process.beyond {
        let message =
            format!("{} in the property process `{}`, which is not supported", beyond.what, process.name);
        let problem = Diagnostic::error(message)
            .expected("guards about the program alone, and the locations that accept of a Büchi automaton");
        found.push(match beyond.span {
            Some(span) => problem.at(span),
            None => problem.element(&process.name),
        });
    }
    if found.has_errors() { Err(found) } else { Ok(process) }
}

/// Checks within the limits of the request that no run of program and property process is accepted.
///
/// # Errors
/// As for [`process_of`], or the net cannot be compiled.
pub(crate) fn check_process(
    net: AnalysedNet<'_>,
    request: &Request,
    control: &Control<'_>,
) -> Result<ProcessResult, Diagnostics> {
    let until = Until::of(&request.limits, control);
    let process = process_of(net.net)?;
    let watched = match Watched::of(net.net, process) {
        Ok(watched) => watched,
        Err(undecided) => return Ok(ProcessResult::open(process, undecided)),
    };
    let facts = Facts::default();
    let analysed = AnalysedNet::new(&watched.net, &facts);
    if !analysed.learn_until(&|| until.is_over()) {
        return Ok(ProcessResult::open(process, until.reason().into()));
    }
    let model = analysed.data_model(ModelErrors::Report)?;
    let bits_per_state = model.bits_per_state();
    let searched = searched(model, &watched, request, control);
    if let Some(discrepancy) = &searched.discrepancy {
        return Err(internal_error(discrepancy, "the search for runs of program and property process").into());
    }
    let counted = ProcessResult {
        visits: searched.visits,
        firings: searched.firings,
        bytes: searched.bytes as u64,
        bits_per_state,
        ..ProcessResult::open(process, Reason::Cancelled.into())
    };
    Ok(match searched.run {
        Ok(None) => counted.decided(None),
        Ok(Some(run)) => {
            let (run, judged) = (shortened((analysed, &watched), run, request, until)?, Judged::of(request));
            match run::shown((net.net, judged), process, &run, until.with_grace()) {
                Ok(trace) => counted.decided(Some(trace)),
                Err(interrupted) => counted.undecided(interrupted.reason.into()),
            }
        }
        Err(stop) => match (stop, reason(stop)) {
            (_, None) => counted,
            (StopReason::UndefinedAtom, Some(reason)) => {
                counted.undecided(Undecided { reason, text: Some(undefined_atom(process)) })
            }
            (_, Some(reason)) => counted.undecided(reason.into()),
        },
    })
}

/// Shortens a run within the effort of the request, or within all the remaining time if the request asks for
/// a shortest run.
///
/// # Errors
/// The net cannot be compiled.
fn shortened(
    (analysed, watched): (AnalysedNet<'_>, &Watched),
    run: AcceptedRun,
    request: &Request,
    until: Until<'_>,
) -> Result<AcceptedRun, Diagnostics> {
    let Request { effort, fairness, shortest, .. } = request;
    if fairness.is_some() || !shortest && effort.shorten_time.is_zero() {
        return Ok(run);
    }
    let mut limits = Limits { time: until.left(), ..request.limits };
    if !shortest {
        limits.time = Some(until.left().map_or(effort.shorten_time, |left| left.min(effort.shorten_time)));
        limits.states = Some(limits.states.map_or(effort.small, |states| states.min(effort.small)));
    }
    let model = analysed.data_model(ModelErrors::Report)?;
    Ok(model.shorten_run(&watched.product(), run, limits, until.control()).run)
}

fn searched<M: Explorable>(
    model: M,
    watched: &Watched,
    request: &Request,
    control: &Control<'_>,
) -> Acceptance {
    let request = Request { model_errors: ModelErrors::Report, ..request.clone() };
    let reference = NetReference::new(&watched.net, &request);
    let product = Product {
        fairness: request.fairness,
        agents: agents(&watched.net, request.fair_to),
        self_check: reference.check(&model),
        ..watched.product()
    };
    model.accepted_run(&product, request.limits, request.threads, control)
}

fn undefined_atom(process: &PropertyProcess) -> String {
    format!(
        "a guard of the property process `{}` is undefined in a reachable state: a division by zero, an index out of range or a similar error",
        process.name
    )
}

impl ProcessResult {
    fn open(process: &PropertyProcess, undecided: Undecided) -> Self {
        let answer = Answer {
            name: None,
            property: format!("property process {}", process.name),
            verdict: Verdict::Unknown,
            reason: Some(undecided.reason),
            trace: None,
            decided_by: None,
        };
        Self { answer, undecided: Some(undecided), visits: 0, firings: 0, bytes: 0, bits_per_state: 0 }
    }

    fn undecided(self, undecided: Undecided) -> Self {
        let answer = Answer { reason: Some(undecided.reason), ..self.answer };
        Self { answer, undecided: Some(undecided), ..self }
    }

    /// Decides the answer by an accepted run, or by its absence.
    fn decided(self, violation: Option<Trace>) -> Self {
        let verdict = if violation.is_some() { Verdict::Violated } else { Verdict::Holds };
        let decided_by = Some(Decision::by(Technique::Search));
        let answer = Answer { verdict, reason: None, trace: violation, decided_by, ..self.answer };
        Self { answer, undecided: None, ..self }
    }
}
