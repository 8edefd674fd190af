//! The files of a model: the one that is read, and those that it includes.
//!
//! Lines and bytes are numbered consecutively over all files, first those of the model, so that a line says its file.
//! INVARIANT: positions that leave this crate are in the model, since each [`Span`] refers to one text. For a part of
//! an included file, that is the `#include` in the model.

use std::path::Path;

use sanderling_net::format::StoredQuery;
use sanderling_net::{Diagnostic, Diagnostics, Net, Span};

/// The files that have been read.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// Total number of lines and bytes.
    size: Start,
    included: Vec<Included>,
}

/// Number of lines and bytes before a file.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Start {
    pub(crate) lines: u32,
    pub(crate) bytes: u32,
}

/// A file that an `#include` has read.
#[derive(Debug)]
struct Included {
    /// Path from the folder of the model.
    name: String,
    /// Number of lines before it.
    lines: u32,
    /// The `#include` in the model.
    directive: Span,
}

impl Files {
    /// Adds the text of a file.
    pub(crate) fn add(&mut self, text: &str) -> Start {
        let start = self.size;
        self.size.lines += text.matches('\n').count() as u32 + 1;
        self.size.bytes += text.len() as u32;
        start
    }

    /// Adds the text of a file that a directive includes.
    pub(crate) fn include(&mut self, name: String, text: &str, directive: Span) -> Start {
        let start = self.add(text);
        self.included.push(Included { name, lines: start.lines, directive: self.span(directive) });
        start
    }

    /// Returns the number of included files.
    pub(crate) fn count(&self) -> usize {
        self.included.len()
    }

    /// Returns the number of bytes of all files.
    pub(crate) fn bytes(&self) -> u32 {
        self.size.bytes
    }

    /// Returns the included file that contains a line, and the number of the line in it.
    fn included(&self, line: u32) -> Option<(&Included, u32)> {
        let later = self.included.partition_point(|file| file.lines < line);
        let file = later.checked_sub(1).map(|file| &self.included[file])?;
        Some((file, line - file.lines))
    }

    /// Returns the name of a location before the statement in a line: `line12`, or `b_line12` in the file `b.pml`.
    pub(crate) fn location(&self, line: u32) -> String {
        let Some((file, line)) = self.included(line) else { return format!("line{line}") };
        let stem = Path::new(&file.name).file_stem().unwrap_or_default().to_string_lossy();
        let stem = stem.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
        let first = if stem.starts_with(|letter: char| letter.is_ascii_digit()) { "_" } else { "" };
        format!("{first}{stem}_line{line}")
    }

    /// Returns the description of a line: `line 12`, or ``line 12 of `b.pml` ``.
    pub(crate) fn line(&self, line: u32) -> String {
        match self.included(line) {
            None => format!("line {line}"),
            Some((file, line)) => format!("line {line} of `{}`", file.name),
        }
    }

    /// Returns the position in the model.
    fn span(&self, span: Span) -> Span {
        self.included(span.line).map_or(span, |(file, _)| file.directive)
    }

    /// Moves a diagnostic to its position in the model. The message says the position in an included file.
    fn diagnostic(&self, mut found: Diagnostic) -> Diagnostic {
        if let Some((span, (file, line))) =
            found.span.and_then(|span| Some((span, self.included(span.line)?)))
        {
            found.message =
                format!("in `{}`, line {line}, column {}: {}", file.name, span.column, found.message);
            found.span = Some(file.directive);
        }
        found.related = found.related.map(|(span, label)| (self.span(span), label));
        found
    }

    /// Moves diagnostics to their positions in the model.
    pub(crate) fn diagnostics(&self, found: Diagnostics) -> Diagnostics {
        let mut moved = Diagnostics::new();
        moved.extend(found.into_iter().map(|found| self.diagnostic(found)));
        moved
    }

    /// Moves a query to its position in the model.
    pub(crate) fn query(&self, mut query: StoredQuery) -> StoredQuery {
        query.span = self.span(query.span);
        query.formula = query.formula.map_err(|found| Box::new(self.diagnostic(*found)));
        query
    }

    /// Moves all parts of a net to their positions in the model.
    pub(crate) fn net(&self, net: &mut Net) {
        let places = net.places.iter_mut().filter_map(|place| place.span.as_mut());
        let transitions = net.transitions.iter_mut().filter_map(|transition| transition.span.as_mut());
        let assertions = net.assertions.iter_mut().filter_map(|assertion| assertion.span.as_mut());
        places.chain(transitions).chain(assertions).for_each(|span| *span = self.span(*span));
        let Some(program) = &mut net.program else { return };
        let processes = program.processes.iter_mut().filter_map(|process| process.span.as_mut());
        let channels = program.channels.iter_mut().filter_map(|channel| channel.span.as_mut());
        let moves = program.steps.iter_mut().flat_map(|step| &mut step.moves).map(|moved| &mut moved.span);
        processes.chain(channels).chain(moves).for_each(|span| *span = self.span(*span));
        let Some(claim) = &mut program.property else { return };
        let beyond = claim.beyond.iter_mut().filter_map(|beyond| beyond.span.as_mut());
        let guards = claim.transitions.iter_mut().filter_map(|watch| watch.guard.as_mut()?.span.as_mut());
        claim.span.iter_mut().chain(beyond).chain(guards).for_each(|span| *span = self.span(*span));
    }
}
