//! Examinations: the kinds of questions that the Model Checking Contest asks about a net.
//!
//! Each of them is answered by what is cheapest first: by what is known of the net without firing anything, on random walks
//! and in small searches, by proofs, and at last by exploring all markings within the limits. An [`Answered`] question is
//! told at once, since whoever asks may run out of time. What is not told is not known.
//!
//! The net may be the unfolding of a coloured one, of which the questions speak then: a place of that one is a group of places
//! here, and a transition a group of transitions. [`QueriedNet`] has these groups. It may also be a coloured one that could
//! not be unfolded, and is explored with explicit colours.

mod bounds;
mod deadlock;
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

use sanderling_analysis::Control;
use sanderling_net::{Diagnostic, Diagnostics, Net, PlaceId, TransitionId};
use sanderling_property::{Comparison, Formula, Property, Quantifier, Relation, TemporalProperty};
use sanderling_report::{Count, Decision, Means, Reason, Report, Technique};

pub(crate) use self::bounds::Known;
use super::budget::Budget;
use super::decide_and_announce;
use super::finding::Finding;
use crate::checkpoint::Opened;
use crate::choices::Reductions;
use crate::prepare::AnalysedNet;
use crate::request::{Question, Request};
use crate::search::Sum;

/// A net to be queried.
#[derive(Debug, Clone)]
pub struct QueriedNet<'a> {
    /// The net: a place/transition net, or a coloured one that is not unfolded.
    pub(crate) net: AnalysedNet<'a>,
    /// For each place that questions speak of, those of the net that it stands for.
    pub places: Vec<Vec<PlaceId>>,
    /// For each transition that questions speak of, those of the net that it stands for. There may be none: it can
    /// never fire.
    pub transitions: Vec<Vec<TransitionId>>,
    /// Whether the net is the unfolding of the one that questions speak of.
    pub is_unfolding: bool,
}

/// A kind of question, with the questions. Formulas and sums are about the net that is queried.
#[derive(Debug, Clone)]
pub enum Query {
    /// The numbers of markings and firings, the most tokens in a place of the net, and in a marking: four questions.
    StateSpace,
    /// Whether a deadlock is reachable.
    Deadlock,
    /// Whether each place always holds at most one token.
    OneSafe,
    /// Whether each transition is enabled in some reachable marking.
    QuasiLiveness,
    /// Whether some place holds the same number of tokens in every reachable marking.
    StableMarking,
    /// Whether from every reachable marking each transition can be enabled again.
    Liveness,
    /// Properties.
    Formulas(Vec<Property>),
    /// Temporal properties. A run that ends is a run.
    Temporal(Vec<TemporalProperty>),
    /// The greatest value of each of some weighted sums of tokens.
    Bounds(Vec<Vec<(i64, PlaceId)>>),
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// Which question of the examination.
    pub question: usize,
    /// The answer.
    pub answer: Answer,
    /// What decided it, and with what; of proofs no lines are kept.
    pub by: Decision,
    /// The firings that lead to a marking which decides it, where they are known and the net is a place/transition net.
    pub run: Option<Vec<TransitionId>>,
    /// The run that violates a property of linear time, where one is known and the net is a place/transition net.
    pub lasso: Option<Lasso>,
}

/// A run without end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lasso {
    /// The firings from the initial marking.
    pub prefix: Vec<TransitionId>,
    /// Those that are repeated for ever; none where nothing is enabled after the first ones. `None` where it does not matter what comes.
    pub cycle: Option<Vec<TransitionId>>,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Yes or no.
    Truth(bool),
    /// A number, or that there is no bound.
    Number(Count),
}

impl<'a> QueriedNet<'a> {
    /// A net that stands for itself.
    pub(crate) fn of(analysed: AnalysedNet<'a>) -> Self {
        let net = analysed.net;
        Self {
            net: analysed,
            places: net.place_ids().map(|place| vec![place]).collect(),
            transitions: net.transition_ids().map(|transition| vec![transition]).collect(),
            is_unfolding: false,
        }
    }

    /// The net that is queried.
    #[must_use]
    pub fn net(&self) -> &'a Net {
        self.net.net
    }
}

/// Answers what it can of the questions, within the limits of the request, with its threads and its shortcuts. Returns what
/// ended the last search before its end, if something did: why questions are open, where some are.
///
/// # Errors
/// Where the net cannot be compiled.
pub fn answer(
    queried: &QueriedNet<'_>,
    examination: &Query,
    request: &Request,
    control: &Control<'_>,
    hear: &mut dyn FnMut(Answered),
) -> Result<Option<String>, Diagnostics> {
    let checkpoints = examination.checkpoints(queried.net(), request)?;
    let mut answering = match Answering::begin(queried, request, control, hear) {
        Ok(answering) => answering,
        Err(reason) => return Ok(Some(reason.in_words().to_owned())),
    };
    answering.checkpoints = checkpoints.as_ref();
    match examination {
        Query::StateSpace => answering.state_space(),
        Query::Deadlock => answering.deadlock(),
        Query::OneSafe => answering.one_safe(),
        Query::QuasiLiveness => answering.quasi_liveness(),
        Query::StableMarking => answering.stable_marking(),
        Query::Liveness => answering.liveness(),
        Query::Formulas(properties) => answering.formulas(properties),
        Query::Temporal(properties) => answering.temporal(properties),
        Query::Bounds(sums) => answering.bounds(sums).map(drop),
    }?;
    let until = answering.budget.until();
    let over = until.is_over().then(|| until.reason().in_words().to_owned());
    let ended_by = answering.ended_by.or(over);
    let written = checkpoints.and_then(|checkpoints| checkpoints.written(request));
    let problem = written.and_then(|checkpoint| checkpoint.problem);
    Ok(match (ended_by, problem) {
        (Some(ended_by), Some(problem)) => {
            Some(format!("{ended_by}; the last checkpoint could not be written: {problem}"))
        }
        (ended_by, _) => ended_by,
    })
}

