//! TAPAAL's files: attributes instead of labels, arcs of their own names, time, and components.
//!
//! A net is timed when some interval is not `[0,inf)`, some invariant is not `< inf`, or a
//! transition is urgent; timed nets are refused, since leaving the time out would make another
//! net of them. Without time a pair of transport arcs is an input arc and an output arc. A file
//! whose components are composed (several active nets, shared nodes) is refused too.

use sanderling_net::Diagnostic;

use crate::document::Reading;
use crate::element::Element;
use crate::number;

impl<'a> Reading<'a> {
    /// Refuses the time of a place.
    pub(crate) fn untimed_place(&mut self, element: &Element<'a>) {
        if let Some(invariant) = element.filled("invariant")
            && without_blanks(&invariant) != "<inf"
        {
            self.timed(
                "invariant",
                &format!("the invariant `{}` of a place", number::shortened(&invariant)),
                element,
            );
        }
    }

    /// Refuses the time of a transition.
    pub(crate) fn untimed_transition(&mut self, element: &Element<'a>) {
        if element.attribute("urgent").as_deref() == Some("true") {
            self.timed("urgent", "an urgent transition", element);
        }
        if let Some(distribution) = element.filled("distribution")
            && distribution != "constant"
        {
            let found =
                format!("the firing distribution `{}` of a transition", number::shortened(&distribution));
            self.timed("distribution", &found, element);
        }
    }

    /// The weight that the attributes of an arc give; an interval among them must be no time.
    pub(crate) fn attribute_weight(&mut self, element: &Element<'a>) -> Option<u64> {
        let inscription = element.filled("inscription").and_then(|words| self.inscription(&words, element));
        let weight = element
            .filled("weight")
            .and_then(|words| self.attribute_count(&words, "the weight of an arc", element));
        match (weight, inscription) {
            (Some(weight), Some(inscription)) if inscription != 1 && inscription != weight => {
                self.report.say(
                    Diagnostic::error(format!(
                        "the weight {weight} and the inscription {inscription} on one arc"
                    ))
                    .expected("the same number")
                    .at(element.span),
                );
                None
            }
            (weight, inscription) => weight.or(inscription),
        }
    }

    fn inscription(&mut self, words: &str, element: &Element<'a>) -> Option<u64> {
        if !words.trim_start().starts_with(['[', '(']) {
            return self.attribute_count(words, "the weight of an arc", element);
        }
        if !is_all_time(words) {
            self.timed(
                "interval",
                &format!("the time interval `{}` on an arc", number::shortened(words)),
                element,
            );
        }
        None
    }

    /// A number in an attribute.
    pub(crate) fn attribute_count(&mut self, words: &str, what: &str, element: &Element<'a>) -> Option<u64> {
        let words = words.trim();
        number::parse(words)
            .map_err(|error| self.report.say(error.diagnostic(what, words, element.span)))
            .ok()
    }

    fn timed(&mut self, kind: &str, found: &str, element: &Element<'a>) {
        self.report.say_once(&format!("tapaal: {kind}"), || {
            Diagnostic::error(format!("{found}: timed nets are not supported"))
                .help("make the net untimed in TAPAAL (Tools) and save it again")
                .at(element.span)
        });
    }

    /// Whether the net is to be read: inactive components are not. Several active ones would
    /// have to be composed.
    pub(crate) fn is_active(&mut self, element: &Element<'a>) -> bool {
        match element.attribute("active").as_deref() {
            None => true,
            Some("false") => {
                self.report
                    .say(Diagnostic::warning("an inactive component, which is left out").at(element.span));
                false
            }
            Some(_) => {
                if let Some(first) = self.active {
                    self.report.say_once("tapaal: components", || {
                        composed("several active components").related(first, "the first one").at(element.span)
                    });
                }
                self.active.get_or_insert(element.span);
                true
            }
        }
    }

    /// Refuses a node that components share.
    pub(crate) fn shared(&mut self, element: &Element<'a>) {
        self.report
            .say_once("tapaal: shared", || composed(&format!("a `{}`", element.name)).at(element.span));
    }
}

fn composed(found: &str) -> Diagnostic {
    Diagnostic::error(format!("{found}: nets composed of components are not supported"))
        .help("export the composed net from TAPAAL, as one component")
}

/// Whether an interval such as `[0,inf)`, or `[0,inf):1` on a transport arc, leaves time free.
fn is_all_time(words: &str) -> bool {
    let words = without_blanks(words);
    let (interval, number) = words.split_once(':').unwrap_or((&words, "0"));
    interval == "[0,inf)" && number.bytes().all(|b| b.is_ascii_digit())
}

fn without_blanks(words: &str) -> String {
    words.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_interval_of_all_ages_is_no_time() {
        assert!(is_all_time("[0,inf)"));
        assert!(is_all_time("[0, inf) :1"));
        for timed in ["[1,inf)", "(0,inf)", "[0,5]", "[0,deadline)", "[D,D]", "[", "[0,inf):x"] {
            assert!(!is_all_time(timed), "{timed}");
        }
    }
}
