//! The demands of a chunk's positions on their children, by level.

use std::ops::Range;

use crate::Obligation;
use crate::sorting::ByLevel;
use crate::word::{Packing, Word};

/// Collects demands on children; [`take`](Self::take) sorts and merges them.
pub(crate) struct Demands<W> {
    packing: Packing,
    levels: ByLevel<W>,
    spare: Vec<W>,
}

impl<W: Word> Demands<W> {
    pub(crate) const fn new(packing: Packing) -> Self {
        Self {
            packing,
            levels: ByLevel::new(),
            spare: Vec::new(),
        }
    }

    /// Adds an obligation of a position of `level`.
    #[inline]
    pub(crate) fn push(&mut self, level: u32, obligation: &Obligation) {
        self.levels.push(level, self.packing.pack(obligation));
    }

    /// Removes all demands.
    pub(crate) fn clear(&mut self) {
        self.levels.clear();
    }

    /// Encodes the demands as the payload of a frame and removes them. The payload holds the number
    /// of sections (u32), the level (u32) and number of obligations (u64) of each, then the
    /// obligations of each section, sorted and merged.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        let mut counts = Vec::new();
        for (level, words) in self.levels.lists() {
            self.packing.sort_and_merge::<W>(words, &mut self.spare);
            counts.push((level, words.len()));
        }
        let count: usize = counts.iter().map(|(_, count)| count).sum();
        let mut bytes = Vec::with_capacity(4 + 12 * counts.len() + count * W::BYTES);
        bytes.extend_from_slice(&(counts.len() as u32).to_le_bytes());
        for (level, count) in counts {
            bytes.extend_from_slice(&level.to_le_bytes());
            bytes.extend_from_slice(&(count as u64).to_le_bytes());
        }
        for (_, words) in self.levels.lists() {
            words.iter().for_each(|word| word.encode(&mut bytes));
        }
        self.levels.clear();
        bytes
    }
}

/// The level of each section of a payload and its number of obligations.
pub(crate) fn section_table(payload: &[u8]) -> impl Iterator<Item = (u32, u64)> + '_ {
    let sections = payload
        .first_chunk()
        .map_or(0, |count| u32::from_le_bytes(*count) as usize);
    payload
        .get(4..)
        .unwrap_or(&[])
        .chunks_exact(12)
        .take(sections)
        .map(|entry| {
            let level = u32::from_le_bytes(entry[..4].try_into().expect("4 bytes"));
            (
                level,
                u64::from_le_bytes(entry[4..].try_into().expect("8 bytes")),
            )
        })
}

/// Where the encoded obligations of the section for `level` are in a payload, sorted.
pub(crate) fn section<W: Word>(payload: &[u8], level: u32) -> Option<Range<usize>> {
    let mut at = 4 + 12 * section_table(payload).count();
    for (to, count) in section_table(payload) {
        let from = at;
        let length = usize::try_from(count).ok()?.checked_mul(W::BYTES)?;
        at = at.checked_add(length)?;
        if to == level {
            return (at <= payload.len()).then_some(from..at);
        }
    }
    None
}
