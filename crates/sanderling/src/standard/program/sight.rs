//! What the stored states of a program show: the values of its variables, the messages in its channels, and the
//! greatest values of expressions.

use sanderling_analysis::Outcome;
use sanderling_model::{NetModel, ValueModel};
use sanderling_net::program::Channel;
use sanderling_net::{Net, PlaceId, Sort, TransitionId};
use sanderling_property::{Expression, Part};
use sanderling_report::{ChannelFill, ValueRange};
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{Dependencies, EventId, Fired, System};

use crate::explain::program::range;
use crate::replay::Until;

/// Number of states between two checks of the clock.
const STATES_AT_A_TIME: usize = 1 << 12;

/// The least and the greatest number at some positions of a place.
struct Extent {
    place: PlaceId,
    positions: u32,
    least: i64,
    greatest: i64,
}

impl Extent {
    fn of(place: PlaceId, positions: u32) -> Self {
        Self { place, positions, least: i64::MAX, greatest: i64::MIN }
    }

    fn is_empty(&self) -> bool {
        self.least > self.greatest
    }
}

/// A greatest value, with the first state of each shard that has it. A shard has its states in the order of their
/// discovery, so the nearest of these states is the nearest of all.
pub(super) struct Peak {
    pub(super) value: i128,
    states: Vec<StateId>,
}

impl Peak {
    /// Returns the state with the shortest path.
    pub(super) fn nearest(&self, store: &PackedStore) -> Option<StateId> {
        self.states.iter().copied().min_by_key(|&state| store.path_to(state).len())
    }

    /// Adds a value in a state.
    fn see(peak: &mut Option<Self>, value: i128, state: StateId) {
        match peak {
            Some(one) if one.value > value => {}
            Some(Self { value: most, states }) if *most == value => {
                if states.last().is_none_or(|last| last.shard() != state.shard()) {
                    states.push(state);
                }
            }
            _ => *peak = Some(Self { value, states: vec![state] }),
        }
    }
}

/// What was seen in some states.
pub(super) struct Sight {
    variables: Vec<Extent>,
    buffers: Vec<Extent>,
    /// The greatest value of each expression.
    pub(super) greatest: Vec<Option<Peak>>,
    /// Whether all states of the store were seen.
    pub(super) is_complete: bool,
}

impl Sight {
    /// Looks at the states of a store until the time is over: at the values if `with_values`, and at expressions.
    pub(super) fn of(
        net: &Net,
        (model, store): (&ValueModel, &PackedStore),
        (with_values, expressions): (bool, &[Expression]),
        until: Until<'_>,
    ) -> Self {
        let mut sight = Self {
            variables: if with_values { variables(net, model) } else { Vec::new() },
            buffers: if with_values { buffers(net) } else { Vec::new() },
            greatest: expressions.iter().map(|_| None).collect(),
            is_complete: true,
        };
        let scratch = model.scratch();
        for (position, id) in store.ids().enumerate() {
            if position % STATES_AT_A_TIME == STATES_AT_A_TIME - 1 && until.is_over() {
                sight.is_complete = false;
                break;
            }
            let state = store.state(id);
            let held = |part: Part| model.held(state, &scratch, part.place, part.offset);
            for extent in sight.variables.iter_mut().chain(&mut sight.buffers) {
                for offset in 0..extent.positions {
                    let number = held(Part { place: extent.place, offset });
                    extent.least = number.map_or(extent.least, |number| extent.least.min(number));
                    extent.greatest = number.map_or(extent.greatest, |number| extent.greatest.max(number));
                }
            }
            for (expression, greatest) in expressions.iter().zip(&mut sight.greatest) {
                let value = expression.value.as_ref().and_then(|value| value.number(&held));
                value.into_iter().for_each(|value| Peak::see(greatest, value, id));
            }
        }
        sight
    }

    /// Returns the ranges of the variables.
    pub(super) fn values(&self, net: &Net) -> Vec<ValueRange> {
        let seen = self.variables.iter().filter(|extent| !extent.is_empty());
        let describe = |extent: &Extent| {
            let place = net.place(extent.place);
            Some(ValueRange {
                variable: place.id.clone(),
                least: extent.least,
                greatest: extent.greatest,
                declared: range(net, place.sort)?,
            })
        };
        seen.filter_map(describe).collect()
    }

    /// Returns the greatest numbers of messages in the channels.
    pub(super) fn channels(&self, net: &Net) -> Vec<ChannelFill> {
        let channels = net.program.iter().flat_map(|program| &program.channels);
        let describe = |channel: &Channel| {
            let buffer = channel.buffer?;
            let extent = self.buffers.iter().find(|extent| extent.place == buffer && !extent.is_empty())?;
            Some(ChannelFill {
                channel: channel.name.clone(),
                greatest: u64::try_from(extent.greatest).ok()?,
                capacity: capacity(net, buffer)?,
            })
        };
        channels.filter_map(describe).collect()
    }
}

/// Returns the integer variables, and the arrays of integers.
fn variables(net: &Net, model: &ValueModel) -> Vec<Extent> {
    let Some(program) = &net.program else { return Vec::new() };
    let own = program.processes.iter().flat_map(|process| &process.variables);
    let all = program.variables.iter().chain(own).copied();
    let is_number = |&place: &PlaceId| range(net, net.place(place).sort).is_some();
    all.filter(is_number).map(|place| Extent::of(place, model.cells().place(place).len() as u32)).collect()
}

/// Returns the buffers of channels. The first number of a list is its length.
fn buffers(net: &Net) -> Vec<Extent> {
    let channels = net.program.iter().flat_map(|program| &program.channels);
    channels.filter_map(|channel| channel.buffer).map(|buffer| Extent::of(buffer, 1)).collect()
}

fn capacity(net: &Net, buffer: PlaceId) -> Option<u64> {
    match net.sort(net.place(buffer).sort) {
        Sort::List { capacity, .. } => *capacity,
        _ => None,
    }
}

/// Returns which transitions fire in the explored states. An event is also enabled where it is undefined, and then does
/// not fire. In a complete exploration, all enabled events have been fired, so none is undefined.
pub(super) fn fired(outcome: &Outcome<ValueModel>, until: Until<'_>) -> Vec<bool> {
    let (model, store) = (&outcome.system, outcome.store.packed());
    let mut fired = vec![true; model.events()];
    outcome.never_fired.iter().flatten().for_each(|event| fired[event.index()] = false);
    if outcome.is_exhaustive() {
        return fired;
    }
    let may_be_undefined = model.dependencies().into_iter().map(|one| one.may_be_undefined());
    let mut unsure: Vec<usize> = may_be_undefined
        .enumerate()
        .filter_map(|(event, may_be)| (may_be && fired[event]).then_some(event))
        .collect();
    unsure.iter().for_each(|&event| fired[event] = false);
    let (scratch, mut successor) = (model.scratch(), vec![0; model.words()]);
    for (position, id) in store.ids().enumerate() {
        let is_look = position % STATES_AT_A_TIME == STATES_AT_A_TIME - 1;
        if unsure.is_empty() || is_look && until.is_over() {
            break;
        }
        let state = store.state(id);
        unsure.retain(|&event| {
            let is_enabled = model.is_enabled(state, &scratch, TransitionId::new(event));
            fired[event] = is_enabled
                && model.fire::<0>(state, &scratch, EventId::new(event), &mut successor) == Fired::Successor;
            !fired[event]
        });
    }
    fired
}
