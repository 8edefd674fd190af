//! Liveness: from every reachable marking, some transition of each group can be enabled again.
//!
//! The evidence that a net is live is a list of all markings, or shows two things: each group has a transition that is
//! enabled in some run, and the initial marking can be reached again from every reachable marking. For the latter,
//! each place that is unmarked initially has a weight, and the *distance* of a marking from the initial one is a pair of
//! numbers: the weighted sum of the tokens in these places, and the number of tokens in other places beyond their
//! initial number. Each *return* is a sequence of firings that is enabled and lowers the distance, compared
//! lexicographically, in all markings that meet its conditions. A proof shows that every reachable marking other than
//! the initial one meets the conditions of some return. Distances cannot fall for ever, so the initial marking is
//! reached at last.
//!
//! The evidence that a net is not live is a run after which a group is never enabled, by a proof about the net that
//! starts there; or weights that show that a group fires only finitely often; or a list of all markings.

use std::collections::BTreeMap;

use crate::Refusal;
use crate::claim::{fire, prove};
use crate::condition::Condition;
use crate::graph::Graph;
use crate::net::{Ground, Net, weight};
use crate::schema::{Home, Lemma, Return, Terms};

/// Groups of transitions, by position.
pub(crate) type Groups = Vec<Vec<usize>>;

/// Returns the groups of transitions with these ids.
pub(crate) fn groups(ground: &Ground<'_>, ids: &[Vec<String>]) -> Result<Groups, Refusal> {
    let group = |ids: &Vec<String>| ids.iter().map(|id| Ok(ground.transition(id)?.0)).collect();
    ids.iter().map(group).collect()
}

fn group(groups: &Groups, number: u32) -> Result<&[usize], Refusal> {
    let found = groups.get(number as usize).map(Vec::as_slice);
    found.ok_or_else(|| format!("there is no group {number}"))
}

/// Checks that the groups are live, since they are enabled in some runs and the initial marking can always be reached
/// again.
pub(crate) fn check_home(ground: &Ground<'_>, groups: &Groups, home: &Home) -> Result<(), Refusal> {
    let mut is_enabled = vec![false; ground.net.transitions.len()];
    for run in &home.runs {
        let last = fire(ground, ground.net.initial(), run, |_| ())?;
        for id in run {
            is_enabled[ground.transition(id)?.0] = true;
        }
        enabled(ground, &last)?.for_each(|one| is_enabled[one] = true);
    }
    if let Some(number) = groups.iter().position(|group| !group.iter().any(|&one| is_enabled[one])) {
        return Err(format!("no run enables a transition of group {number}"));
    }
    let weights = weights(ground, &home.weights)?;
    let mut stuck = Vec::new();
    for (at, one) in home.returns.iter().enumerate() {
        let conditions = Conditions::of(ground, one).map_err(|refusal| format!("return {at}: {refusal}"))?;
        if !conditions.lower_the_distance(ground, &weights)? {
            return Err(format!("return {at} does not lower the distance"));
        }
        stuck.push(conditions.met()?.negated()?);
    }
    let elsewhere = ground.net.places.iter().enumerate().map(|(place, of_place)| {
        let more = Condition::at_least([(place, 1)], i128::from(of_place.initial) + 1)?;
        let fewer = Condition::at_least([(place, 1)], of_place.initial.into())?.negated()?;
        Ok(Condition::Any(vec![more, fewer]))
    });
    stuck.push(Condition::Any(elsewhere.collect::<Result<_, Refusal>>()?));
    prove(ground, &Condition::All(stuck), &home.lemmas, &home.lines)
}

/// Checks that no transition of a group is enabled after a run.
pub(crate) fn check_left_behind(
    ground: &Ground<'_>,
    groups: &Groups,
    (run, number): (&[String], u32),
    (lemmas, lines): (&[Lemma], &[Vec<i32>]),
) -> Result<(), Refusal> {
    let last = fire(ground, ground.net.initial(), run, |_| ())?;
    let mut net: Net = ground.net.clone();
    net.places.iter_mut().zip(last).for_each(|(place, tokens)| place.initial = tokens);
    let from_there = Ground::of(&net)?;
    let enabled = Condition::any_enabled(&from_there, group(groups, number)?.iter().copied())?;
    prove(&from_there, &enabled, lemmas, lines)
}

/// Checks that each firing of a group lowers a weighted sum that no firing raises.
pub(crate) fn check_fading(
    ground: &Ground<'_>,
    groups: &Groups,
    terms: &Terms,
    number: u32,
) -> Result<(), Refusal> {
    let weights = weights(ground, terms)?;
    let group = group(groups, number)?;
    for (at, transition) in ground.net.transitions.iter().enumerate() {
        let mut change = 0;
        for &(place, tokens) in &transition.post {
            change = add(change, weights[place], tokens.into())?;
        }
        for &(place, tokens) in &transition.pre {
            change = add(change, weights[place], -i128::from(tokens))?;
        }
        if change > 0 {
            return Err(format!("`{}` raises the weighted sum", transition.id));
        }
        if change == 0 && group.contains(&at) {
            return Err(format!("`{}` keeps the weighted sum", transition.id));
        }
    }
    Ok(())
}

