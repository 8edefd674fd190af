//! The reader of a `.net` file.

use std::collections::HashSet;

use sanderling_net::{
    Arc, ArcKind, Diagnostic, Net, Place, PlaceId, Point, Report, Span, Transition, TransitionId,
};

use super::words::{Word, Words};
use crate::greatspn::text::{Step, remedied, shortened};
use crate::greatspn::timing::Firing;

/// The value of an undefined parameter.
const NO_VALUE: i64 = -7134;

/// Initial markings below this refer to definitions in the second file.
const DEFINITIONS: i64 = -10_000;

/// Weights from this value on may refer to parameters.
const PARAMETER_WEIGHTS: i64 = 20_000;

/// The group of transitions with a deterministic or another general delay.
const GENERAL: usize = 127;

const DEFINED_ELSEWHERE: &str = "the file `.def` beside it, which is not read, defines it: save the net as a project (.PNPRO) or as PNML in the GreatSPN editor";

/// The state of reading a file.
pub(super) struct File<'t, 'r> {
    words: Words<'t>,
    report: &'r mut Report,
    net: Net,
    /// Names and values of the marking parameters.
    parameters: Vec<(&'t str, i64)>,
    /// The priority of each group of immediate transitions.
    priorities: Vec<i64>,
    firings: Vec<(Firing, Span)>,
    ids: HashSet<String>,
}

impl<'t, 'r> File<'t, 'r> {
    pub(super) fn new(words: Words<'t>, report: &'r mut Report) -> Self {
        let net = Net::new("");
        Self {
            words,
            report,
            net,
            parameters: Vec::new(),
            priorities: Vec::new(),
            firings: Vec::new(),
            ids: HashSet::new(),
        }
    }

    /// Returns the net, and the firing rules of its transitions.
    pub(super) fn finish(self) -> (Net, Vec<(Firing, Span)>) {
        (self.net, self.firings)
    }

    /// Reads the file. After an error, the rest cannot be interpreted.
    pub(super) fn read(&mut self) -> Step<()> {
        self.comment()?;
        let head = self.words.word("`f` and the numbers of what there is")?;
        if head.text != "f" {
            return Err(head.unexpected("`f` and the numbers of what there is"));
        }
        let mut count = |what: &str| self.words.number::<usize>(what).map(|(count, _)| count);
        let parameters = count("the number of marking parameters")?;
        let places = count("the number of places")?;
        let rates = count("the number of rate parameters")?;
        let transitions = count("the number of transitions")?;
        let groups = count("the number of groups")?;
        let sets = self.words.number::<usize>("the number of sets of colours")?;
        let layers = self.words.line();
        if sets.0 > 0 {
            let found = "sets of colours, which the file `.def` beside it defines";
            return Err(Box::new(remedied(found, DEFINED_ELSEWHERE).at(sets.1)));
        }
        if !matches!(layers.text, "" | "0") {
            return Err(layers.unexpected("no layers of drawing, or 0 of them"));
        }
        self.words.end_line();
        (0..parameters).try_for_each(|_| self.parameter())?;
        (0..places).try_for_each(|_| self.place())?;
        (0..rates).try_for_each(|_| self.rate())?;
        (0..groups).try_for_each(|_| self.group())?;
        (0..transitions).try_for_each(|_| self.transition())?;
        match self.words.next() {
            Some(word) => Err(word.unexpected("the end of the file behind the last transition")),
            None => Ok(()),
        }
    }

    /// Reads the first line, and the comment up to the second bar.
    fn comment(&mut self) -> Step<()> {
        self.words.end_line();
        loop {
            if self.words.is_at_end() {
                return Err(self.words.line().unexpected("a line `|` behind the comment"));
            }
            let line = self.words.line();
            self.words.end_line();
            if line.text.starts_with('|') {
                return Ok(());
            }
        }
    }

    fn point(&mut self) -> Step<Point> {
        let x = self.words.number::<f64>("a position")?.0;
        let y = self.words.number::<f64>("a position")?.0;
        Ok(Point { x, y })
    }

    /// Skips the list of layers in which an element is drawn, which ends with 0.
    fn layers(&mut self) -> Step<()> {
        while self.words.number::<u64>("0 behind the layers")?.0 != 0 {}
        Ok(())
    }

    fn parameter(&mut self) -> Step<()> {
        let name = self.words.word("a marking parameter")?;
        let (value, _) = self.words.number::<i64>("the value of a marking parameter")?;
        self.point()?;
        self.words.end_line();
        self.parameters.push((name.text, value));
        Ok(())
    }

