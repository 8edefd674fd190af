//! Remainders of guards for known contents of some cells.
//!
//! If the cells of a key have certain contents, a guard is met, impossible, or a shorter guard remains: `pos[k] < j`
//! with `k` and `j` known is a test of one cell. Remainders may be divided once more by the contents of other cells. A
//! part that may be undefined stays in its place, since later parts must not be evaluated before it.

use std::collections::HashMap;
use std::rc::Rc;

use sanderling_cutoff::DECISIVE_BITS;

use sanderling_data_net::{CellId, Expression, Ranges};

use super::compile::Compiler;
use super::decision::assign;
use super::guard::{Guard, Test};
use super::key::Key;

/// The index of a guard in [`Remainders`].
pub(super) type RemainderId = u32;

/// A guard, or a remainder of one.
#[derive(Debug)]
pub(super) struct Remainder {
    pub(super) event: u32,
    pub(super) guard: Guard,
}

/// The remainder of a guard for a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variant {
    /// The event is not enabled.
    Impossible,
    /// Nothing remains, and the event is enabled.
    Free(u32),
    /// The remainder has to be checked.
    Left(RemainderId),
}

/// A guard, divided by the contents of some cells.
#[derive(Debug)]
pub(super) struct Division {
    /// The tests of these cells.
    keyed: Vec<Test>,
    /// The cells that determine the remainder.
    decisive: Key,
    /// The remainders, for each joint content of these cells.
    variants: Vec<Variant>,
}

/// A division, with the positions of its cells in a key.
pub(super) struct Placed<'d> {
    /// The position and the mask of a cell, and its permitted contents.
    tests: Vec<(u32, u64, u64)>,
    /// The position and the mask of a cell, and its position in the key of the division.
    decisive: Vec<(u32, u64, u32)>,
    variants: &'d [Variant],
}

impl Division {
    /// Returns the division for the contents in a key, which contains all its cells.
    pub(super) fn placed(&self, key: &Key, compiler: &Compiler<'_>) -> Placed<'_> {
        let most = |cell| compiler.slots.slot(cell).most();
        let tests = self.keyed.iter().map(|test| (key.position(test.cell), most(test.cell), test.set));
        let decisive = self.decisive.cells();
        let decisive = decisive.map(|cell| (key.position(cell), most(cell), self.decisive.position(cell)));
        Placed { tests: tests.collect(), decisive: decisive.collect(), variants: &self.variants }
    }
}

impl Placed<'_> {
    /// Returns the remainder for a key.
    pub(super) fn variant(&self, key: u64) -> Variant {
        let holds = |&(at, most, set): &(u32, u64, u64)| set >> (key >> at & most & 63) & 1 != 0;
        if !self.tests.iter().all(holds) {
            return Variant::Impossible;
        }
        let decisive =
            self.decisive.iter().fold(0, |found, &(at, most, to)| found | (key >> at & most) << to);
        self.variants[decisive as usize]
    }
}

/// Guards and their remainders.
pub(super) struct Remainders<'r> {
    pub(super) all: Vec<Remainder>,
    ranges: &'r dyn Ranges,
    divided: HashMap<(RemainderId, Vec<CellId>), Rc<Division>>,
}

impl<'r> Remainders<'r> {
    pub(super) fn new(ranges: &'r dyn Ranges) -> Self {
        Self { all: Vec::new(), ranges, divided: HashMap::new() }
    }

    /// Adds a guard that may hold.
    pub(super) fn add(&mut self, event: u32, guard: Guard) -> Variant {
        if !guard.is_possible {
            return Variant::Impossible;
        }
        if guard.is_met() {
            return Variant::Free(event);
        }
        self.all.push(Remainder { event, guard });
        Variant::Left(self.all.len() as u32 - 1)
    }

    /// Divides a guard by those of some cells that it uses.
    pub(super) fn divided(
        &mut self,
        compiler: &Compiler<'_>,
        id: RemainderId,
        cells: &[CellId],
    ) -> Rc<Division> {
        let guard = &self.all[id as usize].guard;
        let mut used: Vec<CellId> = guard.tests.iter().map(|test| test.cell).collect();
        guard.conditions().for_each(|condition| condition.for_each_cell(&mut |cell| used.push(cell)));
        let cells: Vec<CellId> = cells.iter().copied().filter(|cell| used.contains(cell)).collect();
        if let Some(known) = self.divided.get(&(id, cells.clone())) {
            return Rc::clone(known);
        }
        let division = Rc::new(self.divide(compiler, id, &cells));
        self.divided.insert((id, cells), Rc::clone(&division));
        division
    }

    fn divide(&mut self, compiler: &Compiler<'_>, id: RemainderId, cells: &[CellId]) -> Division {
        let Remainder { event, guard } = &self.all[id as usize];
        let (event, is_keyed) = (*event, |test: &Test| cells.contains(&test.cell));
        let (keyed, left): (Vec<Test>, Vec<Test>) = guard.tests.iter().partition(|test| is_keyed(test));
        let conditions: Vec<Expression> = guard.conditions().cloned().collect();
        let decisive = decisive(compiler, cells, guard);
        if decisive.bits() == 0 {
            let rest = guard.with_tests(left);
            return Division { keyed, decisive, variants: vec![self.add(event, rest)] };
        }
        let mut known: HashMap<Vec<Expression>, Variant> = HashMap::new();
        let mut variants = Vec::with_capacity(1 << decisive.bits());
        for content in 0..1_u64 << decisive.bits() {
            let bits = |cell| decisive.content(content, cell, compiler.slots);
            let number = |cell| compiler.slots.slot(cell).number(bits(cell).unwrap_or_default());
            let is_of_sort = |cell: CellId| compiler.cells.cell(cell).sort.contains(number(cell));
            let holds = |test: &Test| bits(test.cell).is_none_or(|bits| test.set >> (bits & 63) & 1 != 0);
            if !decisive.cells().all(is_of_sort) || !keyed.iter().all(holds) {
                variants.push(Variant::Impossible);
                continue;
            }
            let assigned = |condition: &Expression| {
                let assign = |condition, cell| assign(&condition, cell, number(cell));
                decisive.cells().fold(condition.clone(), assign)
            };
            let conditions: Vec<Expression> = conditions.iter().map(assigned).collect();
            if let Some(&variant) = known.get(&conditions) {
                variants.push(variant);
                continue;
            }
            let rest = Guard::of(compiler, self.ranges, left.clone(), &conditions);
            let variant = self.add(event, rest);
            known.insert(conditions, variant);
            variants.push(variant);
        }
        Division { keyed, decisive, variants }
    }
}

/// Returns the cells among some on which conditions depend, as long as there are not too many contents.
fn decisive(compiler: &Compiler<'_>, among: &[CellId], guard: &Guard) -> Key {
    let mut cells: Vec<CellId> = Vec::new();
    let mut bits = 0;
    for condition in guard.divisible_conditions() {
        condition.for_each_cell(&mut |cell| {
            let width = u32::from(compiler.slots.slot(cell).width);
            if among.contains(&cell) && !cells.contains(&cell) && DECISIVE_BITS.admits(bits + width) {
                cells.push(cell);
                bits += width;
            }
        });
    }
    Key::of(&cells, compiler.slots)
}
