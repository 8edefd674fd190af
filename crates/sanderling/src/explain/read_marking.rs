//! Parses markings in the form in which a [`MarkingDisplay`](crate::MarkingDisplay) shows them.
//!
//! A place has a number of tokens, an object from colours to such numbers or, in a program, the value of its
//! one token. Places without an entry are empty.

use std::collections::HashMap;

use sanderling_net::semantics::{Marking, Multiset};
use sanderling_net::{Net, Place, Sort, SortId, Value};
use serde_json::{Map, Value as Json};

/// Parses a marking that is given by the ids of its places.
///
/// # Errors
/// A description of the mistake, as a fragment: an unknown place, an invalid value, or more tokens than the
/// capacity allows.
pub fn read_marking(net: &Net, given: &Map<String, Json>) -> Result<Marking, String> {
    let places: HashMap<&str, usize> = (0..).zip(&net.places).map(|(at, place)| (&*place.id, at)).collect();
    let mut tokens = vec![Multiset::default(); net.places.len()];
    for (id, held) in given {
        let at =
            *places.get(id.as_str()).ok_or_else(|| format!("`{id}`, which is not a place of the net"))?;
        let place = &net.places[at];
        tokens[at] = read_tokens(net, place, held).map_err(|problem| format!("{problem} in `{id}`"))?;
        if let Some(capacity) = place.capacity.filter(|&capacity| tokens[at].total() > capacity) {
            let total = tokens[at].total();
            return Err(format!("{total} tokens in `{id}`, whose capacity is {capacity}"));
        }
    }
    let lacks_value = |(place, tokens): &(&Place, &Multiset)| place.sort != SortId::DOT && tokens.is_empty();
    if let (true, Some((place, _))) =
        (net.program.is_some(), net.places.iter().zip(&tokens).find(lacks_value))
    {
        return Err(format!("no value of `{}`: each place of a program holds one", place.id));
    }
    Ok(tokens.into_iter().collect())
}

fn read_tokens(net: &Net, place: &Place, held: &Json) -> Result<Multiset, String> {
    if place.sort == SortId::DOT {
        let count = number(held).ok_or_else(|| format!("{held} instead of a number of tokens"))?;
        return Ok(Multiset::of(Value::Dot, count));
    }
    let sort = net.sort_text(place.sort);
    if net.program.is_some() {
        let value = read_value(net, place.sort, held).filter(|value| net.is_value_of(place.sort, value));
        let value = value.ok_or_else(|| format!("{held} instead of a value of the sort `{sort}`"))?;
        return Ok(Multiset::of(value, 1));
    }
    let colours = held.as_object();
    let colours = colours.ok_or_else(|| {
        format!("{held} instead of an object from colours of the sort `{sort}` to numbers of tokens")
    })?;
    colours.iter().try_fold(Multiset::default(), |all, (colour, count)| {
        let value = net.value_of_text(place.sort, colour);
        let value =
            value.ok_or_else(|| format!("`{colour}`, which is not a colour of the sort `{sort}`,"))?;
        let count = number(count).ok_or_else(|| format!("{count} instead of a number of `{colour}`"))?;
        all.with(value, count).ok_or_else(|| "2^64 tokens or more".to_owned())
    })
}

/// Parses a number of tokens. Numbers beyond 2^53 are strings.
fn number(given: &Json) -> Option<u64> {
    given.as_u64().or_else(|| given.as_str()?.parse().ok())
}

/// Parses the value of a variable, a location or a channel.
fn read_value(net: &Net, sort: SortId, given: &Json) -> Option<Value> {
    match (net.sort(sort), given) {
        (Sort::Integer { .. } | Sort::Range { .. }, Json::Number(number)) => {
            number.as_i64().map(Value::Integer)
        }
        (Sort::String, Json::String(text)) => Some(Value::String(text.clone())),
        (Sort::List { element, .. } | Sort::Array { element, .. }, Json::Array(values)) => {
            let values = values.iter().map(|value| read_value(net, *element, value));
            values.collect::<Option<_>>().map(Value::List)
        }
        (Sort::Product(sorts), Json::Array(values)) if sorts.len() == values.len() => {
            let values = sorts.iter().zip(values).map(|(sort, value)| read_value(net, *sort, value));
            values.collect::<Option<_>>().map(Value::Tuple)
        }
        (_, Json::String(text)) => net.value_of_text(sort, text),
        _ => None,
    }
}
