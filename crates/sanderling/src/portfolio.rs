//! The portfolio: decides questions about markings with a list of techniques, the cheapest first (see [`TECHNIQUES`]).
//!
//! ```text
//! all goals together:    a small search of the original net, then random walks if there are several goals
//! each open goal:        net ─▶ reduced net ─▶ short searches ─▶ coverability ─▶ proofs ─▶ backward search ─▶ random walks
//! open goals, together:  net ─▶ symmetric search, then net ─▶ reduced net ─▶ decision diagram ─▶ two searches, concurrently with two threads
//! ```
//!
//! A small state space is explored completely, so that statistics are exact and traces shortest. A single goal allows
//! more [reduction](Part) of the net and smaller stubborn sets. The goals that remain open go to a
//! [race](technique::MainSearch) of two searches, within the limits of the request. Fewer techniques apply to a
//! coloured net that is not unfolded.
//!
//! INVARIANT: a finding is announced only after its trace has been replayed on the net, and a proof only after its
//! certificate has been checked in exact integers.

pub(crate) mod budget;
mod choice;
mod counted;
mod findings;
pub(crate) mod markings;
pub(crate) mod plan;
pub mod query;
mod random_run;
mod technique;
pub(crate) mod temporal;

use std::ops::ControlFlow;
use std::time::Duration;

use sanderling_analysis::{Checkpoints, Control};
use sanderling_machine::clock::Instant;
use sanderling_net::Diagnostics;
use sanderling_report::{Explored, NupnClaim, Reason};
use sanderling_system::EventId;

use self::budget::Budget;
use self::findings::Findings;
pub(crate) use self::findings::Listener;
use self::plan::{Deciding, Share, Step};
use self::technique::{
    BackwardSearch, Coverability, Diagram, GuidedWalk, MainSearch, Proof, RandomWalks, ShortSearch,
    SkeletonProof, SmallSearch, StructuralRules, SymmetricSearch, Technique,
};
use crate::prepare::{AnalysedNet, Part};
use crate::replay::finding::{Finding, Path};
use crate::replay::{Meaning, StageLog};
use crate::request::checkpoint::Opened;
use crate::request::{Engine, Kind, Question, Request};
use crate::search::{SearchStatistics, Searched, Wanted, explicit, orbits, survey};

/// Maximum number of goals among which the time for rules and proofs is divided. With more, a share would be too short
/// for a proof.
const MAX_TRIES: usize = 16;

/// The time for structural rules for one of several goals.
const RULES_FOR_ONE_GOAL: Share = Share::part(4).for_each_goal(MAX_TRIES).at_most(10);
/// The time for structural rules for all goals together.
const RULES_FOR_ALL_GOALS: Share = Share::part(4).at_most(10);
/// The time for structural rules before a search with checkpoints, which resumes on the same net only.
const RULES_BEFORE_CHECKPOINTS: Share = Share::ALL.at_most(24 * 3600);

/// Techniques that are tried in order, on the same net and for the same goals.
struct Stage {
    goals: Goals,
    net: StageNet,
    techniques: &'static [Step<&'static dyn Technique>],
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

