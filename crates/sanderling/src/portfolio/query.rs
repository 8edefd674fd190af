//! Queries: the kinds of questions about a net that the Model Checking Contest calls examinations.
//!
//! Each query tries the cheapest technique first: facts known without firing, random walks and small
//! searches, proofs, and finally an exploration of all markings within the limits. An [`Answered`] question
//! is reported immediately, since the caller may run out of time. Unreported questions are open.
//!
//! The net may be the unfolding of a coloured net about which the questions are. Then each place and each
//! transition of the coloured net corresponds to a group in the unfolding, and [`QueriedNet`] has these
//! groups. The net may also be a coloured one that could not be unfolded, explored with explicit colours.

mod bounds;
mod formulas;
mod liveness;
mod one_safe;
mod quasi_liveness;
mod seen;
mod stable_marking;
mod state_space;
mod temporal;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use sanderling_analysis::Control;
use sanderling_net::{Diagnostic, Diagnostics, Net, PlaceId, TransitionId};
use sanderling_property::{Comparison, Formula, Property, Quantifier, Relation, TemporalProperty};
use sanderling_report::{Count, Decision, Means, Reason, Stage, Technique};

pub(crate) use self::bounds::Known;
use super::budget::Budget;
use super::decide_and_announce;
use super::plan::{Deciding, Step, carry_out};
use crate::prepare::{AnalysedNet, PreparedNet};
use crate::replay::StageLog;
use crate::replay::finding::Finding;
use crate::request::checkpoint::Opened;
use crate::request::choices::Reductions;
use crate::request::{Question, Request};
use crate::search::{Searched, Sum};

/// A net with the places and transitions to which queries refer.
#[derive(Debug, Clone)]
pub struct QueriedNet<'a> {
    /// The net: a place/transition net, or a coloured one that is not unfolded.
    pub(crate) net: AnalysedNet<'a>,
    /// For each place of the original net, the places of `net` that represent it.
    pub places: Vec<Vec<PlaceId>>,
    /// For each transition of the original net, the transitions of `net` that represent it. A transition
    /// without any can never fire.
    pub transitions: Vec<Vec<TransitionId>>,
    /// Whether `net` is the unfolding of the original net.
    pub is_unfolding: bool,
}

/// A kind of query, with its questions. Formulas and sums refer to the queried net.
#[derive(Debug, Clone)]
pub enum Query {
    /// The numbers of markings and firings, and the maximum number of tokens in a place and in a marking:
    /// four questions.
    StateSpace,
    /// Whether a deadlock is reachable.
    Deadlock,
    /// Whether each place always holds at most one token.
    OneSafe,
    /// Whether each transition is enabled in some reachable marking.
    QuasiLiveness,
    /// Whether some place holds the same number of tokens in every reachable marking.
    StableMarking,
    /// Whether each transition can become enabled again from every reachable marking.
    Liveness,
    /// Properties of markings.
    Formulas(Vec<Property>),
    /// Temporal properties. Finite runs that end in a deadlock count as runs.
    Temporal(Vec<TemporalProperty>),
    /// The maximum value of each of some weighted sums of tokens.
    Bounds(Vec<Vec<(i64, PlaceId)>>),
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The number of the question within the query.
    pub question: usize,
    /// The answer.
    pub answer: Answer,
    /// What decided it. The lines of proofs are not kept.
    pub by: Decision,
    /// The firings to a marking that decides it, if known and if the net is a place/transition net.
    pub run: Option<Vec<TransitionId>>,
    /// The run that violates a property of linear time, if known and if the net is a place/transition net.
    pub lasso: Option<Lasso>,
    /// For quasi-liveness, the number of a group of transitions that is never enabled. For a stable marking, the
    /// number of a group of places whose sum never changes. Only if the answer says that there is one.
    pub group: Option<usize>,
}

/// Whether each condition of a list holds in some reachable marking, and what shows it.
enum Reached {
    /// All do.
    All(Decision),
    /// The one with this number does not.
    Never(usize, Decision),
}

/// An infinite run, or a run that ends in a deadlock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lasso {
    /// The firings from the initial marking.
    pub prefix: Vec<TransitionId>,
    /// The firings that are repeated forever; empty if the prefix ends in a deadlock. `None` if any
    /// continuation will do.
    pub cycle: Option<Vec<TransitionId>>,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Yes or no.
    Truth(bool),
    /// A number, or infinity.
    Number(Count),
    /// A number of more than 128 bits.
    Large(BigUint),
}

