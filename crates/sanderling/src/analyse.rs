//! Analyses a net: the portfolio decides the questions of a request, and `explain` turns the findings into a
//! report.

use std::time::Duration;

use sanderling_analysis::Control;
use sanderling_machine::clock::Instant;
use sanderling_net::{Diagnostics, Net, NodeNames};
use sanderling_report::{Hint, HintKind, Report, SelfCheck};

use crate::explain::coverable::fill_coverable;
use crate::explain::hints::{about_property_process, hints};
use crate::explain::meant_end::without_stated_ends;
use crate::explain::verdict::judged;
use crate::portfolio::find;
use crate::prepare::{AnalysedNet, Facts, labels};
use crate::replay::Until;
use crate::request::checkpoint::Opened;
use crate::request::{Question, Request};
use crate::shortest::shorten_runs;
use crate::statements::check_statements;

/// Explores the reachable markings of a net until the question of the request is decided.
///
/// Every trace in the report has been replayed on the net. The caller fills in `file`, `format`, the parsing
/// time and the warnings of the file.
///
/// ```
/// use sanderling::{Control, Question, Request, analyse};
/// use sanderling_net::{Arc, ArcKind, Net, Place, Transition};
///
/// let mut net = Net::new("a match");
/// let whole = net.add_place(Place::with_tokens("whole", 1));
/// let burn = net.add_transition(Transition::plain("burn"));
/// net.add_arc(Arc::weighted(whole, burn, ArcKind::Input, 1));
///
/// let report = analyse(&net, &Request::new(Question::Deadlock), &Control::default())?;
/// assert_eq!(report.verdict.as_str(), "violated");
/// assert_eq!(report.trace.map(|trace| trace.steps.get(0).unwrap().event), Some("burn".to_owned()));
/// # Ok::<(), sanderling_net::Diagnostics>(())
/// ```
///
/// # Errors
/// The net uses something that cannot be compiled, or the choices of the request contradict each other (see
/// [`Request::refusal`]).
pub fn analyse(net: &Net, request: &Request, control: &Control<'_>) -> Result<Report, Diagnostics> {
    let mut report = analyse_prepared(AnalysedNet::new(net, &Facts::default()), request, control)?;
    report.hints.extend(hints(&report, net, net, |place| place));
    report.hints.extend(about_property_process(net, request));
    if report.mentions_nodes() {
        report.fill_names(&labels(net, NodeNames::Names));
    }
    Ok(report)
}

/// Explores the reachable markings of a net about which facts may be known already, as [`analyse`] does. The
/// caller fills in the hints, because it has the net that was read.
///
/// # Errors
/// As for [`analyse`].
pub(crate) fn analyse_prepared(
    net: AnalysedNet<'_>,
    request: &Request,
    control: &Control<'_>,
) -> Result<Report, Diagnostics> {
    if let Some(refusal) = request.refusal().or_else(|| request.refusal_of(net.kind())) {
        return Err(refusal.diagnostic("").into());
    }
    if let Some(question) = without_stated_ends(net.net, &request.question) {
        let request = Request { question, ..request.clone() };
        let mut report = analyse_prepared(net, &request, control)?;
        report.hints.push(Hint {
            kind: HintKind::FinalMarkings,
            message: format!(
                "deadlocks {} do not count; `--except false` counts them",
                match net.net.program {
                    Some(_) => "in which each process has ended or is at an end label",
                    None => "in the final markings of the file",
                }
            ),
            except: None,
        });
        return Ok(report);
    }
    if request.is_about_runs() {
        return check_statements(net, &request.question.statements(), request, control);
    }
    let (started, compared) = (Instant::now(), control.compared());
    let until = Until::of(&request.limits, control);
    let checkpoints = Opened::of(net.net, request)?;
    let mut searched = find(net, request, checkpoints.as_ref(), control)?;
    searched.statistics.checkpoint = checkpoints.and_then(|checkpoints| checkpoints.written(request));
    if request.question != Question::Explore {
        shorten_runs(net, request, &mut searched, started, control)?;
    } else {
        let left = request.limits.time.map_or(Duration::MAX, |time| time.saturating_sub(started.elapsed()));
        fill_coverable(&mut searched.statistics, net, request, left, control);
    }
    if !request.explain_plan {
        searched.statistics.plan.clear();
    }
    let replaying = Instant::now();
    let mut report = judged(net.net, request, searched, until.with_grace());
    report.self_check = Some(SelfCheck {
        mode: request.self_check.to_string(),
        states_checked: (control.compared() - compared).into(),
    });
    report.time_s.replay = replaying.elapsed().as_secs_f64();
    report.time_s.total = report.time_s.before.unwrap_or_default() + started.elapsed().as_secs_f64();
    Ok(report)
}
