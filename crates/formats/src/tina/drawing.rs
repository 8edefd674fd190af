//! The lines of an `.ndr` file: nodes, edges and notes, with their positions.
//!
//! ```text
//! p X Y PLACE MARKING ANCHOR            and perhaps LABEL ANCHOR
//! t X Y TRANSITION 0 w ANCHOR           or: t X Y TRANSITION ANCHOR 0 w ANCHOR LABEL ANCHOR
//! e FROM TO 2 ANCHOR                    or: e FROM ANGLE RADIUS TO ANGLE RADIUS 2 ANCHOR
//! n X Y NOTE 0 {text}
//! h NAME                                and the size and colour of what is drawn
//! ```
//!
//! An edge between two transitions is a priority. Nodes come before edges, and `h` comes last, so that a truncated file
//! is detected.

use sanderling_net::format::Parsed;
use sanderling_net::{Diagnostic, Diagnostics, Point, Source, Span, excerpt};

use crate::tina::builder::{Builder, Inscription, Node, Restriction, Sign, Times};
use crate::tina::cursor::{Abandoned, Cursor, Step};
use crate::tina::decoded;
use crate::tina::lexer::{Language, Token};
use crate::tina::name::Name;

/// The possible positions of a text relative to its node.
const ANCHORS: [&str; 9] = ["n", "nw", "w", "sw", "s", "se", "e", "ne", "c"];

/// Reads the net of a file.
pub(crate) fn read(source: &Source, times: Times) -> Result<Parsed, Diagnostics> {
    let text = decoded(source)?;
    let mut cursor = Cursor::new(&text, Language::Drawing, Builder::new(times));
    let mut has_ended = false;
    while cursor.token != Token::End {
        has_ended |= cursor.token == Token::Word("h");
        if !cursor.is_at_end() && line(&mut cursor).is_err() {
            cursor.skip_line();
        }
        if cursor.token == Token::LineEnd {
            cursor.advance();
        }
    }
    if !has_ended {
        let cut_off = Diagnostic::error(cursor.token.description()).expected("a last line `h NAME`");
        cursor
            .builder
            .report
            .say(cut_off.at(cursor.span).help("the file seems to be cut off: save it again"));
    }
    cursor.builder.finish()
}

fn line(cursor: &mut Cursor<'_>) -> Step<()> {
    let read = match cursor.token {
        Token::Word("p") => place,
        Token::Word("t") => transition,
        Token::Word("e") => edge,
        Token::Word("n") => note,
        Token::Word("h") => net,
        _ => return cursor.unexpected("`p`, `t`, `e`, `n` or `h`"),
    };
    cursor.advance();
    read(cursor)?;
    if cursor.is_at_end() { Ok(()) } else { cursor.unexpected("the end of the line") }
}

fn place(cursor: &mut Cursor<'_>) -> Step<()> {
    let at = point(cursor)?;
    let name = new_name(cursor)?;
    let place = cursor.builder.place(&name);
    let span = cursor.span;
    let tokens = cursor.number()?;
    anchor(cursor)?;
    if !cursor.is_at_end() {
        label(cursor, &name)?;
    }
    cursor.builder.mark(place, tokens, span);
    cursor.builder.draw(&name, at);
    Ok(())
}

fn transition(cursor: &mut Cursor<'_>) -> Step<()> {
    let at = point(cursor)?;
    let name = new_name(cursor)?;
    cursor.builder.transition(&name);
    let has_label = matches!(cursor.token, Token::Word(word) if ANCHORS.contains(&word));
    if has_label {
        anchor(cursor)?;
    }
    interval(cursor, &name)?;
    anchor(cursor)?;
    if has_label {
        label(cursor, &name)?;
    }
    cursor.builder.draw(&name, at);
    Ok(())
}

/// Parses the name of a node that no earlier line has drawn.
fn new_name<'a>(cursor: &mut Cursor<'a>) -> Step<Name<'a>> {
    let span = cursor.span;
    let name = cursor.node_name()?;
    if cursor.builder.node(&name).is_none() {
        return Ok(name);
    }
    let twice = Diagnostic::error(format!("`{}` is drawn twice", excerpt(&name.text)));
    cursor.builder.report.say(twice.at(span).expected("a name of its own"));
    Err(Abandoned)
}

fn label<'a>(cursor: &mut Cursor<'a>, node: &Name<'a>) -> Step<()> {
    let label = cursor.name()?;
    cursor.builder.label(node.clone(), label.text);
    anchor(cursor)
}

