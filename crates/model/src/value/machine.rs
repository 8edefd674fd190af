//! The programs of guards and effects, and the loop that executes them.
//!
//! An operation takes sixteen bytes, and reads registers and slots of the packed marking. The guard of a transition is
//! a program that ends at the first requirement that is not met. Its effect is a program that rewrites slots of the
//! successor. Programs have no loops, so each one ends. PERF: the most frequent operations (a slot that must be in a
//! set, a slot that is increased) are one operation each; see `docs/optimisation.md`.

use std::cell::Cell;

use sanderling_data_net::{Interval, wrap};

use super::key::{self, Run};
use super::operation::Operation;
use super::slot::Slot;
use super::words::Words;

/// Number of registers.
pub(super) const REGISTERS: usize = 64;

/// The contents of registers between programs in debug builds: a number that no model is likely to use.
const LEFT_OVER: i64 = 0x5EED_0BAD_5EED_0BAD;

pub(super) type Register = u8;

/// The start of a program.
pub(super) type Address = u32;

/// The outcome of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ran {
    /// The program reached its end: a guard holds, or an effect is complete.
    Done,
    /// A requirement is not met.
    Failed,
    /// The program is undefined for these numbers.
    Undefined,
    /// A number does not fit its slot.
    Broken,
}

/// The slots from which an index chooses.
#[derive(Debug, Clone, Copy)]
pub(super) struct ElementSlots {
    /// The index of the first one in [`Machine::slots`].
    pub(super) start: u32,
    /// The number of slots.
    pub(super) count: u32,
    /// The slot with the number of valid elements.
    pub(super) length: Option<Slot>,
    /// The cell of the first element, and the distance between elements.
    pub(super) first_cell: u32,
    pub(super) stride: u32,
}

/// The slots of a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct ListSlots {
    pub(super) length: Slot,
    pub(super) length_cell: u32,
    pub(super) capacity: u32,
    pub(super) components: u32,
    /// The index of the slot of the first component of the first element in [`Machine::slots`]. The others follow in
    /// the order of the cells.
    pub(super) start: u32,
}

/// All programs of a model, with the data that they use.
#[derive(Debug, Clone, Default)]
pub(super) struct Machine {
    pub(super) operations: Vec<Operation>,
    pub(super) slots: Vec<Slot>,
    pub(super) elements: Vec<ElementSlots>,
    pub(super) lists: Vec<ListSlots>,
    pub(super) choices: Vec<Box<[i64]>>,
    pub(super) ranges: Vec<Interval>,
    pub(super) table: Vec<i32>,
    pub(super) sets: Vec<u64>,
    pub(super) runs: Vec<Run>,
    pub(super) targets: Vec<Address>,
    pub(super) tests: Vec<(Slot, u64)>,
    /// For each list, the contents of its elements' components beyond the end.
    pub(super) fillers: Vec<i64>,
}

/// The memory of a worker to run programs. Its contents between programs are meaningless.
#[derive(Debug)]
pub struct Registers {
    numbers: [Cell<i64>; REGISTERS],
    /// The cell that could not store a number, and that number.
    pub(super) breach: Cell<(u32, i64)>,
}

impl Default for Registers {
    fn default() -> Self {
        Self { numbers: [const { Cell::new(0) }; REGISTERS], breach: Cell::new((0, 0)) }
    }
}

impl Registers {
    #[inline(always)]
    fn get(&self, register: Register) -> i64 {
        self.numbers[register as usize % REGISTERS].get()
    }

    #[inline(always)]
    fn set(&self, register: Register, number: i64) {
        self.numbers[register as usize % REGISTERS].set(number);
    }

    /// Clears the registers in debug builds, so that no program reads values of another.
    fn forget(&self) {
        if cfg!(debug_assertions) {
            self.numbers.iter().for_each(|number| number.set(LEFT_OVER));
        }
    }

    /// Records that a number does not fit.
    #[cold]
    pub(super) fn broken(&self, cell: u32, number: i64) -> Ran {
        self.breach.set((cell, number));
        Ran::Broken
    }
}

macro_rules! defined {
    ($number:expr) => {
        match $number {
            Some(number) => number,
            None => return Ran::Undefined,
        }
    };
}

impl Machine {
    /// Runs the guard at an address.
    #[inline]
    pub(super) fn holds(&self, start: Address, words: &[u64], registers: &Registers) -> Ran {
        self.run(start, words, registers)
    }

