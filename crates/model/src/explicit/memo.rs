//! Tables of results that can be forgotten.

use sanderling_unfolding::mix;

/// A table from keys of a fixed number of words to a word, with open addressing.
///
/// PERF: a row has its key and its value side by side, so that most look-ups touch one cache line.
#[derive(Debug)]
pub(super) struct Memo {
    width: usize,
    /// Each row is a key followed by its value.
    rows: Vec<u64>,
    len: usize,
}

/// The value of a row that is not in use.
const VACANT: u64 = u64::MAX;

impl Memo {
    /// Creates the empty table for keys of this number of words.
    pub(super) fn new(width: usize) -> Self {
        Self { width, rows: Vec::new(), len: 0 }
    }

    /// Returns the number of words in use.
    pub(super) fn words(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn clear(&mut self) {
        (self.rows, self.len) = (Vec::new(), 0);
    }

    /// Returns the value of a key.
    #[inline(always)]
    pub(super) fn get(&self, key: &(impl Iterator<Item = u64> + Clone)) -> Option<u64> {
        if self.rows.is_empty() {
            return None;
        }
        let row = self.row(key);
        Some(self.rows[row + self.width]).filter(|&value| value != VACANT)
    }

    /// Adds a key that is not in the table. Its value is less than 2^64 - 1.
    pub(super) fn add(&mut self, key: impl Iterator<Item = u64> + Clone, value: u64) {
        if (self.len + 1) * 2 > self.rows.len() / (self.width + 1) {
            self.grow();
        }
        self.len += 1;
        let row = self.row(&key);
        self.rows[row..].iter_mut().zip(key.chain([value])).for_each(|(place, word)| *place = word);
    }

    fn grow(&mut self) {
        let longer = vec![VACANT; (self.rows.len() * 2).max(4 * (self.width + 1))];
        let rows = std::mem::replace(&mut self.rows, longer);
        for old in rows.chunks(self.width + 1).filter(|row| row[self.width] != VACANT) {
            let row = self.row(&old[..self.width].iter().copied());
            self.rows[row..][..old.len()].copy_from_slice(old);
        }
    }

    /// Returns the start of the row that has this key or has room for it.
    #[inline(always)]
    fn row(&self, key: &(impl Iterator<Item = u64> + Clone)) -> usize {
        let stride = self.width + 1;
        // The number of rows is a power of two.
        let mask = self.rows.len() / stride - 1;
        let mut row = key.clone().fold(0, mix) as usize & mask;
        loop {
            let words = &self.rows[row * stride..][..stride];
            if words[self.width] == VACANT || words.iter().zip(key.clone()).all(|(&word, own)| word == own) {
                return row * stride;
            }
            row = (row + 1) & mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Memo;

    #[test]
    fn a_value_is_found_until_it_is_forgotten() {
        for width in 0..4 {
            let mut memo = Memo::new(width);
            let keys = if width == 0 { 1 } else { 200_u64 };
            let key = |number: u64| (0..width as u64).map(move |word| number % 20 * word + number);
            for number in 0..keys {
                assert_eq!(memo.get(&key(number)), None);
                memo.add(key(number), number + 5);
            }
            assert!((0..keys).all(|number| memo.get(&key(number)) == Some(number + 5)));
            memo.clear();
            assert_eq!((memo.get(&key(0)), memo.words()), (None, 0));
        }
    }
}
