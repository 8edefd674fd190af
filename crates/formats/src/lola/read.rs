//! The parser: one function for each rule of the grammar, with one token of look-ahead.
//!
//! ```text
//! net        = "PLACE" {[ "SAFE" [number] ":" ] name {"," name} ";"} "MARKING" [ count {"," count} ] ";" transition {transition}
//! transition = "TRANSITION" name [ ("STRONG" | "WEAK") "FAIR" ] "CONSUME" [ count {"," count} ] ";" "PRODUCE" [ … ] ";"
//! count      = name [ ":" number ]
//! ```
//!
//! After an error, parsing continues with the next section. High-level nets declare sorts, functions and variables;
//! their keywords are reported as such.

use std::collections::HashMap;

use sanderling_net::format::Parsed;
use sanderling_net::{
    Arc, ArcKind, Diagnostic, Diagnostics, Inscription, Net, Place, PlaceId, Report, Source, Span,
    Transition, TransitionId, excerpt,
};

use crate::lola::lexer::{Lexer, Token};

/// The reserved words.
const KEYWORDS: [&str; 9] =
    ["PLACE", "SAFE", "MARKING", "TRANSITION", "STRONG", "WEAK", "FAIR", "CONSUME", "PRODUCE"];

/// Words before the places or after the name of a transition in high-level nets.
const HIGH_LEVEL: [&str; 9] =
    ["DECLARE", "SORT", "CONSTANT", "FUNCTION", "RECORD", "ARRAY", "ENUMERATE", "VAR", "GUARD"];

/// Words after the transitions in files with a query.
const QUERIES: [&str; 4] = ["FORMULA", "ANALYSE", "AUTOMATON", "FINAL"];

/// The rest of a section cannot be read; the reason has been reported.
#[derive(Debug)]
struct Abandoned;

type Step<T> = Result<T, Abandoned>;

/// A name and its position.
#[derive(Debug, Clone, Copy)]
struct Name<'a> {
    text: &'a str,
    span: Span,
}

/// A place, and a number of tokens.
#[derive(Debug, Clone, Copy)]
struct Count {
    place: PlaceId,
    number: u64,
    span: Span,
}

/// The reader's position in the text, and the net so far.
#[derive(Debug)]
struct Reader<'a> {
    lexer: Lexer<'a>,
    token: Token<'a>,
    span: Span,
    net: Net,
    nodes: HashMap<&'a str, Node>,
    /// Maximum number of tokens in each place, if the file promises one.
    promised: Vec<Option<u64>>,
    /// Whether all places are known, so that an unknown name is an error.
    knows_places: bool,
    has_fairness: bool,
    report: Report,
}

/// A node of the net.
#[derive(Debug, Clone, Copy)]
enum Node {
    Place(PlaceId),
    Transition(TransitionId),
}

/// Reads the net of a file.
pub(crate) fn read(source: &Source) -> Result<Parsed, Diagnostics> {
    let text = source.decoded()?;
    let mut lexer = Lexer::new(&text);
    let (token, span) = lexer.next();
    let mut reader = Reader {
        lexer,
        token,
        span,
        net: Net::new(""),
        nodes: HashMap::new(),
        promised: Vec::new(),
        knows_places: false,
        has_fairness: false,
        report: Report::default(),
    };
    reader.file();
    reader.report.parsed(reader.net)
}

impl<'a> Reader<'a> {
    /// Reads the sections of a file. The text before the places decides whether the file is in this language.
    fn file(&mut self) {
        if self.keyword("PLACE").is_err() {
            return;
        }
        self.knows_places = self.place_lists().is_ok();
        if !self.knows_places && !self.skip_to("MARKING") {
            return;
        }
        if self.marking().is_err() && !self.skip_to("TRANSITION") {
            return;
        }
        self.check_promises();
        while self.transition().is_ok() || self.skip_to("TRANSITION") {
            if self.token == Token::End {
                return;
            }
        }
    }

    /// Reads groups of places, each after the file's promise about them.
    fn place_lists(&mut self) -> Step<()> {
        while self.token != Token::Word("MARKING") {
            let most = self.promise()?;
            self.place(most)?;
            while self.accept(',') {
                self.place(most)?;
            }
            if self.token == Token::Symbol(':') {
                return self.high_level("`,` or `;`");
            }
            self.expect(';')?;
        }
        Ok(())
    }

