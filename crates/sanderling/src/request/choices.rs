//! The choices of a search that take more than one word: heuristics, progress measures and reductions.
//!
//! The command line and reports write a choice in the same syntax. INVARIANT: the displayed form of a choice
//! parses to that choice.

use std::fmt;
use std::str::FromStr;

use sanderling_analysis::reduce::{
    Chains, Events, KeyEvent, Kind, Selection, StubbornMethod, StubbornOptions,
};
use sanderling_net::{Diagnostics, Net};
use sanderling_progress::LEVELS;
use sanderling_property::Expression;

/// The heuristic of best-first search. The state with the smallest value comes first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Heuristic {
    /// The number of enabled events.
    #[default]
    FewestEnabled,
    /// The estimated distance of a marking from the goal: see [`Self::DISTANCE`].
    Distance,
    /// An expression over the markings of places.
    Expression(Expression),
}

/// The progress measure of a sweep-line search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ProgressMeasure {
    /// Derived from the effects of transitions if these determine one, otherwise learned.
    #[default]
    Auto,
    /// Learned from a sample at this level. [`LEVELS`] gives the share of sampled steps that may regress.
    Learned(usize),
    /// Given by the user, as expressions that are compared lexicographically.
    Given(Vec<Expression>),
}

impl ProgressMeasure {
    /// Parses `auto`, `learn:LEVEL`, or expressions separated by commas.
    ///
    /// # Errors
    /// The level or an expression is invalid.
    pub fn parse(text: &str, net: &Net) -> Result<Self, Diagnostics> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let Some(level) = text.strip_prefix("learn:") else {
            return Ok(Self::Given(Expression::parse_list(text, net)?));
        };
        let level = level.parse().ok().filter(|&level: &usize| level < LEVELS.len());
        let unknown = || {
            let message = format!("`{text}` is not a level of learning");
            sanderling_net::Diagnostic::error(message)
                .expected(format!("a level from 0 to {}", LEVELS.len() - 1))
        };
        Ok(Self::Learned(level.ok_or_else(unknown)?))
    }
}

impl Heuristic {
    /// The name of the distance heuristic. For a comparison it measures how far it is from being met, for a
    /// transition the missing tokens, and for a deadlock the number of enabled transitions.
    pub const DISTANCE: &str = "distance";
    /// The name of the default heuristic.
    const FEWEST_ENABLED: &str = "fewest-enabled";

    /// Parses the name of a heuristic, or an expression.
    ///
    /// # Errors
    /// The expression is invalid.
    pub fn parse(text: &str, net: &Net) -> Result<Self, Diagnostics> {
        match text {
            Self::DISTANCE => Ok(Self::Distance),
            Self::FEWEST_ENABLED => Ok(Self::FewestEnabled),
            _ => Expression::parse(text, net).map(Self::Expression),
        }
    }
}

impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FewestEnabled => f.write_str(Self::FEWEST_ENABLED),
            Self::Distance => f.write_str(Self::DISTANCE),
            Self::Expression(expression) => f.write_str(&expression.text),
        }
    }
}

impl fmt::Display for ProgressMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Learned(level) => write!(f, "learn:{level}"),
            Self::Given(expressions) => {
                let texts: Vec<&str> =
                    expressions.iter().map(|expression| expression.text.as_str()).collect();
                f.write_str(&texts.join(", "))
            }
        }
    }
}

/// The reductions of a search, written as a list such as `edge-lean,chains`, or `none`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reductions {
    /// Whether structural rules reduce a place/transition net before the search.
    pub structural: bool,
    /// Which enabled events are fired.
    pub events: Events,
    /// How stubborn sets are computed, if they choose the events.
    pub stubborn: StubbornOptions,
    /// How states with a single enabled event are handled.
    pub chains: Chains,
}

impl Reductions {
    /// Describes the reductions of events for the help. `quote` marks their names.
    pub(crate) fn of_events(quote: fn(&str) -> String) -> String {
        let all = Selection::REDUCTIONS.iter().filter_map(|selection| selection.kind());
        let described = all.clone().map(|kind| format!("{} ({})", quote(kind.name), kind.help));
        let against_sleep = all.filter(|kind| kind.against_sleep.is_some()).map(|kind| quote(kind.name));
        format!(
            "{}; {} (skips what has been tried in another order), but not with {}",
            listed(described, "or"),
            quote("sleep"),
            listed(against_sleep, "or")
        )
    }

    /// Returns whether a search with these reductions may skip reachable states of the net.
    #[must_use]
    pub fn leave_states_out(&self) -> bool {
        self.events.leave_states_out()
    }
}

impl fmt::Display for Reductions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let structural = self.structural.then(|| "structural".to_owned());
        let suffix = match self.events.selection {
            Selection::Stubborn => suffix(self.stubborn),
            _ => String::new(),
        };
        let selection = self.events.selection.kind().map(|kind| format!("{}{suffix}", kind.name));
        let sleep = self.events.sleep.then(|| "sleep".to_owned());
        let chains = match self.chains {
            Chains::Kept => None,
            Chains::OffTree => Some("chains".to_owned()),
            Chains::Unstored { every } => Some(format!("branching:{every}")),
        };
        let names: Vec<String> = structural.into_iter().chain(selection).chain(sleep).chain(chains).collect();
        f.write_str(if names.is_empty() { "none" } else { "" })?;
        f.write_str(&names.join(","))
    }
}

