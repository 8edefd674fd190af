//! The portfolio: decides questions about markings with a list of techniques, the cheapest first (see [`TECHNIQUES`]).
//!
//! ```text
//! all goals together:    a small search of the original net, then random walks if there are several goals
//! each open goal:        net ─▶ reduced net ─▶ short searches ─▶ coverability ─▶ proof ─▶ random walks
//! open goals, together:  net ─▶ reduced net ─▶ two searches, concurrently if there are two threads
//! ```
//!
//! A small state space is explored completely, so that statistics are exact and traces shortest. A single goal allows
//! more [reduction](Part) of the net and smaller stubborn sets. The goals that remain open go to a
//! [race](technique::MainSearch) of two searches, within the limits of the request. Fewer techniques apply to a
//! coloured net that is not unfolded.
//!
//! INVARIANT: a finding is announced only after its trace has been replayed on the net, and a proof only after its
//! certificate has been checked in exact integers.

mod budget;
mod choice;
mod findings;
pub mod query;
mod technique;
pub(crate) mod temporal;

use std::ops::ControlFlow;
use std::time::Duration;

use sanderling_analysis::{Checkpoints, Control};
use sanderling_machine::clock::Instant;
use sanderling_net::Diagnostics;
use sanderling_report::{Explored, NupnClaim};
use sanderling_system::EventId;

use self::budget::{Budget, MAX_TIME};
use self::findings::Findings;
pub(crate) use self::findings::Listener;
use self::technique::{
    Coverability, GuidedWalk, MainSearch, Proof, RandomWalks, ShortSearch, SkeletonProof, SmallSearch,
    StructuralRules, Technique,
};
use crate::prepare::{AnalysedNet, Part};
use crate::replay::finding::{Finding, Path};
use crate::replay::{Meaning, Plan};
use crate::request::checkpoint::Opened;
use crate::request::{Kind, Request};
use crate::search::{SearchStatistics, Searched, Wanted, explicit, survey};

/// Time limit for structural rules when the search has checkpoints.
const MAX_TIME_WITH_CHECKPOINTS: Duration = Duration::from_secs(24 * 3600);

/// Maximum number of goals among which the time for rules and proofs is divided. With more, a share would be too short
/// for a proof.
const MAX_TRIES: usize = 16;

/// Techniques that are tried in order, on the same net and for the same goals.
struct Stage {
    goals: Goals,
    net: StageNet,
    techniques: &'static [&'static dyn Technique],
}

impl Stage {
    /// Returns whether this is the last stage, which has the checkpoints.
    fn is_last(&self) -> bool {
        self.goals == Goals::Together && self.net == StageNet::Reduced
    }
}

/// How a stage handles the open goals.
#[derive(PartialEq, Eq)]
enum Goals {
    /// All open goals at once.
    Together,
    /// One open goal at a time.
    OneByOne,
}

/// The net of a stage.
#[derive(PartialEq, Eq)]
enum StageNet {
    Original,
    /// The net reduced for the goals.
    Reduced,
}

/// All stages, in order. To add a technique, add its file and its line here.
const TECHNIQUES: [Stage; 4] = [
    Stage { goals: Goals::Together, net: StageNet::Original, techniques: &[&SmallSearch] },
    Stage { goals: Goals::Together, net: StageNet::Original, techniques: &[&RandomWalks] },
    Stage {
        goals: Goals::OneByOne,
        net: StageNet::Reduced,
        techniques: &[
            &StructuralRules,
            &ShortSearch::DepthFirst,
            &ShortSearch::TowardsTheGoal,
            &Coverability,
            &Proof,
            &SkeletonProof,
            &GuidedWalk,
        ],
    },
    Stage { goals: Goals::Together, net: StageNet::Reduced, techniques: &[&MainSearch] },
];

