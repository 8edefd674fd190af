//! TAPAAL's files: attributes instead of labels, special arc elements, time, games, and [components](compose).
//!
//! A net is timed if some interval is not `[0,inf)`, some invariant is not `< inf`, or a transition is urgent. Timed
//! nets are refused unless time is ignored. Without time, a pair of transport arcs is an input arc and an output arc.
//! INVARIANT: ignoring time loses no marking, because time only forbids firings. The exception is an interval on an
//! inhibitor arc, which allows some, and remains an error.

mod compose;
mod query;

use std::borrow::Cow;
use std::collections::HashMap;

use sanderling_net::Diagnostic;

use crate::arc_kind::{self, Kind};
use crate::builder::Builder;
use crate::document::{Reading, Time};
use crate::element::Element;
use crate::number::{self, shortened};
use crate::report::Step;

pub use query::{StoredQuery, stored_queries};

/// The data of a file about the composition of its nets.
#[derive(Debug, Default)]
pub(crate) struct Components<'a> {
    /// Places and transitions that components share, as a net without arcs.
    shared: Option<Builder<'a>>,
    /// Whether nets are marked as active.
    are_marked: bool,
    /// Named numbers, as written.
    constants: HashMap<Cow<'a, str>, Cow<'a, str>>,
}

impl<'a> Components<'a> {
    /// Stores a constant, which may be the weight of arcs. If a name occurs twice, the first one is kept.
    pub(crate) fn constant(&mut self, element: &Element<'a>) {
        if let (Some(name), Some(value)) = (element.filled("name"), element.filled("value")) {
            self.constants.entry(name).or_insert(value);
        }
    }
}

impl<'a> Reading<'a> {
    /// Refuses the time of a place, unless time is ignored.
    pub(crate) fn untimed_place(&mut self, element: &Element<'a>) {
        if let Some(invariant) = element.filled("invariant")
            && without_blanks(&invariant) != "<inf"
        {
            self.timed(
                "invariant",
                &format!("the invariant `{}` of a place", shortened(&invariant)),
                element,
            );
        }
    }

    /// Refuses the time of a transition, unless time is ignored, and warns of a game.
    pub(crate) fn untimed_transition(&mut self, element: &Element<'a>) {
        if let Some(player) = element.filled("player") {
            self.player(&player, element);
        }
        if element.attribute("urgent").as_deref() == Some("true") {
            self.timed("urgent", "an urgent transition", element);
        }
        if let Some(distribution) = element.filled("distribution")
            && distribution != "constant"
        {
            let found = format!("the firing distribution `{}` of a transition", shortened(&distribution));
            self.timed("distribution", &found, element);
        }
    }

    /// Returns the weight in the attributes of an arc; an interval among them must not restrict time.
    pub(crate) fn attribute_weight(&mut self, element: &Element<'a>) -> Option<u64> {
        let inscription = element.filled("inscription").and_then(|words| self.inscription(&words, element));
        let weight = element
            .filled("weight")
            .map(|words| self.components.constants.get(&words).cloned().unwrap_or(words))
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
            let words = shortened(words);
            if self.time == Time::LeftOut && is_inhibitor(element) {
                self.inhibiting_interval(&words, element);
            }
            self.timed("interval", &format!("the time interval `{words}` on an arc"), element);
        }
        None
    }

    fn inhibiting_interval(&mut self, words: &str, element: &Element<'a>) {
        let found = format!("the time interval `{words}` on an inhibitor arc");
        self.report.say(
            Diagnostic::error(format!("{found}: without it, the arc would forbid more"))
                .expected("`[0,inf)`")
                .help("TAPAAL reads all inhibitor arcs as `[0,inf)`; write that if it is intended")
                .at(element.span),
        );
    }

    /// Parses a number in an attribute.
    pub(crate) fn attribute_count(&mut self, words: &str, what: &str, element: &Element<'a>) -> Option<u64> {
        let words = words.trim();
        number::parse(words)
            .map_err(|error| self.report.say(error.diagnostic(what, words, element.span)))
            .ok()
    }

    fn timed(&mut self, kind: &str, found: &str, element: &Element<'a>) {
        if self.time == Time::LeftOut {
            return;
        }
        self.report.say_once(&format!("tapaal: {kind}"), || {
            Diagnostic::error(format!("{found}: timed nets are not supported"))
                .help("`--untimed` reads the net without its times")
                .at(element.span)
        });
    }

    /// Skips time that depends on colours, after refusing it unless time is ignored.
    pub(crate) fn coloured_time(&mut self, element: &Element<'a>, parent: &str) -> Step<()> {
        let name = element.name;
        self.timed(name, &format!("`{name}` in {parent}, which is time that depends on colours"), element);
        self.cursor.skip()
    }

    /// Warns of a transition that another player fires.
    pub(crate) fn player(&mut self, player: &str, element: &Element<'a>) {
        if !matches!(player, "" | "0") {
            self.report.say_once("tapaal: player", || {
                Diagnostic::warning("a game: the players are ignored, and all transitions are ordinary")
                    .at(element.span)
            });
        }
    }

    /// Returns whether the net must be read; inactive components are not.
    pub(crate) fn is_active(&mut self, element: &Element<'a>) -> bool {
        let active = element.filled("active");
        self.components.are_marked |= active.is_some();
        let is_active = active.is_none_or(|active| active != "false");
        if !is_active {
            self.report.say(Diagnostic::warning("an inactive component, which is ignored").at(element.span));
        }
        is_active
    }

    /// Stores a place or transition that components share.
    pub(crate) fn shared(&mut self, element: &Element<'a>) -> Step<()> {
        let shared = self.components.shared.take();
        let mut shared = shared.unwrap_or_else(|| Builder::new(String::new(), String::new(), element.span));
        match element.name {
            "shared-place" => self.place(&mut shared, element)?,
            _ => self.transition(&mut shared, element)?,
        }
        self.report.within = None;
        self.components.shared = Some(shared);
        Ok(())
    }
}

/// Returns whether the element is an inhibitor arc by its name or its attribute.
fn is_inhibitor(element: &Element<'_>) -> bool {
    let word = element.filled("type").unwrap_or_default();
    let kind = arc_kind::kind(word.trim()).map(|(kind, _)| kind);
    [arc_kind::element_kind(element.name), kind.ok()].contains(&Some(Kind::Inhibitor))
}

/// Returns whether an interval such as `[0,inf)`, or `[0,inf):1` on a transport arc, does not restrict time.
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
