//! Colours that places can hold, and bindings that can be enabled: the least fixpoint.
//!
//! A colour of a place is *live* if it is in the initial marking, or is an output of a binding all of whose inputs are
//! live. Counts, inhibitor arcs, capacities and other contents of the marking are ignored, so that colours may be live
//! that never occur, but not the other way round. Colours become live one at a time, and each is joined with those
//! before it. A binding with an input that no pattern covers waits for it.

use std::collections::VecDeque;

use sanderling_net::semantics::{self, Problem, SemanticsError};
use sanderling_net::{Arc, Net, Place, PlaceId, Transition};

use crate::budget::{Meter, NotUnfolded, refused};
use crate::colour::Colour;
use crate::conditions::{Conditions, conditions, outputs};
use crate::evaluator::{Evaluator, Failure, MAX_VALUES};
use crate::join::Join;
use crate::live::{Live, NumberMap};
use crate::plan::{Plan, Step};
use crate::rule::{Rule, arcs_by_transition};

/// Transition with its plans.
struct Planned {
    rule: Rule,
    /// Plan that begins with nothing, for the moment when the last fixed colour becomes live.
    start: Plan,
    /// Plan for each pattern, which begins with a new colour that it matches.
    plans: Vec<Plan>,
}

/// Result: the bindings of each transition, in no order.
#[derive(Default)]
pub(crate) struct Found {
    /// Colours of the variables for each transition, binding by binding.
    pub(crate) bindings: Vec<Vec<Colour>>,
    /// Number of bindings of each transition.
    pub(crate) counts: Vec<u64>,
    /// Number of bindings that are disabled only by a negative difference of multisets.
    pub(crate) negative_differences: u64,
    transitions: u64,
    arcs: u64,
}

/// Colours that can occur and bindings that can be enabled.
pub(crate) struct Fixpoint<'n> {
    pub(crate) rules: Vec<Rule>,
    pub(crate) evaluator: Evaluator<'n>,
    pub(crate) live: Live,
    pub(crate) found: Found,
    /// Initial tokens.
    pub(crate) initial: NumberMap<(u32, u32), u64>,
}

/// Transition, and the colours of a binding of it.
type Waiting = (usize, Box<[Colour]>);

/// Remaining work.
struct Work<'n> {
    net: &'n Net,
    /// Colours that will be live.
    open: VecDeque<(PlaceId, Colour)>,
    discovered: NumberMap<(u32, u32), ()>,
    /// Bindings that need a colour that is not live yet, by the colour.
    waiting: NumberMap<(u32, u32), Vec<Waiting>>,
    waits: u64,
    /// Number of colours of all bindings found.
    words: u64,
    /// Whether bindings with the same effect become one transition.
    merges: bool,
    found: Found,
}

/// Finds the least fixpoint.
pub(crate) fn fixpoint<'n>(
    net: &'n Net,
    merges: bool,
    meter: &mut Meter<'n>,
) -> Result<Fixpoint<'n>, NotUnfolded> {
    let mut evaluator = Evaluator::new(net);
    let mut live = Live::new(net.places.len());
    let planned = plan_all(net, &mut evaluator, &mut live, meter)?;
    let (mut work, initial) = Work::begin(net, merges, &mut evaluator)?;
    let triggers = Triggers::of(net, &planned);
    let mut missing: Vec<usize> = planned.iter().map(|planned| planned.rule.fixed.len()).collect();
    for index in (0..planned.len()).filter(|&index| missing[index] == 0) {
        work.join(index, &planned[index], None, &live, &mut evaluator, meter)?;
    }
    while let Some((place, colour)) = work.open.pop_front() {
        live.add(place, colour, &evaluator.colours);
        work.check(&live, &evaluator, meter)?;
        for &(index, pattern) in &triggers.patterns[place.index()] {
            if missing[index] == 0 {
                let new = Some((pattern, colour));
                work.join(index, &planned[index], new, &live, &mut evaluator, meter)?;
            }
        }
        for &index in triggers.fixed.get(&key(place, colour)).into_iter().flatten() {
            missing[index] -= 1;
            if missing[index] == 0 {
                work.join(index, &planned[index], None, &live, &mut evaluator, meter)?;
            }
        }
        for (index, binding) in work.waiting.remove(&key(place, colour)).into_iter().flatten() {
            work.complete(index, &planned[index].rule, &binding, &live, &mut evaluator, meter)?;
        }
    }
    let rules = planned.into_iter().map(|planned| planned.rule).collect();
    Ok(Fixpoint { rules, evaluator, live, found: work.found, initial })
}

