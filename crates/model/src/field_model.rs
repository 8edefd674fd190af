//! The model whose states are markings packed into bit fields: the fast encoding.
//!
//! The words of a state are the words of the [layout](crate::layout). Nothing is unpacked; transitions are tested and
//! effects added in place.

use std::sync::Arc;

use sanderling_net::semantics::Marking;
use sanderling_net::{PlaceId, TransitionId};
use sanderling_system::{
    Adaptive, EventId, Extremes, Fired, Maxima, Relaxed, Room, System, fire_and_compare, word_count,
};

use crate::contradiction::Contradiction;
use crate::enabling::{EnablingTables, Piece};
use crate::knowledge::{ClaimStatus, Knowledge};
use crate::layout::{Field, Layout, Slot};
use crate::net_model::{CountModel, NetModel};
use crate::rule::Rules;
use crate::translation::Translations;
use crate::trigger::Triggers;

/// A compiled net over bit fields. Events are transitions, with the same numbers.
#[derive(Debug, Clone)]
pub struct FieldModel {
    knowledge: Knowledge,
    layout: Arc<Layout>,
    rules: Rules,
    triggers: Triggers,
    /// The tables that replace the triggers if they are faster.
    tables: Option<EnablingTables>,
    /// For each word, the bits that are places of one bit.
    single_bits: Vec<u64>,
    /// The place of each of these bits, from the lowest bit of the first word on. Entries of other bits are arbitrary.
    place_of_bit: Vec<PlaceId>,
    /// The places of several bits, ordered by word, and the index of the first one of each word.
    wide: Vec<(PlaceId, Field)>,
    first_wide: Vec<usize>,
    constants: Vec<(PlaceId, u64)>,
    constant_tokens: u128,
    translations: Translations,
}

/// The greatest token counts of some markings.
#[derive(Debug, Clone)]
pub struct FieldExtremes {
    /// The bits that were set in any of them.
    seen: Vec<u64>,
    wide: Vec<u64>,
    sum: u128,
    /// The last marking, if it has many words, and its tokens.
    last: Vec<u64>,
    last_sum: u128,
}

impl FieldModel {
    /// Returns the layout of the tokens.
    #[must_use]
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Returns the rules of the transitions.
    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the knowledge without the assumptions that a firing breaks, or `None` if the successor cannot be
    /// represented at all.
    pub(crate) fn relaxed_knowledge(&self, state: &[u64], event: EventId, room: Room) -> Option<Knowledge> {
        let transition = TransitionId::new(event.index());
        let claim_holds = self.rules.claim_holds(event.index(), state);
        let tokens = |place| self.layout.tokens(state, place);
        self.knowledge.relax(transition, tokens, claim_holds, room).ok()
    }

    /// Returns the model that finds enabled transitions with tables, if these are faster. The contents of the pieces
    /// must be at their locations, after the packed marking.
    pub(crate) fn with_tables(mut self, pieces: &[Piece]) -> Self {
        self.tables = EnablingTables::of(&self.rules, self.triggers.transitions(), pieces);
        self
    }

    /// Creates the model that finds enabled transitions without tables.
    pub(crate) fn without_tables(knowledge: Knowledge) -> Self {
        let layout = Layout::of(knowledge.extents());
        let rules = Rules::compile(&knowledge, &layout);
        let triggers = Triggers::of(&rules, &layout, &knowledge.bounds().invariants().invariants);
        let mut single_bits = vec![0; layout.words()];
        let mut place_of_bit = vec![PlaceId::new(0); 64 * layout.words()];
        let mut wide = Vec::new();
        for (place, field) in layout.fields() {
            if field.width == 1 {
                single_bits[field.word as usize] |= field.mask();
                place_of_bit[field.range().start] = place;
            } else {
                wide.push((place, field));
            }
        }
        wide.sort_by_key(|&(_, field)| field.word);
        let first_wide = |word| wide.partition_point(|&(_, field): &(_, Field)| field.word < word);
        let first_wide = (0..=layout.words() as u32).map(first_wide).collect();
        let constant =
            |(place, slot)| if let Slot::Constant(tokens) = slot { Some((place, tokens)) } else { None };
        let constants: Vec<_> = layout.slots().filter_map(constant).collect();
        let constant_tokens = constants.iter().map(|&(_, tokens)| u128::from(tokens)).sum();
        Self {
            knowledge,
            layout: Arc::new(layout),
            rules,
            triggers,
            tables: None,
            single_bits,
            place_of_bit,
            wide,
            first_wide,
            constants,
            constant_tokens,
            translations: Translations::default(),
        }
    }
}

