//! The errors in invalid properties, as a snapshot: each text, its messages, and a
//! caret below the column that each message gives.

use crate::sample;
use std::fmt::Write as _;

use sanderling_net::Diagnostics;
use sanderling_property::Property;

/// Texts that hold an error each, by what is wrong with them.
const TEXTS: &[&str] = &[
    // The property itself.
    "",
    "# only a comment",
    "tokens(p) <= 3",
    "AF tokens(p) <= 3",
    "EF AG deadlock",
    "always",
    "property x always true",
    "property : always true",
    "property x: deadlock",
    "always true; reach false",
    // Atoms.
    "always p",
    "always enabled(t)",
    "always True",
    "always not always deadlock",
    "always tokens p <= 3",
    "always tokens() <= 3",
    "always tokens(p <= 3",
    "always tokens(p q) <= 3",
    "always tokens(p, 1) <= 3",
    "always tokens(p + q) <= 3",
    "always tokens(p(a)) <= 3",
    "always tokens(\"p) <= 3",
    "always tokens(\"\\q\") <= 3",
    "always tokens(\"\\u{110000}\") <= 3",
    "always \"p\" and \"free\"",
    // Operators.
    "always tokens(p) <= ",
    "always tokens(p) =< 3",
    "always tokens(p) => 3",
    "always deadlock And true",
    "always deadlock deadlock",
    "always north go >= 1",
    "always 2 tokens(p) <= 3",
    "always tokens(p) / 2 <= 3",
    "always tokens(p) <= +3",
    "always (deadlock or true",
    "always deadlock or true)",
    "always deadlock iff true iff false",
    "always 1 <= tokens(p) > 3",
    "always 1 != tokens(p) != 3",
    "always deadlock xor true xor false",
    "always § true",
    // Kinds.
    "always tokens(p)",
    "always tokens(p) and 3",
    "always not tokens(p)",
    "always deadlock <= 3",
    "always 1 <= deadlock <= 3",
    "always deadlock == true",
    "always -deadlock < 1 or 3 + true < tokens(p)",
    "always tokens(p) * tokens(q) <= 3",
    // Sizes.
    "always tokens(p) <= 1000000000000000000000000000001",
    "always 99999999999999999999999999999999999999999999999999 > tokens(p)",
    "always 2000000000000000000*tokens(p) <= 3",
    "always 600000000000000000*tokens(p) <= 600000000000000000*tokens(q)",
    "always 1000000000000000*1000000000000000*10*tokens(p) <= 3",
    // Ids.
    "always tokens(fre) + tokens(free) <= tokens(ready) and fireable(take_left, leaving)",
    "always tokens(waitting) <= 3 and fireable(waiting)",
    "always tokens(t) <= 3 and fireable(p)",
    "always tokens(p-q) <= 3",
    "always tokens(\"2nd floor\") <= 3 and tokens(nowhere) <= 3 and tokens(nowhere) >= 1",
    // Several properties.
    "property x: always tokens(p <= 3\nreach tokens(nil) == 1;\nreach deadlock or\nproperty x: reach true\nproperty x: reach false",
];

fn messages(text: &str) -> Diagnostics {
    let net = sample::net();
    let one = Property::parse(text, &net);
    let result = if text.contains('\n') { Property::parse_all(text, &net).map(drop) } else { one.map(drop) };
    result.expect_err(text)
}

/// The messages, each below the line that it is about.
fn rendered(text: &str, diagnostics: &Diagnostics) -> String {
    let mut rendered = String::new();
    for diagnostic in diagnostics {
        let span = diagnostic.span.expect("every message has a place");
        let line = text.lines().nth(span.line as usize - 1).unwrap_or_default();
        let indent = " ".repeat(span.column as usize - 1);
        let width =
            text[span.start as usize..span.end as usize].lines().next().unwrap_or_default().chars().count();
        let caret = format!("| {indent}{}", "^".repeat(width.max(1)));
        writeln!(rendered, "{}\n{caret}\n{diagnostic}", format!("| {line}").trim_end()).expect("a string");
    }
    rendered
}

#[test]
fn errors_give_the_position_the_problem_and_the_expected_text() {
    let all: Vec<_> = TEXTS.iter().map(|text| rendered(text, &messages(text))).collect();
    insta::assert_snapshot!("errors", all.join("\n"));
}

#[test]
fn any_cut_or_mangled_text_is_answered_without_a_panic() {
    for text in TEXTS {
        for (at, _) in text.char_indices() {
            let _ = Property::parse_all(&text[..at], &sample::net());
            let _ = Property::parse_all(&text[at..], &sample::net());
            let mangled = format!("{}\"{}", &text[..at], &text[at..]);
            let answer = Property::parse_all(&mangled, &sample::net());
            if let Err(diagnostics) = answer {
                assert!(diagnostics.iter().all(|d| d.span.is_some_and(|s| s.end as usize <= mangled.len())));
            }
        }
    }
}
