//! Sorted runs of packed obligations, in sections of frames.

use std::ops::Range;

use super::{ItemRange, Run};
use crate::BuildError;
use crate::frames::WorkFile;
use crate::word::{Packing, Word};

/// The words from one mark to the next.
pub(crate) const MARKED: usize = 128;

/// Words in ascending order of their keys, encoded in a file whose checksums are right.
pub(crate) struct WordRun<'a, W> {
    file: &'a WorkFile,
    start: u64,
    count: usize,
    /// The least words with the keys of the first word, of that [`MARKED`] after it, and so on.
    marks: Vec<W>,
}

impl<'a, W: Word> WordRun<'a, W> {
    /// The words that a file has from the byte `start` on, encoded in `bytes`.
    pub(crate) fn new(packing: Packing, file: &'a WorkFile, start: u64, bytes: &[u8]) -> Self {
        let words = bytes.chunks_exact(W::BYTES);
        let least = |bytes| packing.first_word(packing.key(W::decode(bytes)));
        Self {
            file,
            start,
            count: words.len(),
            marks: words.step_by(MARKED).map(least).collect(),
        }
    }
}

impl<W: Word> Run<W> for WordRun<'_, W> {
    fn marks(&self) -> impl Iterator<Item = W> {
        self.marks.iter().copied()
    }

    fn read(
        &self,
        range: ItemRange<W>,
        words: &mut Vec<W>,
        room: &mut Vec<u8>,
    ) -> Result<(), BuildError> {
        // Words before the first are below `from`, words from the second on are not below `to`.
        let marked = |bound| self.marks.partition_point(|mark| *mark < bound) * MARKED;
        let first = range
            .from
            .map_or(0, |from| marked(from).saturating_sub(MARKED));
        let end = range.to.map_or(self.count, |to| marked(to).min(self.count));
        if first < end {
            let read = words_at(self.file, self.start, first as u64..end as u64, room)?;
            words.extend(read.filter(|word| range.contains(word)));
        }
        Ok(())
    }
}

/// The words with these numbers of those that a file has from the byte `start` on.
pub(crate) fn words_at<'a, W: Word>(
    file: &'a WorkFile,
    start: u64,
    numbers: Range<u64>,
    room: &'a mut Vec<u8>,
) -> Result<impl Iterator<Item = W> + 'a, BuildError> {
    let width = W::BYTES as u64;
    let bytes = file.read(
        start + numbers.start * width..start + numbers.end * width,
        room,
    )?;
    Ok(bytes.chunks_exact(W::BYTES).map(W::decode))
}