fn plan_all<'n>(
    net: &'n Net,
    evaluator: &mut Evaluator<'n>,
    live: &mut Live,
    meter: &Meter<'n>,
) -> Result<Vec<Planned>, NotUnfolded> {
    let (mut planned, mut steps) = (Vec::with_capacity(net.transitions.len()), 0);
    for (transition, arcs) in net.transition_ids().zip(arcs_by_transition(net)) {
        let rule = Rule::compile(net, transition, &arcs, evaluator);
        let start = Plan::of(net, &rule, None, live);
        let mut plans = Vec::with_capacity(rule.patterns.len());
        for pattern in 0..rule.patterns.len() {
            meter.check_time()?;
            plans.push(Plan::of(net, &rule, Some(pattern), live));
            steps += plans[pattern].steps.len();
            meter.check_bytes((steps * 2 * size_of::<Step>()) as u64)?;
        }
        planned.push(Planned { rule, start, plans });
    }
    Ok(planned)
}

/// Transitions that a colour affects when it becomes live.
struct Triggers {
    /// Transitions with a pattern on each place.
    patterns: Vec<Vec<(usize, usize)>>,
    fixed: NumberMap<(u32, u32), Vec<usize>>,
}

impl Triggers {
    fn of(net: &Net, planned: &[Planned]) -> Self {
        let (mut patterns, mut fixed) = (vec![Vec::new(); net.places.len()], NumberMap::default());
        for (index, planned) in planned.iter().enumerate() {
            for (position, pattern) in planned.rule.patterns.iter().enumerate() {
                patterns[pattern.place.index()].push((index, position));
            }
            for &(place, colour) in &planned.rule.fixed {
                fixed.entry(key(place, colour)).or_insert_with(Vec::new).push(index);
            }
        }
        Self { patterns, fixed }
    }
}

impl<'n> Work<'n> {
    /// Begins with the colours of the initial marking.
    #[expect(clippy::type_complexity, reason = "a pair that is taken apart at once")]
    fn begin(
        net: &'n Net,
        merges: bool,
        evaluator: &mut Evaluator<'n>,
    ) -> Result<(Self, NumberMap<(u32, u32), u64>), NotUnfolded> {
        let transitions = net.transitions.len();
        let mut work = Self {
            net,
            open: VecDeque::new(),
            discovered: NumberMap::default(),
            waiting: NumberMap::default(),
            waits: 0,
            words: 0,
            merges,
            found: Found {
                bindings: vec![Vec::new(); transitions],
                counts: vec![0; transitions],
                ..Found::default()
            },
        };
        let mut initial = NumberMap::default();
        let marking = semantics::initial(net).map_err(|error| meaningless(net, &error))?;
        for (place, tokens) in net.place_ids().zip(marking.iter()) {
            for (value, &count) in tokens {
                let colour = evaluator.colours.of(value);
                initial.insert(key(place, colour), count);
                work.discover(place, colour);
            }
        }
        Ok((work, initial))
    }

    fn discover(&mut self, place: PlaceId, colour: Colour) {
        if self.discovered.insert(key(place, colour), ()).is_none() {
            self.open.push_back((place, colour));
        }
    }

