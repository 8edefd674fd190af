//! The transitions that are worth testing in a marking.
//!
//! A transition that needs a token from a place cannot be enabled while the place is empty. Each transition is
//! therefore assigned to one of the places that it needs, and only the transitions of *marked* places are tested. In
//! the markings of most nets few places are marked, so the number of tests depends on these, not on the size of the
//! net. Invariants give the expected number of tokens in each place, and the place with the fewest is chosen: a place
//! that shares one token with 99 others is preferred to one that shares it with one other.
//!
//! [Tables](crate::enabling) are faster if they are small. Triggers are for nets whose tables would be large.
//!
//! INVARIANT: every transition that can be enabled is assigned to one slot, or is always tested.

use std::collections::{BTreeMap, HashMap};

use sanderling_net::PlaceId;
use sanderling_system::{EventId, word_count};

use crate::invariant::Invariant;
use crate::layout::{Field, Layout};
use crate::rule::{DENSE_WORDS, NeededSlot, Rules};

/// The transitions, grouped by the slot to which they are assigned.
#[derive(Debug, Clone)]
pub(crate) struct Triggers {
    /// Transitions that need no token.
    always: Hooked,
    /// For each word, the bits that are slots with transitions.
    bits: Vec<u64>,
    /// The words that have such bits.
    words: Vec<u32>,
    /// For each bit of each word, its transitions.
    by_bit: Vec<Hooked>,
    /// Wider slots with transitions.
    wide: Vec<(Field, Hooked)>,
    /// The transitions to which the ranges refer.
    transitions: Vec<u32>,
    /// For each of `transitions`, the bits that it needs, word by word, followed by its number, with
    /// [`HAS_OTHER_TESTS`]. For markings of few words.
    tests: Vec<u64>,
}

/// A range of `Triggers::transitions`.
#[derive(Debug, Clone, Copy, Default)]
struct Hooked {
    start: u32,
    end: u32,
}

/// Flag of a transition that has tests other than for set bits.
const HAS_OTHER_TESTS: u64 = 1 << 32;

impl Triggers {
    /// Assigns each transition to the slot that is least likely to be marked. A tie goes to the slot with the fewest
    /// transitions so far. A transition is assigned to a wide slot only if it needs no single bit, because marked
    /// single bits are found faster: wide slots must be examined one by one.
    pub(crate) fn of(rules: &Rules, layout: &Layout, invariants: &[Invariant]) -> Self {
        let expected = expected_tokens(layout, invariants);
        let mut always = Vec::new();
        let mut on_bit = vec![Vec::new(); layout.words() * 64];
        let mut on_wide: BTreeMap<(u32, u32), (Field, Vec<u32>)> = BTreeMap::new();
        let possible = (0..rules.len()).filter(|&transition| rules.can_be_enabled(transition));
        for transition in possible {
            let bit = |needed| match needed {
                NeededSlot::Bit(word, bit) => Some((word * 64 + bit) as usize),
                NeededSlot::Wide(_) => None,
            };
            let rarer = |&a: &usize, &b: &usize| {
                expected[a].total_cmp(&expected[b]).then(on_bit[a].len().cmp(&on_bit[b].len()))
            };
            if let Some(slot) = rules.needs(transition).filter_map(bit).min_by(rarer) {
                on_bit[slot].push(transition as u32);
            } else if let Some(NeededSlot::Wide(field)) = rules.needs(transition).next() {
                let slot = on_wide.entry((field.word, field.shift)).or_insert((field, Vec::new()));
                slot.1.push(transition as u32);
            } else {
                always.push(transition as u32);
            }
        }
        let mut triggers = Self::assemble(&always, &on_bit, on_wide.values());
        triggers.tests = tests(rules, layout.words(), &triggers.transitions);
        triggers
    }

