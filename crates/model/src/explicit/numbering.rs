//! All numbers of a model: of colours, of the contents of places, and of firings; and the results by number.

use sanderling_cutoff::COLOUR_RESULT_WORDS;
use sanderling_net::semantics::{Binding, Firing, Marking, Multiset};
use sanderling_net::{Net, PlaceId, SortId, TransitionId, Value, VariableId};
use sanderling_unfolding::{Colour, Colours, Contents};

use super::firings::Firings;
use super::memo::Memo;
use super::model::TableLimits;
use super::multisets::{Multisets, Tokens, hash_of};
use super::room::Room;
use super::tables::Shortage;

/// Fraction of the tables' memory for results that can be forgotten: one part in `SHARE`.
const SHARE: u64 = 4;

/// Maximum number of colours.
const MAX_COLOURS: u64 = 1 << 31;

/// The enabled events of one transition, by the contents of the places that decide about them.
#[derive(Debug)]
struct Enabled {
    /// The positions in `lists`, and the numbers of events.
    spans: Memo,
    lists: Vec<u32>,
}

/// The numbers of everything that has been met, and results by number.
#[derive(Debug)]
pub(super) struct Numbering {
    pub(super) colours: Colours,
    /// By place; `None` for places of plain tokens, which are counted.
    pub(super) multisets: Vec<Option<Multisets>>,
    pub(super) firings: Firings,
    pub(super) room: Room,
    max_events: u32,
    /// The bytes of the room that the colours take.
    colour_bytes: u64,
    /// By transition.
    enabled: Vec<Enabled>,
    /// The new contents of a place after an effect, by the effect and the contents.
    after: Memo,
    /// Number of words of `enabled` and `after`.
    words: u64,
    max_words: u64,
    buffer: Vec<(Colour, u64)>,
    /// Whether a binding was disabled only by a negative difference of multisets.
    pub(super) has_met_negative_difference: bool,
}

/// The contents of the places in one marking.
pub(super) struct Here<'a> {
    multisets: &'a [Option<Multisets>],
    numbers: &'a [u64],
    /// By place: the plain tokens.
    plain: &'a [[(Colour, u64); 1]],
}

impl<'a> Here<'a> {
    /// Returns the contents of places with these numbers. `plain` must contain the plain tokens.
    pub(super) fn new(
        multisets: &'a [Option<Multisets>],
        numbers: &'a [u64],
        plain: &'a [[(Colour, u64); 1]],
    ) -> Self {
        Self { multisets, numbers, plain }
    }
}

impl Contents for Here<'_> {
    fn tokens(&self, place: PlaceId) -> &[(Colour, u64)] {
        let number = self.numbers[place.index()];
        match &self.multisets[place.index()] {
            Some(multisets) => multisets.tokens(number),
            None if number == 0 => &[],
            None => &self.plain[place.index()],
        }
    }
}

impl Numbering {
    /// Creates the numbering of a net with these colours. By transition, `widths` are the numbers of places that decide
    /// about its enabled events.
    pub(super) fn new(net: &Net, limits: TableLimits, colours: Colours, widths: &[usize]) -> Self {
        let multisets =
            net.places.iter().map(|place| (place.sort != SortId::DOT).then(Multisets::new)).collect();
        let results = limits.bytes / SHARE;
        let enabled = |&width: &usize| Enabled { spans: Memo::new(width), lists: Vec::new() };
        Self {
            colours,
            multisets,
            firings: Firings::default(),
            room: Room::new(limits.bytes - results),
            max_events: limits.events.max(1) - 1,
            colour_bytes: 0,
            enabled: widths.iter().map(enabled).collect(),
            after: Memo::new(1),
            words: 0,
            max_words: results / 8,
            buffer: Vec::new(),
            has_met_negative_difference: false,
        }
    }