/// Returns the number of a group that is not live, if there is one. Explores all markings.
pub(crate) fn not_live(
    ground: &Ground<'_>,
    graph: &mut Graph<'_>,
    groups: &Groups,
) -> Result<Option<usize>, Refusal> {
    let mut of_transition = vec![Vec::new(); ground.net.transitions.len()];
    for (number, group) in groups.iter().enumerate() {
        group.iter().for_each(|&one| of_transition[one].push(number));
    }
    for component in graph.last_components()? {
        let mut is_enabled = vec![false; groups.len()];
        for marking in component {
            for one in enabled(ground, &graph.marking(marking))? {
                of_transition[one].iter().for_each(|&number| is_enabled[number] = true);
            }
        }
        if let Some(number) = is_enabled.iter().position(|is_enabled| !is_enabled) {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

/// Returns the transitions that a marking enables.
fn enabled(ground: &Ground<'_>, marking: &[u64]) -> Result<impl Iterator<Item = usize>, Refusal> {
    let mut enabled = Vec::new();
    for (at, transition) in ground.net.transitions.iter().enumerate() {
        if ground.net.fire(transition, marking)?.is_some() {
            enabled.push(at);
        }
    }
    Ok(enabled.into_iter())
}

/// Returns the weights of all places; none is negative.
fn weights(ground: &Ground<'_>, terms: &Terms) -> Result<Vec<i128>, Refusal> {
    let mut weights = vec![0; ground.net.places.len()];
    for (weight, id) in terms {
        if *weight < 0 {
            return Err(format!("`{id}` has a negative weight"));
        }
        weights[ground.place(id)?] = *weight;
    }
    Ok(weights)
}

/// Adds a product to a sum.
fn add(sum: i128, weight: i128, number: i128) -> Result<i128, Refusal> {
    let product = weight.checked_mul(number);
    product.and_then(|product| sum.checked_add(product)).ok_or_else(|| "numbers are too large".into())
}

/// Numbers of tokens, by place.
type Limits = BTreeMap<usize, i128>;

/// The conditions of a sequence of firings, and its effect.
struct Conditions {
    at_least: Limits,
    at_most: Limits,
    effect: Limits,
}

impl Conditions {
    /// Returns the given conditions, and those under which all firings are enabled.
    fn of(ground: &Ground<'_>, one: &Return) -> Result<Self, Refusal> {
        let (mut at_least, mut at_most, mut effect) = (Limits::new(), Limits::new(), Limits::new());
        for (id, tokens) in &one.at_least {
            at_least.insert(ground.place(id)?, (*tokens).into());
        }
        for (id, tokens) in &one.at_most {
            at_most.insert(ground.place(id)?, (*tokens).into());
        }
        for id in &one.firings {
            let (_, transition) = ground.transition(id)?;
            if !transition.reset.is_empty() {
                return Err(format!("`{id}` has a reset arc"));
            }
            let so_far = |place: usize| effect.get(&place).copied().unwrap_or(0);
            for &(place, tokens) in transition.pre.iter().chain(&transition.read) {
                let least = at_least.entry(place).or_insert(0);
                *least = i128::from(tokens).saturating_sub(so_far(place)).max(*least);
            }
            let inhibited =
                transition.inhibitor.iter().map(|&(place, tokens)| (place, i128::from(tokens) - 1));
            let limited = transition.post.iter().filter_map(|&(place, put)| {
                let capacity = i128::from(ground.net.places[place].capacity?);
                Some((place, capacity - i128::from(put) + i128::from(weight(&transition.pre, place))))
            });
            for (place, tokens) in inhibited.chain(limited) {
                let tokens = tokens.saturating_sub(so_far(place));
                let most = at_most.entry(place).or_insert(tokens);
                *most = tokens.min(*most);
            }
            for &(place, tokens) in &transition.post {
                *effect.entry(place).or_insert(0) += i128::from(tokens);
            }
            for &(place, tokens) in &transition.pre {
                *effect.entry(place).or_insert(0) -= i128::from(tokens);
            }
        }
        Ok(Self { at_least, at_most, effect })
    }

    /// Returns whether the firings lower the distance in all markings that meet the conditions. In a place that is
    /// marked initially, taking c tokens of at least n removes at least min(c, n − initial) that are beyond, and
    /// adding c to at most n adds at most max(0, n + c − initial).
    fn lower_the_distance(&self, ground: &Ground<'_>, weights: &[i128]) -> Result<bool, Refusal> {
        let (mut sum, mut beyond) = (0_i128, 0_i128);
        for (&place, &effect) in &self.effect {
            let initial = i128::from(ground.net.places[place].initial);
            if initial == 0 {
                sum = add(sum, weights[place], effect)?;
                continue;
            }
            let change = if effect < 0 {
                let least = self.at_least.get(&place).copied().unwrap_or(0);
                -least.saturating_sub(initial).clamp(0, -effect)
            } else {
                let after = self.at_most.get(&place).map(|most| most.saturating_add(effect - initial));
                after.map_or(effect, |after| after.clamp(0, effect))
            };
            beyond = add(beyond, 1, change)?;
        }
        Ok(sum < 0 || sum == 0 && beyond < 0)
    }

    /// Returns the condition that a marking meets all conditions, those on minimum numbers first, by place.
    fn met(&self) -> Result<Condition, Refusal> {
        let at_least = self.at_least.iter().filter(|(_, tokens)| **tokens > 0);
        let at_least = at_least.map(|(&place, &tokens)| Condition::at_least([(place, 1)], tokens));
        let at_most = self.at_most.iter();
        let at_most = at_most.map(|(&place, &tokens)| Condition::at_least([(place, -1)], -tokens));
        Ok(Condition::All(at_least.chain(at_most).collect::<Result<_, _>>()?))
    }
}
