//! Writing of declarations, in an order in which the reader assigns the same numbers.
//!
//! All sorts are named, so that each occurs once. The classes of a partition form an implicit sort, which is omitted.
//! Parameters are declared with their operator.

use std::collections::HashSet;

use sanderling_net::{Net, PartitionDeclaration, Sort, SortDeclaration, SortId, Term, VariableDeclaration};

use super::structure::{Structure, Written, unsupported};
use super::term::{Terms, numbers};

/// Returns the `declarations` of a net.
pub(crate) fn declarations(net: &Net) -> Result<String, sanderling_net::format::WriteError> {
    check_ids(net)?;
    let mut terms = Terms { net, out: Structure::default() };
    terms.out.open("declarations", &[])?;
    let mut partitions = net.declarations.partitions.iter().peekable();
    for (index, sort) in net.declarations.sorts.iter().enumerate() {
        match partitions.next_if(|partition| is_of_classes(sort, partition)) {
            Some(partition) => terms.partition(sort, partition)?,
            None => terms.named_sort(SortId::new(index), sort)?,
        }
    }
    if let Some(partition) = partitions.next() {
        return Err(unsupported(format!(
            "the partition `{}`, whose classes are not a sort of the same id",
            partition.id
        )));
    }
    let parameters: Vec<_> =
        net.declarations.operators.iter().flat_map(|operator| &operator.parameters).collect();
    let free = net.declarations.variables.len().saturating_sub(parameters.len());
    if parameters.iter().enumerate().any(|(position, parameter)| parameter.index() != free + position) {
        return Err(unsupported("parameters of operators that are variables elsewhere, too"));
    }
    for variable in &net.declarations.variables[..free] {
        terms.variable(variable)?;
    }
    for operator in &net.declarations.operators {
        terms.out.open("namedoperator", &[("id", &operator.id), ("name", &operator.id)])?;
        terms.out.open("parameter", &[])?;
        for parameter in &operator.parameters {
            terms.variable(&net.declarations.variables[parameter.index()])?;
        }
        terms.out.close();
        terms.out.open("def", &[])?;
        terms.value(&operator.body)?;
        terms.out.close();
        terms.out.close();
    }
    terms.out.close();
    Ok(terms.out.finish())
}

/// Returns whether the sort is that of the partition's classes.
fn is_of_classes(sort: &SortDeclaration, partition: &PartitionDeclaration) -> bool {
    let Sort::Enumeration { constants, cyclic: false } = &sort.sort else { return false };
    sort.id == partition.id
        && constants.iter().map(|c| &c.id).eq(partition.elements.iter().map(|class| &class.id))
}

/// Checks that ids are unique, because the reader identifies everything by its id.
fn check_ids(net: &Net) -> Written {
    let declarations = &net.declarations;
    let constants = declarations.sorts.iter().flat_map(|sort| match &sort.sort {
        Sort::Enumeration { constants, .. } => constants.as_slice(),
        _ => &[],
    });
    let constants = constants.map(|constant| constant.id.as_str());
    let operators = declarations.operators.iter().map(|operator| operator.id.as_str());
    different("sorts", declarations.sorts.iter().map(|sort| sort.id.as_str()))?;
    different("variables", declarations.variables.iter().map(|variable| variable.id.as_str()))?;
    different("constants or operators", constants.chain(operators))
}

fn different<'n>(kind: &str, ids: impl Iterator<Item = &'n str>) -> Written {
    let mut seen = HashSet::new();
    for id in ids {
        if id.is_empty() || !seen.insert(id) {
            return Err(unsupported(format!("two {kind} with the id `{id}`, or one without an id")));
        }
    }
    Ok(())
}

impl Terms<'_> {
    fn named_sort(&mut self, id: SortId, declared: &SortDeclaration) -> Written {
        let name = declared.name.as_ref().unwrap_or(&declared.id);
        self.out.open("namedsort", &[("id", &declared.id), ("name", name)])?;
        if id == SortId::DOT {
            self.out.leaf("dot", &[])?;
        } else {
            self.described(&declared.sort)?;
        }
        self.out.close();
        Ok(())
    }

    fn described(&mut self, sort: &Sort) -> Written {
        match sort {
            Sort::Bool => self.out.leaf("bool", &[]),
            Sort::String => self.out.leaf("string", &[]),
            Sort::Integer { minimum } => self.out.leaf(numbers(*minimum)?, &[]),
            Sort::Range { start, end } => {
                self.out.leaf("finiteintrange", &[("start", &start.to_string()), ("end", &end.to_string())])
            }
            Sort::Enumeration { cyclic, constants } => {
                self.out.open(if *cyclic { "cyclicenumeration" } else { "finiteenumeration" }, &[])?;
                for constant in constants {
                    let name = constant.name.as_ref().unwrap_or(&constant.id);
                    self.out.leaf("feconstant", &[("id", &constant.id), ("name", name)])?;
                }
                self.out.close();
                Ok(())
            }
            Sort::Product(parts) if parts.len() > 1 => {
                self.out.open("productsort", &[])?;
                parts.iter().try_for_each(|part| self.sort(*part))?;
                self.out.close();
                Ok(())
            }
            Sort::List { element, capacity: None } => {
                self.out.open("list", &[])?;
                self.sort(*element)?;
                self.out.close();
                Ok(())
            }
            other => Err(unsupported(format!("PNML cannot express the sort {other:?}"))),
        }
    }

    fn partition(&mut self, sort: &SortDeclaration, partition: &PartitionDeclaration) -> Written {
        let name = sort.name.as_ref().unwrap_or(&partition.id);
        self.out.open("partition", &[("id", &partition.id), ("name", name)])?;
        self.sort(partition.sort)?;
        for class in &partition.elements {
            self.out.open("partitionelement", &[("id", &class.id), ("name", &class.id)])?;
            for value in &class.values {
                self.value(&Term::Literal { sort: partition.sort, value: value.clone() })?;
            }
            self.out.close();
        }
        self.out.close();
        Ok(())
    }

    fn variable(&mut self, variable: &VariableDeclaration) -> Written {
        let name = variable.name.as_ref().unwrap_or(&variable.id);
        self.out.open("variabledecl", &[("id", &variable.id), ("name", name)])?;
        self.sort(variable.sort)?;
        self.out.close();
        Ok(())
    }
}
