//! The firing rule of each transition, compiled to operations on the words of a packed marking.
//!
//! *Enabled*: the one-bit places that a transition tests are compared all at once, with one mask for each word. Wider
//! places are compared one by one with their permitted range. *Fire*: as no slot leaves its range, the effects on all
//! slots of a word add up to one number, which is added to the word. Borrows and carries between the slots cancel out.
//! *Assumptions*: slots of assumed width and the claim of nested units are checked if this firing could break them.
//!
//! Everything else, resets above all, is rare, and marked by a flag so that checking for it takes one test.

use sanderling_net::sparse::value as weight;
use sanderling_net::{PlaceId, TransitionId};
use sanderling_system::word_count;

use crate::knowledge::Knowledge;
use crate::layout::{Field, Layout, Slot};
use crate::ragged::Ragged;
use crate::structure::Structure;
use crate::unit_claim::UnitClaim;

/// The compiled rules of all transitions.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    words: usize,
    /// For each transition, `words` masks followed by `words` values. The transition is enabled if the masked words
    /// equal the values.
    bit_tests: Vec<u64>,
    /// For each transition, the tests of only the tested words. For markings of many words.
    sparse_bit_tests: Ragged<BitTest>,
    range_tests: Ragged<RangeTest>,
    /// For each transition, `words` numbers to add.
    effects: Vec<u64>,
    /// For each transition, the effects on only the changed words. For markings of many words.
    sparse_effects: Ragged<(u32, u64)>,
    gains: Ragged<Gain>,
    claims: Ragged<BitTest>,
    resets: Ragged<Reset>,
    traits: Vec<Traits>,
}

/// Bits of a word that must have certain values.
#[derive(Debug, Clone, Copy)]
struct BitTest {
    word: u32,
    mask: u64,
    value: u64,
}

/// A slot that must be in a range.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RangeTest {
    pub(crate) field: Field,
    pub(crate) least: u64,
    pub(crate) most: u64,
}

/// A slot of assumed width that gains tokens.
#[derive(Debug, Clone, Copy)]
struct Gain {
    field: Field,
    gain: u64,
}

/// A slot that is emptied and then receives this number of tokens.
#[derive(Debug, Clone, Copy)]
struct Reset {
    field: Field,
    tokens: u64,
}

/// The steps of a transition other than comparing bits and adding numbers.
#[derive(Debug, Clone, Copy, Default)]
struct Traits {
    is_never_enabled: bool,
    has_range_tests: bool,
    has_assumptions: bool,
    has_resets: bool,
    refutes_claim: bool,
    /// Whether there are neither assumptions nor resets.
    only_adds: bool,
}

/// Maximum number of words for which rules have an entry for each word. Beyond it, they list only the words concerned.
pub(crate) const DENSE_WORDS: usize = sanderling_system::MAX_WORDS;

impl Rules {
    /// Compiles the rules of a net's transitions over a layout.
    pub(crate) fn compile(knowledge: &Knowledge, layout: &Layout) -> Self {
        let structure = knowledge.structure();
        let mut rules = Self {
            words: layout.words(),
            bit_tests: Vec::new(),
            sparse_bit_tests: Ragged::new(),
            range_tests: Ragged::new(),
            effects: Vec::new(),
            sparse_effects: Ragged::new(),
            gains: Ragged::new(),
            claims: Ragged::new(),
            resets: Ragged::new(),
            traits: Vec::with_capacity(structure.transition_count()),
        };
        for transition in structure.transition_ids() {
            rules.compile_transition(knowledge, layout, transition);
        }
        rules
    }

