//! Resolution of patterns to transitions: the transition with this id or name, or all whose id or name matches.

use sanderling_net::{Diagnostic, TransitionId};

use super::{Resolver, every};
use crate::Bindings;
use crate::lexer::written;
use crate::syntax::{Condition, Name};

impl Resolver<'_> {
    /// Returns the transitions that are progress, each once.
    pub(super) fn progress(&mut self, condition: &Condition) -> Option<Vec<Bindings>> {
        let Condition::Progress(patterns) = condition else {
            unreachable!("the parser reads patterns behind `no livelock without`")
        };
        let mut progress = every(patterns, |pattern| self.matching(pattern))?.concat();
        progress.sort_unstable();
        progress.dedup();
        let bindings = |transition| Bindings { transition, values: Vec::new() };
        Some(progress.into_iter().map(bindings).collect())
    }

    fn matching(&mut self, pattern: &Name) -> Option<Vec<TransitionId>> {
        if !pattern.text.contains('*') || self.nodes.transition(&pattern.text).is_some() {
            return self.transition(pattern).map(|transition| vec![transition]);
        }
        let is_one = |&transition: &TransitionId| {
            let transition = self.net.transition(transition);
            [Some(&transition.id), transition.name.as_ref()]
                .into_iter()
                .flatten()
                .any(|name| matches(&pattern.text, name))
        };
        let found: Vec<_> = self.net.transition_ids().filter(is_one).collect();
        if found.is_empty() {
            let message = format!("no transition of the net matches `{}`", written(&pattern.text));
            let found = Diagnostic::error(message).at(pattern.span);
            self.diagnostics.push(found.expected("ids or names of transitions, with `*` for any characters"));
            return None;
        }
        Some(found)
    }
}

/// Returns whether a name matches a pattern, in which each `*` stands for any characters.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(first) else { return false };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    // The earliest match of each part leaves most for the later parts.
    for part in middle.split('*') {
        let Some(at) = name.find(part) else { return false };
        name = &name[at + part.len()..];
    }
    name.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_any_characters_and_for_none() {
        for (pattern, name) in [
            ("*", ""),
            ("*", "a"),
            ("a*", "a"),
            ("*a", "ba"),
            ("a*c", "abc"),
            ("a*b*c", "a1b2b3c"),
            ("**", "x"),
            ("a*a", "aa"),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("a*", "ba"),
            ("*a", "ab"),
            ("a*a", "a"),
            ("a*b*c", "acb"),
            ("a*bc*c", "abc"),
            ("a", "ab"),
            ("*b*", "aca"),
        ] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
