//! The operations of programs.

use sanderling_data_net::{Binary, Unary};

use super::machine::{Address, Register};
use super::slot::Slot;

/// An operation of a program.
#[derive(Debug, Clone, Copy)]
pub(super) enum Operation {
    Number {
        to: Register,
        number: i64,
    },
    Load {
        to: Register,
        slot: Slot,
    },
    LoadElement {
        to: Register,
        index: Register,
        elements: u32,
    },
    Choose {
        to: Register,
        index: Register,
        choice: u32,
    },
    /// Loads the entry of a table for the slot's bits.
    LookUp {
        to: Register,
        slot: Slot,
        table: u32,
    },
    Unary {
        operation: Unary,
        to: Register,
        a: Register,
    },
    Add {
        to: Register,
        a: Register,
        b: Register,
    },
    AddNumber {
        to: Register,
        a: Register,
        number: i64,
    },
    Binary {
        operation: Binary,
        to: Register,
        a: Register,
        b: Register,
    },
    /// Uses a constant as the second operand.
    BinaryNumber {
        operation: Binary,
        to: Register,
        a: Register,
        number: i32,
    },
    WrapUnsigned {
        to: Register,
        bits: u8,
    },
    Wrap {
        to: Register,
        range: u32,
    },
    Within {
        a: Register,
        range: u32,
    },
    Jump {
        target: Address,
    },
    JumpIfZero {
        a: Register,
        target: Address,
    },
    JumpIfOther {
        a: Register,
        target: Address,
    },
    /// Jumps if a comparison has this truth value.
    JumpIfCompared {
        operation: Binary,
        truth: bool,
        a: Register,
        b: Register,
        target: Address,
    },
    /// Jumps if a comparison with a constant as the second operand has this truth value.
    JumpIfComparedNumber {
        operation: Binary,
        truth: bool,
        a: Register,
        number: i32,
        target: Address,
    },
    /// Jumps if the slot's bits are the position of a bit that is set in a test.
    JumpIfIn {
        test: u32,
        target: Address,
    },
    /// The slot's bits must be the position of a bit that is set. For slots of at most six bits.
    RequireIn {
        shift: u8,
        width: u8,
        word: u16,
        set: u64,
    },
    /// The contents of the slots that runs read must be in a set.
    RequireInTable {
        first_run: u32,
        end_run: u32,
        table: u32,
    },
    /// Jumps to the entry of a table for the slot's bits.
    Switch {
        slot: Slot,
        table: u32,
    },
    /// Ends the program: a requirement is not met.
    Fail,
    /// Loads the element at the number of a slot plus an offset.
    LoadElementAt {
        to: Register,
        offset: i16,
        slot: Slot,
        elements: u32,
    },
    Store {
        a: Register,
        slot: Slot,
        cell: u32,
    },
    StoreElement {
        a: Register,
        index: Register,
        elements: u32,
    },
    /// Stores into the element whose index is the number of a slot, plus an offset.
    StoreElementAt {
        a: Register,
        offset: i16,
        slot: Slot,
        elements: u32,
    },
    /// Adds to a slot.
    Increase {
        by: i16,
        slot: Slot,
        cell: u32,
    },
    Append {
        from: Register,
        list: u32,
    },
    RemoveFirst {
        list: u32,
    },
    End,
}
