//! The formulas that a project stores on its pages of measures.
//!
//! A page belongs to one net of the project, and has formulas in several languages. Formulas in CTL are about
//! reachability or more general temporal properties; the editor writes `#P` for the tokens of a place and `en(t)` for
//! an enabled transition. They become properties in our own language, whose parser reports unsupported temporal
//! operators. Formulas about probabilities and averages are not converted.

use sanderling_net::format::{StoredFormula, StoredQuery};
use sanderling_net::{Diagnostic, Net};
use sanderling_xml::{Document, Element};

use crate::greatspn::text::{shortened, span};

/// Returns the formulas about a net, named after their pages; from the second formula of a page on, with its number.
pub(crate) fn stored(text: &str, net: &Net) -> Vec<StoredQuery> {
    let Ok(document) = Document::parse(text) else { return Vec::new() };
    let about = |page: &Element<'_>| page.attribute("gspn-name").is_some_and(|name| name == net.id);
    document.root().named("measures").filter(about).flat_map(of_page).collect()
}

fn of_page(page: Element<'_>) -> Vec<StoredQuery> {
    let name = page.attribute("name").unwrap_or_default();
    let formulas = page.named("formulas").flat_map(|all| all.named("formula"));
    let written = formulas.filter_map(|formula| {
        let text = formula.attribute("expr").filter(|text| !text.trim().is_empty())?;
        Some((formula, text))
    });
    let query = |(index, (element, text)): (usize, (Element<'_>, &str))| StoredQuery {
        name: if index == 0 { name.to_owned() } else { format!("{name} #{}", index + 1) },
        span: span(&element.span()),
        formula: match element.attribute("language") {
            Some("CTL") => Ok(StoredFormula::Property(in_our_words(text))),
            language => Err(Box::new(other_language(language.unwrap_or_default()).at(span(&element.span())))),
        },
    };
    written.enumerate().map(query).collect()
}

fn other_language(language: &str) -> Diagnostic {
    Diagnostic::error(format!("a formula in the language `{}`", shortened(language)))
        .expected("one of CTL: others ask for probabilities and averages, which are not computed")
}

/// Returns a formula with `tokens(P)` in place of `#P` and `fireable(…)` in place of `en(…)`.
fn in_our_words(formula: &str) -> String {
    let mut out = String::with_capacity(formula.len());
    let mut rest = formula;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        match word {
            "" if first == '#' => {
                let name = &behind[1..];
                let end = name.find(|c| !is_of_name(c)).unwrap_or(name.len());
                out.push_str(&format!("tokens({})", &name[..end]));
                rest = &name[end..];
            }
            "" => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
            }
            _ => {
                out.push_str(match word {
                    "en" if behind.trim_start().starts_with('(') => "fireable",
                    "ndeadlock" => "(not deadlock)",
                    word => word,
                });
                rest = behind;
            }
        }
    }
    out
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_put_in_our_words() {
        for (theirs, ours) in [
            ("EF deadlock", "EF deadlock"),
            (
                "AG (#P0 + 2*#free_1 <= 3 && !en(T1))",
                "AG (tokens(P0) + 2*tokens(free_1) <= 3 && !fireable(T1))",
            ),
            ("EF ndeadlock || #open > 0", "EF (not deadlock) || tokens(open) > 0"),
            ("#", "tokens()"),
            ("EF én > 1", "EF én > 1"),
        ] {
            assert_eq!(in_our_words(theirs), ours);
        }
    }

    #[test]
    fn the_formulas_of_a_net_are_those_of_its_pages() {
        let text = r#"<project name="p">
            <measures gspn-name="A" name="states"><formulas>
                <formula language="STAT"/><formula expr="EF #p &gt;= 1" language="CTL"/>
                <formula expr="E{#p}" language="PQL"/></formulas></measures>
            <measures gspn-name="B" name="other"><formulas><formula expr="EF deadlock" language="CTL"/></formulas></measures>
        </project>"#;
        let queries = stored(text, &Net::new("A"));
        let names: Vec<&str> = queries.iter().map(|query| query.name.as_str()).collect();
        assert_eq!(names, ["states", "states #2"]);
        assert_eq!(queries[0].formula, Ok(StoredFormula::Property("EF tokens(p) >= 1".into())));
        assert_eq!(queries[0].span.line, 3);
        assert!(queries[1].formula.as_ref().unwrap_err().to_string().contains("`PQL`"));
        assert!(stored("<project", &Net::new("A")).is_empty());
    }
}
