//! The preprocessor: macros, conditions and inclusion of other files, as in C.
//!
//! It works on tokens, so that each token keeps its position in the file. INVARIANT: [`MAX_TOKENS`] bounds the result,
//! however macros use each other.

mod given;
mod include;

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::rc::Rc;

use sanderling_net::{Diagnostic, Diagnostics, Source, Span};

use crate::files::{Files, Start};
use crate::parse;
use crate::preprocess::given::Given;
use crate::token::{Kind, Token, tokens};

/// Maximum number of tokens after the preprocessor.
pub(crate) const MAX_TOKENS: usize = 1 << 21;

/// Maximum nesting depth of macros in each other.
const MAX_NESTING: usize = 64;

/// A macro.
#[derive(Debug, Clone)]
struct Macro {
    /// Names of the parameters; `None` for a macro without parentheses.
    parameters: Option<Vec<Rc<str>>>,
    body: Rc<[Token]>,
}

/// Executes the directives of a text and expands its macros. Adds the text and the files that it includes to `files`,
/// and warnings about definitions of the source without effect to `warnings`.
///
/// # Errors
/// An unknown or wrong directive, a wrong use of a macro, or too many tokens.
pub(crate) fn preprocess(
    source: &Source,
    files: &mut Files,
    warnings: &mut Diagnostics,
) -> Result<Vec<Token>, Diagnostics> {
    let text = source.decoded()?;
    let all = tokens(&text, files.add(&text))?;
    let (macros, output, folder) = (HashMap::new(), Vec::new(), PathBuf::new());
    let given = Vec::new();
    let mut preprocessor = Preprocessor { source, files, folder, depth: 0, macros, output, given, warnings };
    preprocessor.define_given()?;
    preprocessor.file(&all)?;
    preprocessor.warn_about_unused();
    Ok(preprocessor.output)
}

struct Preprocessor<'a> {
    source: &'a Source,
    files: &'a mut Files,
    /// Folder of the file that is being read, from the folder of the model.
    folder: PathBuf,
    /// Number of files that are being included.
    depth: usize,
    macros: HashMap<Rc<str>, Macro>,
    output: Vec<Token>,
    /// Macros that are defined before the text.
    given: Vec<Given>,
    warnings: &'a mut Diagnostics,
}

/// A condition (`#if`) that is open.
struct Open {
    /// Whether the lines of this branch count.
    is_active: bool,
    /// Whether no further branch counts: one has counted, or the lines around do not.
    is_decided: bool,
    span: Span,
}

/// The macros that must not be expanded again in a token.
type Hidden = Rc<Vec<Rc<str>>>;

/// Tokens to expand.
type Pending = VecDeque<(Token, Hidden)>;

/// Tokens of an argument, or of the result of a macro.
type Argument = Vec<(Token, Hidden)>;

