//! The built-in formats, and the choice of the format of a file.
//!
//! [`FORMATS`] is the only list of built-in formats. Each is a module here, except PNML and DVE, which tests and other
//! crates need without the rest. A new format is a module and a line in the list. Further formats can be added without
//! rebuilding, by an executable that prints nets as JSON; see [`Converter`] and `docs/external-formats.md`. [`choose`]
//! selects a format by the user's choice, then by the content, then by the extension. [`Reading`] combines all steps,
//! from a file and the user's choices to one net.

pub mod astg;
mod choose;
mod converter;
pub mod cpn_tools;
mod foreign;
pub mod greatspn;
pub mod helena;
mod json;
pub mod lola;
mod lost;
mod output;
pub mod pflow;
pub mod promela;
mod reading;
pub mod tina;

use sanderling_dve::Dve;
use sanderling_net::Format;

pub use choose::{Choice, choose};
pub use converter::{Converter, MAX_OUTPUT_BYTES};
pub use json::Json;
pub use lost::lost;
pub use reading::{DIFFERENCES, NotRead, OneNet, Reading, SEMANTICS, Word, semantics_word};
pub use sanderling_dve::Semantics;

/// The built-in formats.
pub static FORMATS: &[&dyn Format] = &[
    &sanderling_pnml::Pnml,
    &Dve { semantics: Semantics::Ltsmin },
    &cpn_tools::CpnTools,
    &Json,
    &pflow::Pflow,
    &greatspn::GreatSpn,
    &promela::Promela,
    &helena::Helena,
    &lola::Lola,
    &tina::Tina,
    &tina::Ndr,
    &astg::Astg,
];

/// Returns the built-in format with this name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}

/// Returns the built-in format for writing a file with this extension; one that cannot be written if no other format
/// has the extension.
#[must_use]
pub fn by_extension(extension: &str) -> Option<&'static dyn Format> {
    let mut found = FORMATS.iter().copied().filter(|format| format.extensions().contains(&extension));
    let first = found.next()?;
    Some(std::iter::once(first).chain(found).find(|format| format.can_write()).unwrap_or(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_first_extensions_of_formats_are_their_own() {
        for (index, format) in FORMATS.iter().enumerate() {
            assert!(std::ptr::addr_eq(by_name(format.name()).unwrap(), *format));
            for other in &FORMATS[..index] {
                assert_ne!(format.name(), other.name());
                assert_ne!(format.extensions()[0], other.extensions()[0]);
            }
        }
    }

    #[test]
    fn every_format_describes_itself_in_one_line() {
        for format in FORMATS {
            assert!(!format.description().is_empty() && !format.description().contains('\n'));
        }
    }
}
