//! Refusals: why options contradict each other, and what to choose instead.

use std::fmt;

use sanderling_net::Diagnostic;

use super::Choices;
use crate::request::choices::listed;

/// A refused combination of options. Its text names options as in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// Why the options contradict each other.
    pub reason: &'static str,
    /// Alternative remedies.
    pub remedies: &'static [Remedy],
}

/// A remedy for options that contradict each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// Omit all of these options.
    LeaveOut(&'static [&'static str]),
    /// Omit a value of an option.
    LeaveOutOf(&'static str, &'static str),
    /// Omit the reduction of events.
    FireAll,
    /// Choose one of these values for an option.
    Choose(&'static str, &'static [&'static str]),
    /// Give an option another value. The first field describes the value.
    Give(&'static str, &'static str),
}

impl Refusal {
    /// Creates a refusal without a remedy.
    pub(crate) const fn because(reason: &'static str) -> Self {
        Self { reason, remedies: &[] }
    }

    /// Describes the remedies, with a prefix before the names of options. If the options that the user gave are
    /// known, only these are to be omitted.
    fn remedy(&self, prefix: &str, given: Option<&Choices>) -> Option<String> {
        let (mut text, mut last) = (String::new(), "");
        for remedy in self.remedies {
            let (verb, rest) = remedy.in_words(prefix, given);
            text += if text.is_empty() { "" } else { ", or " };
            if verb != last {
                text = text + verb + " ";
            }
            text += &rest;
            last = verb;
        }
        (!text.is_empty()).then_some(text)
    }

    /// Returns an error with the reason, and the remedies as its help. `prefix` precedes the names of
    /// options.
    #[must_use]
    pub fn diagnostic(&self, prefix: &str) -> Diagnostic {
        self.with_help(self.remedy(prefix, None))
    }

    /// Returns the [diagnostic](Self::diagnostic) for a user who gave these options.
    #[must_use]
    pub fn diagnostic_for(&self, choices: &Choices, prefix: &str) -> Diagnostic {
        self.with_help(self.remedy(prefix, Some(choices)))
    }

    fn with_help(&self, remedy: Option<String>) -> Diagnostic {
        let refusal = Diagnostic::error(self.reason);
        match remedy {
            Some(remedy) => refusal.help(remedy),
            None => refusal,
        }
    }

    /// Describes the reason and the remedies, with a prefix before the names of options.
    #[must_use]
    pub fn with_prefix(&self, prefix: &str) -> String {
        self.in_a_line(self.remedy(prefix, None))
    }

    /// Describes the reason and the remedies for a user who gave these options.
    #[must_use]
    pub fn text_for(&self, choices: &Choices, prefix: &str) -> String {
        self.in_a_line(self.remedy(prefix, Some(choices)))
    }

    fn in_a_line(&self, remedy: Option<String>) -> String {
        match remedy {
            Some(remedy) => format!("{}: {remedy}", self.reason),
            None => self.reason.to_owned(),
        }
    }
}

impl Remedy {
    /// Returns the verb and the object of the instruction.
    fn in_words(&self, prefix: &str, given: Option<&Choices>) -> (&'static str, String) {
        match self {
            Self::LeaveOut(names) => {
                let is_given = |name: &&&str| given.is_none_or(|given| given.has(name));
                let any_given = names.iter().any(|name| is_given(&name));
                let names = names.iter().filter(|name| !any_given || is_given(name));
                ("omit", listed(names.map(|name| format!("`{prefix}{name}`")), "and"))
            }
            Self::LeaveOutOf(name @ "reduce", value @ ("structural" | "stubborn"))
                if given.is_some_and(Choices::has_all_reductions) =>
            {
                ("omit", format!("`{value}` of `{prefix}{name} all`"))
            }
            Self::LeaveOutOf(name, value) => ("omit", format!("`{prefix}{name} {value}`")),
            Self::FireAll => {
                let selection = given.and_then(Choices::reduction_of_events);
                Self::LeaveOutOf("reduce", selection.unwrap_or("stubborn")).in_words(prefix, given)
            }
            Self::Choose(name, values) => {
                let values = values.join("` or `");
                ("choose", format!("`{prefix}{name} {values}`"))
            }
            Self::Give(kind, name) => ("give", format!("{kind} `{prefix}{name}`")),
        }
    }

    /// Returns the options that the remedy mentions.
    #[cfg(test)]
    pub(super) fn options(&self) -> Vec<(&'static str, &'static [&'static str])> {
        match *self {
            Self::LeaveOut(names) => names.iter().map(|&name| (name, &[][..])).collect(),
            Self::LeaveOutOf(name, _) | Self::Give(_, name) => vec![(name, &[])],
            Self::FireAll => vec![("reduce", &[])],
            Self::Choose(name, values) => vec![(name, values)],
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_prefix(""))
    }
}