impl FieldModel {
    /// Adds a marking by the words that differ from the previous one.
    fn absorb_changes(&self, state: &[u64], extremes: &mut FieldExtremes) {
        let FieldExtremes { seen, wide, sum, last, last_sum } = extremes;
        for (word, (&new, last)) in state.iter().zip(last).enumerate() {
            if new == *last {
                continue;
            }
            let old = std::mem::replace(last, new);
            seen[word] |= new;
            let single = |content: u64| u128::from((content & self.single_bits[word]).count_ones());
            *last_sum = *last_sum + single(new) - single(old);
            let fields = self.first_wide[word]..self.first_wide[word + 1];
            for (&(_, field), greatest) in self.wide[fields.clone()].iter().zip(&mut wide[fields]) {
                let tokens = |content: u64| content >> field.shift & field.most();
                *greatest = tokens(new).max(*greatest);
                *last_sum = *last_sum + u128::from(tokens(new)) - u128::from(tokens(old));
            }
        }
        *sum = (*sum).max(*last_sum);
    }
}

impl CountModel for FieldModel {
    fn compile(knowledge: Knowledge) -> Self {
        Self::without_tables(knowledge).with_tables(&[])
    }

    fn words_of(knowledge: &Knowledge) -> usize {
        Layout::of(knowledge.extents()).words()
    }

    fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn unpack_all(&self, states: &mut Vec<Vec<u64>>, fields: &mut Vec<Vec<u64>>) {
        std::mem::swap(states, fields);
    }
}

impl NetModel for FieldModel {
    fn encoding(&self) -> &'static str {
        "fields"
    }

    fn bits_per_state(&self) -> u64 {
        self.layout.bits()
    }

    #[inline]
    fn tokens(&self, state: &[u64], (): &(), place: PlaceId) -> u64 {
        self.layout.tokens(state, place)
    }

    #[inline]
    fn is_enabled(&self, state: &[u64], (): &(), transition: TransitionId) -> bool {
        self.rules.can_be_enabled(transition.index()) && self.rules.is_enabled::<0>(transition.index(), state)
    }

    /// Reads the bits of each field with other code than the search, since self-checks compare the two.
    fn marking(&self, state: &[u64], (): &()) -> Option<Marking> {
        let bit = |position: usize| state[position / 64] >> (position % 64) & 1;
        let tokens = self.layout.slots().map(|(_, slot)| match slot {
            Slot::Constant(tokens) => tokens,
            Slot::Field(field) => field.range().rev().fold(0, |tokens, position| tokens << 1 | bit(position)),
        });
        Some(Marking::of_tokens(&tokens.collect::<Vec<u64>>()))
    }

    fn packed(&self, marking: &Marking) -> Option<Vec<u64>> {
        self.layout.packed(|place| marking.tokens(place))
    }

    fn contradiction(&self, marking: &Marking) -> Option<Contradiction> {
        self.knowledge.contradiction(marking)
    }

    fn asserts(&self, _: &[u64], _: &Self::Scratch, _: usize) -> bool {
        unreachable!("a place/transition net has no assertions")
    }

    fn claim_status(&self) -> &ClaimStatus {
        self.knowledge().claim_status()
    }
}

impl System for FieldModel {
    type Scratch = ();

    const HAS_CODE_BY_WORDS: bool = true;

    fn words(&self) -> usize {
        self.layout.words()
    }

    fn events(&self) -> usize {
        self.rules.len()
    }

    fn scratch(&self) {}

    fn initial(&self, state: &mut [u64]) {
        let initial = self.knowledge.structure().initial();
        self.layout.pack(|place| initial[place.index()], state);
    }

    #[inline(always)]
    fn unpack<const W: usize>(&self, _: &[u64], (): &mut ()) {}