    /// Runs the effect at an address on the successor, which initially is a copy of the state.
    #[inline]
    pub(super) fn execute(&self, start: Address, words: &mut [u64], registers: &Registers) -> Ran {
        self.run(start, words, registers)
    }

    #[inline(always)]
    fn run<M: Words>(&self, start: Address, mut words: M, registers: &Registers) -> Ran {
        registers.forget();
        let mut at = start as usize;
        loop {
            let here = at;
            at += 1;
            match self.operations[here] {
                Operation::Number { to, number } => registers.set(to, number),
                Operation::Load { to, slot } => registers.set(to, slot.read(words.words())),
                Operation::LoadElement { to, index, elements } => {
                    let elements = &self.elements[elements as usize];
                    let slot = defined!(self.element(elements, registers.get(index), words.words()));
                    registers.set(to, slot.1.read(words.words()));
                }
                Operation::Choose { to, index, choice } => {
                    let numbers = &self.choices[choice as usize];
                    let at = usize::try_from(registers.get(index)).ok();
                    registers.set(to, defined!(at.and_then(|at| numbers.get(at).copied())));
                }
                Operation::LookUp { to, slot, table } => {
                    let at = table as usize + slot.raw(words.words()) as usize;
                    registers.set(to, i64::from(self.table[at]));
                }
                Operation::Unary { operation, to, a } => {
                    registers.set(to, defined!(operation.apply(registers.get(a))));
                }
                Operation::Add { to, a, b } => {
                    registers.set(to, defined!(registers.get(a).checked_add(registers.get(b))));
                }
                Operation::AddNumber { to, a, number } => {
                    registers.set(to, defined!(registers.get(a).checked_add(number)));
                }
                Operation::Binary { operation, to, a, b } => {
                    registers.set(to, defined!(operation.apply(registers.get(a), registers.get(b))));
                }
                Operation::BinaryNumber { operation, to, a, number } => {
                    registers.set(to, defined!(operation.apply(registers.get(a), i64::from(number))));
                }
                Operation::WrapUnsigned { to, bits } => {
                    registers.set(to, registers.get(to) & ((1 << bits) - 1));
                }
                Operation::Wrap { to, range } => {
                    registers.set(to, wrap(self.ranges[range as usize], registers.get(to)));
                }
                Operation::Within { a, range } => {
                    if !self.ranges[range as usize].contains(registers.get(a)) {
                        return Ran::Undefined;
                    }
                }
                Operation::Switch { slot, table } => {
                    at = self.targets[table as usize + slot.raw(words.words()) as usize] as usize;
                }
                Operation::Fail => return Ran::Failed,
                Operation::Jump { target } => at = target as usize,
                Operation::JumpIfZero { a, target } => {
                    if registers.get(a) == 0 {
                        at = target as usize;
                    }
                }
                Operation::JumpIfOther { a, target } => {
                    if registers.get(a) != 0 {
                        at = target as usize;
                    }
                }
                Operation::JumpIfCompared { operation, truth, a, b, target } => {
                    if operation.compares(registers.get(a), registers.get(b)) == truth {
                        at = target as usize;
                    }
                }
                Operation::JumpIfComparedNumber { operation, truth, a, number, target } => {
                    if operation.compares(registers.get(a), i64::from(number)) == truth {
                        at = target as usize;
                    }
                }
                Operation::JumpIfIn { test, target } => {
                    let (slot, set) = self.tests[test as usize];
                    if set >> (slot.raw(words.words()) & 63) & 1 != 0 {
                        at = target as usize;
                    }
                }
                Operation::RequireIn { shift, width, word, set } => {
                    let bits = words.words()[word as usize] >> shift & ((1 << width) - 1);
                    if set >> (bits & 63) & 1 == 0 {
                        return Ran::Failed;
                    }
                }
                Operation::RequireInTable { first_run, end_run, table } => {
                    let key = key::read(&self.runs[first_run as usize..end_run as usize], words.words());
                    if self.sets[table as usize + key / 64] >> (key % 64) & 1 == 0 {
                        return Ran::Failed;
                    }
                }
                Operation::LoadElementAt { to, offset, slot, elements } => {
                    let elements = &self.elements[elements as usize];
                    let index = slot.read(words.words()) + i64::from(offset);
                    let (_, slot) = defined!(self.element(elements, index, words.words()));
                    registers.set(to, slot.read(words.words()));
                }
                Operation::Store { a, slot, cell } => {
                    let number = registers.get(a);
                    match slot.bits_of(number) {
                        Some(raw) => slot.write_raw(raw, words.words_mut()),
                        None => return registers.broken(cell, number),
                    }
                }
                Operation::StoreElement { a, index, elements } => {
                    let ran =
                        self.store_element(elements, registers.get(index), a, words.words_mut(), registers);
                    if ran != Ran::Done {
                        return ran;
                    }
                }
                Operation::StoreElementAt { a, offset, slot, elements } => {
                    let index = slot.read(words.words()) + i64::from(offset);
                    let ran = self.store_element(elements, index, a, words.words_mut(), registers);
                    if ran != Ran::Done {
                        return ran;
                    }
                }
                Operation::Increase { by, slot, cell } => {
                    let raw = slot.raw(words.words()).wrapping_add_signed(i64::from(by));
                    if raw > slot.most() {
                        return registers.broken(cell, raw as i64 + i64::from(slot.low));
                    }
                    slot.write_raw(raw, words.words_mut());
                }
                Operation::Append { from, list } => {
                    let ran = self.append(&self.lists[list as usize], from, words.words_mut(), registers);
                    if ran != Ran::Done {
                        return ran;
                    }
                }
                Operation::RemoveFirst { list } => {
                    let ran = self.remove_first(&self.lists[list as usize], words.words_mut(), registers);
                    if ran != Ran::Done {
                        return ran;
                    }
                }
                Operation::End => return Ran::Done,
            }
        }
    }

