//! Describes differences in words: the marking, what was expected, and what was found.

use sanderling_analysis::Discrepancy;
use sanderling_model::Contradiction;
use sanderling_model::layout::Extent;
use sanderling_net::semantics::{FireError, Firing, Marking, Multiset, SemanticsError};
use sanderling_net::{Net, PlaceId};

/// A marking of a net in which something differs.
pub(super) struct Wording<'a> {
    pub(super) net: &'a Net,
    pub(super) marking: &'a Marking,
    pub(super) words: &'a [u64],
}

impl Wording<'_> {
    fn differ(&self, expected: impl Into<String>, found: impl Into<String>) -> Discrepancy {
        let state = format!("the marking {} (words {:x?})", self.marking_text(), self.words);
        Discrepancy { state, expected: expected.into(), found: found.into() }
    }

    fn marking_text(&self) -> String {
        let text = self.marking.describe(self.net);
        if text.is_empty() { "without tokens".into() } else { text }
    }

    /// Returns the discrepancy between two markings that should be equal.
    pub(super) fn other_marking(&self, what: &str, expected: &Marking, found: &Marking) -> Discrepancy {
        let differs = |&place: &PlaceId| expected.place(place) != found.place(place);
        let places: Vec<PlaceId> = self.net.place_ids().filter(differs).collect();
        let text = |marking: &Marking| {
            let place = |&place: &PlaceId| self.place(place, marking.place(place));
            places.iter().map(place).collect::<Vec<_>>().join(", ")
        };
        self.differ(text(expected), format!("{what} {}", text(found)))
    }

    /// Returns the discrepancy that words represent no marking.
    pub(super) fn no_marking(&self, what: &str, expected: &Marking) -> Discrepancy {
        self.differ(expected.describe(self.net), format!("{what} words that stand for no marking"))
    }

    /// Returns the discrepancy between the words of a marking and those found.
    pub(super) fn other_words(&self, what: &str, expected: Option<&[u64]>, found: &[u64]) -> Discrepancy {
        let expected = match expected {
            Some(words) => format!("the words {words:x?}"),
            None => "words for it, for which no slot is too small".into(),
        };
        self.differ(expected, format!("{what} as the words {found:x?}"))
    }

    /// Returns the discrepancy that a marking contradicts a known fact.
    pub(super) fn contradiction(&self, contradiction: &Contradiction) -> Discrepancy {
        match contradiction {
            Contradiction::Sum { invariant, sum } => {
                let term =
                    |&(place, weight): &(PlaceId, u64)| format!("{weight}·{}", self.net.place(place).id);
                let terms: Vec<String> = invariant.weights.iter().map(term).collect();
                let bound = if invariant.exact { "" } else { "at most " };
                let expected =
                    format!("{} = {bound}{}, as is proved", terms.join(" + "), invariant.initial_sum);
                self.differ(expected, format!("a sum of {sum}"))
            }
            Contradiction::Tokens { place, extent } => {
                let id = &self.net.place(*place).id;
                let expected = match extent {
                    Extent::Constant(tokens) => format!("always {tokens} tokens in `{id}`, as is proved"),
                    Extent::Proved(most) => format!("at most {most} tokens in `{id}`, as is proved"),
                    Extent::Assumed(bits) => format!("a number of {bits} bits in `{id}`, as its slot has"),
                };
                self.differ(expected, format!("{} tokens there", self.marking.tokens(*place)))
            }
            Contradiction::Value { place, range, number } => {
                let id = &self.net.place(*place).id;
                let expected =
                    format!("numbers from {} to {} in `{id}`, as its slots have", range.low, range.high);
                self.differ(expected, format!("{number} there"))
            }
        }
    }

    /// Returns the discrepancy that an event is enabled and must not be.
    pub(super) fn enabled_wrongly(&self, firing: &Firing, why: Option<&FireError>) -> Discrepancy {
        let why = why.map(|error| format!(": {}", error.explain(self.net))).unwrap_or_default();
        let name = self.firing(firing);
        self.differ(format!("{name} not to be enabled{why}"), format!("{name} among what is enabled"))
    }

    /// Returns the discrepancy that an event is missing among the enabled ones.
    pub(super) fn not_enabled(&self, firing: &Firing) -> Discrepancy {
        let name = self.firing(firing);
        self.differ(format!("{name} among what is enabled"), "it is not")
    }

    /// Returns the discrepancy that an event is enabled, but not when it is tested individually.
    pub(super) fn not_enabled_alone(&self, firing: &Firing) -> Discrepancy {
        let name = self.firing(firing);
        self.differ(format!("{name} to be enabled"), "it is not enabled when it is tested alone")
    }

    /// Returns the discrepancy that an event is enabled twice.
    pub(super) fn enabled_twice(&self, firing: &Firing) -> Discrepancy {
        self.differ(format!("{} once among what is enabled", self.firing(firing)), "it is there twice")
    }

    /// Returns the discrepancy that a transition with one event has two firings.
    pub(super) fn two_bindings(&self, firing: &Firing) -> Discrepancy {
        self.differ(format!("several bindings of {}", self.firing(firing)), "one event for all of them")
    }

    /// Returns the discrepancy that a firing is undefined and must be defined.
    pub(super) fn undefined_wrongly(&self, firing: &Firing) -> Discrepancy {
        self.differ(format!("{} to have a successor", self.firing(firing)), "it is undefined")
    }

    /// Returns the discrepancy that a firing is defined and must be undefined.
    pub(super) fn defined_wrongly(&self, firing: &Firing, error: &SemanticsError) -> Discrepancy {
        self.differ(format!("{} to be undefined: {error}", self.firing(firing)), "it has a successor")
    }

    /// Returns the discrepancy that a firing is not possible.
    pub(super) fn fires_wrongly(&self, firing: &Firing, error: &FireError) -> Discrepancy {
        let expected = format!("{} not to fire: {}", self.firing(firing), error.explain(self.net));
        self.differ(expected, "it has a successor")
    }

    /// Describes the position after a firing.
    pub(super) fn after(&self, firing: &Firing) -> String {
        format!("after {}", self.firing(firing))
    }

    fn firing(&self, firing: &Firing) -> String {
        let name = format!("`{}`", self.net.transition(firing.transition).id);
        let variables = &self.net.declarations.variables;
        let bound = firing.binding.iter().map(|(variable, value)| {
            let declaration = &variables[variable.index()];
            format!("{}={}", declaration.id, self.net.value_text(declaration.sort, value))
        });
        let bound: Vec<String> = bound.collect();
        if bound.is_empty() { name } else { format!("{name} with {}", bound.join(", ")) }
    }

    /// Describes the tokens of a place.
    fn place(&self, place: PlaceId, tokens: &Multiset) -> String {
        let id = &self.net.place(place).id;
        if tokens.is_empty() {
            return format!("{id}: 0");
        }
        let none = |other: usize| if other == place.index() { tokens.clone() } else { Multiset::default() };
        (0..self.net.places.len()).map(none).collect::<Marking>().describe(self.net)
    }
}
