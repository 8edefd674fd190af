//! The bindings that have been enabled, with the tokens that they test and move.

use std::ops::Range;

use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_unfolding::{Binding, Colour, Contents, includes, mix};

use super::multisets::{Tokens, hash_of, hash_of_colour};
use super::room::{INDEX_BYTES, Index, Room};

/// The positions of some entries of a vector.
type Span = Range<u32>;

/// The effect of a firing on one place: it takes tokens, possibly empties the place, and puts tokens.
#[derive(Debug)]
pub(super) struct Effect {
    pub(super) place: PlaceId,
    is_reset: bool,
    takes: Span,
    puts: Span,
    taken: u64,
    put: u64,
    /// Maximum number of tokens afterwards.
    capacity: Option<u64>,
}

/// A condition on a place that a firing does not change.
#[derive(Debug)]
struct Check {
    effect: u32,
    /// Whether the tokens must not be in the place.
    inhibits: bool,
}

/// A transition with the colours of its variables.
#[derive(Debug)]
struct Record {
    transition: TransitionId,
    /// The number of the event, or 0 if it has none yet.
    event: u32,
    binding: Span,
    /// The effects on the places that change, and the checks. `None` if only the reference semantics can fire it.
    spans: Option<(Span, Span)>,
}

/// The bindings that have been enabled, by number. Those with an event are also numbered by it.
///
/// INVARIANT: a binding keeps its number for ever, and no two are equal.
#[derive(Debug, Default)]
pub(super) struct Firings {
    records: Vec<Record>,
    index: Index,
    colours: Vec<Colour>,
    changes: Vec<u32>,
    checks: Vec<Check>,
    effects: Vec<Effect>,
    effect_index: Index,
    tokens: Vec<(Colour, u64)>,
    /// By event minus one: the number of the binding.
    of_event: Vec<u32>,
}

fn span_from<T>(start: usize, all: &[T]) -> Option<Span> {
    Some(u32::try_from(start).ok()?..u32::try_from(all.len()).ok()?)
}

fn part<'a, T>(all: &'a [T], span: &Span) -> &'a [T] {
    &all[span.start as usize..span.end as usize]
}

fn hash_of_tokens(hash: u64, tokens: &Tokens) -> u64 {
    tokens.iter().fold(mix(hash, tokens.len() as u64), |hash, &(colour, count)| {
        mix(hash, count << 32 ^ colour.index() as u64)
    })
}

fn sum(tokens: &Tokens) -> u64 {
    tokens.iter().map(|&(_, count)| count).sum()
}

impl Firings {
    pub(super) fn transition(&self, number: u32) -> TransitionId {
        self.records[number as usize].transition
    }

    /// Returns the colours of the variables.
    pub(super) fn binding(&self, number: u32) -> &[Colour] {
        part(&self.colours, &self.records[number as usize].binding)
    }

    /// Returns the number of events.
    pub(super) fn events(&self) -> usize {
        self.of_event.len()
    }

    /// Returns the number of the binding of an event, which counts from 1.
    pub(super) fn of_event(&self, event: usize) -> Option<u32> {
        Some(self.of_event[event.checked_sub(1)?])
    }

    /// Returns the event of a binding. Returns `None` if it has none yet, and there are `max_events` already.
    pub(super) fn event(&mut self, number: u32, max_events: u32) -> Option<u32> {
        let record = &mut self.records[number as usize];
        if record.event == 0 {
            record.event =
                u32::try_from(self.of_event.len() + 1).ok().filter(|&event| event <= max_events)?;
            self.of_event.push(number);
        }
        Some(record.event)
    }

    /// Returns the effects on the places that a firing changes, with their numbers. Returns `None` if only the
    /// reference semantics can fire it.
    pub(super) fn changes(&self, number: u32) -> Option<impl Iterator<Item = (u32, &Effect)>> {
        let (changes, _) = self.records[number as usize].spans.as_ref()?;
        Some(part(&self.changes, changes).iter().map(|&effect| (effect, &self.effects[effect as usize])))
    }

