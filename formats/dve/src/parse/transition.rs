//! Transitions: source, target, guard, communication and assignments.

use sanderling_net::{Diagnostic, Span};

use super::cursor::Parser;
use super::recovery::is_outside_transitions;
use super::token::Token;
use super::{Abandoned, Step, hint};
use crate::syntax::{Assignment, Communication, Expression, Name, Transition};

/// The content of the braces of a transition.
#[derive(Default)]
struct Body {
    guard: Option<Expression>,
    communication: Option<Communication>,
    effects: Vec<Assignment>,
    last: Option<(&'static str, Span)>,
}

/// Returns the position of a part in the order.
fn rank(keyword: &str) -> u8 {
    match keyword {
        "guard" => 0,
        "sync" => 1,
        _ => 2,
    }
}

impl Parser<'_> {
    /// Parses the transitions of a process, from `trans` to the semicolon.
    pub(super) fn transitions(&mut self, transitions: &mut Vec<Transition>) -> Step<()> {
        self.advance();
        if self.at(";") {
            return self.found_with("a transition", |_| Some("without transitions, omit `trans` as well"));
        }
        // The source of the previous transition, unless it was wrong.
        let mut source = None;
        loop {
            match self.transition(&mut source) {
                Ok(transition) => transitions.push(transition),
                Err(Abandoned) => self.skip_transition(),
            }
            if !self.has_next_transition() {
                return Ok(());
            }
        }
    }

    /// Parses a transition again, which leaves this location. The parser is at its beginning.
    pub(super) fn transition_again(mut self, source: &Name) -> Transition {
        let read = self.transition(&mut Some(Some(source.clone())));
        read.expect("what has been read once can be read again")
    }

    /// Parses the separator after a transition, and returns whether another transition follows.
    fn has_next_transition(&mut self) -> bool {
        loop {
            if self.take(",") {
                return !self.is_comma_last();
            }
            if self.take(";") {
                return false;
            }
            let is_next = matches!(self.token, Token::Word(_) | Token::Symbol("->"));
            let expected = if is_next { "`,` between transitions" } else { "`,` or `;` behind a transition" };
            let _: Step<()> = self.found_with(expected, hint::behind_transition);
            if is_next || is_outside_transitions(self.token) {
                return is_next;
            }
            self.advance();
            self.skip_transition();
        }
    }

    /// Reports a comma that is not followed by a transition, and returns whether it is one.
    fn is_comma_last(&mut self) -> bool {
        let is_last = self.at(";") || self.at("}");
        if is_last {
            let _: Step<()> = self.found_with("a transition", |_| Some(hint::LAST_TRANSITION));
            self.take(";");
        }
        is_last
    }

    /// Parses a transition. `source` is the location of the previous transition, and becomes that of this one.
    fn transition(&mut self, source: &mut Option<Option<Name>>) -> Step<Transition> {
        let start = self.span;
        let origin = self.origin(source);
        let origin = match origin {
            Ok(origin) => origin,
            Err(Abandoned) => {
                *source = Some(None);
                return Err(Abandoned);
            }
        };
        *source = Some(origin.clone());
        let target = self.name("the state that the transition leads to")?;
        let mut body = Body::default();
        self.body(&mut body)?;
        let span = self.since(start);
        let source = origin.ok_or(Abandoned)?;
        let body = if self.leaves_bodies_out { Body::default() } else { body };
        let Body { guard, communication, effects, .. } = body;
        Ok(Transition { source, target, guard, communication, effects, span })
    }

    /// Parses the source of a transition and the arrow. Returns `None` if the source is that of the previous
    /// transition, which was wrong.
    fn origin(&mut self, before: &Option<Option<Name>>) -> Step<Option<Name>> {
        if self.at("->") {
            if let Some(before) = before {
                self.advance();
                return Ok(before.clone());
            }
            return self.found_with("the state that the transition leaves", |_| Some(hint::FIRST_TRANSITION));
        }
        let name = self.name("the state that the transition leaves")?;
        if self.at("=>") {
            let found = "a probabilistic transition (`=>`), which is not supported";
            self.blame(Diagnostic::error(found).expected("`->` and one state").help(hint::PROBABILISTIC));
            return Err(Abandoned);
        }
        if !self.take("->") {
            return self.found_with("`->` and the state that the transition leads to", hint::arrow);
        }
        Ok(Some(name))
    }

    /// Parses the braces and their content. After an error in a part, parsing continues after the part.
    fn body(&mut self, body: &mut Body) -> Step<()> {
        let open = self.span;
        if !self.take("{") {
            return self.found_with("`{`", hint::body);
        }
        loop {
            match self.token {
                Token::Symbol("}") => {
                    self.advance();
                    return Ok(());
                }
                Token::Keyword(keyword @ ("guard" | "sync" | "effect")) => {
                    self.check_part(body, keyword);
                    if let Err(Abandoned) = self.part(body, keyword) {
                        self.skip_part();
                    }
                }
                token if token.is_end() || is_outside_transitions(token) => {
                    return self.found_before_end("`}` at the end of the transition", open, "its `{`");
                }
                _ => {
                    let last = body.last.map(|(keyword, _)| keyword);
                    let expected = expected_part(last);
                    let _: Step<()> = self.found_with(expected, |token| hint::part(token, last));
                    self.advance();
                    self.skip_part();
                }
            }
        }
    }

    /// Reports a part that must not follow the earlier ones.
    fn check_part(&mut self, body: &mut Body, keyword: &'static str) {
        let place = (keyword, self.span);
        let Some((last, before)) = body.last.filter(|(last, _)| rank(keyword) <= rank(last)) else {
            body.last = Some(place);
            return;
        };
        let (found, help) = if keyword == last {
            (format!("a second `{keyword}`"), hint::part_twice(keyword))
        } else {
            (format!("`{keyword}` behind `{last}`"), "the order is `guard`, `sync`, `effect`")
        };
        self.blame(Diagnostic::error(found).related(before, format!("`{last}`")).help(help));
    }

    /// Parses a part whose keyword is the next token.
    fn part(&mut self, body: &mut Body, keyword: &str) -> Step<()> {
        self.advance();
        match keyword {
            "guard" => body.guard = Some(self.expression()?),
            "sync" => body.communication = Some(self.communication()?),
            _ => return self.effects(&mut body.effects),
        }
        match self.token {
            Token::Symbol(",") => self.found_with("`;`", |_| hint::comma(keyword)),
            _ => self.expect_behind(";", "an operator or `;`"),
        }
    }
}

fn expected_part(last: Option<&str>) -> &'static str {
    match last {
        None => "`guard`, `sync`, `effect` or `}`",
        Some("guard") => "`sync`, `effect` or `}`",
        Some("sync") => "`effect` or `}`",
        Some(_) => "`}`",
    }
}
