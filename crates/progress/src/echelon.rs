//! Linear equations over the integers, added one by one and solved exactly.
//!
//! The rows are kept fully reduced: no row has an entry in the leading column of another one. So a new row
//! is reduced by one subtraction for each leading column that it has, and the solution can be read from the
//! rows. Entries are integers without a common divisor (fraction-free Gauss-Jordan elimination). If one
//! exceeds 128 bits, the row is refused and nothing changes.
//!
//! INVARIANT: `entries` are sorted by column, without zeros, and have no entry in the leading column of
//! another row.

use std::collections::{BTreeMap, HashMap};

/// A row: the sum of entries times unknowns equals `result`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    entries: Vec<(usize, i128)>,
    result: i128,
}

/// The result of adding a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Added {
    /// The row does not follow from the others, so its result was chosen.
    Independent,
    /// The row is a combination of the others, so its result is fixed.
    Dependent,
    /// The numbers or the work became too large.
    Refused,
}

/// A consistent system of equations.
#[derive(Debug, Clone, Default)]
pub(super) struct Equations {
    rows: Vec<Row>,
    /// The row of each leading column.
    led: HashMap<usize, usize>,
    /// Rows that may have an entry in each column: all that have one, possibly repeated.
    holders: HashMap<usize, Vec<usize>>,
    /// The number of entries that may still be processed.
    work: usize,
}

impl Equations {
    /// Creates an empty system that may process this number of entries.
    pub(super) fn new(work: usize) -> Self {
        Self { work, ..Self::default() }
    }

    /// Requires that a combination of the unknowns equals 1, unless the other equations fix its value. The
    /// entries are sorted by column, without zeros.
    pub(super) fn add(&mut self, entries: &[(usize, i128)]) -> Added {
        let Some(row) = self.reduced(Row { entries: entries.to_vec(), result: 1 }) else {
            return Added::Refused;
        };
        let Some(&(lead, _)) = row.entries.iter().min_by_key(|&&(_, entry)| entry.unsigned_abs()) else {
            return Added::Dependent;
        };
        let Some(changed) = self.without(lead, &row) else { return Added::Refused };
        for (at, changed) in changed {
            self.hold(at, &row);
            self.rows[at] = changed;
        }
        self.hold(self.rows.len(), &row);
        self.led.insert(lead, self.rows.len());
        self.rows.push(row);
        Added::Independent
    }

    /// Returns the row reduced by the others, without entries in leading columns.
    fn reduced(&mut self, mut row: Row) -> Option<Row> {
        let columns: Vec<usize> = row.entries.iter().map(|&(column, _)| column).collect();
        for column in columns {
            if let Some(&at) = self.led.get(&column) {
                self.spend(row.entries.len() + self.rows[at].entries.len())?;
                row = row.eliminate(column, &self.rows[at])?;
            }
        }
        Some(row)
    }

    /// Returns the rows with an entry in a column, reduced by another row so that they have none.
    fn without(&mut self, column: usize, other: &Row) -> Option<Vec<(usize, Row)>> {
        let mut holders = self.holders.get(&column).cloned().unwrap_or_default();
        self.spend(holders.len())?;
        holders.sort_unstable();
        holders.dedup();
        let mut changed = Vec::new();
        for at in holders {
            if self.rows[at].entry(column) != 0 {
                self.spend(self.rows[at].entries.len() + other.entries.len())?;
                changed.push((at, self.rows[at].eliminate(column, other)?));
            }
        }
        Some(changed)
    }

    /// Records that a row may have entries in the columns of another one.
    fn hold(&mut self, at: usize, other: &Row) {
        for &(column, _) in &other.entries {
            self.holders.entry(column).or_default().push(at);
        }
    }

    fn spend(&mut self, entries: usize) -> Option<()> {
        self.work = self.work.checked_sub(entries)?;
        Some(())
    }

    /// Returns integers that solve all equations up to a common positive factor, or `None` if they are too
    /// large. Missing unknowns are 0.
    pub(super) fn solution(&self) -> Option<BTreeMap<usize, i128>> {
        // With all other unknowns 0, the leading unknown of a row is its result divided by its leading
        // entry.
        let quotient = |(&column, &at): (&usize, &usize)| {
            let row = &self.rows[at];
            let (result, lead) = (row.result, row.entry(column));
            let divisor = gcd(result, lead).checked_mul(lead.signum())?;
            Some((column, result / divisor, lead / divisor))
        };
        let quotients: Vec<_> = self.led.iter().map(quotient).collect::<Option<_>>()?;
        let factor = quotients
            .iter()
            .try_fold(1_i128, |factor, &(_, _, by)| factor.checked_mul(by / gcd(factor, by)))?;
        let scaled =
            |&(column, result, by): &(usize, i128, i128)| Some((column, result.checked_mul(factor / by)?));
        let values: BTreeMap<_, _> = quotients.iter().map(scaled).collect::<Option<_>>()?;
        Some(values.into_iter().filter(|&(_, value)| value != 0).collect())
    }
}

impl Row {
    fn entry(&self, column: usize) -> i128 {
        let found = self.entries.binary_search_by_key(&column, |&(column, _)| column);
        found.map_or(0, |at| self.entries[at].1)
    }

    /// Returns a combination of both rows without this column. The factor of this row is positive.
    fn eliminate(&self, column: usize, other: &Self) -> Option<Self> {
        let (ours, theirs) = (self.entry(column), other.entry(column));
        let common = gcd(ours, theirs).checked_mul(theirs.signum())?;
        let (factor, less) = (theirs / common, ours / common);
        let combine = |one: i128, other: i128| one.checked_mul(factor)?.checked_sub(other.checked_mul(less)?);
        let mut entries: BTreeMap<usize, (i128, i128)> = BTreeMap::new();
        self.entries.iter().for_each(|&(at, entry)| entries.entry(at).or_default().0 = entry);
        other.entries.iter().for_each(|&(at, entry)| entries.entry(at).or_default().1 = entry);
        let combined = entries.into_iter().map(|(at, (one, other))| Some((at, combine(one, other)?)));
        let mut entries: Vec<_> = combined.collect::<Option<_>>()?;
        entries.retain(|&(_, entry)| entry != 0);
        let mut row = Self { entries, result: combine(self.result, other.result)? };
        row.shorten();
        Some(row)
    }

    /// Divides by the greatest common divisor of all numbers.
    fn shorten(&mut self) {
        let common = self.entries.iter().fold(self.result, |common, &(_, entry)| gcd(common, entry));
        if common > 1 {
            self.entries.iter_mut().for_each(|(_, entry)| *entry /= common);
            self.result /= common;
        }
    }
}

/// Returns the greatest common divisor. It is negative only if it would be 2^127.
fn gcd(one: i128, other: i128) -> i128 {
    let (mut one, mut other) = (one.unsigned_abs(), other.unsigned_abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    i128::try_from(one).unwrap_or(i128::MIN)
}

#[cfg(test)]
mod tests;
