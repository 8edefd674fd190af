//! The standard properties of a net, on one page: what kind of net it is, and whether it is bounded, live, reversible, sound.
//!
//! ```text
//! net ─▶ structure      its classes, weightings, siphons and traps
//!     ─▶ graph          the reachable markings with their components, in half of the time
//!     ─▶ infinite       what can be covered, if the net is unbounded
//!     ─▶ theorems       what the structure says about the rest
//!     ─▶ queries        what the portfolio decides of the rest, in the other half of the time
//!     ─▶ implications   what one answer says about others, after each step
//! workflow net ─▶ graph of the net with one case ─▶ soundness and its parts, by theorems and queries where it is too large
//! sums         ─▶ greatest       their greatest values
//! ```
//!
//! Definitions: Murata, *Petri Nets: Properties, Analysis and Applications*, Proceedings of the IEEE, 1989; of workflows, van der Aalst
//! et al., *Soundness of Workflow Nets: Classification, Decidability, and Analysis*, Formal Aspects of Computing, 2011.
//!
//! INVARIANT: every run in a report has been replayed on the net. No finding is dropped when a later step runs out of time, and the
//! steps that follow an exploration get the same share of the time however it ended: so more time never answers less.

mod behaviour;
mod chosen;
mod conflicts;
mod end;
mod graph;
mod greatest;
mod implications;
mod infinite;
mod page;
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
use crate::portfolio::query::QueriedNet;
use crate::prepare::{AnalysedNet, Kind};
use crate::search::Until;
use crate::search::self_check::SelfCheckMode;

/// Which properties of a net are asked for, and what may be spent on them.
#[derive(Debug, Clone)]
pub struct StandardRequest {
    /// The properties; all of them where nothing is asked for.
    pub asked: Vec<StandardProperty>,
    /// Sums of which the greatest value is asked for, of the net that is analysed.
    pub sums: Vec<Expression>,
    /// How far to go, all in all.
    pub limits: Limits,
    /// The number of threads.
    pub threads: usize,
    /// The place where workflows begin, instead of the one without inputs.
    pub source: Option<PlaceId>,
    /// The place where they end, instead of the one without outputs.
    pub sink: Option<PlaceId>,
    /// With how many cases at the same time soundness is asked for: *k*-soundness.
    pub cases: u64,
    /// What places and transitions are called in the texts of answers.
    pub names: NodeNames,
    /// What holds in the markings where the process ends, which begins with the initial marking then; of the net that is analysed. Without it, what has
    /// not the shape of a workflow net ends in the final markings that its file states.
    pub final_condition: Option<Property>,
    /// Which states are compared with the net's reference semantics.
    pub self_check: SelfCheckMode,
}

impl Default for StandardRequest {
    /// All properties, within a minute.
    fn default() -> Self {
        Self {
            asked: Vec::new(),
            sums: Vec::new(),
            limits: Limits { time: Some(Duration::from_secs(60)), ..Limits::default() },
            threads: 1,
            source: None,
            sink: None,
            cases: 1,
            names: NodeNames::default(),
            final_condition: None,
            self_check: SelfCheckMode::default(),
        }
    }
}

impl StandardRequest {
    /// Whether everything is asked for.
    fn wants_all(&self) -> bool {
        self.asked.is_empty() && self.sums.is_empty()
    }

    /// Whether a property is asked for.
    fn wants(&self, property: StandardProperty) -> bool {
        self.wants_all() || self.asked.contains(&property)
    }

    /// Whether one of a group is.
    fn wants_of(&self, group: Group) -> bool {
        self.wants_all() || self.asked.iter().any(|property| property.group() == group)
    }

    /// Whether it names the places where the workflow begins or ends.
    fn names_ends(&self) -> bool {
        self.source.is_some() || self.sink.is_some()
    }

    /// Whether nothing but the greatest values of sums is asked for: then the net may have colours.
    #[must_use]
    pub fn wants_sums_alone(&self) -> bool {
        self.asked.is_empty() && !self.sums.is_empty()
    }
}

/// What is left of the limits of a request, and whether anybody still waits.
#[derive(Clone, Copy)]
struct Left<'a> {
    /// When the time is over, if it is limited.
    deadline: Option<Instant>,
    request: &'a StandardRequest,
    control: &'a Control<'a>,
    /// When showing what was found has to stop, once the work has to stop. All replays share this time.
    end: &'a OnceCell<Option<Instant>>,
}

