//! Temporal properties on one marking of each class of symmetric ones.
//!
//! If symmetries preserve the conditions of a formula, a marking and its representative are bisimilar, so the formula holds in
//! both or in neither. Each formula has its own symmetries. See E. A. Emerson and A. P. Sistla, *Symmetry and Model Checking*,
//! Formal Methods in System Design 9, 1996.

use sanderling_net::Diagnostics;
use sanderling_property::{Formula, Logic};
use sanderling_report::{Decision, Means, Reason, Technique};
use sanderling_runs::AcceptedRun;
use sanderling_symmetry::OrbitModel;

use super::branching::Labelling;
use super::linear::{Part, Searching};
use super::models::{Met, WithModel};
use super::smaller::{events, returns_after};
use super::{Decided, Temporal, Witness};
use crate::portfolio::plan::{Deciding, Share};
use crate::request::Engine;
use crate::search::orbits;

/// Factor by which the number of rounds of a cycle grows until one leads back to the first marking.
const GROWTH_OF_ROUNDS: usize = 4;
/// Maximum number of rounds.
const MAX_ROUNDS: usize = 256;
/// Maximum number of events in more than one round.
const MAX_EVENTS: usize = 1 << 16;

impl Temporal<'_> {
    /// Decides open properties for which symmetries are found, each within its share of the time.
    pub(super) fn decide_with_symmetries(&mut self) -> Result<(), Diagnostics> {
        let is_wanted = self.request.proofs || self.request.engine == Engine::Symmetric;
        if !is_wanted || !self.net.is_place_transition() {
            return Ok(());
        }
        let open = self.open_positions();
        for (left, &position) in (1..=open.len() as u32).rev().zip(&open) {
            if self.budget.is_over() {
                break;
            }
            self.within(Share::part(left), |temporal| temporal.decide_symmetric(position))?;
        }
        Ok(())
    }

    fn decide_symmetric(&mut self, position: usize) -> Result<(), Diagnostics> {
        let by = Decision::by(Technique::Search).with([Means::Symmetries]);
        if self.simpler[position].property.logic == Logic::Ctl {
            let atoms = self.atoms(&[position]);
            let Some(model) = self.symmetric_model(position, &atoms)? else { return Ok(()) };
            // A tree of runs of representatives is not one of the net.
            let labelling = Labelling { position, wants_runs: false, order: None };
            let labelled = labelling.with(self, (model, None), self.budget.limits_left());
            return self.record_labels(position, labelled, &Met::NONE, by);
        }
        // Fairness is about single transitions, which symmetries exchange.
        if self.request.fairness.is_some() {
            return Ok(());
        }
        let Some(question) = self.question(position) else { return Ok(()) };
        let Some(model) = self.symmetric_model(position, &question.atoms)? else { return Ok(()) };
        let searching =
            Searching { net: self.net, atoms: &question.atoms, question: &question, part: Part::Enough };
        let found = searching.with(self, (model.clone(), None), self.budget.limits_left());
        let searched = self.searched(found, &Met::NONE)?;
        match searched.holds {
            Ok(holds) => {
                let run = searched.run.and_then(|witness| {
                    let run = self.run_of_net(&model, &witness.tree.run)?;
                    Some(Witness { tree: run.into(), ..witness })
                });
                let run = self.shortened(&question, run)?;
                self.settle(position, Decided { holds, by, run });
            }
            Err(undecided) => self.note(&[position], undecided),
        }
        Ok(())
    }

    /// Returns the model of the representatives for the conditions of a property.
    fn symmetric_model(
        &mut self,
        position: usize,
        atoms: &[Formula],
    ) -> Result<Option<OrbitModel>, Diagnostics> {
        let until = self.budget.until();
        let model = orbits::model(self.net, atoms, self.request.engine, until)?;
        if model.is_none() {
            let reason = if until.is_over() { until.reason() } else { Reason::NoSymmetry };
            self.note_end(Engine::Symmetric, &[position], reason);
        }
        Ok(model)
    }

    /// Translates a run of representatives into one of the net. A cycle leads back to the same representative, but perhaps to another
    /// marking. Repeated often enough, it leads back to its first marking. The run is not shown if that takes too long.
    fn run_of_net(&self, model: &OrbitModel, run: &AcceptedRun) -> Option<AcceptedRun> {
        let until = self.budget.until().with_grace();
        let cycle = run.cycle.as_deref().unwrap_or_default();
        let mut rounds = 1;
        while rounds == 1 || rounds <= MAX_ROUNDS.min(MAX_EVENTS / cycle.len()) {
            let mut path = run.prefix.clone();
            path.extend(std::iter::repeat_n(cycle, rounds).flatten());
            let mut prefix = model.lift(&path, &|| until.is_over())?;
            let repeated = prefix.split_off(run.prefix.len());
            if let Some(length) = returns_after(self.net.net, &prefix, &repeated, cycle.len()) {
                let cycle = run.cycle.as_ref().map(|_| events(&repeated[..length]));
                return Some(AcceptedRun { prefix: events(&prefix), cycle });
            }
            rounds *= GROWTH_OF_ROUNDS;
        }
        None
    }
}
