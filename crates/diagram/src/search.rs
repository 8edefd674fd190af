//! Breadth-first search with diagrams: a simple method to close a set, and the source of runs.

use crate::{Diagrams, Event, Set, Stop};

impl Diagrams<'_> {
    /// Returns the sets of states that the events lead to from a set in 0, 1, 2, … steps, each without those of earlier
    /// sets, up to the first that meets `goal` or to the last that is not empty. If `within` is given, only states in it
    /// count. With `is_chained`, an event also fires on the states that other events of the same round lead to; then a
    /// round may be many steps.
    ///
    /// This is the plain way of McMillan, *Symbolic Model Checking*, 1993; chained, that of Roig, Cortadella and Pastor,
    /// *Verification of Asynchronous Circuits by BDD-based Model Checking of Petri Nets*, 1995.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn rings(
        &mut self,
        events: &[Event],
        (set, goal): (&Set, &Set),
        within: Option<&Set>,
        is_chained: bool,
    ) -> Result<Vec<Set>, Stop> {
        let tails: Vec<_> = events.iter().map(|event| self.tails.of(event)).collect();
        let mut rings = vec![self.copy(set)];
        let mut all = self.copy(set);
        loop {
            let last = rings.last().expect("there is always a ring");
            let met = self.intersection(last, goal)?;
            if self.is_empty(last) || !self.is_empty(&met) {
                self.release(met);
                break;
            }
            self.release(met);
            let mut next = self.copy(rings.last().expect("there is always a ring"));
            let from = self.copy(&next);
            for &tail in &tails {
                self.collect_if_full()?;
                let image = self.image_under(tail, self.node(if is_chained { &next } else { &from }))?;
                let mut image = self.hold(image);
                if let Some(within) = within {
                    let inside = self.intersection(&image, within)?;
                    self.release(std::mem::replace(&mut image, inside));
                }
                let union = self.union(&next, &image)?;
                self.release(image);
                self.release(std::mem::replace(&mut next, union));
            }
            let new = self.difference(&next, &all)?;
            let union = self.union(&all, &next)?;
            self.release(std::mem::replace(&mut all, union));
            self.release(next);
            self.release(from);
            rings.push(new);
        }
        self.release(all);
        if let Some(last) = rings.pop_if(|last| self.is_empty(last)) {
            self.release(last);
        }
        Ok(rings)
    }
}
