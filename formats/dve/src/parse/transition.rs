//! Transitions: from where to where, and what has to hold, is sent and is assigned on the way.

use sanderling_net::{Diagnostic, Span};

use super::cursor::Parser;
use super::recovery::is_outside_transitions;
use super::token::Token;
use super::{Abandoned, Step, hint};
use crate::syntax::{Assignment, Communication, Expression, Name, Transition};

/// What was read of the braces behind a transition.
#[derive(Default)]
struct Body {
    guard: Option<Expression>,
    communication: Option<Communication>,
    effects: Vec<Assignment>,
    last: Option<(&'static str, Span)>,
}

/// Where in the order a part belongs.
fn rank(keyword: &str) -> u8 {
    match keyword {
        "guard" => 0,
        "sync" => 1,
        _ => 2,
    }
}

impl Parser<'_> {
    /// All of the transitions of a process, from `trans` to the semicolon.
    pub(super) fn transitions(&mut self, transitions: &mut Vec<Transition>) -> Step<()> {
        self.advance();
        if self.at(";") {
            return self
                .found_with("a transition", |_| Some("without transitions, leave out `trans` as well"));
        }
        // The source of the transition before, unless that could not be read.
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

    /// A transition that has been read before, and that leaves this location. The parser stands where it begins.
    pub(super) fn transition_again(mut self, source: &Name) -> Transition {
        let read = self.transition(&mut Some(Some(source.clone())));
        read.expect("what has been read once can be read again")
    }

    /// Reads what separates transitions, or ends them; whether another one follows.
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

    /// Reports a comma behind which no transition comes.
    fn is_comma_last(&mut self) -> bool {
        let is_last = self.at(";") || self.at("}");
        if is_last {
            let _: Step<()> = self.found_with("a transition", |_| Some(hint::LAST_TRANSITION));
            self.take(";");
        }
        is_last
    }

    /// A transition. `source` is the location of the one before it, and becomes that of this one.
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

    /// The location that a transition leaves, and the arrow; none where the transition before it,
    /// to which it leaves it to say, could not be read.
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

    /// The braces and what is in them. An error in a part is left behind at its end.
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

    /// Reports a part that does not belong behind those before it.
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

    /// A part, of which the keyword is the next token.
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
