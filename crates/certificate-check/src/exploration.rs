//! All reachable markings, explored from the initial one: each firing has to lead to a marking of the list, and each
//! marking of the list has to be reached. Without a list the markings are collected, and their number and hashes are
//! compared with those that are claimed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use sha2::{Digest, Sha256};

use crate::Refusal;
use crate::condition::Condition;
use crate::net::Net;
use crate::schema::{Exploration, Markings, Statistics};

/// What was seen.
#[derive(Debug)]
pub struct Explored {
    /// Statistics of all markings.
    pub statistics: Statistics,
    /// For each target, a marking that satisfies it, if there is one.
    pub hits: Vec<Option<String>>,
}

/// The number of markings in each of 64 blocks, and the sum of their hashes. A marking's hash is the SHA-256 of its
/// [packed](Net::pack) bytes: the upper six bits of the first byte are its block, the first 16 bytes the number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blocks([(u64, u128); 64]);

impl Default for Blocks {
    fn default() -> Self {
        Self([(0, 0); 64])
    }
}

impl Blocks {
    /// Counts a marking.
    pub fn add(&mut self, packed: &[u8]) {
        let hash = Sha256::digest(packed);
        let (count, sum) = &mut self.0[usize::from(hash[0] >> 2)];
        let number = hash.iter().take(16).fold(0_u128, |number, &byte| number << 8 | u128::from(byte));
        (*count, *sum) = (*count + 1, sum.wrapping_add(number));
    }

    /// As they stand in a certificate.
    #[must_use]
    pub fn to_list(&self) -> Vec<(u64, String)> {
        self.0.iter().map(|(count, sum)| (*count, format!("{sum:032x}"))).collect()
    }
}

/// Explores the net, and compares with what is claimed. Where there is no list, at most so many markings are collected.
///
/// # Errors
/// Where what is claimed is wrong, or there are more markings.
pub fn explore(
    net: &Net,
    claimed: Exploration,
    most: u64,
    targets: &[Condition],
) -> Result<Explored, Refusal> {
    if !claimed.places.iter().eq(net.places.iter().map(|place| &place.id)) {
        return Err("the places of the exploration are not those of the net, in their order".into());
    }
    let has_list = claimed.markings.is_some();
    let Markings(list) = claimed.markings.unwrap_or_default();
    let mut is_reached: HashMap<Box<[u8]>, bool> = list.into_iter().map(|one| (one, false)).collect();
    let (mut explored, mut firings, mut deadlocks) = (Statistics::default(), 0, 0);
    let (mut blocks, mut hits, mut reached) = (Blocks::default(), vec![None; targets.len()], 0);
    let mut open = vec![Net::pack(&net.initial())];
    let first = |one: &crate::net::Transition| one.pre.first().map_or(net.places.len(), |arc| arc.0);
    let mut takers = vec![Vec::new(); net.places.len() + 1];
    net.transitions.iter().for_each(|one| takers[first(one)].push(one));
    if has_list && is_reached.insert(open[0].clone(), true).is_none() {
        return Err("the initial marking is not in the list".into());
    }
    is_reached.insert(open[0].clone(), true);
    while let Some(packed) = open.pop() {
        let (marking, before) = (Net::unpack(&packed, net.places.len()), firings);
        reached += 1;
        if !has_list {
            blocks.add(&packed);
        }
        for (hit, target) in hits.iter_mut().zip(targets).filter(|(hit, _)| hit.is_none()) {
            *hit = target.holds(&marking).then(|| net.show(&marking));
        }
        explored.max_tokens_in_place = explored.max_tokens_in_place.max(marking.iter().copied().max());
        explored.max_tokens_in_marking =
            explored.max_tokens_in_marking.max(Some(marking.iter().map(|&one| u128::from(one)).sum()));
        let marked =
            marking.iter().zip(&takers).filter(|(tokens, _)| **tokens > 0).flat_map(|(_, takers)| takers);
        for transition in marked.chain(&takers[net.places.len()]) {
            let Some(after) = net.fire(transition, &marking)? else { continue };
            firings += 1;
            let packed = Net::pack(&after);
            match is_reached.entry(packed) {
                Entry::Occupied(known) if *known.get() => continue,
                Entry::Occupied(mut known) => {
                    open.push(known.key().clone());
                    known.insert(true);
                }
                Entry::Vacant(unknown) if !has_list && reached + (open.len() as u64) < most => {
                    open.push(unknown.key().clone());
                    unknown.insert(true);
                }
                Entry::Vacant(_) if !has_list => return Err(format!("there are more than {most} markings")),
                Entry::Vacant(_) => {
                    let (from, to, by) = (net.show(&marking), net.show(&after), &transition.id);
                    return Err(format!("`{by}` leads from {from} to {to}, which is not in the list"));
                }
            }
        }
        deadlocks += u64::from(firings == before);
    }
    if reached < is_reached.len() as u64 {
        let number = is_reached.len() as u64 - reached;
        return Err(format!("{number} markings of the list cannot be reached"));
    }
    if claimed.blocks.is_some_and(|claimed| claimed != blocks.to_list()) && !has_list {
        return Err("the blocks have other counts or hashes".into());
    }
    explored.states = Some(reached);
    (explored.firings, explored.deadlocks) = (Some(firings), Some(deadlocks));
    Ok(Explored { statistics: explored, hits })
}
