//! Farkas' elimination, with a budget.
//!
//! The tableau starts with a row for each place. Eliminating a column (a transition) replaces the rows that it raises
//! and the rows that it lowers by those pairwise combinations that it leaves unchanged. A row is dropped if its support
//! contains that of another. When no column is left, the rows are the invariants of minimal support. If sums may fall,
//! every column has a slack, a place that collects lost tokens. A row that is lowered then stays as well, with the
//! slack in its support.
//!
//! Sources: Murata, *Petri Nets: Properties, Analysis and Applications*, Proceedings of the IEEE, 1989; Colom and
//! Silva, *Convex Geometry and Semiflows in P/T Nets*, Advances in Petri Nets 1990.
//!
//! The rows can grow exponentially. If the pairs of a step cost more than its share of the budget, each row is only
//! combined with the few best of the other side. When the budget is spent, unfinished rows are dropped. INVARIANT: a
//! row satisfies its equation or inequality in every eliminated column. A finished row is therefore an invariant.
//! Omitted rows cost completeness, which is recorded.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use sanderling_cutoff::ELIMINATION_GENEROSITY;

use super::incidence::Incidence;
use super::row::Row;

/// The condition that finished rows satisfy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The weighted sum never changes.
    Constant,
    /// The weighted sum never grows.
    NeverGrows,
}

/// The rows at the end of an elimination.
#[derive(Debug)]
pub(crate) struct Eliminated {
    /// The finished rows.
    pub(crate) rows: Vec<Row>,
    /// Whether these are all rows of minimal support.
    pub(crate) complete: bool,
}

/// Eliminates every column of `incidence`, with at most about `budget` elementary operations.
pub(crate) fn eliminate(incidence: &Incidence, goal: Goal, budget: u64) -> Eliminated {
    eliminate_until(incidence, goal, budget, &|| false)
}

/// Eliminates columns like `eliminate`, but ends if `is_stopped` returns true. It is called for every row.
pub(crate) fn eliminate_until(
    incidence: &Incidence,
    goal: Goal,
    budget: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Eliminated {
    let mut tableau = Tableau::start(incidence, goal, budget, is_stopped);
    while tableau.work_left > 0
        && let Some(column) = tableau.open_columns.pop()
    {
        let (raised, lowered) = tableau.take_touched(column);
        let mut combined = tableau.combine(&raised, &lowered, column);
        if goal == Goal::NeverGrows {
            combined.extend(lowered.iter().map(|row| row.accept_loss(column, tableau.slack(column))));
        }
        tableau.insert_minimal(combined);
        tableau.reorder_columns();
    }
    tableau.finish()
}

struct Tableau<'a> {
    place_count: u32,
    rows: Vec<Option<Row>>,
    /// The rows with an entry in each column, including some that have been removed.
    in_column: Vec<Vec<usize>>,
    /// The rows that start with each place, including some that have been removed.
    starting_at: Vec<Vec<usize>>,
    raised: Vec<i64>,
    lowered: Vec<i64>,
    open_columns: OpenColumns,
    changed_columns: Vec<u32>,
    goal: Goal,
    work_left: u64,
    /// The last part of the budget, which is spent only on one combination for each row.
    reserve: u64,
    complete: bool,
    is_stopped: &'a dyn Fn() -> bool,
}

impl<'a> Tableau<'a> {
    fn start(incidence: &Incidence, goal: Goal, budget: u64, is_stopped: &'a dyn Fn() -> bool) -> Self {
        let columns = incidence.columns.len();
        let mut tableau = Self {
            place_count: index(incidence.excluded.len()),
            rows: Vec::new(),
            in_column: vec![Vec::new(); columns],
            starting_at: vec![Vec::new(); incidence.excluded.len()],
            raised: vec![0; columns],
            lowered: vec![0; columns],
            open_columns: OpenColumns::all(columns),
            changed_columns: Vec::new(),
            goal,
            work_left: budget,
            reserve: budget / 2,
            complete: !incidence.excluded.contains(&true),
            is_stopped,
        };
        for (place, effects) in (0..).zip(incidence.rows()) {
            if is_stopped() {
                tableau.stop();
                break;
            }
            let inexact = incidence.inexact[place as usize];
            let usable = !incidence.excluded[place as usize] && (goal == Goal::NeverGrows || !inexact);
            if usable && !effects.is_empty() {
                tableau.insert(Row::new(vec![(place, 1)], effects, !inexact));
            }
        }
        tableau.reorder_columns();
        tableau
    }