    fn rate(&mut self) -> Step<()> {
        self.words.word("a rate parameter")?;
        self.words.number::<f64>("the value of a rate parameter")?;
        self.point()?;
        self.words.end_line();
        Ok(())
    }

    fn group(&mut self) -> Step<()> {
        self.words.word("a group of immediate transitions")?;
        self.point()?;
        let (priority, _) = self.words.number::<i64>("the priority of a group")?;
        self.words.end_line();
        self.priorities.push(priority);
        Ok(())
    }

    fn place(&mut self) -> Step<()> {
        let name = self.words.word("a place")?;
        let (marking, at) = self.words.number::<i64>("the marking of a place")?;
        let position = self.point()?;
        self.point()?;
        self.layers()?;
        let domain = self.words.line();
        self.words.end_line();
        if !domain.text.is_empty() {
            let name = shortened(untagged(name.text));
            let found = format!("the place `{name}` with colours");
            return Err(Box::new(remedied(found, DEFINED_ELSEWHERE).at(domain.span)));
        }
        let tokens = self.marking(marking, at)?;
        let at_name = name.span;
        let id = self.id(name);
        let drawn = Some(position).filter(|at| at.x.is_finite() && at.y.is_finite());
        let name = self.name(name, &id);
        self.net.add_place(Place {
            name,
            position: drawn,
            span: Some(at_name),
            ..Place::with_tokens(id, tokens)
        });
        Ok(())
    }

    /// Returns the number of tokens. A negative number refers to a parameter.
    fn marking(&mut self, marking: i64, at: Span) -> Step<u64> {
        if let Ok(tokens) = u64::try_from(marking) {
            return Ok(tokens);
        }
        if marking < DEFINITIONS {
            let found = format!("the marking {marking}, the number of a definition");
            return Err(Box::new(remedied(found, DEFINED_ELSEWHERE).at(at)));
        }
        let index = usize::try_from(marking.unsigned_abs() - 1).unwrap_or(usize::MAX);
        match self.parameters.get(index) {
            None => {
                let found =
                    format!("the marking {marking}, for the parameter number {}", marking.unsigned_abs());
                Err(Box::new(
                    crate::greatspn::text::error(
                        found,
                        &format!("one of {} parameters", self.parameters.len()),
                    )
                    .at(at),
                ))
            }
            Some((name, NO_VALUE)) => {
                let found = format!("the parameter `{}`, which has no value", shortened(name));
                let help = format!("write its value in place of {NO_VALUE}");
                Err(Box::new(remedied(found, &help).at(at)))
            }
            Some((name, value)) => u64::try_from(*value).map_err(|_| {
                let found = format!("the parameter `{}` of {value}", shortened(name));
                Box::new(crate::greatspn::text::error(found, "a natural number for a marking").at(at))
            }),
        }
    }

    fn transition(&mut self) -> Step<()> {
        let name = self.words.word("a transition")?;
        let rate = self.words.word("the rate of a transition")?;
        let (servers, _) = self.words.number::<i64>("the number of servers")?;
        let (group, at) = self.words.number::<usize>("the group of a transition")?;
        let (inputs, _) = self.words.number::<usize>("the number of input arcs")?;
        self.words.number::<u8>("how the transition is drawn")?;
        let position = self.point()?;
        self.point()?;
        self.point()?;
        self.layers()?;
        let guard = self.words.line();
        self.words.end_line();
        if !guard.text.is_empty() {
            let found = format!("the guard `{}`", shortened(guard.text));
            return Err(Box::new(remedied(found, DEFINED_ELSEWHERE).at(guard.span)));
        }
        if rate.text == "*" {
            self.words.end_line();
        }
        let firing = self.firing(rate, servers, group, at)?;
        self.firings.push((firing, name.span));
        let id = self.id(name);
        let label = self.name(name, &id);
        let drawn = Some(position).filter(|at| at.x.is_finite() && at.y.is_finite());
        let transition =
            Transition { name: label, position: drawn, span: Some(name.span), ..Transition::plain(id) };
        let transition = self.net.add_transition(transition);
        (0..inputs).try_for_each(|_| self.arc(transition, ArcKind::Input))?;
        let (outputs, _) = self.words.number::<usize>("the number of output arcs")?;
        (0..outputs).try_for_each(|_| self.arc(transition, ArcKind::Output))?;
        let (inhibitors, _) = self.words.number::<usize>("the number of inhibitor arcs")?;
        (0..inhibitors).try_for_each(|_| self.arc(transition, ArcKind::Inhibitor))
    }

