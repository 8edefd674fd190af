//! The parser of `.g` files.
//!
//! A line is a directive with its arguments. After `.graph`, a line is a node, followed by the nodes to which it has arcs. The file is read twice:
//! first the declarations, which decide what is a transition, then arcs, markings and capacities. After an error, parsing continues with the
//! next line, so that a user learns of several errors at once.

use std::collections::HashMap;

use sanderling_net::format::Parsed;
use sanderling_net::{
    Arc, ArcKind, Diagnostic, Diagnostics, Inscription, Net, Place, PlaceId, Report, Source, Span,
    Transition, TransitionId, excerpt,
};

use crate::astg::lexer::{Lexer, Token};
use crate::astg::node::{Word, implicit, number};

/// Directives that declare signals.
const SIGNALS: [&str; 3] = [".inputs", ".outputs", ".internal"];

/// Directives that declare dummies. Workcraft reads `.silent` as `.dummy`.
const DUMMIES: [&str; 2] = [".dummy", ".silent"];

/// Directives of one line that do not change which transitions can fire, and the information that is lost with each.
const HARMLESS: [(&str, &str); 4] = [
    (".initial_state", "the initial values of signals"),
    (".init_state", "the initial values of signals"),
    (".default_input_delay", "the delay of inputs"),
    (".default_output_delay", "the delay of outputs"),
];

/// How the lines after a directive are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    /// Only directives are allowed.
    None,
    /// The arcs of the net.
    Graph,
    /// Positions of nodes, which do not change the net.
    Positions,
    /// The directive was refused: its lines are skipped.
    Refused,
}

/// A declared name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Declared {
    Signal,
    Dummy,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Place(PlaceId),
    Transition(TransitionId),
}

/// A word and its position in the file.
type Spanned<'a> = (&'a str, Span);

/// The net so far.
#[derive(Debug)]
struct Reader<'a> {
    declared: HashMap<&'a str, (Declared, Span)>,
    net: Net,
    nodes: HashMap<String, Node>,
    /// Arcs from the first node to the second, with their positions, to find repeated ones.
    arcs: HashMap<(Node, Node), Span>,
    has_graph: bool,
    marking: Option<Span>,
    /// The words in `.marking` and `.capacity` with their numbers. Their places are looked up at the end, when all of them are known.
    marked: Vec<(Spanned<'a>, u64)>,
    bounded: Vec<(Spanned<'a>, u64)>,
    report: Report,
}

/// Reads the net of a file.
pub(crate) fn read(source: &Source) -> Result<Parsed, Diagnostics> {
    let text = source.decoded()?;
    let mut reader = Reader {
        declared: HashMap::new(),
        net: Net::new(""),
        nodes: HashMap::new(),
        arcs: HashMap::new(),
        has_graph: false,
        marking: None,
        marked: Vec::new(),
        bounded: Vec::new(),
        report: Report::default(),
    };
    reader.declarations(&text);
    reader.lines(&text);
    reader.mark();
    if !reader.has_graph && !reader.report.has_errors() {
        let start = Span { line: 1, column: 1, start: 0, end: 0 };
        reader
            .report
            .say(Diagnostic::error("a file without `.graph`").expected("the arcs of a net").at(start));
    }
    reader.report.parsed(reader.net)
}

/// The lines of a text that are not empty, as words. A line with an open brace continues to the line where it is closed.
struct Lines<'a> {
    lexer: Lexer<'a>,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Vec<Spanned<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut words, mut depth) = (Vec::new(), 0_usize);
        loop {
            match self.lexer.next() {
                (Token::Word(word), span) => {
                    match word {
                        "{" => depth += 1,
                        "}" => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    words.push((word, span));
                }
                (Token::EndOfLine, _) if words.is_empty() || depth > 0 => {}
                (Token::End, _) if words.is_empty() => return None,
                (Token::EndOfLine | Token::End, _) => return Some(words),
            }
        }
    }
}

fn lines(text: &str) -> Lines<'_> {
    Lines { lexer: Lexer::new(text) }
}