    /// Returns the index of the slack of a column among the weights.
    fn slack(&self, column: u32) -> u32 {
        self.place_count + column
    }

    fn insert(&mut self, row: Row) {
        let id = self.rows.len();
        self.count(&row, 1);
        for &(column, _) in &row.pending {
            self.in_column[column as usize].push(id);
        }
        self.starting_at[row.weights[0].0 as usize].push(id);
        self.rows.push(Some(row));
    }

    /// Adds `change` to the number of rows that each column raises or lowers, for one row.
    fn count(&mut self, row: &Row, change: i64) {
        self.spend(COST_OF_COUNT * row.pending.len());
        for &(column, effect) in &row.pending {
            let counts = if effect > 0 { &mut self.raised } else { &mut self.lowered };
            counts[column as usize] += change;
            self.changed_columns.push(column);
        }
    }

    /// Removes the rows that `column` raises and those that it lowers.
    fn take_touched(&mut self, column: u32) -> (Vec<Row>, Vec<Row>) {
        let ids = std::mem::take(&mut self.in_column[column as usize]);
        let mut touched: Vec<Row> = ids.into_iter().filter_map(|id| self.rows[id].take()).collect();
        for row in &touched {
            self.count(row, -1);
        }
        touched.sort_by_key(rank);
        touched.into_iter().partition(|row| row.effect(column) > 0)
    }

    /// Combines each row of one side with each of the other. If all pairs exceed this step's share of the budget, only
    /// the best few of the other side are used.
    fn combine(&mut self, raised: &[Row], lowered: &[Row], column: u32) -> Vec<Row> {
        let partners = self.partners(raised, lowered);
        self.complete &= partners >= raised.len().min(lowered.len());
        let mut combined = Vec::new();
        for (i, up) in raised.iter().enumerate() {
            if (self.is_stopped)() {
                self.stop();
                break;
            }
            let among = if i < partners { lowered.len() } else { partners.min(lowered.len()) };
            for down in &lowered[..among] {
                self.spend(COST_OF_ENTRY * (up.len() + down.len()));
                match Row::cancel(up, down, column) {
                    Some(row) => combined.push(row),
                    None => self.complete = false,
                }
            }
        }
        combined
    }

    /// Returns the number of best rows on each side. Only pairs with at least one of these rows are combined.
    fn partners(&self, raised: &[Row], lowered: &[Row]) -> usize {
        let columns = self.open_columns.left as u64 + 1;
        let share = self.work_left.saturating_sub(self.reserve) / columns * ELIMINATION_GENEROSITY.number();
        let sides = raised.len() + lowered.len();
        let entries: usize = raised.iter().chain(lowered).map(Row::len).sum();
        let cost_of_pair = (COST_OF_PAIR * (entries / sides.max(1)) + 1) as u64;
        let affordable = usize::try_from(share / cost_of_pair).unwrap_or(usize::MAX);
        let pairs = raised.len().saturating_mul(lowered.len());
        if pairs <= affordable.max(sides) { usize::MAX } else { (affordable / sides).max(1) }
    }

    /// Ends the elimination. Unfinished rows are dropped.
    fn stop(&mut self) {
        self.work_left = 0;
        self.complete = false;
    }

    fn spend(&mut self, work: usize) {
        self.work_left = self.work_left.saturating_sub(work as u64);
    }