    /// Reads a firing rule. A rate below zero is the number of a parameter or, like a negative number of servers, means
    /// that the rate depends on the marking.
    fn firing(&self, rate: Word<'_>, servers: i64, group: usize, at: Span) -> Step<Firing> {
        let is_constant = match rate.text.parse::<f64>() {
            Ok(number) => number > 0.0 || (-500.0..0.0).contains(&number),
            Err(_) if rate.text == "*" => false,
            Err(_) => return Err(rate.unexpected("the rate of a transition")),
        };
        match group {
            0 if is_constant && servers >= 0 => Ok(Firing::Exponential),
            0 | GENERAL => Ok(Firing::Other),
            _ => match self.priorities.get(group - 1) {
                Some(_) if !is_constant => Ok(Firing::Other),
                Some(&priority) => Ok(Firing::Immediate { priority }),
                None => {
                    let found = format!("the group number {group} of a transition");
                    let expected = format!("one of {} groups, 0 or {GENERAL}", self.priorities.len());
                    Err(Box::new(crate::greatspn::text::error(found, &expected).at(at)))
                }
            },
        }
    }

    /// Reads an arc. The weight of an arc that is drawn as a broken line is negative.
    fn arc(&mut self, transition: TransitionId, kind: ArcKind) -> Step<()> {
        let (weight, at) = self.words.number::<i64>("the weight of an arc")?;
        let (place, place_at) = self.words.number::<usize>("the number of a place")?;
        let (bends, _) = self.words.number::<usize>("the number of bends")?;
        self.layers()?;
        let expression = self.words.line();
        self.words.end_line();
        if !expression.text.is_empty() {
            let found = format!("the expression `{}` on an arc", shortened(expression.text));
            return Err(Box::new(remedied(found, DEFINED_ELSEWHERE).at(expression.span)));
        }
        if weight == 0 {
            return Err(Box::new(
                crate::greatspn::text::error("weight 0 on an arc", "a positive number").at(at),
            ));
        }
        let parameters = i64::try_from(self.parameters.len()).unwrap_or(i64::MAX);
        if (PARAMETER_WEIGHTS..PARAMETER_WEIGHTS.saturating_add(parameters)).contains(&weight) {
            let found = format!("the weight {weight}, which some versions of GreatSPN take for a parameter");
            let help = "save the net as a project (.PNPRO) in the GreatSPN editor";
            return Err(Box::new(remedied(found, help).at(at)));
        }
        let Some(index) = place.checked_sub(1).filter(|&index| index < self.net.places.len()) else {
            let expected = format!("one from 1 to {}", self.net.places.len());
            return Err(Box::new(
                crate::greatspn::text::error(format!("the place number {place}"), &expected).at(place_at),
            ));
        };
        let mut points = Vec::new();
        for _ in 0..bends {
            points.push(self.point()?);
        }
        points.retain(|at| at.x.is_finite() && at.y.is_finite());
        let place = PlaceId::new(index);
        let arc = Arc::weighted(place, transition, kind, weight.unsigned_abs());
        self.net.add_arc(Arc { bends: points, span: Some(at), ..arc });
        Ok(())
    }

    /// Returns a unique id. Nodes may have the same name, because the file refers to them by number.
    fn id(&mut self, word: Word<'_>) -> String {
        let name = untagged(word.text);
        let name = if name.is_empty() { "unnamed" } else { name };
        if self.ids.insert(name.to_owned()) {
            return name.to_owned();
        }
        let number = self.net.places.len() + self.net.transitions.len() + 1;
        let mut id = format!("{name}_{number}");
        while !self.ids.insert(id.clone()) {
            id.push('_');
        }
        let found =
            format!("a second node called `{}`, which is read as `{}`", shortened(name), shortened(&id));
        self.report.say(Diagnostic::warning(found).at(word.span));
        id
    }

    /// Returns the name of a node, if it differs from its id.
    fn name(&self, word: Word<'_>, id: &str) -> Option<String> {
        Some(untagged(word.text)).filter(|name| *name != id && !name.is_empty()).map(str::to_owned)
    }
}

/// Returns a name without the tags for composition.
fn untagged(name: &str) -> &str {
    name.split('|').next().unwrap_or_default()
}
