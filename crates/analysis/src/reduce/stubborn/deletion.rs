//! Reducing a stubborn set by deletion.
//!
//! Enabled events are removed from the set one by one. To keep the set stubborn, each removal also removes
//! the events that do not accord with a removed one, and the disabled events that have no complete necessary
//! enabling set (need) left. If this would remove an event that has to stay, all removals are undone. In the
//! end no enabled event can be removed. Valmari, *State Space Generation with Induction*, SCAI 1989, section
//! 3, as the and/or graph of Varpaniemi, *On the Stubborn Set Method in Reduced State Space Generation*,
//! 1998. We start from all events, or, if there are very many, from a set that was closed by insertion.
//! INVARIANT: for each disabled event of the set, `options` counts its unmet conditions whose need is
//! completely in the set.

use super::marks::Marks;
use super::relation::{NONE, Relation};
use super::workspace::{Slots, Workspace};

/// The removed events.
#[derive(Debug, Default)]
pub(super) struct Deletion {
    marks: Option<Erased>,
    /// For each disabled event of the set, the number of needs that are completely in the set.
    options: Vec<u32>,
    /// The removals since the last attempt began, for undoing.
    log: Vec<Undo>,
    open: Vec<u32>,
}

/// The removed events, and the roles and needs with a removed event.
#[derive(Debug)]
struct Erased {
    /// The events that have to stay.
    fixed: Marks,
    events: Marks,
    roles: Marks,
    /// Roles that were examined before the deletion.
    seen: Marks,
    needs: Marks,
    seen_needs: Marks,
}

#[derive(Debug, Clone, Copy)]
enum Undo {
    Event(u32),
    Role(u32),
    Need(u32),
    Option(u32),
}

impl Workspace {
    /// Removes events from the closed set while it stays stubborn. Keeps the first `fixed` events and, if
    /// `needs_key`, an enabled event.
    pub(super) fn thin_out(
        &mut self,
        relation: &Relation,
        slots: &impl Slots,
        (fixed, needs_key): (usize, bool),
    ) {
        let mut deletion = std::mem::take(&mut self.deletion);
        deletion.begin(relation);
        let members = std::mem::take(&mut self.set.log[0]);
        self.prepare(&mut deletion, relation, slots, (&members, fixed));
        for &event in members.iter().rev() {
            if self.enabled.has(event) && !deletion.has_out(event) {
                let before = self.set.enabled;
                if !self.take_out(&mut deletion, relation, event, needs_key) {
                    deletion.put_back();
                    self.set.enabled = before;
                }
                deletion.log.clear();
            }
        }
        members
            .iter()
            .filter(|&&event| deletion.has_out(event))
            .for_each(|&event| self.set.events.remove(event));
        self.set.log[0] = members;
        self.deletion = deletion;
    }

    /// Determines which roles and needs are completely in the set, and counts the options.
    fn prepare(
        &mut self,
        deletion: &mut Deletion,
        relation: &Relation,
        slots: &impl Slots,
        (members, fixed): (&[u32], usize),
    ) {
        members[..fixed].iter().for_each(|&event| deletion.fix(event));
        for &event in members {
            if self.enabled.has(event) {
                continue;
            }
            let mut options = 0;
            let mut has_unmet = false;
            for &requirement in relation.tests.row(event) {
                let need = self.unmet(relation, slots, requirement);
                if need != NONE {
                    has_unmet = true;
                    options += u32::from(self.is_whole(deletion, relation, need));
                }
            }
            if !has_unmet {
                options = u32::from(self.is_whole(deletion, relation, relation.depends[event as usize]));
            }
            deletion.options[event as usize] = options;
        }
    }

    /// Whether all events of a need are in the set.
    fn is_whole(&self, deletion: &mut Deletion, relation: &Relation, need: u32) -> bool {
        let Some(erased) = &mut deletion.marks else { return false };
        if erased.seen_needs.insert(need) {
            for &role in relation.needs.row(need) {
                let is_in = |&event: &u32| self.set.events.has(event);
                if erased.seen.insert(role) && !relation.players.row(role).iter().all(is_in) {
                    erased.roles.insert(role);
                }
                if erased.roles.has(role) {
                    erased.needs.insert(need);
                }
            }
        }
        !erased.needs.has(need)
    }

