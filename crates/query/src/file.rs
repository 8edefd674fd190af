//! Files of properties, in the language of `docs/properties.md` or in the XML of the Model Checking Contest.

use sanderling_net::{Diagnostics, Net, Source};
use sanderling_property::ColouredStatement;

use crate::contest::{self, ContestProperty, ContestQuery};
use crate::{LeftOut, Mistake, Properties};

/// Returns the properties of a file. In a file of the contest, at least one property must be supported, and the others
/// are omitted. Any other file must be understood as a whole.
///
/// # Errors
/// If the file is not understood, with the position, or has no property that can be answered.
pub fn in_file(source: Source, net: &Net) -> Result<Properties, Mistake> {
    let Ok(text) = std::str::from_utf8(source.bytes()) else {
        return Err(Mistake::of_file(format!("`{}` is not UTF-8 text", source.name()), source.name()));
    };
    if contest::is_property_set(text) {
        let read = contest::read(text, net);
        return match read {
            Ok(set) => of_contest(set, source),
            Err(found) => Err(Mistake::in_text(source, found)),
        };
    }
    match ColouredStatement::parse_all(text, net) {
        Ok(properties) if properties.is_empty() => {
            Err(Mistake::of_file(format!("`{}` contains no property", source.name()), source.name()))
        }
        Ok(properties) => Ok(Properties::of(properties)),
        Err(found) => Err(Mistake::in_text(source, found)),
    }
}

fn of_contest(set: Vec<ContestProperty>, source: Source) -> Result<Properties, Mistake> {
    let mut properties = Properties::default();
    for ContestProperty { id, query } in set {
        match query {
            Ok(ContestQuery::Temporal(property)) => {
                properties.statements.push(ColouredStatement::Runs(property));
            }
            Ok(ContestQuery::Formula(property)) => {
                properties.statements.push(ColouredStatement::Markings(property));
            }
            Ok(other) => properties.leave_out(LeftOut::unsupported(id, source.name(), &other)),
            Err(found) => properties.leave_out(LeftOut::mistaken(id, source.name(), found)),
        }
    }
    if properties.statements.is_empty() {
        let message = format!("`{}` contains no property that can be answered", source.name());
        let mut warnings = Diagnostics::new();
        warnings.extend(properties.left_out.into_iter().map(|(_, one)| one.warning));
        return Err(Mistake::diagnosed(message, source, warnings));
    }
    Ok(properties)
}