    fn join(
        &mut self,
        index: usize,
        planned: &Planned,
        new: Option<(usize, Colour)>,
        live: &Live,
        evaluator: &mut Evaluator<'n>,
        meter: &mut Meter<'n>,
    ) -> Result<(), NotUnfolded> {
        let (rule, plan) =
            (&planned.rule, new.map_or(&planned.start, |(pattern, _)| &planned.plans[pattern]));
        let join = Join { rule, plan, new: new.map(|(_, colour)| colour), live, evaluator, meter };
        join.run(|evaluator, meter, binding| self.complete(index, rule, binding, live, evaluator, meter))
    }

    /// Adds a binding that patterns and conjuncts allow.
    fn complete(
        &mut self,
        index: usize,
        rule: &Rule,
        binding: &[Colour],
        live: &Live,
        evaluator: &mut Evaluator<'n>,
        meter: &mut Meter<'n>,
    ) -> Result<(), NotUnfolded> {
        if evaluator.is_effort_due() {
            self.check(live, evaluator, meter)?;
            meter.check_time()?;
        }
        match conditions(self.net, rule, binding, live, evaluator) {
            Conditions::Forbidden => return Ok(()),
            Conditions::NegativeDifference => {
                self.found.negative_differences += 1;
                return Ok(());
            }
            Conditions::Needs(place, colour) => {
                self.waits += 1;
                self.words += binding.len() as u64;
                self.waiting.entry(key(place, colour)).or_default().push((index, binding.into()));
                return Ok(());
            }
            Conditions::Undefined(what, failure) => {
                return Err(meter.refuse(rule.transition, &what, failure));
            }
            Conditions::Hold => {}
        }
        let outputs = match outputs(self.net, rule, binding, evaluator) {
            Ok(outputs) => outputs,
            Err((_, Failure::Negative)) => {
                self.found.negative_differences += 1;
                return Ok(());
            }
            Err((what, failure)) => return Err(meter.refuse(rule.transition, &what, failure)),
        };
        self.found.arcs += rule.min_inputs as u64;
        for (place, tokens) in outputs {
            self.found.arcs += tokens.len() as u64;
            for (colour, _) in tokens {
                self.discover(place, colour);
            }
        }
        self.words += binding.len() as u64;
        self.found.bindings[index].extend_from_slice(binding);
        self.found.counts[index] += 1;
        self.found.transitions += 1;
        Ok(())
    }

    /// Checks that the budget allows what has been found so far, and the net that will be made of it.
    fn check(
        &self,
        live: &Live,
        evaluator: &Evaluator<'n>,
        meter: &mut Meter<'n>,
    ) -> Result<(), NotUnfolded> {
        let places = self.discovered.len() as u64;
        meter.note_found(places, self.found.transitions);
        meter.tick()?;
        meter.check_places(places)?;
        meter.check_numbers(evaluator.colours.numbers(), self.found.transitions)?;
        let tables = evaluator.colours.bytes() + live.bytes() + places * 40 + self.waits * 96;
        let nodes = places * (size_of::<Place>() as u64 + 64) + self.words * 4;
        if self.merges {
            // The number of transitions that remain is known only after equal bindings are merged.
            return meter.check_bytes(tables + nodes);
        }
        meter.check_transitions(self.found.transitions)?;
        meter.check_arcs(self.found.arcs)?;
        let transitions = self.found.transitions * (size_of::<Transition>() as u64 + 96);
        meter.check_bytes(tables + nodes + transitions + self.found.arcs * size_of::<Arc>() as u64)
    }
}

fn meaningless(net: &Net, error: &SemanticsError) -> NotUnfolded {
    if let Problem::TooMany(_) = error.problem {
        return NotUnfolded::TooLarge { what: "values in one multiset", limit: MAX_VALUES };
    }
    let span = net.places.iter().find(|place| place.id == error.element).and_then(|place| place.span);
    let message = format!("the initial marking is undefined: {}", error.problem);
    refused(message, &error.element, span)
}

pub(crate) fn key(place: PlaceId, colour: Colour) -> (u32, u32) {
    (place.index() as u32, colour.index() as u32)
}
