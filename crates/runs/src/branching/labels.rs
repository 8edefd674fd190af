//! The states that satisfy a formula, computed from all states.

use super::{Backwards, Branching, StateSet};

impl Backwards {
    /// Returns the states that satisfy a formula over the stored conditions.
    ///
    /// Takes time linear in the events for each operator, and one bit for each state and each operand at a
    /// time.
    #[must_use]
    pub fn satisfying(&self, formula: &Branching) -> StateSet {
        match formula {
            Branching::Constant(holds) => self.constant(*holds),
            Branching::Atom(position) => self.atom(*position).clone(),
            Branching::Not(inner) => self.satisfying(inner).complement(),
            Branching::And(parts) => {
                parts.iter().fold(self.constant(true), |set, part| set.and(&self.satisfying(part)))
            }
            Branching::Or(parts) => {
                parts.iter().fold(self.constant(false), |set, part| set.or(&self.satisfying(part)))
            }
            Branching::Next(inner) => self.some_next(&self.satisfying(inner)),
            Branching::Until { on_the_way, wanted, may_last } => {
                let (on_the_way, wanted) = (self.satisfying(on_the_way), self.satisfying(wanted));
                if !may_last {
                    return self.some_until(&on_the_way, wanted);
                }
                // The negation: on all runs, no state is wanted until one is not `on_the_way`.
                let fails = wanted.complement();
                let both = on_the_way.complement().and(&fails);
                self.all_until(&fails, both).complement()
            }
        }
    }

    fn constant(&self, holds: bool) -> StateSet {
        if holds { StateSet::all(self.states()) } else { StateSet::none(self.states()) }
    }
}
