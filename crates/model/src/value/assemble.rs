//! Assembly of guards and effects into executable programs and events.

use sanderling_data_net::Refusal;

use super::compile::Compiler;
use super::effect::{Check, Effect, Mask};
use super::guard::Guard;
use super::machine::Address;
use super::operation::Operation;

/// The parts needed to fire an event.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Event {
    pub(super) program: Option<Address>,
    /// The guard, if it may be undefined.
    pub(super) fallible_guard: Option<Address>,
    pub(super) checks: (u32, u32),
    pub(super) mask: Mask,
    pub(super) more_masks: (u32, u32),
}

/// Compiles all conditions of a guard into one program, or returns `None` if the guard is impossible.
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
