//! What a file of queries asks.
//!
//! Where verifypn allows a formula, it may be put together from several, as `EF p and AG q` is. The contest's files have no such
//! formulas, and their reader does not answer them; here they are taken apart, down to formulas that it does.

use std::fmt::Write;

use sanderling_contest::Asked;
use sanderling_net::Net;
use sanderling_report::traces::xml::{Element, Escaped};

use crate::Outcome;

/// A query.
#[derive(Debug)]
pub(crate) struct Query {
    pub(crate) id: String,
    pub(crate) asked: Combination,
}

/// A formula, or several with a connective.
#[derive(Debug)]
pub(crate) enum Combination {
    One(Asked),
    Not(Box<Self>),
    And(Vec<Self>),
    Or(Vec<Self>),
    Iff(Box<[Self; 2]>),
}

/// Reads the queries of a text about a net.
pub(crate) fn read(text: &str, net: &Net) -> Outcome<Vec<Query>> {
    let properties = sanderling_contest::read(text, net).map_err(|found| found.to_string())?;
    // Trees that this reader finds too deep have nothing that can be taken apart either.
    let root = Element::parse(text).ok();
    let elements = root.iter().flat_map(|root| root.named("property"));
    let mut formulas = elements.map(|element| element.named("formula").next()?.children.first());
    let queries = properties.into_iter().map(|property| {
        let formula = formulas.next().flatten();
        let asked = match (property.asked, formula) {
            (Asked::Unsupported(_), Some(formula)) => Reader { net, id: &property.id }.apart(formula)?,
            (asked, _) => Combination::One(asked),
        };
        Ok(Query { id: property.id, asked })
    });
    queries.collect()
}

/// What takes the formula of a query apart.
struct Reader<'a> {
    net: &'a Net,
    id: &'a str,
}

impl Reader<'_> {
    fn apart(&self, formula: &Element) -> Outcome<Combination> {
        let not = |inner| Combination::Not(Box::new(inner));
        let asked = self.alone(formula)?;
        let Asked::Unsupported(_) = asked else { return Ok(Combination::One(asked)) };
        Ok(match (formula.name.as_str(), &formula.children[..]) {
            ("negation", [inner]) => not(self.apart(inner)?),
            ("conjunction", [_, ..]) => Combination::And(self.parts(formula)?),
            ("disjunction", [_, ..]) => Combination::Or(self.parts(formula)?),
            ("implication", [when, then]) => Combination::Or(vec![not(self.apart(when)?), self.apart(then)?]),
            ("equivalence", [_, _]) => self.equivalence(formula)?,
            ("exclusive-disjunction", [_, _]) => not(self.equivalence(formula)?),
            _ => Combination::One(asked),
        })
    }

    fn parts(&self, formula: &Element) -> Outcome<Vec<Combination>> {
        formula.children.iter().map(|part| self.apart(part)).collect()
    }

    fn equivalence(&self, formula: &Element) -> Outcome<Combination> {
        let sides: Result<[_; 2], _> = self.parts(formula)?.try_into();
        sides
            .map(|sides| Combination::Iff(Box::new(sides)))
            .map_err(|_| "an equivalence has two sides".into())
    }

    /// What a part asks, as a query of its own. Only a whole query may be a number.
    fn alone(&self, formula: &Element) -> Outcome<Asked> {
        let mut text = format!("<property-set><property><id>{}</id><formula>", Escaped(self.id));
        write(formula, &mut text);
        text.push_str("</formula></property></property-set>");
        let read = sanderling_contest::read(&text, self.net);
        // Lines and columns are those of the part alone.
        let read = read.map_err(|found| {
            let messages: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
            format!("the query {}: {}", self.id, messages.join("; "))
        })?;
        match read.into_iter().next().map(|property| property.asked) {
            Some(Asked::Bound(_)) | None => Ok(Asked::Unsupported("place-bound".into())),
            Some(asked) => Ok(asked),
        }
    }
}

/// Writes an element as it was read. Elements of queries have no attributes.
fn write(element: &Element, out: &mut String) {
    let _ = write!(out, "<{}>{}", element.name, Escaped(element.text()));
    element.children.iter().for_each(|child| write(child, out));
    let _ = write!(out, "</{}>", element.name);
}
