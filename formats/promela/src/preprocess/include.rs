//! Inclusion of other files.
//!
//! As in C, a name begins in the folder of the file that includes it. INVARIANT: [`MAX_DEPTH`], [`MAX_FILES`] and
//! [`MAX_BYTES`] bound what is read, also if files include each other.

use std::path::{Component, Path};

use sanderling_net::{Diagnostics, Span};

use super::{Preprocessor, error, spelled};
use crate::token::{Kind, MAX_BYTES, Token, tokens};

/// Maximum nesting depth of included files.
const MAX_DEPTH: usize = 32;

/// Maximum number of included files; each inclusion of a file counts.
const MAX_FILES: usize = 1024;

impl Preprocessor<'_> {
    /// Executes the directives of an included file, and adds its text to the output.
    pub(super) fn include(&mut self, rest: &[Token], span: Span) -> Result<(), Diagnostics> {
        let found = format!("`#include{}`", spelled(rest));
        let insert = "insert the other file, for instance by `cpp -P`";
        let Some(name) = rest.first().filter(|name| name.kind == Kind::Text) else {
            return Err(error(found, span)
                .expected("the name of a file in double quotes")
                .help(insert)
                .into());
        };
        if !self.source.is_file() {
            let help = format!("{insert}; only a model in a file can include others");
            return Err(error(found, span).help(help).into());
        }
        let path = Path::new(name.text.trim_matches('"'));
        if !path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            let expected = "a file in the folder of the including file, or in a folder in it";
            return Err(error(found, span).expected(expected).help(insert).into());
        }
        if self.depth == MAX_DEPTH || self.files.count() == MAX_FILES {
            let expected = format!("at most {MAX_DEPTH} files in each other, and {MAX_FILES} in all");
            let help = "does a file include itself?";
            return Err(error(found, span).expected(expected).help(help).into());
        }
        let path = self.folder.join(path);
        let left = (MAX_BYTES as u64).saturating_sub(self.files.bytes().into());
        let file = self.source.included(&path, left).map_err(|problem| {
            error(format!("{found}: cannot read `{}`: {problem}", path.display()), span)
        })?;
        let text = file.decoded()?;
        let start = self.files.include(path.display().to_string(), &text, span);
        let all = tokens(&text, start)?;
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        let before = std::mem::replace(&mut self.folder, folder);
        self.depth += 1;
        self.file(&all)?;
        self.depth -= 1;
        self.folder = before;
        Ok(())
    }
}
