//! The multisets that a place has held, by number.

use sanderling_unfolding::{Colour, mix};

use super::room::{INDEX_BYTES, Index, Room};

/// The colours of a multiset in the order of their numbers, each with its count.
pub(super) type Tokens = [(Colour, u64)];

#[derive(Debug)]
struct Entry {
    start: usize,
    end: usize,
    total: u64,
    max_count: u64,
    hash: u64,
}

/// The multisets that a place has held.
///
/// INVARIANT: an entry keeps its number for ever, no two entries are equal, and the empty multiset has number 0.
#[derive(Debug)]
pub(super) struct Multisets {
    entries: Vec<Entry>,
    tokens: Vec<(Colour, u64)>,
    index: Index,
}

impl Multisets {
    /// Creates the table with the empty multiset.
    pub(super) fn new() -> Self {
        let entries = vec![Entry { start: 0, end: 0, total: 0, max_count: 0, hash: 0 }];
        Self { entries, tokens: Vec::new(), index: Index::default() }
    }

    #[inline(always)]
    pub(super) fn tokens(&self, number: u64) -> &Tokens {
        let entry = &self.entries[number as usize];
        &self.tokens[entry.start..entry.end]
    }

    /// Returns the number of tokens, counted with multiplicity.
    pub(super) fn total(&self, number: u64) -> u64 {
        self.entries[number as usize].total
    }

    /// Returns the [hash](hash_of).
    pub(super) fn hash(&self, number: u64) -> u64 {
        self.entries[number as usize].hash
    }

    /// Returns the greatest count of a colour.
    pub(super) fn max_count(&self, number: u64) -> u64 {
        self.entries[number as usize].max_count
    }

    /// Returns the number of a multiset with this [hash](hash_of), if it is known.
    pub(super) fn find(&self, tokens: &Tokens, hash: u64) -> Option<u32> {
        if tokens.is_empty() {
            return Some(0);
        }
        self.index.find(hash, |number| self.tokens(number.into()) == tokens)
    }

    /// Returns the number of a multiset with this [hash](hash_of), whose total fits 64 bits. Returns `None` if there is
    /// no room for it.
    pub(super) fn number(&mut self, tokens: &Tokens, hash: u64, room: &mut Room) -> Option<u32> {
        let known = self.find(tokens, hash);
        if known.is_some() {
            return known;
        }
        let number = u32::try_from(self.entries.len()).ok().filter(|&number| number < u32::MAX)?;
        room.take(INDEX_BYTES + (size_of::<Entry>() + size_of_val(tokens)) as u64)?;
        let start = self.tokens.len();
        self.tokens.extend_from_slice(tokens);
        let counts = || tokens.iter().map(|&(_, count)| count);
        let (total, max_count) = (counts().sum(), counts().max().unwrap_or(0));
        self.entries.push(Entry { start, end: self.tokens.len(), total, max_count, hash });
        self.index.add(hash, number);
        Some(number)
    }
}

/// Returns the hash of a multiset: the sum of the hashes of its colours, so that a change of a few colours is cheap.
pub(super) fn hash_of(tokens: &Tokens) -> u64 {
    tokens.iter().fold(0, |hash, &(colour, count)| hash.wrapping_add(hash_of_colour(colour, count)))
}

/// Returns the hash of a colour with its count.
pub(super) fn hash_of_colour(colour: Colour, count: u64) -> u64 {
    mix(mix(0, colour.index() as u64), count)
}

#[cfg(test)]
mod tests {
    use sanderling_net::Value;
    use sanderling_unfolding::Colours;

    use super::{Multisets, Room, hash_of};

    #[test]
    fn a_multiset_keeps_its_number_and_a_full_table_still_knows_its_entries() {
        let mut colours = Colours::new();
        let mut colour = |number| colours.of(&Value::Integer(number));
        let [one, two] = [[(colour(1), 2)], [(colour(2), 1)]];
        let mut multisets = Multisets::new();
        let (mut room, mut nothing) = (Room::new(1000), Room::new(0));
        let mut number = |tokens: &[_], room: &mut Room| multisets.number(tokens, hash_of(tokens), room);
        assert_eq!([number(&one, &mut room), number(&[], &mut room)], [Some(1), Some(0)]);
        assert_eq!([number(&two, &mut nothing), number(&one, &mut nothing)], [None, Some(1)]);
        assert_eq!((multisets.tokens(1), multisets.total(1), multisets.max_count(1)), (&one[..], 2, 2));
    }
}
