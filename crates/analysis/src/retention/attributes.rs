//! The attributes that a replacement strategy stores for each state, and the resulting rank.
//!
//! ```text
//! shard   d e │ d e │ d e │ …     one number for each attribute that the strategy needs
//! ```
//!
//! A row is written when its state is discovered, so the position of a forgotten state can be reused without
//! clearing. A strategy without criteria has no rows, and every call is one comparison.
//!
//! Times are stamps: the number of earlier discoveries and hits, divided by a power of two. If the quotient
//! would not fit, the divisor is doubled and all stamps are halved. INVARIANT: a stamp is the exact time,
//! rounded down, so stamps never contradict the order of events. After 2^32 events, states whose times
//! differ by less than the divisor may have the same stamp.

use sanderling_store::StateId;
use sanderling_store::hash::SHARDS;

use crate::checkpoint::snapshot::{Sink, Snapshot, Source};

use super::replacement::{Criterion, MAX_CRITERIA, Ranking, Replacement};

/// The order of forgetting: states of lower rank first. Ranks of different strategies are not comparable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank([u32; MAX_CRITERIA]);

/// A number stored for each state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attribute {
    Depth,
    Discovery,
    LastHit,
    InDegree,
    OutDegree,
    EventType,
}

impl Attribute {
    fn of(criterion: Criterion) -> Self {
        match criterion {
            Criterion::Oldest => Self::Discovery,
            Criterion::LeastRecentlyHit => Self::LastHit,
            Criterion::InDegree | Criterion::Frequency => Self::InDegree,
            Criterion::OutDegree => Self::OutDegree,
            Criterion::Distance | Criterion::Stratified { .. } => Self::Depth,
            Criterion::EventType => Self::EventType,
        }
    }

    fn is_time(self) -> bool {
        matches!(self, Self::Discovery | Self::LastHit)
    }

    fn changes_when_hit(self) -> bool {
        matches!(self, Self::LastHit | Self::InDegree | Self::EventType)
    }
}

/// A criterion in evaluable form: the number of an attribute, mapped by the criterion. If the order is
/// reversed, all bits are inverted.
#[derive(Debug, Clone, Copy)]
struct Term {
    column: usize,
    criterion: Criterion,
    inverted: u32,
}

impl Term {
    fn new(ranking: Ranking, columns: &mut Vec<Attribute>) -> Self {
        let Ranking { criterion, is_reversed } = ranking;
        let attribute = Attribute::of(criterion);
        let column = columns.iter().position(|&known| known == attribute).unwrap_or(columns.len());
        if column == columns.len() {
            columns.push(attribute);
        }
        let highest_first = matches!(criterion, Criterion::Frequency | Criterion::EventType);
        Self { column, criterion, inverted: if highest_first == is_reversed { 0 } else { u32::MAX } }
    }

    #[inline]
    fn number(self, row: &[u32]) -> u32 {
        let number = row[self.column];
        let number = match self.criterion {
            Criterion::Stratified { period, kept } => u32::from(number % period < kept),
            _ => number,
        };
        number ^ self.inverted
    }
}

/// When rows grow, a shard reserves an extra fraction of its length: one part in this number.
const GROWTH: usize = 8;
/// Minimum number of rows that a shard grows by.
const MIN_GROWTH: usize = 16;

/// The rows of all states of a store. A state that has not been recorded has a row of zeros.
#[derive(Debug, Clone)]
pub struct Attributes {
    columns: Vec<Attribute>,
    terms: Vec<Term>,
    /// Whether hits affect the rank.
    heeds_hits: bool,
    /// Whether expansions affect the rank.
    heeds_expansions: bool,
    /// Empty if there are no columns.
    shards: Vec<Vec<u32>>,
    /// The number of discoveries and recorded hits.
    time: u64,
    /// The number of low bits of the time that stamps drop.
    dropped_bits: u32,
}

impl Attributes {
    /// Creates the empty attributes that `replacement` needs.
    #[must_use]
    pub fn new(replacement: &Replacement) -> Self {
        let mut columns = Vec::new();
        let terms = replacement.rankings().map(|ranking| Term::new(ranking, &mut columns)).collect();
        Self {
            heeds_hits: columns.iter().any(|attribute| attribute.changes_when_hit()),
            heeds_expansions: columns.contains(&Attribute::OutDegree),
            shards: if columns.is_empty() { Vec::new() } else { vec![Vec::new(); SHARDS] },
            columns,
            terms,
            time: 0,
            dropped_bits: 0,
        }
    }

    /// Whether states differ in rank, so that drawing more than one candidate makes a difference.
    #[must_use]
    pub fn are_ranked(&self) -> bool {
        !self.terms.is_empty()
    }

    /// Records that a state was stored: at this depth, by an event of this type. A root may have any type; 0
    /// keeps it longest.
    #[inline]
    pub fn discovered(&mut self, id: StateId, depth: u32, event_type: u8) {
        if !self.columns.is_empty() {
            self.note_discovery(id, depth, event_type);
        }
    }

    /// Records that an event of this type led to the stored state.
    #[inline]
    pub fn hit(&mut self, id: StateId, event_type: u8) {
        if self.heeds_hits {
            self.note_hit(id, event_type);
        }
    }

    /// Records the number of enabled events of an expanded state.
    #[inline]
    pub fn expanded(&mut self, id: StateId, out_degree: u32) {
        if self.heeds_expansions {
            let row = row_mut(&mut self.shards, self.columns.len(), id);
            let numbers = row.iter_mut().zip(&self.columns);
            numbers
                .filter(|(_, attribute)| **attribute == Attribute::OutDegree)
                .for_each(|(number, _)| *number = out_degree);
        }
    }

