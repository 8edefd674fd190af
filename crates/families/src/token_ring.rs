//! Mutual exclusion by a circulating token.
//!
//! Source: Le Lann, *Distributed systems: towards a formal approach*, IFIP Congress, 1977. A station may request the
//! shared resource at any time, and uses it when the token arrives. It passes the token on when it is done, or at once
//! if it has no request.
//!
//! The token is at one of N stations, which is idle, waiting or using the resource; the others are idle or waiting. So
//! there are 3·N·2^(N-1) states, and no deadlock.

use crate::Family;
use crate::draft::{Draft, ring};

pub(crate) const FAMILY: Family = Family {
    name: "token-ring",
    about: "mutual exclusion of N stations by a token that goes round",
    size_of: "stations",
    sizes: 2..=100_000,
    draw,
};

fn draw(draft: &mut Draft, size: u64) {
    let stations = size as usize;
    let at = |station: usize, sector: f64, row: f64| ring(stations, station as f64 + sector, row);
    let tokens: Vec<_> = (0..stations)
        .map(|station| {
            draft.place(format!("token_{}", station + 1), u64::from(station == 0), at(station, 0.0, 0.0))
        })
        .collect();
    for station in 0..stations {
        let id = |word: &str| format!("{word}_{}", station + 1);
        let (token, next_token) = (tokens[station], tokens[(station + 1) % stations]);
        let idle = draft.place(id("idle"), 1, at(station, 0.25, 3.0));
        let waiting = draft.place(id("waiting"), 0, at(station, -0.25, 3.0));
        let using = draft.place(id("using"), 0, at(station, 0.0, 2.0));
        draft.transition(id("request"), at(station, 0.0, 4.0)).takes([idle]).puts([waiting]);
        draft.transition(id("use"), at(station, -0.25, 1.0)).takes([waiting, token]).puts([using]);
        draft.transition(id("release"), at(station, 0.25, 2.0)).takes([using]).puts([idle, next_token]);
        draft.transition(id("pass"), at(station, 0.25, 1.0)).takes([token]).puts([next_token]).keeps([idle]);
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILY;
    use crate::known::Counts;

    /// If the token is free, each of N·2^N states lets the holder use or pass it, and the idle stations may request. If
    /// it is in use, the holder releases it, and the other idle stations may request.
    #[test]
    fn three_phases_of_the_holder_times_two_of_the_others() {
        for size in 2..=6 {
            let half = 1_u64 << (size - 1);
            let states = 3 * size * half;
            let requests = size * size * half + size * (size - 1) * half / 2;
            let firings = requests + 3 * size * half;
            let expected = Counts { states, firings, deadlocks: 0, nearest_deadlock: None };
            assert_eq!(Counts::of(&FAMILY, size), expected);
        }
    }
}
