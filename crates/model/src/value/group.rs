//! Groups of transitions that are selected together, and the cells of their keys.
//!
//! The tests of all guards use a few cells over and over, above all control locations. Transitions are grouped by the
//! cell that excludes most of them, their *home*. It is the control location of their process if there is one. Homes
//! whose guards test the same cells share a group if the key has room. The cells that most guards of a group test
//! become part of its key as well.

use std::collections::HashMap;

use sanderling_cutoff::{GROUP_ENTRIES, HOME_BITS, KEY_BITS, KEY_MISSES, PRIVATE_BITS, TEST_BITS};

use sanderling_data_net::{CellId, Expression};

use super::gather::Gathers;
use super::guard::{Guard, Test};
use super::selector::KEY_WORDS;
use super::slot::Slots;

/// Value of knowing a cell in a condition, on the scale of the parts in 64 that a test excludes.
const GAIN: u32 = 16;

/// Factor by which knowing a cell is more valuable if it chooses an element.
const INDEX_GAIN: u32 = 4;

/// Transitions that are selected by the same key.
#[derive(Debug, Clone, Default)]
pub(super) struct Group {
    pub(super) key: Vec<CellId>,
    pub(super) members: Vec<usize>,
}

/// Groups transitions with these guards. Impossible ones are in no group.
pub(super) fn groups(guards: &[Guard], slots: &Slots, control: &[CellId]) -> Vec<Group> {
    let mut homes: HashMap<Option<CellId>, Vec<usize>> = HashMap::new();
    for (index, guard) in guards.iter().enumerate().filter(|(_, guard)| guard.is_possible) {
        homes.entry(home(guard, slots, control)).or_default().push(index);
    }
    let mut homes: Vec<(Option<CellId>, Vec<usize>)> = homes.into_iter().collect();
    homes.sort_unstable();
    let private = private_bits(&homes, guards, slots);
    // Each group is paired with the number of bits that only its processes use.
    let mut groups: Vec<(Group, u32)> = Vec::new();
    for ((home, members), private) in homes.into_iter().zip(private) {
        let group = Group { key: home.into_iter().collect(), members };
        let joins = |(known, bits): &(Group, u32)| {
            let members = known.members.len() + group.members.len();
            let key = known.with(&group).key;
            let is_short = is_affordable(members, self::bits(&key, slots), HOME_BITS.bits());
            is_short && PRIVATE_BITS.admits(bits + private) && is_readable(&key, slots)
        };
        match groups.last_mut().filter(|known| joins(known)) {
            Some((known, bits)) => (*known, *bits) = (known.with(&group), *bits + private),
            None => groups.push((group, private)),
        }
    }
    let mut groups: Vec<Group> = groups.into_iter().map(|(group, _)| group).collect();
    for group in &mut groups {
        extend_key(group, guards, slots);
    }
    groups
}

/// Returns for each home the number of bits of narrow cells that only its members test.
fn private_bits(homes: &[(Option<CellId>, Vec<usize>)], guards: &[Guard], slots: &Slots) -> Vec<u32> {
    let mut testers: HashMap<CellId, Option<usize>> = HashMap::new();
    for (number, (_, members)) in homes.iter().enumerate() {
        let mut see = |cell, _| {
            let tester = testers.entry(cell).or_insert(Some(number));
            *tester = tester.filter(|&known| known == number);
        };
        for guard in members.iter().map(|&member| &guards[member]) {
            guard.tests.iter().for_each(|test| see(test.cell, 0));
            guard.conditions().for_each(|condition| for_each_use(condition, GAIN, &mut see));
        }
    }
    let mut bits = vec![0; homes.len()];
    for (cell, tester) in testers {
        if let Some(number) = tester.filter(|_| TEST_BITS.admits(width(slots, cell))) {
            bits[number] += width(slots, cell);
        }
    }
    bits
}

impl Group {
    /// Merges the members and the cells of the keys of two groups.
    fn with(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.key.extend(other.key.iter().filter(|cell| !self.key.contains(cell)));
        both.members.extend(&other.members);
        both.members.sort_unstable();
        both
    }
}

