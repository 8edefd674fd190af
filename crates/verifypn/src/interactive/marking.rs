//! Markings in the formats that the editor sends and reads.
//!
//! A `marking` has a `place` element for each marked place. Its content is a multiset as a PNML term. Some
//! versions of the editor send a `token` element with its `count` for each colour instead, with a `color`
//! element for each component of a tuple.

use std::borrow::Cow;
use std::fmt::Write;

use sanderling_net::semantics::{Marking, Multiset};
use sanderling_net::{Net, SortId, Value};
use sanderling_report::xml::{Element, Escaped};

use super::colours;
use crate::Outcome;

/// Reads a marking of a net.
pub(super) fn read(net: &Net, element: Element<'_>) -> Outcome<Marking> {
    let mut contents = vec![Multiset::default(); net.places.len()];
    for place in element.children() {
        let id = place.attribute("id").filter(|_| place.name() == "place");
        let id = id.ok_or_else(|| format!("`{}` in a marking, and no `place` with an `id`", place.name()))?;
        let found = net.place_ids().find(|&one| net.place(one).id == id);
        let found = found.ok_or_else(|| format!("the net has no place `{id}`"))?;
        let sort = net.place(found).sort;
        for part in place.children() {
            let part =
                if part.name() == "token" { tokens(net, sort, part) } else { multiset(net, sort, part) };
            let part = part.map_err(|why| format!("the place `{id}`: {why}"))?;
            let sum = contents[found.index()].checked_add(&part);
            contents[found.index()] = sum.ok_or_else(|| format!("the place `{id}` holds too many tokens"))?;
        }
    }
    Ok(contents.into_iter().collect())
}

/// Reads tokens of one colour.
fn tokens(net: &Net, sort: SortId, token: Element<'_>) -> Outcome<Multiset> {
    let count = number(token.attribute("count").unwrap_or("1"))?;
    let in_attribute = token
        .attribute("color")
        .map(|text| text.trim_matches(['(', ')']).split(',').map(Cow::from).collect());
    let parts: Vec<Cow<'_, str>> =
        in_attribute.unwrap_or_else(|| token.named("color").map(Element::text).collect());
    let colour = match net.sort(sort) {
        sanderling_net::Sort::Product(sorts) if sorts.len() == parts.len() => {
            let parts = sorts.iter().zip(&parts).map(|(&sort, text)| colours::named(net, sort, text.trim()));
            parts.collect::<Option<Vec<_>>>().map(Value::Tuple)
        }
        _ => match &parts[..] {
            [text] => colours::named(net, sort, text.trim()),
            _ => None,
        },
    };
    let colour = colour.ok_or_else(|| format!("there is no colour `{}` in that place", parts.join(",")))?;
    Ok(Multiset::of(colour, count))
}

/// Returns the multiset that a term denotes.
fn multiset(net: &Net, sort: SortId, term: Element<'_>) -> Outcome<Multiset> {
    let too_many = || "too many tokens".to_owned();
    match term.name() {
        "hlinitialMarking" | "subterm" | "structure" => multiset(net, sort, colours::only(term)?),
        "add" => term.children().into_iter().try_fold(Multiset::default(), |sum, part| {
            sum.checked_add(&multiset(net, sort, part)?).ok_or_else(too_many)
        }),
        "numberof" => match term.children()[..] {
            [times, colour] => {
                let constant = if times.name() == "subterm" { colours::only(times)? } else { times };
                let times = number(constant.attribute("value").unwrap_or_default())?;
                once_each(colours::of_term(net, sort, colour)?)?.checked_mul(times).ok_or_else(too_many)
            }
            [colour] => once_each(colours::of_term(net, sort, colour)?),
            ref parts => Err(format!("`numberof` with {} parts", parts.len())),
        },
        _ => once_each(colours::of_term(net, sort, term)?),
    }
}

fn once_each(colours: Vec<Value>) -> Outcome<Multiset> {
    let all = colours.into_iter().try_fold(Multiset::default(), |all, colour| all.with(colour, 1));
    all.ok_or_else(|| "too many tokens".to_owned())
}

fn number(text: &str) -> Outcome<u64> {
    text.trim().parse().map_err(|_| format!("`{text}` is no number of tokens"))
}

/// Writes a marking, with PNML terms.
pub(super) fn write(net: &Net, marking: &Marking) -> Outcome<String> {
    let mut out = String::from("<marking>\n");
    for place in net.place_ids().filter(|&place| !marking.place(place).is_empty()) {
        let _ = writeln!(out, "\t<place id=\"{}\">\n\t\t<add>", Escaped(&net.place(place).id));
        for (colour, count) in marking.place(place) {
            let times = format!("<numberconstant value=\"{count}\"><positive/></numberconstant>");
            let _ = write!(out, "\t\t\t<subterm><numberof><subterm>{times}</subterm><subterm>");
            colours::write(&mut out, net, net.place(place).sort, colour)?;
            out.push_str("</subterm></numberof></subterm>\n");
        }
        out.push_str("\t\t</add>\n\t</place>\n");
    }
    Ok(out + "</marking>\n")
}
