//! From guards and effects to what is run: lists of candidates, and events.

use super::cell::CellId;
use super::compile::Compiler;
use super::effect::{Check, Effect, Mask};
use super::guard::{Guard, Test};
use super::machine::Address;
use super::operation::Operation;
use super::refusal::Refusal;
use super::selector::{Candidate, Group, Member, Selector, groups};
use super::slot::Slot;

/// How an event is fired.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Event {
    pub(super) program: Option<Address>,
    /// The guard, where it may be undefined.
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

/// What is left of a guard in a group.
fn member(
    compiler: &mut Compiler<'_>,
    selector: &mut Selector,
    group: &Group,
    event: usize,
    guard: &Guard,
) -> Result<Member, Refusal> {
    let is_keyed = |test: &&Test| group.key.contains(&test.cell);
    let keyed: Vec<Test> = guard.tests.iter().filter(is_keyed).copied().collect();
    let mut left: Vec<Test> = guard.tests.iter().filter(|test| !is_keyed(test)).copied().collect();
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
    let has_program = candidate.program.is_some() || !guard.tables.is_empty();
    let is_free = !has_program && candidate.mask == 0 && candidate.set == u64::MAX;
    selector.candidates.push(candidate);
    Ok(Member {
        keyed,
        candidate: selector.candidates.len() as u32 - 1,
        is_free,
        has_program,
        event: event as u32,
    })
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
            fallible_guard: whole[index].filter(|_| guards[index].may_fail),
            checks: (first_check, checks.len() as u32),
            mask: effect.masks.first().copied().unwrap_or_default(),
            more_masks: (start, masks.len() as u32),
        }
    };
    let events = effects.iter().enumerate().map(event).collect();
    (events, masks, checks)
}
