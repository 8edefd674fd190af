//! A session of the stepper: lines in, replies out.
//!
//! The reference semantics steps through the net, so the session shows exactly what the net means. INVARIANT:
//! `markings` has one marking more than `firings`, and each firing leads from the marking at its position to the next
//! one. `at` is the position of the current marking. Later markings are kept until another firing replaces them.

use std::collections::HashSet;
use std::fmt::Write;
use std::iter::once;

use sanderling::{MarkingDisplay, why_not};
use sanderling_net::semantics::{self, Attempt, Firing, Interpreter, Marking};
use sanderling_net::{Net, TransitionId};
use sanderling_report as report;
use sanderling_report::text;

use super::words::{WORDS, Word, help};
use crate::output::printable;

/// Maximum length of the run, in firings.
const LONGEST_RUN: usize = 100_000;
/// Maximum number of enabled transitions in a view.
const MAX_LISTED: usize = 20;
/// Maximum number of places in a view.
const MAX_PLACES: usize = 40;

/// A run through a net, built step by step.
pub(super) struct Session<'n> {
    net: &'n Net,
    interpreter: Interpreter<'n>,
    /// Renders nodes by their ids, for programs.
    display: MarkingDisplay<'n>,
    /// Renders nodes as the user sees them.
    shown: MarkingDisplay<'n>,
    /// The net with the displayed names of its nodes as their ids.
    called: &'n Net,
    markings: Vec<Marking>,
    firings: Vec<Firing>,
    at: usize,
    /// The firings of the current marking, both enabled and undefined ones.
    attempts: Vec<Attempt>,
    /// The state of the random number generator.
    random: u64,
}

impl<'n> Session<'n> {
    /// Starts at the initial marking. Replies refer to `shown`, the same net with the displayed names of its nodes as
    /// their ids.
    pub(super) fn start(net: &'n Net, shown: &'n Net, seed: u64) -> Result<Self, String> {
        let initial = semantics::initial(net).map_err(|error| error.to_string())?;
        let mut session = Self {
            net,
            interpreter: Interpreter::new(net),
            display: MarkingDisplay::new(net),
            shown: MarkingDisplay::new(shown),
            called: shown,
            markings: vec![initial],
            firings: Vec::new(),
            at: 0,
            attempts: Vec::new(),
            random: seed,
        };
        session.attempts = session.attempts_in(&session.markings[0])?;
        Ok(session)
    }

    fn attempts_in(&self, marking: &Marking) -> Result<Vec<Attempt>, String> {
        self.interpreter.attempts(marking).map_err(|error| error.to_string())
    }

    /// Returns the completions: first enabled transitions by name and by id, then commands, then all other transitions.
    pub(super) fn names(&self) -> Vec<String> {
        let called = |transition: TransitionId| {
            [self.called, self.net].map(|net| net.transition(transition).id.clone())
        };
        let enabled = self.attempts.iter().flat_map(|attempt| {
            let listed = text::step(&self.describe(attempt));
            once(listed).chain(called(attempt.firing.transition))
        });
        let commands = WORDS.iter().map(|(word, ..)| (*word).to_owned()).filter(|word| !word.is_empty());
        let all = enabled.chain(commands).chain(self.net.transition_ids().flat_map(called));
        let (mut names, mut known) = (Vec::new(), HashSet::new());
        for name in all.filter(|name| *printable(name) == **name) {
            if known.insert(name.clone()) {
                names.push(name);
            }
        }
        names
    }

    /// Returns the text shown at the start.
    pub(super) fn greeting(&self) -> String {
        format!("Enter the number, the id or the name of a transition to fire it, or help.\n{}", self.view())
    }

    /// Returns the reply to a line, or `None` if the user leaves.
    pub(super) fn reply(&mut self, line: &str) -> Option<String> {
        let reply = match Word::parse(line) {
            Err(problem) => Err(problem),
            Ok(Word::Quit) => return None,
            Ok(Word::Look) => Ok(self.view()),
            Ok(Word::Fire(which)) => self.fire_named(&which),
            Ok(Word::Random(times)) => self.fire_at_random(times),
            Ok(Word::Back(steps)) => self.go_to(self.at.saturating_sub(steps)),
            Ok(Word::Goto(position)) => self.go_to(position),
            Ok(Word::Marking) => Ok(text::marking(&self.shown.marking(self.current()), usize::MAX) + "\n"),
            Ok(Word::Enabled) => Ok(self.list(usize::MAX)),
            Ok(Word::Trace) => Ok(text::trace(&self.trace_in(&self.shown))),
            Ok(Word::Help) => Ok(help()),
        };
        Some(reply.unwrap_or_else(|problem| format!("{problem}\n")))
    }

    /// Returns the firings that led to the current marking.
    pub(super) fn trace(&self) -> report::Trace {
        self.trace_in(&self.display)
    }

