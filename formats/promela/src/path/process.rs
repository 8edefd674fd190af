//! Steps that create and end processes.

use super::{Fault, Follower, Path, When};
use crate::formula::Formula;
use crate::program::{Target, Value};
use crate::syntax::Binary;

impl Follower<'_, '_> {
    pub(super) fn run(
        &mut self,
        path: &Path,
        instance: usize,
        process: usize,
        arguments: &[Value],
        target: Option<&Target>,
    ) -> Vec<Path> {
        let mut path = path.clone();
        let count = self.machine.count;
        let number = self.read(&mut path, count, None, When::Before);
        let slots: Vec<u32> = match number.number().and_then(|number| u32::try_from(number).ok()) {
            Some(slot) if self.may_create && slot < crate::check::MAX_PROCESSES => {
                self.machine.instance(process, slot);
                vec![slot]
            }
            Some(slot) => self.machine.find(process, slot).map(|_| slot).into_iter().collect(),
            None => {
                let own = self.machine.instances[instance].slot;
                let all = self.machine.instances.iter();
                let (least, most) = path.numbers.unwrap_or((own + 1, u32::MAX));
                let most = most.saturating_add(path.steps as u32);
                let is_possible = |slot: u32| slot > own && (least..=most).contains(&slot);
                all.filter(|other| other.process == process && is_possible(other.slot))
                    .map(|other| other.slot)
                    .collect()
            }
        };
        let (mut all, mut none) = (Vec::new(), Vec::new());
        for slot in slots {
            let Some(created) = self.machine.find(process, slot) else { continue };
            let mut path = path.clone();
            let is_it = Formula::equal(number.clone(), Formula::Number(slot.into()));
            none.push(is_it.clone().not());
            path.require(is_it);
            if !path.is_possible() || !self.require_location(&mut path, created, 0) {
                continue;
            }
            self.begin(&mut path, created, Some((instance, arguments)));
            if let Some(target) = target {
                let value = Formula::Number(slot.into());
                self.assign(&mut path, instance, target, [value.clone(), value]);
            }
            all.push(path);
        }
        if !self.machine.are_numbers_known {
            let mut beyond = path;
            beyond.require(Formula::all(none));
            beyond.fault = Some(Fault::Unforeseen);
            all.extend(Some(beyond).filter(Path::is_possible));
        }
        all
    }

    /// Creates a process: it gets its arguments and the initial values of its variables.
    pub(crate) fn begin(&self, path: &mut Path, created: usize, arguments: Option<(usize, &[Value])>) {
        path.creates = true;
        let process = self.machine.process(created);
        for (position, declared) in process.cells.iter().enumerate() {
            let cell = self.machine.instances[created].cells[position];
            let argument = match arguments {
                Some((caller, values)) if position < process.parameters => {
                    Some(values.get(position).map(|value| self.both(path, caller, value)))
                }
                _ => None,
            };
            if let Some(argument) = argument {
                let value = argument.unwrap_or([Formula::Number(0), Formula::Number(0)]);
                self.store(path, cell, None, value);
                continue;
            }
            for element in 0..declared.count().unwrap_or(1) {
                let initial = declared.initial.get(element as usize).or_else(|| declared.initial.first());
                let is_zero = matches!(initial, Some(Value::Number(0)) | None);
                let is_fixed =
                    declared.count().is_none() && self.machine.fixed(created, declared, None).is_some();
                if is_zero || is_fixed {
                    continue;
                }
                if let Some(initial) = initial {
                    let value = self.both(path, created, initial);
                    let at = Formula::Number(element.into());
                    self.store(path, cell, declared.count().map(|_| [at.clone(), at]), value);
                }
            }
        }
        self.change_count(path, Binary::Add);
        self.set_location(path, created, process.entry as i64 + 1);
    }

    pub(super) fn change_count(&self, path: &mut Path, operator: Binary) {
        let count = self.machine.count;
        let changed = [When::Before, When::Now]
            .map(|when| Formula::binary(operator, self.read(path, count, None, when), Formula::Number(1)));
        self.store(path, count, None, changed);
    }

    /// Ends a process. Its variables become 0, so that a state does not depend on what they held.
    pub(super) fn end(&self, path: &mut Path, instance: usize) {
        self.set_location(path, instance, 0);
        self.change_count(path, Binary::Subtract);
        let found = &self.machine.instances[instance];
        let channels = self.machine.channels.iter().filter(|channel| channel.owner == Some(instance));
        let buffers = channels.filter(|channel| channel.capacity > 0);
        let buffers = buffers.flat_map(|channel| channel.slots.iter().chain([&channel.length]));
        let own = found.cells.iter().chain(buffers).copied().collect::<Vec<_>>();
        let zero = Formula::Number(0);
        for cell in own {
            match self.machine.cells[cell].count {
                None => self.store(path, cell, None, [zero.clone(), zero.clone()]),
                Some(count) => {
                    for element in 0..count {
                        let at = Formula::Number(element.into());
                        self.store(path, cell, Some([at.clone(), at]), [zero.clone(), zero.clone()]);
                    }
                }
            }
        }
    }
}
