//! Why choices do not go together, and what to choose instead.

use std::fmt;

use sanderling_net::Diagnostic;

/// Why choices do not go together. As text, options are named as in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// Why not.
    pub reason: &'static str,
    /// What to do about it: any of this.
    pub remedies: &'static [Remedy],
}

/// What to do about choices that do not go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// To leave out all of these options.
    LeaveOut(&'static [&'static str]),
    /// To leave out a value of an option.
    LeaveOutOf(&'static str, &'static str),
    /// To choose one of some values for an option.
    Choose(&'static str, &'static [&'static str]),
    /// To give an option another value; what kind of one comes first.
    Give(&'static str, &'static str),
}

impl Refusal {
    /// A reason without a remedy of its own.
    pub(crate) const fn because(reason: &'static str) -> Self {
        Self { reason, remedies: &[] }
    }

    /// What to do about it, with this in front of the names of options.
    fn remedy(&self, prefix: &str) -> Option<String> {
        let (mut text, mut last) = (String::new(), "");
        for remedy in self.remedies {
            let (verb, rest) = remedy.in_words(prefix);
            text += if text.is_empty() { "" } else { ", or " };
            if verb != last {
                text = text + verb + " ";
            }
            text += &rest;
            last = verb;
        }
        (!text.is_empty()).then_some(text)
    }

    /// An error with the reason, and what to do about it as its help, with this in front of the names of options.
    #[must_use]
    pub fn diagnostic(&self, prefix: &str) -> Diagnostic {
        let refusal = Diagnostic::error(self.reason);
        match self.remedy(prefix) {
            Some(remedy) => refusal.help(remedy),
            None => refusal,
        }
    }

    /// The reason and what to do about it, with this in front of the names of options.
    #[must_use]
    pub fn with_prefix(&self, prefix: &str) -> String {
        match self.remedy(prefix) {
            Some(remedy) => format!("{}: {remedy}", self.reason),
            None => self.reason.to_owned(),
        }
    }
}

impl Remedy {
    /// What to do, and about what.
    fn in_words(&self, prefix: &str) -> (&'static str, String) {
        match self {
            Self::LeaveOut(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("`{prefix}{name}`")).collect();
                ("leave out", listed(&names, " and "))
            }
            Self::LeaveOutOf(name, value) => ("leave out", format!("`{prefix}{name} {value}`")),
            Self::Choose(name, values) => {
                let values = values.join("` or `");
                ("choose", format!("`{prefix}{name} {values}`"))
            }
            Self::Give(kind, name) => ("give", format!("{kind} `{prefix}{name}`")),
        }
    }

    /// The options that it is about.
    #[cfg(test)]
    pub(super) fn options(&self) -> Vec<(&'static str, &'static [&'static str])> {
        match *self {
            Self::LeaveOut(names) => names.iter().map(|&name| (name, &[][..])).collect(),
            Self::LeaveOutOf(name, _) | Self::Give(_, name) => vec![(name, &[])],
            Self::Choose(name, values) => vec![(name, values)],
        }
    }
}

/// A list in words.
fn listed(names: &[String], and: &str) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{}{and}{last}", first.join(", ")),
        _ => names.concat(),
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_prefix(""))
    }
}
