//! Encoding of sorted keys as differences.
//!
//! If only the last word differs from that of the previous key, the positive difference is written in groups of seven
//! bits. Otherwise a zero is written, followed by the differing bytes of each word: a byte that marks them, then these
//! bytes, combined with the previous ones by exclusive-or.

use sanderling_system::word_count;

/// Appends the difference from `previous` to `key`, which must be greater.
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
        difference(before ^ word, bytes);
    }
}

/// PERF: the length of a number is unpredictable, so only the longest ones have a branch. For others, eight bytes are
/// written and truncated.
#[inline(always)]
fn number(number: u64, bytes: &mut Vec<u8>) {
    let (length, count) = (bytes.len(), (u64::BITS - (number | 1).leading_zeros()).div_ceil(7));
    if count > 8 {
        let group = |at: u32| (number >> (7 * at)) as u8 & 0x7f;
        bytes.extend((0..count).map(|at| group(at) | if at + 1 < count { 0x80 } else { 0 }));
        return;
    }
    let going_on = GOING_ON & !(u64::MAX << (8 * (count - 1)));
    bytes.extend_from_slice(&(apart(number) | going_on).to_le_bytes());
    bytes.truncate(length + count as usize);
}

/// The continuation bit of each byte of a number.
const GOING_ON: u64 = 0x8080_8080_8080_8080;

/// Spreads a number of at most 56 bits over bytes of seven bits each.
const fn apart(number: u64) -> u64 {
    let halves = (number & 0x0fff_ffff) | (number << 4 & 0x0fff_ffff_0000_0000);
    let quarters = (halves & 0x0000_3fff_0000_3fff) | (halves << 2 & 0x3fff_0000_3fff_0000);
    (quarters & 0x007f_007f_007f_007f) | (quarters << 1 & 0x7f00_7f00_7f00_7f00)
}

/// Joins bytes of seven bits each into a number.
const fn together(bytes: u64) -> u64 {
    let quarters = (bytes & 0x007f_007f_007f_007f) | (bytes & 0x7f00_7f00_7f00_7f00) >> 1;
    let halves = (quarters & 0x0000_3fff_0000_3fff) | (quarters & 0x3fff_0000_3fff_0000) >> 2;
    (halves & 0x0fff_ffff) | (halves & 0x0fff_ffff_0000_0000) >> 4
}

/// PERF: as in [`number`].
#[inline(always)]
fn difference(difference: u64, bytes: &mut Vec<u8>) {
    let (mut kept, mut which, mut count) = ([0; 16], 0, 1);
    for (at, byte) in difference.to_le_bytes().into_iter().enumerate() {
        kept[count % 16] = byte;
        which |= u8::from(byte != 0) << at;
        count += usize::from(byte != 0);
    }
    kept[0] = which;
    let length = bytes.len();
    bytes.extend_from_slice(&kept);
    bytes.truncate(length + count);
}

/// Reads `count` keys word by word. The first key is given. Returns `None` if the bytes are not valid.
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
    if let Some(eight) = bytes[*at..].first_chunk() {
        let eight = u64::from_le_bytes(*eight);
        let ends = !eight & GOING_ON;
        if ends != 0 {
            let count = (ends.trailing_zeros() + 1) / 8;
            *at += count as usize;
            return Some(together(eight & !GOING_ON & u64::MAX >> (64 - 8 * count)));
        }
    }
    read_number_by_bytes(bytes, at)
}

/// Reads a number of more than eight bytes, or one at the end of the bytes.
fn read_number_by_bytes(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
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
    let (mut difference, mut next) = ([0; 8], *at);
    if let Some(eight) = bytes[*at..].first_chunk::<8>() {
        let mut read = 0;
        for (at_byte, byte) in difference.iter_mut().enumerate() {
            let is_there = which >> at_byte & 1;
            *byte = eight[read % 8] & is_there.wrapping_neg();
            read += usize::from(is_there);
        }
        next += read;
    } else {
        for (at_byte, byte) in difference.iter_mut().enumerate() {
            if which >> at_byte & 1 == 1 {
                *byte = *bytes.get(next)?;
                next += 1;
            }
        }
    }
    *at = next;
    Some(u64::from_le_bytes(difference))
}

/// Computes a checksum, which detects changed bytes with near certainty.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    let (chunks, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = chunks.iter().chain([&last]).map(|chunk| u64::from_le_bytes(*chunk));
    let start = bytes.len() as u64 ^ 0x9e37_79b9_7f4a_7c15;
    let sum = words.fold(start, |sum, word| (sum ^ word).wrapping_mul(0xd1b5_4a32_d192_ed03).rotate_left(29));
    (sum ^ sum >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_differences_of_every_length_are_read_as_they_were_written() {
        let ends =
            (0..64).flat_map(|bit| [1 << bit, (1 << bit) | 1, u64::MAX >> bit, 0x0101_0101_0101_0101 << bit]);
        for value in ends.chain([0x00ff_00ff_00ff_00ff, 0xab00_0000_0000_00cd]) {
            for behind in 0..10 {
                let (mut bytes, mut at) = (vec![9], 1);
                number(value, &mut bytes);
                difference(value, &mut bytes);
                let length = bytes.len();
                bytes.resize(length + behind, 0xff);
                assert_eq!(read_number(&bytes, &mut at), Some(value));
                assert_eq!(read_difference(&bytes, &mut at), Some(value));
                assert_eq!(at, length, "{value:x}, {behind}");
            }
        }
    }

    #[test]
    fn numbers_and_differences_that_are_cut_off_are_refused() {
        for value in (0..64).map(|bit| u64::MAX >> bit) {
            let (mut of_number, mut of_difference) = (Vec::new(), Vec::new());
            number(value, &mut of_number);
            difference(value, &mut of_difference);
            for length in 0..of_number.len() {
                assert_eq!(read_number(&of_number[..length], &mut 0), None);
            }
            for length in 0..of_difference.len() {
                assert_eq!(read_difference(&of_difference[..length], &mut 0), None);
            }
        }
        assert_eq!(read_number(&[0xff; 20], &mut 0), None);
    }
}