    /// Removes an event and all events that have to go with it. Returns whether all of them may go.
    fn take_out(
        &mut self,
        deletion: &mut Deletion,
        relation: &Relation,
        event: u32,
        needs_key: bool,
    ) -> bool {
        deletion.open.clear();
        if !self.erase(deletion, event) {
            return false;
        }
        while let Some(event) = deletion.open.pop() {
            for &role in relation.roles_of.row(event) {
                if !deletion.break_role(role) {
                    continue;
                }
                for player in relation.hindering.row(role).iter().flat_map(|&role| relation.players.row(role))
                {
                    if self.enabled.has(*player) && !self.erase(deletion, *player) {
                        return false;
                    }
                }
                for &need in relation.needs_with(role) {
                    if deletion.break_need(need) && !self.lose_option(deletion, relation, need) {
                        return false;
                    }
                }
            }
        }
        !needs_key || self.set.enabled > 0
    }

    /// Handles a need that is no longer complete. Removes the events that have no other option.
    fn lose_option(&mut self, deletion: &mut Deletion, relation: &Relation, need: u32) -> bool {
        for &(event, requirement) in relation.dependents(need) {
            if !self.set.events.has(event) || self.enabled.has(event) || deletion.has_out(event) {
                continue;
            }
            let is_chosen = if requirement == NONE {
                let mut tests = relation.tests.row(event).iter();
                tests.all(|&test| self.known_need(relation, test) == NONE)
            } else {
                self.known_need(relation, requirement) == need
            };
            if is_chosen && deletion.lose_option(event) && !self.erase(deletion, event) {
                return false;
            }
        }
        true
    }

    /// Removes one event if it is in the set. Returns whether it may go.
    fn erase(&mut self, deletion: &mut Deletion, event: u32) -> bool {
        if !self.set.events.has(event) || deletion.has_out(event) {
            return true;
        }
        self.set.enabled -= usize::from(self.enabled.has(event));
        deletion.erase(event)
    }
}

impl Deletion {
    fn begin(&mut self, relation: &Relation) {
        let (events, roles, needs) = (relation.events, relation.players.len(), relation.needs.len());
        let erased = self.marks.get_or_insert_with(|| Erased {
            fixed: Marks::new(events),
            events: Marks::new(events),
            roles: Marks::new(roles),
            seen: Marks::new(roles),
            needs: Marks::new(needs),
            seen_needs: Marks::new(needs),
        });
        let Erased { fixed, events, roles, seen, needs, seen_needs } = erased;
        [fixed, events, roles, seen, needs, seen_needs].into_iter().for_each(Marks::clear);
        self.options.resize(relation.events, 0);
        self.log.clear();
    }

    fn fix(&mut self, event: u32) {
        if let Some(erased) = &mut self.marks {
            erased.fixed.insert(event);
        }
    }

    fn has_out(&self, event: u32) -> bool {
        self.marks.as_ref().is_some_and(|erased| erased.events.has(event))
    }

    fn erase(&mut self, event: u32) -> bool {
        let Some(erased) = &mut self.marks else { return false };
        erased.events.insert(event);
        self.log.push(Undo::Event(event));
        self.open.push(event);
        !erased.fixed.has(event)
    }

    /// Records that a role has an event outside the set. Returns whether it had no removed event before.
    fn break_role(&mut self, role: u32) -> bool {
        let Some(erased) = &mut self.marks else { return false };
        let is_new = erased.roles.insert(role);
        if is_new {
            self.log.push(Undo::Role(role));
        }
        is_new
    }

    fn break_need(&mut self, need: u32) -> bool {
        let Some(erased) = &mut self.marks else { return false };
        // A need that was not examined for the set does not matter.
        let is_new = erased.seen_needs.has(need) && erased.needs.insert(need);
        if is_new {
            self.log.push(Undo::Need(need));
        }
        is_new
    }

    /// Returns whether an event has no option left.
    fn lose_option(&mut self, event: u32) -> bool {
        self.options[event as usize] -= 1;
        self.log.push(Undo::Option(event));
        self.options[event as usize] == 0
    }

    fn put_back(&mut self) {
        let Some(erased) = &mut self.marks else { return };
        for undo in self.log.drain(..) {
            match undo {
                Undo::Event(event) => erased.events.remove(event),
                Undo::Role(role) => erased.roles.remove(role),
                Undo::Need(need) => erased.needs.remove(need),
                Undo::Option(event) => self.options[event as usize] += 1,
            }
        }
    }
}