    // PERF: this is inlined into every search loop, except in WebAssembly, where the module has to be small.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn enabled<const W: usize>(&self, state: &[u64], (): &(), events: &mut Vec<EventId>) {
        match &self.tables {
            Some(tables) => tables.enabled(&self.rules, state, events),
            None => self.triggers.enabled::<W>(&self.rules, state, events),
        }
    }

    #[inline(always)]
    fn fire<const W: usize>(&self, state: &[u64], (): &(), event: EventId, successor: &mut [u64]) -> Fired {
        if self.rules.only_adds(event.index()) {
            self.rules.add_effects::<W>(event.index(), state, successor);
            return Fired::Successor;
        }
        if !self.rules.assumptions_hold(event.index(), state) {
            return Fired::AssumptionBroken;
        }
        self.rules.fire::<W>(event.index(), state, successor);
        Fired::Successor
    }

    fn fire_changes(
        &self,
        state: &[u64],
        (): &(),
        event: EventId,
        successor: &mut [u64],
        changes: &mut Vec<(u32, u64)>,
    ) -> Fired {
        let rules = &self.rules;
        if rules.has_resets(event.index()) {
            return fire_and_compare(self, (state, &()), event, successor, changes);
        }
        if !rules.assumptions_hold(event.index(), state) {
            return Fired::AssumptionBroken;
        }
        changes.extend(rules.added(event.index(), state));
        Fired::Successor
    }
}

impl Extremes for FieldModel {
    type Extremes = FieldExtremes;

    fn no_extremes(&self) -> FieldExtremes {
        FieldExtremes {
            seen: vec![0; self.layout.words()],
            wide: vec![0; self.wide.len()],
            sum: 0,
            last: vec![0; self.layout.words()],
            last_sum: self.constant_tokens,
        }
    }

    #[inline(always)]
    fn absorb<const W: usize>(&self, state: &[u64], (): &(), extremes: &mut FieldExtremes) {
        if W == 0 {
            return self.absorb_changes(state, extremes);
        }
        let mut sum = self.constant_tokens;
        let mut single = 0;
        let words = word_count::<W>(self.layout.words());
        for ((&word, seen), bits) in state[..words].iter().zip(&mut extremes.seen).zip(&self.single_bits) {
            *seen |= word;
            single += (word & bits).count_ones();
        }
        sum += u128::from(single);
        for (&(_, field), greatest) in self.wide.iter().zip(&mut extremes.wide) {
            let tokens = field.read(state);
            *greatest = tokens.max(*greatest);
            sum += u128::from(tokens);
        }
        extremes.sum = sum.max(extremes.sum);
    }

    fn join(&self, extremes: &mut FieldExtremes, others: &FieldExtremes) {
        extremes.seen.iter_mut().zip(&others.seen).for_each(|(seen, other)| *seen |= other);
        extremes.wide.iter_mut().zip(&others.wide).for_each(|(most, &other)| *most = other.max(*most));
        extremes.sum = extremes.sum.max(others.sum);
    }

    /// PERF: this visits only marked places, since a search with small levels calls it after every few states.
    fn raise(&self, extremes: &FieldExtremes, maxima: &mut Maxima) {
        let is_first = maxima.each.is_empty();
        maxima.each.resize(self.knowledge.structure().place_count(), 0);
        maxima.sum = maxima.sum.max(extremes.sum);
        let mut raise = |place: PlaceId, tokens: u64| {
            let greatest = &mut maxima.each[place.index()];
            *greatest = tokens.max(*greatest);
        };
        // A place that is constant in one layout is constant in all of them.
        let constants = self.constants.iter().filter(|_| is_first);
        constants.for_each(|&(place, tokens)| raise(place, tokens));
        for (word, (seen, bits)) in extremes.seen.iter().zip(&self.single_bits).enumerate() {
            let mut marked = seen & bits;
            while marked != 0 {
                raise(self.place_of_bit[64 * word + marked.trailing_zeros() as usize], 1);
                marked &= marked - 1;
            }
        }
        for (&(place, _), &tokens) in self.wide.iter().zip(&extremes.wide) {
            raise(place, tokens);
        }
    }
}

impl Adaptive for FieldModel {
    fn relax(&self, state: &[u64], event: EventId, room: Room) -> Relaxed<Self> {
        match self.relaxed_knowledge(state, event, room) {
            Some(knowledge) => Relaxed::System(Self::compile(knowledge)),
            None => Relaxed::Unrepresentable,
        }
    }

    fn translate(&self, earlier: &Self, state: &[u64], translated: &mut [u64]) {
        let create = || self.layout.translation(&earlier.layout);
        self.translations.translate(&earlier.layout, create, state, translated);
    }

    fn pumps(&self, ancestor: &[u64], path: &[EventId], descendant: &[u64]) -> bool {
        let before = |place| self.layout.tokens(ancestor, place);
        let after = |place| self.layout.tokens(descendant, place);
        !crate::self_covering::growing(self.knowledge.structure(), before, path, after).is_empty()
    }
}
