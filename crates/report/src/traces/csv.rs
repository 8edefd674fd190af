//! Traces as a table for spreadsheets and scripts: comma-separated values with a row for each step.
//!
//! The columns are `step`, `transition`, `binding`, `changes` and `error`. Row 0 is the start: its `changes` are the
//! marking, as `p = 2; q = 1`. In the other rows, `changes` are the changed places, as `p: 2 -> 1; q: 1 -> 2`, and
//! `binding` is `x = a; y = b`. In these lists, `\` precedes `;`, `=`, `:`, `>` and `\` within a name or a value.
//! Fields are quoted according to RFC 4180 (Y. Shafranovich, *Common Format and MIME Type for Comma-Separated Values
//! (CSV) Files*, 2005). Lines end in a line feed; the reader accepts both kinds of line ends. The contents of places
//! are read as texts, which is how a replay compares them. Moves, communications and names of a program's steps are
//! left out.

use std::fmt::{self, Display, Write};

use super::TraceFault;
use crate::{Change, Count, Step, TokenValue, Tokens, Trace};

/// The columns.
const HEADER: &str = "step,transition,binding,changes,error";
const COLUMNS: usize = 5;

/// Whether a text begins with the header of these tables.
pub(super) fn is_headed(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.trim_end() == HEADER)
}

/// Writes a trace.
pub(super) fn write(trace: &Trace) -> String {
    let mut out = format!("{HEADER}\n");
    let marking = trace
        .initial
        .iter()
        .map(|(place, tokens)| format!("{} = {}", Word(place), Word(&tokens.to_string())));
    row(&mut out, 0, ["", "", &listed(marking), ""]);
    for (index, step) in trace.steps.iter().enumerate() {
        let binding =
            step.binding.iter().map(|(variable, value)| format!("{} = {}", Word(variable), Word(value)));
        let changes = step.changed.iter().map(|change| {
            let [before, after] = [&change.before, &change.after].map(ToString::to_string);
            format!("{}: {} -> {}", Word(&change.place), Word(&before), Word(&after))
        });
        let error = step.error.as_deref().unwrap_or_default();
        row(&mut out, index + 1, [&step.event, &listed(binding), &listed(changes), error]);
    }
    out
}

fn listed(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join("; ")
}

fn row(out: &mut String, step: usize, fields: [&str; COLUMNS - 1]) {
    let _ = write!(out, "{step}");
    for field in fields {
        let _ = write!(out, ",{}", Field(field));
    }
    out.push('\n');
}

/// A name or a value in a list.
struct Word<'a>(&'a str);

impl Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blanks_first = self.0.len() - self.0.trim_start().len();
        let blanks_last = self.0.trim_end().len();
        for (at, c) in self.0.char_indices() {
            // Unescaped blanks around a word would be taken for separators.
            if matches!(c, ';' | '=' | ':' | '>' | '\\') || at < blanks_first || at >= blanks_last {
                f.write_char('\\')?;
            }
            f.write_char(c)?;
        }
        Ok(())
    }
}

/// A field of a row.
struct Field<'a>(&'a str);

impl Display for Field<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.contains([',', '"', '\n', '\r']) || self.0.trim() != self.0 {
            write!(f, "\"{}\"", self.0.replace('"', "\"\""))
        } else {
            f.write_str(self.0)
        }
    }
}

/// Reads a trace.
pub(super) fn read(text: &str) -> Result<Trace, TraceFault> {
    let mut rows = rows(text)?.into_iter();
    let header = rows.next().map(|(_, fields)| fields.join(","));
    if header.as_deref() != Some(HEADER) {
        return Err(TraceFault::new("no header").expected(format!("`{HEADER}`")).at(text, 0));
    }
    let mut trace = Trace::default();
    for (offset, fields) in rows {
        let at = |fault: TraceFault| fault.at(text, offset);
        let Ok(fields) = <[String; COLUMNS]>::try_from(fields) else {
            let found = "a row with a different number of columns than the header";
            return Err(at(TraceFault::new(found).expected("five")));
        };
        read_row(&mut trace, fields).map_err(at)?;
    }
    Ok(trace)
}

