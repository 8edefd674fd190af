//! Data nets: nets in which each place always holds one token with a value, such as DVE models.
//!
//! | module | what it does |
//! | --- | --- |
//! | [`variables`] | the variables of Promela for each place |
//! | [`expression`] | expressions |
//! | [`rule`] | a rule as an option |
//!
//! The rules of `sanderling-data-net` define the transitions. A temporary becomes a hidden variable, which is not part
//! of Spin's states. The net computes with 64 bits and Promela with 32. A result that may exceed 32 bits is refused,
//! unless it is undefined in the net itself.

mod expression;
mod rule;
mod variables;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sanderling_data_net::{Cells, Interval, Rule, TemporaryId};
use sanderling_net::{Net, semantics};

use crate::promela::Refusal;
use crate::promela::document::Document;
use crate::promela::limit::element_type;
use crate::promela::name::name;
use variables::Variables;

/// The data that the transitions share.
struct Frame<'a> {
    net: &'a Net,
    cells: &'a Cells,
    variables: Variables<'a>,
    /// Variables that are not part of the state.
    hidden: BTreeSet<String>,
    /// Arrays of constants and their names.
    tables: BTreeMap<Arc<[i64]>, String>,
    may_be_undefined: bool,
}

/// A hidden variable for a number that is tested twice.
const SCRATCH: &str = "scratch";

/// Returns the model of a data net.
pub(crate) fn document(net: &Net) -> Result<Document, Refusal> {
    let initial = semantics::initial(net).map_err(|error| error.to_string())?;
    let refused = |refusal: sanderling_data_net::Refusal| format!("`{}`: {}", refusal.element, refusal.what);
    let cells = Cells::build(net, &initial).map_err(refused)?;
    let rules = sanderling_data_net::rules(net, &cells).map_err(refused)?;
    let sorts = cells.sorts();
    let mut frame = Frame {
        net,
        cells: &cells,
        variables: Variables::of_net(net, &cells)?,
        hidden: BTreeSet::new(),
        tables: BTreeMap::new(),
        may_be_undefined: false,
    };
    let transitions = net.transitions.iter().zip(&rules);
    let options =
        transitions.map(|(transition, rule)| rule::option(&mut frame, &sorts, rule, &transition.id));
    let options = options.collect::<Result<_, _>>()?;
    Ok(Document {
        declarations: frame.declarations(),
        state: frame.variables.reads(),
        options,
        left_out: net.assertions.iter().map(|assertion| format!("the assertion {}", assertion.id)).collect(),
        may_be_undefined: frame.may_be_undefined,
    })
}

impl Frame<'_> {
    fn declarations(&self) -> Vec<String> {
        let mut all = self.variables.declarations();
        all.extend(self.hidden.iter().map(|variable| format!("hidden int {variable};")));
        let mut tables: Vec<_> = self.tables.iter().collect();
        tables.sort_by_key(|(_, table)| table.len());
        all.extend(tables.into_iter().map(|(numbers, table)| declared_table(table, numbers)));
        all
    }

    /// Returns the hidden variable of Promela for a temporary.
    fn hidden(&mut self, rule: &Rule, temporary: TemporaryId) -> String {
        let variables = &self.net.declarations.variables;
        let name = match rule.temporaries[temporary.0 as usize] {
            Some(variable) => name('v', variable.index(), &variables[variable.index()].id),
            None => format!("t{}", temporary.0),
        };
        self.hidden.insert(name.clone());
        name
    }

    /// Returns the array of these constants.
    fn table(&mut self, numbers: &Arc<[i64]>) -> String {
        let next = self.tables.len();
        self.tables.entry(Arc::clone(numbers)).or_insert_with(|| format!("table{next}")).clone()
    }
}

fn declared_table(table: &str, numbers: &[i64]) -> String {
    let element = element_type(limit_of(numbers)).unwrap_or("int");
    format!("hidden {element} {table}[{}] = {};", numbers.len(), initialiser(numbers))
}

/// Returns the least range with all these numbers.
fn limit_of(numbers: &[i64]) -> Interval {
    let low = numbers.iter().copied().min().unwrap_or(0);
    Interval::new(low, numbers.iter().copied().max().unwrap_or(0))
}

/// Returns the initial value of an array. Spin's lists of initial values allow no signs, so a negative number is
/// written as the number with the same 16 or 32 bits, which is equal when it is stored.
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
