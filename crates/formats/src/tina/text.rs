//! The declarations of a `.net` file, one per line.
//!
//! ```text
//! net NAME
//! tr TRANSITION : LABEL [0,w[ PLACE PLACE*2 PLACE?1 PLACE?-3 -> PLACE
//! pl PLACE : LABEL (2K) TRANSITION -> TRANSITION*2
//! lb NODE LABEL
//! pr TRANSITION > TRANSITION
//! nt NOTE 0 {text}
//! ```
//!
//! The manual treats line ends as separators like blanks, but all known files and readers have one declaration per
//! line. A line that does not begin with a keyword is therefore an error, never a continuation of the previous line.

use sanderling_net::format::Parsed;
use sanderling_net::{Diagnostic, Diagnostics, Source, Span, excerpt};

use crate::tina::builder::{Builder, Inscription, Restriction, Sign, Times};
use crate::tina::cursor::{Cursor, Step};
use crate::tina::decoded;
use crate::tina::lexer::{Language, Token};
use crate::tina::name::Name;

/// Commands of scripts that compose nets.
const COMMANDS: [&str; 8] = ["new", "dup", "load", "ren", "merge", "sync", "chain", "source"];

/// Reads the net of a file.
pub(crate) fn read(source: &Source, times: Times) -> Result<Parsed, Diagnostics> {
    let text = decoded(source)?;
    let mut cursor = Cursor::new(&text, Language::Text, Builder::new(times));
    let mut is_empty = true;
    while cursor.token != Token::End {
        is_empty &= cursor.is_at_end();
        if !cursor.is_at_end() && declaration(&mut cursor).is_err() {
            cursor.skip_line();
        }
        if cursor.token == Token::LineEnd {
            cursor.advance();
        }
    }
    if is_empty {
        let nothing = Diagnostic::error("a file without a declaration").expected("`net`, `pl` or `tr`");
        cursor.builder.report.say(nothing.at(cursor.span));
    }
    cursor.builder.finish()
}

fn declaration(cursor: &mut Cursor<'_>) -> Step<()> {
    let read = match cursor.token {
        Token::Word("net") => net,
        Token::Word("tr") => transition,
        Token::Word("pl") => place,
        Token::Word("lb") => label,
        Token::Word("pr") => priority,
        Token::Word("nt") => note,
        _ => return unknown(cursor),
    };
    cursor.advance();
    read(cursor)?;
    if cursor.is_at_end() { Ok(()) } else { cursor.unexpected("the end of the line") }
}

fn unknown(cursor: &mut Cursor<'_>) -> Step<()> {
    let help = match cursor.token {
        Token::Word(word) if COMMANDS.contains(&word) => {
            "this is a script, which puts nets together: let TINA's `ndrio` write the result as a `.net`"
        }
        Token::Word("pxl") => "products of nets fire several transitions at once, which is not supported",
        _ => "a declaration begins with one of these words, and ends in its line",
    };
    let found = Diagnostic::error(cursor.token.description());
    cursor.fail(found.expected("`tr`, `pl`, `net`, `lb`, `pr` or `nt`").help(help))
}

fn net(cursor: &mut Cursor<'_>) -> Step<()> {
    let name = cursor.name()?;
    cursor.builder.name(&name);
    Ok(())
}

fn transition(cursor: &mut Cursor<'_>) -> Step<()> {
    let name = cursor.node_name()?;
    let transition = cursor.builder.transition(&name);
    inline_label(cursor, &name)?;
    if matches!(cursor.token, Token::Symbol("[" | "]")) {
        interval(cursor, &name)?;
    }
    let (inputs, outputs) = arcs(cursor)?;
    for (place, inscription) in inputs {
        let place = cursor.builder.place(&place);
        cursor.builder.input(place, transition, inscription);
    }
    for (place, inscription) in outputs {
        let place = cursor.builder.place(&place);
        cursor.builder.output(place, transition, inscription);
    }
    Ok(())
}

fn place(cursor: &mut Cursor<'_>) -> Step<()> {
    let name = cursor.node_name()?;
    let place = cursor.builder.place(&name);
    inline_label(cursor, &name)?;
    if cursor.accept("(") {
        let span = cursor.span;
        let tokens = cursor.number()?;
        cursor.expect(")")?;
        cursor.builder.mark(place, tokens, span);
    }
    let (outputs, inputs) = arcs(cursor)?;
    for (transition, inscription) in outputs {
        let transition = cursor.builder.transition(&transition);
        cursor.builder.output(place, transition, inscription);
    }
    for (transition, inscription) in inputs {
        let transition = cursor.builder.transition(&transition);
        cursor.builder.input(place, transition, inscription);
    }
    Ok(())
}