    fn compile_transition(&mut self, knowledge: &Knowledge, layout: &Layout, transition: TransitionId) {
        let (structure, claim) = (knowledge.structure(), knowledge.claim());
        let may_be_enabled = knowledge.bounds().over_approximation().may_be_enabled(transition);
        let conditions = conditions(structure, layout, transition).filter(|_| may_be_enabled);
        let mut traits = Traits { is_never_enabled: conditions.is_none(), ..Traits::default() };
        let conditions = conditions.unwrap_or_default();
        let (bits, ranges): (Vec<_>, Vec<_>) = conditions.into_iter().partition(|test| test.field.width == 1);
        let effect = word_effects(structure, layout, transition);
        let gains = gains(structure, layout, transition);
        let resets = resets(structure, layout, transition);
        let claims = claim.map(|claim| claimed_empty(claim, layout, transition)).unwrap_or_default();

        traits.has_range_tests = !ranges.is_empty();
        traits.has_resets = !resets.is_empty();
        traits.refutes_claim = claim.is_some_and(|claim| is_refuted(claim, layout, transition));
        traits.has_assumptions = !gains.is_empty()
            || !claims.is_empty()
            || traits.refutes_claim
            || resets.iter().any(|reset| reset.tokens > reset.field.most());
        traits.only_adds = !traits.has_assumptions && !traits.has_resets;
        self.push_bit_tests(&gather(bits.iter().map(|test| {
            let mask = test.field.mask();
            (test.field.word, mask, if test.least > 0 { mask } else { 0 })
        })));
        self.range_tests.push_row(ranges);
        self.push_effects(&effect);
        self.gains.push_row(gains);
        self.claims.push_row(claims);
        self.resets.push_row(resets);
        self.traits.push(traits);
    }

    fn push_bit_tests(&mut self, tests: &[BitTest]) {
        if self.words <= DENSE_WORDS {
            let at = self.bit_tests.len();
            self.bit_tests.resize(at + 2 * self.words, 0);
            for test in tests {
                self.bit_tests[at + test.word as usize] = test.mask;
                self.bit_tests[at + self.words + test.word as usize] = test.value;
            }
        }
        self.sparse_bit_tests.push_row(tests.iter().copied());
    }

    fn push_effects(&mut self, effects: &[(u32, u64)]) {
        if self.words <= DENSE_WORDS {
            let at = self.effects.len();
            self.effects.resize(at + self.words, 0);
            for &(word, effect) in effects {
                self.effects[at + word as usize] = effect;
            }
        }
        self.sparse_effects.push_row(effects.iter().copied());
    }

    pub(crate) fn len(&self) -> usize {
        self.traits.len()
    }

    /// Whether the transition can be enabled at all.
    pub(crate) fn can_be_enabled(&self, transition: usize) -> bool {
        !self.traits[transition].is_never_enabled
    }