/// Reads a row, and adds it to the trace of the rows before it.
fn read_row(trace: &mut Trace, fields: [String; COLUMNS]) -> Result<(), TraceFault> {
    let [step, event, binding, changes, error] = fields;
    let is_first = trace.steps.is_empty() && trace.initial.is_empty();
    if is_first && step == "0" {
        let marking = pairs(&changes, '=').map_err(TraceFault::new)?;
        trace.initial = marking.into_iter().map(|(place, held)| (place, tokens(held))).collect();
        return Ok(());
    }
    let expected = trace.steps.len() + 1;
    if step.parse() != Ok(expected) {
        return Err(TraceFault::new(format!("the step `{step}`")).expected(format!("`{expected}`")));
    }
    if event.is_empty() {
        return Err(TraceFault::new("a step without a transition"));
    }
    trace.steps.push(Step {
        event,
        binding: pairs(&binding, '=').map_err(TraceFault::new)?.into_iter().collect(),
        changed: changed(&changes).map_err(TraceFault::new)?,
        error: (!error.is_empty()).then_some(error),
        ..Step::default()
    });
    Ok(())
}

fn changed(text: &str) -> Result<Vec<Change>, String> {
    let mut changes = Vec::new();
    for (place, change) in words(text, ':')? {
        let (before, after) =
            split(&change, '>').ok_or_else(|| format!("`{}` has no `->`", change.trim()))?;
        let before = before.strip_suffix('-').ok_or_else(|| format!("`{}` has no `->`", change.trim()))?;
        changes.push(Change { place, before: tokens(unescaped(before)?), after: tokens(unescaped(after)?) });
    }
    Ok(changes)
}

/// Parses the printed contents of a place.
fn tokens(text: String) -> Tokens {
    match text.parse::<Count>() {
        Ok(count) if text == count.to_string() => Tokens::Plain(count),
        _ => Tokens::Value(TokenValue::Text(text)),
    }
}

/// Returns the items of a list, cut at this character, with both parts unescaped.
fn pairs(text: &str, at: char) -> Result<Vec<(String, String)>, String> {
    words(text, at)?.into_iter().map(|(left, right)| Ok((left, unescaped(&right)?))).collect()
}

/// Returns the items of a list, cut at this character, with the left part unescaped.
fn words(text: &str, at: char) -> Result<Vec<(String, String)>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (item, behind) = split(rest, ';').unwrap_or((rest, ""));
        let (left, right) = split(item, at).ok_or_else(|| format!("`{}` has no `{at}`", item.trim()))?;
        found.push((unescaped(left)?, right.to_owned()));
        rest = behind.trim_start();
    }
    Ok(found)
}

/// Splits a text at the first unescaped occurrence of a character.
fn split(text: &str, at: char) -> Option<(&str, &str)> {
    let mut is_escaped = false;
    let position = text.char_indices().find(|&(_, c)| {
        let is_it = c == at && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_it
    })?;
    Some((&text[..position.0], &text[position.0 + at.len_utf8()..]))
}

fn unescaped(text: &str) -> Result<String, String> {
    let mut out = String::new();
    // The length without the unescaped blanks after the word.
    let mut length = 0;
    let mut characters = text.trim_start().chars();
    while let Some(c) = characters.next() {
        let is_escaped = c == '\\';
        let c = if is_escaped { characters.next().ok_or("a `\\` at the end")? } else { c };
        out.push(c);
        if is_escaped || !c.is_whitespace() {
            length = out.len();
        }
    }
    out.truncate(length);
    Ok(out)
}

/// Returns the rows that are not empty, each with the byte at which it begins.
fn rows(text: &str) -> Result<Vec<(usize, Vec<String>)>, TraceFault> {
    let mut rows = Vec::new();
    let (mut at, mut row_start, mut row) = (0, 0, Vec::new());
    while at < text.len() {
        let (field, end) = field(text, at)?;
        row.push(field);
        at = end;
        let rest = &text[at..];
        if rest.starts_with(',') {
            at += 1;
            if at < text.len() {
                continue;
            }
            row.push(String::new());
        }
        at += if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
        let ended = std::mem::take(&mut row);
        if ended != [""] {
            rows.push((row_start, ended));
        }
        row_start = at;
    }
    Ok(rows)
}

