//! How large a construct of a file may be before it is taken for an accident or an attack.
//!
//! Memory stays in proportion to the file in any case, because nothing is expanded; these bounds
//! keep single constructs and the time spent on them in check. Real files stay far below them.

/// Elements inside each other.
pub(crate) const DEPTH: usize = 256;
/// Attributes of an element. Their names are compared pairwise.
pub(crate) const ATTRIBUTES: usize = 256;
/// Namespace declarations in scope at a time. Each prefix is looked up among them.
pub(crate) const NAMESPACES: usize = 256;
/// Bytes of the text of an element.
pub(crate) const TEXT_BYTES: usize = 16 << 20;
/// Bytes of the value of an attribute.
pub(crate) const ATTRIBUTE_BYTES: usize = 1 << 20;
/// Digits of a number, leading zeros included.
pub(crate) const DIGITS: usize = 40;
/// Errors that are reported one by one; the rest is counted.
pub(crate) const ERRORS: usize = 20;
/// Things that are said once each, whatever their number.
pub(crate) const ONCE: usize = 100;
/// Harmless flaws of one kind that are reported one by one; the rest is counted.
pub(crate) const FLAWS: usize = 3;
/// Warnings that are reported one by one; the rest is counted.
pub(crate) const WARNINGS: usize = 20;
/// Bytes of a file: spans count them in 32 bits.
pub(crate) const FILE_BYTES: usize = u32::MAX as usize;
