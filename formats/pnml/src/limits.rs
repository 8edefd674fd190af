//! Limits on single constructs of a file, beyond which it is considered an accident or an attack.
//!
//! Memory is proportional to the file in any case, because nothing is expanded. These limits bound single constructs
//! and the time spent on them. Real files stay far below them.

/// Maximum nesting depth of elements.
pub(crate) const DEPTH: usize = 256;
/// Maximum number of attributes of an element. Their names are compared pairwise.
pub(crate) const ATTRIBUTES: usize = 256;
/// Maximum number of namespace declarations in scope. Each prefix is searched linearly.
pub(crate) const NAMESPACES: usize = 256;
/// Maximum length of the text of an element, in bytes.
pub(crate) const TEXT_BYTES: usize = 16 << 20;
/// Maximum length of the value of an attribute, in bytes.
pub(crate) const ATTRIBUTE_BYTES: usize = 1 << 20;
/// Maximum number of digits of a number, including leading zeros.
pub(crate) const DIGITS: usize = 40;
/// Maximum number of errors to report one by one; the others are counted.
pub(crate) const ERRORS: usize = 20;
/// Maximum number of keys for diagnostics that are reported once.
pub(crate) const ONCE: usize = 100;
/// Maximum number of harmless flaws of one kind to report one by one; the others are counted.
pub(crate) const FLAWS: usize = 3;
/// Maximum number of warnings to report one by one; the others are counted.
pub(crate) const WARNINGS: usize = 20;
/// Maximum size of a file in bytes. Spans have 32-bit offsets.
pub(crate) const FILE_BYTES: usize = u32::MAX as usize;
