//! Whether some place holds the same number of tokens in every reachable marking; a group of places, all of them
//! together.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use sanderling_model::Structure;
use sanderling_net::{Diagnostics, PlaceId};
use sanderling_property::Relation;
use sanderling_report::{Argument, Decision, Technique};

use super::{Answering, compare, reach};
use crate::portfolio::decide_and_announce;
use crate::portfolio::finding::Finding;
use crate::request::Question;

impl Answering<'_> {
    /// Answers it.
    pub(super) fn stable_marking(&mut self) -> Result<(), Diagnostics> {
        let groups = &self.queried.places;
        if self.net.is_place_transition() {
            let structure = self.net.knowledge()?.structure();
            if groups.iter().any(|group| is_never_changed(group, structure)) {
                self.truth(true, Decision::by(Technique::Proof(Argument::Structure)));
                return Ok(());
            }
        }
        let Some(initial) = self.net.initial_tokens() else { return Ok(()) };
        let changed = |group: &Vec<PlaceId>| {
            let at_start = group.iter().map(|place| i128::from(initial[place.index()])).sum();
            compare(group.iter().map(|&place| (1, place)), Relation::Unequal, at_start)
        };
        let Some(goals) = groups.iter().map(changed).collect::<Option<Vec<_>>>() else { return Ok(()) };
        let mut missing = goals.len();
        let request = self.asking(Question::Check(goals.into_iter().map(reach).collect()), 1);
        let (mut stable, mut used) = (None, BTreeSet::new());
        let searched =
            decide_and_announce(
                self.net,
                &request,
                self.budget.control(),
                &mut |_, finding| match finding {
                    Finding::Absent(by) => {
                        stable = Some(by.clone());
                        ControlFlow::Break(())
                    }
                    found => {
                        missing -= 1;
                        used.extend(found.decided_by().into_iter().flat_map(|by| by.with));
                        ControlFlow::Continue(())
                    }
                },
            )?;
        self.note_end(&searched.report);
        match stable {
            Some(by) => self.truth(true, by),
            None if missing == 0 => self.truth(false, Decision::by(Technique::Search).with(used)),
            None => {}
        }
        Ok(())
    }
}

/// Whether no transition changes the sum of these places' tokens.
fn is_never_changed(group: &[PlaceId], structure: &Structure) -> bool {
    let mut touching: Vec<_> = group
        .iter()
        .flat_map(|&place| {
            let parts = [structure.preset(place), structure.postset(place), structure.reset_by(place)];
            parts.into_iter().flatten().copied().collect::<Vec<_>>()
        })
        .collect();
    touching.sort_unstable();
    touching.dedup();
    let mut group = group.to_vec();
    group.sort_unstable();
    touching.into_iter().all(|transition| {
        let is_ours = |place: &PlaceId| group.binary_search(place).is_ok();
        let effect = structure.effect(transition).iter().filter(|(place, _)| is_ours(place));
        effect.map(|(_, change)| change).sum::<i128>() == 0
            && !structure.reset(transition).iter().any(is_ours)
    })
}