impl Preprocessor<'_> {
    fn file(&mut self, all: &[Token]) -> Result<(), Diagnostics> {
        let mut open: Vec<Open> = Vec::new();
        let mut text: Pending = VecDeque::new();
        let nothing = Rc::new(Vec::new());
        for line in all.split_inclusive(|token| token.kind == Kind::LineEnd) {
            let content = match line.last() {
                Some(last) if last.kind == Kind::LineEnd => &line[..line.len() - 1],
                _ => line,
            };
            let is_active = open.last().is_none_or(|open| open.is_active);
            match content.first() {
                Some(first) if first.is("#") => {
                    self.expand_all(&mut text)?;
                    self.directive(content, first.span, is_active, &mut open)?;
                }
                _ if is_active => text.extend(content.iter().map(|token| (token.clone(), nothing.clone()))),
                _ => {}
            }
        }
        self.expand_all(&mut text)?;
        match open.last() {
            Some(open) => Err(error("a condition that does not end", open.span).expected("`#endif`").into()),
            None => Ok(()),
        }
    }

    fn directive(
        &mut self,
        line: &[Token],
        span: Span,
        is_active: bool,
        open: &mut Vec<Open>,
    ) -> Result<(), Diagnostics> {
        let Some(name) = line.get(1) else { return Ok(()) };
        let rest = &line[2..];
        match &*name.text {
            "if" | "ifdef" | "ifndef" => {
                let holds = is_active && self.condition(&name.text, rest, span)?;
                open.push(Open { is_active: holds, is_decided: holds || !is_active, span });
            }
            "elif" | "else" => {
                let Some(last) = open.last() else {
                    return Err(error(format!("`#{}` without `#if`", name.text), span).into());
                };
                let was_decided = last.is_decided;
                let holds = !was_decided && (&*name.text == "else" || self.condition("if", rest, span)?);
                if let Some(last) = open.last_mut() {
                    last.is_active = holds;
                    last.is_decided |= holds;
                }
            }
            "endif" => {
                if open.pop().is_none() {
                    return Err(error("`#endif` without `#if`", span).into());
                }
            }
            _ if !is_active => {}
            "define" => {
                if let Some(name) = rest.first() {
                    self.warn_about_replaced(&name.text, span);
                }
                self.define(rest, span)?;
            }
            "undef" => {
                if let Some(name) = rest.first() {
                    self.record_use(&name.text);
                    self.macros.remove(&name.text);
                }
            }
            "error" => return Err(error(format!("`#error{}`", spelled(rest)), span).into()),
            "include" => self.include(rest, span)?,
            "warning" | "pragma" | "line" | "ident" => {}
            _ if name.kind == Kind::Number => {}
            other => {
                let known = "`#define`, `#undef`, `#if`, `#ifdef`, `#ifndef`, `#elif`, `#else` or `#endif`";
                return Err(error(format!("the directive `#{other}`"), span).expected(known).into());
            }
        }
        Ok(())
    }

    fn define(&mut self, rest: &[Token], span: Span) -> Result<(), Diagnostics> {
        let Some(name) = rest.first().filter(|name| name.kind == Kind::Name) else {
            return Err(error("`#define` without a name", span).expected("the name of a macro").into());
        };
        let (mut parameters, mut body) = (None, &rest[1..]);
        if body.first().is_some_and(|first| first.is("(") && !first.is_spaced) {
            let Some(end) = body.iter().position(|token| token.is(")")) else {
                return Err(error("parameters of a macro that do not end", span).expected("`)`").into());
            };
            let names = body[1..end].iter().filter(|token| token.kind == Kind::Name);
            parameters = Some(names.map(|token| token.text.clone()).collect());
            body = &body[end + 1..];
        }
        self.macros.insert(name.text.clone(), Macro { parameters, body: body.into() });
        Ok(())
    }

    fn condition(&mut self, kind: &str, rest: &[Token], span: Span) -> Result<bool, Diagnostics> {
        if kind != "if" {
            let Some(name) = rest.first() else {
                return Err(error(format!("`#{kind}` without a name"), span).into());
            };
            self.record_use(&name.text);
            return Ok(self.macros.contains_key(&name.text) == (kind == "ifdef"));
        }
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(token) = rest.get(at) {
            at += 1;
            if !token.is("defined") {
                line.push(token.clone());
                continue;
            }
            let is_enclosed = rest.get(at).is_some_and(|next| next.is("("));
            let Some(name) = rest.get(at + usize::from(is_enclosed)) else {
                return Err(error("`defined` without a name", span).into());
            };
            self.record_use(&name.text);
            let text = if self.macros.contains_key(&name.text) { "1" } else { "0" };
            line.push(Token { kind: Kind::Number, text: Rc::from(text), ..name.clone() });
            at += if is_enclosed { 3 } else { 1 };
        }
        let saved = std::mem::take(&mut self.output);
        let nothing = Rc::new(Vec::new());
        self.expand_all(&mut line.into_iter().map(|token| (token, nothing.clone())).collect())?;
        let mut line = std::mem::replace(&mut self.output, saved);
        for token in line.iter_mut().filter(|token| token.kind == Kind::Name) {
            (token.kind, token.text) = (Kind::Number, Rc::from("0"));
        }
        parse::constant(&line, span).map(|number| number != 0)
    }

    /// Expands the macros of a text and appends it to the output.
    fn expand_all(&mut self, text: &mut Pending) -> Result<(), Diagnostics> {
        while let Some((token, hidden)) = text.pop_front() {
            let definition = match token.kind {
                Kind::Name if !hidden.contains(&token.text) => self.macros.get(&token.text).cloned(),
                _ => None,
            };
            let is_call = text.front().is_some_and(|(next, _)| next.is("("));
            let Some(definition) = definition.filter(|found| found.parameters.is_none() || is_call) else {
                if token.kind != Kind::LineEnd {
                    self.output.push(token);
                }
                if self.output.len() > MAX_TOKENS {
                    return Err(Diagnostic::error(format!("more than {MAX_TOKENS} tokens")).into());
                }
                continue;
            };
            self.record_use(&token.text);
            let span = token.span;
            if hidden.len() >= MAX_NESTING || text.len() > MAX_TOKENS {
                return Err(error(format!("the macro `{}`, which nests too deep", token.text), span).into());
            }
            let arguments = match &definition.parameters {
                None => Vec::new(),
                Some(parameters) => arguments(text, &token, parameters.len())?,
            };
            let mut inner = (*hidden).clone();
            inner.push(token.text.clone());
            for replaced in replace(&definition, &arguments, &Rc::new(inner))?.into_iter().rev() {
                text.push_front((Token { span, ..replaced.0 }, replaced.1));
            }
        }
        Ok(())
    }
}