    /// Returns the position and the slot of an element.
    #[inline(always)]
    fn element(&self, elements: &ElementSlots, index: i64, words: &[u64]) -> Option<(usize, Slot)> {
        let count = match elements.length {
            None => u64::from(elements.count),
            Some(length) => length.read(words) as u64,
        };
        let at = index as u64;
        (at < count).then(|| (at as usize, self.slots[elements.start as usize + at as usize]))
    }

    #[inline(always)]
    fn store_element(
        &self,
        elements: u32,
        index: i64,
        a: Register,
        words: &mut [u64],
        registers: &Registers,
    ) -> Ran {
        let elements = &self.elements[elements as usize];
        let number = registers.get(a);
        let (at, slot) = defined!(self.element(elements, index, words));
        match slot.bits_of(number) {
            Some(raw) => {
                slot.write_raw(raw, words);
                Ran::Done
            }
            None => registers.broken(elements.first_cell + at as u32 * elements.stride, number),
        }
    }

    fn append(&self, list: &ListSlots, from: Register, words: &mut [u64], registers: &Registers) -> Ran {
        let length = list.length.read(words);
        if length as u64 >= u64::from(list.capacity) {
            return Ran::Undefined;
        }
        for component in 0..list.components {
            let offset = length as u32 * list.components + component;
            let number = registers.get(from + component as Register);
            if let Err(ran) = self.put(list, offset, number, words, registers) {
                return ran;
            }
        }
        set_length(list, length + 1, words, registers)
    }

    fn remove_first(&self, list: &ListSlots, words: &mut [u64], registers: &Registers) -> Ran {
        let length = list.length.read(words);
        if length <= 0 {
            return Ran::Undefined;
        }
        let used = length as u32 * list.components;
        for offset in 0..used {
            let number = match offset + list.components {
                next if next < used => self.slots[(list.start + next) as usize].read(words),
                _ => self.fillers[(list.start + offset) as usize],
            };
            if let Err(ran) = self.put(list, offset, number, words, registers) {
                return ran;
            }
        }
        set_length(list, length - 1, words, registers)
    }

    fn put(
        &self,
        list: &ListSlots,
        offset: u32,
        number: i64,
        words: &mut [u64],
        registers: &Registers,
    ) -> Result<(), Ran> {
        let slot = self.slots[(list.start + offset) as usize];
        match slot.bits_of(number) {
            Some(raw) => {
                slot.write_raw(raw, words);
                Ok(())
            }
            None => Err(registers.broken(list.length_cell + 1 + offset, number)),
        }
    }
}

fn set_length(list: &ListSlots, length: i64, words: &mut [u64], registers: &Registers) -> Ran {
    match list.length.bits_of(length) {
        Some(raw) => {
            list.length.write_raw(raw, words);
            Ran::Done
        }
        None => registers.broken(list.length_cell, length),
    }
}

#[cfg(test)]
mod tests;
