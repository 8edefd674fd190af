//! The choices of a search that take more than one word: heuristics, progress measures and reductions.
//!
//! The command line and reports write a choice in the same syntax. INVARIANT: the displayed form of a choice
//! parses to that choice.

use std::fmt;
use std::str::FromStr;

use sanderling_analysis::reduce::{Chains, Events, KeyEvent, Selection, StubbornMethod, StubbornOptions};
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

/// The syntax of reductions, for error messages.
const EXPECTED: &str = "expected `none`, `all`, or a list with commas of `structural`, `stubborn` and `sleep` (or `edge-lean` in their place), and `chains` or `branching:K`";

impl Reductions {
    /// Returns whether a search with these reductions may skip reachable states of the net.
    #[must_use]
    pub fn leave_states_out(&self) -> bool {
        self.events.leave_states_out()
    }
}

impl fmt::Display for Reductions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let structural = self.structural.then(|| "structural".to_owned());
        let selection = match self.events.selection {
            Selection::All => None,
            Selection::EdgeLean => Some("edge-lean".to_owned()),
            Selection::Stubborn => Some(format!("stubborn{}", suffix(self.stubborn))),
        };
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
            if let Some((events, stubborn)) = events(name)? {
                reductions.events = together(reductions.events, events)?;
                if events == Events::STUBBORN {
                    reductions.stubborn = stubborn;
                }
            } else if let Some(chains) = chains(name) {
                if reductions.chains != Chains::Kept {
                    return Err("`chains` and `branching:K` exclude each other: choose one".to_owned());
                }
                reductions.chains = chains;
            } else {
                return Err(format!("unknown reduction `{name}`: {EXPECTED}"));
            }
        }
        Ok(reductions)
    }
}

/// Combines two reductions that choose which events are fired.
fn together(one: Events, other: Events) -> Result<Events, String> {
    match (one, other) {
        (Events::ALL, other) => Ok(other),
        (Events::STUBBORN, Events::SLEEP) | (Events::SLEEP, Events::STUBBORN) => Ok(Events::STUBBORN_SLEEP),
        (Events::EDGE_LEAN, other) | (other, Events::EDGE_LEAN) if other != Events::EDGE_LEAN => Err(
            "`edge-lean` skips orders that `stubborn` and `sleep` require: omit `edge-lean`, or omit `stubborn` and `sleep`"
                .to_owned(),
        ),
        _ => Err("`edge-lean`, `sleep` and `stubborn` can be given once each; `all` includes `stubborn`".to_owned()),
    }
}

/// Returns the suffix of `stubborn` for options other than the default.
fn suffix(options: StubbornOptions) -> String {
    let usual = StubbornOptions::default();
    let method = if options == usual { String::new() } else { format!(":{}", options.method) };
    if options.key == usual.key { method } else { format!("{method}:{}", options.key) }
}

/// Parses the name of a reduction that chooses events. A method may follow `stubborn`. Returns `None` for
/// other names.
fn events(name: &str) -> Result<Option<(Events, StubbornOptions)>, String> {
    let mut options = StubbornOptions::default();
    let mut words = name.split(':');
    let events = match (words.next(), name) {
        (_, "edge-lean") => Events::EDGE_LEAN,
        (_, "sleep") => Events::SLEEP,
        (Some("stubborn"), _) => Events::STUBBORN,
        _ => return Ok(None),
    };
    if let Some(method) = words.next() {
        options.method = method.parse::<StubbornMethod>()?;
    }
    if let Some(key) = words.next() {
        options.key = key.parse::<KeyEvent>()?;
    }
    match words.next() {
        Some(more) => Err(format!("unexpected `{more}`: expected `stubborn:METHOD:KEY`")),
        None => Ok(Some((events, options))),
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
        ] {
            assert!(text.parse::<Reductions>().is_err(), "{text}");
        }
    }
}