impl<'a> QueriedNet<'a> {
    /// Creates a queried net to which the questions refer directly.
    pub(crate) fn of(analysed: AnalysedNet<'a>) -> Self {
        let net = analysed.net;
        Self {
            net: analysed,
            places: net.place_ids().map(|place| vec![place]).collect(),
            transitions: net.transition_ids().map(|transition| vec![transition]).collect(),
            is_unfolding: false,
        }
    }

    /// Returns the queried net.
    #[must_use]
    pub fn net(&self) -> &'a Net {
        self.net.net
    }
}

impl PreparedNet {
    /// Returns the analysed net with the places and transitions to which queries refer.
    #[must_use]
    pub fn queried(&self) -> QueriedNet<'_> {
        let Some(unfolded) = self.unfolded() else { return QueriedNet::of(self.analysed()) };
        let (coloured, unfolding) = (&unfolded.coloured, &unfolded.unfolding);
        QueriedNet {
            net: self.analysed(),
            places: coloured.place_ids().map(|place| unfolding.places_of(place).collect()).collect(),
            transitions: coloured
                .transition_ids()
                .map(|one| unfolding.transitions_of(one).collect())
                .collect(),
            is_unfolding: true,
        }
    }

    /// Returns the net that was read, to be queried without unfolding it.
    #[must_use]
    pub fn original_queried(&self) -> QueriedNet<'_> {
        QueriedNet::of(match self.unfolded() {
            None => self.analysed(),
            Some(unfolded) => AnalysedNet::new(&unfolded.coloured, &unfolded.coloured_facts),
        })
    }
}

/// Why questions are open, and how they were tried.
#[derive(Debug, Clone, PartialEq)]
pub struct QuerySummary {
    /// Why the last search stopped early, if it did. This explains open questions.
    pub ended_by: Option<String>,
    /// The steps that were carried out.
    pub plan: Vec<Stage>,
}

/// Answers the questions that can be decided within the limits of the request. Calls `on_answer` for each answer.
///
/// # Errors
/// The net cannot be compiled.
pub fn answer(
    queried: &QueriedNet<'_>,
    examination: &Query,
    request: &Request,
    control: &Control<'_>,
    on_answer: &mut dyn FnMut(Answered),
) -> Result<QuerySummary, Diagnostics> {
    let checkpoints = examination.checkpoints(queried.net(), request)?;
    let questions = examination.count();
    let mut answering = match Answering::begin(queried, (request, questions), control, on_answer) {
        Ok(answering) => answering,
        Err(reason) => {
            return Ok(QuerySummary { ended_by: Some(reason.in_words().to_owned()), plan: Vec::new() });
        }
    };
    answering.checkpoints = checkpoints.as_ref();
    match examination {
        Query::StateSpace => carry_out(&state_space::PLAN, &mut answering),
        Query::Deadlock => answering.formulas(&[reach(Formula::Deadlock)]),
        Query::OneSafe => answering.one_safe(),
        Query::QuasiLiveness => answering.quasi_liveness(),
        Query::StableMarking => answering.stable_marking(),
        Query::Liveness => carry_out(&liveness::PLAN, &mut answering),
        Query::Formulas(properties) => answering.formulas(properties),
        Query::Temporal(properties) => answering.temporal(properties),
        Query::Bounds(sums) => answering.bounds(sums).map(drop),
    }?;
    let until = answering.budget.until();
    let over = until.is_over().then(|| until.reason().in_words().to_owned());
    let (ended_by, plan) = (answering.ended_by.or(over), answering.log.into_stages());
    let written = checkpoints.and_then(|checkpoints| checkpoints.written(request));
    let problem = written.and_then(|checkpoint| checkpoint.problem);
    let ended_by = match (ended_by, problem) {
        (Some(ended_by), Some(problem)) => {
            Some(format!("{ended_by}; the last checkpoint could not be written: {problem}"))
        }
        (ended_by, _) => ended_by,
    };
    Ok(QuerySummary { ended_by, plan })
}

impl Query {
    /// Returns the number of questions.
    fn count(&self) -> usize {
        match self {
            Self::StateSpace => 4,
            Self::Formulas(properties) => properties.len(),
            Self::Temporal(properties) => properties.len(),
            Self::Bounds(sums) => sums.len(),
            Self::Deadlock | Self::OneSafe | Self::QuasiLiveness | Self::StableMarking | Self::Liveness => 1,
        }
    }