impl FromStr for Reductions {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut reductions = Self::default();
        if text == "none" {
            return Ok(reductions);
        }
        for name in text.split(',') {
            let name = name.trim();
            if name == "structural" || name == "all" {
                if reductions.structural {
                    return Err("`structural` is given twice; `all` includes it".to_owned());
                }
                reductions.structural = true;
            }
            if name == "structural" {
                continue;
            }
            let name = if name == "all" { "stubborn" } else { name };
            if name == "sleep" {
                if reductions.events.sleep {
                    return Err("`sleep` is given twice".to_owned());
                }
                reductions.events.sleep = true;
            } else if let Some((selection, stubborn)) = selection(name)? {
                if let Some(other) = reductions.events.selection.kind() {
                    return Err(format!(
                        "`{name}` is given besides `{}`: choose one; `all` includes `stubborn`",
                        other.name
                    ));
                }
                (reductions.events.selection, reductions.stubborn) = (selection, stubborn);
            } else if let Some(chains) = chains(name) {
                if reductions.chains != Chains::Kept {
                    return Err("`chains` and `branching:K` exclude each other: choose one".to_owned());
                }
                reductions.chains = chains;
            } else {
                return Err(format!(
                    "unknown reduction `{name}`: expected `none`, `all`, or a list with commas of `structural`, {}, `sleep`, and `chains` or `branching:K`",
                    selections()
                ));
            }
        }
        match (reductions.events.selection.kind(), reductions.events.refusal()) {
            (Some(Kind { name, .. }), Some(why)) => Err(format!("`{name}` {why}: omit `{name}` or `sleep`")),
            _ => Ok(reductions),
        }
    }
}

/// Returns the names of the selections of events, in words.
fn selections() -> String {
    let kinds = Selection::REDUCTIONS.iter().filter_map(|selection| selection.kind());
    listed(kinds.map(|kind| format!("`{}`", kind.name)), "or")
}

/// Joins names into a list in words.
pub(crate) fn listed(names: impl Iterator<Item = String>, and: &str) -> String {
    let names: Vec<String> = names.collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} {and} {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// Returns the suffix of `stubborn` for options other than the default.
fn suffix(options: StubbornOptions) -> String {
    let usual = StubbornOptions::default();
    let method = if options == usual { String::new() } else { format!(":{}", options.method) };
    if options.key == usual.key { method } else { format!("{method}:{}", options.key) }
}

/// Parses the name of a selection of events. A method may follow `stubborn`. Returns `None` for other names.
fn selection(text: &str) -> Result<Option<(Selection, StubbornOptions)>, String> {
    let mut options = StubbornOptions::default();
    let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
    let is_named = |selection: &&Selection| selection.kind().is_some_and(|kind| kind.name == name);
    let Some(&selection) = Selection::REDUCTIONS.iter().find(is_named) else { return Ok(None) };
    let mut words = rest.into_iter().flat_map(|rest| rest.split(':'));
    if selection == Selection::Stubborn {
        if let Some(method) = words.next() {
            options.method = method.parse::<StubbornMethod>()?;
        }
        if let Some(key) = words.next() {
            options.key = key.parse::<KeyEvent>()?;
        }
    }
    match words.next() {
        Some(more) => Err(format!("unexpected `{more}`: expected `stubborn:METHOD:KEY`, or a name alone")),
        None => Ok(Some((selection, options))),
    }
}

fn chains(name: &str) -> Option<Chains> {
    match name.split_once(':') {
        None => (name == "chains").then_some(Chains::OffTree),
        Some(("branching", every)) => {
            let every = every.parse().ok().filter(|&every: &u32| every > 0)?;
            Some(Chains::Unstored { every })
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_read_back() {
        for text in [
            "none",
            "edge-lean",
            "sleep",
            "chains",
            "branching:16",
            "edge-lean,chains",
            "sleep,branching:1",
            "stubborn,sleep",
            "structural,stubborn:deletion,sleep",
            "stubborn",
            "structural",
            "structural,stubborn",
            "structural,sleep,chains",
            "stubborn:deletion",
            "stubborn:insertion:first",
            "stubborn:components:first",
        ] {
            assert_eq!(text.parse::<Reductions>().unwrap().to_string(), text);
        }
        assert_eq!("sleep,all".parse::<Reductions>().unwrap().to_string(), "structural,stubborn,sleep");
        assert_eq!("chains, sleep".parse::<Reductions>().unwrap().to_string(), "sleep,chains");
    }

    #[test]
    fn reductions_that_do_not_go_together_are_refused() {
        for text in [
            "",
            "edge-lean,sleep",
            "chains,branching:2",
            "chains,chains",
            "branching:0",
            "branching",
            "none,sleep",
            "stubborn,stubborn",
            "all,stubborn",
            "sleep,sleep",
            "stubborn,sleep,stubborn",
            "stubborn,sleep,edge-lean",
            "stubborn,edge-lean",
            "structural,all",
            "stubborn:",
            "stubborn:least",
            "stubborn:insertion:last",
            "stubborn:insertion:first:x",
            "edge-lean:x",
            "sleep:x",
        ] {
            assert!(text.parse::<Reductions>().is_err(), "{text}");
        }
    }
}