/// Returns the cell by which a transition is selected: its first control cell, or else the one whose test excludes
/// most.
fn home(guard: &Guard, slots: &Slots, control: &[CellId]) -> Option<CellId> {
    let tested = |cell: &CellId| guard.tests.iter().any(|test| test.cell == *cell);
    let first = control.iter().copied().find(|cell| tested(cell) && slots.slot(*cell).width > 0);
    first.or_else(|| guard.tests.iter().max_by_key(|test| ruled_out(test, slots)).map(|test| test.cell))
}

/// Returns how many of 64 equal parts of a slot's contents a test excludes.
fn ruled_out(test: &Test, slots: &Slots) -> u32 {
    let width = width(slots, test.cell);
    let allowed = test.set.count_ones();
    64 - (allowed << (6 - width.min(6)))
}

fn width(slots: &Slots, cell: CellId) -> u32 {
    u32::from(slots.slot(cell).width)
}

/// Whether a key has at most `max_bits` bits, and the lists of the members are short enough.
fn is_affordable(members: usize, bits: u32, max_bits: u32) -> bool {
    bits <= max_bits && GROUP_ENTRIES.admits(members << bits)
}

/// Extends the key by the cells that most of the members test.
fn extend_key(group: &mut Group, guards: &[Guard], slots: &Slots) {
    let lists = group.members.len();
    let testing = group.members.iter().map(|&member| &guards[member]);
    let fits =
        |key: &[CellId]| is_affordable(lists, bits(key, slots), KEY_BITS.bits()) && is_readable(key, slots);
    group.key = extended(std::mem::take(&mut group.key), testing, slots, fits);
}

/// Whether some cells can be read as a key.
fn is_readable(cells: &[CellId], slots: &Slots) -> bool {
    Gathers::<KEY_WORDS>::key_of(cells, slots).is_some()
}

/// Returns the total number of bits of some cells.
pub(super) fn bits(cells: &[CellId], slots: &Slots) -> u32 {
    cells.iter().map(|&cell| width(slots, cell)).sum()
}

/// Calls `see` with the cells that an expression uses, and the value of knowing each: highest for cells that choose
/// elements, lowest for the elements.
fn for_each_use(expression: &Expression, gain: u32, see: &mut dyn FnMut(CellId, u32)) {
    match expression {
        Expression::Cell(cell) => see(*cell, gain),
        Expression::Element(elements, index) => {
            let each = (gain / elements.count.max(1)).max(1);
            elements.cells().chain(elements.length).for_each(|cell| see(cell, each));
            for_each_use(index, gain.saturating_mul(INDEX_GAIN), see);
        }
        _ => expression.parts().iter().for_each(|part| for_each_use(part, gain, see)),
    }
}

/// Extends a key by the cells that most guards test, as long as it fits.
pub(super) fn extended<'g>(
    mut key: Vec<CellId>,
    guards: impl Iterator<Item = &'g Guard>,
    slots: &Slots,
    mut fits: impl FnMut(&[CellId]) -> bool,
) -> Vec<CellId> {
    // Cells with a single possible number need no key. Arrays may have many of them.
    let is_narrow = |cell: CellId| (1..=TEST_BITS.bits()).contains(&width(slots, cell));
    let mut gains: HashMap<CellId, u32> = HashMap::new();
    for guard in guards {
        for test in guard.tests.iter().filter(|test| is_narrow(test.cell)) {
            *gains.entry(test.cell).or_default() += ruled_out(test, slots);
        }
        for condition in guard.divisible_conditions() {
            for_each_use(condition, GAIN, &mut |cell, gain| {
                if is_narrow(cell) {
                    *gains.entry(cell).or_default() += gain;
                }
            });
        }
    }
    gains.retain(|cell, gain| *gain > 0 && !key.contains(cell));
    // The order is by gain per bit, then by number, so that the result is deterministic.
    let worth = |(&cell, gain): (&CellId, &u32)| (std::cmp::Reverse(gain / width(slots, cell)), cell);
    let mut wanted: Vec<_> = gains.iter().map(worth).collect();
    wanted.sort_unstable();
    let mut misses = 0;
    for (_, cell) in wanted {
        key.push(cell);
        if !fits(&key) {
            key.pop();
            misses += 1;
        }
        if misses == KEY_MISSES.bits() {
            break;
        }
    }
    key
}
