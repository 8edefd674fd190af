//! The standard properties of a net: its structural classes, and whether it is bounded, live, reversible or sound.
//!
//! ```text
//! net ─▶ structure      its classes, weightings, siphons and traps
//!     ─▶ graph          the reachable markings with their components, in half of the time
//!     ─▶ infinite       coverability, if the net is unbounded
//!     ─▶ theorems       what the structure implies for the open properties
//!     ─▶ queries        what the portfolio decides of the open properties, in the other half of the time
//!     ─▶ implications   what one answer implies for others, after each step
//! workflow net ─▶ graph of the net with one case ─▶ soundness, by theorems and queries if the graph is too large
//! sums         ─▶ greatest       their maximum values
//! program      ─▶ program        the graph of its states
//! ```
//!
//! Definitions: Murata, *Petri Nets: Properties, Analysis and Applications*, Proceedings of the IEEE, 1989; van der
//! Aalst et al., *Soundness of Workflow Nets: Classification, Decidability, and Analysis*, Formal Aspects of
//! Computing, 2011.
//!
//! INVARIANT: every run in a report has been replayed on the net. No finding is dropped when a later step runs out of
//! time. The steps after an exploration get the same share of the time however it ended, so more time never gives fewer
//! answers.

mod behaviour;
mod chosen;
mod conflicts;
mod end;
mod graph;
mod greatest;
mod implications;
mod infinite;
mod page;
mod program;
mod queries;
mod structure;
mod theorems;
mod workflow;
mod workflow_queries;

use std::cell::OnceCell;
use std::time::Duration;

use sanderling_analysis::{Control, Limits};
use sanderling_machine::clock::Instant;
use sanderling_net::{Diagnostic, Diagnostics, Net, NodeNames, PlaceId};
use sanderling_property::{Expression, Property};
use sanderling_report::{AnalysisReport, Group, StandardProperty, Verdict};

use self::behaviour::Behaviour;
use self::graph::{Ended, explored};
use self::page::Page;
use self::structure::Theory;
use crate::portfolio::budget::Budget;
use crate::portfolio::plan::{Share, Step};
use crate::portfolio::query::{QueriedNet, Query};
use crate::prepare::AnalysedNet;
use crate::replay::Until;
use crate::request::options::Refusal;
use crate::request::{DiagramOrder, Effort, Engine, Kind, Question, Request, SelfCheckMode};

/// A request for standard properties of a net, with limits.
#[derive(Debug, Clone)]
pub struct StandardRequest {
    /// The requested properties. All properties if neither these nor sums are given.
    pub properties: Vec<StandardProperty>,
    /// Sums over the analysed net whose maximum values are requested.
    pub sums: Vec<Expression>,
    /// The limits of the whole analysis.
    pub limits: Limits,
    /// The number of threads.
    pub threads: usize,
    /// The source place of the workflow; by default, the place without inputs.
    pub source: Option<PlaceId>,
    /// The sink place of the workflow; by default, the place without outputs.
    pub sink: Option<PlaceId>,
    /// The number of concurrent cases for soundness: the *k* of *k*-soundness.
    pub cases: u64,
    /// The labels of places and transitions in the texts of answers.
    pub names: NodeNames,
    /// The condition on final markings of the analysed net, for a process that starts in the initial marking.
    /// By default, a net that is not a workflow net ends in the final markings that its file declares.
    pub final_condition: Option<Property>,
    /// How much effort to spend before a large search.
    pub effort: Effort,
    /// How reachable markings are found.
    pub engine: Engine,
    /// The order of the places in decision diagrams; `None` tries several.
    pub diagram_order: Option<DiagramOrder>,
    /// The states to compare with the net's reference semantics.
    pub self_check: SelfCheckMode,
    /// Whether the report lists the stages of the plan.
    pub explain_plan: bool,
}

impl Default for StandardRequest {
    /// Requests all properties, within a minute.
    fn default() -> Self {
        Self {
            properties: Vec::new(),
            sums: Vec::new(),
            limits: Limits { time: Some(Duration::from_secs(60)), ..Limits::default() },
            threads: 1,
            source: None,
            sink: None,
            cases: 1,
            names: NodeNames::default(),
            final_condition: None,
            effort: Effort::default(),
            engine: Engine::default(),
            diagram_order: None,
            self_check: SelfCheckMode::default(),
            explain_plan: false,
        }
    }
}

