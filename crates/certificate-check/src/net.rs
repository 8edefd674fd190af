//! A place/transition net, and the meaning of firing.
//!
//! A transition is enabled if its places hold the tokens that it consumes and reads, fewer than those that inhibit it,
//! and if firing leaves no more than the capacity in a place to which it adds tokens. Firing consumes tokens, empties
//! the reset places, and adds tokens.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::Refusal;

/// A place/transition net.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Net {
    /// The places.
    pub places: Vec<Place>,
    /// The transitions.
    pub transitions: Vec<Transition>,
}

/// A place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Id of the place.
    pub id: String,
    /// Initial number of tokens.
    pub initial: u64,
    /// Maximum number of tokens after a firing that adds some.
    pub capacity: Option<u64>,
}

/// Transition. Arcs are pairs of a place's position and a weight of at least 1, at most one to each place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transition {
    /// Id of the transition.
    pub id: String,
    /// Input arcs, whose tokens are consumed: places with weights.
    pub pre: Vec<(usize, u64)>,
    /// Output arcs, whose tokens are added: places with weights.
    pub post: Vec<(usize, u64)>,
    /// Read arcs, whose tokens are required and stay: places with weights.
    pub read: Vec<(usize, u64)>,
    /// Inhibitor arcs: as many tokens as the weight disable the transition.
    pub inhibitor: Vec<(usize, u64)>,
    /// Places that the transition empties.
    pub reset: Vec<usize>,
}

/// Returns the weight of a place among arcs.
#[must_use]
pub fn weight(arcs: &[(usize, u64)], place: usize) -> u64 {
    arcs.iter().find(|arc| arc.0 == place).map_or(0, |arc| arc.1)
}

/// Net with data that is looked up repeatedly.
#[derive(Debug)]
pub struct Ground<'n> {
    /// The net.
    pub net: &'n Net,
    /// Whether each transition may ever be enabled: see [`Net::live`].
    pub live: Vec<bool>,
    places: HashMap<&'n str, usize>,
    transitions: HashMap<&'n str, usize>,
}

impl<'n> Ground<'n> {
    /// Prepares a net for checks.
    ///
    /// # Errors
    /// If it is not well formed: two nodes have the same id, two arcs of a kind lead to a place, or an arc has
    /// weight 0.
    pub fn of(net: &'n Net) -> Result<Self, Refusal> {
        let mut ground = Self { net, live: net.live(), places: HashMap::new(), transitions: HashMap::new() };
        for (at, place) in net.places.iter().enumerate() {
            if ground.places.insert(&place.id, at).is_some() {
                return Err(format!("two places are called `{}`", place.id));
            }
        }
        for (at, Transition { id, pre, post, read, inhibitor, reset }) in net.transitions.iter().enumerate() {
            let weighted = [pre, post, read, inhibitor].map(|arcs| arcs.iter().map(|arc| arc.0).collect());
            let is_repeated = |ends: &Vec<usize>| ends.iter().collect::<HashSet<_>>().len() < ends.len();
            if ground.transitions.insert(id, at).is_some() || weighted.iter().chain([reset]).any(is_repeated)
            {
                return Err(format!(
                    "`{id}` stands for two transitions, or has two arcs of a kind to a place"
                ));
            }
            if [pre, post, read, inhibitor].into_iter().flatten().any(|arc| arc.1 == 0) {
                return Err(format!("`{id}` has an arc with a weight of 0"));
            }
        }
        Ok(ground)
    }

    /// Returns the position of the place with an id.
    ///
    /// # Errors
    /// If there is none.
    pub fn place(&self, id: &str) -> Result<usize, Refusal> {
        self.places.get(id).copied().ok_or_else(|| format!("there is no place `{id}`"))
    }

    /// Returns the transition with an id, and its position.
    ///
    /// # Errors
    /// If there is none.
    pub fn transition(&self, id: &str) -> Result<(usize, &'n Transition), Refusal> {
        let found = self.transitions.get(id).map(|&at| (at, &self.net.transitions[at]));
        found.ok_or_else(|| format!("there is no transition `{id}`"))
    }
}

/// Transitions of a net by a place from which they consume tokens, so that few are tried in a marking.
#[derive(Debug)]
pub struct Takers<'n> {
    net: &'n Net,
    /// For each place, the transitions whose first input is that place; at the end, those without inputs.
    takers: Vec<Vec<&'n Transition>>,
}

impl<'n> Takers<'n> {
    /// Returns the index for a net.
    #[must_use]
    pub fn of(net: &'n Net) -> Self {
        let mut takers = vec![Vec::new(); net.places.len() + 1];
        for transition in &net.transitions {
            takers[transition.pre.first().map_or(net.places.len(), |arc| arc.0)].push(transition);
        }
        Self { net, takers }
    }

