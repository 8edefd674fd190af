//! The options given by the user, and the request that they describe.

use std::collections::BTreeMap;
use std::thread;

use sanderling_net::Net;
use sanderling_property::nearest;
use serde_json::{Map, Value as Json};

use super::{Misuse, SearchOption, Set, all};
use crate::request::choices::Reductions;
use crate::request::company::Company;
use crate::request::memory::default_memory_limit;
use crate::request::{Engine, Question, Request};

/// Options with their values. INVARIANT: each value was [checked](SearchOption::check).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choices(BTreeMap<&'static str, String>);

impl Choices {
    /// Sets the value of an option, replacing an earlier one. The value of a flag is ignored.
    ///
    /// # Errors
    /// There is no such option, or it does not have such a value.
    pub fn choose(&mut self, name: &str, text: &str) -> Result<(), Misuse> {
        let option = option(name)?;
        let wrong = |expected| Misuse::Value { name: option.name, text: text.to_owned(), expected };
        option.check(text).map_err(wrong)?;
        self.0.insert(option.name, text.to_owned());
        Ok(())
    }

    /// Returns whether an option was given.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns whether `reduce` was given with `all`.
    pub(super) fn has_all_reductions(&self) -> bool {
        self.0.get("reduce").is_some_and(|list| list.split(',').any(|name| name.trim() == "all"))
    }

    /// Returns the name of the given reduction of events, if there is one.
    pub(super) fn reduction_of_events(&self) -> Option<&'static str> {
        let reductions: Reductions = self.0.get("reduce")?.parse().ok()?;
        reductions.events.selection.kind().map(|kind| kind.name)
    }

    /// Returns the first option that was given and is not among these.
    #[must_use]
    pub fn other_than(&self, names: &[&str]) -> Option<&'static str> {
        self.in_order().map(|(option, _)| option.name).find(|name| !names.contains(name))
    }

    /// Parses options from a JSON object: strings, numbers in the unit of the option, and `true` for flags.
    /// An option with the value `false` or `null` is not given.
    ///
    /// # Errors
    /// An unknown option or an invalid value, a missing option that another one requires, or two options that
    /// exclude each other.
    pub fn from_json(options: &Map<String, Json>) -> Result<Self, Misuse> {
        let mut choices = Self::default();
        for (name, value) in options {
            if let Some(text) = text_of(option(name)?, value)? {
                choices.choose(name, &text)?;
            }
        }
        choices.consistent()
    }

    /// Checks that every option has the option it requires, and none that it excludes.
    fn consistent(self) -> Result<Self, Misuse> {
        for option in all().filter(|option| self.has(option.name)) {
            if let Some(needed) = option.needs.filter(|needed| !self.has(needed)) {
                return Err(Misuse::Needs(option.name, needed));
            }
            if let Some(other) = option.excludes.filter(|other| self.has(other)) {
                return Err(Misuse::Excludes(option.name, other));
            }
        }
        Ok(self)
    }

    /// Returns a request with the options that do not need a net. All other fields have defaults: all cores,
    /// and as much memory as is free.
    #[must_use]
    pub fn without_net(&self, question: Question) -> Request {
        let mut request = Request::new(question);
        self.apply_alone(&mut request);
        if !self.has("memory") {
            let bytes = default_memory_limit();
            request.limits.memory_bytes = bytes.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        }
        // Some searches run on a single thread.
        let has_one = request.store.is_some_and(|store| !store.abilities().is_exact)
            || request.depth.is_some()
            || request.engine == Engine::Diagram;
        if !self.has("threads") && !has_one {
            request.threads = thread::available_parallelism().map_or(1, Into::into);
        }
        request
    }

    /// Returns a request with these options. Fields without an option have defaults, chosen to answer at the
    /// lowest cost.
    ///
    /// # Errors
    /// A text that names places is invalid.
    pub fn request(&self, question: Question, net: &Net) -> Result<Request, Misuse> {
        self.request_together(question, net, None)
    }

    /// Returns a request as [`request`](Self::request) does, for several processes if there is a company.
    ///
    /// # Errors
    /// As for [`request`](Self::request).
    pub fn request_together(
        &self,
        question: Question,
        net: &Net,
        company: Option<Company>,
    ) -> Result<Request, Misuse> {
        let mut request = Request { company, ..self.without_net(question) };
        self.apply_to_net(&mut request, net)?;
        let (proofs, structural) = (request.proofs, request.reductions.structural);
        if !self.has("reduce") {
            request = request.with_portfolio(net);
        } else if !self.has("proof") {
            request.proofs = structural;
        }
        if self.has("proof") {
            request.proofs = proofs;
        }
        Ok(request)
    }

    /// Applies the options to a request and leaves its other fields unchanged.
    pub(super) fn apply(&self, request: &mut Request, net: &Net) -> Result<(), Misuse> {
        self.apply_alone(request);
        self.apply_to_net(request, net)
    }

    /// Applies the options that do not depend on the net.
    fn apply_alone(&self, request: &mut Request) {
        for (option, text) in self.in_order() {
            if let Set::Alone(set) = option.set {
                set(request, text).expect("a choice is checked when it is made");
            }
        }
    }

    /// Applies the options that name places.
    fn apply_to_net(&self, request: &mut Request, net: &Net) -> Result<(), Misuse> {
        for (option, text) in self.in_order() {
            if let Set::OfNet(set) = option.set {
                let wrong = |found| Misuse::Text { name: option.name, text: text.to_owned(), found };
                set(request, text, net).map_err(wrong)?;
            }
        }
        Ok(())
    }

    fn in_order(&self) -> impl Iterator<Item = (&'static SearchOption, &str)> {
        all().filter_map(|option| Some((option, self.0.get(option.name)?.as_str())))
    }
}

