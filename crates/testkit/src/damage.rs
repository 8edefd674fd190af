//! Damaged files, for tests of readers.

use std::fs;
use std::panic::catch_unwind;
use std::path::PathBuf;

/// Marsaglia's xorshift generator, *Xorshift RNGs*, Journal of Statistical Software, 2003.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// Returns a number below `limit`; 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).unwrap()
    }
}

/// Removes a line, and inserts it again, perhaps elsewhere.
pub fn move_line(bytes: &mut Vec<u8>, random: &mut Random) {
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    if lines.is_empty() {
        return;
    }
    let line = lines.remove(random.below(lines.len()));
    for _ in 0..random.below(3) {
        lines.insert(random.below(lines.len() + 1), line.clone());
    }
    *bytes = lines.concat();
}

/// Damages a text in a few positions: removes bytes, moves lines, changes bytes, to one of `characters` if there are
/// some, and inserts pieces of its language.
pub fn change(bytes: &mut Vec<u8>, random: &mut Random, pieces: &[&str], characters: &[u8]) {
    for _ in 0..=random.below(2) {
        let at = random.below(bytes.len() + 1);
        match random.below(10) {
            0 => _ = bytes.drain(at..bytes.len().min(at + random.below(20))),
            1..=3 => move_line(bytes, random),
            4 if at < bytes.len() => bytes[at] = u8::try_from(random.below(256)).unwrap(),
            5..=6 if at < bytes.len() && !characters.is_empty() => {
                bytes[at] = characters[random.below(characters.len())];
            }
            _ => _ = bytes.splice(at..at, pieces[random.below(pieces.len())].bytes()),
        }
    }
}

/// Damages each file this number of times, and counts those that `check` reports as accepted and refused.
///
/// # Panics
/// If `check` does, with the file.
pub fn check_damaged(
    seed: u64,
    files: impl IntoIterator<Item = (PathBuf, usize)>,
    damage: fn(&mut Vec<u8>, &mut Random),
    check: fn(&[u8]) -> bool,
) -> (usize, usize) {
    println!("seed {seed:#x}");
    let (mut random, mut accepted, mut refused) = (Random(seed), 0, 0);
    for (path, rounds) in files {
        let original = fs::read(&path).unwrap();
        for round in 0..rounds {
            let mut bytes = original.clone();
            damage(&mut bytes, &mut random);
            match catch_unwind(|| check(&bytes)) {
                Ok(true) => accepted += 1,
                Ok(false) => refused += 1,
                Err(_) => panic!("{} in round {round}:\n{}", path.display(), String::from_utf8_lossy(&bytes)),
            }
        }
    }
    println!("{accepted} accepted, {refused} refused");
    (accepted, refused)
}
