//! A file of properties: `property-set`, with an id and a formula for each.
//!
//! An error in one formula is reported for that property only; the others can be answered.

use std::collections::HashSet;

use sanderling_net::{Diagnostic, Diagnostics, Net, PlaceId, Span};
use sanderling_property::{Bindings, ColouredProperty, Logic, TemporalProperty, Tokens};
use sanderling_report::xml::{self, Document, Element};

use super::condition::Names;

/// A property of a file, with the result of reading its formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContestProperty<T = ContestQuery> {
    /// The id of the property, for output.
    pub id: String,
    /// The query of the property, or its errors.
    pub query: Result<T, Diagnostics>,
}

/// The query of a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContestQuery {
    /// Whether a formula holds in all, or in some, reachable markings.
    Formula(ColouredProperty),
    /// Whether all runs, or the initial marking, satisfy a temporal formula.
    Temporal(TemporalProperty<Tokens, Bindings>),
    /// The maximum sum of the tokens of these places in a reachable marking; a place may occur more than once.
    Bound(Vec<PlaceId>),
    /// An unsupported query, given by its element.
    Unsupported(String),
}

/// Returns whether a text looks like a file of properties.
#[must_use]
pub fn is_property_set(text: &str) -> bool {
    let text = text.trim_start_matches(['\u{FEFF}', ' ', '\t', '\n', '\r']);
    text.starts_with('<') && text.contains("<property-set")
}

/// Reads the properties of a file about a net. On a coloured net, places and transitions are the coloured ones.
///
/// # Errors
/// Errors of the file as a whole: it is not XML, has another root element, or a property has no id or a duplicate one.
pub fn read(text: &str, net: &Net) -> Result<Vec<ContestProperty>, Diagnostics> {
    read_with(text, net, |names, id, formula| match names.query(id, formula)? {
        ContestQuery::Unsupported(_) => names.query_of_runs(id, formula),
        query => Ok(query),
    })
}

/// Reads the properties of a file about a net, as [`read`] does, with formulas about runs in this logic. `AX p` has
/// another meaning in LTL if nothing is enabled.
///
/// # Errors
/// As for [`read`].
pub fn read_in(logic: Logic, text: &str, net: &Net) -> Result<Vec<ContestProperty>, Diagnostics> {
    read_with(text, net, |names, id, formula| match names.query(id, formula)? {
        ContestQuery::Unsupported(_) => names.query_in(logic, id, formula),
        query => Ok(query),
    })
}

/// Reads the properties of a file about a net, with another reader of formulas than [`Names::query`]. `formula`
/// receives the id of a property and the only element of its formula. Unknown places and transitions are errors, in
/// addition to those that `formula` returns.
///
/// # Errors
/// As for [`read`].
pub fn read_with<'n, T>(
    text: &str,
    net: &'n Net,
    mut formula: impl FnMut(&mut Names<'n>, &str, Element<'_>) -> Result<T, Diagnostics>,
) -> Result<Vec<ContestProperty<T>>, Diagnostics> {
    let document =
        Document::parse(text).map_err(|found| Diagnostic::error(found.message).at(span_of(&found.span)))?;
    let elements = properties(document.root())?;
    let mut names = Names::of(net);
    let read = elements.into_iter().map(|(id, element)| {
        let read = formula_in(element).and_then(|inner| formula(&mut names, &id, inner));
        let unknown = names.take_unknown();
        let query = match read {
            Ok(_) if unknown.has_errors() => Err(unknown),
            Err(mut found) => {
                found.extend(unknown);
                found.sort();
                Err(found)
            }
            read => read,
        };
        ContestProperty { id, query }
    });
    Ok(read.collect())
}

/// Returns the properties with their ids. TAPAAL's editor gives all new queries the same name. If a later property has
/// the id of an earlier one, its position in the file is appended, as in `name (2)`.
fn properties<'d>(root: Element<'d>) -> Result<Vec<(String, Element<'d>)>, Diagnostics> {
    if root.name() != "property-set" {
        let error = Diagnostic::error(format!("the root element `{}`", root.name()));
        return Err(error.expected("`property-set`").at(span(root)).into());
    }
    let mut found = Diagnostics::new();
    let mut properties = Vec::new();
    let mut ids = HashSet::new();
    for (position, element) in (1..).zip(root.named("property")) {
        let id = element.named("id").next().map(|id| id.text().into_owned()).filter(|id| !id.is_empty());
        let Some(id) = id else {
            found.push(without("id", element));
            continue;
        };
        let mut unique = id.clone();
        while !ids.insert(unique.clone()) {
            unique = format!("{unique} ({position})");
        }
        properties.push((unique, element));
    }
    if found.has_errors() { Err(found) } else { Ok(properties) }
}

