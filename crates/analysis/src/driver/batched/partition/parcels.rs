//! Successors that belong to other processes, as bytes.
//!
//! The head of a message is followed, for each bucket of the receiver, by a length in bytes and a
//! [parcel](Parcel) of that length: states in order, each once, as differences. All threads write and read
//! buckets.

use std::ops::Range;
use std::sync::Mutex;

use sanderling_store::hash::hash;
use sanderling_store::{Parcel, read_states};
use sanderling_system::{Adaptive, Extremes, with_words, word_count};

use super::super::Outbox;
use super::super::workers::{AtHand, Workers, into_inner, lock};
use super::message::unreadable;
use super::ownership::{BUCKETS, bucket};
use super::part::{Part, PartOutbox, PartWorkspace};
use crate::peers::Lost;

/// The states that leave a process for a bucket: taken from its outboxes, and then as bytes.
#[derive(Default)]
struct Leaving {
    parcels: Vec<Parcel>,
    bytes: Vec<u8>,
}

/// Removes the states of other processes from the outboxes, and returns them as bytes by bucket.
pub(super) fn pack<O: Outbox>(
    workers: &mut Workers<PartOutbox<O>>,
    words: usize,
    own: &Range<usize>,
) -> Vec<Vec<u8>> {
    let leaving = |bucket: usize| {
        let of_bucket = workers.outboxes.iter_mut().map(|outbox| std::mem::take(&mut outbox.foreign[bucket]));
        Mutex::new(Leaving { parcels: of_bucket.collect(), bytes: Vec::new() })
    };
    let leaving: Vec<_> = (0..BUCKETS).map(leaving).collect();
    workers.share_out(BUCKETS, &|bucket| {
        if !own.contains(&bucket) {
            let Leaving { parcels, bytes } = &mut *lock(&leaving[bucket]);
            let (first, others) = parcels.split_first_mut().expect("there is an outbox");
            others.iter().for_each(|other| first.append(other));
            with_words!(words, W => first.write_to::<W>(words, bytes));
        }
    });
    let written = leaving.into_iter().enumerate().map(|(bucket, leaving)| {
        let Leaving { parcels, bytes } = into_inner(leaving);
        for (outbox, mut parcel) in workers.outboxes.iter_mut().zip(parcels) {
            parcel.clear();
            outbox.foreign[bucket] = parcel;
        }
        bytes
    });
    written.collect()
}

/// Adds the parcels of some buckets to a message.
pub(super) fn write(message: &mut Vec<u8>, parcels: &[Vec<u8>]) {
    message.reserve(parcels.iter().map(|parcel| size_of::<u64>() + parcel.len()).sum());
    for parcel in parcels {
        message.extend((parcel.len() as u64).to_le_bytes());
        message.extend(parcel);
    }
}

/// A received parcel: its sender, its bucket, and its bytes.
pub(super) struct Arrived<'m> {
    process: usize,
    bucket: usize,
    bytes: &'m [u8],
}

/// Finds the parcels after the head of a message from a process.
pub(super) fn read<'m>(
    process: usize,
    mut message: &'m [u8],
    own: &Range<usize>,
    parcels: &mut Vec<Arrived<'m>>,
) -> Result<(), Lost> {
    for bucket in own.clone() {
        let cut = || {
            let (length, rest) = message.split_first_chunk()?;
            rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)
        };
        let (bytes, rest) = cut().ok_or_else(|| unreadable(process, "states are missing"))?;
        if !bytes.is_empty() {
            parcels.push(Arrived { process, bucket, bytes });
        }
        message = rest;
    }
    if message.is_empty() { Ok(()) } else { Err(unreadable(process, "there is more behind its states")) }
}

/// Sorts the states of some parcels into outboxes, in order.
pub(super) fn unpack<S: Extremes + Adaptive, P: Part<S>>(
    part: &P,
    store: &P::Store,
    workers: &mut Workers<P::Outbox>,
    words: usize,
    parcels: &[Arrived<'_>],
) -> Result<(), Lost> {
    workers.outboxes.iter_mut().for_each(Outbox::clear);
    let (_, unreadable) = workers.work(
        parcels.len(),
        || (),
        |at, at_hand, outbox, ()| {
            let AtHand { workspace: PartWorkspace { states, hashes, of_store }, .. } = at_hand;
            let Arrived { process, bucket: wanted, bytes } = parcels[at];
            if with_words!(words, W => read_states::<W>(bytes, words, states)).is_none() {
                return Some(unreadable(process, "states are damaged"));
            }
            // A sender that addresses a state to the wrong process has another hash function, or does not
            // belong to this search.
            hashes.clear();
            with_words!(words, W => hashes.extend(states.chunks_exact(word_count::<W>(words)).map(hash)));
            if hashes.iter().any(|&hash| bucket(hash) != wanted) {
                return Some(unreadable(process, "states are another process's"));
            }
            part.sort(store, (states, hashes), of_store, &mut outbox.own);
            None
        },
    );
    unreadable.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::super::ownership::owned;
    use super::*;
    use crate::limits::Limits;
    use crate::outbox::Outbox as Records;
    use crate::recent::Recent;

    #[test]
    fn parcels_are_found_behind_a_head_and_a_piece_of_them_is_refused() {
        for threads in [1, 3] {
            let mut workers: Workers<PartOutbox<Records>> =
                Workers::new(threads, || Recent::new(2, &Limits::default()));
            let own = owned(0, 3);
            for (at, outbox) in workers.outboxes.iter_mut().enumerate() {
                for word in 0..1000_u64 {
                    let state = [word, at as u64 % 2];
                    outbox.foreign[bucket(hash(&state))].push_if(true, &state);
                }
            }
            let packed = pack(&mut workers, 2, &own);
            assert!(own.clone().all(|bucket| packed[bucket].is_empty()));
            assert!(workers.outboxes.iter().all(|outbox| outbox.foreign.iter().all(Parcel::is_empty)));
            let (to, mut message) = (owned(2, 3), Vec::new());
            write(&mut message, &packed[to.clone()]);
            let mut parcels = Vec::new();
            read(0, &message, &to, &mut parcels).expect("it is whole");
            let mut found = Vec::new();
            for Arrived { bucket: of, bytes, .. } in &parcels {
                let mut states = Vec::new();
                read_states::<2>(bytes, 2, &mut states).expect("it is whole");
                found.extend(states.as_chunks::<2>().0.iter().map(|state| {
                    assert_eq!(bucket(hash(state)), *of);
                    *state
                }));
            }
            found.sort_unstable();
            let several = if threads > 1 { 2 } else { 1 };
            let all = (0..1000).flat_map(|word| (0..several).map(move |at| [word, at]));
            let expected: Vec<_> = all.filter(|state| to.contains(&bucket(hash(state)))).collect();
            assert_eq!(found, expected);
            for length in (0..message.len()).step_by(7) {
                assert!(read(0, &message[..length], &to, &mut Vec::new()).is_err());
            }
            message.push(0);
            assert!(read(0, &message, &to, &mut Vec::new()).is_err());
        }
    }
}