/// Decides the goals of a request with the techniques that it allows: the portfolio or a single search.
///
/// # Errors
/// The net cannot be compiled.
pub(crate) fn find(
    net: AnalysedNet<'_>,
    request: &Request,
    checkpoints: Option<&Opened>,
    control: &Control<'_>,
) -> Result<Searched, Diagnostics> {
    if request.decides(net) {
        run(Portfolio::new(net, request, control, None).with(checkpoints))
    } else {
        let (started, checkpoints) = (Instant::now(), checkpoints_of(checkpoints, net, &[])?);
        let mut searched = survey(net, request, Wanted { checkpoints, ..Wanted::default() }, control)?;
        let goals = searched.findings.len();
        let decided = searched.findings.iter().filter(|finding| !finding.is_open()).count();
        let mut plan = Plan::default();
        plan.note("search", started, (goals, decided), searched.visits);
        searched.statistics.plan = plan.into_stages();
        Ok(searched)
    }
}

/// Decides the questions of a request about a place/transition net, or about a coloured net that is not
/// unfolded.
///
/// # Errors
/// The net cannot be compiled.
pub(crate) fn decide(
    net: AnalysedNet<'_>,
    request: &Request,
    control: &Control<'_>,
) -> Result<Searched, Diagnostics> {
    run(Portfolio::new(net, request, control, None))
}

/// Decides the questions of a request, and calls `listener` for each goal when it is decided.
///
/// # Errors
/// The net cannot be compiled.
pub(crate) fn decide_and_announce(
    net: AnalysedNet<'_>,
    request: &Request,
    checkpoints: Option<&Opened>,
    control: &Control<'_>,
    listener: &mut Listener<'_>,
) -> Result<Searched, Diagnostics> {
    run(Portfolio::new(net, request, control, Some(listener)).with(checkpoints))
}

/// Returns the checkpoints for a search of this net with these goals, if it has any.
///
/// # Errors
/// The checkpoint to resume from belongs to another search.
fn checkpoints_of<'c>(
    checkpoints: Option<&'c Opened>,
    net: AnalysedNet<'_>,
    goals: &[usize],
) -> Result<Option<&'c Checkpoints>, Diagnostics> {
    checkpoints.map_or(Ok(None), |checkpoints| checkpoints.for_goals(net.net, goals))
}

fn run(mut portfolio: Portfolio<'_>) -> Result<Searched, Diagnostics> {
    if !portfolio.net.learn_until(&|| portfolio.budget.is_over()) {
        let reason = portfolio.budget.until().reason();
        return Ok(Searched::nothing(portfolio.net, portfolio.request, reason));
    }
    portfolio.record.compile = portfolio.record.started.elapsed();
    for stage in &TECHNIQUES {
        if portfolio.go_through(stage)?.is_break() {
            break;
        }
    }
    Ok(portfolio.finish())
}

/// The state of a portfolio: the findings so far, and the remaining budget.
struct Portfolio<'a> {
    net: AnalysedNet<'a>,
    request: &'a Request,
    budget: Budget<'a>,
    findings: Findings<'a>,
    /// The meaning of the events in the findings.
    meaning: Meaning,
    /// The path to the undefined event at which a search stopped.
    undefined: Option<Vec<EventId>>,
    /// Whether a larger search would stop at the same point as a small one.
    searches_are_over: bool,
    /// The checkpoints of the last and longest search.
    checkpoints: Option<&'a Opened>,
    record: Record,
}

/// The combined results of all searches.
struct Record {
    started: Instant,
    visits: u64,
    firings: u64,
    peak_bytes: u64,
    compile: Duration,
    encoding: &'static str,
    /// The techniques that were tried.
    plan: Plan,
    /// The statistics of the last search.
    statistics: SearchStatistics,
}

impl Record {
    /// Notes the net of a part, if it is reduced.
    fn note_net(&mut self, part: &Part<'_>) {
        let earlier = self.statistics.reduced_net.take();
        self.statistics.reduced_net = part.reduced_net().or(earlier);
    }
}