impl<'a> Reader<'a> {
    /// Reads which names are signals and which are dummies. They may be declared after `.graph`.
    fn declarations(&mut self, text: &'a str) {
        for line in lines(text) {
            let (directive, _) = line[0];
            if directive == ".end" {
                return;
            }
            let kind = match directive {
                _ if SIGNALS.contains(&directive) => Declared::Signal,
                _ if DUMMIES.contains(&directive) => Declared::Dummy,
                _ => continue,
            };
            for &(word, span) in &line[1..] {
                match Word::of(word) {
                    Ok(Word { edge: None, instance: 0, weight: None, name }) => {
                        if let Some((_, first)) = self.declared.insert(name, (kind, span)) {
                            let twice = format!("`{}` is declared twice", excerpt(name));
                            self.report
                                .say(Diagnostic::error(twice).related(first, "first declared").at(span));
                        }
                    }
                    _ => self.refuse((word, span), "the name of a signal"),
                }
            }
        }
    }

    fn lines(&mut self, text: &'a str) {
        let mut section = Section::None;
        let mut lines = lines(text);
        while let Some(line) = lines.next() {
            let (word, span) = line[0];
            if word == ".end" {
                if let Some(&behind) = line.get(1).or(lines.next().as_ref().and_then(|line| line.first())) {
                    self.refuse(behind, "nothing behind `.end`: a file holds one net");
                }
                return;
            }
            if word.starts_with('.') {
                section = self.directive(&line);
                continue;
            }
            match section {
                Section::Graph => self.arcs(&line),
                Section::Positions => self.position(&line),
                Section::Refused => {}
                Section::None => self.refuse((word, span), "a directive such as `.graph`"),
            }
        }
    }