    /// Opens the checkpoints of the last and longest search, if the request has any.
    ///
    /// # Errors
    /// The query does not support checkpoints, or the folder cannot be used.
    fn checkpoints(&self, net: &Net, request: &Request) -> Result<Option<Opened>, Diagnostics> {
        match self {
            Self::StateSpace | Self::Deadlock | Self::Formulas(_) | Self::Bounds(_) => {
                Opened::of_examination(net, request, &format!("{self:?}"))
            }
            _ if request.checkpoint.is_none() => Ok(None),
            Self::OneSafe
            | Self::QuasiLiveness
            | Self::StableMarking
            | Self::Liveness
            | Self::Temporal(_) => {
                let message =
                    "checkpoints are not available for this examination, which needs several searches";
                Err(Diagnostic::error(message).help("omit the directory for checkpoints").into())
            }
        }
    }
}

/// Computes the maximum values of sums as [`answer`] does. Returns what is known about each sum, and why the
/// last search stopped early, if it did. The result is empty if the initial marking is undefined.
///
/// # Errors
/// As for [`answer`].
pub(crate) fn greatest_values(
    queried: &QueriedNet<'_>,
    sums: &[Sum],
    request: &Request,
    control: &Control<'_>,
) -> Result<(Vec<Known>, Option<String>), Diagnostics> {
    let mut on_answer = |_| {};
    let mut answering = match Answering::begin(queried, (request, sums.len()), control, &mut on_answer) {
        Ok(answering) => answering,
        Err(reason) => return Ok((Vec::new(), Some(reason.in_words().to_owned()))),
    };
    let known = answering.bounds(sums)?;
    Ok((known, answering.ended_by))
}

/// The context for answering questions.
struct Answering<'a> {
    queried: &'a QueriedNet<'a>,
    net: AnalysedNet<'a>,
    request: &'a Request,
    budget: Budget<'a>,
    on_answer: &'a mut dyn FnMut(Answered),
    /// The questions without an answer.
    open: BTreeSet<usize>,
    /// Why the last search stopped early.
    ended_by: Option<String>,
    /// The checkpoints of the last and longest search.
    checkpoints: Option<&'a Opened>,
    /// The number of states that all searches have visited.
    visits: u64,
    /// Whether each group of transitions is known to be enabled in some reachable marking.
    is_known_quasi_live: bool,
    log: StageLog,
}

impl<'a> Deciding<'a> for Answering<'a> {
    fn budget(&mut self) -> &mut Budget<'a> {
        &mut self.budget
    }

    fn log(&mut self) -> &mut StageLog {
        &mut self.log
    }

    fn open(&self) -> usize {
        self.open.len()
    }

    fn visits(&self) -> u64 {
        self.visits
    }

    fn request(&self) -> &Request {
        self.request
    }
}

/// A question that is decided in several steps, with what is known so far.
struct InSteps<'q, 'a, K> {
    answering: &'q mut Answering<'a>,
    known: K,
    log: StageLog,
}

/// What is known about some questions.
trait Knowing {
    /// Returns the number of open questions.
    fn open(&self) -> usize;
}

impl<'q, 'a, K: Knowing> InSteps<'q, 'a, K> {
    /// Carries out a plan, and returns what is known then.
    fn carry_out<F>(
        answering: &'q mut Answering<'a>,
        known: K,
        plan: &[Step<F>],
    ) -> Result<(K, StageLog), Diagnostics>
    where
        F: Fn(&mut Self) -> Result<(), Diagnostics>,
    {
        let mut steps = Self { answering, known, log: StageLog::default() };
        carry_out(plan, &mut steps)?;
        Ok((steps.known, steps.log))
    }
}

impl<'a, K: Knowing> Deciding<'a> for InSteps<'_, 'a, K> {
    fn budget(&mut self) -> &mut Budget<'a> {
        &mut self.answering.budget
    }

    fn log(&mut self) -> &mut StageLog {
        &mut self.log
    }

    fn open(&self) -> usize {
        self.known.open()
    }

    fn visits(&self) -> u64 {
        self.answering.visits
    }

    fn request(&self) -> &Request {
        self.answering.request
    }
}

