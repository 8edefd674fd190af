//! Value nets: nets whose places hold one token each for ever, with a value; DVE models are such nets.
//!
//! | module | what it does |
//! | --- | --- |
//! | [`cells`] | the variables of Promela for each place |
//! | [`interval`] | what a number can be: whether 32 bits and a variable suffice |
//! | [`expression`] | terms as expressions |
//! | [`statement`] | code segments and output arcs as assignments |
//! | [`rule`] | a transition as an option |
//!
//! A variable that an arc binds to a place and that an output arc puts back *is* the place's variable of
//! Promela while the code runs, in order; any other variable that code assigns is a hidden one, which is
//! no part of Spin's states. The net computes with 64 bits and Promela with 32: what may leave them is
//! refused, unless the net itself says that it has no meaning there.

mod cells;
mod expression;
mod interval;
mod rule;
mod statement;

use std::collections::BTreeMap;

use sanderling_interval::Interval;
use sanderling_net::{Net, VariableId};

use crate::Refusal;
use crate::document::Document;
use crate::limit::element_type;
use crate::name::name;
use cells::Cells;

/// What the transitions share.
struct Frame<'a> {
    net: &'a Net,
    cells: Vec<Cells>,
    /// Variables that are no part of the state, with their declarations.
    hidden: BTreeMap<VariableId, String>,
    /// Arrays of constants: what they hold, and their names.
    tables: BTreeMap<Vec<i64>, String>,
    needs_scratch: bool,
    may_be_undefined: bool,
}

/// A hidden variable for what is asked twice of one number.
const SCRATCH: &str = "scratch";

/// The model of a value net.
pub(crate) fn document(net: &Net) -> Result<Document, Refusal> {
    let cells = Cells::of_net(net)?;
    let mut frame = Frame {
        net,
        cells,
        hidden: BTreeMap::new(),
        tables: BTreeMap::new(),
        needs_scratch: false,
        may_be_undefined: false,
    };
    let options = rule::options(&mut frame)?;
    Ok(Document {
        declarations: frame.declarations(),
        state: frame.cells.iter().flat_map(Cells::reads).collect(),
        options,
        left_out: net.assertions.iter().map(|assertion| format!("the assertion {}", assertion.id)).collect(),
        may_be_undefined: frame.may_be_undefined,
    })
}

impl Frame<'_> {
    fn declarations(&self) -> Vec<String> {
        let mut all: Vec<String> = self.cells.iter().flat_map(Cells::declarations).collect();
        all.extend(self.hidden.values().map(|variable| format!("hidden int {variable};")));
        if self.needs_scratch {
            all.push(format!("hidden int {SCRATCH};"));
        }
        let mut tables: Vec<_> = self.tables.iter().collect();
        tables.sort_by_key(|(_, table)| table.len());
        all.extend(tables.into_iter().map(|(numbers, table)| declared_table(table, numbers)));
        all
    }

    /// The hidden variable of Promela for a variable that is no place's.
    fn hidden_variable(&mut self, variable: VariableId) -> String {
        let id = &self.net.declarations.variables[variable.index()].id;
        self.hidden.entry(variable).or_insert_with(|| name('v', variable.index(), id)).clone()
    }

    /// The array of these constants.
    fn table(&mut self, numbers: Vec<i64>) -> String {
        let next = self.tables.len();
        self.tables.entry(numbers).or_insert_with(|| format!("table{next}")).clone()
    }
}

fn declared_table(table: &str, numbers: &[i64]) -> String {
    let element = element_type(limit_of(numbers)).unwrap_or("int");
    format!("hidden {element} {table}[{}] = {};", numbers.len(), initialiser(numbers))
}

/// The least range that holds all of them.
fn limit_of(numbers: &[i64]) -> Interval {
    let low = numbers.iter().copied().min().unwrap_or(0);
    Interval::new(low, numbers.iter().copied().max().unwrap_or(0))
}

/// The initial value of an array. Spin's lists of initial values take no signs: a negative number is
/// written as the one that has the same 16 bits, or 32, and is the same once it is stored.
fn initialiser(numbers: &[i64]) -> String {
    match numbers {
        [first, rest @ ..] if rest.iter().all(|number| number == first) => first.to_string(),
        _ => {
            let is_short = element_type(limit_of(numbers)) == Some("short");
            let size = if is_short { 1 << 16 } else { 1_i64 << 32 };
            let unsigned = |number: &i64| number.rem_euclid(size).to_string();
            let numbers: Vec<String> = numbers.iter().map(unsigned).collect();
            format!("{{ {} }}", numbers.join(", "))
        }
    }
}