    fn assemble<'a>(
        always: &[u32],
        on_bit: &[Vec<u32>],
        on_wide: impl Iterator<Item = &'a (Field, Vec<u32>)>,
    ) -> Self {
        let mut transitions = Vec::new();
        let mut hook = |hooked: &[u32]| {
            let start = transitions.len() as u32;
            transitions.extend_from_slice(hooked);
            Hooked { start, end: transitions.len() as u32 }
        };
        let always = hook(always);
        let by_bit = on_bit.iter().map(|hooked| hook(hooked)).collect();
        let wide = on_wide.map(|(field, hooked)| (*field, hook(hooked))).collect();
        let used = |bits: &[Vec<u32>]| {
            bits.iter().rev().fold(0, |word, hooked| word << 1 | u64::from(!hooked.is_empty()))
        };
        let bits: Vec<u64> = on_bit.chunks(64).map(used).collect();
        let words = (0..).zip(&bits).filter(|&(_, &bits)| bits != 0).map(|(word, _)| word).collect();
        Self { always, bits, words, by_bit, wide, transitions, tests: Vec::new() }
    }

    /// Returns the transitions that can be enabled, in the order in which they are tested.
    pub(crate) fn transitions(&self) -> &[u32] {
        &self.transitions
    }

    /// Appends the enabled transitions of a marking.
    #[inline(always)]
    pub(crate) fn enabled<const W: usize>(&self, rules: &Rules, marking: &[u64], events: &mut Vec<EventId>) {
        if W == 0 {
            return self.enabled_of_many(rules, marking, events);
        }
        let known = events.len();
        // This makes room for all transitions, so that the code below need not check for it.
        events.resize(known + self.transitions.len(), EventId::new(0));
        let mut found = Found { events: &mut events[known..], count: 0 };
        self.test::<W>(self.always, rules, marking, &mut found);
        for word in 0..word_count::<W>(self.bits.len()) {
            let mut marked = marking[word] & self.bits[word];
            while marked != 0 {
                let bit = marked.trailing_zeros() as usize;
                marked &= marked - 1;
                self.test::<W>(self.by_bit[word * 64 + bit], rules, marking, &mut found);
            }
        }
        for &(field, hooked) in &self.wide {
            if marking[field.word as usize] & field.mask() != 0 {
                self.test::<W>(hooked, rules, marking, &mut found);
            }
        }
        let count = found.count;
        events.truncate(known + count);
    }

    /// Appends the enabled transitions of a marking of many words.
    ///
    /// PERF: making room for all transitions would cost more than checking for room for each enabled one.
    fn enabled_of_many(&self, rules: &Rules, marking: &[u64], events: &mut Vec<EventId>) {
        let mut test = |hooked: Hooked| {
            let transitions = &self.transitions[hooked.start as usize..hooked.end as usize];
            let is_enabled = |&&transition: &&u32| rules.is_enabled::<0>(transition as usize, marking);
            events
                .extend(transitions.iter().filter(is_enabled).map(|&enabled| EventId::new(enabled as usize)));
        };
        test(self.always);
        for word in self.words.iter().map(|&word| word as usize) {
            let mut marked = marking[word] & self.bits[word];
            while marked != 0 {
                test(self.by_bit[word * 64 + marked.trailing_zeros() as usize]);
                marked &= marked - 1;
            }
        }
        let wide = self.wide.iter().filter(|(field, _)| marking[field.word as usize] & field.mask() != 0);
        wide.for_each(|&(_, hooked)| test(hooked));
    }

    /// Tests the transitions of a range.
    ///
    /// PERF: whether a transition is enabled is unpredictable, so there is no branch on it. The data for most tests are
    /// consecutive in memory.
    #[inline(always)]
    fn test<const W: usize>(&self, hooked: Hooked, rules: &Rules, marking: &[u64], found: &mut Found<'_>) {
        let (start, end) = (hooked.start as usize, hooked.end as usize);
        for test in self.tests[start * (W + 1)..end * (W + 1)].chunks_exact(W + 1) {
            let missing = (0..W).fold(0, |missing, word| missing | (test[word] & !marking[word]));
            let transition = test[W] as u32;
            let mut is_enabled = missing == 0;
            if test[W] & HAS_OTHER_TESTS != 0 && is_enabled {
                is_enabled = rules.is_enabled::<W>(transition as usize, marking);
            }
            found.add(transition, is_enabled);
        }
    }
}

/// The enabled transitions found so far.
struct Found<'a> {
    events: &'a mut [EventId],
    count: usize,
}

impl Found<'_> {
    #[inline(always)]
    fn add(&mut self, transition: u32, is_enabled: bool) {
        self.events[self.count] = EventId::new(transition as usize);
        self.count += usize::from(is_enabled);
    }
}

/// Returns the expected number of tokens in the place of each bit, at most 1. Each invariant gives an estimate by
/// spreading its tokens evenly over its places; the lowest estimate counts.
fn expected_tokens(layout: &Layout, invariants: &[Invariant]) -> Vec<f64> {
    let mut of_place: HashMap<PlaceId, f64> = HashMap::new();
    for invariant in invariants {
        let shares = invariant.weights.iter().map(|&(_, weight)| weight as f64).sum::<f64>();
        let tokens = invariant.initial_sum as f64 / shares;
        for &(place, _) in &invariant.weights {
            of_place.entry(place).and_modify(|least| *least = least.min(tokens)).or_insert(tokens);
        }
    }
    let mut of_bit = vec![1.0; layout.words() * 64];
    for (place, field) in layout.fields() {
        of_bit[field.range().start] = of_place.get(&place).map_or(1.0, |tokens| tokens.min(1.0));
    }
    of_bit
}

/// Returns the contents of [`Triggers::tests`], or nothing for markings of many words.
fn tests(rules: &Rules, words: usize, transitions: &[u32]) -> Vec<u64> {
    let mut tests = Vec::new();
    if words <= DENSE_WORDS {
        for &transition in transitions {
            let (needed, is_all) = rules.needed_bits(transition as usize);
            tests.extend(needed);
            tests.push(u64::from(transition) | if is_all { 0 } else { HAS_OTHER_TESTS });
        }
    }
    tests
}