    /// Reads a line that begins with a directive, and returns how the lines after it are read.
    fn directive(&mut self, line: &[Spanned<'a>]) -> Section {
        let (word, span) = line[0];
        match word {
            ".model" | ".name" => match line[1..] {
                [(name, _)] => name.clone_into(&mut self.net.id),
                [] => {}
                [_, second, ..] => self.refuse(second, "one name"),
            },
            ".graph" => {
                if std::mem::replace(&mut self.has_graph, true) {
                    self.refuse(line[0], "one `.graph`");
                }
                if let Some(&behind) = line.get(1) {
                    self.refuse(behind, "the arcs in lines of their own");
                }
                return Section::Graph;
            }
            ".marking" => self.marking(line),
            ".capacity" => {
                let bounded = self.numbers(&line[1..], None);
                self.bounded.extend(bounded);
            }
            ".state" | ".initial" if line.get(1).is_some_and(|(word, _)| *word == "graph") => {
                let graph = Diagnostic::error("a state graph").expected("a signal transition graph");
                self.report
                    .say(graph.help("let petrify make a net of it: `petrify -o net.g states.g`").at(span));
                return Section::Refused;
            }
            ".initial" if line.get(1).is_some_and(|(word, _)| *word == "state") => {
                self.pass_over(span, &line[2..], "the initial values of signals");
            }
            ".slowenv" => {
                if let Some(&behind) = line.get(1) {
                    self.refuse(behind, "nothing behind `.slowenv`");
                }
            }
            ".coords" => {
                if let Some(&behind) = line.get(1) {
                    self.refuse(behind, "the positions in lines of their own");
                }
                return Section::Positions;
            }
            _ if SIGNALS.contains(&word) || DUMMIES.contains(&word) => {}
            _ => {
                if let Some((_, lost)) = HARMLESS.iter().find(|(one, _)| *one == word) {
                    self.pass_over(span, &line[1..], lost);
                    return Section::None;
                }
                let found = Diagnostic::error(format!("the unknown directive `{}`", excerpt(word)));
                let found = found
                    .expected("`.model`, `.inputs`, `.outputs`, `.internal`, `.dummy`, `.graph`, `.marking`, `.capacity` or `.end`");
                self.report.say(found.help("it may change the meaning of the net: remove it").at(span));
                return Section::Refused;
            }
        }
        Section::None
    }

    /// Warns of a directive that does not change the net. A brace in it could hide lines that do, and is refused.
    fn pass_over(&mut self, span: Span, words: &[Spanned<'a>], lost: &str) {
        if let Some(&brace) = words.iter().find(|(word, _)| matches!(*word, "{" | "}")) {
            return self.refuse(brace, "a line without braces");
        }
        if !words.is_empty() {
            self.report.say(Diagnostic::warning(format!("{lost}: not read")).at(span));
        }
    }

    /// Skips the position of a node, and refuses a line that could be an arc.
    fn position(&mut self, line: &[Spanned<'a>]) {
        let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || "+-.,()".contains(c));
        let odd = line.iter().enumerate().find(|(index, (word, _))| {
            let is_node = *index == 0 && !matches!(*word, "{" | "}" | "=");
            !is_node && !is_number(word)
        });
        if let Some((_, &word)) = odd {
            self.refuse(word, "a node and the numbers of its position");
        }
    }

    /// Reads the arcs from the first node of a line to the others. A node without arcs is part of the net, too.
    fn arcs(&mut self, line: &[Spanned<'a>]) {
        let Some((from, source, None)) = self.node(line[0]) else {
            return self.refuse_weight(line[0]);
        };
        for &target in &line[1..] {
            let Some((to, sink, weight)) = self.node(target) else { continue };
            let span = target.1;
            if let Some(first) = self.arcs.insert((source, sink), span) {
                let twice = format!("a second arc from `{}` to `{}`", excerpt(&from), excerpt(&to));
                let twice = Diagnostic::error(twice).related(first, "the first one").at(span);
                self.report.say(twice.help("several tokens are a weight: `p t(2)`"));
                continue;
            }
            let mut add = |place, transition, kind, weight| {
                let arc = Arc::weighted(place, transition, kind, weight);
                self.net.add_arc(Arc { span: Some(span), ..arc });
            };
            match (source, sink) {
                (Node::Place(place), Node::Transition(transition)) => {
                    add(place, transition, ArcKind::Input, weight.unwrap_or(1));
                }
                (Node::Transition(transition), Node::Place(place)) => {
                    add(place, transition, ArcKind::Output, weight.unwrap_or(1));
                }
                (Node::Transition(before), Node::Transition(after)) if weight.is_none() => {
                    let id = format!("<{from},{to}>");
                    let place = self.net.add_place(Place { span: Some(span), ..Place::with_tokens(&*id, 0) });
                    self.nodes.insert(id, Node::Place(place));
                    for (transition, kind) in [(before, ArcKind::Output), (after, ArcKind::Input)] {
                        let arc = Arc::weighted(place, transition, kind, 1);
                        self.net.add_arc(Arc { span: Some(span), ..arc });
                    }
                }
                (Node::Transition(_), Node::Transition(_)) => {
                    self.refuse(target, "a place between two transitions where there is a weight");
                }
                (Node::Place(_), Node::Place(_)) => {
                    let found =
                        format!("an arc from the place `{}` to the place `{}`", excerpt(&from), excerpt(&to));
                    let found = Diagnostic::error(found).expected("a transition between two places");
                    self.report.say(found.help("is a signal not declared, or `+` or `-` missing?").at(span));
                }
            }
        }
    }

    /// Returns the node that a word names, with its id and its weight. An error is reported, and the result is `None`.
    fn node(&mut self, (word, span): Spanned<'a>) -> Option<(String, Node, Option<u64>)> {
        let taken = match Word::of(word) {
            Ok(taken) => taken,
            Err(error) => {
                self.report.say(error.at(span));
                return None;
            }
        };
        let declared = self.declared.get(taken.name).map(|(kind, _)| *kind);
        let wrong = match (declared, taken.edge) {
            (Some(Declared::Signal), None) => Some("`+`, `-` or `~` behind the name of a signal"),
            (Some(Declared::Dummy), Some(_)) => Some("a dummy without `+`, `-` or `~`"),
            (None, Some(_)) => Some("a signal that `.inputs`, `.outputs` or `.internal` declares"),
            (None, None) if taken.instance > 0 => {
                Some("a dummy that `.dummy` declares, or a place without `/`")
            }
            _ => None,
        };
        if let Some(expected) = wrong {
            self.refuse((word, span), expected);
            return None;
        }
        let id = taken.id();
        let node = match self.nodes.get(&id) {
            Some(node) => *node,
            None => {
                let node = match declared {
                    None => Node::Place(
                        self.net.add_place(Place { span: Some(span), ..Place::with_tokens(&*id, 0) }),
                    ),
                    Some(_) => Node::Transition(
                        self.net.add_transition(Transition { span: Some(span), ..Transition::plain(&*id) }),
                    ),
                };
                self.nodes.insert(id.clone(), node);
                node
            }
        };
        Some((id, node, taken.weight))
    }

    /// Refuses a weight on the first node of a line. Other errors in the word have been reported.
    fn refuse_weight(&mut self, first: Spanned<'a>) {
        if matches!(Word::of(first.0), Ok(Word { weight: Some(_), .. })) && !self.report.is_full() {
            self.refuse(first, "the weight of an arc behind the node that it leads to");
        }
    }

    /// Reads `.marking { p <a+,b+> q=2 }`.
    fn marking(&mut self, line: &[Spanned<'a>]) {
        if let Some(first) = self.marking.replace(line[0].1) {
            let twice = Diagnostic::error("a second `.marking`").related(first, "the first one");
            return self.report.say(twice.at(line[0].1));
        }
        match line[1..] {
            [("{", _), ref within @ .., ("}", _)] => {
                let marked = self.numbers(within, Some(1));
                self.marked.extend(marked);
            }
            [] => self.refuse(line[0], "the marked places in braces behind it"),
            [("{", _), .., last] | [last] => self.refuse(last, "`}`"),
            [first, ..] => self.refuse(first, "`{`"),
        }
    }

    /// Reads places, each with `=` and a number. A place without a number gets `default`, or is refused if there is no
    /// default.
    fn numbers(&mut self, words: &[Spanned<'a>], default: Option<u64>) -> Vec<(Spanned<'a>, u64)> {
        let (mut found, mut rest) = (Vec::new(), words);
        while let [place, behind @ ..] = rest {
            if matches!(place.0, "=" | "{" | "}") {
                self.refuse(*place, "a place");
                return found;
            }
            let (count, behind) = match behind {
                [("=", _), (digits, span), behind @ ..] => match number(digits) {
                    Some(count) => (count, behind),
                    None => {
                        self.refuse((digits, *span), "a number up to 2^64 - 1");
                        return found;
                    }
                },
                [("=", span)] => {
                    self.refuse(("=", *span), "a number behind it");
                    return found;
                }
                behind => match default {
                    Some(count) => (count, behind),
                    None => {
                        self.refuse(*place, "`=` and a number behind the place");
                        return found;
                    }
                },
            };
            found.push((*place, count));
            rest = behind;
        }
        found
    }

    /// Adds tokens and capacities to the net. All places are known.
    fn mark(&mut self) {
        let mut marked = HashMap::new();
        for (word, count) in std::mem::take(&mut self.marked) {
            let Some(place) = self.known_place(word) else { continue };
            if let Some(first) = marked.insert(place, word.1) {
                let twice = format!("`{}` is marked twice", excerpt(word.0));
                self.report.say(Diagnostic::error(twice).related(first, "first marked").at(word.1));
            }
            self.net.places[place.index()].initial = Inscription::Tokens(count);
        }
        for (word, count) in std::mem::take(&mut self.bounded) {
            let Some(place) = self.known_place(word) else { continue };
            if self.net.places[place.index()].capacity.replace(count).is_some_and(|first| first != count) {
                let twice =
                    format!("a second capacity of `{}`, which differs from the first", excerpt(word.0));
                self.report.say(Diagnostic::error(twice).at(word.1));
            }
        }
    }

    /// Returns the place that a word in `.marking` or `.capacity` names.
    fn known_place(&mut self, (word, span): Spanned<'a>) -> Option<PlaceId> {
        let id = match implicit(word) {
            None => word.to_owned(),
            Some((from, to)) => {
                let [from, to] =
                    [from, to].map(|one| Word::of(one).map_or_else(|_| one.to_owned(), |one| one.id()));
                format!("<{from},{to}>")
            }
        };
        if let Some(Node::Place(place)) = self.nodes.get(&id) {
            return Some(*place);
        }
        let found = match self.nodes.get(&id) {
            Some(_) => format!("the transition `{}`", excerpt(word)),
            None => format!("`{}`, which has no arc in `.graph`", excerpt(word)),
        };
        self.report.say(
            Diagnostic::error(found)
                .expected("a place, or `<a+,b+>` for the one between two transitions")
                .at(span),
        );
        None
    }

    fn refuse(&mut self, (word, span): Spanned<'_>, expected: &str) {
        let found = Diagnostic::error(format!("`{}`", excerpt(word)));
        self.report.say(found.expected(expected).at(span));
    }
}
