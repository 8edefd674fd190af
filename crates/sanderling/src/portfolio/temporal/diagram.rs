//! Properties of branching time on a decision diagram of all reachable markings.
//!
//! Source: Burch, Clarke, McMillan, Dill and Hwang, *Symbolic Model Checking: 10^20 States and Beyond*, Information and
//! Computation 98, 1992. `E[.. U ..]` is a closure within a set instead of a breadth-first fixpoint (see the
//! `sanderling-diagram` crate).

use sanderling_net::Diagnostics;
use sanderling_property::{Formula, Logic};
use sanderling_report::{Decision, Reason, Technique};
use sanderling_runs::Branching;
use sanderling_symbolic::{Reached, Set, Stop};

use super::branching::over_conditions;
use super::{Decided, Temporal};
use crate::portfolio::markings::{Ended, described, find_markings, reason};
use crate::request::Engine;

impl Temporal<'_> {
    /// Decides open properties of branching time, if all reachable markings can be found.
    pub(super) fn decide_with_diagram(&mut self) -> Result<(), Diagnostics> {
        let open = self.open_of(Logic::Ctl);
        if open.is_empty() || !(self.request.proofs || self.request.engine == Engine::Diagram) {
            return Ok(());
        }
        let budget = self.budget;
        let mut reached = match find_markings(self.net, self.request, budget)? {
            Ok(reached) => reached,
            Err(Ended { reason, .. }) => {
                self.note_end(Engine::Diagram, &open, reason);
                return Ok(());
            }
        };
        for &position in &open {
            let atoms = self.atoms(&[position]);
            let formula = over_conditions(&self.simpler[position].property.formula, &atoms);
            let set = satisfying(&mut reached, &formula, &atoms);
            match set.and_then(|set| set.map(|set| reached.has_initial(&set)).transpose()) {
                Ok(Some(holds)) => {
                    let by = Decision::by(Technique::Diagram);
                    self.settle(position, Decided { holds, by, run: None });
                }
                Ok(None) => {}
                Err(stop) => {
                    self.note_end(Engine::Diagram, &self.open_of(Logic::Ctl), reason(stop, budget));
                    break;
                }
            }
        }
        self.found.diagram = described(&mut reached);
        self.count(0, 0, reached.peak_bytes());
        Ok(())
    }

    /// Notes why properties are open, if only this engine may decide them.
    pub(super) fn note_end(&mut self, engine: Engine, open: &[usize], reason: Reason) {
        if self.request.engine == engine {
            self.note(open, Some(reason.into()));
        }
    }
}

/// Returns the reachable markings that satisfy a formula, or `None` if a condition refers to values of programs.
fn satisfying(
    reached: &mut Reached<'_, '_>,
    formula: &Branching,
    atoms: &[Formula],
) -> Result<Option<Set>, Stop> {
    let set = match formula {
        Branching::Constant(true) => reached.everything(),
        Branching::Constant(false) => reached.nothing(),
        Branching::Atom(number) => return reached.satisfying(&atoms[*number]),
        Branching::Not(inner) => {
            let Some(inner) = satisfying(reached, inner, atoms)? else { return Ok(None) };
            let set = reached.complement(&inner)?;
            reached.release(inner);
            set
        }
        Branching::And(parts) | Branching::Or(parts) => {
            let is_and = matches!(formula, Branching::And(_));
            let mut set = if is_and { reached.everything() } else { reached.nothing() };
            for part in parts {
                let Some(part) = satisfying(reached, part, atoms)? else { return Ok(None) };
                let next =
                    if is_and { reached.intersection(&set, &part)? } else { reached.union(&set, &part)? };
                reached.release(part);
                reached.release(std::mem::replace(&mut set, next));
            }
            set
        }
        Branching::Next(inner) => {
            let Some(inner) = satisfying(reached, inner, atoms)? else { return Ok(None) };
            let set = reached.before(&inner)?;
            reached.release(inner);
            set
        }
        Branching::Until { on_the_way, wanted, may_last } => {
            let Some(on_the_way) = satisfying(reached, on_the_way, atoms)? else { return Ok(None) };
            let Some(wanted) = satisfying(reached, wanted, atoms)? else { return Ok(None) };
            let set = if *may_last {
                reached.weak_until(&on_the_way, &wanted)?
            } else {
                reached.until(&on_the_way, &wanted)?
            };
            reached.release(on_the_way);
            reached.release(wanted);
            set
        }
    };
    Ok(Some(set))
}