impl Left<'_> {
    /// The time that is left, if time is limited.
    fn time(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// The first of several equal parts of the time that is left.
    fn part(self, parts: u32) -> Self {
        let deadline = self.time().and_then(|time| Instant::now().checked_add(time / parts));
        Self { deadline, ..self }
    }

    /// The limits with a share of the time that is left.
    fn limits(&self, share: u32) -> Limits {
        Limits { time: self.time().map(|time| time / share), ..self.request.limits }
    }

    /// The limits with all of the time that is left but a share of it.
    fn limits_but(&self, share: u32) -> Limits {
        Limits { time: self.time().map(|time| time - time / share), ..self.request.limits }
    }

    /// When replaying a run has to stop.
    fn until(&self) -> Until<'_> {
        let limits = Limits { time: self.time(), ..self.request.limits };
        let until = Until::of(&limits, self.control);
        if until.is_over() {
            until.showing_until(*self.end.get_or_init(|| until.end_of_grace()))
        } else {
            until
        }
    }

    fn is_over(&self) -> bool {
        self.control.is_cancelled() || self.time() == Some(Duration::ZERO)
    }

    /// Whether the work has to stop, and the net is so large that building another view of it takes a good part of a second.
    fn is_too_late_for(&self, net: &Net) -> bool {
        const LARGE: usize = 20_000;
        self.is_over() && net.places.len() + net.transitions.len() > LARGE
    }

    /// Why something is not known, where all was tried.
    fn why_not(&self) -> &'static str {
        if self.control.is_cancelled() {
            "stopped before it was decided"
        } else if self.is_over() {
            "not decided within the time"
        } else {
            "not decided"
        }
    }
}

/// Finds the standard properties of a net. `file`, `format` and what is known of the file are the caller's to fill in.
///
/// # Errors
/// Where the net is no place/transition net, and more is asked for than the greatest values of sums; or where the places hold values.
pub(crate) fn standard_properties(
    queried: &QueriedNet<'_>,
    request: &StandardRequest,
    control: &Control<'_>,
) -> Result<AnalysisReport, Diagnostics> {
    let net = queried.net;
    match net.kind() {
        Kind::PlaceTransition => {}
        Kind::Coloured if request.wants_sums_alone() => {}
        Kind::Coloured | Kind::Data => return Err(not_answered()),
    }
    let end = OnceCell::new();
    let started = Instant::now();
    let deadline = request.limits.time.and_then(|time| started.checked_add(time));
    let left = Left { deadline, request, control, end: &end };
    let mut page = Page::begin(net.net, left);
    if !request.wants_sums_alone() {
        describe(net, &mut page, left)?;
    }
    greatest::describe(queried, &mut page, left)?;
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
        .expected("a place/transition net, or a coloured net that can be unfolded")
        .help("`explore`, `deadlock` and `check` with properties answer questions about such models, as whether a value has a bound: `check FILE --always 'x <= 3'`")
        .into()
}

/// Answers what is asked about a place/transition net's properties.
fn describe(net: AnalysedNet<'_>, page: &mut Page<'_>, left: Left<'_>) -> Result<(), Diagnostics> {
    let request = left.request;
    if !net.learn_until(&|| left.is_over()) {
        Group::ALL.into_iter().for_each(|group| page.give_up(group, left.why_not()));
        return Ok(());
    }
    let knowledge = net.knowledge()?;
    let theory = Theory::of(knowledge.structure(), left);
    theory.describe(page, left);
    if request.wants_of(Group::Behaviour) {
        let of_workflow = request.wants_of(Group::Workflow) && workflow::may_be_described(net, &theory, left);
        let part = if of_workflow { left.part(2) } else { left };
        describe_behaviour(&Behaviour { net, knowledge, left: part }, &theory, page)?;
    }
    if request.wants_of(Group::Workflow) {
        workflow::describe(net, &theory, page, left)?;
        implications::conclude(page);
    }
    page.give_up(Group::Behaviour, left.why_not());
    Ok(())
}

/// Answers what is asked about the behaviour of a net.
fn describe_behaviour(
    behaviour: &Behaviour<'_>,
    theory: &Theory<'_>,
    page: &mut Page<'_>,
) -> Result<(), Diagnostics> {
    let &Behaviour { net, left, .. } = behaviour;
    let exploration = explored(net, None, left.part(2))?;
    behaviour.describe(&exploration, page)?;
    theory.conclude(page, left);
    implications::conclude(page);
    if !matches!(exploration.ended, Ended::Whole(Some(_))) {
        behaviour.query(theory, page)?;
    }
    if let Ended::Cut(why) = &exploration.ended {
        page.give_up(Group::Behaviour, why);
    }
    Ok(())
}
