//! Conditions on letters: disjunctions of cubes.

use std::fmt;

/// A conjunction of literals: the atoms in `positive` hold, those in `negative` do not. No atom is in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube {
    /// Bit `i` is set if atom `i` must hold.
    pub positive: u64,
    /// Bit `i` is set if atom `i` must not hold.
    pub negative: u64,
}

impl Cube {
    /// The cube without literals, which allows every letter.
    pub const TRUE: Self = Self { positive: 0, negative: 0 };

    /// Returns the cube that allows only this letter.
    pub(crate) const fn letter(letter: u64) -> Self {
        Self { positive: letter, negative: !letter }
    }

    /// Returns whether the letter satisfies all literals.
    #[must_use]
    #[inline]
    pub fn allows(self, letter: u64) -> bool {
        letter & self.positive == self.positive && letter & self.negative == 0
    }

    /// Returns the cube of the letters that both allow, if there are any.
    pub(crate) fn and(self, other: Self) -> Option<Self> {
        let (positive, negative) = (self.positive | other.positive, self.negative | other.negative);
        (positive & negative == 0).then_some(Self { positive, negative })
    }

    /// Returns whether the other cube allows all letters that this one allows.
    pub(crate) fn is_within(self, other: Self) -> bool {
        other.positive & !self.positive == 0 && other.negative & !self.negative == 0
    }

    /// Returns the atoms with a literal.
    pub(crate) fn atoms(self) -> u64 {
        self.positive | self.negative
    }

    /// Returns the cube restricted to literals on these atoms.
    fn only(self, atoms: u64) -> Self {
        Self { positive: self.positive & atoms, negative: self.negative & atoms }
    }

    /// Returns the cube with one more literal.
    fn with(self, atom: u64, holds: bool) -> Self {
        let (positive, negative) = if holds { (atom, 0) } else { (0, atom) };
        Self { positive: self.positive | positive, negative: self.negative | negative }
    }

    /// Returns disjoint cubes for the letters that this one allows and the other does not.
    fn minus(self, other: Self) -> Vec<Self> {
        if self.and(other).is_none() {
            return vec![self];
        }
        let mut rest = self;
        let mut parts = Vec::new();
        for atom in bits(other.atoms() & !self.atoms()) {
            let holds = other.positive & atom != 0;
            parts.push(rest.with(atom, !holds));
            rest = rest.with(atom, holds);
        }
        parts
    }
}

/// Returns the bits that are set, each as a mask.
fn bits(mask: u64) -> impl Iterator<Item = u64> {
    (0..64).map(|i| 1 << i).filter(move |bit| mask & bit != 0)
}

/// A condition on letters: a disjunction of cubes. No cube and no literal is redundant, as far as that can be detected
/// in bounded time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guard {
    cubes: Vec<Cube>,
}

impl Guard {
    /// Returns the guard that allows the letters of all these cubes.
    #[must_use]
    pub fn any_of(cubes: impl IntoIterator<Item = Cube>) -> Self {
        let mut guard = Self { cubes: cubes.into_iter().collect() };
        guard.expand();
        guard.drop_redundant();
        guard
    }

    /// Returns the guard that allows every letter.
    #[must_use]
    pub fn all() -> Self {
        Self { cubes: vec![Cube::TRUE] }
    }

    /// Returns whether a letter is allowed; its bit `i` is set if atom `i` holds.
    #[must_use]
    #[inline]
    pub fn allows(&self, letter: u64) -> bool {
        self.cubes.iter().any(|cube| cube.allows(letter))
    }

    /// Returns the cubes; a letter must satisfy one of them.
    #[must_use]
    pub fn cubes(&self) -> &[Cube] {
        &self.cubes
    }

    /// Returns the atoms that it depends on, bit `i` for atom `i`.
    #[must_use]
    pub fn atoms(&self) -> u64 {
        self.cubes.iter().fold(0, |atoms, cube| atoms | cube.atoms())
    }