    /// Returns whether a known binding is enabled. Returns `None` if only the reference semantics can decide it.
    pub(super) fn is_enabled(&self, number: u32, contents: &dyn Contents) -> Option<bool> {
        let (changes, checks) = self.records[number as usize].spans.as_ref()?;
        let holds = |effect: &Effect| includes(contents.tokens(effect.place), self.takes(effect));
        let is_met = |check: &Check| holds(&self.effects[check.effect as usize]) != check.inhibits;
        let is_open = |&effect: &u32| {
            let effect = &self.effects[effect as usize];
            holds(effect)
                && effect.capacity.is_none_or(|capacity| {
                    let left =
                        if effect.is_reset { 0 } else { sum(contents.tokens(effect.place)) - effect.taken };
                    u128::from(left) + u128::from(effect.put) <= u128::from(capacity)
                })
        };
        Some(
            part(&self.changes, changes).iter().all(is_open) && part(&self.checks, checks).iter().all(is_met),
        )
    }

    pub(super) fn takes(&self, effect: &Effect) -> &Tokens {
        part(&self.tokens, &effect.takes)
    }

    /// Returns the number of a binding.
    pub(super) fn find(&self, transition: TransitionId, binding: &[Colour]) -> Option<u32> {
        let is_same = |number: u32| self.transition(number) == transition && self.binding(number) == binding;
        self.index.find(hash_of_binding(transition, binding), is_same)
    }

    /// Adds a binding that is new, with its tokens unless only the reference semantics can fire it. Returns `None` if
    /// there is no room for it.
    pub(super) fn add(
        &mut self,
        net: &Net,
        (transition, binding): (TransitionId, &[Colour]),
        tokens: Option<&Binding>,
        room: &mut Room,
    ) -> Option<u32> {
        let number = u32::try_from(self.records.len()).ok().filter(|&number| number < u32::MAX)?;
        room.take(INDEX_BYTES + (size_of::<Record>() + size_of_val(binding) + size_of::<u32>()) as u64)?;
        let spans = match tokens {
            Some(tokens) => Some(self.add_spans(net, tokens, room)?),
            None => None,
        };
        let start = self.colours.len();
        self.colours.extend_from_slice(binding);
        let span = span_from(start, &self.colours)?;
        self.records.push(Record { transition, event: 0, binding: span, spans });
        self.index.add(hash_of_binding(transition, binding), number);
        Some(number)
    }

    fn add_spans(&mut self, net: &Net, tokens: &Binding, room: &mut Room) -> Option<(Span, Span)> {
        let (first_change, first_check) = (self.changes.len(), self.checks.len());
        let mut places: Vec<_> =
            tokens.takes.keys().chain(&tokens.resets).chain(tokens.puts.keys()).collect();
        places.sort_unstable();
        places.dedup();
        let none = Vec::new();
        for &place in places {
            let takes = tokens.takes.get(&place).unwrap_or(&none);
            let puts = tokens.puts.get(&place);
            let capacity = puts.and(net.place(place).capacity);
            let (puts, is_reset) = (puts.unwrap_or(&none), tokens.resets.contains(&place));
            if takes == puts && !is_reset && capacity.is_none() {
                self.add_check(place, takes, false, room)?;
                continue;
            }
            let effect = self.effect((place, is_reset, capacity), (takes, puts), room)?;
            room.take(size_of::<u32>() as u64)?;
            self.changes.push(effect);
        }
        let reads = tokens.reads.iter().map(|read| (read, false));
        for ((place, tokens), inhibits) in reads.chain(tokens.inhibits.iter().map(|one| (one, true))) {
            self.add_check(*place, tokens, inhibits, room)?;
        }
        Some((span_from(first_change, &self.changes)?, span_from(first_check, &self.checks)?))
    }

    fn add_check(&mut self, place: PlaceId, tokens: &Tokens, inhibits: bool, room: &mut Room) -> Option<()> {
        let effect = self.effect((place, false, None), (tokens, &[]), room)?;
        room.take(size_of::<Check>() as u64)?;
        self.checks.push(Check { effect, inhibits });
        Some(())
    }