fn without(part: &str, property: Element<'_>) -> Diagnostic {
    Diagnostic::error(format!("a property without `{part}`")).at(span(property))
}

/// Returns the only element of a property's formula.
fn formula_in(property: Element<'_>) -> Result<Element<'_>, Diagnostics> {
    let formula = property.named("formula").next().ok_or_else(|| without("formula", property))?;
    let [inner] = formula.children()[..] else {
        let error = Diagnostic::error("a formula without exactly one element");
        return Err(error.at(span(formula)).into());
    };
    Ok(inner)
}

/// Returns the span of an element's tag.
pub(crate) fn span(element: Element<'_>) -> Span {
    span_of(&element.span())
}

fn span_of(xml::Span { line, column, bytes }: &xml::Span) -> Span {
    let clamp = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
    Span { line: *line, column: *column, start: clamp(bytes.start), end: clamp(bytes.end) }
}

#[cfg(test)]
mod tests {
    use sanderling_net::{Place, Transition};
    use sanderling_property::Quantifier;

    use super::*;

    fn net() -> Net {
        let mut net = Net::new("n");
        let _places = ["p", "q"].map(|id| net.add_place(Place::with_tokens(id, 1)));
        let _transitions = ["t", "u"].map(|id| net.add_transition(Transition::plain(id)));
        net
    }

    /// Returns a file with one property.
    fn set(formula: &str) -> String {
        format!("<property-set><property><id>a</id><formula>{formula}</formula></property></property-set>")
    }

    fn read_one(formula: &str) -> Result<ContestQuery, Diagnostics> {
        let text = format!(
            "<property-set xmlns='http://mcc.lip6.fr/'>\n<property><id>a</id><description/><formula>{formula}</formula></property></property-set>"
        );
        read(&text, &net()).expect("a file").remove(0).query
    }

    fn formula(text: &str) -> (Quantifier, String) {
        match read_one(text) {
            Ok(ContestQuery::Formula(property)) => {
                (property.quantifier, property.formula.display(&net()).to_string())
            }
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn path_quantifiers_and_their_negations_are_read() {
        let atom = "<is-fireable><transition>t</transition><transition> u </transition></is-fireable>";
        let cases = [
            ("<exists-path><finally>A</finally></exists-path>", Quantifier::Reach, "fireable(t, u)"),
            ("<all-paths><globally>A</globally></all-paths>", Quantifier::Always, "fireable(t, u)"),
            (
                "<negation><exists-path><finally>A</finally></exists-path></negation>",
                Quantifier::Always,
                "not fireable(t, u)",
            ),
            (
                "<negation><all-paths><globally>A</globally></all-paths></negation>",
                Quantifier::Reach,
                "not fireable(t, u)",
            ),
            ("<invariant>A</invariant>", Quantifier::Always, "fireable(t, u)"),
            ("<possibility>A</possibility>", Quantifier::Reach, "fireable(t, u)"),
            ("<impossibility>A</impossibility>", Quantifier::Always, "not fireable(t, u)"),
        ];
        for (text, quantifier, shown) in cases {
            assert_eq!(formula(&text.replace('A', atom)), (quantifier, shown.to_owned()), "{text}");
        }
    }

    #[test]
    fn sums_and_connectives_are_read() {
        let two = "<tokens-count><place>p</place><place>q</place></tokens-count>";
        let one = "<tokens-count><place>q</place></tokens-count>";
        let three = "<integer-constant>3</integer-constant>";
        let reach = |condition: &str| formula(&format!("<possibility>{condition}</possibility>")).1;
        let le = format!("<integer-le>{two}{three}</integer-le>");
        assert_eq!(reach(&le), "tokens(p, q) <= 3");
        assert_eq!(reach(&format!("<integer-le>{three}{one}</integer-le>")), "tokens(q) >= 3");
        assert_eq!(reach(&format!("<integer-gt>{two}{one}</integer-gt>")), "tokens(p) > 0");
        assert_eq!(
            reach(&format!(
                "<integer-eq><integer-product>{three}{one}</integer-product><integer-difference>{two}{three}</integer-difference></integer-eq>"
            )),
            "tokens(p) == 2*tokens(q) + 3"
        );
        assert_eq!(
            reach(&format!("<disjunction><negation>{le}</negation><deadlock/><true/></disjunction>")),
            "not tokens(p, q) <= 3 or deadlock or true"
        );
        assert_eq!(
            reach(&format!("<exclusive-disjunction>{le}<deadlock/></exclusive-disjunction>")),
            "not (tokens(p, q) <= 3 iff deadlock)"
        );
    }

    #[test]
    fn bounds_and_unsupported_formulas_are_distinguished() {
        let bound = "<place-bound><place>q</place><place>p</place></place-bound>";
        assert_eq!(read_one(bound), Ok(ContestQuery::Bound(vec![PlaceId::new(1), PlaceId::new(0)])));
        for (text, element) in [
            // A path operator in another, within a quantifier over some runs.
            ("<exists-path><finally><globally><deadlock/></globally></finally></exists-path>", "globally"),
            // LTL within CTL.
            (
                "<all-paths><finally><all-paths><next><next><deadlock/></next></next></all-paths></finally></all-paths>",
                "next",
            ),
            ("<globally><deadlock/></globally>", "globally"),
            ("<mystery/>", "mystery"),
        ] {
            assert_eq!(read_one(text), Ok(ContestQuery::Unsupported(element.into())), "{text}");
        }
    }

    #[test]
    fn temporal_formulas_are_read_in_the_logic_that_they_are_of() {
        let p = "<integer-le><integer-constant>1</integer-constant><tokens-count><place>p</place></tokens-count></integer-le>";
        for (text, logic, shown) in [
            ("<all-paths><finally><deadlock/></finally></all-paths>", Logic::Ltl, "F deadlock"),
            (
                "<all-paths><globally><finally>P</finally></globally></all-paths>",
                Logic::Ltl,
                "G F (tokens(p) >= 1)",
            ),
            (
                "<all-paths><until><before><next>P</next></before><reach><deadlock/></reach></until></all-paths>",
                Logic::Ltl,
                "(X (tokens(p) >= 1)) U deadlock",
            ),
            (
                "<exists-path><finally><exists-path><next><deadlock/></next></exists-path></finally></exists-path>",
                Logic::Ctl,
                "EF EX deadlock",
            ),
            (
                "<exists-path><until><before><true/></before><reach><all-paths><globally>P</globally></all-paths></reach></until></exists-path>",
                Logic::Ctl,
                "E[true U (AG (tokens(p) >= 1))]",
            ),
            (
                "<equivalence><exists-path><finally><deadlock/></finally></exists-path><exists-path><next><true/></next></exists-path></equivalence>",
                Logic::Ctl,
                "((EF deadlock) and (EX true)) or ((not EF deadlock) and (not EX true))",
            ),
            (
                "<implication><deadlock/><all-paths><next><deadlock/></next></all-paths></implication>",
                Logic::Ctl,
                "(not deadlock) or (AX deadlock)",
            ),
        ] {
            match read_one(&text.replace('P', p)) {
                Ok(ContestQuery::Temporal(TemporalProperty { logic: found, text, .. })) => {
                    assert_eq!((found, text), (logic, format!("{} {shown}", logic.keyword())));
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_file_of_one_logic_is_read_in_it() {
        let text = set("<all-paths><next><deadlock/></next></all-paths>");
        for (logic, shown) in [(Logic::Ltl, "ltl X deadlock"), (Logic::Ctl, "ctl AX deadlock")] {
            let read = read_in(logic, &text, &net()).unwrap().remove(0).query.unwrap();
            assert!(matches!(&read, ContestQuery::Temporal(property) if property.text == shown), "{read:?}");
        }
        let several =
            set("<exists-path><next><all-paths><next><deadlock/></next></all-paths></next></exists-path>");
        let read = read_in(Logic::Ltl, &several, &net()).unwrap().remove(0).query.unwrap();
        assert!(matches!(read, ContestQuery::Unsupported(_)), "{read:?}");
    }

    #[test]
    fn equivalences_that_double_too_often_are_mistakes() {
        let later = "<exists-path><next><deadlock/></next></exists-path>";
        let nested = |depth| {
            let around = |inner: String, _| format!("<equivalence>{inner}{later}</equivalence>");
            read_one(&(0..depth).fold(later.to_owned(), around))
        };
        assert!(matches!(nested(5), Ok(ContestQuery::Temporal(_))));
        assert!(nested(40).unwrap_err().to_string().contains("too large"));
    }

    #[test]
    fn an_error_does_not_affect_the_other_properties() {
        let bound = |place: &str| format!("<place-bound><place>{place}</place></place-bound>");
        let property = |id: &str, formula: &str| {
            format!("\n<property><id>{id}</id><formula>{formula}</formula></property>")
        };
        let two = format!("{}{}", bound("p"), bound("p"));
        let of = |formulas: [&str; 5]| {
            let properties = ["a", "b", "c", "d", "e"].into_iter().zip(formulas);
            properties.map(|(id, formula)| property(id, formula)).collect::<String>()
        };
        let text = of([&bound("r"), &bound("p"), &bound("r"), &two, &bound("q")]);
        let text = format!("<property-set>{text}\n<property><id>f</id></property></property-set>");
        let read = read(&text, &net()).expect("a file");
        let shown = read.iter().map(|property| match &property.query {
            Ok(query) => format!("{}: {query:?}", property.id),
            Err(found) => format!("{}: {found}", property.id),
        });
        assert_eq!(
            shown.collect::<Vec<_>>(),
            [
                "a: 2:43: error: the net has no place `r`; expected the id or the name of a place",
                "b: Bound([PlaceId(0)])",
                "c: 4:43: error: the net has no place `r`; expected the id or the name of a place",
                "d: 5:21: error: a formula without exactly one element",
                "e: Bound([PlaceId(1)])",
                "f: 7:1: error: a property without `formula`",
            ]
        );
    }

    #[test]
    fn errors_have_their_position() {
        for (text, message) in [
            ("<place-bound><place>r</place></place-bound>", "the net has no place `r`"),
            (
                "<possibility><is-fireable><transition>p</transition></is-fireable></possibility>",
                "`p` is a place",
            ),
            (
                "<possibility><integer-le><integer-constant>x</integer-constant><integer-constant>1</integer-constant></integer-le></possibility>",
                "`x`",
            ),
            ("<possibility><negation/></possibility>", "`negation` with 0"),
            ("<possibility><integer-le><true/><true/></integer-le></possibility>", "`true`"),
            ("<place-bound/>", "`place-bound` without"),
            ("", "without exactly one element"),
        ] {
            let error = read_one(text).expect_err(text).to_string();
            assert!(error.contains(message) && error.starts_with("2:"), "{text}: {error}");
        }
        let twice = "<property-set><property><id>a</id><formula><place-bound><place>p</place></place-bound></formula></property>\
                     <property><id>a</id><formula><place-bound><place>p</place></place-bound></formula></property></property-set>";
        let ids = |text: &str| -> Vec<String> {
            read(text, &net()).expect("two properties").into_iter().map(|property| property.id).collect()
        };
        assert_eq!(ids(twice), ["a", "a (2)"]);
        let last = twice.rfind("</property-set>").expect("the end");
        let formula = "<formula><place-bound><place>p</place></place-bound></formula></property>";
        let more = ["a (2)", "b", "a", "b"].map(|id| format!("<property><id>{id}</id>{formula}")).concat();
        let many = format!("{}{more}{}", &twice[..last], &twice[last..]);
        assert_eq!(ids(&many), ["a", "a (2)", "a (2) (3)", "b", "a (5)", "b (6)"]);
        let nameless = "<property-set><property><id/><formula><true/></formula></property></property-set>";
        assert!(read(nameless, &net()).expect_err("no id").to_string().contains("without `id`"));
        assert!(read("<a/>", &net()).expect_err("root").to_string().contains("`property-set`"));
    }
}
