//! The parsers for the property language and for expressions in options, on arbitrary bytes.

use sanderling_net::Net;
use sanderling_property::{ColouredProperty, ColouredStatement, Expression, Property, Statement};

use crate::Target;
use crate::nets::{COLOURED, PLAIN};

pub(crate) const TARGET: Target = Target {
    name: "property",
    promise: "what is refused has an error; a property that is accepted is read back as the same one from what it is displayed as",
    run,
};

fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    plain(&text, &PLAIN);
    coloured(&text, &COLOURED);
    of_either_kind(&text, &COLOURED);
    if let Err(found) = Expression::parse_list(&text, &PLAIN) {
        assert!(found.has_errors(), "refused without an error");
    }
}

fn plain(text: &str, net: &Net) {
    let properties = match Property::parse_all(text, net) {
        Err(found) => return assert!(found.has_errors(), "refused without an error"),
        Ok(properties) => properties,
    };
    for property in properties {
        let shown = property.display(net).to_string();
        let again = Property::parse(&shown, net).unwrap_or_else(|found| panic!("{shown}: {found}"));
        assert!(again.name == property.name && again.quantifier == property.quantifier, "{shown}");
        assert_eq!(again.formula, property.formula, "{shown}");
    }
}

fn coloured(text: &str, net: &Net) {
    let properties = match ColouredProperty::parse_all_coloured(text, net) {
        Err(found) => return assert!(found.has_errors(), "refused without an error"),
        Ok(properties) => properties,
    };
    for property in properties {
        let shown = property.display(net).to_string();
        let again =
            ColouredProperty::parse_coloured(&shown, net).unwrap_or_else(|found| panic!("{shown}: {found}"));
        assert_eq!(again.formula, property.formula, "{shown}");
    }
}

fn of_either_kind(text: &str, net: &Net) {
    let statements = match ColouredStatement::parse_all(text, net) {
        Err(found) => return assert!(found.has_errors(), "refused without an error"),
        Ok(statements) => statements,
    };
    for statement in statements {
        let shown = statement.display(net);
        match (ColouredStatement::parse(&shown, net), statement) {
            (Ok(Statement::Runs(again)), Statement::Runs(property)) => {
                assert_eq!(again.display(net), property.display(net));
            }
            (Ok(Statement::Markings(again)), Statement::Markings(property)) => {
                assert_eq!(again.formula, property.formula, "{shown}");
            }
            (Ok(Statement::Livelock(again)), Statement::Livelock(property)) => {
                assert_eq!(again.progress, property.progress, "{shown}");
            }
            (Ok(_), _) => panic!("{shown} is of another kind"),
            // The displayed text has more parentheses and may be nested more deeply.
            (Err(found), _) => assert!(found.to_string().contains("levels deep"), "{shown}: {found}"),
        }
    }
}
