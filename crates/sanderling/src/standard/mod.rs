//! The standard properties of a net, on one page: what kind of net it is, and whether it is bounded, live, reversible, sound.
//!
//! ```text
//! net ─▶ structure      its classes, weightings, siphons and traps
//!     ─▶ graph          all reachable markings with their components, if they are not too many
//!     ─▶ infinite       what can be covered, where there is no end to them
//!     ─▶ theorems       what the structure says where neither helps
//!     ─▶ queries        and what the portfolio finds out about the rest
//! workflow net ─▶ graph of the net with one case ─▶ soundness and its parts
//! ```
//!
//! Definitions: Murata, *Petri Nets: Properties, Analysis and Applications*, Proceedings of the IEEE, 1989; of workflows, van der Aalst
//! et al., *Soundness of Workflow Nets: Classification, Decidability, and Analysis*, Formal Aspects of Computing, 2011.
//!
//! INVARIANT: every run in a report has been replayed on the net.

mod behaviour;
mod graph;
mod infinite;
mod page;
mod queries;
mod structure;
mod theorems;
mod workflow;

use std::time::{Duration, Instant};

use sanderling_analysis::{Control, Limits};
use sanderling_net::{Diagnostic, Diagnostics, NodeNames, PlaceId};
use sanderling_report::{AnalysisReport, Group, StandardProperty, Verdict};

use self::behaviour::Behaviour;
use self::graph::{Exploration, explored};
use self::page::Page;
use self::structure::Theory;
use crate::prepare::{AnalysedNet, Kind};
use crate::search::self_check::SelfCheckMode;

/// Which properties of a net are asked for, and what may be spent on them.
#[derive(Debug, Clone)]
pub struct StandardRequest {
    /// The properties; all of them where none is named.
    pub asked: Vec<StandardProperty>,
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
    /// Which states are compared with the net's reference semantics.
    pub self_check: SelfCheckMode,
}

impl Default for StandardRequest {
    /// All properties, within a minute.
    fn default() -> Self {
        Self {
            asked: Vec::new(),
            limits: Limits { time: Some(Duration::from_secs(60)), ..Limits::default() },
            threads: 1,
            source: None,
            sink: None,
            cases: 1,
            names: NodeNames::default(),
            self_check: SelfCheckMode::default(),
        }
    }
}

impl StandardRequest {
    /// Whether a property is asked for.
    fn wants(&self, property: StandardProperty) -> bool {
        self.asked.is_empty() || self.asked.contains(&property)
    }

    /// Whether one of a group is.
    fn wants_of(&self, group: Group) -> bool {
        self.asked.is_empty() || self.asked.iter().any(|property| property.group() == group)
    }
}

/// What is left of the limits of a request, and whether anybody still waits.
#[derive(Clone, Copy)]
struct Left<'a> {
    started: Instant,
    request: &'a StandardRequest,
    control: &'a Control<'a>,
}

impl Left<'_> {
    /// The time that is left, if time is limited.
    fn time(&self) -> Option<Duration> {
        self.request.limits.time.map(|time| time.saturating_sub(self.started.elapsed()))
    }

    /// The limits with a share of the time that is left.
    fn limits(&self, share: u32) -> Limits {
        Limits { time: self.time().map(|time| time / share), ..self.request.limits }
    }

    fn is_over(&self) -> bool {
        self.control.is_cancelled() || self.time() == Some(Duration::ZERO)
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
/// Where the net is no place/transition net.
pub(crate) fn standard_properties(
    net: AnalysedNet<'_>,
    request: &StandardRequest,
    control: &Control<'_>,
) -> Result<AnalysisReport, Diagnostics> {
    if net.kind() != Kind::PlaceTransition {
        return Err(Diagnostic::error("a model whose places hold values")
            .expected("a place/transition net, or a coloured net that can be unfolded")
            .help("`explore`, `deadlock` and `check` answer questions about such models")
            .into());
    }
    let left = Left { started: Instant::now(), request, control };
    let mut page = Page::begin(net.net, request);
    let knowledge = net.knowledge()?;
    let theory = Theory::of(knowledge.structure(), left);
    theory.describe(&mut page, left);
    if request.wants_of(Group::Behaviour) {
        let exploration = explored(net, None, left)?;
        let behaviour = Behaviour { net, knowledge, left };
        match &exploration {
            Exploration::Whole(graph) => behaviour.describe_graph(graph, &mut page)?,
            Exploration::Infinite => behaviour.describe_infinite(&mut page)?,
            Exploration::Cut(_) => {}
        }
        theory.conclude(&mut page, left);
        if !matches!(exploration, Exploration::Whole(_)) {
            behaviour.ask(&mut page)?;
        }
        if let Exploration::Cut(why) = exploration {
            page.give_up(Group::Behaviour, &why);
        }
        page.give_up(Group::Behaviour, left.why_not());
    }
    if request.wants_of(Group::Workflow) {
        workflow::describe(net, &theory, &mut page, left)?;
    }
    let mut report = page.finish();
    report.time_s.total = left.started.elapsed().as_secs_f64();
    report.verdict = if request.asked.is_empty() {
        Verdict::Computed
    } else {
        Verdict::all(report.answers.iter().map(|answer| answer.verdict))
    };
    Ok(report)
}
