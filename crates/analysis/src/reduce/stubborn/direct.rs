//! What events draw in, event by event as rows of bits.
//!
//! Roles keep the relation as small as the footprints; but each event that is drawn in is then looked up through roles on
//! many slots. Where there are not too many events, the union over the roles is written down for each event and each need: what
//! an event draws in that is not in the set yet is a few operations on words.

use super::relation::Relation;
use super::rows::number;

/// The most words that all rows may take.
const MOST_WORDS: usize = 1 << 18;

/// Rows of bits.
#[derive(Debug, Clone)]
pub(super) struct Direct {
    /// The words of a row.
    words: usize,
    /// For each event, those that hinder it.
    hindering: Box<[u64]>,
    /// For each need, those of which one has to occur.
    needs: Box<[u64]>,
}

impl Direct {
    pub(super) fn of(relation: &Relation) -> Option<Self> {
        let words = relation.events.div_ceil(64);
        if (relation.events + relation.needs.len()).saturating_mul(words) > MOST_WORDS {
            return None;
        }
        let mut hindering = vec![0; relation.events * words];
        for (event, row) in hindering.chunks_exact_mut(words.max(1)).enumerate() {
            for &role in relation.roles_of.row(number(event)) {
                put_players(relation, relation.hindering.row(role), row);
            }
        }
        let mut needs = vec![0; relation.needs.len() * words];
        for (need, row) in needs.chunks_exact_mut(words.max(1)).enumerate() {
            put_players(relation, relation.needs.row(number(need)), row);
        }
        Some(Self { words, hindering: hindering.into(), needs: needs.into() })
    }

    /// Those that hinder an event.
    #[inline]
    pub(super) fn hindering(&self, event: u32) -> &[u64] {
        &self.hindering[event as usize * self.words..][..self.words]
    }

    /// Those of which one has to occur.
    #[inline]
    pub(super) fn need(&self, need: u32) -> &[u64] {
        &self.needs[need as usize * self.words..][..self.words]
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.hindering) + size_of_val(&*self.needs)
    }
}

fn put_players(relation: &Relation, roles: &[u32], row: &mut [u64]) {
    for &event in roles.iter().flat_map(|&role| relation.players.row(role)) {
        row[event as usize / 64] |= 1 << (event % 64);
    }
}