    /// Returns whether it allows no letter.
    #[must_use]
    pub fn is_never(&self) -> bool {
        self.cubes.is_empty()
    }

    /// Returns the guard of the letters that both allow.
    pub(crate) fn and(&self, other: &Self) -> Self {
        let pairs = self.cubes.iter().flat_map(|&a| other.cubes.iter().filter_map(move |&b| a.and(b)));
        Self::any_of(pairs)
    }

    /// Returns the guard of the letters that this guard allows and none of the cubes does. If that needs too many
    /// cubes, returns this guard, which allows more.
    pub(crate) fn minus_if_small(&self, cubes: &[Cube]) -> Self {
        const MAX_CUBES: usize = 64;
        let mut left = self.cubes.clone();
        for &cube in cubes {
            left = left.into_iter().flat_map(|part| part.minus(cube)).collect();
            if left.len() > MAX_CUBES {
                return self.clone();
            }
        }
        Self::any_of(left)
    }

    /// Returns whether every letter that this guard allows is known to satisfy one of the cubes.
    pub(crate) fn is_covered(&self, cubes: &[Cube]) -> bool {
        self.cubes.iter().all(|&cube| covers(cubes, cube))
    }

    /// Removes from each cube the literals without which it allows no new letters.
    fn expand(&mut self) {
        for index in 0..self.cubes.len() {
            for atom in bits(self.cubes[index].atoms()) {
                let wider = self.cubes[index].only(!atom);
                if covers(&self.cubes, wider) {
                    self.cubes[index] = wider;
                }
            }
        }
        self.cubes.sort_unstable();
        self.cubes.dedup();
    }

    /// Removes cubes that the others cover.
    fn drop_redundant(&mut self) {
        let mut index = 0;
        while index < self.cubes.len() {
            let cube = self.cubes.remove(index);
            if !covers(&self.cubes, cube) {
                self.cubes.insert(index, cube);
                index += 1;
            }
        }
    }
}

/// Returns the cubes without those that are contained in another one.
pub(crate) fn maximal(mut cubes: Vec<Cube>) -> Vec<Cube> {
    cubes.sort_unstable_by_key(|cube| cube.atoms().count_ones());
    let mut maximal: Vec<Cube> = Vec::new();
    for cube in cubes {
        if !maximal.iter().any(|&known| cube.is_within(known)) {
            maximal.push(cube);
        }
    }
    maximal
}

/// Maximum number of splits of cubes when checking coverage, which may take exponential time.
const MAX_SPLITS: usize = 10_000;

/// Returns whether every letter that `cube` allows is known to satisfy one of the cubes. Returns `false` if that takes
/// too long.
pub(crate) fn covers(cubes: &[Cube], cube: Cube) -> bool {
    covers_within(cubes, cube, &mut MAX_SPLITS.clone())
}

/// Checks coverage by splitting the cube by an atom and checking both halves, until a single cube suffices.
fn covers_within(cubes: &[Cube], cube: Cube, left: &mut usize) -> bool {
    let near: Vec<_> = cubes.iter().copied().filter(|other| other.and(cube).is_some()).collect();
    if near.iter().any(|&other| cube.is_within(other)) {
        return true;
    }
    let Some(atom) = near.first().and_then(|other| bits(other.atoms() & !cube.atoms()).next()) else {
        return false;
    };
    if *left == 0 {
        return false;
    }
    *left -= 1;
    [false, true].iter().all(|&holds| covers_within(&near, cube.with(atom, holds), left))
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_never() {
            return f.write_str("false");
        }
        for (index, cube) in self.cubes.iter().enumerate() {
            let between = if index > 0 { " | " } else { "" };
            write!(f, "{between}{cube}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.atoms() == 0 {
            return f.write_str("true");
        }
        let literals = (0..64).filter(|i| self.atoms() >> i & 1 == 1).map(|i| {
            let sign = if self.negative >> i & 1 == 1 { "!" } else { "" };
            format!("{sign}p{i}")
        });
        f.write_str(&literals.collect::<Vec<_>>().join(" & "))
    }
}
