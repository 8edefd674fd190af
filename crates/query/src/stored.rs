//! The queries that a file stores beside its net.

use sanderling_net::format::{StoredFormula, StoredQuery};
use sanderling_net::{Diagnostic, Diagnostics, Format, Net, Source};
use sanderling_property::{ColouredStatement, Logic, nearest, quantifier_of};
use sanderling_report as report;

use crate::contest::{self, ContestQuery};
use crate::{Mistake, left_out};

/// Maximum number of queries to name if one has to be chosen.
const MAX_NAMED: usize = 20;

/// The id of a query in the property file that is made from it.
const ID: &str = "query";

/// The queries in a net's file.
#[derive(Debug)]
pub struct Stored<'a> {
    source: &'a Source,
    net: &'a Net,
    queries: Vec<StoredQuery>,
    /// The prefix of the names of options.
    prefix: &'a str,
}

impl<'a> Stored<'a> {
    /// Returns the queries of a file in a format, about the net that was read from it. There are none if the format is
    /// unknown here. In messages, `prefix` precedes the names of options.
    ///
    /// # Errors
    /// Errors of the file.
    pub fn of(
        source: &'a Source,
        format: Option<&dyn Format>,
        net: &'a Net,
        prefix: &'a str,
    ) -> Result<Self, Mistake> {
        let queries = format.map_or_else(|| Ok(Vec::new()), |format| format.stored_queries(source, net));
        let queries = queries.map_err(|found| {
            let message = format!("the queries of `{}` cannot be read", source.name());
            Mistake::diagnosed(message, source.clone(), found)
        })?;
        Ok(Self { source, net, queries, prefix })
    }

    /// Returns all queries, each with its property or the reason why there is none.
    #[must_use]
    pub fn listed(&self) -> Vec<report::StoredQuery> {
        let describe = |query: &StoredQuery| match understood(query, self.net) {
            Ok(property) => report::StoredQuery {
                name: query.name.clone(),
                property: Some(property.text().to_owned()),
                why_not: None,
            },
            Err(found) => {
                report::StoredQuery { name: query.name.clone(), property: None, why_not: Some(found.message) }
            }
        };
        self.queries.iter().map(describe).collect()
    }

    /// Returns the property of the query with this name, or at this position from 1.
    ///
    /// # Errors
    /// If there is no such query, if there are several, or if it is not supported.
    pub fn named(&self, name: &str) -> Result<ColouredStatement, Mistake> {
        let file = self.source.name();
        let query = chosen((self.prefix, name), &self.queries, file)?;
        understood(query, self.net).map_err(|found| {
            let message = format!("the query `{}` of `{file}` is not supported", called(query));
            Mistake::diagnosed(message, self.source.clone(), (*found).into())
        })
    }
}

/// Returns the query with this name, or at this position from 1.
fn chosen<'q>(
    (prefix, name): (&str, &str),
    queries: &'q [StoredQuery],
    file: &str,
) -> Result<&'q StoredQuery, Mistake> {
    let named: Vec<&StoredQuery> = queries.iter().filter(|query| query.name == name).collect();
    let position = || queries.get(name.parse::<usize>().ok()?.checked_sub(1)?);
    let refuse = |message: String| Err(Mistake::of_file(message, file));
    match (named.as_slice(), queries) {
        ([query], _) => Ok(query),
        ([], []) => refuse(format!("{prefix}query {name}: `{file}` contains no queries")),
        ([], _) => position().map_or_else(|| refuse(unknown(name, queries, file)), Ok),
        (several, _) => {
            let position = |query: &StoredQuery| queries.iter().position(|one| std::ptr::eq(one, query));
            let positions = several.iter().filter_map(|query| position(query));
            let positions: Vec<String> = positions.map(|index| (index + 1).to_string()).collect();
            refuse(format!(
                "{prefix}query {name}: `{file}` has several queries of this name: choose by position, {}",
                positions.join(" or ")
            ))
        }
    }
}

fn unknown(name: &str, queries: &[StoredQuery], file: &str) -> String {
    let near = nearest(name, queries.iter().map(|query| query.name.as_str()));
    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let named = queries.iter().enumerate().take(MAX_NAMED);
    let mut names: Vec<String> =
        named.map(|(index, query)| format!("{} `{}`", index + 1, called(query))).collect();
    if queries.len() > MAX_NAMED {
        names.push(format!("{} more", queries.len() - MAX_NAMED));
    }
    format!("`{file}` has no query `{name}`, but {}{near}", names.join(", "))
}

fn called(query: &StoredQuery) -> &str {
    if query.name.is_empty() { "without a name" } else { &query.name }
}

