//! Temporal properties, by what is cheapest first.
//!
//! ```text
//! property ─▶ what the initial marking says ─▶ what asks for single markings ─▶ LTL: accepted runs, a little, then whole
//!                                              (the portfolio of formulas)      CTL: the whole graph, labelled
//! ```
//!
//! Formulas of LTL are negated: a run that satisfies the negation violates the property. Those of CTL are told by the labels of the initial
//! marking, if all reachable markings can be explored.
//!
//! A run that ends is a run. In LTL its last marking is repeated for ever, and in CTL there is no next one: that is how the tools of the
//! Model Checking Contest agree to read its formulas.

mod branching;
mod linear;
mod parts;

use sanderling_analysis::AcceptedRun;
use sanderling_net::{Diagnostics, semantics};
use sanderling_property::{Formula, Logic, ReferenceValuation, TemporalProperty};
use sanderling_report::{Decision, Reason};

use self::linear::Linear;
use self::parts::Parts;
use super::budget::Budget;
use crate::prepare::{AnalysedNet, Kind};
use crate::request::Request;

/// What is known of a temporal property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decided {
    /// Whether it holds.
    pub(crate) holds: bool,
    /// What has shown it.
    pub(crate) by: Decision,
    /// The run that violates a property of linear time, where one has been found.
    pub(crate) run: Option<AcceptedRun>,
}

impl Decided {
    fn by(holds: bool, by: Decision) -> Self {
        Self { holds, by, run: None }
    }
}

/// The properties that are being decided.
struct Temporal<'a> {
    net: AnalysedNet<'a>,
    properties: &'a [TemporalProperty],
    request: &'a Request,
    budget: &'a Budget<'a>,
    /// Those that are not decided yet.
    open: Vec<usize>,
    hear: &'a mut dyn FnMut(usize, Decided),
    /// Why the last attempt ended early, if it did, in words.
    reason: Option<String>,
}

/// Decides what it can of temporal properties, each told as soon as it is. Answers in words why some are open, if some are.
///
/// # Errors
/// Where the net cannot be compiled.
pub(crate) fn decide(
    net: AnalysedNet<'_>,
    properties: &[TemporalProperty],
    (request, budget): (&Request, &Budget<'_>),
    hear: &mut dyn FnMut(usize, Decided),
) -> Result<Option<String>, Diagnostics> {
    if net.kind() == Kind::Coloured {
        return Ok(Some("runs of a net that is not unfolded are not looked at".into()));
    }
    let open = (0..properties.len()).collect();
    let mut temporal = Temporal { net, properties, request, budget, open, hear, reason: None };
    temporal.ask_for_markings()?;
    temporal.look_for_runs(Linear::first(temporal.request))?;
    temporal.label_graph()?;
    temporal.look_for_runs(Linear::whole())?;
    Ok(if temporal.open.is_empty() {
        None
    } else {
        temporal.reason.or_else(|| Some(Reason::TimeLimit.in_words().into()))
    })
}

impl Temporal<'_> {
    /// Tells a property, which is open no more.
    fn tell(&mut self, position: usize, decided: Decided) {
        self.open.retain(|&other| other != position);
        (self.hear)(position, decided);
    }

    /// The open properties of a logic.
    fn open_of(&self, logic: Logic) -> Vec<usize> {
        let is_of = |&position: &usize| self.properties[position].logic == logic;
        self.open.iter().copied().filter(is_of).collect()
    }

    /// Decides properties by what they ask of single markings, as far as that goes.
    fn ask_for_markings(&mut self) -> Result<(), Diagnostics> {
        let Ok(initial) = semantics::initial(self.net.net) else { return Ok(()) };
        let Ok(first) = ReferenceValuation::build(self.net.net, &initial) else { return Ok(()) };
        let holds = |formula: &Formula| formula.holds(&first);
        let mut parts = Parts::new(&holds);
        let shapes: Vec<_> = self.open.iter().map(|&open| parts.of(&self.properties[open])).collect();
        let known = parts.decided(self.net, self.request, self.budget)?;
        for (position, shape) in self.open.clone().into_iter().zip(shapes) {
            if let Some((holds, by)) = shape.value(&known) {
                self.tell(position, Decided::by(holds, by));
            }
        }
        Ok(())
    }
}
