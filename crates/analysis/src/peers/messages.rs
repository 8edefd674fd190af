//! Messages between processes: a head as text, optionally followed by bytes.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Lost, Peers};

/// Writes a message that consists of a head.
pub(crate) fn write(head: &impl Serialize) -> Vec<u8> {
    let text = serde_json::to_vec(head).expect("numbers and texts can be written");
    let mut message = Vec::with_capacity(size_of::<u64>() + text.len());
    message.extend((text.len() as u64).to_le_bytes());
    message.extend(text);
    message
}

/// Reads the head of a message, and returns the rest.
pub(crate) fn read<H: DeserializeOwned>(process: usize, message: &[u8]) -> Result<(H, &[u8]), Lost> {
    let cut = || {
        let (length, rest) = message.split_first_chunk()?;
        rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)
    };
    let (text, rest) = cut().ok_or_else(|| unreadable(process, "it is cut off"))?;
    let head = serde_json::from_slice(text).map_err(|error| unreadable(process, &error.to_string()))?;
    Ok((head, rest))
}

/// Sends the same head to all processes, and returns that of each.
pub(crate) fn exchange_heads<H: Serialize + DeserializeOwned>(
    peers: &mut dyn Peers,
    head: &H,
) -> Result<Vec<H>, Lost> {
    let messages = peers.exchange(vec![write(head); peers.processes()])?;
    messages.iter().enumerate().map(|(process, message)| Ok(read(process, message)?.0)).collect()
}

pub(crate) fn unreadable(process: usize, why: &str) -> Lost {
    Lost::new(process, format!("its message cannot be read: {why}"))
}
