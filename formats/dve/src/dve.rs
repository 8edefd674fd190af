//! DVE as a net format.

use sanderling_net::format::{Parsed, Recognition};
use sanderling_net::{Diagnostics, Format, Source};

use crate::check::check;
use crate::lower::lower;
use crate::syntax::Transition;
use crate::{Semantics, parse, recognise};

/// The format, with one of the two semantics of the language.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dve {
    /// The semantics of models, where implementations differ.
    pub semantics: Semantics,
}

impl Format for Dve {
    fn name(&self) -> &'static str {
        "dve"
    }

    fn description(&self) -> &'static str {
        "DVE, communicating processes as DiVinE and LTSmin read them"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["dve"]
    }

    fn recognise(&self, source: &Source) -> Recognition {
        if recognise::is_unmistakable(source.bytes()) {
            Recognition::ByContent
        } else if source.extension() == "dve" {
            Recognition::ByName
        } else {
            Recognition::No
        }
    }

    fn parse(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        let text = source.decoded()?;
        let parsed = parse::outline(&text, self.semantics)?;
        let mut warnings = parsed.warnings;
        let whole = |transition: &Transition| parse::transition(&text, self.semantics, transition);
        let (program, found) = check(&parsed.model, &whole)?;
        drop(parsed.model);
        warnings.extend(found);
        warnings.sort();
        let net = lower(&program, self.semantics, source.name(), &text)?;
        Ok(Parsed { nets: vec![net], warnings })
    }
}
