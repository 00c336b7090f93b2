//! What the positions of a chunk ask of their children, by level.

use crate::Obligation;
use crate::sorting::ByLevel;
use crate::sorting::words::WordRun;
use crate::word::{Packing, Word};

/// Demands on children as they come up, and afterwards sorted and merged.
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

    /// Adds what is asked of a position of `level`.
    #[inline]
    pub(crate) fn push(&mut self, level: u32, obligation: &Obligation) {
        self.levels.push(level, self.packing.pack(obligation));
    }

    /// Forgets all that was added.
    pub(crate) fn clear(&mut self) {
        self.levels.clear();
    }

    /// The payload of a frame: how many sections, the level and count of each, then their
    /// obligations, those of a section sorted and merged. Nothing is left here.
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

/// The levels of a payload's sections, and how many obligations each has.
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

/// The encoded obligations of the section for `level`, sorted.
pub(crate) fn section<W: Word>(payload: &[u8], level: u32) -> Option<WordRun<'_, W>> {
    let mut at = 4 + 12 * section_table(payload).count();
    for (to, count) in section_table(payload) {
        let from = at;
        let length = usize::try_from(count).ok()?.checked_mul(W::BYTES)?;
        at = at.checked_add(length)?;
        if to == level {
            return payload.get(from..at).map(WordRun::new);
        }
    }
    None
}
