//! From a model whose names are looked up to the common net.
//!
//! A variable, a control location and a buffer are a place each, with one token whose colour is the
//! value. A transition of a process, or a sender with a receiver, is one transition of the net; a
//! transition from a location that is not committed is inhibited by every location that is.
//! Effects are a code segment. Both readings of the language come out as the same kind of net;
//! where they differ is told in [`number`], [`firing`] and [`exchange`]. INVARIANT: the net is
//! bounded in size by [`MAX_TRANSITIONS`] and [`MAX_SIZE`], whatever pairs a model has.

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

/// How many transitions a net may have.
pub(crate) const MAX_TRANSITIONS: u64 = 1 << 20;

/// How many arcs, and operators and operands of terms, a net may have altogether.
pub(crate) const MAX_SIZE: u64 = 1 << 22;

/// How deep a term may nest.
const MAX_DEPTH: usize = 250;

/// The net of a model that was read from `text`, in a file of this name.
///
/// # Errors
/// Where the net would be too large, or a term in it too deep.
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

/// A path's last name, without its ending.
fn stem(path: &str) -> &str {
    let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
    file.strip_suffix(".dve").unwrap_or(file)
}
