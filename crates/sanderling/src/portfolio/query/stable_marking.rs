//! Stable marking: whether some place holds the same number of tokens in every reachable marking. In an
//! unfolding, the places of a group are counted together.

use sanderling_model::Structure;
use sanderling_net::{Diagnostics, PlaceId, TransitionId};
use sanderling_property::Relation;
use sanderling_report::{Argument, Decision, Technique};

use super::seen::Seen;
use super::{Answer, Answered, Answering, Reached, compare};

impl Answering<'_> {
    /// Decides the question.
    pub(super) fn stable_marking(&mut self) -> Result<(), Diagnostics> {
        if let Some(reached) = self.are_all_changed()? {
            let (answer, by, group) = match reached {
                Reached::All(by) => (Answer::Truth(false), by, None),
                Reached::Never(group, by) => (Answer::Truth(true), by, Some(group)),
            };
            self.give(Answered { question: 0, answer, by, run: None, lasso: None, group });
        }
        Ok(())
    }

    /// Returns whether each group of places can hold another number of tokens than initially, if this can be
    /// decided.
    fn are_all_changed(&mut self) -> Result<Option<Reached>, Diagnostics> {
        let groups = &self.queried.places;
        let mut open: Vec<usize> = (0..groups.len()).collect();
        let mut seen = Seen::default();
        if self.net.is_place_transition() {
            let structure = self.net.knowledge()?.structure();
            if let Some(group) = groups.iter().position(|group| is_never_changed(group, structure)) {
                let by = Decision::by(Technique::Proof(Argument::Structure));
                return Ok(Some(Reached::Never(group, by)));
            }
            let changes = Changes::of(groups, structure);
            seen = self.seen_nearby(&|is_enabled| changes.left(is_enabled).is_empty())?;
            open = changes.left(&|transition| seen.enables(transition));
            let is_stable =
                |&group: &usize| seen.is_exhaustive && !is_reset(&groups[group], structure, &seen);
            if let Some(group) = open.iter().copied().find(is_stable) {
                return Ok(Some(Reached::Never(group, seen.decision())));
            }
            if open.is_empty() {
                return Ok(Some(Reached::All(seen.decision())));
            }
        }
        let Some(initial) = self.net.initial_tokens() else { return Ok(None) };
        let changed = |&group: &usize| {
            let at_start = groups[group].iter().map(|place| i128::from(initial[place.index()])).sum();
            compare(groups[group].iter().map(|&place| (1, place)), Relation::Unequal, at_start)
        };
        let Some(goals) = open.iter().map(changed).collect::<Option<Vec<_>>>() else { return Ok(None) };
        Ok(self.are_all_reachable(goals, 1)?.map(|reached| match reached {
            Reached::All(by) => Reached::All(seen.extend(by)),
            Reached::Never(number, by) => Reached::Never(open[number], by),
        }))
    }
}

/// The groups of places that each firing changes.
struct Changes<'a> {
    structure: &'a Structure,
    groups: usize,
    /// The group of each place.
    group_of: Vec<Option<usize>>,
}

impl<'a> Changes<'a> {
    fn of(groups: &[Vec<PlaceId>], structure: &'a Structure) -> Self {
        let mut group_of = vec![None; structure.place_count()];
        for (group, places) in groups.iter().enumerate() {
            places.iter().for_each(|place| group_of[place.index()] = Some(group));
        }
        Self { structure, groups: groups.len(), group_of }
    }

    /// Returns the groups that none of these transitions is certain to change.
    fn left(&self, fires: &dyn Fn(TransitionId) -> bool) -> Vec<usize> {
        let mut is_left = vec![true; self.groups];
        for transition in self.structure.transition_ids().filter(|&transition| fires(transition)) {
            self.changed_by(transition).for_each(|group| is_left[group] = false);
        }
        (0..self.groups).filter(|&group| is_left[group]).collect()
    }

    /// Returns the groups that a firing of a transition is certain to change. Its effect on a place that it
    /// resets depends on the marking.
    fn changed_by(&self, transition: TransitionId) -> impl Iterator<Item = usize> {
        let of_place = |place: PlaceId| self.group_of[place.index()];
        let is_reset =
            |group| self.structure.reset(transition).iter().any(|&place| of_place(place) == Some(group));
        let effects = self.structure.effect(transition).iter();
        let mut effects: Vec<(usize, i128)> = effects
            .filter_map(|&(place, effect)| Some((of_place(place)?, effect)))
            .filter(|&(group, _)| !is_reset(group))
            .collect();
        effects.sort_unstable_by_key(|&(group, _)| group);
        let sums: Vec<(usize, i128)> = effects
            .chunk_by(|one, other| one.0 == other.0)
            .map(|of_one| (of_one[0].0, of_one.iter().map(|(_, effect)| effect).sum()))
            .collect();
        sums.into_iter().filter(|&(_, sum)| sum != 0).map(|(group, _)| group)
    }
}

/// Returns whether a transition that was enabled resets a place of a group.
fn is_reset(group: &[PlaceId], structure: &Structure, seen: &Seen) -> bool {
    group.iter().flat_map(|&place| structure.reset_by(place)).any(|&transition| seen.enables(transition))
}

/// Returns whether no transition changes the sum of these places' tokens.
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
