//! Stable marking: whether some place holds the same number of tokens in every reachable marking. In an
//! unfolding, the places of a group are counted together.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "in a plan, a method without a closure would have a fixed lifetime"
)]

use sanderling_model::Structure;
use sanderling_net::{Diagnostics, PlaceId, TransitionId};
use sanderling_property::Relation;
use sanderling_report::{Argument, Decision, Technique};

use super::seen::{IsEnough, Seen};
use super::{Answer, Answered, Answering, InSteps, Knowing, Reached, compare};
use crate::portfolio::markings::reached_markings;
use crate::portfolio::plan::{Share, Step};

type Attempt = fn(&mut InSteps<'_, '_, Changing>) -> Result<(), Diagnostics>;

const PLAN: [Step<Attempt>; 5] = [
    Step::without_search("structure", Share::ALL, |steps| steps.find_unchanged_group()),
    Step::new("small search", Share::part(4), |steps| steps.search()),
    Step::new("random walks", Share::part(4), |steps| steps.walk()),
    Step::new("decision diagram", Share::part(4).at_most(300), |steps| steps.use_diagram()),
    Step::without_search("open places", Share::ALL, |steps| steps.decide_open_groups()),
];

/// What is known about the groups of places.
struct Changing {
    seen: Seen,
    reached: Option<Reached>,
}

impl Knowing for Changing {
    fn open(&self) -> usize {
        usize::from(self.reached.is_none())
    }
}

impl Answering<'_> {
    /// Decides the question.
    pub(super) fn stable_marking(&mut self) -> Result<(), Diagnostics> {
        let nothing = Changing { seen: Seen::nothing(self.net.net), reached: None };
        let (known, log) = InSteps::carry_out(self, nothing, &PLAN)?;
        self.log.append(log.into_stages());
        if let Some(reached) = known.reached {
            let (answer, by, group) = match reached {
                Reached::All(by) => (Answer::Truth(false), by, None),
                Reached::Never(group, by) => (Answer::Truth(true), by, Some(group)),
            };
            self.give(Answered { question: 0, answer, by, run: None, lasso: None, group });
        }
        Ok(())
    }
}

impl<'a> InSteps<'_, 'a, Changing> {
    /// Returns the structure of the net if it is a place/transition net.
    ///
    /// # Errors
    /// The net cannot be compiled.
    fn structure(&self) -> Result<Option<&'a Structure>, Diagnostics> {
        let net = self.answering.net;
        if net.is_place_transition() { Ok(Some(net.knowledge()?.structure())) } else { Ok(None) }
    }

    fn find_unchanged_group(&mut self) -> Result<(), Diagnostics> {
        let groups = &self.answering.queried.places;
        let Some(structure) = self.structure()? else { return Ok(()) };
        let by = Decision::by(Technique::Proof(Argument::Structure));
        let unchanged = groups.iter().position(|group| is_never_changed(group, structure));
        self.known.reached = unchanged.map(|group| Reached::Never(group, by));
        Ok(())
    }

    fn search(&mut self) -> Result<(), Diagnostics> {
        let Some(structure) = self.structure()? else { return Ok(()) };
        let changes = Changes::of(&self.answering.queried.places, structure);
        let is_enough: &IsEnough<'_> = &|is_enabled| changes.left(is_enabled).is_empty();
        self.answering.search_for_more(&mut self.known.seen, is_enough)?;
        self.use_seen(&changes);
        Ok(())
    }

    fn walk(&mut self) -> Result<(), Diagnostics> {
        let Some(structure) = self.structure()? else { return Ok(()) };
        let changes = Changes::of(&self.answering.queried.places, structure);
        let is_enough: &IsEnough<'_> = &|is_enabled| changes.left(is_enabled).is_empty();
        self.answering.walk_for_more(&mut self.known.seen, is_enough)?;
        self.use_seen(&changes);
        Ok(())
    }

    /// Decides the question if the observed transitions do.
    fn use_seen(&mut self, changes: &Changes<'_>) {
        let (groups, seen) = (&self.answering.queried.places, &self.known.seen);
        let open = changes.left(&|transition| seen.enables(transition));
        let is_stable =
            |&group: &usize| seen.is_exhaustive && !is_reset(&groups[group], changes.structure, seen);
        let stable = open.iter().copied().find(is_stable).map(|group| Reached::Never(group, seen.decision()));
        self.known.reached = stable.or_else(|| open.is_empty().then(|| Reached::All(seen.decision())));
    }

    fn use_diagram(&mut self) -> Result<(), Diagnostics> {
        let answering = &self.answering;
        let Some(mut reached) = reached_markings(answering.net, answering.request, answering.budget)? else {
            return Ok(());
        };
        let by = Decision::by(Technique::Diagram);
        for (number, group) in answering.queried.places.iter().enumerate() {
            let (up, down): (Vec<_>, Vec<_>) = group.iter().map(|&place| ((1, place), (-1, place))).unzip();
            let (Ok(most), Ok(least)) = (reached.greatest(&up), reached.greatest(&down)) else {
                return Ok(());
            };
            if most == -least {
                self.known.reached = Some(Reached::Never(number, by));
                return Ok(());
            }
        }
        self.known.reached = Some(Reached::All(by));
        Ok(())
    }

    fn decide_open_groups(&mut self) -> Result<(), Diagnostics> {
        let groups = &self.answering.queried.places;
        let open: Vec<usize> = match self.structure()? {
            Some(structure) => {
                Changes::of(groups, structure).left(&|transition| self.known.seen.enables(transition))
            }
            None => (0..groups.len()).collect(),
        };
        let Some(initial) = self.answering.net.initial_tokens() else { return Ok(()) };
        let changed = |&group: &usize| {
            let at_start = groups[group].iter().map(|place| i128::from(initial[place.index()])).sum();
            compare(groups[group].iter().map(|&place| (1, place)), Relation::Unequal, at_start)
        };
        let Some(goals) = open.iter().map(changed).collect::<Option<Vec<_>>>() else { return Ok(()) };
        let reached = self.answering.are_all_reachable(goals)?;
        self.known.reached = reached.map(|reached| match reached {
            Reached::All(by) => Reached::All(self.known.seen.extend(by)),
            Reached::Never(number, by) => Reached::Never(open[number], by),
        });
        Ok(())
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