/// Returns the body of a macro with its arguments inserted, and tokens joined by `##`. The tokens of the body get
/// `hidden`; those of the arguments keep theirs.
fn replace(definition: &Macro, arguments: &[Argument], hidden: &Hidden) -> Result<Argument, Diagnostics> {
    let names = definition.parameters.as_deref().unwrap_or_default();
    let argument_of = |token: &Token| {
        let position = names.iter().position(|name| token.kind == Kind::Name && *name == token.text);
        position.map(|position| &arguments[position])
    };
    let (mut body, mut rest) = (Argument::new(), definition.body.iter());
    while let Some(token) = rest.next() {
        if token.is("##") && !body.is_empty() {
            let right = rest.next().map(|next| match argument_of(next) {
                Some(argument) => argument.clone(),
                None => vec![(next.clone(), hidden.clone())],
            });
            let mut right = right.unwrap_or_default().into_iter();
            let (Some((left, _)), Some((first, _))) = (body.last(), right.next()) else { continue };
            let (span, text) = (left.span, format!("{}{}", left.text, first.text));
            let joined = tokens(&text, Start::default())
                .map_err(|_| error(format!("`{text}`, which `##` joins"), span).expected("a token"))?;
            body.pop();
            body.extend(joined.into_iter().map(|token| (Token { span, ..token }, hidden.clone())));
            body.extend(right);
            continue;
        }
        if token.is("#")
            && let Some(argument) = rest.as_slice().first().and_then(argument_of)
        {
            let text = argument.iter().fold(String::new(), |text, (token, _)| text + &token.text);
            let text = Rc::from(format!("\"{}\"", text.replace('"', "'")));
            body.push((Token { kind: Kind::Text, text, ..token.clone() }, hidden.clone()));
            rest.next();
            continue;
        }
        match argument_of(token) {
            Some(argument) => body.extend(argument.iter().cloned()),
            None => body.push((token.clone(), hidden.clone())),
        }
        if body.len() > MAX_TOKENS {
            return Err(Diagnostic::error(format!("more than {MAX_TOKENS} tokens")).into());
        }
    }
    Ok(body)
}

/// Takes the arguments of a macro, in parentheses.
fn arguments(text: &mut Pending, name: &Token, count: usize) -> Result<Vec<Argument>, Diagnostics> {
    text.pop_front();
    let (mut arguments, mut depth) = (vec![Vec::new()], 0);
    loop {
        let Some((token, hidden)) = text.pop_front() else {
            return Err(error(format!("the arguments of `{}` do not end", name.text), name.span).into());
        };
        match &*token.text {
            ")" if depth == 0 => break,
            "," if depth == 0 => {
                arguments.push(Vec::new());
                continue;
            }
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if let Some(last) = arguments.last_mut() {
            last.push((token, hidden));
        }
    }
    if count == 0 && arguments.len() == 1 && arguments[0].is_empty() {
        arguments.clear();
    }
    if arguments.len() != count {
        let found = format!("{} arguments of the macro `{}`", arguments.len(), name.text);
        return Err(error(found, name.span).expected(count.to_string()).into());
    }
    Ok(arguments)
}

fn spelled(tokens: &[Token]) -> String {
    tokens.iter().fold(String::new(), |text, token| text + " " + &token.text)
}

fn error(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error(message).at(span)
}
