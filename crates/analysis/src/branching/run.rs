//! A run that shows why a formula holds of a state, or fails, where one run can.
//!
//! What holds on some run is shown by it, and so is what fails on some. From the state that is reached the run goes on with what was to
//! hold there. More operators than one that have to hold at the same state take more than a run, and so does what holds
//! for all runs: then there is none to tell.

use std::collections::{HashMap, VecDeque};

use sanderling_cutoff::SHORT_LASSO;
use sanderling_store::StateId;
use sanderling_system::{Adaptive, EventId};

use super::local::Local;
use super::numbered::{Numbered, Until};
use crate::accepting::AcceptedRun;
use crate::on_the_fly::Halt;

/// An event and the state that it leads to.
type Step = (EventId, StateId);

/// The run that shows the value of a formula in the initial state.
pub(super) fn run<const W: usize, S: Adaptive>(
    local: &mut Local<'_, S>,
    formula: &Numbered,
    holds: bool,
) -> Result<Option<AcceptedRun>, Halt> {
    let mut run = AcceptedRun { prefix: Vec::new(), cycle: None };
    let initial = local.states.root;
    let is_shown = formula.operators() > 0 && local.show::<W>(formula, (initial, holds), &mut run)?;
    Ok(is_shown.then_some(run))
}

impl<S: Adaptive> Local<'_, S> {
    /// Goes on with a run so that it shows the value of a formula in its last state; whether one run can.
    fn show<const W: usize>(
        &mut self,
        formula: &Numbered,
        (state, holds): (StateId, bool),
        run: &mut AcceptedRun,
    ) -> Result<bool, Halt> {
        match formula {
            Numbered::Constant(_) | Numbered::Atom(_) => Ok(true),
            Numbered::Not(inner) => self.show::<W>(inner, (state, !holds), run),
            Numbered::And(parts) => self.show_parts::<W>(parts, (state, holds), holds, run),
            Numbered::Or(parts) => self.show_parts::<W>(parts, (state, holds), !holds, run),
            Numbered::Next(_, inner) if holds => {
                let steps = self.steps::<W>(state)?;
                for (event, target) in steps {
                    if self.holds::<W>(inner, target)? {
                        run.prefix.push(event);
                        return self.show::<W>(inner, (target, true), run);
                    }
                }
                Ok(false)
            }
            Numbered::Until(_, until) if holds && until.on_the_way.operators() == 0 => {
                self.show_until::<W>(formula, until, state, run)
            }
            Numbered::Next(..) | Numbered::Until(..) => Ok(false),
        }
    }

    /// The same of some formulas, all of which have this value, or at least one.
    fn show_parts<const W: usize>(
        &mut self,
        parts: &[Numbered],
        (state, holds): (StateId, bool),
        all: bool,
        run: &mut AcceptedRun,
    ) -> Result<bool, Halt> {
        if all {
            let mut with_operators = parts.iter().filter(|part| part.operators() > 0);
            return match (with_operators.next(), with_operators.next()) {
                (None, _) => Ok(true),
                (Some(only), None) => self.show::<W>(only, (state, holds), run),
                _ => Ok(false),
            };
        }
        for part in parts {
            if self.holds::<W>(part, state)? == holds {
                let before = run.clone();
                if self.show::<W>(part, (state, holds), run)? {
                    return Ok(true);
                }
                *run = before;
            }
        }
        Ok(false)
    }

    /// Goes to what is wanted, or on for ever if that will do.
    fn show_until<const W: usize>(
        &mut self,
        formula: &Numbered,
        until: &Until,
        state: StateId,
        run: &mut AcceptedRun,
    ) -> Result<bool, Halt> {
        if let Some((steps, end)) = self.nearest::<W>(formula, until, state)? {
            run.prefix.extend(steps);
            if self.holds::<W>(&until.wanted, end)? {
                return self.show::<W>(&until.wanted, (end, true), run);
            }
            run.cycle = Some(Vec::new());
            return Ok(true);
        }
        if !until.may_last {
            return Ok(false);
        }
        // From each of these states an event leads to another one of them.
        let (mut at, mut positions) = (state, HashMap::new());
        let begin = run.prefix.len();
        while !positions.contains_key(&at) {
            positions.insert(at, run.prefix.len());
            let steps = self.steps::<W>(at)?;
            let mut next = None;
            for (event, target) in steps {
                if self.holds::<W>(formula, target)? {
                    next = Some((event, target));
                    break;
                }
            }
            let Some((event, target)) = next else {
                run.prefix.truncate(begin);
                return Ok(false);
            };
            run.prefix.push(event);
            at = target;
        }
        run.cycle = Some(run.prefix.split_off(positions[&at]));
        Ok(true)
    }

    /// The shortest way to a state that is wanted, or, if the run may last, to its end; over states from which the formula holds. `None` where
    /// there is none, or too many states are nearer.
    fn nearest<const W: usize>(
        &mut self,
        formula: &Numbered,
        until: &Until,
        from: StateId,
    ) -> Result<Option<(Vec<EventId>, StateId)>, Halt> {
        let mut before: HashMap<StateId, (StateId, EventId)> = HashMap::new();
        let mut open = VecDeque::from([from]);
        while let Some(state) = open.pop_front() {
            if before.len() > SHORT_LASSO.size() {
                return Ok(None);
            }
            self.visit()?;
            let steps = self.steps::<W>(state)?;
            let is_end = self.holds::<W>(&until.wanted, state)? || until.may_last && steps.is_empty();
            if is_end {
                let (mut events, mut at) = (Vec::new(), state);
                while at != from {
                    let (earlier, event) = before[&at];
                    events.push(event);
                    at = earlier;
                }
                events.reverse();
                return Ok(Some((events, state)));
            }
            for (event, target) in steps {
                if target != from && !before.contains_key(&target) && self.holds::<W>(formula, target)? {
                    before.insert(target, (state, event));
                    open.push_back(target);
                }
            }
        }
        Ok(None)
    }

    /// The events of a state, and where they lead.
    fn steps<const W: usize>(&mut self, state: StateId) -> Result<Vec<Step>, Halt> {
        self.unpack::<W>(state)?;
        let mut targets = Vec::new();
        self.states.fire_all::<W>(state, &mut targets)?;
        Ok(self.states.events.iter().copied().zip(targets).collect())
    }
}