    /// Returns the number of an effect.
    fn effect(
        &mut self,
        (place, is_reset, capacity): (PlaceId, bool, Option<u64>),
        (takes, puts): (&Tokens, &Tokens),
        room: &mut Room,
    ) -> Option<u32> {
        let key = mix(place.index() as u64, u64::from(is_reset) << 1 | u64::from(capacity.is_some()));
        let hash = hash_of_tokens(hash_of_tokens(key, takes), puts);
        let is_same = |number: u32| {
            let effect = &self.effects[number as usize];
            (effect.place, effect.is_reset, effect.capacity) == (place, is_reset, capacity)
                && self.takes(effect) == takes
                && part(&self.tokens, &effect.puts) == puts
        };
        if let Some(known) = self.effect_index.find(hash, is_same) {
            return Some(known);
        }
        let number = u32::try_from(self.effects.len()).ok().filter(|&number| number < u32::MAX)?;
        let bytes = size_of::<Effect>() + size_of_val(takes) + size_of_val(puts);
        room.take(INDEX_BYTES + bytes as u64)?;
        let start = self.tokens.len();
        self.tokens.extend_from_slice(takes);
        let (takes, start) = (span_from(start, &self.tokens)?, self.tokens.len());
        self.tokens.extend_from_slice(puts);
        let puts = span_from(start, &self.tokens)?;
        let [taken, put] = [&takes, &puts].map(|span| sum(part(&self.tokens, span)));
        self.effects.push(Effect { place, is_reset, takes, puts, taken, put, capacity });
        self.effect_index.add(hash, number);
        Some(number)
    }

    /// Returns the number of plain tokens after an effect. Returns `None` if it is 2^64 or more.
    #[inline(always)]
    pub(super) fn count_after(&self, effect: &Effect, count: u64) -> Option<u64> {
        let left = if effect.is_reset { 0 } else { count.checked_sub(effect.taken)? };
        left.checked_add(effect.put)
    }

    /// Computes the tokens after an effect on a multiset with a hash, and returns their hash. The new total must fit 64
    /// bits. Returns `None` if the multiset does not include the tokens taken.
    pub(super) fn tokens_after(
        &self,
        effect: &Effect,
        held: &Tokens,
        mut hash: u64,
        after: &mut Vec<(Colour, u64)>,
    ) -> Option<u64> {
        let (mut taken, put) = (self.takes(effect), part(&self.tokens, &effect.puts));
        after.clear();
        if effect.is_reset {
            (taken, hash) = (&[], 0);
        } else {
            after.extend_from_slice(held);
        }
        for &(colour, count) in taken.iter().filter(|&&(_, count)| count > 0) {
            let position = position(after, colour).ok()?;
            let left = &mut after[position].1;
            hash = hash.wrapping_sub(hash_of_colour(colour, *left));
            *left = left.checked_sub(count)?;
            if *left == 0 {
                after.remove(position);
            } else {
                hash = hash.wrapping_add(hash_of_colour(colour, *left));
            }
        }
        for &(colour, count) in put.iter().filter(|&&(_, count)| count > 0) {
            match position(after, colour) {
                Ok(position) => {
                    let held = &mut after[position].1;
                    hash = hash.wrapping_sub(hash_of_colour(colour, *held));
                    *held += count;
                    hash = hash.wrapping_add(hash_of_colour(colour, *held));
                }
                Err(position) => {
                    after.insert(position, (colour, count));
                    hash = hash.wrapping_add(hash_of_colour(colour, count));
                }
            }
        }
        debug_assert_eq!(hash, hash_of(after));
        Some(hash)
    }
}

fn position(tokens: &Tokens, colour: Colour) -> Result<usize, usize> {
    tokens.binary_search_by_key(&colour.index(), |&(other, _)| other.index())
}

fn hash_of_binding(transition: TransitionId, binding: &[Colour]) -> u64 {
    binding.iter().fold(mix(0, transition.index() as u64), |hash, colour| mix(hash, colour.index() as u64))
}