    /// Returns the rank of a state. Among several states, the one of lowest rank is forgotten first.
    #[must_use]
    #[inline]
    pub fn rank(&self, id: StateId) -> Rank {
        let mut rank = Rank([0; MAX_CRITERIA]);
        if !self.terms.is_empty() {
            let row = self.row(id);
            rank.0.iter_mut().zip(&self.terms).for_each(|(number, term)| *number = term.number(row));
        }
        rank
    }

    /// Returns the memory of the rows, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let numbers: usize = self.shards.iter().map(Vec::capacity).sum();
        numbers * size_of::<u32>() + self.shards.capacity() * size_of::<Vec<u32>>()
    }

    /// Returns the memory of a state in bytes: 4 for each attribute, and 0 if states are forgotten at
    /// random.
    #[must_use]
    pub fn bytes_per_state(&self) -> usize {
        self.columns.len() * size_of::<u32>()
    }

    /// Moves the attributes to new ids, given as pairs of the old and the new one. Drops states without a
    /// pair.
    #[must_use]
    pub fn moved(&self, new_ids: impl Iterator<Item = (StateId, StateId)>) -> Self {
        let shards = vec![Vec::new(); self.shards.len()];
        let (columns, terms) = (self.columns.clone(), self.terms.clone());
        let mut moved = Self { columns, terms, shards, ..*self };
        if !self.columns.is_empty() {
            for (old, new) in new_ids {
                row_mut(&mut moved.shards, self.columns.len(), new).copy_from_slice(self.row(old));
            }
        }
        moved
    }

    /// Writes the attributes to a checkpoint.
    pub(crate) fn save(&self, to: &mut Sink<'_>) {
        self.shards.save(to);
        self.time.save(to);
        self.dropped_bits.save(to);
    }

    /// Reads the attributes from a checkpoint into an empty value. Returns `None` if they belong to another
    /// strategy.
    pub(crate) fn load(&mut self, from: &mut Source, positions: impl Fn(usize) -> usize) -> Option<()> {
        let shards: Vec<Vec<u32>> = Snapshot::load(from)?;
        (self.time, self.dropped_bits) = (Snapshot::load(from)?, Snapshot::load(from)?);
        let width = self.columns.len();
        let is_of_shard = |(shard, rows): (usize, &Vec<u32>)| {
            rows.len().is_multiple_of(width) && rows.len() / width <= positions(shard)
        };
        let is_of_this = shards.len() == self.shards.len()
            && shards.iter().enumerate().all(is_of_shard)
            && self.dropped_bits < u64::BITS;
        self.shards = shards;
        is_of_this.then_some(())
    }

    fn note_discovery(&mut self, id: StateId, depth: u32, event_type: u8) {
        let now = self.next_stamp();
        let row = row_mut(&mut self.shards, self.columns.len(), id);
        for (number, attribute) in row.iter_mut().zip(&self.columns) {
            *number = match attribute {
                Attribute::Depth => depth,
                Attribute::Discovery | Attribute::LastHit => now,
                Attribute::InDegree => 1,
                Attribute::OutDegree => 0,
                Attribute::EventType => u32::from(event_type),
            };
        }
    }

    fn note_hit(&mut self, id: StateId, event_type: u8) {
        let now = self.next_stamp();
        let row = row_mut(&mut self.shards, self.columns.len(), id);
        for (number, attribute) in row.iter_mut().zip(&self.columns) {
            match attribute {
                Attribute::LastHit => *number = now,
                Attribute::InDegree => *number = number.saturating_add(1),
                Attribute::EventType => *number = (*number).min(u32::from(event_type)),
                Attribute::Depth | Attribute::Discovery | Attribute::OutDegree => {}
            }
        }
    }

    #[inline]
    fn row(&self, id: StateId) -> &[u32] {
        let width = self.columns.len();
        let rows = &self.shards[id.shard()];
        rows.get(id.position() * width..).and_then(|row| row.get(..width)).unwrap_or(&[0; MAX_CRITERIA])
    }

    /// Advances the time by one unit and returns the current stamp.
    #[inline]
    fn next_stamp(&mut self) -> u32 {
        self.time += 1;
        if self.time >> self.dropped_bits > u64::from(u32::MAX) {
            self.halve_stamps();
        }
        (self.time >> self.dropped_bits) as u32
    }

    /// Makes stamps coarser. This happens each time the number of events doubles, from 2^32 events on, so at
    /// most 32 times.
    #[cold]
    fn halve_stamps(&mut self) {
        self.dropped_bits += 1;
        let width = self.columns.len();
        for rows in &mut self.shards {
            for row in rows.chunks_exact_mut(width) {
                let stamps = row.iter_mut().zip(&self.columns).filter(|(_, attribute)| attribute.is_time());
                stamps.for_each(|(stamp, _)| *stamp >>= 1);
            }
        }
    }
}

/// Returns the row of a state, and creates it if it is missing.
#[inline]
fn row_mut(shards: &mut [Vec<u32>], width: usize, id: StateId) -> &mut [u32] {
    let rows = &mut shards[id.shard()];
    let begin = id.position() * width;
    if rows.len() < begin + width {
        grow(rows, begin + width, width);
    }
    &mut rows[begin..begin + width]
}

#[cold]
fn grow(rows: &mut Vec<u32>, length: usize, width: usize) {
    if rows.capacity() < length {
        let spare = (length / GROWTH).max(MIN_GROWTH * width);
        rows.reserve_exact(length + spare - rows.len());
    }
    rows.resize(length, 0);
}

#[cfg(test)]
mod tests;
