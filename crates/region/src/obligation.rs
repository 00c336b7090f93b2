//! An obligation: a position, why it is asked for, and what is already known of its value.

use solveig_game::{Interval, Key};

use crate::Roles;

/// One position of a level before it is settled.
///
/// What is known comes from its parents alone and is always true: a child of a `FREE` node of value
/// *v* is worth at least *-v*, the canonical child of an `OPTIMAL` node exactly *-v*, and so on.
/// For a node that has only auxiliary roles the interval *is* the claim to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obligation<K> {
    /// The key of the position that stands for its class.
    pub key: K,
    /// Why the position is asked for.
    pub roles: Roles,
    /// What the parents imply about the value, for the side to move.
    pub known: Interval,
}

impl<K: Key> Obligation<K> {
    /// What two parents ask of the same position, together.
    pub fn merge(&mut self, other: &Self) {
        debug_assert_eq!(self.key, other.key);
        self.roles = self.roles.union(other.roles);
        self.known = self.known.meet(other.known);
    }

    /// Bytes of the encoding: key, roles, lower, upper.
    pub const WIDTH: usize = K::BITS as usize / 8 + 9;

    /// Appends the little-endian encoding.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.key.to_u128().to_le_bytes()[..K::BITS as usize / 8]);
        bytes.push(self.roles.bits());
        bytes.extend_from_slice(&self.known.lower.to_le_bytes());
        bytes.extend_from_slice(&self.known.upper.to_le_bytes());
    }

    /// Reads an encoding of [`Self::WIDTH`] bytes; `None` where it is not one.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (key, rest) = decode_key::<K>(bytes)?;
        let roles = Roles::from_bits(*rest.first()?)?;
        let lower = i32::from_le_bytes(rest.get(1..5)?.try_into().ok()?);
        let upper = i32::from_le_bytes(rest.get(5..9)?.try_into().ok()?);
        Some(Self {
            key,
            roles,
            known: Interval { lower, upper },
        })
    }
}

/// Reads a key from the front of `bytes`.
pub(crate) fn decode_key<K: Key>(bytes: &[u8]) -> Option<(K, &[u8])> {
    let width = K::BITS as usize / 8;
    let mut wide = [0; 16];
    wide[..width].copy_from_slice(bytes.get(..width)?);
    Some((K::from_u128(u128::from_le_bytes(wide))?, &bytes[width..]))
}

/// Merges runs that are sorted by key into one, and what is asked of the same position into one.
pub struct MergedRuns<'a, K> {
    heads: std::collections::BinaryHeap<std::cmp::Reverse<(K, usize)>>,
    runs: Vec<Run<'a, K>>,
}

struct Run<'a, K> {
    head: Obligation<K>,
    rest: std::slice::ChunksExact<'a, u8>,
}

impl<'a, K: Key> MergedRuns<'a, K> {
    /// Starts merging encoded runs. A run ends at its first malformed encoding; callers check
    /// checksums before.
    pub fn new(runs: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut heads = std::collections::BinaryHeap::new();
        let mut started = Vec::new();
        for run in runs {
            let mut rest = run.chunks_exact(Obligation::<K>::WIDTH);
            if let Some(head) = rest.next().and_then(Obligation::decode) {
                heads.push(std::cmp::Reverse((head.key, started.len())));
                started.push(Run { head, rest });
            }
        }
        Self {
            heads,
            runs: started,
        }
    }

    fn pop(&mut self) -> Option<Obligation<K>> {
        let std::cmp::Reverse((_, at)) = self.heads.pop()?;
        let run = &mut self.runs[at];
        let popped = run.head;
        if let Some(next) = run.rest.next().and_then(Obligation::decode) {
            run.head = next;
            self.heads.push(std::cmp::Reverse((next.key, at)));
        }
        Some(popped)
    }
}

impl<K: Key> Iterator for MergedRuns<'_, K> {
    type Item = Obligation<K>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut merged = self.pop()?;
        while self.heads.peek().is_some_and(|head| head.0.0 == merged.key) {
            let same = self.pop()?;
            merged.merge(&same);
        }
        Some(merged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn obligation(key: u64, roles: u8, lower: i32, upper: i32) -> Obligation<u64> {
        let roles = Roles::from_bits(roles).unwrap();
        Obligation {
            key,
            roles,
            known: Interval { lower, upper },
        }
    }

    fn sort_and_merge(obligations: &mut Vec<Obligation<u64>>) {
        obligations.sort_unstable_by_key(|obligation| obligation.key);
        obligations.dedup_by(|later, kept| {
            let same = later.key == kept.key;
            if same {
                kept.merge(later);
            }
            same
        });
    }

    #[test]
    fn encoding_round_trips() {
        let one = obligation(u64::MAX - 3, 9, -7, i32::MAX);
        let mut bytes = Vec::new();
        one.encode(&mut bytes);
        assert_eq!(bytes.len(), Obligation::<u64>::WIDTH);
        assert_eq!(Obligation::decode(&bytes), Some(one));
        assert_eq!(Obligation::<u64>::decode(&bytes[1..]), None);
        bytes[8] = 0xff;
        assert_eq!(Obligation::<u64>::decode(&bytes), None);
    }

    #[test]
    fn merging_runs_equals_sorting_their_concatenation() {
        let lists = [
            vec![
                obligation(1, 1, -3, 9),
                obligation(4, 2, 0, 0),
                obligation(9, 8, -9, 2),
            ],
            vec![obligation(4, 1, -1, 5), obligation(5, 4, 1, 9)],
            vec![],
            vec![obligation(1, 2, -5, 3), obligation(9, 4, -2, 9)],
        ];
        let encoded: Vec<Vec<u8>> = lists
            .iter()
            .map(|list| {
                let mut bytes = Vec::new();
                list.iter().for_each(|one| one.encode(&mut bytes));
                bytes
            })
            .collect();
        let merged: Vec<_> = MergedRuns::<u64>::new(encoded.iter().map(Vec::as_slice)).collect();
        let mut sorted = lists.concat();
        sort_and_merge(&mut sorted);
        assert_eq!(merged, sorted);
        assert_eq!(merged[0], obligation(1, 3, -3, 3));
        assert_eq!(merged.len(), 4);
    }
}
