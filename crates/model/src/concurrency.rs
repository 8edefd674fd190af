//! Pairs of tokens that may occur in one marking.
//!
//! After a firing, both tokens of a pair are new, or one is new and the other remained, or both remained. Starting from
//! the pairs of the initial marking, a fixpoint therefore finds all pairs that can ever occur. It assumes that a
//! transition can fire if each two of the tokens that it needs are a pair. A transition outside the fixpoint is dead,
//! and a place whose tokens never form a pair never contains two.
//!
//! Source: Kovalyov, *Concurrency Relations and the Safety Problem for Petri Nets*, Application and Theory of Petri
//! Nets, 1992. This version supports weights and places that must be empty, and ignores resets. INVARIANT: the relation
//! is symmetric, and only grows.

use std::collections::VecDeque;

use sanderling_cutoff::CONCURRENCY_WORK;
use sanderling_net::sparse::value as weight;
use sanderling_net::{PlaceId, TransitionId};

use crate::{OverApproximation, Structure};

/// Divisor of the work limit that gives the maximum number of words of a table of pairs.
const SHARE_OF_PAIRS: u64 = 16;

/// The number of a place that is never marked.
const NONE: usize = usize::MAX;

/// The tokens and transitions that may occur, by the fixpoint of pairs.
#[derive(Debug)]
pub(crate) struct Concurrency {
    holds_two: Vec<bool>,
    enabled: Vec<bool>,
}

impl Concurrency {
    /// Computes the fixpoint, or returns `None` if it takes too long or `is_stopped` returns true.
    pub(crate) fn find(
        structure: &Structure,
        over_approximation: &OverApproximation,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let most = CONCURRENCY_WORK.number();
        let mut fixpoint = Fixpoint::start(structure, over_approximation, most / SHARE_OF_PAIRS)?;
        while let Some(transition) = fixpoint.next() {
            if fixpoint.work > most || is_stopped() {
                return None;
            }
            if fixpoint.is_possible(transition) {
                fixpoint.fire(transition);
            }
        }
        let holds_two = structure.place_ids().map(|place| fixpoint.may_hold_two(place)).collect();
        Some(Self { holds_two, enabled: fixpoint.enabled })
    }

    /// Whether a transition may be enabled in a reachable marking. The answer `false` is proved.
    pub(crate) fn may_be_enabled(&self, transition: TransitionId) -> bool {
        self.enabled[transition.index()]
    }

    /// Whether a place may contain two or more tokens in a reachable marking. The answer `false` is proved.
    pub(crate) fn may_hold_two(&self, place: PlaceId) -> bool {
        self.holds_two[place.index()]
    }
}

struct Fixpoint<'a> {
    structure: &'a Structure,
    over_approximation: &'a OverApproximation,
    /// The number of each place that may be marked at all, and the place with each number.
    numbers: Vec<usize>,
    places: Vec<PlaceId>,
    /// The number of words of a set of places.
    words: usize,
    marked: Vec<u64>,
    /// For each place, the places that may be marked at the same time. A place is in its own set if it may contain two
    /// tokens.
    together: Vec<u64>,
    enabled: Vec<bool>,
    /// The transitions still to be examined, or examined again.
    open: VecDeque<TransitionId>,
    is_open: Vec<bool>,
    /// The transitions that need no tokens.
    sources: Vec<TransitionId>,
    /// For the transition being examined: the tokens that it needs, and the places that may contain a token that
    /// remains after its firing.
    needs: Vec<(PlaceId, u64)>,
    stays: Vec<u64>,
    /// The number of words and transitions examined.
    work: u64,
}

impl<'a> Fixpoint<'a> {
    /// Starts with the pairs of the initial marking, or returns `None` if the table could have too many words.
    fn start(
        structure: &'a Structure,
        over_approximation: &'a OverApproximation,
        max_words: u64,
    ) -> Option<Self> {
        let places: Vec<PlaceId> =
            structure.place_ids().filter(|&place| over_approximation.may_be_marked(place)).collect();
        let mut numbers = vec![NONE; structure.place_count()];
        places.iter().enumerate().for_each(|(number, place)| numbers[place.index()] = number);
        let words = places.len().div_ceil(64);
        if (words * places.len()) as u64 > max_words {
            return None;
        }
        let mut fixpoint = Self {
            structure,
            over_approximation,
            numbers,
            words,
            marked: vec![0; words],
            together: vec![0; words * places.len()],
            places,
            enabled: vec![false; structure.transition_count()],
            open: VecDeque::new(),
            is_open: vec![false; structure.transition_count()],
            sources: Vec::new(),
            needs: Vec::new(),
            stays: vec![0; words],
            work: 0,
        };
        for transition in structure.transition_ids() {
            fixpoint.open(transition);
            if structure.needs(transition).next().is_none() {
                fixpoint.sources.push(transition);
            }
        }
        let tokens = structure.place_ids().zip(structure.initial().iter().copied());
        fixpoint.put(&tokens.filter(|&(_, tokens)| tokens > 0).collect::<Vec<_>>());
        Some(fixpoint)
    }