fn inline_label<'a>(cursor: &mut Cursor<'a>, node: &Name<'a>) -> Step<()> {
    if cursor.accept(":") {
        let label = cursor.name()?;
        cursor.builder.label(node.clone(), label.text);
    }
    Ok(())
}

/// Parses an interval such as `[1,3[`, with either bracket at either end.
fn interval(cursor: &mut Cursor<'_>, transition: &Name<'_>) -> Step<()> {
    let start = cursor.span;
    let left = bracket(cursor)?;
    let earliest = cursor.word("a number")?;
    cursor.expect(",")?;
    let latest = cursor.word("a number, or `w` where there is no end")?;
    let end = cursor.span.end;
    let right = bracket(cursor)?;
    let is_always = (left, latest, right) == ("[", "w", "[") && earliest.bytes().all(|digit| digit == b'0');
    if !is_always {
        cursor.builder.restrict(Restriction::Interval, || {
            let text = format!("`{left}{},{}{right}`", excerpt(earliest), excerpt(latest));
            let found = Diagnostic::error(format!("the interval {text} of `{}`", excerpt(&transition.text)));
            found.expected("`[0,w[`, or none").at(Span { end, ..start })
        });
    }
    Ok(())
}

fn bracket(cursor: &mut Cursor<'_>) -> Step<&'static str> {
    match cursor.token {
        Token::Symbol(bracket @ ("[" | "]")) => {
            cursor.advance();
            Ok(bracket)
        }
        _ => cursor.unexpected("`[` or `]`"),
    }
}

/// The other ends of arcs.
type Ends<'a> = Vec<(Name<'a>, Inscription)>;

/// Parses the nodes before and after `->`; none at the end of a line.
fn arcs<'a>(cursor: &mut Cursor<'a>) -> Step<(Ends<'a>, Ends<'a>)> {
    if cursor.is_at_end() {
        return Ok((Vec::new(), Vec::new()));
    }
    let before = ends(cursor)?;
    cursor.expect("->")?;
    Ok((before, ends(cursor)?))
}

fn ends<'a>(cursor: &mut Cursor<'a>) -> Step<Ends<'a>> {
    let mut ends = Vec::new();
    while matches!(cursor.token, Token::Word(_) | Token::Quoted(_)) {
        let node = cursor.node_name()?;
        let mut inscription = Inscription { sign: Sign::Moves, weight: 1, span: node.span };
        if let Token::Symbol(symbol) = cursor.token
            && let Some(sign) = Sign::of(symbol)
        {
            cursor.advance();
            inscription.span.end = cursor.span.end;
            inscription = Inscription { sign, weight: cursor.number()?, ..inscription };
        }
        ends.push((node, inscription));
    }
    Ok(ends)
}

fn label(cursor: &mut Cursor<'_>) -> Step<()> {
    let node = cursor.node_name()?;
    let label = cursor.name()?;
    cursor.builder.label(node, label.text);
    Ok(())
}

/// Parses `t1 t2 > t3`: while `t1` or `t2` is enabled, `t3` does not fire.
fn priority(cursor: &mut Cursor<'_>) -> Step<()> {
    let start = cursor.span;
    transitions(cursor)?;
    if !cursor.accept(">") {
        cursor.expect("<")?;
    }
    transitions(cursor)?;
    let found = || Diagnostic::error("a priority between transitions").at(start);
    cursor.builder.restrict(Restriction::Priority, found);
    Ok(())
}

/// Parses at least one transition.
fn transitions(cursor: &mut Cursor<'_>) -> Step<()> {
    loop {
        let transition = cursor.node_name()?;
        cursor.builder.order(transition);
        if !matches!(cursor.token, Token::Word(_) | Token::Quoted(_)) {
            return Ok(());
        }
    }
}

/// Skips a note, which is a text for people.
fn note(cursor: &mut Cursor<'_>) -> Step<()> {
    cursor.name()?;
    cursor.word("`0` or `1`")?;
    match cursor.token {
        Token::Word(_) | Token::Quoted(_) => {
            cursor.advance();
            Ok(())
        }
        _ => cursor.unexpected("a text in braces"),
    }
}
