//! PIPE's token classes: a place holds a number of tokens of each class, and an arc moves a number of each.
//!
//! Markings and weights are written `class,count,class,count`. A net that uses one class is a place/transition net. If
//! a net uses several classes, each place has the enumeration of all classes as its sort, and its tokens and the
//! inscriptions of arcs are multisets over it. In PIPE, a transition is enabled if each input place holds, of each
//! class, at least as many tokens as the arc consumes. A capacity counts the tokens of all classes. A number without a
//! class refers to PIPE's default class, if that is the same in all versions of PIPE. Inhibitor arcs have different
//! meanings in these versions.

mod palette;

use std::collections::BTreeSet;

use sanderling_net::{ArcKind, Declarations, Diagnostic, Net, PlaceId, Span};

use crate::builder::Builder;
use crate::document::Reading;
use crate::element::Element;
use crate::number::{self, shortened};
use crate::report::{Report, Step};
use palette::Palette;

/// The class that PIPE has without a declaration.
const DEFAULT: &str = "Default";

/// The tokens that a label states.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tokens {
    /// The total number.
    pub(crate) total: u64,
    /// The number of tokens of each class; empty for a number without classes.
    classes: Vec<(String, u64)>,
}

impl Tokens {
    /// Creates tokens without classes.
    pub(crate) fn plain(total: u64) -> Self {
        Self { total, classes: Vec::new() }
    }
}

/// The classes of a net, and the tokens that have them.
#[derive(Debug, Default)]
pub(crate) struct TokenClasses {
    declared: Vec<String>,
    /// The tokens of places, in the order of the places.
    markings: Vec<(PlaceId, Tokens)>,
    /// The tokens of arcs by their positions, in order.
    weights: Vec<(usize, Tokens)>,
}

