//! Keys in order, written as differences.
//!
//! Where only the last word differs from that of the key before, it is greater by a number, which is written in groups of seven bits. Otherwise
//! a zero is written, and for each word the bytes that differ: a byte that says which, and these, exclusive-or'd with those before.

use sanderling_system::word_count;

/// Appends what leads from `previous` to `key`, which is greater.
#[inline(always)]
pub(crate) fn encode<const W: usize>(previous: &[u64], key: &[u64], bytes: &mut Vec<u8>) {
    let words = word_count::<W>(key.len());
    let last = words - 1;
    if previous[..last] == key[..last] {
        debug_assert!(previous[last] < key[last], "keys are in order");
        number(key[last] - previous[last], bytes);
        return;
    }
    bytes.push(0);
    for (before, word) in previous[..words].iter().zip(&key[..words]) {
        let difference = (before ^ word).to_le_bytes();
        let which = (0..8).filter(|&at| difference[at] != 0).fold(0, |which, at| which | 1 << at);
        bytes.push(which);
        bytes.extend(difference.iter().filter(|&&byte| byte != 0));
    }
}

fn number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads so many keys, the first of which is given, word by word; `None` where that is not what is there.
pub(crate) fn decode<const W: usize>(
    first: &[u64],
    count: usize,
    bytes: &[u8],
    keys: &mut Vec<u64>,
) -> Option<()> {
    let words = word_count::<W>(first.len());
    let last = words - 1;
    keys.clear();
    keys.resize(count * words, 0);
    keys[..words].copy_from_slice(&first[..words]);
    let mut at = 0;
    for start in (words..count * words).step_by(words) {
        let (before, key) = keys.split_at_mut(start);
        let (before, key) = (&before[start - words..], &mut key[..words]);
        match read_number(bytes, &mut at)? {
            0 => {
                for (word, before) in key.iter_mut().zip(before) {
                    *word = before ^ read_difference(bytes, &mut at)?;
                }
            }
            difference => {
                key[..last].copy_from_slice(&before[..last]);
                key[last] = before[last].checked_add(difference)?;
            }
        }
    }
    (at == bytes.len()).then_some(())
}

#[inline(always)]
fn read_number(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let first = *bytes.get(*at)?;
    *at += 1;
    if first < 0x80 {
        return Some(first.into());
    }
    let mut number = u64::from(first & 0x7f);
    for shift in (7..64).step_by(7) {
        let byte = *bytes.get(*at)?;
        *at += 1;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[inline(always)]
fn read_difference(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let which = *bytes.get(*at)?;
    *at += 1;
    let mut difference = [0; 8];
    for (at_byte, byte) in difference.iter_mut().enumerate() {
        if which >> at_byte & 1 == 1 {
            *byte = *bytes.get(*at)?;
            *at += 1;
        }
    }
    Some(u64::from_le_bytes(difference))
}

/// What tells with near certainty whether bytes are still those that were written.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    let (chunks, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = chunks.iter().chain([&last]).map(|chunk| u64::from_le_bytes(*chunk));
    let start = bytes.len() as u64 ^ 0x9e37_79b9_7f4a_7c15;
    let sum = words.fold(start, |sum, word| (sum ^ word).wrapping_mul(0xd1b5_4a32_d192_ed03).rotate_left(29));
    (sum ^ sum >> 32) as u32
}
