//! Whether some place holds the same number of tokens in every reachable marking; a group of places, all of them
//! together.

use sanderling_model::Structure;
use sanderling_net::{Diagnostics, PlaceId};
use sanderling_property::Relation;
use sanderling_report::{Argument, Decision, Technique};

use super::{Answering, compare};

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
        if let Some((all_change, by)) = self.are_all_reachable(goals, 1)? {
            self.truth(!all_change, by);
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
