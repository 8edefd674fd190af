//! Lemmas: inequalities that no reachable marking satisfies together.
//!
//! Let A·m ≥ b be the inequalities and F·m ≥ f facts that hold in every reachable marking: a trap that is initially
//! marked keeps a token, and a place does not exceed its capacity, or its initial number of tokens. With multipliers y,
//! z > 0 and weights w ≥ Aᵀy + Fᵀz, place by place, w·m ≥ y·b + z·f in a marking that satisfies them. If no firing
//! raises w·m, then w·m ≤ w·m0 in a reachable one; and w·m0 < y·b + z·f means that there is none.

use std::collections::BTreeMap;

use crate::Refusal;
use crate::condition::{Condition, Inequality};
use crate::net::{Ground, Transition, weight};
use crate::schema::Lemma;

/// Returns the inequalities of a correct lemma.
///
/// # Errors
/// If the lemma is not correct.
pub fn check(ground: &Ground<'_>, lemma: &Lemma) -> Result<Vec<Condition>, Refusal> {
    let (mut missing, mut needed, mut conditions) = (BTreeMap::new(), 0, Vec::new());
    for (terms, at_least, times) in &lemma.inequalities {
        let terms = terms.iter().map(|(factor, place)| Ok((ground.place(place)?, *factor)));
        let condition = Condition::at_least(terms.collect::<Result<Vec<_>, Refusal>>()?, *at_least)?;
        let Condition::AtLeast(Inequality { terms, at_least }) = &condition else {
            return Err("an inequality that is true or false always".into());
        };
        add(&mut missing, &mut needed, (terms, *at_least), *times)?;
        conditions.push(condition);
    }
    for (ids, times) in &lemma.traps {
        let places = ids.iter().map(|id| ground.place(id)).collect::<Result<Vec<_>, _>>()?;
        check_trap(ground, &places)?;
        let terms: Vec<_> = places.into_iter().map(|place| (place, 1)).collect();
        add(&mut missing, &mut needed, (&terms, 1), *times)?;
    }
    for (id, times) in &lemma.capacities {
        let place = ground.place(id)?;
        let of_place = &ground.net.places[place];
        let capacity = of_place.capacity.ok_or_else(|| format!("`{id}` has no capacity"))?;
        let max = i128::from(capacity.max(of_place.initial));
        add(&mut missing, &mut needed, (&[(place, -1)], -max), *times)?;
    }
    let (mut weights, mut at_start) = (vec![0; ground.net.places.len()], 0_i128);
    for (one, id) in &lemma.weights {
        let place = ground.place(id)?;
        if std::mem::replace(&mut weights[place], *one) != 0 {
            return Err(format!("`{id}` has two weights"));
        }
        at_start = sum(at_start, *one, ground.net.places[place].initial.into())?;
    }
    if let Some((&place, _)) = missing.iter().find(|&(&place, &missing)| missing > weights[place]) {
        return Err(format!("the weight of `{}` is too small", ground.net.places[place].id));
    }
    if at_start >= needed {
        return Err(format!("the weighted sum is {at_start} at the start, and {needed} is needed: no gap"));
    }
    check_weights(ground, &weights)?;
    Ok(conditions)
}

/// Adds an inequality, multiplied by `times`.
fn add(
    missing: &mut BTreeMap<usize, i128>,
    needed: &mut i128,
    (terms, at_least): (&[(usize, i128)], i128),
    times: i128,
) -> Result<(), Refusal> {
    if times <= 0 {
        return Err(format!("the multiplier {times} is not positive"));
    }
    *needed = sum(*needed, at_least, times)?;
    for &(place, coefficient) in terms {
        let so_far = missing.entry(place).or_default();
        *so_far = sum(*so_far, coefficient, times)?;
    }
    Ok(())
}

fn sum(so_far: i128, one: i128, times: i128) -> Result<i128, Refusal> {
    let sum = one.checked_mul(times).and_then(|product| so_far.checked_add(product));
    sum.ok_or_else(|| "a sum goes beyond 128 bits".into())
}

/// Checks that no transition that may fire raises the weighted sum. A place that it resets loses any number of tokens
/// beyond those that it needs there.
fn check_weights(ground: &Ground<'_>, weights: &[i128]) -> Result<(), Refusal> {
    let live = ground.net.transitions.iter().zip(&ground.live).filter(|(_, live)| **live);
    for (Transition { id, pre, post, read, reset, .. }, _) in live {
        let mut change = 0;
        for &(place, tokens) in post {
            change = sum(change, weights[place], tokens.into())?;
        }
        for &(place, tokens) in pre {
            change = sum(change, weights[place], -i128::from(tokens))?;
        }
        for &place in reset {
            let more = weight(read, place).saturating_sub(weight(pre, place));
            change = sum(change, weights[place], -i128::from(more))?;
        }
        if change > 0 || reset.iter().any(|&place| weights[place] < 0) {
            return Err(format!("`{id}` raises the weighted sum"));
        }
    }
    Ok(())
}

/// Checks that every transition that consumes a token from a trap leaves one in it: it adds one, or requires more than
/// it consumes.
fn check_trap(ground: &Ground<'_>, places: &[usize]) -> Result<(), Refusal> {
    let mut is_in = vec![false; ground.net.places.len()];
    places.iter().for_each(|&place| is_in[place] = true);
    if places.iter().all(|&place| ground.net.places[place].initial == 0) {
        return Err("a trap that is empty at the start".into());
    }
    let live = ground.net.transitions.iter().zip(&ground.live).filter(|(_, live)| **live);
    for (Transition { id, pre, post, read, reset, .. }, _) in live {
        let sees_more = |arc: &&(usize, u64)| arc.1 > weight(pre, arc.0) && !reset.contains(&arc.0);
        let takes = pre.iter().map(|arc| arc.0).chain(reset.iter().copied()).any(|place| is_in[place]);
        if takes && !post.iter().chain(read.iter().filter(sees_more)).any(|arc| is_in[arc.0]) {
            return Err(format!("`{id}` may take the last token from a set that is claimed to be a trap"));
        }
    }
    Ok(())
}
