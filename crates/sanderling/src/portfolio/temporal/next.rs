//! `EX` and `AX`: each next marking becomes the initial marking of a net, and the operand is decided for this net with
//! all techniques.

use std::collections::BTreeSet;
use std::time::Duration;

use sanderling_machine::clock::Instant;
use sanderling_net::Diagnostics;
use sanderling_net::semantics::{self, Interpreter, Marking};
use sanderling_property::{Logic, PathOperator, PathQuantifier, Temporal as Written, TemporalProperty};
use sanderling_report::Decision;

use super::super::budget::Budget;
use super::parts::together;
use super::{Decided, Temporal, decide_all};
use crate::prepare::{AnalysedNet, Facts, starting_in};

/// Maximum number of next markings.
const MAX_MARKINGS: usize = 32;

/// Time limit for each property.
const MAX_TIME: Duration = Duration::from_secs(60);

impl Temporal<'_> {
    /// Decides open properties about the next markings in a part of the time.
    pub(super) fn decide_next_markings(&mut self) -> Result<(), Diagnostics> {
        if !self.net.is_place_transition() {
            return Ok(());
        }
        let about_next = |&position: &usize| is_about_next(&self.simpler[position].property.formula);
        let open: Vec<usize> = self.open_of(Logic::Ctl).into_iter().filter(about_next).collect();
        if open.is_empty() {
            return Ok(());
        }
        let Some(markings) = self.next_markings() else { return Ok(()) };
        for (left, &position) in (1..=open.len()).rev().zip(&open) {
            if self.budget.is_over() {
                break;
            }
            if let Some(decided) = self.decide_from(position, &markings, left)? {
                self.settle(position, decided);
            }
        }
        Ok(())
    }

    /// Returns the markings after one firing, if there are some and not too many.
    fn next_markings(&self) -> Option<BTreeSet<Marking>> {
        let initial = semantics::initial(self.net.net).ok()?;
        let interpreter = Interpreter::new(self.net.net);
        let mut markings = BTreeSet::new();
        for firing in interpreter.enabled(&initial).ok()? {
            let mut next = initial.clone();
            interpreter.fire(&mut next, &firing).ok()?;
            markings.insert(next);
            if markings.len() > MAX_MARKINGS || self.budget.is_over() {
                return None;
            }
        }
        (!markings.is_empty()).then_some(markings)
    }

    /// Decides a property about the next markings, in one part in `parts` of the remaining time.
    fn decide_from(
        &mut self,
        position: usize,
        markings: &BTreeSet<Marking>,
        parts: usize,
    ) -> Result<Option<Decided>, Diagnostics> {
        let property = self.simpler[position].property.clone();
        let Written::Path { quantifier, operands, .. } = &property.formula else { return Ok(None) };
        let operand = TemporalProperty { formula: operands[0].clone(), ..property.clone() };
        // A single marking decides `EX` if the operand holds there, and `AX` if it fails there.
        let deciding = *quantifier == Some(PathQuantifier::Some);
        let (mut decisions, mut is_open) = (Vec::new(), false);
        let (share, started) = (self.budget.part(parts, MAX_TIME), Instant::now());
        for (marking, left) in markings.iter().zip((1..=markings.len() as u32).rev()) {
            let mut limits = self.budget.limits_left();
            limits.time = Some(share.saturating_sub(started.elapsed()) / left);
            let budget = Budget::start(limits, self.budget.control());
            let (net, facts) = (starting_in(self.net.net, marking), Facts::default());
            let net = AnalysedNet::new(&net, &facts);
            if !net.learn_until(&|| budget.is_over()) {
                return Ok(None);
            }
            let operand = std::slice::from_ref(&operand);
            let found = decide_all((net, false), operand, (self.request, budget), &mut |_, _| ())?;
            self.count(found.visits, found.firings, found.peak_bytes);
            match &found.decided[0] {
                Ok(Decided { holds, by, .. }) if *holds == deciding => {
                    return Ok(Some(Decided { holds: deciding, by: by.clone(), run: None }));
                }
                Ok(decided) => decisions.push(decided.by.clone()),
                Err(_) => is_open = true,
            }
        }
        let by: Decision = together(&decisions);
        Ok((!is_open).then_some(Decided { holds: !deciding, by, run: None }))
    }
}

fn is_about_next(formula: &Written) -> bool {
    matches!(formula, Written::Path { operator: PathOperator::Next, .. })
}
