//! The numbers that cells can contain while a process is at a location.
//!
//! The [proof](super::super::proof) has one range for each cell, for all locations. Many indices are in range only
//! because of previous steps of the process: `i` is 1 to 3 after the loop that counts it, and 0 before. For each
//! control cell, this module therefore computes ranges at each location, of the cells that are written only by rules
//! which fix the location. They are intervals along the process's control graph, with all other cells as in the proof.
//! Source: Cousot and Cousot, *Abstract Interpretation*, POPL 1977. A range that keeps growing becomes the proved one.
//!
//! INVARIANT: in every reachable marking in which the control cell is at a location, its cells are in the ranges of
//! that location. A rule fixes a location by a condition that compares the control cell with a number. Control cells
//! themselves have no ranges, so this condition always stays, and with it all consequences of the location.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use sanderling_cutoff::{LOCATED_MOVES, LOCATED_RANGES};
use sanderling_data_net::{
    Binary, CellId, CellRanges, Cells, Expression, Interval, Narrowed, Ranges, Rule, execute,
};

/// The ranges of some cells.
type Known = BTreeMap<CellId, Interval>;

/// The number of times that a range at a location has grown.
type Moves = BTreeMap<(i64, CellId), u8>;

/// The ranges at the locations where rules start.
pub(super) struct Located {
    /// For each rule, the ranges of cells that improve the proved ones.
    of_rules: Vec<Known>,
}

/// A control cell, with the rules that fix its location, and the cells that only these rules write.
struct Process {
    cell: CellId,
    /// The locations with their rules.
    rules: Vec<(i64, usize)>,
    own: Vec<CellId>,
}

impl Located {
    pub(super) fn of(rules: &[Rule], proof: &CellRanges, cells: &Cells, control: &[CellId]) -> Self {
        let mut of_rules = vec![Known::new(); rules.len()];
        for process in processes(rules, proof, cells, control) {
            let Some(locations) = process.follow(rules, proof, cells) else { continue };
            for &(location, rule) in &process.rules {
                for (&cell, &range) in locations.get(&location).into_iter().flatten() {
                    let known = of_rules[rule].entry(cell).or_insert(range);
                    // A cell that belongs to several processes satisfies the ranges of all.
                    *known = known.intersection(range).unwrap_or(*known);
                }
            }
        }
        Self { of_rules }
    }

    /// Returns the ranges of the cells when a rule is enabled.
    pub(super) fn at<'a>(&self, rule: usize, proof: &'a CellRanges) -> Narrowed<'a> {
        let mut narrowed = Narrowed::new(proof);
        self.of_rules[rule].iter().for_each(|(&cell, &range)| narrowed.set(cell, range));
        narrowed
    }
}

/// Returns the control cells that have cells of their own.
fn processes(rules: &[Rule], proof: &CellRanges, cells: &Cells, control: &[CellId]) -> Vec<Process> {
    let fixed: Vec<BTreeMap<CellId, i64>> =
        rules.iter().map(|rule| rule.conditions.iter().filter_map(fixed_by).collect()).collect();
    let mut owners: BTreeMap<CellId, BTreeSet<CellId>> = BTreeMap::new();
    for (rule, fixed) in rules.iter().zip(&fixed) {
        for cell in written(rule, proof, cells) {
            let of_rule = || control.iter().copied().filter(|it| fixed.contains_key(it)).collect();
            let known = owners.entry(cell).or_insert_with(of_rule);
            known.retain(|owner| fixed.contains_key(owner));
        }
    }
    let process = |&cell: &CellId| {
        let is_its = |owned: &&CellId| owners[*owned].contains(&cell);
        // The next location of the process must be known.
        owners.get(&cell).is_none_or(|owners| owners.contains(&cell)).then(|| Process {
            cell,
            rules: (0..).zip(&fixed).filter_map(|(rule, fixed)| Some((*fixed.get(&cell)?, rule))).collect(),
            own: owners.keys().filter(is_its).copied().filter(|owned| !control.contains(owned)).collect(),
        })
    };
    control.iter().filter_map(process).filter(|process| !process.own.is_empty()).collect()
}