    /// Returns all transitions that are enabled in a marking, each with the marking after it.
    ///
    /// # Errors
    /// As for [`Net::fire`].
    pub fn firings(&self, marking: &[u64]) -> Result<Vec<(&'n Transition, Vec<u64>)>, Refusal> {
        let is_marked = |place: &usize| marking.get(*place).is_none_or(|&tokens| tokens > 0);
        let mut fired = Vec::new();
        for place in (0..=marking.len()).filter(is_marked) {
            for &transition in &self.takers[place] {
                fired.extend(self.net.fire(transition, marking)?.map(|after| (transition, after)));
            }
        }
        Ok(fired)
    }
}

impl Net {
    /// Returns whether all arcs lead to places.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.transitions.iter().all(|Transition { pre, post, read, inhibitor, reset, .. }| {
            let ends = [pre, post, read, inhibitor].into_iter().flatten().map(|arc| &arc.0).chain(reset);
            ends.into_iter().all(|&place| place < self.places.len())
        })
    }

    /// Returns the initial marking.
    #[must_use]
    pub fn initial(&self) -> Vec<u64> {
        self.places.iter().map(|place| place.initial).collect()
    }

    /// Returns the marking after a firing, if the transition is enabled.
    ///
    /// # Errors
    /// If a place would hold 2^64 tokens or more.
    pub fn fire(&self, transition: &Transition, marking: &[u64]) -> Result<Option<Vec<u64>>, Refusal> {
        let Transition { pre, post, read, inhibitor, reset, id } = transition;
        let has = |&(place, tokens): &(usize, u64)| marking[place] >= tokens;
        if !pre.iter().all(has) || !read.iter().all(has) || inhibitor.iter().any(has) {
            return Ok(None);
        }
        let mut after = marking.to_vec();
        pre.iter().for_each(|&(place, tokens)| after[place] -= tokens);
        reset.iter().for_each(|&place| after[place] = 0);
        for &(place, tokens) in post {
            let sum = u128::from(after[place]) + u128::from(tokens);
            if self.places[place].capacity.is_some_and(|capacity| sum > u128::from(capacity)) {
                return Ok(None);
            }
            after[place] = u64::try_from(sum).map_err(|_| format!("`{id}` puts too many tokens to count"))?;
        }
        Ok(Some(after))
    }

    /// Returns whether each transition could be enabled if tokens were never consumed; no other one ever is.
    #[must_use]
    pub fn live(&self) -> Vec<bool> {
        let mut marked: Vec<bool> = self.places.iter().map(|place| place.initial > 0).collect();
        let mut live = vec![false; self.transitions.len()];
        loop {
            let before = live.iter().filter(|&&one| one).count();
            for (transition, live) in self.transitions.iter().zip(&mut live) {
                let has = |arcs: &[(usize, u64)]| arcs.iter().all(|arc| marked[arc.0]);
                *live = *live || has(&transition.pre) && has(&transition.read);
                transition.post.iter().filter(|_| *live).for_each(|arc| marked[arc.0] = true);
            }
            if before == live.iter().filter(|&&one| one).count() {
                return live;
            }
        }
    }

    /// Returns a marking as bytes: pairs of a place and its tokens, for the marked places. Two markings have the same
    /// order as these pairs.
    #[must_use]
    pub fn pack(marking: &[u64]) -> Box<[u8]> {
        let mut packed = Vec::new();
        for (place, &tokens) in marking.iter().enumerate().filter(|(_, tokens)| **tokens > 0) {
            push_number(&mut packed, place as u64);
            push_number(&mut packed, tokens);
        }
        packed.into()
    }

    /// Unpacks a marking of a net with this number of places.
    #[must_use]
    pub fn unpack(mut packed: &[u8], places: usize) -> Vec<u64> {
        let mut marking = vec![0; places];
        while let (Some(place), Some(tokens)) = (number(&mut packed), number(&mut packed)) {
            marking[place as usize] = tokens;
        }
        marking
    }

    /// Returns a marking as text: at most eight places with their tokens.
    #[must_use]
    pub fn show(&self, marking: &[u64]) -> String {
        let marked = self.places.iter().zip(marking).filter(|(_, tokens)| **tokens > 0);
        let shown: Vec<_> = marked.take(8).map(|(place, tokens)| format!("{}: {tokens}", place.id)).collect();
        format!("{{{}}}", shown.join(", "))
    }
}

/// Appends a number: one byte up to 247; otherwise 247 plus the number of bytes, then these, the highest first.
pub fn push_number(bytes: &mut Vec<u8>, number: u64) {
    let zeros = number.leading_zeros() as usize / 8;
    if number >= 248 {
        bytes.push(247 + (8 - zeros) as u8);
        bytes.extend_from_slice(&number.to_be_bytes()[zeros..]);
    } else {
        bytes.push(number as u8);
    }
}

/// Removes a number from the front, and returns it.
pub fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (&first, mut rest) = bytes.split_first()?;
    let (digits, behind) = rest.split_at(usize::from(first.saturating_sub(247)));
    rest = behind;
    *bytes = rest;
    let large = digits.iter().fold(0, |sum, &digit| sum << 8 | u64::from(digit));
    Some(if digits.is_empty() { first.into() } else { large })
}