/// Splits a text such as `Default,1,Readers,0` into pairs of class and count; `None` if it has another form.
pub(crate) fn pairs(words: &str) -> Option<Vec<(&str, &str)>> {
    let parts: Vec<&str> = words.split(',').map(str::trim).collect();
    let is_pairs = parts.len() >= 2 && parts.len().is_multiple_of(2);
    is_pairs.then(|| parts.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
}

impl<'a> Reading<'a> {
    /// Parses the tokens in pairs of class and count.
    pub(crate) fn tokens_of_classes(
        &mut self,
        pairs: &[(&str, &str)],
        what: &str,
        span: Span,
    ) -> Option<Tokens> {
        let (mut tokens, mut seen) = (Tokens::default(), BTreeSet::new());
        for (class, count) in pairs {
            match number::parse(count) {
                Ok(_) if class.is_empty() => {
                    let found = format!("a token class without a name in {what}");
                    self.report.say(Diagnostic::error(found).expected("`class,number`").at(span));
                    return None;
                }
                Ok(_) if !seen.insert(class) => {
                    let found = format!("the token class `{}` twice in {what}", shortened(class));
                    self.report.say(Diagnostic::error(found).expected("each class once").at(span));
                    return None;
                }
                Ok(count) if tokens.total.checked_add(count).is_none() => {
                    let found = format!("tokens of all classes in {what} that are too many together");
                    self.report
                        .say(Diagnostic::error(found).expected(format!("at most {}", u64::MAX)).at(span));
                    return None;
                }
                Ok(count) => {
                    tokens.total += count;
                    tokens.classes.push(((*class).to_owned(), count));
                }
                Err(error) => {
                    self.report.say(error.diagnostic(what, count, span));
                    return None;
                }
            }
        }
        Some(tokens)
    }

    /// Reads the declaration of a class.
    pub(crate) fn token_class(&mut self, net: &mut Builder<'a>, element: &Element<'a>) -> Step<()> {
        if let Some(id) = element.filled("id") {
            net.classes.declared.push(id.into_owned());
        }
        self.cursor.skip()
    }
}

impl TokenClasses {
    /// Returns whether no tokens in the net have classes.
    pub(crate) fn is_empty(&self) -> bool {
        self.declared.is_empty() && self.markings.is_empty() && self.weights.is_empty()
    }

    /// Stores the initial tokens of a place.
    pub(crate) fn mark(&mut self, place: PlaceId, tokens: Option<Tokens>) {
        self.markings
            .extend(tokens.filter(|tokens| !tokens.classes.is_empty()).map(|tokens| (place, tokens)));
    }

    /// Stores the tokens that the arc at this position moves.
    pub(crate) fn weigh(&mut self, arc: usize, tokens: Option<Tokens>) {
        self.weights.extend(tokens.filter(|tokens| !tokens.classes.is_empty()).map(|tokens| (arc, tokens)));
    }

    /// Converts a net that uses several classes to a coloured one. INVARIANT: the net has all its arcs, in their order.
    pub(crate) fn colour(&self, net: &mut Net, span: Span, report: &mut Report<'_>) {
        let mut used = self.used();
        if used.is_empty() {
            return;
        }
        let default = self.default_class(&used);
        if let Some(number) = self.mere_number(net) {
            let Some(default) = default else {
                let found = Diagnostic::error("a number of tokens without their class, in a net of several");
                let expected = "`class,number` for each class, as PIPE writes it";
                report.say(found.expected(expected).at(number.unwrap_or(span)));
                return;
            };
            used.insert(default);
        }
        match obstacle(net, span) {
            _ if used.len() < 2 => {}
            Some(obstacle) => report.say(obstacle),
            None => Palette::declare(net, self.order(&used), default).paint(net, self, span, report),
        }
    }

    /// Returns the classes with a token in an initial marking or in the weight of an arc.
    fn used(&self) -> BTreeSet<&str> {
        let markings = self.markings.iter().map(|(_, tokens)| tokens);
        let all =
            markings.chain(self.weights.iter().map(|(_, tokens)| tokens)).flat_map(|tokens| &tokens.classes);
        all.filter(|(_, count)| *count > 0).map(|(class, _)| class.as_str()).collect()
    }

    /// Returns the class of numbers without one, if it is unambiguous: PIPE 4 uses the first declared class, PIPE 5
    /// `Default`.
    fn default_class<'c>(&'c self, used: &BTreeSet<&'c str>) -> Option<&'c str> {
        match self.declared.as_slice() {
            [] => used.first().copied().filter(|_| used.len() == 1),
            [only] => Some(only),
            [first, ..] => Some(DEFAULT).filter(|default| first == default),
        }
    }

    /// Returns the position of a number of tokens without a class.
    fn mere_number(&self, net: &Net) -> Option<Option<Span>> {
        let places: BTreeSet<usize> = self.markings.iter().map(|(place, _)| place.index()).collect();
        let arcs: BTreeSet<usize> = self.weights.iter().map(|(arc, _)| *arc).collect();
        let place = net
            .places
            .iter()
            .enumerate()
            .find(|(index, place)| place.initial.tokens() > 0 && !places.contains(index));
        let arc = net
            .arcs
            .iter()
            .enumerate()
            .find(|(index, arc)| arc.kind != ArcKind::Reset && !arcs.contains(index));
        place.map(|(_, place)| place.span).or(arc.map(|(_, arc)| arc.span))
    }

    /// Returns all declared classes, followed by those that are only used.
    fn order(&self, used: &BTreeSet<&str>) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let all = self.declared.iter().map(String::as_str).chain(used.iter().copied());
        all.filter(|class| seen.insert(*class)).map(str::to_owned).collect()
    }
}

/// Returns the reason why a net with several token classes is not supported.
fn obstacle(net: &Net, span: Span) -> Option<Diagnostic> {
    if net.declarations != Declarations::default() {
        let found = Diagnostic::error("token classes of PIPE beside coloured labels");
        return Some(found.expected("one or the other").at(span));
    }
    let inhibitor = net.arcs.iter().find(|arc| arc.kind == ArcKind::Inhibitor)?;
    let found =
        "an inhibitor arc in a net of several token classes, which PIPE's versions take for different things";
    let error = Diagnostic::error(found).expected("inhibitor arcs in nets of one token class only");
    Some(error.at(inhibitor.span.unwrap_or(span)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_class_and_count_are_distinguished_from_numbers() {
        assert_eq!(pairs("Default,1"), Some(vec![("Default", "1")]));
        assert_eq!(pairs("a b, 0 ,c,2"), Some(vec![("a b", "0"), ("c", "2")]));
        assert_eq!(pairs("1"), None);
        assert_eq!(pairs("a,1,b"), None);
    }
}
