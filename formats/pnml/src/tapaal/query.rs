//! The queries that a TAPAAL file stores beside its nets.
//!
//! Newer editors write a `formula` in the language of the Model Checking Contest, older ones a text such as `EF C.p >=
//! 1`. Both become a formula of the contest, with the ids of the net that was read. The editor writes `Component.node`,
//! or `node` for a shared one. A name that the net does not have is kept, so that the reader of the formula can report
//! it.

mod formula;
mod text;

use std::collections::HashMap;

use sanderling_net::{Diagnostic, Diagnostics, Net, Source, Span};

use crate::decode::{Decoded, decode};
use crate::document::{Reading, Time};
use crate::element::Element;
use crate::escape;
use crate::report::Step;

/// A query of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredQuery {
    /// The name of the query; may be empty, and need not be unique.
    pub name: String,
    /// Whether the query is among those that the editor checks by default.
    pub is_active: bool,
    /// Span in the file.
    pub span: Span,
    /// The element `formula` of a property file of the contest, or the reason why there is none.
    pub formula: Result<String, Box<Diagnostic>>,
}

impl StoredQuery {
    /// Returns a property file of the contest with this query only. A query without a name gets the id `query`.
    ///
    /// # Errors
    /// If its formula is not understood.
    pub fn property_set(&self) -> Result<String, Box<Diagnostic>> {
        let formula = self.formula.clone()?;
        let name = if self.name.is_empty() { "query" } else { &self.name };
        let name = escape::text(name);
        let property = format!("<property><id>{name}</id><description/>{formula}</property>");
        Ok(format!("<property-set xmlns=\"http://tapaal.net/\">{property}</property-set>"))
    }
}

/// Returns the queries of a file, in its order, about the net that was read from it.
///
/// # Errors
/// If the file is not well-formed XML.
pub fn stored_queries(source: &Source, net: &Net) -> Result<Vec<StoredQuery>, Diagnostics> {
    let Decoded { text, .. } = decode(source.bytes()).map_err(|fatal| Diagnostics::from(*fatal.0))?;
    let names = Names::of(net);
    let mut reading = Reading::new(&text, Time::LeftOut);
    reading.stored_queries(&names).map_err(|fatal| Diagnostics::from(*fatal.0))
}

/// The ids of a net, by TAPAAL's names of the nodes.
pub(super) struct Names<'n> {
    component: &'n str,
    nodes: HashMap<&'n str, &'n str>,
}

impl<'n> Names<'n> {
    fn of(net: &'n Net) -> Self {
        let places = net.places.iter().map(|place| (&place.id, &place.name));
        let nodes = || places.clone().chain(net.transitions.iter().map(|t| (&t.id, &t.name)));
        let mut names: HashMap<_, _> = nodes().map(|(id, _)| (id.as_str(), id.as_str())).collect();
        names.extend(nodes().filter_map(|(id, name)| Some((name.as_deref()?, id.as_str()))));
        Self { component: &net.id, nodes: names }
    }

    /// Returns the id for a name in a query.
    pub(super) fn id<'t>(&'t self, name: &'t str) -> &'t str {
        let own = name.split_once('.').filter(|(component, _)| *component == self.component);
        let known = self.nodes.get(name).or_else(|| self.nodes.get(own?.1));
        known.copied().unwrap_or(name)
    }
}

impl<'a> Reading<'a> {
    fn stored_queries(&mut self, names: &Names<'_>) -> Step<Vec<StoredQuery>> {
        let (mut queries, _root) = (Vec::new(), self.cursor.root()?);
        while let Some(child) = self.cursor.child()? {
            match child.name {
                "query" => queries.push(self.stored_query(&child, names)?),
                _ => self.cursor.skip()?,
            }
        }
        Ok(queries)
    }

    fn stored_query(&mut self, element: &Element<'a>, names: &Names<'_>) -> Step<StoredQuery> {
        let mut formula = None;
        while let Some(child) = self.cursor.child()? {
            match child.name {
                "formula" if formula.is_none() => formula = Some(Ok(self.formula(&child, names)?)),
                _ => self.cursor.skip()?,
            }
        }
        let formula = formula.or_else(|| {
            let text = element.filled("query")?;
            Some(text::formula(&text, names).map_err(|error| Box::new((*error).at(element.span))))
        });
        let missing = || Diagnostic::error("a query without a formula").at(element.span);
        Ok(StoredQuery {
            name: element.attribute("name").unwrap_or_default().into_owned(),
            is_active: element.filled("active").is_none_or(|active| active == "true"),
            span: element.span,
            formula: formula.unwrap_or_else(|| Err(Box::new(missing()))),
        })
    }
}