    /// Reads `SAFE n:`, the promise that a place never holds more than `n` tokens.
    fn promise(&mut self) -> Step<Option<u64>> {
        if self.token != Token::Word("SAFE") {
            return Ok(None);
        }
        self.advance();
        let most = if self.token == Token::Symbol(':') { 1 } else { self.number()? };
        self.expect(':')?;
        Ok(Some(most))
    }

    fn place(&mut self, most: Option<u64>) -> Step<()> {
        let name = self.name()?;
        let place = Place { span: Some(name.span), ..Place::with_tokens(name.text, 0) };
        let place = self.net.add_place(place);
        self.promised.push(most);
        self.declare(name, Node::Place(place));
        Ok(())
    }

    fn marking(&mut self) -> Step<()> {
        self.keyword("MARKING")?;
        for Count { place, number, span } in self.counts()? {
            let initial = &mut self.net.places[place.index()].initial;
            match initial.tokens().checked_add(number) {
                Some(sum) => *initial = Inscription::Tokens(sum),
                None => {
                    let sum = "the numbers for this place add up to more than 2^64 - 1";
                    self.report.say(Diagnostic::error(sum).at(span));
                }
            }
        }
        Ok(())
    }

    /// Warns of promises that the initial marking breaks.
    fn check_promises(&mut self) {
        for (place, promised) in self.net.places.iter().zip(&self.promised) {
            let tokens = place.initial.tokens();
            if let Some(most) = promised.filter(|&most| tokens > most) {
                let broken =
                    format!("{tokens} tokens at the start in a place that is declared `SAFE {most}`");
                let broken = Diagnostic::warning(broken).element(&place.id);
                self.report.say(match place.span {
                    Some(span) => broken.at(span),
                    None => broken,
                });
            }
        }
    }

    fn transition(&mut self) -> Step<()> {
        if matches!(self.token, Token::Word(word) if QUERIES.contains(&word)) {
            let query =
                Diagnostic::error(self.token.description()).expected("`TRANSITION`, or the end of the file");
            return self.fail(query.help("queries are given separately: remove it from the file"));
        }
        self.keyword("TRANSITION")?;
        let name = self.name()?;
        let transition = Transition { span: Some(name.span), ..Transition::plain(name.text) };
        let transition = self.net.add_transition(transition);
        self.declare(name, Node::Transition(transition));
        self.fairness()?;
        for (keyword, kind) in [("CONSUME", ArcKind::Input), ("PRODUCE", ArcKind::Output)] {
            self.keyword(keyword)?;
            for Count { place, number, span } in self.counts()? {
                let arc = Arc::weighted(place, transition, kind, number);
                self.net.add_arc(Arc { span: Some(span), ..arc });
            }
        }
        Ok(())
    }

    /// Skips `STRONG FAIR` or `WEAK FAIR`, which restricts infinite runs but not reachability.
    fn fairness(&mut self) -> Step<()> {
        if !matches!(self.token, Token::Word("STRONG" | "WEAK")) {
            return Ok(());
        }
        if !std::mem::replace(&mut self.has_fairness, true) {
            let left_out = "fairness is ignored: it does not change which markings are reachable";
            self.report.say(Diagnostic::warning(left_out).at(self.span));
        }
        self.advance();
        self.keyword("FAIR")
    }

    /// Reads places with numbers, up to a semicolon. Unknown places are reported and omitted.
    fn counts(&mut self) -> Step<Vec<Count>> {
        let mut counts = Vec::new();
        while self.token != Token::Symbol(';') {
            let name = self.name()?;
            let number = if self.accept(':') { self.number()? } else { 1 };
            match self.nodes.get(name.text) {
                Some(Node::Place(place)) => counts.push(Count { place: *place, number, span: name.span }),
                _ if self.knows_places => {
                    let unknown = format!("no place is called `{}`", excerpt(name.text));
                    self.report.say(Diagnostic::error(unknown).at(name.span));
                }
                _ => {}
            }
            if !self.accept(',') {
                break;
            }
        }
        self.expect(';')?;
        Ok(counts)
    }