    /// Returns the memory in use, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.room.bytes() + self.words * 8
    }

    /// Checks that there is room for the colours.
    fn check_colours(&mut self) -> Option<()> {
        let bytes = self.colours.bytes();
        self.room.take(bytes.saturating_sub(self.colour_bytes))?;
        self.colour_bytes = self.colour_bytes.max(bytes);
        (self.colours.numbers() < MAX_COLOURS).then_some(())
    }

    /// Returns the event of a binding. Returns `None` if there is no room for it.
    pub(super) fn event(&mut self, number: u32) -> Option<u32> {
        self.check_colours()?;
        self.firings.event(number, self.max_events)
    }

    /// Returns the contents of a place's slot for these tokens. Returns `None` if they are new and there is no room for
    /// them.
    pub(super) fn number(&mut self, place: PlaceId, tokens: &Multiset) -> Option<u64> {
        let Some(multisets) = &mut self.multisets[place.index()] else { return Some(tokens.total()) };
        self.buffer.clear();
        self.buffer.extend(tokens.iter().map(|(value, &count)| (self.colours.of(value), count)));
        self.buffer.sort_unstable_by_key(|&(colour, _)| colour.index());
        let hash = hash_of(&self.buffer);
        let known = multisets.find(&self.buffer, hash);
        let number = known.or_else(|| multisets.number(&self.buffer, hash, &mut self.room))?;
        let has_room = self.check_colours().is_some();
        (known.is_some() || has_room).then_some(number.into())
    }

    /// Returns the tokens of a place for these contents of its slot.
    pub(super) fn multiset(&self, place: PlaceId, number: u64) -> Multiset {
        match &self.multisets[place.index()] {
            None => Multiset::of(Value::Dot, number),
            Some(multisets) => {
                multisets.tokens(number).iter().fold(Multiset::default(), |sum, &(colour, count)| {
                    sum.with(self.colours.value(colour), count).expect("the total of a multiset fits 64 bits")
                })
            }
        }
    }

    pub(super) fn marking(&self, numbers: &[u64]) -> Marking {
        numbers
            .iter()
            .enumerate()
            .map(|(place, &number)| self.multiset(PlaceId::new(place), number))
            .collect()
    }

    /// Returns the number of tokens in a place, and the greatest count of a colour.
    pub(super) fn counts(&self, place: usize, number: u64) -> (u64, u64) {
        match &self.multisets[place] {
            None => (number, number),
            Some(multisets) => (multisets.total(number), multisets.max_count(number)),
        }
    }

    pub(super) fn contents(&self, place: PlaceId, number: u64) -> Option<&Tokens> {
        Some(self.multisets[place.index()].as_ref()?.tokens(number))
    }

    /// Returns the transition and the values of a binding, whose variables are `scope`.
    pub(super) fn firing(&self, number: u32, scope: &[VariableId]) -> Firing {
        let colours = self.firings.binding(number).iter();
        let binding: Binding = scope
            .iter()
            .zip(colours)
            .map(|(&variable, &colour)| (variable, self.colours.value(colour)))
            .collect();
        Firing { transition: self.firings.transition(number), binding }
    }

    /// Returns the stored events of a transition for these contents of the places that decide about them.
    #[inline(always)]
    pub(super) fn stored(
        &self,
        transition: TransitionId,
        key: &(impl Iterator<Item = u64> + Clone),
    ) -> Option<&[u32]> {
        let Enabled { spans, lists } = &self.enabled[transition.index()];
        let span = spans.get(key)?;
        let (start, len) = ((span >> 32) as usize, span as u32 as usize);
        Some(&lists[start..start + len])
    }

    /// Stores the events of a transition for these contents, unless they need too much memory.
    pub(super) fn store(
        &mut self,
        transition: TransitionId,
        key: impl Iterator<Item = u64> + Clone,
        events: &[u32],
    ) {
        if !self.make_room(events.len() as u64 / 2) {
            return;
        }
        let Enabled { spans, lists } = &mut self.enabled[transition.index()];
        let before = spans.words() + lists.len() / 2;
        let Ok(start) = u32::try_from(lists.len()) else { return };
        lists.extend_from_slice(events);
        spans.add(key, u64::from(start) << 32 | events.len() as u64);
        self.words += (spans.words() + lists.len() / 2 - before) as u64;
    }

    /// Forgets all results if those and `words` more would take too much memory. Returns whether there is room then.
    fn make_room(&mut self, words: u64) -> bool {
        let is_room = |words| COLOUR_RESULT_WORDS.admits(words) && words <= self.max_words;
        if is_room(self.words + words) {
            return true;
        }
        for Enabled { spans, lists } in &mut self.enabled {
            spans.clear();
            *lists = Vec::new();
        }
        self.after.clear();
        self.words = 0;
        COLOUR_RESULT_WORDS.admits(words + 1) && words < self.max_words
    }

    /// Calls `set` with the new contents of each place that an event changes. Returns `false` if only the reference
    /// semantics can fire it.
    ///
    /// # Errors
    /// If there is no room for the contents, or there are too many tokens.
    #[inline(always)]
    pub(super) fn fire(
        &mut self,
        number: u32,
        numbers: &[u64],
        mut set: impl FnMut(PlaceId, u64),
    ) -> Result<bool, Shortage> {
        let Self { firings, multisets, after, .. } = self;
        let Some(changes) = firings.changes(number) else { return Ok(false) };
        let mut misses = 0;
        for (effect_number, effect) in changes {
            let (place, before) = (effect.place, numbers[effect.place.index()]);
            let number = match &multisets[place.index()] {
                None => Some(firings.count_after(effect, before).ok_or(Shortage::Tokens)?),
                Some(_) => after.get(&std::iter::once(u64::from(effect_number) << 32 | before)),
            };
            match number {
                Some(number) => set(place, number),
                None => misses += 1,
            }
        }
        if misses > 0 {
            self.fire_anew(number, numbers, set)?;
        }
        Ok(true)
    }

    /// Computes and stores the new contents of places of coloured tokens that are not stored.
    #[cold]
    fn fire_anew(
        &mut self,
        number: u32,
        numbers: &[u64],
        mut set: impl FnMut(PlaceId, u64),
    ) -> Result<(), Shortage> {
        let can_store = self.make_room(0);
        let Self { firings, multisets, after, room, buffer, words, .. } = self;
        let earlier = after.words();
        for (effect_number, effect) in firings.changes(number).into_iter().flatten() {
            let (place, before) = (effect.place, numbers[effect.place.index()]);
            let Some(multisets) = &mut multisets[place.index()] else { continue };
            let key = std::iter::once(u64::from(effect_number) << 32 | before);
            let number = match after.get(&key) {
                Some(number) => number,
                None => {
                    let (total, hash) = (multisets.total(before), multisets.hash(before));
                    firings.count_after(effect, total).ok_or(Shortage::Tokens)?;
                    let hash = firings.tokens_after(effect, multisets.tokens(before), hash, buffer);
                    let hash = hash.ok_or(Shortage::Steps)?;
                    let number = u64::from(multisets.number(buffer, hash, room).ok_or(Shortage::Room)?);
                    if can_store {
                        after.add(key, number);
                    }
                    number
                }
            };
            set(place, number);
        }
        *words += (after.words() - earlier) as u64;
        Ok(())
    }
}
