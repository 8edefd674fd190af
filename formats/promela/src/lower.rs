//! Conversion to the common net: each cell is a place with one token whose colour is the value, and each path between
//! two stored states is a transition.

mod net;
mod never;
mod terms;

use std::collections::HashSet;

use sanderling_net::{Diagnostic, Diagnostics, Net};

use crate::files::Files;
use crate::machine::{Machine, WITHIN_ATOMIC};
use crate::path::{Follower, Path};
use crate::presearch;
use crate::program::Program;
use never::Automaton;

/// Maximum number of transitions of a net.
pub(crate) const MAX_TRANSITIONS: usize = 1 << 18;

/// Maximum total number of arcs, operators and operands of a net.
const MAX_SIZE: usize = 1 << 22;

/// Maximum number of channels: the number of a channel has 8 bits.
const MAX_CHANNELS: usize = 255;

/// A path, and where it begins.
#[derive(Debug)]
struct Transition {
    path: Path,
    instance: usize,
    node: usize,
    /// Whether an interrupted `atomic` of the instance continues.
    holds: bool,
}

/// Returns the net of a model that was read from a text, and warnings.
///
/// # Errors
/// If the net would be too large.
pub(crate) fn lower(
    program: &Program,
    files: &Files,
    (name, text): (&str, &str),
) -> Result<(Net, Diagnostics), Diagnostics> {
    let mut machine = Machine::new(program);
    let mut initial = presearch::initial(&mut machine)?;
    let existing = machine.instances.len();
    let mut warnings = Diagnostics::new();
    presearch::find_instances(&mut machine, &initial);
    if machine.channels.len() > MAX_CHANNELS {
        let many = Diagnostic::error(format!("{} channels", machine.channels.len()));
        return Err(many.expected(format!("at most {MAX_CHANNELS}, as in Spin")).into());
    }
    initial.resize(machine.size, 0);
    let mut open: Vec<(usize, usize, bool)> = Vec::new();
    let mut seen = HashSet::new();
    for instance in 0..existing {
        open.push((instance, machine.process(instance).entry, false));
    }
    seen.extend(open.iter().copied());
    let (mut transitions, mut size): (Vec<Transition>, usize) = (Vec::new(), 0);
    while let Some((instance, node, holds)) = open.pop() {
        let mut follower = Follower { machine: &mut machine, base: None, may_create: false };
        for path in follower.paths(instance, node, holds) {
            for other in 0..machine.instances.len() {
                let Some(location) = path.location(&machine, other).filter(|location| *location > 0) else {
                    continue;
                };
                let next = location as usize - 1;
                for holds in [false, true] {
                    let is_met = !holds || path.holder == Some(other);
                    if is_met && seen.insert((other, next, holds)) {
                        open.push((other, next, holds));
                    }
                }
            }
            let formulas = path.conditions.iter().chain(path.code.iter().map(|store| &store.value));
            size += formulas.map(|formula| formula.size(MAX_SIZE)).sum::<usize>();
            transitions.push(Transition { path, instance, node, holds });
            if transitions.len() > MAX_TRANSITIONS || size > MAX_SIZE {
                return Err(too_large().into());
            }
        }
    }
    // A message is offered to all receivers; some are at locations that no state has.
    let is_stored = |instance: usize, location: i64| {
        let node = location as usize - 1;
        [false, true].iter().any(|holds| seen.contains(&(instance, node, *holds)))
    };
    transitions.retain(|transition| {
        transition.path.from.iter().all(|(instance, from)| *from == 0 || is_stored(*instance, *from))
    });
    if let Some(span) = transitions.iter().find_map(|transition| transition.path.crossed) {
        let crossed =
            Diagnostic::error("a message without buffer whose values read variables that it changes");
        return Err(crossed.at(span).help("receive it into other variables first").into());
    }
    if transitions.iter().any(|transition| transition.holds) {
        let long = Diagnostic::warning("an `atomic` or `d_step` too long to be one step");
        warnings.push(
            long.help(format!(
                "states within it are stored and counted; `{WITHIN_ATOMIC}` is 0 in all others"
            )),
        );
    }
    transitions.sort_by_key(|transition| (transition.instance, transition.node, transition.holds));
    let claim = program.claim.as_ref().map(|claim| Automaton::new(&mut machine, claim));
    let net = net::build((&machine, files), &initial, (&transitions, claim.as_ref()), &seen, (name, text))?;
    Ok((net, warnings))
}

fn too_large() -> Diagnostic {
    let large =
        format!("a model whose net has more than {MAX_TRANSITIONS} transitions, or {MAX_SIZE} parts of them");
    Diagnostic::error(large).help("use fewer processes, channels or waits for `timeout`")
}
