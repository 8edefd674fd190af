//! The sorts of the net: numbers of each width, arrays, buffers, locations.

use std::collections::HashMap;

use sanderling_net::{Constant, Declarations, Sort, SortDeclaration, SortId};

use crate::arithmetic;
use crate::check::resolved::{Channel, Process};
use crate::syntax::Width;

/// The sorts that every model has, and the sorts of arrays so far.
#[derive(Debug)]
pub(super) struct Sorts {
    pub(super) truth: SortId,
    byte: SortId,
    int: SortId,
    /// All 32-bit integers.
    pub(super) number: SortId,
    /// The valid shift counts.
    pub(super) shift: SortId,
    arrays: HashMap<(Width, u32), SortId>,
}

impl Sorts {
    /// Declares the sorts that every model has.
    pub(super) fn declare(declarations: &mut Declarations) -> Self {
        let mut range = |id: &str, start, end| add(declarations, id, Sort::Range { start, end });
        let (byte_low, byte_high) = arithmetic::bounds(Width::Byte);
        let (int_low, int_high) = arithmetic::bounds(Width::Int);
        Self {
            byte: range("byte", byte_low.into(), byte_high.into()),
            int: range("int", int_low.into(), int_high.into()),
            number: range("number", i32::MIN.into(), i32::MAX.into()),
            shift: range("shift", 0, 31),
            truth: add(declarations, "bool", Sort::Bool),
            arrays: HashMap::new(),
        }
    }

    pub(super) fn width(&self, width: Width) -> SortId {
        match width {
            Width::Byte => self.byte,
            Width::Int => self.int,
        }
    }

    /// Returns the sort of the arrays with this width and length, and declares it if it is new.
    pub(super) fn array(&mut self, declarations: &mut Declarations, width: Width, length: u32) -> SortId {
        let element = self.width(width);
        *self.arrays.entry((width, length)).or_insert_with(|| {
            let id = format!("{}[{length}]", arithmetic::keyword(width));
            add(declarations, &id, Sort::Array { element, length: length.into() })
        })
    }

    /// Returns the sort of a channel's buffer.
    pub(super) fn buffer(&self, declarations: &mut Declarations, channel: &Channel) -> SortId {
        let items = channel.items.as_deref().unwrap_or_default();
        let element = match items {
            [width] => self.width(*width),
            _ => {
                let items = items.iter().map(|width| self.width(*width)).collect();
                add(declarations, &format!("message of {}", channel.name), Sort::Product(items))
            }
        };
        let capacity = Some(channel.capacity.into());
        add(declarations, &format!("buffer of {}", channel.name), Sort::List { element, capacity })
    }

    /// Returns the sort of a process's locations.
    pub(super) fn locations(declarations: &mut Declarations, process: &Process) -> SortId {
        let constant = |name: &str| Constant { id: name.to_owned(), name: None };
        let constants = process.locations.iter().map(|location| constant(&location.name)).collect();
        let id = format!("location of {}", process.name);
        add(declarations, &id, Sort::Enumeration { cyclic: false, constants })
    }
}

/// Declares a sort.
pub(super) fn add(declarations: &mut Declarations, id: &str, sort: Sort) -> SortId {
    declarations.sorts.push(SortDeclaration { id: id.to_owned(), name: None, sort });
    SortId::new(declarations.sorts.len() - 1)
}