impl Query {
    /// Where checkpoints of the last and longest search are written, if the request asks for that.
    ///
    /// # Errors
    /// Where the examination has none, or the folder cannot be used.
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
                let message = "there are no checkpoints of this examination, which takes several searches";
                Err(Diagnostic::error(message).help("leave out the directory for checkpoints").into())
            }
        }
    }
}

/// Finds out what it can of the greatest values of sums, as [`answer`] does, and returns what is known of each in the end, with what
/// ended the last search before its end. Nothing is known where the initial marking is not.
///
/// # Errors
/// As there.
pub(crate) fn greatest_values(
    queried: &QueriedNet<'_>,
    sums: &[Sum],
    request: &Request,
    control: &Control<'_>,
) -> Result<(Vec<Known>, Option<String>), Diagnostics> {
    let mut hear = |_| {};
    let mut answering = match Answering::begin(queried, request, control, &mut hear) {
        Ok(answering) => answering,
        Err(reason) => return Ok((Vec::new(), Some(reason.in_words().to_owned()))),
    };
    let known = answering.bounds(sums)?;
    Ok((known, answering.ended_by))
}

/// What it takes to answer questions.
struct Answering<'a> {
    queried: &'a QueriedNet<'a>,
    net: AnalysedNet<'a>,
    request: &'a Request,
    budget: Budget<'a>,
    hear: &'a mut dyn FnMut(Answered),
    /// What ended the last search before its end.
    ended_by: Option<String>,
    /// Those of the last and longest search.
    checkpoints: Option<&'a Opened>,
}

impl<'a> Answering<'a> {
    /// Finds out what is known of the net, or says why there was not the time for that.
    fn begin(
        queried: &'a QueriedNet<'a>,
        request: &'a Request,
        control: &'a Control<'a>,
        hear: &'a mut dyn FnMut(Answered),
    ) -> Result<Self, Reason> {
        let (net, budget) = (queried.net, Budget::start(request.limits, control));
        if !net.learn_until(&|| budget.is_over()) {
            return Err(if control.is_cancelled() { Reason::Cancelled } else { Reason::TimeLimit });
        }
        Ok(Self { queried, net, request, budget, hear, ended_by: None, checkpoints: None })
    }

    /// Takes note of what ended a search, as its report says.
    fn note_end(&mut self, report: &Report) {
        let in_words = || report.reason.map(|reason| reason.in_words().to_owned());
        self.ended_by = report.reason_text.clone().or_else(in_words);
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
        let by = by.with(self.queried.is_unfolding.then_some(Means::Unfolding));
        (self.hear)(Answered { question, answer, by, run, lasso: None });
    }

    fn truth(&mut self, holds: bool, by: Decision) {
        self.announce(0, Answer::Truth(holds), by);
    }

    /// Whether each of these conditions holds in some reachable marking and what shows it, if that is found out in such
    /// a part of the time. A small search that [looks for what is enabled](Self::seen_nearby) was made before.
    fn are_all_reachable(
        &mut self,
        conditions: Vec<Formula>,
        part_of_time: u32,
    ) -> Result<Option<(bool, Decision)>, Diagnostics> {
        let (mut missing, mut absent, mut used) = (conditions.len(), None, BTreeSet::new());
        let goals = conditions.into_iter().map(reach).collect();
        let mut request = self.asking(Question::Check(goals), part_of_time);
        if self.net.is_place_transition() {
            request.effort.small = 0;
        }
        let mut listener = |_, finding: &Finding| match finding {
            Finding::Absent(by) => {
                absent = Some(by.clone());
                ControlFlow::Break(())
            }
            found => {
                missing -= 1;
                used.extend(found.decided_by().into_iter().flat_map(|by| by.with));
                ControlFlow::Continue(())
            }
        };
        let searched = decide_and_announce(self.net, &request, None, self.budget.control(), &mut listener)?;
        self.note_end(&searched.report);
        Ok(match absent {
            Some(by) => Some((false, by)),
            None => (missing == 0).then(|| (true, Decision::by(Technique::Search).with(used))),
        })
    }

    /// A request with this question, for the rest of the time or such a part of it.
    fn asking(&self, question: Question, part_of_time: u32) -> Request {
        let mut request = Request { question, ..self.request.clone() };
        request.limits.time = self.budget.time_left().map(|left| left / part_of_time);
        if self.net.is_place_transition() {
            request.with_portfolio(self.net.net)
        } else {
            Request { reductions: Reductions::default(), proofs: true, ..request }
        }
    }
}

/// Whether such a marking can be reached, as a property.
fn reach(formula: Formula) -> Property {
    Property { name: None, quantifier: Quantifier::Reach, formula, text: String::new() }
}

/// The comparison of the sum of some places' tokens with a number; `None` where the numbers are too large.
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