impl StandardRequest {
    /// Returns the request for a question within these limits.
    fn question(&self, question: Question, limits: Limits) -> Request {
        let &Self { threads, effort, engine, diagram_order, self_check, .. } = self;
        Request { threads, effort, engine, diagram_order, self_check, limits, ..Request::new(question) }
    }

    /// Returns why the options contradict each other, if they do. The request is then refused.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        Request { proofs: true, ..self.question(Question::Deadlock, self.limits) }.refusal()
    }

    /// Returns whether all properties are requested.
    fn wants_all(&self) -> bool {
        self.properties.is_empty() && self.sums.is_empty()
    }

    /// Returns whether a property is requested.
    fn wants(&self, property: StandardProperty) -> bool {
        self.wants_all() || self.properties.contains(&property)
    }

    /// Returns whether a property of a group is requested.
    fn wants_of(&self, group: Group) -> bool {
        self.wants_all() || self.properties.iter().any(|property| property.group() == group)
    }

    /// Returns whether the statements of a program are part of the answer.
    fn wants_statements(&self) -> bool {
        self.wants(StandardProperty::QuasiLive) || self.wants(StandardProperty::Live)
    }

    /// Returns whether the request names the source or the sink of the workflow.
    fn names_ends(&self) -> bool {
        self.source.is_some() || self.sink.is_some()
    }

    /// Returns whether only the maximum values of sums are requested. The net may then have colours.
    #[must_use]
    pub fn wants_sums_alone(&self) -> bool {
        self.properties.is_empty() && !self.sums.is_empty()
    }
}

/// The time for behavioural properties if soundness follows.
const BEFORE_WORKFLOW: Share = Share::part(2);
/// The time to explore a reachability graph, before other techniques for the same properties.
const EXPLORATION: Share = Share::part(2);
/// The time to search for a run that shows a known answer.
const RUN: Share = Share::part(4);

const STRUCTURE: Step<()> = Step::new("structure", Share::ALL, ());
const GRAPH: Step<()> = Step::new("reachability graph", Share::ALL, ());
const THEOREMS: Step<()> = Step::new("theorems", Share::ALL, ());
const WEIGHTINGS: Step<()> = Step::new("bounds, conflicts and weightings", Share::ALL, ());
const RETURN: Step<()> = Step::new("proof of return", Share::part(8).at_most(10), ());
/// Properties that are left to queries if the reachability graph cannot be explored.
const QUERIES: [Step<(StandardProperty, Query)>; 4] = [
    Step::new("deadlock freedom", Share::part(3), (StandardProperty::DeadlockFree, Query::Deadlock)),
    Step::new("safety", Share::part(3), (StandardProperty::Safe, Query::OneSafe)),
    Step::new("quasi-liveness", Share::part(3), (StandardProperty::QuasiLive, Query::QuasiLiveness)),
    Step::new("liveness", Share::part(3), (StandardProperty::Live, Query::Liveness)),
];
const WORKFLOW: Step<()> = Step::new("workflow", Share::ALL, ());
const MAXIMUM_VALUES: Step<()> = Step::new("maximum values", Share::ALL, ());

/// The remaining budget of a request.
#[derive(Clone, Copy)]
struct Left<'a> {
    budget: Budget<'a>,
    request: &'a StandardRequest,
    /// When showing what was found has to stop, once the work has to stop. All replays share this time.
    end: &'a OnceCell<Option<Instant>>,
}

impl Left<'_> {
    /// Returns the budget of a step with this share of the remaining time.
    fn within(self, share: Share) -> Self {
        Self { budget: self.budget.within(share, 1), ..self }
    }

    /// Returns the limits of a search with this share of the remaining time.
    fn limits(self, share: Share) -> Limits {
        self.within(share).budget.limits_left()
    }

    /// Returns the request for a question within this share of the remaining time.
    fn request_for(&self, question: Question, share: Share) -> Request {
        self.request.question(question, self.limits(share))
    }

    /// Returns when replaying a run has to stop.
    fn until(&self) -> Until<'_> {
        let until = self.budget.until();
        if until.is_over() {
            until.showing_until(*self.end.get_or_init(|| until.end_of_grace()))
        } else {
            until
        }
    }

    fn is_over(&self) -> bool {
        self.budget.is_over()
    }

    /// Returns whether the work has to stop and the net is so large that building another view of it takes a
    /// good part of a second.
    fn is_too_late_for(&self, net: &Net) -> bool {
        const LARGE: usize = 20_000;
        self.is_over() && net.places.len() + net.transitions.len() > LARGE
    }

    /// Describes why a property is undecided after all steps.
    fn why_not(&self) -> &'static str {
        if self.budget.is_cancelled() {
            "stopped before it was decided"
        } else if self.is_over() {
            "not decided within the time limit"
        } else {
            "not decided"
        }
    }
}

