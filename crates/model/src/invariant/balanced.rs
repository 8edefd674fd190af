//! Balanced sets of places with at most one token: invariants that make their places safe, found one by one without a
//! tableau.
//!
//! A set of places is balanced if each column raises as many of them as it lowers, so that no firing changes their
//! total number of tokens. Machines, locks and buffers of one slot are such sets. A set is grown from a place. As long
//! as a column is out of balance, a place is added that it changes in the other direction: the one that puts the fewest
//! other columns out of balance. If there is none, or only one with a second token, the set is abandoned. There is no
//! backtracking.
//!
//! A net of a hundred thousand transitions made of such parts is covered in time linear in its arcs and the size of the
//! result, while the tableau of [`elimination`](super::elimination) has rows that grow with every step. Other places
//! are left to elimination.
//!
//! INVARIANT: a set is returned only if every column is in balance and it initially contains at most one token.

use sanderling_cutoff::BALANCED_WORK;

use super::incidence::Incidence;
use super::row::{Row, Sparse};

/// Returns balanced sets that contain at most one token, each grown from the first place that is not yet in any.
/// `initial` is by place.
pub(super) fn balanced(incidence: &Incidence, initial: &[u64], is_stopped: &dyn Fn() -> bool) -> Vec<Row> {
    let mut growth = Growth::over(incidence, initial);
    let mut found = Vec::new();
    for place in 0..growth.rows.len() {
        if growth.work_left > 0 && growth.is_usable(place) && !growth.is_covered[place] && !is_stopped() {
            let members = growth.grow(place);
            found.extend(members.map(|members| {
                Row::new(members.into_iter().map(|place| (place, 1)).collect(), Sparse::new(), true)
            }));
        }
    }
    found
}

/// A set in construction.
struct Growth<'a> {
    incidence: &'a Incidence,
    initial: &'a [u64],
    /// The number of tokens in the set.
    tokens: u64,
    rows: Vec<Sparse>,
    /// The places that are in a finished set.
    is_covered: Vec<bool>,
    is_member: Vec<bool>,
    members: Vec<u32>,
    /// By column, the amount by which it raises the tokens of the set.
    balance: Vec<i64>,
    /// The columns that were put out of balance. They may be in balance again.
    open: Vec<u32>,
    work_left: usize,
}

impl<'a> Growth<'a> {
    fn over(incidence: &'a Incidence, initial: &'a [u64]) -> Self {
        let (rows, places) = (incidence.rows(), incidence.excluded.len());
        let entries: usize = rows.iter().map(Vec::len).sum();
        Self {
            incidence,
            initial,
            tokens: 0,
            rows,
            is_covered: vec![false; places],
            is_member: vec![false; places],
            members: Vec::new(),
            balance: vec![0; incidence.columns.len()],
            open: Vec::new(),
            work_left: entries.saturating_mul(BALANCED_WORK.size()),
        }
    }

    /// Whether a place may be added: it changes by a known amount, and it adds no second token.
    fn is_usable(&self, place: usize) -> bool {
        self.tokens.saturating_add(self.initial[place]) <= 1
            && !self.incidence.excluded[place]
            && !self.incidence.inexact[place]
            && !self.rows[place].is_empty()
    }

    /// Grows a balanced set from a place, and returns it sorted.
    fn grow(&mut self, start: usize) -> Option<Vec<u32>> {
        self.add(start);
        let mut is_balanced = true;
        while let Some(column) = self.open.pop() {
            if self.balance[column as usize] != 0 {
                match self.best_counterweight(column) {
                    Some(place) if self.work_left > 0 => self.add(place),
                    _ => {
                        is_balanced = false;
                        break;
                    }
                }
            }
        }
        self.start_anew(is_balanced)
    }

    fn add(&mut self, place: usize) {
        self.is_member[place] = true;
        self.tokens += self.initial[place];
        self.members.push(place as u32);
        self.spend(self.rows[place].len());
        for &(column, effect) in &self.rows[place] {
            let balance = &mut self.balance[column as usize];
            *balance = balance.saturating_add(effect);
            if *balance != 0 {
                self.open.push(column);
            }
        }
    }