/// All stages, in order. To add a technique, add its file and its line here. [`Effort`](crate::Effort) limits walks and searches further.
const TECHNIQUES: [Stage; 5] = [
    Stage {
        goals: Goals::Together,
        net: StageNet::Original,
        techniques: &[Step::new("small search", Share::part(4), &SmallSearch)],
    },
    Stage {
        goals: Goals::Together,
        net: StageNet::Original,
        techniques: &[Step::new("random walks", Share::part(4), &RandomWalks)],
    },
    Stage {
        goals: Goals::OneByOne,
        net: StageNet::Reduced,
        techniques: &[
            Step::without_search("structural rules: no deadlock", Share::ALL, &StructuralRules),
            Step::new("short search, depth-first", Share::part(4), &ShortSearch::DepthFirst),
            Step::new("short search, best-first", Share::part(4), &ShortSearch::TowardsTheGoal),
            Step::new("coverability", Share::part(4).for_each_goal(usize::MAX).at_most(1), &Coverability),
            Step::without_search("proof", Share::part(2).for_each_goal(MAX_TRIES).at_most(10), &Proof),
            Step::new(
                "proof of the skeleton",
                Share::part(4).for_each_goal(usize::MAX).at_most(10),
                &SkeletonProof,
            ),
            Step::new(
                "decision diagram, backwards",
                Share::part(4).for_each_goal(usize::MAX).at_most(10),
                &BackwardSearch,
            ),
            Step::new("guided walks", Share::part(4).for_each_goal(usize::MAX), &GuidedWalk),
        ],
    },
    Stage {
        goals: Goals::Together,
        net: StageNet::Original,
        techniques: &[Step::new(plan::SYMMETRIC, Share::part(4).at_most(300), &SymmetricSearch)],
    },
    Stage {
        goals: Goals::Together,
        net: StageNet::Reduced,
        techniques: &[
            Step::new("decision diagram", Share::part(3).at_most(300), &Diagram),
            Step::new("main search", Share::ALL, &MainSearch),
        ],
    },
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
    if request.engine == Engine::Diagram && request.question == Question::Explore {
        counted::count(net, request, control)
    } else if request.engine == Engine::Symmetric && request.question == Question::Explore {
        orbits::count(net, request, control)
    } else if request.decides(net) {
        run(Portfolio::new(net, request, control, None).with(checkpoints))
    } else {
        let (started, checkpoints) = (Instant::now(), checkpoints_of(checkpoints, net, &[])?);
        let mut searched = survey(net, request, Wanted { checkpoints, ..Wanted::default() }, control)?;
        let goals = searched.findings.len();
        let decided = searched.findings.iter().filter(|finding| !finding.is_open()).count();
        let mut log = StageLog::default();
        log.note("search", started, (goals, decided), searched.visits);
        searched.statistics.plan = log.into_stages();
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
    if !portfolio.net.learn_with_errors_until(portfolio.request.model_errors, &|| portfolio.budget.is_over())
    {
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
    log: StageLog,
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
                log: StageLog::default(),
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
                if self.try_all(stage, resumed.to_vec())?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                goals.retain(|goal| !resumed.contains(goal));
            }
            return self.try_all(stage, goals);
        }
        for goal in self.findings.open_queries() {
            // The other half of the time is reserved for searches of all open goals.
            if self.findings.is_open(goal)
                && !self.budget.is_half_over()
                && self.try_all(stage, vec![goal])?.is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Tries the techniques of a stage until these goals are decided.
    fn try_all(&mut self, stage: &Stage, goals: Vec<usize>) -> Result<ControlFlow<()>, Diagnostics> {
        let kind = self.net.kind();
        let is_wanted = |step: &&Step<&dyn Technique>| step.work.kinds().contains(&kind);
        let mut techniques = stage.techniques.iter().filter(is_wanted);
        if goals.is_empty() || techniques.clone().next().is_none() || self.budget.is_over() {
            return Ok(ControlFlow::Continue(()));
        }
        let (started, tried) = (Instant::now(), goals.len());
        let part = self.part(stage, goals)?;
        if part.reduced_net().is_some() {
            self.record.log.note("structural rules", started, (tried, 0), 0);
        }
        if !part.net().learn_with_errors_until(self.request.model_errors, &|| self.budget.is_over()) {
            return Ok(ControlFlow::Continue(()));
        }
        let open =
            |portfolio: &Self| part.goals.iter().filter(|&&goal| portfolio.findings.is_open(goal)).count();
        while let Some(step) = techniques.next() {
            if self.budget.is_over() || open(self) == 0 {
                break;
            }
            if step.work.is_wanted(self, &part) {
                let share = step.share_before(techniques.clone(), self.request);
                step.carry_out(share, self, &open, |portfolio, technique| {
                    technique.attempt(&part, portfolio)
                })?;
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

    /// Returns a part with these goals, on the net of a stage.
    fn part(&self, stage: &Stage, goals: Vec<usize>) -> Result<Part<'a>, Diagnostics> {
        // A run of millions of firings is found on the original net or not at all.
        let is_too_long = |&goal: &usize| *self.findings.finding(goal) == Finding::TooLong;
        let is_reduced = stage.net == StageNet::Reduced
            && !self.searches_are_over
            && (stage.goals == Goals::OneByOne || !goals.iter().any(is_too_long));
        if is_reduced {
            let rules = match stage.goals {
                Goals::Together if self.checkpoints.is_some() && stage.is_last() => RULES_BEFORE_CHECKPOINTS,
                Goals::Together => RULES_FOR_ALL_GOALS,
                Goals::OneByOne => RULES_FOR_ONE_GOAL,
            };
            // Rules may exceed the time limit before a search with checkpoints.
            let left = self.budget.time_left().filter(|_| rules != RULES_BEFORE_CHECKPOINTS);
            let time = rules.of(left, self.open()).unwrap_or(Duration::MAX);
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
        statistics.diagram = record.statistics.diagram.take();
        record.statistics = statistics;
        record.note_net(part);
    }

    /// Notes why a diagram ended early, if no search follows.
    fn note_end(&mut self, reason: Reason) {
        if self.request.engine.is_special() {
            self.record.statistics.reason.get_or_insert(reason);
        }
    }

    fn finish(mut self) -> Searched {
        let until = self.budget.until().with_grace();
        let _nothing_comes_after = self.findings.announce(self.net.net, &self.meaning, until);
        let Self { net, request, findings, meaning, undefined, record, .. } = self;
        let Record { started, visits, firings, peak_bytes, compile, encoding, log, mut statistics } = record;
        statistics.plan = log.into_stages();
        let is_about_part = statistics.explored.is_some() || statistics.reduced_net.is_some();
        if is_about_part || request.engine.is_special() {
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

impl<'a> Deciding<'a> for Portfolio<'a> {
    fn budget(&mut self) -> &mut Budget<'a> {
        &mut self.budget
    }

    fn log(&mut self) -> &mut StageLog {
        &mut self.record.log
    }

    fn open(&self) -> usize {
        self.findings.open().len()
    }

    fn visits(&self) -> u64 {
        self.record.visits
    }

    fn request(&self) -> &Request {
        self.request
    }
}