    fn next(&mut self) -> Option<TransitionId> {
        let transition = self.open.pop_front()?;
        self.is_open[transition.index()] = false;
        Some(transition)
    }

    fn open(&mut self, transition: TransitionId) {
        if self.over_approximation.may_be_enabled(transition)
            && !std::mem::replace(&mut self.is_open[transition.index()], true)
        {
            self.open.push_back(transition);
        }
    }

    /// Opens the transitions that need tokens of a place.
    fn open_users(&mut self, place: PlaceId) {
        let structure = self.structure;
        let users = [structure.postset(place), structure.tested_by(place)];
        self.work += users.iter().map(|users| users.len() as u64).sum::<u64>();
        users.into_iter().flatten().for_each(|&transition| self.open(transition));
    }

    /// Whether each two of the tokens that a transition needs are a pair. If so, also computes the tokens that remain
    /// after its firing.
    fn is_possible(&mut self, transition: TransitionId) -> bool {
        self.needs.clear();
        self.needs.extend(self.structure.needs(transition));
        self.work += ((self.needs.len() + 1) * (self.words + self.needs.len())) as u64;
        self.stays.copy_from_slice(&self.marked);
        for (index, &(place, needed)) in self.needs.iter().enumerate() {
            let number = self.numbers[place.index()];
            let together = &self.together[number * self.words..][..self.words];
            let others = self.needs[index + 1..].iter().map(|&(other, _)| self.numbers[other.index()]);
            if !contains(&self.marked, number)
                || (needed > 1 && !contains(together, number))
                || !others.into_iter().all(|other| contains(together, other))
            {
                return false;
            }
            self.stays.iter_mut().zip(together).for_each(|(stays, together)| *stays &= together);
        }
        for (place, most) in self.structure.at_most(transition) {
            match (most, self.numbers[place.index()]) {
                (None, _) => return false,
                (Some(0), number) if number != NONE => self.stays[number / 64] &= !(1 << (number % 64)),
                _ => {}
            }
        }
        let pre = self.structure.pre(transition);
        for &(place, _) in self.needs.iter().filter(|&&(place, needed)| needed > weight(pre, place)) {
            insert(&mut self.stays, self.numbers[place.index()]);
        }
        true
    }

    /// Adds the pairs that exist after firing a possible transition.
    fn fire(&mut self, transition: TransitionId) {
        self.enabled[transition.index()] = true;
        let post = self.structure.post(transition);
        for &(place, _) in post {
            self.join_what_stays(place);
        }
        self.put(post);
    }

    /// Adds the pairs of tokens that are put together.
    fn put(&mut self, tokens: &[(PlaceId, u64)]) {
        for (index, &(place, put)) in tokens.iter().enumerate() {
            let number = self.numbers[place.index()];
            if !contains(&self.marked, number) {
                insert(&mut self.marked, number);
                self.open_users(place);
                for index in 0..self.sources.len() {
                    self.open(self.sources[index]);
                }
            }
            if put > 1 {
                self.pair(number, number);
            }
            for &(other, _) in &tokens[..index] {
                self.pair(number, self.numbers[other.index()]);
            }
        }
    }

    /// Pairs a place with those whose tokens remain.
    fn join_what_stays(&mut self, place: PlaceId) {
        let number = self.numbers[place.index()];
        self.work += self.words as u64;
        for word in 0..self.words {
            let mut new = self.stays[word] & !self.together[number * self.words + word];
            while new != 0 {
                self.pair(number, word * 64 + new.trailing_zeros() as usize);
                new &= new - 1;
            }
        }
    }

    fn pair(&mut self, one: usize, other: usize) {
        if contains(&self.together[one * self.words..], other) {
            return;
        }
        insert(&mut self.together[one * self.words..], other);
        insert(&mut self.together[other * self.words..], one);
        self.open_users(self.places[one]);
        self.open_users(self.places[other]);
    }

    fn may_hold_two(&self, place: PlaceId) -> bool {
        let number = self.numbers[place.index()];
        number != NONE && contains(&self.together[number * self.words..], number)
    }
}

fn contains(set: &[u64], number: usize) -> bool {
    set[number / 64] >> (number % 64) & 1 != 0
}

fn insert(set: &mut [u64], number: usize) {
    set[number / 64] |= 1 << (number % 64);
}
