//! Check whether a net can be written such that the same net is read back.

use sanderling_net::{NestedUnits, Net, Severity, Sort};

use crate::decode::is_xml_char;
use crate::escape;
use crate::limits;

/// Returns the reason why the net cannot be written, if there is one.
pub(crate) fn check(net: &Net) -> Result<(), String> {
    if let Some(error) = net.validate().iter().find(|d| d.severity == Severity::Error) {
        return Err(format!("the net is not sound: {error}"));
    }
    let places = net.places.iter().flat_map(|p| [Some(&p.id), p.name.as_ref()]);
    let transitions = net.transitions.iter().flat_map(|t| [Some(&t.id), t.name.as_ref()]);
    let arcs = net.arcs.iter().map(|a| a.id.as_ref());
    let own = [Some(&net.id), net.name.as_ref()];
    let nodes = places.chain(transitions).chain(arcs).chain(own).flatten();
    nodes.chain(declared_words(net)).try_for_each(|words| check_words(words))?;
    net.units.as_ref().map_or(Ok(()), |units| check_units(net, units))
}

/// Returns the ids and names of all declarations.
fn declared_words(net: &Net) -> impl Iterator<Item = &String> {
    let declared = &net.declarations;
    let constants = declared.sorts.iter().flat_map(|sort| match &sort.sort {
        Sort::Enumeration { constants, .. } => constants.as_slice(),
        _ => &[],
    });
    let constants = constants.flat_map(|constant| [Some(&constant.id), constant.name.as_ref()]);
    let sorts = declared.sorts.iter().flat_map(|sort| [Some(&sort.id), sort.name.as_ref()]);
    let variables =
        declared.variables.iter().flat_map(|variable| [Some(&variable.id), variable.name.as_ref()]);
    let operators = declared.operators.iter().map(|operator| Some(&operator.id));
    let partitions = declared.partitions.iter().flat_map(|partition| {
        std::iter::once(Some(&partition.id)).chain(partition.elements.iter().map(|class| Some(&class.id)))
    });
    sorts.chain(constants).chain(variables).chain(operators).chain(partitions).flatten()
}

/// Checks that a reader reads these words unchanged.
pub(crate) fn check_words(words: &str) -> Result<(), String> {
    if let Some(c) = words.chars().find(|&c| !is_xml_char(c)) {
        return Err(format!("XML cannot express the character U+{:04X} in an id or name", c as u32));
    }
    if escape::text(words).len() > limits::ATTRIBUTE_BYTES {
        return Err(format!("an id or name of more than {} bytes", limits::ATTRIBUTE_BYTES));
    }
    Ok(())
}

/// Checks the ids in nested units, which the format separates by blanks.
fn check_units(net: &Net, units: &NestedUnits) -> Result<(), String> {
    let mut ids: Vec<&str> = units.units.iter().map(|u| u.id.as_str()).collect();
    ids.iter().try_for_each(|id| check_words(id))?;
    let places = net.places.iter().map(|p| p.id.as_str());
    if let Some(id) = places
        .chain(ids.iter().copied())
        .find(|id| id.is_empty() || id.contains(|c: char| c.is_ascii_whitespace()))
    {
        return Err(format!("the id `{id}` cannot be listed in nested units, where blanks separate ids"));
    }
    if net.places.iter().map(|p| p.id.len() + 1).sum::<usize>() > limits::TEXT_BYTES {
        return Err(format!("nested units with ids of more than {} bytes", limits::TEXT_BYTES));
    }
    ids.sort_unstable();
    match ids.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("two units with the id `{}`", pair[0])),
        None => Ok(()),
    }
}