/// Returns the field that begins at a byte, and the byte after it.
fn field(text: &str, start: usize) -> Result<(String, usize), TraceFault> {
    let rest = &text[start..];
    if !rest.starts_with('"') {
        let length = rest.find([',', '\n']).unwrap_or(rest.len());
        let is_last = rest[length..].starts_with('\n');
        let field = &rest[..length];
        let field = field.strip_suffix('\r').filter(|_| is_last).unwrap_or(field);
        return Ok((field.to_owned(), start + field.len()));
    }
    let (mut value, mut at) = (String::new(), start + 1);
    while let Some(length) = text[at..].find('"') {
        value.push_str(&text[at..at + length]);
        at += length + 1;
        let behind = &text[at..];
        if behind.starts_with('"') {
            value.push('"');
            at += 1;
        } else if behind.is_empty() || behind.starts_with([',', '\n']) || behind.starts_with("\r\n") {
            return Ok((value, at));
        } else {
            return Err(TraceFault::new("text after a quoted field").expected("a comma").at(text, at));
        }
    }
    Err(TraceFault::new("a quoted field without an end").expected("`\"`").at(text, start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace() -> Trace {
        let text = |text: &str| Tokens::Value(TokenValue::Text(text.into()));
        let change =
            |place: &str, before: Tokens, after: Tokens| Change { place: place.into(), before, after };
        let plain = Step {
            event: "t(x=a,y=b)".into(),
            changed: vec![
                change("p;:=> \\", 2u8.into(), 1u8.into()),
                change("q", text("{red=2, (1,2)=1}"), text("a\"b\nc")),
            ],
            ..Step::default()
        };
        let binding =
            [("x", " a; b=\\"), ("y", "é ")].into_iter().map(|(id, value)| (id, value.to_owned())).collect();
        let last =
            Step { event: " u\n".into(), binding, error: Some("a \"b\", c".into()), ..Step::default() };
        let initial = [("p;:=> \\", 2u8.into()), ("q", text("{red=2, (1,2)=1}"))].into_iter().collect();
        Trace { initial, steps: vec![plain, last].into(), ..Trace::default() }
    }

    #[test]
    fn a_table_has_a_row_for_the_start_and_one_for_each_step() {
        let step = Step {
            event: "t".into(),
            changed: vec![
                Change { place: "p".into(), before: 2u8.into(), after: 1u8.into() },
                Change { place: "q".into(), before: 1u8.into(), after: 2u8.into() },
            ],
            ..Step::default()
        };
        let initial = [("p", Tokens::from(2u8)), ("q", 1u8.into())].into_iter().collect();
        let text = write(&Trace { initial, steps: vec![step].into(), ..Trace::default() });
        assert_eq!(text, format!("{HEADER}\n0,,,p = 2; q = 1,\n1,t,,p: 2 -> 1; q: 1 -> 2,\n"));
    }

    #[test]
    fn odd_names_and_values_survive() {
        let text = write(&trace());
        assert_eq!(read(&text).unwrap(), trace(), "{text}");
    }

    #[test]
    fn other_ends_of_lines_and_no_start_are_read() {
        let text = format!("{HEADER}\r\n1,t,,,\r\n\r\n2,\"u\",,,");
        let events: Vec<_> = read(&text).unwrap().steps.into_iter().map(|step| step.event).collect();
        assert_eq!(events, ["t", "u"]);
    }

    #[test]
    fn mistakes_have_their_place() {
        for (rows, beginning) in [
            ("1,t,,", "2:1: a row with a different number"),
            ("1,t,,,,", "2:1: a row with a different number"),
            ("0,,,,\n2,t,,,", "3:1: the step `2`, expected `1`"),
            ("x,t,,,", "2:1: the step `x`"),
            ("1,,,,", "2:1: a step without a transition"),
            ("1,t,x,,", "2:1: `x` has no `=`"),
            ("1,t,,p: 1,", "2:1: `1` has no `->`"),
            ("1,t,,p: 1 > 2,", "2:1: `1 > 2` has no `->`"),
            ("1,t,x=\\,,", "2:1: a `\\` at the end"),
            ("1,\"t,,,", "2:3: a quoted field without an end"),
            ("1,\"t\"u,,,", "2:6: text after a quoted field"),
        ] {
            let fault = read(&format!("{HEADER}\n{rows}\n")).expect_err(rows).to_string();
            assert!(fault.starts_with(beginning), "{rows}: {fault}");
        }
        assert!(read("step,transition\n").unwrap_err().to_string().starts_with("1:1: no header"));
    }
}
