//! Conversion of a model with resolved names to the common net.
//!
//! Each variable, control location and buffer is a place with one token whose colour is the value. Each transition of a
//! process, and each pair of a sender and a receiver, is one transition of the net. A transition from a location that
//! is not committed is inhibited by every committed location. Effects are a code segment. Both semantics give the same
//! kind of net; [`number`], [`firing`] and [`exchange`] describe the differences. INVARIANT: [`MAX_TRANSITIONS`] and
//! [`MAX_SIZE`] bound the size of the net, however many pairs a model has.

mod assertion;
mod describe;
mod exchange;
mod firing;
mod frame;
mod interval;
mod number;
mod property;
mod size;
mod sorts;
mod step;
mod temporary;

use sanderling_net::{Diagnostics, Net, Program};

use crate::Semantics;
use crate::check::resolved;
use describe::Ids;
use frame::Frame;
use step::Steps;

/// Maximum number of transitions of a net.
pub(crate) const MAX_TRANSITIONS: u64 = 1 << 20;

/// Maximum total number of arcs, operators and operands of a net.
pub(crate) const MAX_SIZE: u64 = 1 << 22;

/// Maximum nesting depth of a term.
const MAX_DEPTH: usize = 250;

/// Returns the net of a model that was read from `text`, in a file called `name`.
///
/// # Errors
/// If the net would be too large, or a term in it too deep.
pub(crate) fn lower(
    program: &resolved::Program,
    semantics: Semantics,
    name: &str,
    text: &str,
) -> Result<Net, Diagnostics> {
    size::check_pairs(program)?;
    let mut net = Net::new(stem(name));
    let frame = Frame::build(program, semantics, &mut net);
    let steps = Steps::lower(&frame, text, &mut net)?;
    net.assertions = assertion::lower(&frame, &mut Ids::default())?;
    net.program =
        Some(Program { property: property::lower(&frame).map(Box::new), ..describe::program(&frame, steps) });
    Ok(net)
}

/// Returns the file name of a path, without the extension `.dve`.
fn stem(path: &str) -> &str {
    let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
    file.strip_suffix(".dve").unwrap_or(file)
}
