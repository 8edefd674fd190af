//! The members of a set in which no event is enabled.

use crate::closure::ANYTHING;
use crate::nodes::{EMPTY, Id, UNIT};
use crate::relation::DONE;
use crate::sets::Operation::Difference;
use crate::{Diagrams, Event, Set, Stop};

impl Diagrams<'_> {
    /// Returns the members of a set in which none of these events is enabled.
    ///
    /// Goes up the levels, and removes at each node the members that enable an event with this top. So an event costs
    /// work at the levels between its top and its bottom only.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn disabled(&mut self, set: &Set, events: &[Event]) -> Result<Set, Stop> {
        self.collect_if_full()?;
        self.current = 0;
        self.is_pinned = true;
        let result = self.disabled_below(self.node(set), events);
        self.is_pinned = false;
        result.map(|node| self.hold(node))
    }

    fn disabled_below(&mut self, root: Id, events: &[Event]) -> Result<Id, Stop> {
        let mut tops = vec![Vec::new(); self.levels as usize + 1];
        for event in events {
            let tail = self.tails.of(&event.guard());
            if tail == DONE {
                return Ok(EMPTY);
            }
            tops[self.tails.get(tail).level as usize].push(tail);
        }
        let levels = self.nodes_by_level(root)?;
        // For each node of the level below, its members without an enabled event; sorted.
        let mut below = vec![(UNIT, UNIT)];
        let mut children = Vec::new();
        for (level, nodes) in (1..).zip(&levels) {
            let mut here = Vec::with_capacity(nodes.len());
            tops[level as usize].sort_unstable();
            tops[level as usize].dedup();
            for &node in nodes {
                children.clear();
                self.nodes.append_children(node, &mut children);
                for child in &mut children {
                    let position = below.binary_search_by_key(child, |&(node, _)| node);
                    *child = position.map_or(EMPTY, |position| below[position].1);
                }
                for &tail in &tops[level as usize] {
                    self.check()?;
                    let tail = self.tails.get(tail);
                    let admitted = children.iter_mut().skip(tail.local.low as usize);
                    let count =
                        (tail.local.high as usize).saturating_add(1).saturating_sub(tail.local.low as usize);
                    for child in admitted.take(count) {
                        let enabled = self.close(tail.below, *child, ANYTHING, level - 1)?;
                        *child = self.combine(Difference, *child, enabled)?;
                    }
                }
                here.push((node, self.nodes.make(&children)?));
            }
            below = here;
        }
        Ok(below.first().map_or(EMPTY, |&(_, node)| node))
    }
}
