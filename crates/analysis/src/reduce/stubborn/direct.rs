//! The events that each event adds to a set, as rows of bits.
//!
//! Roles keep the relation as small as the dependencies, but each added event has to be looked up through
//! roles on many slots. If there are not too many events, the union over the roles is stored for each event
//! and each need. The new events that an event adds then take a few operations on words.

use sanderling_cutoff::STUBBORN_ROW_WORDS;

use super::relation::Relation;
use super::rows::number;
use crate::bits::Bits;

/// Rows of bits.
#[derive(Debug, Clone)]
pub(super) struct Direct {
    /// The number of words of a row.
    words: usize,
    /// For each event the events that do not accord with it, followed for each need by its events.
    rows: Box<[u64]>,
}

impl Direct {
    pub(super) fn of(relation: &Relation) -> Option<Self> {
        let words = relation.events.div_ceil(64);
        if !STUBBORN_ROW_WORDS.admits((relation.events + relation.needs.len()).saturating_mul(words)) {
            return None;
        }
        let mut rows = vec![0; (relation.events + relation.needs.len()) * words];
        for (at, row) in rows.chunks_exact_mut(words.max(1)).enumerate() {
            match at.checked_sub(relation.events) {
                None => {
                    for &role in relation.roles_of.row(number(at)) {
                        put_players(relation, relation.hindering.row(role), row);
                    }
                }
                Some(need) => put_players(relation, relation.needs.row(number(need)), row),
            }
        }
        Some(Self { words, rows: rows.into() })
    }

    /// Returns the events that add no other event while they are enabled.
    pub(super) fn alone(&self, events: usize) -> Bits {
        let mut alone = Bits::new(events);
        for event in 0..number(events) {
            let mut row = Bits::new(events);
            row.insert_row(self.row(event));
            row.remove(event);
            if row.words().iter().all(|&word| word == 0) {
                alone.insert(event);
            }
        }
        alone
    }

    /// Returns the row of an event, or after those, of a need.
    #[inline]
    pub(super) fn row(&self, row: u32) -> &[u64] {
        &self.rows[row as usize * self.words..][..self.words]
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.rows)
    }
}

fn put_players(relation: &Relation, roles: &[u32], row: &mut [u64]) {
    let players = roles.iter().flat_map(|&role| relation.players.row(role));
    players.for_each(|&event| row[event as usize / 64] |= 1 << (event % 64));
}
