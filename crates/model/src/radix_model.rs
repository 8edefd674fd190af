//! The model whose states are mixed-radix numbers: the smallest encoding.
//!
//! A state is unpacked into bit fields once, when it is expanded, and transitions are tested there. A firing then adds
//! a constant to the number, without packing the successor.

use sanderling_cutoff::PIECE_TOKENS;
use sanderling_net::semantics::Marking;
use sanderling_net::{PlaceId, TransitionId};
use sanderling_system::{
    Adaptive, EventId, Extremes, Fired, Maxima, Relaxed, Room, System, fire_and_compare, with_words,
};

use crate::contradiction::Contradiction;
use crate::digit::Digits;
use crate::field_model::{FieldExtremes, FieldModel};
use crate::knowledge::{ClaimStatus, Knowledge};
use crate::layout::Layout;
use crate::net_model::{CountModel, NetModel};
use crate::radix_code::{self, RadixCode};
use crate::translation::Translations;

/// A compiled net over mixed-radix numbers. Events are transitions, with the same numbers.
#[derive(Debug, Clone)]
pub struct RadixModel {
    fields: FieldModel,
    code: RadixCode,
    translations: Translations,
}

impl RadixModel {
    /// Allocates memory for a marking in bit fields.
    fn empty(&self) -> Vec<u64> {
        vec![0; self.fields.words()]
    }

    fn unpacked(&self, state: &[u64]) -> Vec<u64> {
        let mut packed = self.scratch();
        self.code.decode::<0>(state, &mut packed);
        packed
    }
}

impl CountModel for RadixModel {
    fn compile(knowledge: Knowledge) -> Self {
        let fields = FieldModel::without_tables(knowledge);
        let knowledge = fields.knowledge();
        let invariants = &knowledge.bounds().invariants().invariants;
        let digits = Digits::choose(fields.layout(), knowledge.extents(), invariants);
        let code = RadixCode::new(knowledge.structure(), fields.layout(), &digits);
        if !PIECE_TOKENS.admits(code.tokens_of_pieces()) {
            return Self { fields, code, translations: Translations::default() };
        }
        let pieces = code.pieces(fields.layout(), &digits);
        Self { fields: fields.with_tables(&pieces), code, translations: Translations::default() }
    }

    fn words_of(knowledge: &Knowledge) -> usize {
        let layout = Layout::of(knowledge.extents());
        let invariants = &knowledge.bounds().invariants().invariants;
        radix_code::words_of(&Digits::choose(&layout, knowledge.extents(), invariants))
    }

    fn knowledge(&self) -> &Knowledge {
        self.fields.knowledge()
    }

    fn layout(&self) -> &Layout {
        self.fields.layout()
    }

    fn unpack_all(&self, states: &mut Vec<Vec<u64>>, fields: &mut Vec<Vec<u64>>) {
        self.code.decode_together(states, fields);
    }
}

impl NetModel for RadixModel {
    fn encoding(&self) -> &'static str {
        "radix"
    }

    fn bits_per_state(&self) -> u64 {
        self.code.bits()
    }

    #[inline]
    fn tokens(&self, _: &[u64], scratch: &Vec<u64>, place: PlaceId) -> u64 {
        self.fields.tokens(scratch, &(), place)
    }

    #[inline]
    fn is_enabled(&self, _: &[u64], scratch: &Vec<u64>, transition: TransitionId) -> bool {
        self.fields.is_enabled(scratch, &(), transition)
    }

    fn marking(&self, _: &[u64], scratch: &Vec<u64>) -> Option<Marking> {
        self.fields.marking(scratch, &())
    }

    fn packed(&self, marking: &Marking) -> Option<Vec<u64>> {
        let packed = self.fields.packed(marking)?;
        let mut words = vec![0; self.words()];
        self.code.encode(&packed, &mut words);
        Some(words)
    }

    fn contradiction(&self, marking: &Marking) -> Option<Contradiction> {
        self.knowledge().contradiction(marking)
    }

    fn asserts(&self, _: &[u64], _: &Self::Scratch, _: usize) -> bool {
        unreachable!("a place/transition net has no assertions")
    }

    fn claim_status(&self) -> &ClaimStatus {
        self.knowledge().claim_status()
    }
}

