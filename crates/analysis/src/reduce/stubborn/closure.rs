//! Closing a set by insertion, with lists. If memory suffices for rows of bits, [these](super::dense) are
//! faster.
//!
//! An enabled event adds all events that do not accord with it. A disabled event adds one necessary enabling
//! set (need). If several conditions fail, a need that is already in the set is preferred, and otherwise the
//! one with the fewest events. Every list is read once for a set, so the time is linear in the lists read.

use super::relation::{NONE, Relation};
use super::workspace::{Slots, Workspace};

impl Workspace {
    /// Adds an event.
    #[inline]
    pub(super) fn add(&mut self, event: u32) {
        if self.set.events.insert(event) {
            self.set.log[0].push(event);
            self.set.open.push(event);
            self.set.enabled += usize::from(self.enabled.has(event));
            self.set.is_dead_end |= self.dead_ends.has(event);
        }
    }

    /// Adds all events that the set needs to be stubborn. Returns whether the result has fewer than `most`
    /// enabled events. Gives up and returns `false` if it does not, if the set contains a dead end, or if
    /// the work limit is reached. If `sticks`, needs that are already in the set are chosen first.
    pub(super) fn close(
        &mut self,
        relation: &Relation,
        slots: &impl Slots,
        (most, sticks): (usize, bool),
    ) -> bool {
        while self.set.enabled < most && !self.set.is_dead_end && self.work_limit > 0 {
            let Some(event) = self.set.open.pop() else { return true };
            self.looked_at += 1;
            if self.enabled.has(event) {
                self.add_hindering(relation, event);
            } else {
                let need = self.choose_need(relation, slots, event, sticks);
                if self.set.needs.insert(need) {
                    self.set.log[3].push(need);
                    self.add_players(relation, relation.needs.row(need));
                }
            }
        }
        false
    }

    fn add_hindering(&mut self, relation: &Relation, event: u32) {
        for &role in relation.roles_of.row(event) {
            if self.set.hindered.insert(role) {
                self.set.log[2].push(role);
                self.add_players(relation, relation.hindering.row(role));
            }
        }
    }

    fn add_players(&mut self, relation: &Relation, roles: &[u32]) {
        self.work_limit = self.work_limit.saturating_sub(roles.len());
        for &role in roles {
            if self.set.roles.insert(role) {
                self.set.log[1].push(role);
                self.work_limit = self.work_limit.saturating_sub(relation.players.row(role).len());
                relation.players.row(role).iter().for_each(|&event| self.add(event));
            }
        }
    }

    /// Returns the need chosen for a disabled event.
    #[inline]
    pub(super) fn choose_need(
        &mut self,
        relation: &Relation,
        slots: &impl Slots,
        event: u32,
        sticks: bool,
    ) -> u32 {
        if sticks {
            for &requirement in relation.tests.row(event) {
                let test = &relation.requirements[requirement as usize];
                if self.set.needs.has(test.below) || self.set.needs.has(test.above) {
                    let need = self.unmet(relation, slots, requirement);
                    if need != NONE && self.set.needs.has(need) {
                        return need;
                    }
                }
            }
        }
        self.lightest_need(relation, slots, event)
    }

    /// Returns the need with the fewest events of a disabled event.
    #[inline]
    pub(super) fn lightest_need(&mut self, relation: &Relation, slots: &impl Slots, event: u32) -> u32 {
        let tests = relation.tests.row(event);
        // The tests are sorted, lightest need first.
        let mut needs = tests.iter().map(|&requirement| self.unmet(relation, slots, requirement));
        needs.find(|&need| need != NONE).unwrap_or(relation.depends[event as usize])
    }
}
