//! The reachable markings that satisfy a formula.

use sanderling_diagram::{Set, Stop};
use sanderling_net::TransitionId;
use sanderling_property::{Comparison, Formula, Relation};

use crate::Reached;

impl Reached<'_, '_> {
    /// Returns the reachable markings that satisfy a formula, or `None` if it refers to values of programs.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn satisfying(&mut self, formula: &Formula) -> Result<Option<Set>, Stop> {
        let set = match formula {
            Formula::Constant(true) => self.everything(),
            Formula::Constant(false) => self.nothing(),
            Formula::Deadlock => self.dead()?,
            Formula::Enabled(transitions) => self.enabling(transitions)?,
            Formula::Compare(comparison) => self.comparing(comparison)?,
            Formula::Values(_) => return Ok(None),
            Formula::Not(inner) => {
                let Some(inner) = self.satisfying(inner)? else { return Ok(None) };
                let set = self.complement(&inner)?;
                self.release(inner);
                set
            }
            Formula::And(parts) => {
                let mut set = self.everything();
                for part in parts {
                    let Some(part) = self.satisfying(part)? else { return Ok(None) };
                    let common = self.intersection(&set, &part)?;
                    self.release(part);
                    self.release(std::mem::replace(&mut set, common));
                }
                set
            }
            Formula::Or(parts) => {
                let mut set = self.nothing();
                for part in parts {
                    let Some(part) = self.satisfying(part)? else { return Ok(None) };
                    self.unite(&mut set, part)?;
                }
                set
            }
            Formula::Implies(sides) => {
                let [left, right] = &**sides;
                return self.satisfying(&Formula::Or(vec![left.negate(), right.clone()]));
            }
            Formula::Iff(sides) => {
                let [left, right] = &**sides;
                let both = Formula::And(vec![left.clone(), right.clone()]);
                let neither = Formula::And(vec![left.negate(), right.negate()]);
                return self.satisfying(&Formula::Or(vec![both, neither]));
            }
        };
        Ok(Some(set))
    }

    /// Returns the markings that enable one of these transitions.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn enabling(&mut self, transitions: &[TransitionId]) -> Result<Set, Stop> {
        let mut set = self.nothing();
        for transition in transitions {
            let Some(event) = &self.events[transition.index()] else { continue };
            let enabled = self.diagrams.image(&event.guard(), &self.all)?;
            self.unite(&mut set, enabled)?;
        }
        Ok(set)
    }

    fn comparing(&mut self, comparison: &Comparison) -> Result<Set, Stop> {
        let weights = self.weights(comparison.terms());
        let (bound, before) = (comparison.bound(), comparison.bound() - 1);
        match comparison.relation() {
            Relation::AtMost => self.diagrams.at_most(&self.all, &weights, bound),
            Relation::Less => self.diagrams.at_most(&self.all, &weights, before),
            Relation::AtLeast | Relation::Greater => {
                let bound = if comparison.relation() == Relation::AtLeast { before } else { bound };
                let others = self.diagrams.at_most(&self.all, &weights, bound)?;
                self.complement_of(others)
            }
            Relation::Equal | Relation::Unequal => {
                let (upper, lower) = (
                    self.diagrams.at_most(&self.all, &weights, bound)?,
                    self.diagrams.at_most(&self.all, &weights, before)?,
                );
                let equal = self.diagrams.difference(&upper, &lower)?;
                self.release(upper);
                self.release(lower);
                if comparison.relation() == Relation::Equal { Ok(equal) } else { self.complement_of(equal) }
            }
        }
    }

    fn complement_of(&mut self, set: Set) -> Result<Set, Stop> {
        let complement = self.complement(&set)?;
        self.release(set);
        Ok(complement)
    }
}
