//! The examples of `docs/properties.md` and the messages of `messages.md`, run.

use crate::sample::{net, program, workshop};
use sanderling_property::{ColouredStatement, Formula, Property, Statement};

const PAGE: &str = include_str!("../../../../docs/properties.md");

/// Wrong properties with their messages, in fenced blocks like those of the page.
const MESSAGES: &str = include_str!("messages.md");

/// The fenced blocks of the page and of the messages in order: language and text.
fn blocks() -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in PAGE.lines().chain(MESSAGES.lines()) {
        match (line.strip_prefix("```"), open.take()) {
            (Some(language), None) => open = Some((language.to_string(), String::new())),
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some((language, text))) => open = Some((language, format!("{text}{line}\n"))),
            (None, None) => {}
        }
    }
    blocks
}

fn formula(text: &str) -> Formula {
    let property = Property::parse(&format!("reach {text}"), &net());
    property.unwrap_or_else(|diagnostics| panic!("{text}: {diagnostics}")).formula
}

#[test]
fn examples_are_properties() {
    let mut properties = 0;
    for (_, text) in blocks().iter().filter(|(language, _)| language == "property") {
        properties += Property::parse_all(text, &net()).unwrap_or_else(|e| panic!("{text}\n{e}")).len();
    }
    assert!(properties >= 12, "{properties} properties found in the page");
}

#[test]
fn examples_about_runs_are_properties() {
    let mut properties = 0;
    for (_, text) in blocks().iter().filter(|(language, _)| language == "run-property") {
        properties +=
            ColouredStatement::parse_all(text, &net()).unwrap_or_else(|e| panic!("{text}\n{e}")).len();
    }
    assert!(properties >= 5, "{properties} properties found in the page");
}

#[test]
fn the_table_of_precedence_of_temporal_operators_is_right() {
    let read = |text: &str| {
        let statement = ColouredStatement::parse(text, &net()).unwrap_or_else(|e| panic!("{text}: {e}"));
        statement.without_colours().map(|statement| match statement {
            Statement::Runs(property) => (property.logic, property.formula),
            _ => panic!("{text} is about runs"),
        })
    };
    let rows = PAGE.lines().skip_while(|line| !line.starts_with("| written | is read as")).skip(2);
    let mut compared = 0;
    for row in rows.take_while(|row| row.starts_with("| `")) {
        let cells: Vec<_> = row.split('`').collect();
        assert_eq!(read(cells[1]), read(cells[3]), "{row}");
        compared += 1;
    }
    assert_eq!(compared, 8);
}

#[test]
fn coloured_examples_are_properties() {
    let mut properties = 0;
    for (_, text) in blocks().iter().filter(|(language, _)| language == "coloured-property") {
        let read = Property::parse_all_coloured(text, &workshop()).unwrap_or_else(|e| panic!("{text}\n{e}"));
        properties += read.len();
    }
    assert!(properties >= 4, "{properties} properties found in the page");
}

#[test]
fn wrong_coloured_examples_have_the_messages_below_them() {
    let blocks = blocks();
    let pairs: Vec<_> = blocks.windows(2).filter(|pair| pair[0].0 == "coloured-property-error").collect();
    assert!(!pairs.is_empty());
    for pair in pairs {
        let diagnostics = Property::parse_all_coloured(&pair[0].1, &workshop()).expect_err(&pair[0].1);
        assert_eq!(diagnostics.to_string(), pair[1].1.trim_end());
    }
}

#[test]
fn examples_about_programs_are_properties() {
    let mut properties = 0;
    for (_, text) in blocks().iter().filter(|(language, _)| language == "program-property") {
        properties += Property::parse_all(text, &program()).unwrap_or_else(|e| panic!("{text}\n{e}")).len();
    }
    assert!(properties >= 5, "{properties} properties found in the page");
}

#[test]
fn wrong_examples_about_programs_have_the_messages_below_them() {
    let blocks = blocks();
    let pairs: Vec<_> = blocks.windows(2).filter(|pair| pair[0].0 == "program-property-error").collect();
    assert!(!pairs.is_empty());
    for pair in pairs {
        let diagnostics = Property::parse_all(&pair[0].1, &program()).expect_err(&pair[0].1);
        assert_eq!(diagnostics.to_string(), pair[1].1.trim_end());
    }
}

#[test]
fn wrong_examples_have_the_messages_below_them() {
    let blocks = blocks();
    let pairs: Vec<_> = blocks.windows(2).filter(|pair| pair[0].0 == "property-error").collect();
    assert!(!pairs.is_empty());
    for pair in pairs {
        let diagnostics = ColouredStatement::parse_all(&pair[0].1, &net()).expect_err(&pair[0].1);
        assert_eq!(diagnostics.to_string(), pair[1].1.trim_end());
    }
}

#[test]
fn tables_of_equal_conditions_are_right() {
    let own = PAGE.split("## Runs").next().unwrap_or_default();
    let rows = own.lines().skip_while(|line| !line.starts_with("| written | means the same as"));
    let mut compared = 0;
    for row in rows.filter(|row| row.starts_with("| `")) {
        let cells: Vec<_> = row.split('`').collect();
        if let [_, written, " | ", meant, " |"] = cells[..] {
            assert_eq!(formula(written).to_negation_normal_form(), formula(meant).to_negation_normal_form());
            compared += 1;
        }
    }
    assert_eq!(compared, 11);
}

#[test]
fn atoms_in_the_table_of_conditions_are_conditions() {
    let rows = PAGE.lines().skip_while(|line| !line.starts_with("| written | holds if"));
    let rows = rows.take_while(|row| row.starts_with('|')).filter(|row| row.starts_with("| `"));
    let atoms: Vec<_> = rows.map(|row| row.split('`').nth(1).unwrap_or_default()).map(formula).collect();
    assert_eq!(atoms.len(), 7);
}

#[test]
fn the_table_of_other_words_is_right() {
    let page = PAGE.split("## Other tools' words").nth(1).unwrap_or_default();
    let rows = page.lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
    let mut compared = 0;
    for row in rows.take_while(|row| row.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let words = |cell: &str| -> Vec<String> {
            cell.split('`').skip(1).step_by(2).map(|word| word.replace(" C", " (p > 1)")).collect()
        };
        let (written, meant) = (words(cells[0]), words(cells[1]));
        if written.iter().all(|text| text.contains("(p > 1)")) {
            for (position, text) in written.iter().enumerate() {
                let ours = meant.get(position).or(meant.first()).expect("a meaning");
                let read =
                    |text: &str| Property::parse(text, &net()).unwrap_or_else(|e| panic!("{text}: {e}"));
                assert_eq!(read(text).target(), read(ours).target(), "{text} against {ours}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 16);
}