    /// Iterates over the slots in which the transition needs a token.
    pub(crate) fn needs(&self, transition: usize) -> impl Iterator<Item = NeededSlot> + '_ {
        let bits = self.sparse_bit_tests.row(transition).iter().flat_map(|test| {
            let needed = test.mask & test.value;
            (0..64).filter(move |bit| needed >> bit & 1 == 1).map(|bit| NeededSlot::Bit(test.word, bit))
        });
        let wide = self.range_tests.row(transition).iter().filter(|test| test.least > 0);
        bits.chain(wide.map(|test| NeededSlot::Wide(test.field)))
    }

    /// Returns the bits that must be set for the transition to be enabled, word by word, and whether it has no other
    /// tests. For markings of few words.
    pub(crate) fn needed_bits(&self, transition: usize) -> (impl Iterator<Item = u64> + '_, bool) {
        let (masks, values) =
            self.bit_tests[transition * 2 * self.words..][..2 * self.words].split_at(self.words);
        let is_all = masks == values && !self.traits[transition].has_range_tests;
        (masks.iter().zip(values).map(|(mask, value)| mask & value), is_all)
    }

    /// Iterates over all tests of the transition.
    pub(crate) fn tests(&self, transition: usize) -> impl Iterator<Item = RangeTest> + '_ {
        let bits = self.sparse_bit_tests.row(transition).iter().flat_map(|test| {
            (0..64).filter(|bit| test.mask >> bit & 1 == 1).map(|shift| {
                let field = Field { word: test.word, shift, width: 1, is_proved: true };
                let tokens = test.value >> shift & 1;
                RangeTest { field, least: tokens, most: tokens }
            })
        });
        bits.chain(self.range_tests.row(transition).iter().copied())
    }

    #[inline(always)]
    pub(crate) fn is_enabled<const W: usize>(&self, transition: usize, marking: &[u64]) -> bool {
        self.bits_agree::<W>(transition, marking)
            && (!self.traits[transition].has_range_tests || self.ranges_hold(transition, marking))
    }

    #[inline(always)]
    fn bits_agree<const W: usize>(&self, transition: usize, marking: &[u64]) -> bool {
        if W == 0 {
            let mut tests = self.sparse_bit_tests.row(transition).iter();
            return tests.all(|test| marking[test.word as usize] & test.mask == test.value);
        }
        let tests = &self.bit_tests[transition * 2 * W..][..2 * W];
        let mut differing = 0;
        for word in 0..W {
            differing |= (marking[word] & tests[word]) ^ tests[W + word];
        }
        differing == 0
    }

    fn ranges_hold(&self, transition: usize, marking: &[u64]) -> bool {
        self.range_tests.row(transition).iter().all(|test| {
            let tokens = test.field.read(marking);
            test.least <= tokens && tokens <= test.most
        })
    }

    /// Whether a firing only adds to the words of a marking, and assumes nothing.
    #[inline(always)]
    pub(crate) fn only_adds(&self, transition: usize) -> bool {
        self.traits[transition].only_adds
    }

    /// Whether every assumption of the layout still holds after this firing.
    pub(crate) fn assumptions_hold(&self, transition: usize, marking: &[u64]) -> bool {
        !self.traits[transition].has_assumptions
            || (self.slots_suffice(transition, marking) && self.claim_holds(transition, marking))
    }

    fn slots_suffice(&self, transition: usize, marking: &[u64]) -> bool {
        self.gains.row(transition).iter().all(|&Gain { field, gain }| {
            field.read(marking).checked_add(gain).is_some_and(|tokens| tokens <= field.most())
        }) && self.resets.row(transition).iter().all(|reset| reset.tokens <= reset.field.most())
    }

    /// Whether the claim of nested units, if it is checked, holds after this firing.
    pub(crate) fn claim_holds(&self, transition: usize, marking: &[u64]) -> bool {
        let mut claims = self.claims.row(transition).iter();
        !self.traits[transition].refutes_claim
            && claims.all(|claim| marking[claim.word as usize] & claim.mask == claim.value)
    }

    /// Whether the transition empties places.
    #[inline(always)]
    pub(crate) fn has_resets(&self, transition: usize) -> bool {
        self.traits[transition].has_resets
    }

    /// Writes the marking after the firing of an enabled transition that breaks no assumption.
    #[inline(always)]
    pub(crate) fn fire<const W: usize>(&self, transition: usize, marking: &[u64], successor: &mut [u64]) {
        self.add_effects::<W>(transition, marking, successor);
        if self.traits[transition].has_resets {
            for reset in self.resets.row(transition) {
                successor[reset.field.word as usize] &= !reset.field.mask();
                reset.field.write(reset.tokens, successor);
            }
        }
    }

    /// Returns the words that a transition without resets changes, and their new values.
    pub(crate) fn added<'a>(
        &'a self,
        transition: usize,
        marking: &'a [u64],
    ) -> impl Iterator<Item = (u32, u64)> + 'a {
        let effects = self.sparse_effects.row(transition).iter();
        effects.map(|&(word, effect)| (word, marking[word as usize].wrapping_add(effect)))
    }

    /// Writes the marking with the effects of a transition, without its resets.
    #[inline(always)]
    pub(crate) fn add_effects<const W: usize>(
        &self,
        transition: usize,
        marking: &[u64],
        successor: &mut [u64],
    ) {
        let words = word_count::<W>(self.words);
        let (marking, successor) = (&marking[..words], &mut successor[..words]);
        if words <= DENSE_WORDS {
            let effects = &self.effects[transition * words..][..words];
            for ((after, before), effect) in successor.iter_mut().zip(marking).zip(effects) {
                *after = before.wrapping_add(*effect);
            }
        } else {
            successor.copy_from_slice(marking);
            for &(word, effect) in self.sparse_effects.row(transition) {
                let word = &mut successor[word as usize];
                *word = word.wrapping_add(effect);
            }
        }
    }
}

/// A slot in which a transition needs a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NeededSlot {
    /// A single bit of a word.
    Bit(u32, u32),
    /// A wider slot.
    Wide(Field),
}

