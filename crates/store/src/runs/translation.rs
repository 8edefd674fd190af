//! Rewriting of all states for a system with a different packing.
//!
//! The order of keys changes with the words of states. Each level is therefore sorted again, as if its states were
//! unknown candidates. The level that is being expanded is divided in two: closed and open states.

use super::key::{shard_of_key, to_key};
use super::levels::{LevelReader, LevelRuns};
use super::space::RunError;
use super::{Candidates, Work};

/// Number of states translated at a time.
const AT_A_TIME: usize = 1 << 10;

impl LevelRuns {
    /// Replaces each state by its translation into `words` words. The first `closed` states of the last level are
    /// closed, and are its first states again afterwards. Candidates take at most `candidate_bytes` of memory before
    /// they are spilled.
    ///
    /// # Errors
    /// If files cannot be written or read, or the work was cancelled. The states are then unchanged.
    pub fn translate(
        &mut self,
        (words, closed): (usize, u64),
        translate: impl FnMut(&[u64], &mut [u64]),
        candidate_bytes: usize,
        work: Work<'_>,
    ) -> Result<(), RunError> {
        self.spill(work)?;
        let mut anew = Self::new(words, &self.space);
        anew.keep_to(self.scope);
        let old = std::mem::replace(self, anew);
        let translated = self.add_all_translated(&old, closed, translate, candidate_bytes, work);
        if translated.is_err() {
            *self = old;
        }
        translated
    }

    fn add_all_translated(
        &mut self,
        old: &Self,
        closed: u64,
        mut translate: impl FnMut(&[u64], &mut [u64]),
        candidate_bytes: usize,
        work: Work<'_>,
    ) -> Result<(), RunError> {
        let levels = old.levels();
        let mut add = |anew: &mut Self, reader: &mut LevelReader, states: u64| {
            anew.add_translated((reader, states, old.words), &mut translate, candidate_bytes, work)
        };
        for level in 0..levels {
            let states = old.states_of(level);
            let first = if level + 1 == levels { closed } else { states };
            let mut reader = old.reader(level, 0);
            self.levels.push(Vec::new());
            for states in [first, states - first] {
                add(self, &mut reader, states)?;
                let part = self.new_candidates(&[], work)?;
                if part.len() > 0 {
                    self.add_part(part, work)?;
                }
            }
        }
        for run in &old.spilled {
            add(self, &mut LevelReader::of_run(run), run.len())?;
        }
        Ok(())
    }

    fn add_translated(
        &mut self,
        (reader, mut left, words): (&mut LevelReader, u64, usize),
        translate: &mut impl FnMut(&[u64], &mut [u64]),
        candidate_bytes: usize,
        work: Work<'_>,
    ) -> Result<(), RunError> {
        let (mut states, mut translated, mut key) = (Vec::new(), vec![0; self.words], vec![0; self.words]);
        while left > 0 {
            if (work.is_cut)() {
                return Err(RunError::Cut);
            }
            if self.candidate_bytes() > candidate_bytes {
                self.spill(work)?;
            }
            states.clear();
            reader.read::<0>(left.min(AT_A_TIME as u64) as usize, &mut states)?;
            let read = states.len() / words;
            assert!(read > 0, "a level has as many states as it says");
            left -= read as u64;
            for state in states.chunks_exact(words) {
                translate(state, &mut translated);
                to_key::<0>(&translated, &mut key);
                let shard: &mut Candidates = &mut self.candidates_mut()[shard_of_key(&key)];
                shard.insert_all::<0>(&key);
            }
        }
        Ok(())
    }
}