    fn trace_in(&self, display: &MarkingDisplay<'_>) -> report::Trace {
        let steps = (0..self.at).map(|i| self.step_in(display, i)).collect();
        report::Trace { initial: display.marking(&self.markings[0]), steps, ..report::Trace::default() }
    }

    /// Returns the current marking.
    pub(super) fn marking(&self) -> report::Marking {
        self.display.marking(self.current())
    }

    /// Whether no firing is enabled or undefined.
    pub(super) fn is_dead(&self) -> bool {
        self.attempts.is_empty()
    }

    fn current(&self) -> &Marking {
        &self.markings[self.at]
    }

    fn fire_named(&mut self, which: &str) -> Result<String, String> {
        let attempt = self.named(which)?;
        self.fire(attempt)?;
        Ok(self.last_step() + &self.view())
    }

    /// Finds an enabled firing by its number, by the id or name of its transition, or by its line in the list.
    fn named(&self, which: &str) -> Result<Attempt, String> {
        let number = which.parse::<usize>().ok();
        if let Some(attempt) = number.and_then(|number| self.attempts.get(number.checked_sub(1)?)) {
            return Ok(attempt.clone());
        }
        let listed = |attempt: &&Attempt| text::step(&self.describe(attempt)) == which;
        if let Some(attempt) = self.attempts.iter().find(listed) {
            return Ok(attempt.clone());
        }
        let called = self.net.transition_called(which);
        let mut found = self.attempts.iter().filter(|attempt| Some(attempt.firing.transition) == called);
        match (found.next(), found.next()) {
            (Some(attempt), None) => Ok(attempt.clone()),
            (Some(_), Some(_)) => Err(format!("`{which}` can fire in several ways: enter its number")),
            (None, _) => Err(self.why_not(which)),
        }
    }

    fn why_not(&self, which: &str) -> String {
        match self.net.transition_called(which) {
            Some(id) => {
                format!("`{which}` is not enabled: {}", why_not(&self.shown, self.current(), id))
            }
            None => format!("there is no enabled transition or command `{which}`: enter help"),
        }
    }

    fn fire(&mut self, Attempt { firing, error }: Attempt) -> Result<(), String> {
        if let Some(error) = error {
            let step = text::step(&self.shown.firing(&firing));
            return Err(format!("{step}: model error: {}; it leads to no marking", error.problem));
        }
        if self.at >= LONGEST_RUN {
            return Err(format!("at most {LONGEST_RUN} firings are remembered: enter back or reset"));
        }
        let mut next = self.current().clone();
        self.interpreter.fire(&mut next, &firing).map_err(|error| error.explain(self.net))?;
        self.attempts = self.attempts_in(&next)?;
        self.firings.truncate(self.at);
        self.markings.truncate(self.at + 1);
        self.firings.push(firing);
        self.markings.push(next);
        self.at += 1;
        Ok(())
    }

    fn fire_at_random(&mut self, times: u64) -> Result<String, String> {
        let mut out = String::new();
        for _ in 0..times {
            let enabled: Vec<usize> =
                (0..self.attempts.len()).filter(|&i| self.attempts[i].error.is_none()).collect();
            if enabled.is_empty() {
                break;
            }
            let choice = enabled[self.random_below(enabled.len())];
            self.fire(self.attempts[choice].clone())?;
            if times <= MAX_LISTED as u64 {
                out.push_str(&self.last_step());
            }
        }
        Ok(out + &self.view())
    }

    fn go_to(&mut self, position: usize) -> Result<String, String> {
        let Some(marking) = self.markings.get(position) else {
            return Err(format!("there are only {} firings so far", self.firings.len()));
        };
        self.attempts = self.attempts_in(marking)?;
        self.at = position;
        Ok(self.view())
    }

    /// Describes the current marking and its firings.
    fn view(&self) -> String {
        let unit = if self.net.program.is_some() { "step" } else { "firing" };
        let place = match self.at {
            0 => "start".to_owned(),
            1 => format!("after 1 {unit}"),
            n => format!("after {n} {unit}s"),
        };
        let marking = text::marking(&self.shown.marking(self.current()), MAX_PLACES);
        format!("{place}: {marking}\n{}", self.list(MAX_LISTED))
    }

    fn list(&self, most: usize) -> String {
        if self.is_dead() {
            return "  deadlock: no transition is enabled\n".to_owned();
        }
        let shown = &self.attempts[..self.attempts.len().min(most)];
        let steps: Vec<report::Step> = shown.iter().map(|attempt| self.describe(attempt)).collect();
        let mut out = text::choices(&steps);
        if self.attempts.len() > most {
            let _ = writeln!(out, "  … and {} more: enter enabled", self.attempts.len() - most);
        }
        out
    }

