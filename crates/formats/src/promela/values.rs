//! Data nets: nets whose places hold one token each for ever, with a value; DVE models are such nets.
//!
//! | module | what it does |
//! | --- | --- |
//! | [`variables`] | the variables of Promela for each place |
//! | [`expression`] | expressions |
//! | [`rule`] | a rule as an option |
//!
//! What the transitions do is said by the rules of `sanderling-data-net`. A temporary is a hidden
//! variable, which is no part of Spin's states. The net computes with 64 bits and Promela with 32: what
//! may leave them is refused, unless the net itself says that it has no meaning there.

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

/// What the transitions share.
struct Frame<'a> {
    net: &'a Net,
    cells: &'a Cells,
    variables: Variables<'a>,
    /// Variables that are no part of the state.
    hidden: BTreeSet<String>,
    /// Arrays of constants: what they hold, and their names.
    tables: BTreeMap<Arc<[i64]>, String>,
    may_be_undefined: bool,
}

/// A hidden variable for what is asked twice of one number.
const SCRATCH: &str = "scratch";

/// The model of a data net.
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

    /// The hidden variable of Promela for a temporary.
    fn hidden(&mut self, rule: &Rule, temporary: TemporaryId) -> String {
        let variables = &self.net.declarations.variables;
        let name = match rule.temporaries[temporary.0 as usize] {
            Some(variable) => name('v', variable.index(), &variables[variable.index()].id),
            None => format!("t{}", temporary.0),
        };
        self.hidden.insert(name.clone());
        name
    }

    /// The array of these constants.
    fn table(&mut self, numbers: &Arc<[i64]>) -> String {
        let next = self.tables.len();
        self.tables.entry(Arc::clone(numbers)).or_insert_with(|| format!("table{next}")).clone()
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