/// Parses the bounds of an interval; a minus marks an open bound.
fn interval(cursor: &mut Cursor<'_>, transition: &Name<'_>) -> Step<()> {
    let start = cursor.span;
    let earliest = cursor.word("a number, where the interval begins")?;
    let end = cursor.span.end;
    let latest = cursor.word("a number, or `w` where the interval does not end")?;
    let is_always = latest == "w" && earliest.bytes().all(|digit| digit == b'0');
    if !is_always {
        cursor.builder.restrict(Restriction::Interval, || {
            let text = format!("`{} {}`", excerpt(earliest), excerpt(latest));
            let found = Diagnostic::error(format!("the interval {text} of `{}`", excerpt(&transition.text)));
            found.expected("`0 w`").at(Span { end, ..start })
        });
    }
    Ok(())
}

fn edge(cursor: &mut Cursor<'_>) -> Step<()> {
    let is_curved = match cursor.words_in_line() {
        4 => false,
        8 => true,
        words => {
            let found = Diagnostic::error(format!("an edge of {words} words"));
            return cursor.fail(found.expected("4 words behind `e`, or 8 where the edge is a curve"));
        }
    };
    let start = cursor.span;
    let from = end(cursor, is_curved)?;
    let to = end(cursor, is_curved)?;
    let span = Span { end: cursor.span.end, ..start };
    let (sign, weight) = inscription(cursor)?;
    anchor(cursor)?;
    let inscription = Inscription { sign, weight, span };
    match (from, to) {
        (Node::Place(from), Node::Transition(to)) => cursor.builder.input(Some(from), Some(to), inscription),
        (Node::Transition(from), Node::Place(to)) => cursor.builder.output(Some(to), Some(from), inscription),
        (Node::Transition(_), Node::Transition(_)) => {
            let priority = || Diagnostic::error("a priority between transitions").at(span);
            cursor.builder.restrict(Restriction::Priority, priority);
        }
        (Node::Place(_), Node::Place(_)) => {
            let places = Diagnostic::error("an edge between two places").at(span);
            cursor.builder.report.say(places.expected("an edge between a place and a transition"));
        }
    }
    Ok(())
}

/// Parses the end of an edge, a node that is already drawn; on a curve, also the direction in which the edge leaves it.
fn end(cursor: &mut Cursor<'_>, is_curved: bool) -> Step<Node> {
    let name = cursor.node_name()?;
    let Some(node) = cursor.builder.node(&name) else {
        cursor.builder.say_unknown(&name, "place or transition of a line before");
        return Err(Abandoned);
    };
    if is_curved {
        point(cursor)?;
    }
    Ok(node)
}

/// Parses `2`, or a sign and a number: `?2`, `?-2`, `!2`, `!-2`.
fn inscription(cursor: &mut Cursor<'_>) -> Step<(Sign, u64)> {
    let Token::Word(word) = cursor.token else { return cursor.unexpected("a weight") };
    let digits = word.trim_start_matches(['?', '!', '-']);
    let sign = match &word[..word.len() - digits.len()] {
        "" => Some(Sign::Moves),
        sign => Sign::of(sign),
    };
    match sign {
        Some(sign) => Ok((sign, cursor.number_of(digits)?)),
        None => cursor.unexpected("a weight, perhaps behind `?`, `?-`, `!` or `!-`"),
    }
}

fn point(cursor: &mut Cursor<'_>) -> Step<Point> {
    Ok(Point { x: coordinate(cursor)?, y: coordinate(cursor)? })
}

fn coordinate(cursor: &mut Cursor<'_>) -> Step<f64> {
    let number = match cursor.token {
        Token::Word(word) => word.parse().ok().filter(|number: &f64| number.is_finite()),
        _ => None,
    };
    match number {
        Some(number) => {
            cursor.advance();
            Ok(number)
        }
        None => cursor.unexpected("a coordinate"),
    }
}

fn anchor(cursor: &mut Cursor<'_>) -> Step<()> {
    match cursor.token {
        Token::Word(word) if ANCHORS.contains(&word) => {
            cursor.advance();
            Ok(())
        }
        _ => cursor.unexpected("the side of a text: `n`, `nw`, `w`, `sw`, `s`, `se`, `e`, `ne` or `c`"),
    }
}

/// Skips a note, which is a text for people.
fn note(cursor: &mut Cursor<'_>) -> Step<()> {
    rest(cursor);
    Ok(())
}

/// Skips details of the drawing.
fn rest(cursor: &mut Cursor<'_>) {
    while matches!(cursor.token, Token::Word(_) | Token::Quoted(_)) {
        cursor.advance();
    }
}

fn net(cursor: &mut Cursor<'_>) -> Step<()> {
    let name = cursor.name()?;
    cursor.builder.name(&name);
    rest(cursor);
    Ok(())
}