/// Computes the standard properties of a net. The caller fills in `file`, `format` and what is known about
/// the file.
///
/// # Errors
/// The options contradict each other. The net is not a place/transition net, and more than maximum values of sums is
/// requested; or its places hold values.
pub(crate) fn standard_properties(
    queried: &QueriedNet<'_>,
    request: &StandardRequest,
    control: &Control<'_>,
) -> Result<AnalysisReport, Diagnostics> {
    let net = queried.net;
    if let Some(refusal) = request.refusal() {
        return Err(refusal.diagnostic("").into());
    }
    match net.kind() {
        Kind::PlaceTransition => {}
        Kind::Coloured if request.wants_sums_alone() => {}
        Kind::Data if net.net.program.is_some() => program::refuse_others(net.net, request)?,
        Kind::Coloured | Kind::Data => return Err(not_answered()),
    }
    let end = OnceCell::new();
    let started = Instant::now();
    let left = Left { budget: Budget::start(request.limits, control), request, end: &end };
    let mut page = Page::begin(net.net, left);
    let is_program = net.net.program.is_some();
    if is_program {
        program::describe(net, &mut page, left)?;
    } else if !request.wants_sums_alone() {
        describe(net, &mut page, left)?;
    }
    if !request.sums.is_empty() && !is_program {
        page.stage(&MAXIMUM_VALUES, left, |page, left| greatest::describe(queried, page, left))?;
    }
    let mut report = page.finish();
    report.time_s.total = started.elapsed().as_secs_f64();
    report.verdict = if request.wants_all() {
        Verdict::Computed
    } else {
        let values = report.greatest.iter().map(|value| value.verdict);
        Verdict::all(report.answers.iter().map(|answer| answer.verdict).chain(values))
    };
    Ok(report)
}

fn not_answered() -> Diagnostics {
    Diagnostic::error("a model whose places hold values")
        .expected("a place/transition net, a program, or a coloured net that can be unfolded")
        .help("`explore`, `deadlock` and `check` with properties answer queries about such models, for example whether a value has a bound: `check FILE --always 'x <= 3'`")
        .into()
}

/// Answers the requested properties of a place/transition net.
fn describe(net: AnalysedNet<'_>, page: &mut Page<'_>, left: Left<'_>) -> Result<(), Diagnostics> {
    let request = left.request;
    if !net.learn_until(&|| left.is_over()) {
        Group::ALL.into_iter().for_each(|group| page.give_up(group, left.why_not()));
        return Ok(());
    }
    let knowledge = net.knowledge()?;
    let theory = Theory::of(knowledge.structure(), left);
    page.stage(&STRUCTURE, left, |page, left| {
        theory.describe(page, left);
        Ok(())
    })?;
    if request.wants_of(Group::Behaviour) {
        let of_workflow = request.wants_of(Group::Workflow) && workflow::may_be_described(net, &theory, left);
        let left = if of_workflow { left.within(BEFORE_WORKFLOW) } else { left };
        describe_behaviour(&Behaviour { net, knowledge, left }, &theory, page)?;
    }
    if request.wants_of(Group::Workflow) {
        page.stage(&WORKFLOW, left, |page, left| workflow::describe(net, &theory, page, left))?;
        implications::conclude(page);
    }
    page.give_up(Group::Behaviour, left.why_not());
    Ok(())
}

/// Answers the requested behavioural properties of a net.
fn describe_behaviour(
    behaviour: &Behaviour<'_>,
    theory: &Theory<'_>,
    page: &mut Page<'_>,
) -> Result<(), Diagnostics> {
    let &Behaviour { net, left, .. } = behaviour;
    let exploration = page.stage(&GRAPH, left, |page, left| {
        let exploration = explored(net, None, left.within(EXPLORATION))?;
        behaviour.describe(&exploration, page)?;
        Ok(exploration)
    })?;
    page.stage(&THEOREMS, left, |page, left| {
        theory.conclude(page, left);
        implications::conclude(page);
        Ok(())
    })?;
    if !matches!(exploration.ended, Ended::Whole(Some(_))) {
        behaviour.query(theory, page)?;
    }
    if let Ended::Cut(why) = &exploration.ended {
        page.give_up(Group::Behaviour, why);
    }
    Ok(())
}
