//! What the positions of a chunk ask of their children, by level.

use crate::Obligation;
use crate::word::{Packing, Word};

/// Demands on children as they come up, and afterwards sorted and merged.
pub(crate) struct Demands<W> {
    packing: Packing,
    levels: Vec<(u32, Vec<W>)>,
    spare: Vec<W>,
}

impl<W: Word> Demands<W> {
    pub(crate) const fn new(packing: Packing) -> Self {
        Self {
            packing,
            levels: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// Adds what is asked of a position of `level`.
    #[inline]
    pub(crate) fn push(&mut self, level: u32, obligation: &Obligation) {
        let word = self.packing.pack(obligation);
        match self.levels.iter_mut().find(|(known, _)| *known == level) {
            Some((_, words)) => words.push(word),
            None => self.levels.push((level, vec![word])),
        }
    }

    /// Forgets all that was added.
    pub(crate) fn clear(&mut self) {
        self.levels.clear();
    }

    /// The payload of a frame: how many sections, the level and count of each, then their
    /// obligations, those of a section sorted and merged. Nothing is left here.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        self.levels.retain(|(_, words)| !words.is_empty());
        self.levels.sort_unstable_by_key(|(level, _)| *level);
        for (_, words) in &mut self.levels {
            self.packing.sort_and_merge::<W>(words, &mut self.spare);
        }
        let count: usize = self.levels.iter().map(|(_, words)| words.len()).sum();
        let mut bytes = Vec::with_capacity(4 + 12 * self.levels.len() + count * W::BYTES);
        bytes.extend_from_slice(&(self.levels.len() as u32).to_le_bytes());
        for (level, words) in &self.levels {
            bytes.extend_from_slice(&level.to_le_bytes());
            bytes.extend_from_slice(&(words.len() as u64).to_le_bytes());
        }
        for (_, words) in &mut self.levels {
            words.iter().for_each(|word| word.encode(&mut bytes));
            words.clear();
        }
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

/// Encoded words in ascending order of their keys.
#[derive(Clone, Copy)]
pub(crate) struct WordRun<'a, W> {
    bytes: &'a [u8],
    words: std::marker::PhantomData<W>,
}

impl<'a, W: Word> WordRun<'a, W> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            words: std::marker::PhantomData,
        }
    }

    pub(crate) const fn len(self) -> usize {
        self.bytes.len() / W::BYTES
    }

    pub(crate) fn at(self, number: usize) -> W {
        W::decode(&self.bytes[number * W::BYTES..][..W::BYTES])
    }

    /// How many words at the front are below `bound`.
    pub(crate) fn below(self, bound: W) -> usize {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from.midpoint(to);
            if self.at(middle) < bound {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        from
    }

    pub(crate) fn words(self, numbers: std::ops::Range<usize>) -> impl Iterator<Item = W> + 'a {
        self.bytes[numbers.start * W::BYTES..numbers.end * W::BYTES]
            .chunks_exact(W::BYTES)
            .map(W::decode)
    }
}