    /// Inserts the rows whose support does not contain that of another row, as far as the budget permits.
    fn insert_minimal(&mut self, mut rows: Vec<Row>) {
        rows.sort_by_key(|row| (row.weights.len(), rank(row)));
        for row in rows {
            if self.work_left == 0 || (self.is_stopped)() {
                return self.stop();
            }
            if !self.contains_another(&row) {
                self.insert(row);
            }
        }
    }

    fn contains_another(&mut self, row: &Row) -> bool {
        let mut work = 0;
        let places = row.weights.iter().take_while(|&&(index, _)| index < self.place_count);
        let contains = places.map(|&(place, _)| place as usize).any(|place| {
            let rows = &self.rows;
            let candidates = &mut self.starting_at[place];
            candidates.retain(|&id| rows[id].is_some());
            candidates.iter().filter_map(|&id| rows[id].as_ref()).any(|other| {
                work += COST_OF_ENTRY;
                other.may_be_within(row) && {
                    work += row.weights.len();
                    other.is_within(row)
                }
            })
        });
        self.spend(work + row.weights.len());
        contains
    }

    /// Updates the order of the columns whose counts have changed.
    fn reorder_columns(&mut self) {
        for column in std::mem::take(&mut self.changed_columns) {
            let index = column as usize;
            let (up, down) = (self.raised[index], self.lowered[index]);
            let lost = if self.goal == Goal::Constant { up + down } else { up };
            self.open_columns.set_growth(column, up.saturating_mul(down) - lost);
        }
    }

    fn finish(self) -> Eliminated {
        let complete = self.complete && self.open_columns.left == 0;
        let mut rows: Vec<_> = self.rows.into_iter().flatten().filter(|row| row.pending.is_empty()).collect();
        for row in &mut rows {
            row.weights.retain(|&(index, _)| index < self.place_count);
        }
        Eliminated { rows, complete }
    }
}

/// The remaining columns, starting with those whose elimination adds the fewest rows.
///
/// PERF: a column whose growth has risen is moved only when its turn comes, since a net with a hundred thousand
/// transitions changes most columns in every step.
struct OpenColumns {
    /// A queue by growth. Its values may be lower than the current ones.
    queue: BinaryHeap<Reverse<(i64, u32)>>,
    growth: Vec<i64>,
    /// For each column, its growth when it was last put into the queue, or `None` if it is closed.
    queued: Vec<Option<i64>>,
    left: usize,
}

impl OpenColumns {
    fn all(columns: usize) -> Self {
        let queue = (0..).take(columns).map(|column| Reverse((0, column))).collect();
        Self { queue, growth: vec![0; columns], queued: vec![Some(0); columns], left: columns }
    }

    fn set_growth(&mut self, column: u32, growth: i64) {
        let index = column as usize;
        self.growth[index] = growth;
        if self.queued[index].is_some_and(|queued| growth < queued) {
            self.queue(column);
        }
    }

    fn queue(&mut self, column: u32) {
        let growth = self.growth[column as usize];
        self.queued[column as usize] = Some(growth);
        self.queue.push(Reverse((growth, column)));
    }

    /// Removes the first column. Ties go to the least number.
    fn pop(&mut self) -> Option<u32> {
        while let Some(Reverse((growth, column))) = self.queue.pop() {
            let index = column as usize;
            if self.queued[index].is_none() {
                continue;
            }
            if growth == self.growth[index] {
                self.queued[index] = None;
                self.left -= 1;
                return Some(column);
            }
            self.queue(column);
        }
        None
    }
}

/// Cost of an entry each time that a row with it is added or removed.
const COST_OF_COUNT: usize = 8;

/// Cost of an entry of a row when another row is built from it, and of a row when it is examined.
const COST_OF_ENTRY: usize = 4;

/// Cost of an entry of a row over all steps that build and compare it.
const COST_OF_PAIR: usize = 16;

/// Converts a count to an index. The tables of a net have less than 2^31 entries, since each of them is an element of
/// the file.
fn index(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Ranks rows by how well they combine: few columns left to cancel and few places are best.
fn rank(row: &Row) -> (usize, usize, u32) {
    (row.pending.len(), row.weights.len(), row.weights[0].0)
}
