//! The text that a format writes for a net.

use sanderling_net::{Format, Net};

/// Returns the text that a format writes for a net with these bounds, or a line with its refusal.
///
/// # Panics
/// If the format refuses a net after the first byte, or writes text that is not UTF-8.
#[must_use]
pub fn written(format: &dyn Format, net: &Net, bounds: &[Option<u64>]) -> String {
    let mut text = Vec::new();
    match format.write_bounded(net, bounds, &mut text) {
        Ok(()) => String::from_utf8(text).unwrap(),
        Err(refusal) => {
            assert!(text.is_empty(), "what is refused is refused before the first byte");
            format!("refused: {refusal}\n")
        }
    }
}