impl<'a> Portfolio<'a> {
    fn new(
        net: AnalysedNet<'a>,
        request: &'a Request,
        control: &'a Control<'a>,
        listener: Option<&'a mut Listener<'a>>,
    ) -> Self {
        let goals = request.goals();
        Self {
            net,
            request,
            budget: Budget::start(request.limits, control),
            findings: Findings::new(goals, request.asserted(net.net).len(), listener),
            meaning: Meaning::none(net.kind()),
            undefined: None,
            searches_are_over: false,
            checkpoints: None,
            record: Record {
                started: Instant::now(),
                visits: 0,
                firings: 0,
                peak_bytes: 0,
                compile: Duration::ZERO,
                encoding: request.encoding.as_str(),
                plan: Plan::default(),
                statistics: SearchStatistics::none(net.net, request),
            },
        }
    }

    /// Sets the checkpoints of the last search.
    fn with(self, checkpoints: Option<&'a Opened>) -> Self {
        Self { checkpoints, ..self }
    }

    /// Tries the techniques of a stage, for all open goals together or one by one.
    fn go_through(&mut self, stage: &Stage) -> Result<ControlFlow<()>, Diagnostics> {
        if stage.goals == Goals::Together {
            let mut goals = self.findings.open();
            let resumed = self.checkpoints.and_then(Opened::resumed_goals);
            if let Some(resumed) = resumed.filter(|_| stage.is_last()) {
                // In this run, earlier techniques may have decided other goals.
                if self.try_all(stage, resumed.to_vec(), 1)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                goals.retain(|goal| !resumed.contains(goal));
            }
            return self.try_all(stage, goals, 1);
        }
        for goal in self.findings.open_queries() {
            // The other half of the time is reserved for searches of all open goals.
            if self.findings.is_open(goal)
                && !self.budget.is_half_over()
                && self.try_all(stage, vec![goal], self.tries())?.is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns the number of goals among which the time for structural rules and proofs is divided.
    fn tries(&self) -> usize {
        self.findings.open().len().min(MAX_TRIES)
    }

    /// Tries the techniques of a stage until some goals are decided. `tries` such calls share the time.
    fn try_all(
        &mut self,
        stage: &Stage,
        goals: Vec<usize>,
        tries: usize,
    ) -> Result<ControlFlow<()>, Diagnostics> {
        let is_wanted = |technique: &&&dyn Technique| technique.kinds().contains(&self.net.kind());
        let mut techniques = stage.techniques.iter().filter(is_wanted).peekable();
        if goals.is_empty() || techniques.peek().is_none() || self.budget.is_over() {
            return Ok(ControlFlow::Continue(()));
        }
        let (started, tried) = (Instant::now(), goals.len());
        let part = self.part(stage, goals, tries)?;
        if part.reduced_net().is_some() {
            self.record.plan.note("structural rules", started, (tried, 0), 0);
        }
        if !part.net().learn_until(&|| self.budget.is_over()) {
            return Ok(ControlFlow::Continue(()));
        }
        for technique in techniques.collect::<Vec<_>>() {
            if self.budget.is_over() || !part.goals.iter().any(|&goal| self.findings.is_open(goal)) {
                break;
            }
            if technique.is_wanted(self, &part) {
                self.attempt(*technique, &part)?;
                if self
                    .findings
                    .announce(self.net.net, &self.meaning, self.budget.until().with_grace())
                    .is_break()
                {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Tries a technique, and notes this in the plan.
    fn attempt(&mut self, technique: &dyn Technique, part: &Part<'_>) -> Result<(), Diagnostics> {
        let open =
            |portfolio: &Self| part.goals.iter().filter(|&&goal| portfolio.findings.is_open(goal)).count();
        let (started, tried, visits) = (Instant::now(), open(self), self.record.visits);
        technique.attempt(part, self)?;
        let decided = tried.saturating_sub(open(self));
        self.record.plan.note(technique.name(), started, (tried, decided), self.record.visits - visits);
        Ok(())
    }

    /// Returns a part with these goals, on the net of a stage.
    fn part(&self, stage: &Stage, goals: Vec<usize>, tries: usize) -> Result<Part<'a>, Diagnostics> {
        // A run of millions of firings is found on the original net or not at all.
        let is_too_long = |&goal: &usize| *self.findings.finding(goal) == Finding::TooLong;
        let is_reduced = stage.net == StageNet::Reduced
            && !self.searches_are_over
            && (stage.goals == Goals::OneByOne || !goals.iter().any(is_too_long));
        if is_reduced {
            // A search resumes only on the same net.
            let is_kept = self.checkpoints.is_some() && stage.is_last();
            let time = if is_kept { MAX_TIME_WITH_CHECKPOINTS } else { self.budget.share(MAX_TIME, tries) };
            Part::reduced(self.net, self.request, goals, time, &|| self.budget.is_cancelled())
        } else {
            Ok(Part::whole(self.net, self.request, goals))
        }
    }

    /// Records the findings of a search for the goals of a part.
    fn record(&mut self, part: &Part<'_>, searched: Searched) {
        let Searched { findings, undefined, meaning, mut statistics, .. } = searched;
        for (&goal, finding) in part.goals.iter().zip(findings) {
            if self.findings.is_open(goal) {
                let finding = match part.lift(finding) {
                    Finding::Found(run, by) => {
                        let events = self.meaning.adopt(&meaning, &run.events);
                        Finding::Found(Path { events, ..run }, by)
                    }
                    other => other,
                };
                self.findings.set(goal, finding);
            }
        }
        self.undefined = undefined.map(|events| self.meaning.adopt(&meaning, &events));
        let record = &mut self.record;
        record.visits += searched.visits;
        record.firings += searched.firings;
        record.peak_bytes = record.peak_bytes.max(statistics.peak_memory_bytes);
        record.compile += searched.compile;
        record.encoding = searched.encoding;
        if part.reduced_net().is_some() {
            // These statements are about the net that was searched.
            statistics.unbounded = None;
            let claims = self.net.net.units.as_ref().is_some_and(|units| units.claims_safe);
            statistics.nupn_claim = if claims { NupnClaim::Unchecked } else { NupnClaim::None };
        }
        record.statistics = statistics;
        record.note_net(part);
    }

    fn finish(mut self) -> Searched {
        let until = self.budget.until().with_grace();
        let _nothing_comes_after = self.findings.announce(self.net.net, &self.meaning, until);
        let Self { net, request, findings, meaning, undefined, record, .. } = self;
        let Record { started, visits, firings, peak_bytes, compile, encoding, plan, mut statistics } = record;
        statistics.plan = plan.into_stages();
        if statistics.explored.is_some() || statistics.reduced_net.is_some() {
            statistics.explored = Some(Explored { states: visits.into(), firings: firings.into() });
            (statistics.states, statistics.firings, statistics.deadlocks) = (None, None, None);
        }
        statistics.peak_memory_bytes = peak_bytes;
        // Includes all searches and the time between them.
        statistics.time_s.compile = compile.as_secs_f64();
        let before = statistics.time_s.before.unwrap_or_default();
        statistics.time_s.search = before + started.elapsed().saturating_sub(compile).as_secs_f64();
        // The options of the request, without the limits of a short search.
        statistics.options = match net.kind() {
            Kind::Coloured => explicit::options(net.net, request),
            _ => request.as_json(net.net, encoding),
        };
        if findings.open().is_empty() {
            // No limit affects the answer any more.
            (statistics.reason, statistics.reason_text) = (None, None);
        } else if statistics.reason.is_none() && until.is_over() {
            statistics.reason = Some(until.reason());
        }
        Searched {
            findings: findings.into_findings(),
            undefined,
            meaning,
            visits,
            firings,
            shortest_reason: None,
            encoding,
            compile,
            measured: Vec::new(),
            growing: Vec::new(),
            never_fired: None,
            statistics,
        }
    }
}