/// Returns the cell and the number with which a condition compares it.
fn fixed_by(condition: &Expression) -> Option<(CellId, i64)> {
    let Expression::Binary(Binary::Equal, sides) = condition else { return None };
    match **sides {
        [Expression::Cell(cell), Expression::Number(number)]
        | [Expression::Number(number), Expression::Cell(cell)] => Some((cell, number)),
        _ => None,
    }
}

/// Returns the cells that a rule may write.
fn written(rule: &Rule, proof: &CellRanges, cells: &Cells) -> BTreeSet<CellId> {
    // No assumptions are made about the initial ranges.
    let (mut narrowed, mut put) = (Narrowed::new(proof), Vec::new());
    for statement in &rule.statements {
        execute(statement, &mut narrowed, cells, &mut put);
    }
    put.into_iter().map(|(cell, _)| cell).collect()
}

impl Process {
    /// Computes the ranges at each reachable location, or returns `None` if that takes too long.
    fn follow(&self, rules: &[Rule], proof: &CellRanges, cells: &Cells) -> Option<BTreeMap<i64, Known>> {
        let start = cells.cell(self.cell).initial;
        let initial = self.own.iter().map(|&cell| (cell, Interval::only(cells.cell(cell).initial))).collect();
        let mut locations = BTreeMap::from([(start, initial)]);
        let mut moves: BTreeMap<(i64, CellId), u8> = BTreeMap::new();
        let mut open = VecDeque::from([start]);
        while let Some(location) = open.pop_front() {
            for &(_, rule) in self.rules.iter().filter(|it| it.0 == location) {
                let Some(behind) = self.behind(&rules[rule], &locations[&location], proof, cells) else {
                    continue;
                };
                let Interval { low, high } = behind.cell(self.cell);
                for target in low..=high {
                    if self.join(target, &behind, (&mut locations, &mut moves), proof)
                        && !open.contains(&target)
                    {
                        open.push_back(target);
                    }
                    if !LOCATED_RANGES.admits(locations.len() * self.own.len()) {
                        return None;
                    }
                }
            }
        }
        Some(locations)
    }

    /// Returns the ranges after a rule that starts at a location with these ranges, if it can be enabled there.
    fn behind<'a>(
        &self,
        rule: &Rule,
        known: &Known,
        proof: &'a CellRanges,
        cells: &Cells,
    ) -> Option<Narrowed<'a>> {
        let mut narrowed = Narrowed::new(proof);
        known.iter().for_each(|(&cell, &range)| narrowed.set(cell, range));
        for condition in rule.conditions.iter().chain(&rule.guard) {
            if condition.estimate(&narrowed).range == Interval::only(0) || !narrowed.assume(condition, true) {
                return None;
            }
        }
        let mut statements = rule.statements.iter();
        statements
            .all(|statement| execute(statement, &mut narrowed, cells, &mut Vec::new()))
            .then_some(narrowed)
    }

    /// Adds the ranges with which a location may be reached, and returns whether they are new.
    fn join(
        &self,
        location: i64,
        behind: &Narrowed<'_>,
        (locations, moves): (&mut BTreeMap<i64, Known>, &mut Moves),
        proof: &CellRanges,
    ) -> bool {
        let Some(known) = locations.get_mut(&location) else {
            locations.insert(location, self.own.iter().map(|&cell| (cell, behind.cell(cell))).collect());
            return true;
        };
        let mut is_new = false;
        for (&cell, known) in known {
            let grown = known.hull(behind.cell(cell));
            if grown != *known {
                let moves = moves.entry((location, cell)).or_default();
                *moves += 1;
                *known = if !LOCATED_MOVES.admits(*moves) { grown.hull(proof.cell(cell)) } else { grown };
                is_new = true;
            }
        }
        is_new
    }
}