    /// Declares a name, which must be new.
    fn declare(&mut self, name: Name<'a>, node: Node) {
        let first = match self.nodes.get(name.text) {
            None => {
                self.nodes.insert(name.text, node);
                return;
            }
            Some(Node::Place(place)) => self.net.place(*place).span,
            Some(Node::Transition(transition)) => self.net.transition(*transition).span,
        };
        let twice = Diagnostic::error(format!("two nodes are called `{}`", excerpt(name.text))).at(name.span);
        let twice = twice.help("rename one of them: here transitions are called otherwise than places, too");
        self.report.say(match first {
            Some(first) => twice.related(first, "first used"),
            None => twice,
        });
    }

    fn name(&mut self) -> Step<Name<'a>> {
        match self.token {
            Token::Word(word) if KEYWORDS.contains(&word) => self.unexpected("a name"),
            Token::Word(word)
                if word.contains(|c: char| c.is_control() || c == char::REPLACEMENT_CHARACTER) =>
            {
                self.fail(Diagnostic::error("control characters, or bytes that are not UTF-8, in a name"))
            }
            Token::Word(text) => Ok(Name { text, span: self.advance() }),
            _ => self.unexpected("a name"),
        }
    }

    fn number(&mut self) -> Step<u64> {
        let digits = match self.token {
            Token::Word(word) if word.bytes().all(|byte| byte.is_ascii_digit()) => word,
            Token::Word(word) if word.starts_with(char::is_alphabetic) && !KEYWORDS.contains(&word) => {
                return self.high_level("a number");
            }
            Token::Symbol('(') => return self.high_level("a number"),
            _ => return self.unexpected("a number"),
        };
        match digits.parse() {
            Ok(number) => {
                self.advance();
                Ok(number)
            }
            Err(_) => self.unexpected("a number up to 2^64 - 1"),
        }
    }

    fn keyword(&mut self, keyword: &str) -> Step<()> {
        match self.token {
            Token::Word(word) if word == keyword => {
                self.advance();
                Ok(())
            }
            Token::Word(word) if HIGH_LEVEL.contains(&word) => self.high_level(&format!("`{keyword}`")),
            _ => self.unexpected(&format!("`{keyword}`")),
        }
    }

    fn accept(&mut self, symbol: char) -> bool {
        let is_next = self.token == Token::Symbol(symbol);
        if is_next {
            self.advance();
        }
        is_next
    }

    fn expect(&mut self, symbol: char) -> Step<()> {
        if self.accept(symbol) { Ok(()) } else { self.unexpected(&format!("`{symbol}`")) }
    }

    /// Advances to the next token, and returns the span of the current one.
    fn advance(&mut self) -> Span {
        let passed = self.span;
        (self.token, self.span) = self.lexer.next();
        passed
    }

    /// Skips to the next section with this keyword, and returns whether there is one.
    fn skip_to(&mut self, keyword: &str) -> bool {
        while !matches!(self.token, Token::Word(word) if word == keyword) {
            if self.token == Token::End {
                return false;
            }
            self.advance();
        }
        true
    }

    fn unexpected<T>(&mut self, expected: &str) -> Step<T> {
        let found = Diagnostic::error(self.token.description()).expected(expected);
        let help = match self.token {
            Token::Doubtful => Some("LoLA reads all of this as a comment: put other text on a separate line"),
            Token::Word("PLACE") => Some("a file holds one net"),
            Token::Word(word) if word.starts_with("//") => Some("comments stand in `{ }` or `/* */`"),
            Token::Word(word) if KEYWORDS.contains(&word) && expected == "a name" => {
                Some("keywords cannot be names")
            }
            _ => None,
        };
        self.fail(match help {
            Some(help) => found.help(help),
            None => found,
        })
    }

    /// Reports a construct of high-level nets.
    fn high_level<T>(&mut self, expected: &str) -> Step<T> {
        let found = Diagnostic::error(self.token.description()).expected(expected);
        let help = "only low-level nets are read, and sorts, functions, variables and terms belong to high-level ones: let \
                    the tool that wrote the net unfold it, or export it as PNML";
        self.fail(found.help(help))
    }

    fn fail<T>(&mut self, diagnostic: Diagnostic) -> Step<T> {
        self.report.say(diagnostic.at(self.span));
        Err(Abandoned)
    }
}
