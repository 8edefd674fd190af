//! The text of a model: declarations, and one process with an option for each transition.
//!
//! ```text
//! byte p0_free = 3;
//! active proctype net() {
//!   do
//!   :: d_step { (p0_free >= 1) -> p0_free = p0_free - 1 }   /* take */
//!   od
//! }
//! ```
//!
//! In every state that Spin stores, the process is at the head of its loop, because a `d_step` is one transition and
//! leads back there. If no option is executable, the process blocks inside its loop, which Spin calls an invalid end
//! state.

use std::collections::HashSet;
use std::io;

use sanderling_net::Net;

use crate::promela::name::remark;

/// An array element beyond the end, which is read if a term is undefined.
const UNDEFINED: &str = "undefined[beyond]";

/// A model under construction.
#[derive(Debug, Default)]
pub(crate) struct Document {
    /// Declarations, each with a semicolon.
    pub(crate) declarations: Vec<String>,
    /// An expression that reads each state variable; for an array, one of its elements.
    pub(crate) state: Vec<String>,
    /// The transitions.
    pub(crate) options: Vec<Choice>,
    /// Omitted parts of the model, for the reader.
    pub(crate) left_out: Vec<String>,
    /// Whether there is a term that may be undefined.
    pub(crate) may_be_undefined: bool,
}

/// A transition: an option of the loop.
#[derive(Debug)]
pub(crate) struct Choice {
    /// The modeller's id.
    pub(crate) id: String,
    /// The conditions, from left to right; each is a word or in parentheses.
    pub(crate) guard: Vec<String>,
    /// The statements, in order.
    pub(crate) effect: Vec<String>,
}

/// Returns an expression whose evaluation ends Spin's search with an error.
pub(crate) fn undefined() -> String {
    UNDEFINED.to_owned()
}

impl Document {
    /// Writes the text.
    pub(crate) fn write(&self, net: &Net, sink: &mut dyn io::Write) -> io::Result<()> {
        writeln!(
            sink,
            "/* The net `{}`, written by Sanderling. Each state is a marking; Spin's",
            remark(&net.id)
        )?;
        writeln!(sink, "   transitions are the firings, and one more for the initial marking. */")?;
        for what in &self.left_out {
            writeln!(sink, "/* Left out: {}. */", remark(what))?;
        }
        writeln!(sink)?;
        if self.may_be_undefined {
            writeln!(sink, "/* What has no meaning reads beyond this array, and Spin reports it. */")?;
            writeln!(sink, "hidden byte undefined[2];\nhidden byte beyond = 2;\n")?;
        }
        for declaration in &self.declarations {
            writeln!(sink, "{declaration}")?;
        }
        writeln!(sink, "\nactive proctype net() {{\n  do")?;
        for option in &self.options {
            option.write(sink)?;
        }
        self.unread_option().write(sink)?;
        writeln!(sink, "  od\n}}")
    }

    /// Returns an option that is never executable, and reads the variables that no other option reads.
    ///
    /// Spin removes variables that are only written from its states, and would therefore count fewer states. It also
    /// rejects a loop without options.
    fn unread_option(&self) -> Choice {
        let mut read = HashSet::new();
        for option in &self.options {
            option.guard.iter().for_each(|condition| read.extend(words(condition)));
            option.effect.iter().for_each(|statement| read.extend(words(reading(statement))));
        }
        let is_unread = |variable: &&String| words(variable).all(|word| !read.contains(word));
        let unread: Vec<&str> = self.state.iter().filter(is_unread).map(String::as_str).collect();
        let mut guard = vec!["false".to_owned()];
        if !unread.is_empty() {
            guard.push(format!("({})", unread.join(" + ")));
        }
        Choice {
            id: "never: reads what is only written, so that Spin keeps it".into(),
            guard,
            effect: Vec::new(),
        }
    }
}

/// Returns the part of a statement that reads variables, ignoring the index of its target.
fn reading(statement: &str) -> &str {
    statement.split_once(" = ").map_or(statement, |(_, value)| value)
}

/// Returns the names in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| word.starts_with('p'))
}

impl Choice {
    fn write(&self, sink: &mut dyn io::Write) -> io::Result<()> {
        let guard = if self.guard.is_empty() { "true".to_owned() } else { self.guard.join(" && ") };
        let effect = if self.effect.is_empty() { "skip".to_owned() } else { self.effect.join("; ") };
        writeln!(sink, "  :: d_step {{ {guard} -> {effect} }}  /* {} */", remark(&self.id))
    }
}