/// Returns the property of a query, or the error, with the position of the query in the file.
fn understood(query: &StoredQuery, net: &Net) -> Result<ColouredStatement, Box<Diagnostic>> {
    let property = match &query.formula {
        Ok(StoredFormula::Contest(formula)) => of_contest(formula, net),
        Ok(StoredFormula::Property(text)) => of_text(text, net),
        Err(found) => return Err(found.clone()),
    };
    let name = Some(query.name.clone()).filter(|name| !name.is_empty());
    match property {
        Ok(statement) => Ok(statement.named(name)),
        // The error's own position is in a text that users do not see.
        Err(found) => Err(Box::new(Diagnostic { span: None, related: None, ..*found }.at(query.span))),
    }
}

/// Parses a property, or a formula of CTL.
fn of_text(text: &str, net: &Net) -> Result<ColouredStatement, Box<Diagnostic>> {
    ColouredStatement::parse(text, net).or_else(|found| {
        let of_runs = ColouredStatement::parse(&format!("{} {text}", Logic::Ctl.keyword()), net);
        of_runs.map_err(|of_runs| first(if quantifier_of(text).is_some() { found } else { of_runs }))
    })
}

fn of_contest(formula: &str, net: &Net) -> Result<ColouredStatement, Box<Diagnostic>> {
    let property = format!("<property><id>{ID}</id>{formula}</property>");
    let set = contest::read(&format!("<property-set>{property}</property-set>"), net).map_err(first)?;
    match set.into_iter().next().map(|property| property.query) {
        Some(Ok(ContestQuery::Formula(property))) => Ok(ColouredStatement::Markings(property)),
        Some(Ok(ContestQuery::Temporal(property))) => Ok(ColouredStatement::Runs(property)),
        Some(Ok(other)) => Err(Box::new(Diagnostic::error(format!("it {}", left_out::why_not(&other))))),
        Some(Err(found)) => Err(first(found)),
        None => Err(Box::new(Diagnostic::error("it contains no query"))),
    }
}

fn first(found: Diagnostics) -> Box<Diagnostic> {
    Box::new(found.into_iter().next().unwrap_or_else(|| Diagnostic::error("it is not understood")))
}

#[cfg(test)]
mod tests {
    use sanderling_net::{Place, Span};

    use super::*;

    fn queries(names: &[&str]) -> Vec<StoredQuery> {
        let span = Span { line: 1, column: 1, start: 0, end: 0 };
        let formula = || Ok(StoredFormula::Property("EF deadlock".into()));
        names.iter().map(|&name| StoredQuery { name: name.into(), span, formula: formula() }).collect()
    }

    fn choice(name: &str, names: &[&str]) -> String {
        match chosen(("--", name), &queries(names), "net.tapn") {
            Ok(query) => called(query).to_owned(),
            Err(mistake) => mistake.message,
        }
    }

    #[test]
    fn a_query_is_chosen_by_name_or_position() {
        assert_eq!(choice("b", &["a", "b"]), "b");
        assert_eq!(choice("1", &["a", "b"]), "a");
        assert_eq!(choice("1", &["2", "1"]), "1");
        assert_eq!(choice("2", &["a", ""]), "without a name");
    }

    #[test]
    fn an_unknown_choice_lists_the_queries() {
        assert_eq!(choice("a", &[]), "--query a: `net.tapn` contains no queries");
        assert_eq!(
            choice("no dedlock", &["no deadlock", "other"]),
            "`net.tapn` has no query `no dedlock`, but 1 `no deadlock`, 2 `other`; did you mean `no deadlock`?"
        );
        assert_eq!(choice("7", &["other"]), "`net.tapn` has no query `7`, but 1 `other`");
        assert!(choice("a", &["a", "b", "a"]).ends_with("choose by position, 1 or 3"));
    }

    #[test]
    fn an_unsupported_query_gives_the_reason_at_its_position() {
        let mut net = Net::new("n");
        net.add_place(Place::with_tokens("p", 1));
        let mut query = queries(&["a"]).remove(0);
        query.formula = Ok(StoredFormula::Contest(
            "<formula><place-bound><place>p</place></place-bound></formula>".into(),
        ));
        let found = understood(&query, &net).unwrap_err();
        assert!(
            found.message.contains("is a query for a bound") && found.span == Some(query.span),
            "{found:?}"
        );
        query.formula = Ok(StoredFormula::Property("AF deadlock".into()));
        let statement = understood(&query, &net).unwrap();
        assert_eq!((statement.name(), statement.text()), (Some("a"), "AF deadlock"));
        query.formula = Ok(StoredFormula::Property("AF q >= 1".into()));
        assert!(understood(&query, &net).unwrap_err().message.contains("no place `q`"));
    }
}