/// Returns the ranges of the slots that enable a transition, or `None` if no marking of the layout enables it.
fn conditions(structure: &Structure, layout: &Layout, transition: TransitionId) -> Option<Vec<RangeTest>> {
    let mut ranges: Vec<(PlaceId, u64, u64)> = Vec::new();
    let takes_or_reads = structure.pre(transition).iter().chain(structure.read(transition));
    ranges.extend(takes_or_reads.map(|&(place, weight)| (place, weight, u64::MAX)));
    for (place, most) in structure.at_most(transition) {
        ranges.push((place, 0, most?));
    }
    ranges.sort_by_key(|&(place, ..)| place);
    let mut tests = Vec::new();
    for same_place in ranges.chunk_by(|a, b| a.0 == b.0) {
        let least = same_place.iter().map(|range| range.1).max()?;
        let most = same_place.iter().map(|range| range.2).min()?;
        match layout.slot(same_place[0].0) {
            Slot::Constant(tokens) if (least..=most).contains(&tokens) => {}
            Slot::Field(field) if least <= most.min(field.most()) => {
                if least > 0 || most < field.most() {
                    tests.push(RangeTest { field, least, most });
                }
            }
            Slot::Constant(_) | Slot::Field(_) => return None,
        }
    }
    Some(tests)
}

/// Returns the number that a firing adds to each word, modulo 2^64.
fn word_effects(structure: &Structure, layout: &Layout, transition: TransitionId) -> Vec<(u32, u64)> {
    let mut effects: Vec<(u32, u64)> = Vec::new();
    for &(place, effect) in structure.effect(transition) {
        if let Slot::Field(field) = layout.slot(place) {
            // The effect is between -2^64 and 2^64, so truncation is exact modulo 2^64.
            effects.push((field.word, (effect as u64).wrapping_shl(field.shift)));
        }
    }
    effects.sort_by_key(|&(word, _)| word);
    effects
        .chunk_by(|a, b| a.0 == b.0)
        .map(|same| (same[0].0, same.iter().fold(0_u64, |sum, &(_, effect)| sum.wrapping_add(effect))))
        .collect()
}

fn gains(structure: &Structure, layout: &Layout, transition: TransitionId) -> Vec<Gain> {
    let growing = structure.effect(transition).iter().filter(|&&(_, effect)| effect > 0);
    growing
        .filter_map(|&(place, effect)| match layout.slot(place) {
            Slot::Field(field) if !field.is_proved => {
                Some(Gain { field, gain: u64::try_from(effect).unwrap_or(u64::MAX) })
            }
            _ => None,
        })
        .collect()
}

fn resets(structure: &Structure, layout: &Layout, transition: TransitionId) -> Vec<Reset> {
    let put = |place| weight(structure.post(transition), place);
    let emptied = structure.reset(transition).iter();
    emptied
        .filter_map(|&place| match layout.slot(place) {
            Slot::Field(field) => Some(Reset { field, tokens: put(place) }),
            Slot::Constant(_) => None,
        })
        .collect()
}

/// Returns the places that must be empty before the firing for the claim to hold after it.
fn claimed_empty(claim: &UnitClaim, layout: &Layout, transition: TransitionId) -> Vec<BitTest> {
    gather(claim.check(transition).iter().filter_map(|&place| match layout.slot(place) {
        Slot::Field(field) => Some((field.word, field.mask(), 0)),
        Slot::Constant(_) => None,
    }))
}

/// Whether this firing contradicts the claim in every marking.
fn is_refuted(claim: &UnitClaim, layout: &Layout, transition: TransitionId) -> bool {
    let always_marked = |&place| matches!(layout.slot(place), Slot::Constant(1..));
    claim.is_refuted_by(transition) || claim.check(transition).iter().any(always_marked)
}

/// Combines tests of the same word.
fn gather(tests: impl Iterator<Item = (u32, u64, u64)>) -> Vec<BitTest> {
    let mut tests: Vec<_> = tests.collect();
    tests.sort_by_key(|test| test.0);
    tests
        .chunk_by(|a, b| a.0 == b.0)
        .map(|same| BitTest {
            word: same[0].0,
            mask: same.iter().fold(0, |mask, test| mask | test.1),
            value: same.iter().fold(0, |value, test| value | test.2),
        })
        .collect()
}
