//! A proof of the numbers that each cell can contain, without exploring.
//!
//! Ranges grow from the initial marking until no rule leads out of them: abstract interpretation over intervals. A
//! guard narrows the ranges for its rule, so that `i < 4` and `i = i + 1` give 0 to 4. A bound that keeps moving jumps
//! to the next number that the model mentions, and finally to the bound of its sort.
//!
//! Source: Cousot and Cousot, *Abstract Interpretation*, POPL 1977; jumping to thresholds from Blanchet et al., *A
//! Static Analyzer for Large Safety-Critical Software*, PLDI 2003. Ranges do not depend on control locations.
//! INVARIANT: a range covers every number that is put into the cell, including intermediate ones of a step.

use std::collections::VecDeque;

use sanderling_cutoff::{RANGE_JUMPS, RANGE_MOVES};
use sanderling_data_net::{
    CellId, CellRanges, Cells, Expression, Interval, Narrowed, Ranges, Rule, Statement, execute,
};

/// Computes ranges that every reachable marking satisfies. Returns `None` if it is stopped.
pub(super) fn prove(cells: &Cells, rules: &[Rule], is_stopped: &dyn Fn() -> bool) -> Option<CellRanges> {
    let mut proof = Proof::new(cells, rules);
    let mut open: VecDeque<usize> = (0..rules.len()).collect();
    let mut is_open = vec![true; rules.len()];
    while let Some(rule) = open.pop_front() {
        if is_stopped() {
            return None;
        }
        is_open[rule] = false;
        for (cell, range) in effects(&rules[rule], &proof.ranges, cells) {
            if proof.grow(cells, cell, range) {
                for &reader in &proof.readers[cells.cell(cell).place.index()] {
                    if !std::mem::replace(&mut is_open[reader as usize], true) {
                        open.push_back(reader as usize);
                    }
                }
            }
        }
    }
    Some(proof.ranges)
}

struct Proof {
    ranges: CellRanges,
    moves: Vec<u32>,
    /// For each place, the rules that read one of its cells. Long arrays have many readers.
    readers: Vec<Vec<u32>>,
    /// The numbers that the model mentions, and their neighbours, in order.
    thresholds: Vec<i64>,
}

impl Proof {
    fn new(cells: &Cells, rules: &[Rule]) -> Self {
        let ranges = CellRanges(cells.ids().map(|id| Interval::only(cells.cell(id).initial)).collect());
        let mut readers: Vec<Vec<u32>> = vec![Vec::new(); cells.place_count()];
        let mut thresholds = Vec::new();
        for (index, rule) in rules.iter().enumerate() {
            let mut read = |cell: CellId| {
                let readers = &mut readers[cells.cell(cell).place.index()];
                if readers.last() != Some(&(index as u32)) {
                    readers.push(index as u32);
                }
            };
            let mut see = |expression: &Expression| {
                numbers(expression, &mut thresholds);
                expression.for_each_cell(&mut read);
            };
            rule.conditions.iter().chain(&rule.guard).for_each(&mut see);
            rule.for_each_expression(&mut see);
            for statement in &rule.statements {
                if let Statement::Append(list, _) | Statement::RemoveFirst(list) = statement {
                    read(list.length);
                }
            }
        }
        thresholds.sort_unstable();
        thresholds.dedup();
        Self { ranges, moves: vec![0; cells.len()], readers, thresholds }
    }

    /// Extends the range of a cell to cover another one, and returns whether it has changed.
    fn grow(&mut self, cells: &Cells, cell: CellId, range: Interval) -> bool {
        let (known, sort) = (self.ranges.cell(cell), cells.cell(cell).sort);
        let mut grown = known.hull(range);
        if grown == known {
            return false;
        }
        let moves = &mut self.moves[cell.index()];
        *moves += 1;
        if !RANGE_JUMPS.admits(moves.saturating_sub(RANGE_MOVES.bits())) {
            grown = Interval {
                low: if grown.low < known.low { sort.low } else { grown.low },
                high: if grown.high > known.high { sort.high } else { grown.high },
            };
        } else if !RANGE_MOVES.admits(*moves) {
            if grown.low < known.low {
                let below = self.thresholds.partition_point(|&threshold| threshold <= grown.low);
                grown.low = below.checked_sub(1).map_or(sort.low, |at| self.thresholds[at].max(sort.low));
            }
            if grown.high > known.high {
                let above = self.thresholds.partition_point(|&threshold| threshold < grown.high);
                grown.high =
                    self.thresholds.get(above).map_or(sort.high, |&threshold| threshold.min(sort.high));
            }
        }
        self.ranges.0[cell.index()] = grown;
        true
    }
}

fn numbers(expression: &Expression, numbers_: &mut Vec<i64>) {
    if let Expression::Number(number) = expression {
        numbers_.extend([number.saturating_sub(1), *number, number.saturating_add(1)]);
    }
    expression.parts().iter().for_each(|part| numbers(part, numbers_));
}

/// Returns the numbers that a rule may put into cells while they are in these ranges.
fn effects(rule: &Rule, ranges: &CellRanges, cells: &Cells) -> Vec<(CellId, Interval)> {
    let mut narrowed = Narrowed::new(ranges);
    let mut put = Vec::new();
    for condition in rule.conditions.iter().chain(&rule.guard) {
        if condition.estimate(&narrowed).range == Interval::only(0) || !narrowed.assume(condition, true) {
            return put;
        }
    }
    for statement in &rule.statements {
        if !execute(statement, &mut narrowed, cells, &mut put) {
            return put;
        }
    }
    put
}

#[cfg(test)]
mod tests;