/// Returns the option with this name.
fn option(name: &str) -> Result<&'static SearchOption, Misuse> {
    SearchOption::named(name).ok_or_else(|| Misuse::Unknown {
        name: name.to_owned(),
        nearest: nearest(name, all().map(|option| option.name)),
    })
}

/// Returns the text of a value; `None` if the option is not given.
fn text_of(option: &SearchOption, value: &Json) -> Result<Option<String>, Misuse> {
    let expected = if option.is_flag() { "expected true or false" } else { "expected a text or a number" };
    match (value, option.is_flag()) {
        (Json::Bool(false) | Json::Null, _) => Ok(None),
        (Json::Bool(true), true) => Ok(Some(String::new())),
        (Json::String(text), false) => Ok(Some(text.clone())),
        // Formats a fraction without an exponent.
        (Json::Number(number), false) => Ok(Some(match (number.as_u64(), number.as_f64()) {
            (None, Some(fraction)) => fraction.to_string(),
            _ => number.to_string(),
        })),
        _ => Err(Misuse::Value { name: option.name, text: value.to_string(), expected: expected.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use sanderling_analysis::StoreChoice;
    use sanderling_analysis::open::Order;
    use sanderling_net::Place;
    use serde_json::json;

    use super::*;

    fn request(options: &Json) -> Result<Request, Misuse> {
        let mut net = Net::new("n");
        net.add_place(Place::with_tokens("p", 1));
        Choices::from_json(options.as_object().unwrap())?.request(Question::Deadlock, &net)
    }

    #[test]
    fn options_have_the_same_meaning_as_on_the_command_line() {
        let request = request(&json!({
            "order": "dfs", "store": "packed", "threads": 1, "bounds": true, "levels": false, "time": "3s", "seed": null,
        }));
        let request = request.unwrap();
        assert_eq!((request.order, request.store), (Order::DepthFirst, Some(StoreChoice::Packed)));
        assert!(request.statistics.bounds && !request.statistics.levels && request.threads == 1);
        assert_eq!(request.limits.time, Some(std::time::Duration::from_secs(3)));
    }

    #[test]
    fn numbers_are_in_the_unit_of_the_option() {
        let request = request(&json!({ "time": 0.25, "memory": 4096, "max-states": 1e6 })).unwrap();
        assert_eq!(request.limits.time, Some(std::time::Duration::from_millis(250)));
        assert_eq!((request.limits.memory_bytes, request.limits.states), (Some(4096), Some(1_000_000)));
    }

    #[test]
    fn a_refusal_names_the_options_that_the_user_gave() {
        let refusal = |options: &Json| {
            let choices = Choices::from_json(options.as_object().unwrap()).unwrap();
            let mut net = Net::new("n");
            net.add_place(Place::with_tokens("p", 1));
            let refusal = choices.request(Question::Explore, &net).unwrap().refusal().unwrap();
            refusal.text_for(&choices, "--")
        };
        for (options, remedy) in [
            (json!({ "reduce": "structural" }), "omit `--reduce structural`"),
            (json!({ "reduce": "all" }), "omit `structural` of `--reduce all`"),
            (json!({ "depth": 3, "threads": 2 }), "omit `--threads`"),
        ] {
            let text = refusal(&options);
            assert!(text.ends_with(&format!(": {remedy}")), "{text}");
        }
    }

    #[test]
    fn proofs_go_with_reductions_unless_they_are_chosen() {
        let proofs = |options| request(&options).unwrap().proofs;
        assert!(proofs(json!({})) && proofs(json!({ "reduce": "structural" })));
        assert!(!proofs(json!({ "reduce": "stubborn" })) && !proofs(json!({ "proof": "off" })));
        assert!(proofs(json!({ "proof": "on", "reduce": "none" })));
    }

    #[test]
    fn misused_options_are_reported_by_name() {
        for (options, part) in [
            (json!({ "colour": "red" }), "unknown option `colour`"),
            (json!({ "max-revist-factor": 2 }), "did you mean `max-revisit-factor`?"),
            (json!({ "order": "sideways" }), "invalid value 'sideways' for `order`"),
            (json!({ "bounds": 1 }), "invalid value '1' for `bounds`: expected true or false"),
            (json!({ "order": true }), "expected a text or a number"),
            (json!({ "increment": 2 }), "`increment` requires `depth`"),
            (json!({ "retain": "all", "search": "auto" }), "cannot be used together"),
            (json!({ "order": "best", "heuristic": "tokens(q)" }), "invalid text for `heuristic`"),
        ] {
            let message = request(&options).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }
}