    /// Describes a firing without its effect.
    fn describe(&self, Attempt { firing, error }: &Attempt) -> report::Step {
        match error {
            Some(error) => self.shown.undefined(firing, error),
            None => self.shown.firing(firing),
        }
    }

    /// Describes the last firing in one line.
    fn last_step(&self) -> String {
        let step = self.step_in(&self.shown, self.at - 1);
        let communication = step.communication.as_ref().map(|text| format!("  {text}")).unwrap_or_default();
        let changes = text::changes(&step);
        let changes = if changes.is_empty() { changes } else { format!(": {changes}") };
        format!("{}{communication}{changes}\n", text::step(&step))
    }

    fn step_in(&self, display: &MarkingDisplay<'_>, i: usize) -> report::Step {
        display.step(&self.firings[i], &self.markings[i], &self.markings[i + 1])
    }

    /// Returns a random number below `bound`, by Steele, Lea and Flood, *Fast Splittable Pseudorandom Number
    /// Generators*, OOPSLA 2014. Small numbers are slightly more frequent, which does not matter here.
    fn random_below(&mut self, bound: usize) -> usize {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanderling_net::{Arc, ArcKind, Place, Transition};

    /// `p` with two tokens; `move` takes one to `q`, `2` takes two from `q`.
    fn net() -> Net {
        let mut net = Net::new("n");
        let (p, q) = (net.add_place(Place::with_tokens("p", 2)), net.add_place(Place::with_tokens("q", 0)));
        let (one, two) =
            (net.add_transition(Transition::plain("move")), net.add_transition(Transition::plain("2")));
        net.add_arc(Arc::weighted(p, one, ArcKind::Input, 1));
        net.add_arc(Arc::weighted(q, one, ArcKind::Output, 1));
        net.add_arc(Arc::weighted(q, two, ArcKind::Input, 2));
        net
    }

    fn talk(lines: &[&str]) -> Vec<String> {
        let net = net();
        let mut session = Session::start(&net, &net, 0).unwrap();
        lines.iter().map_while(|line| session.reply(line)).collect()
    }

    #[test]
    fn a_firing_can_be_chosen_by_its_text_in_the_list() {
        let net = net();
        let mut session = Session::start(&net, &net, 0).unwrap();
        let listed = text::step(&session.describe(&session.attempts[0]));
        assert!(session.named(&listed).is_ok_and(|attempt| attempt.firing == session.attempts[0].firing));
        assert!(session.fire_named(&listed).is_ok());
    }

    #[test]
    fn enabled_transitions_are_offered_first_then_commands_then_other_names() {
        let net = net();
        let names = Session::start(&net, &net, 0).unwrap().names();
        assert_eq!(names.first().map(String::as_str), Some("move"));
        assert_eq!(names.last().map(String::as_str), Some("2"));
        assert!(names.contains(&"random".to_owned()), "{names:?}");
    }

    #[test]
    fn a_transition_fires_by_number_and_by_id() {
        let replies = talk(&["1", "move", "2"]);
        assert_eq!(replies[0], "move: p 2→1, q 0→1\nafter 1 firing: p, q\n   1  move\n");
        assert_eq!(replies[1], "move: p 1→0, q 1→2\nafter 2 firings: q=2\n   1  2\n");
        assert!(replies[2].ends_with("after 3 firings: no tokens\n  deadlock: no transition is enabled\n"));
    }

    #[test]
    fn disabled_and_unknown_transitions_are_explained() {
        let replies = talk(&["2", "nonsense", "7", "back x", "goto 1"]);
        assert!(replies[0].contains("`2` is not enabled: place `q`"), "{replies:?}");
        assert!(replies[1].contains("no enabled transition or command `nonsense`"), "{replies:?}");
        assert!(replies[2].contains("no enabled transition or command `7`"), "{replies:?}");
        assert_eq!(replies[3], "`x` is not a number\n");
        assert_eq!(replies[4], "there are only 0 firings so far\n");
    }

    #[test]
    fn firings_can_be_undone_and_redone_until_another_one_replaces_them() {
        let replies = talk(&["1", "1", "back", "goto 2", "reset", "1", "goto 2", "trace", "back 99"]);
        assert!(replies[2].starts_with("after 1 firing: p, q\n"));
        assert!(replies[3].starts_with("after 2 firings: q=2\n"));
        assert!(replies[4].starts_with("start: p=2\n"));
        assert_eq!(replies[6], "there are only 1 firings so far\n");
        assert_eq!(replies[7], "  start: p=2\n  1  move  p 2→1, q 0→1\n");
        assert!(replies[8].starts_with("start: p=2\n"));
    }

    #[test]
    fn random_firings_end_at_a_deadlock() {
        let replies = talk(&["random 1000", "random", "quit", "ignored"]);
        assert_eq!(replies.len(), 2);
        assert!(replies[0].contains("after 3 firings") && replies[1].contains("deadlock"), "{replies:?}");
    }
}
