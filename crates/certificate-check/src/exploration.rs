//! All reachable markings, explored from the initial one: each firing must lead to a marking of the list, and each
//! marking of the list must be reached. Without a list, the markings are collected, and their number and hashes are
//! compared with the claimed ones.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use sha2::{Digest, Sha256};

use crate::Refusal;
use crate::condition::Condition;
use crate::net::{Net, Takers};
use crate::schema::{Exploration, Markings, Statistics};

/// Result of an exploration.
#[derive(Debug)]
pub struct Explored {
    /// Statistics of all markings.
    pub statistics: Statistics,
    /// A marking that satisfies each target, if there is one.
    pub hits: Vec<Option<String>>,
}

/// Number of markings in each of 64 blocks, and the sum of their hashes. A marking's hash is the SHA-256 of its
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

    /// Returns the blocks as written in a certificate.
    #[must_use]
    pub fn to_list(&self) -> Vec<(u64, String)> {
        self.0.iter().map(|(count, sum)| (*count, format!("{sum:032x}"))).collect()
    }
}

/// Explores the net, and compares the result with the claims. If there is no list, up to `max_markings` are collected.
///
/// # Errors
/// If a claim is wrong, or there are more markings.
pub fn explore(
    net: &Net,
    claimed: Exploration,
    max_markings: u64,
    targets: &[Condition],
) -> Result<Explored, Refusal> {
    if !claimed.places.iter().eq(net.places.iter().map(|place| &place.id)) {
        return Err("the places of the exploration are not those of the net, in their order".into());
    }
    let has_list = claimed.markings.is_some();
    let mut explorer = Explorer::start(net, claimed.markings, max_markings)?;
    let (mut statistics, mut hits) = (Statistics::default(), vec![None; targets.len()]);
    let (mut blocks, mut states, mut firings, mut deadlocks) = (Blocks::default(), 0, 0, 0);
    while let Some(packed) = explorer.open.pop() {
        let marking = Net::unpack(&packed, net.places.len());
        if !has_list {
            blocks.add(&packed);
        }
        for (hit, target) in hits.iter_mut().zip(targets).filter(|(hit, _)| hit.is_none()) {
            *hit = target.holds(&marking).then(|| net.show(&marking));
        }
        statistics.max_tokens_in_place = statistics.max_tokens_in_place.max(marking.iter().copied().max());
        let sum = marking.iter().map(|&tokens| u128::from(tokens)).sum();
        statistics.max_tokens_in_marking = statistics.max_tokens_in_marking.max(Some(sum));
        let fired = explorer.expand(&marking)?;
        (states, firings, deadlocks) = (states + 1, firings + fired, deadlocks + u64::from(fired == 0));
    }
    let unreached = explorer.is_reached.values().filter(|is_reached| !**is_reached).count();
    if unreached > 0 {
        return Err(format!("{unreached} markings of the list cannot be reached"));
    }
    if claimed.blocks.is_some_and(|claimed| claimed != blocks.to_list()) && !has_list {
        return Err("the blocks have other counts or hashes".into());
    }
    (statistics.states, statistics.firings, statistics.deadlocks) =
        (Some(states), Some(firings), Some(deadlocks));
    Ok(Explored { statistics, hits })
}

/// State of the exploration.
struct Explorer<'n> {
    net: &'n Net,
    takers: Takers<'n>,
    /// Maximum number of markings that may be collected, if there is no list.
    may_collect: Option<u64>,
    /// Markings, and whether each has been reached.
    is_reached: HashMap<Box<[u8]>, bool>,
    /// Markings that are reached and not expanded.
    open: Vec<Box<[u8]>>,
}

impl<'n> Explorer<'n> {
    fn start(net: &'n Net, list: Option<Markings>, max_markings: u64) -> Result<Self, Refusal> {
        let may_collect = if list.is_some() { None } else { Some(max_markings) };
        let is_reached = list.unwrap_or_default().0.into_iter().map(|one| (one, false)).collect();
        let takers = Takers::of(net);
        let mut explorer = Self { net, takers, may_collect, is_reached, open: Vec::new() };
        let is_known = explorer.reach(&net.initial())?;
        if is_known { Ok(explorer) } else { Err("the initial marking is not in the list".into()) }
    }

    /// Fires all enabled transitions, and returns the number of firings.
    fn expand(&mut self, marking: &[u64]) -> Result<u64, Refusal> {
        let (net, firings) = (self.net, self.takers.firings(marking)?);
        for (transition, after) in &firings {
            if !self.reach(after)? {
                let (from, to, by) = (net.show(marking), net.show(after), &transition.id);
                return Err(format!("`{by}` leads from {from} to {to}, which is not in the list"));
            }
        }
        Ok(firings.len() as u64)
    }

    /// Notes that a marking is reached, and returns whether it is in the list, if there is one.
    fn reach(&mut self, marking: &[u64]) -> Result<bool, Refusal> {
        let known = self.is_reached.len() as u64;
        match (self.is_reached.entry(Net::pack(marking)), self.may_collect) {
            (Entry::Vacant(_), None) => return Ok(false),
            (Entry::Vacant(_), Some(max)) if known >= max => {
                return Err(format!("there are more than {max} markings"));
            }
            (Entry::Vacant(unknown), Some(_)) => {
                self.open.push(unknown.key().clone());
                unknown.insert(true);
            }
            (Entry::Occupied(mut known), _) => {
                if !known.insert(true) {
                    self.open.push(known.key().clone());
                }
            }
        }
        Ok(true)
    }
}