impl RadixModel {
    /// Appends the events that are enabled in an unpacked marking.
    ///
    /// PERF: this is not inlined, so that this code does not occur in every search loop for each number of words.
    #[inline(never)]
    fn enabled_by_fields(&self, fields: &[u64], events: &mut Vec<EventId>) {
        with_words!(self.fields.words(), F => self.fields.enabled::<F>(fields, &(), events));
    }

    /// Adds an unpacked marking to the greatest contents.
    #[inline(never)]
    fn absorb_fields(&self, fields: &[u64], extremes: &mut FieldExtremes) {
        with_words!(self.fields.words(), F => self.fields.absorb::<F>(fields, &(), extremes));
    }
}

impl System for RadixModel {
    /// The marking in bit fields, followed by the additional data of `RadixCode::decode`.
    type Scratch = Vec<u64>;

    const HAS_CODE_BY_WORDS: bool = true;

    fn words(&self) -> usize {
        self.code.words()
    }

    fn events(&self) -> usize {
        self.fields.events()
    }

    fn scratch(&self) -> Vec<u64> {
        self.code.unpacked()
    }

    fn initial(&self, state: &mut [u64]) {
        let mut packed = self.empty();
        self.fields.initial(&mut packed);
        self.code.encode(&packed, state);
    }

    // PERF: this is inlined into every search loop, except in WebAssembly, where the module has to be small.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn unpack<const W: usize>(&self, state: &[u64], scratch: &mut Vec<u64>) {
        self.code.decode::<W>(state, scratch);
    }

    #[inline(always)]
    fn enabled<const W: usize>(&self, _: &[u64], scratch: &Vec<u64>, events: &mut Vec<EventId>) {
        self.enabled_by_fields(scratch, events);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn fire<const W: usize>(
        &self,
        state: &[u64],
        scratch: &Vec<u64>,
        event: EventId,
        successor: &mut [u64],
    ) -> Fired {
        let rules = self.fields.rules();
        if rules.only_adds(event.index()) {
            self.code.fire::<W>(event.index(), state, successor);
            return Fired::Successor;
        }
        if !rules.assumptions_hold(event.index(), scratch) {
            return Fired::AssumptionBroken;
        }
        if rules.has_resets(event.index()) {
            let mut packed = self.empty();
            rules.fire::<0>(event.index(), scratch, &mut packed);
            self.code.encode(&packed, successor);
        } else {
            self.code.fire::<W>(event.index(), state, successor);
        }
        Fired::Successor
    }

    fn fire_changes(
        &self,
        state: &[u64],
        scratch: &Vec<u64>,
        event: EventId,
        successor: &mut [u64],
        changes: &mut Vec<(u32, u64)>,
    ) -> Fired {
        let rules = self.fields.rules();
        if rules.has_resets(event.index()) {
            return fire_and_compare(self, (state, scratch), event, successor, changes);
        }
        if !rules.assumptions_hold(event.index(), scratch) {
            return Fired::AssumptionBroken;
        }
        changes.extend(self.code.added(event.index(), state));
        Fired::Successor
    }
}

impl Extremes for RadixModel {
    type Extremes = FieldExtremes;

    fn no_extremes(&self) -> FieldExtremes {
        self.fields.no_extremes()
    }

    #[inline(always)]
    fn absorb<const W: usize>(&self, _: &[u64], scratch: &Vec<u64>, extremes: &mut FieldExtremes) {
        self.absorb_fields(scratch, extremes);
    }

    fn join(&self, extremes: &mut FieldExtremes, others: &FieldExtremes) {
        self.fields.join(extremes, others);
    }

    fn raise(&self, extremes: &FieldExtremes, maxima: &mut Maxima) {
        self.fields.raise(extremes, maxima);
    }
}

impl Adaptive for RadixModel {
    fn relax(&self, state: &[u64], event: EventId, room: Room) -> Relaxed<Self> {
        match self.fields.relaxed_knowledge(&self.unpacked(state), event, room) {
            Some(knowledge) => Relaxed::System(Self::compile(knowledge)),
            None => Relaxed::Unrepresentable,
        }
    }

    fn translate(&self, earlier: &Self, state: &[u64], translated: &mut [u64]) {
        let create = || self.code.translation(&earlier.code);
        self.translations.translate(earlier.fields.layout(), create, state, translated);
    }

    fn pumps(&self, ancestor: &[u64], path: &[EventId], descendant: &[u64]) -> bool {
        self.fields.pumps(&self.unpacked(ancestor), path, &self.unpacked(descendant))
    }
}
