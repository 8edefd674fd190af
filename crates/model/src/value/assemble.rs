//! From guards and effects to what is run: lists of candidates, and events.

use std::collections::HashMap;

use super::cell::CellId;
use super::compile::Compiler;
use super::decision::assign;
use super::effect::{Check, Effect, Mask};
use super::expression::Expression;
use super::guard::{Guard, Test};
use super::key::Key;
use super::machine::Address;
use super::operation::Operation;
use super::refusal::Refusal;
use super::selector::{Candidate, Group, Member, Selector, Variant, groups};
use super::slot::Slot;

/// What is left of a guard is worked out for at most so many bits of the key.
const DECISIVE_BITS: u32 = 9;

/// How an event is fired.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Event {
    pub(super) program: Option<Address>,
    /// The guard, where it may be undefined.
    /// Whether there is nothing to it but the first mask.
    pub(super) is_mask_alone: bool,
    pub(super) fallible_guard: Option<Address>,
    pub(super) checks: (u32, u32),
    pub(super) mask: Mask,
    pub(super) more_masks: (u32, u32),
}

/// The lists by which transitions are selected.
pub(super) fn select(
    compiler: &mut Compiler<'_>,
    guards: &[Guard],
    control: &[CellId],
) -> Result<Selector, Refusal> {
    let mut selector = Selector::default();
    for group in groups(guards, compiler.slots, control) {
        let mut members = Vec::new();
        for &event in &group.members {
            members.push(member(compiler, &mut selector, &group, event, &guards[event])?);
        }
        selector.add(&group, &members, compiler.slots);
    }
    Ok(selector)
}

/// A member of a group, with what is left of its guard for each content of the key.
fn member(
    compiler: &mut Compiler<'_>,
    selector: &mut Selector,
    group: &Group,
    event: usize,
    guard: &Guard,
) -> Result<Member, Refusal> {
    let is_keyed = |test: &&Test| group.key.contains(&test.cell);
    let keyed: Vec<Test> = guard.tests.iter().filter(is_keyed).copied().collect();
    let left: Vec<Test> = guard.tests.iter().filter(|test| !is_keyed(test)).copied().collect();
    let decisive = decisive(compiler, group, guard);
    let mut known: HashMap<Vec<Expression>, Variant> = HashMap::new();
    let mut variants = Vec::with_capacity(1 << decisive.bits());
    for content in 0..1_u64 << decisive.bits() {
        if decisive.bits() == 0 {
            variants.push(variant(compiler, selector, event, &left, guard)?);
            continue;
        }
        let bits = |cell| decisive.content(content, cell, compiler.slots);
        let number = |cell| i64::from(compiler.slots.slot(cell).lo) + bits(cell).unwrap_or_default() as i64;
        let is_of_sort = |cell: CellId| compiler.cells.cell(cell).sort.contains(number(cell));
        let holds = |test: &Test| bits(test.cell).is_none_or(|bits| test.set >> (bits & 63) & 1 != 0);
        if !decisive.cells().all(is_of_sort) || !keyed.iter().all(holds) {
            variants.push(Variant::Impossible);
            continue;
        }
        let known_cells = |condition: &Expression| {
            decisive.cells().fold(condition.clone(), |condition, cell| assign(&condition, cell, number(cell)))
        };
        let conditions: Vec<Expression> = guard.conditions().map(known_cells).collect();
        if let Some(&variant) = known.get(&conditions) {
            variants.push(variant);
            continue;
        }
        let rest = Guard::of(compiler, &left, &conditions);
        let new = match rest.is_possible {
            true => variant(compiler, selector, event, &rest.tests, &rest)?,
            false => Variant::Impossible,
        };
        known.insert(conditions, new);
        variants.push(new);
    }
    Ok(Member { keyed, decisive, variants, event: event as u32 })
}

/// The cells of the key that conditions ask for, as far as there are not too many contents.
fn decisive(compiler: &Compiler<'_>, group: &Group, guard: &Guard) -> Key {
    let mut cells: Vec<CellId> = Vec::new();
    let mut bits = 0;
    for condition in guard.conditions().filter(|_| guard.is_divisible()) {
        condition.for_each_cell(&mut |cell| {
            let width = u32::from(compiler.slots.slot(cell).width);
            if group.key.contains(&cell) && !cells.contains(&cell) && bits + width <= DECISIVE_BITS {
                cells.push(cell);
                bits += width;
            }
        });
    }
    Key::of(&cells, compiler.slots)
}

/// What is left to check: some tests, and the guard's tables and rest.
fn variant(
    compiler: &mut Compiler<'_>,
    selector: &mut Selector,
    event: usize,
    tests: &[Test],
    guard: &Guard,
) -> Result<Variant, Refusal> {
    let mut left = tests.to_vec();
    let mut candidate = Candidate {
        event: event as u32,
        program: None,
        tables: selector.add_tables(guard.tables.iter()),
        word: 0,
        mask: 0,
        expected: 0,
        slot: Slot::default(),
        set: u64::MAX,
    };
    // All that ask for one content of slots in the same word are one comparison.
    let asks_one = |test: &Test| test.set.is_power_of_two();
    if let Some(first) = left.iter().find(|test| asks_one(test)) {
        let word = compiler.slots.slot(first.cell).word;
        candidate.word = u32::from(word);
        left.retain(|test| {
            let slot = compiler.slots.slot(test.cell);
            let joins = slot.word == word && asks_one(test);
            if joins {
                candidate.mask |= slot.mask();
                candidate.expected |= u64::from(test.set.trailing_zeros()) << slot.shift;
            }
            !joins
        });
    }
    if let Some(test) = left.pop() {
        candidate.slot = compiler.slots.slot(test.cell);
        candidate.set = test.set;
    }
    candidate.program = guard.compile(compiler, &left, false)?;
    if candidate.program.is_none() && guard.tables.is_empty() && tests.is_empty() {
        return Ok(Variant::Free);
    }
    let is_plain = candidate.program.is_none() && guard.tables.is_empty();
    selector.candidates.push(candidate);
    let number = selector.candidates.len() as u32 - 1;
    Ok(if is_plain { Variant::Plain(number) } else { Variant::Programmed(number) })
}

/// The program of everything that a guard asks; `None` where it is impossible.
pub(super) fn whole_guard(compiler: &mut Compiler<'_>, guard: &Guard) -> Result<Option<Address>, Refusal> {
    if !guard.is_possible {
        return Ok(None);
    }
    let start = compiler.here();
    if guard.compile(compiler, &guard.tests, true)?.is_none() {
        compiler.emit(Operation::End);
    }
    Ok(Some(start))
}

pub(super) fn events(
    guards: &[Guard],
    effects: &[Effect],
    whole: &[Option<Address>],
) -> (Vec<Event>, Vec<Mask>, Vec<Check>) {
    let (mut masks, mut checks) = (Vec::new(), Vec::new());
    let event = |(index, effect): (usize, &Effect)| {
        let (start, first_check) = (masks.len() as u32, checks.len() as u32);
        checks.extend_from_slice(&effect.checks);
        masks.extend(effect.masks.iter().skip(1));
        Event {
            program: effect.program,
            is_mask_alone: effect.program.is_none()
                && !guards[index].may_fail
                && effect.checks.is_empty()
                && effect.masks.len() <= 1,
            fallible_guard: whole[index].filter(|_| guards[index].may_fail),
            checks: (first_check, checks.len() as u32),
            mask: effect.masks.first().copied().unwrap_or_default(),
            more_masks: (start, masks.len() as u32),
        }
    };
    let events = effects.iter().enumerate().map(event).collect();
    (events, masks, checks)
}