    /// Returns the place to add to bring a column nearer to balance: the one that leaves the fewest columns out of
    /// balance. Ties go to an uncovered place.
    fn best_counterweight(&mut self, column: u32) -> Option<usize> {
        let balance = self.balance[column as usize];
        let mut best: Option<((i64, bool), usize)> = None;
        for &(place, effect) in &self.incidence.columns[column as usize] {
            let place = place as usize;
            let helps =
                effect.signum() == -balance.signum() && effect.unsigned_abs() <= balance.unsigned_abs();
            if helps && !self.is_member[place] && self.is_usable(place) {
                let rank = (self.harm(place), self.is_covered[place]);
                if best.is_none_or(|(least, _)| rank < least) {
                    best = Some((rank, place));
                }
            }
            self.work_left = self.work_left.saturating_sub(1);
        }
        best.map(|(_, place)| place)
    }

    /// Returns the number of additional columns that a place puts out of balance. If counting would take long, returns
    /// the number of columns that it changes.
    fn harm(&mut self, place: usize) -> i64 {
        let row = &self.rows[place];
        if row.len() > SHORT_ROW {
            return row.len() as i64;
        }
        self.work_left = self.work_left.saturating_sub(row.len());
        let harm = |&(column, effect): &(u32, i64)| {
            let before = self.balance[column as usize];
            i64::from(before.saturating_add(effect) != 0) - i64::from(before != 0)
        };
        row.iter().map(harm).sum()
    }

    fn spend(&mut self, work: usize) {
        self.work_left = self.work_left.saturating_sub(work);
    }

    /// Clears the set, and returns it if it is balanced.
    fn start_anew(&mut self, is_balanced: bool) -> Option<Vec<u32>> {
        self.open.clear();
        self.tokens = 0;
        let mut members = std::mem::take(&mut self.members);
        for &place in &members {
            self.is_member[place as usize] = false;
            self.is_covered[place as usize] |= is_balanced;
            for &(column, _) in &self.rows[place as usize] {
                self.balance[column as usize] = 0;
            }
        }
        members.sort_unstable();
        is_balanced.then_some(members)
    }
}

/// Maximum number of columns of a place that are examined to count those put out of balance.
const SHORT_ROW: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    fn incidence(rows: usize, columns: &[&[(u32, i64)]]) -> Incidence {
        let columns = columns.iter().map(|column| column.to_vec()).collect();
        Incidence { columns, excluded: vec![false; rows], inexact: vec![false; rows] }
    }

    fn members(incidence: &Incidence, initial: &[u64]) -> Vec<Vec<u32>> {
        let places = |row: &Row| row.weights.iter().map(|&(place, _)| place).collect();
        balanced(incidence, initial, &|| false).iter().map(places).collect()
    }

    #[test]
    fn machines_in_lockstep_are_separated() {
        let step = |one: u32, next: u32| [(one, -1), (one + 1, -1), (next, 1), (next + 1, 1)];
        let ring = incidence(6, &[&step(0, 2), &step(2, 4), &step(4, 0)]);
        let found = members(&ring, &[1, 1, 0, 0, 0, 0]);
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
        assert_eq!(found.concat().len(), 6, "each place is in one of them: {found:?}");
    }

    #[test]
    fn a_place_beside_every_step_is_avoided() {
        // A cell is empty or full, and every item that enters is counted.
        let cells = incidence(
            5,
            &[
                &[(0, -1), (1, 1), (4, 1)],
                &[(1, -1), (0, 1), (4, -1)],
                &[(2, -1), (3, 1), (4, 1)],
                &[(3, -1), (2, 1), (4, -1)],
            ],
        );
        assert_eq!(members(&cells, &[1, 0, 1, 0, 0]), [[0, 1], [2, 3]], "two cells may count two items");
    }

    #[test]
    fn unbalanced_places_are_left_out() {
        let pairs = incidence(3, &[&[(0, -2), (1, 1)], &[(0, 2), (1, -1)], &[(2, 1)]]);
        assert!(members(&pairs, &[0; 3]).is_empty());
        let reset = Incidence { inexact: vec![true, false], ..incidence(2, &[&[(0, -1), (1, 1)]]) };
        assert!(members(&reset, &[1, 0]).is_empty());
    }
}