impl<'a> Answering<'a> {
    /// Computes the structural facts of the net. Fails if there is no time for that.
    fn begin(
        queried: &'a QueriedNet<'a>,
        (request, questions): (&'a Request, usize),
        control: &'a Control<'a>,
        on_answer: &'a mut dyn FnMut(Answered),
    ) -> Result<Self, Reason> {
        let (net, budget) = (queried.net, Budget::start(request.limits, control));
        if !net.learn_until(&|| budget.is_over()) {
            return Err(if control.is_cancelled() { Reason::Cancelled } else { Reason::TimeLimit });
        }
        let open = (0..questions).collect();
        let log = StageLog::default();
        Ok(Self {
            queried,
            net,
            request,
            budget,
            on_answer,
            open,
            ended_by: None,
            checkpoints: None,
            visits: 0,
            is_known_quasi_live: false,
            log,
        })
    }

    /// Records the cost of a search, and why it stopped early.
    fn note(&mut self, searched: &Searched) {
        let statistics = &searched.statistics;
        let in_words = || statistics.reason.map(|reason| reason.in_words().to_owned());
        self.ended_by = statistics.reason_text.clone().or_else(in_words);
        self.visits += searched.visits;
    }

    fn announce(&mut self, question: usize, answer: Answer, by: Decision) {
        self.answer_with_run(question, answer, by, None);
    }

    fn answer_with_run(
        &mut self,
        question: usize,
        answer: Answer,
        by: Decision,
        run: Option<Vec<TransitionId>>,
    ) {
        let answer = Answered { question, answer, by, run, lasso: None, group: None };
        self.give(answer);
    }

    /// Announces an answer, which an unfolding may have made possible.
    fn give(&mut self, answered: Answered) {
        let by = answered.by.with(self.queried.is_unfolding.then_some(Means::Unfolding));
        self.open.remove(&answered.question);
        (self.on_answer)(Answered { by, ..answered });
    }

    fn truth(&mut self, holds: bool, by: Decision) {
        self.announce(0, Answer::Truth(holds), by);
    }

    /// Returns whether each of these conditions holds in some reachable marking, if this can be decided. The caller
    /// has already made a small search that [records enabled transitions](seen::Seen).
    fn are_all_reachable(&mut self, conditions: Vec<Formula>) -> Result<Option<Reached>, Diagnostics> {
        let (mut missing, mut absent, mut used) = (conditions.len(), None, BTreeSet::new());
        let goals = conditions.into_iter().map(reach).collect();
        let mut request = self.request_for(Question::Check(goals));
        if self.net.is_place_transition() {
            request.effort.small = 0;
        }
        let mut listener = |number, finding: &Finding| match finding {
            Finding::Absent(by) => {
                absent = Some((number, by.clone()));
                ControlFlow::Break(())
            }
            found => {
                missing -= 1;
                used.extend(found.decided_by().into_iter().flat_map(|by| by.with));
                ControlFlow::Continue(())
            }
        };
        let searched = decide_and_announce(self.net, &request, None, self.budget.control(), &mut listener)?;
        self.note(&searched);
        Ok(match absent {
            Some((number, by)) => Some(Reached::Never(number, by)),
            None => (missing == 0).then(|| Reached::All(Decision::by(Technique::Search).with(used))),
        })
    }

    /// Returns a request with this question, for the remaining time of the step.
    fn request_for(&self, question: Question) -> Request {
        let mut request = Request { question, ..self.request.clone() };
        request.limits.time = self.budget.time_left();
        if self.net.is_place_transition() {
            request.with_portfolio(self.net.net)
        } else {
            Request { reductions: Reductions::default(), proofs: true, ..request }
        }
    }
}

/// Returns the property that some reachable marking satisfies a formula.
fn reach(formula: Formula) -> Property {
    Property { name: None, quantifier: Quantifier::Reach, formula, text: String::new() }
}

/// Compares a weighted sum of tokens with a number; `None` if the numbers are too large.
pub(crate) fn compare(
    terms: impl IntoIterator<Item = (i64, PlaceId)>,
    relation: Relation,
    number: i128,
) -> Option<Formula> {
    let comparison = Comparison::build(terms, relation, number).ok()?;
    Some(match comparison.terms() {
        [] => Formula::Constant(relation.admits(0.cmp(&number))),
        _ => Formula::Compare(comparison),
    })
}
