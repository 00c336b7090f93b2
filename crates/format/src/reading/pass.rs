//! One pass over a file from its first byte on, which hashes what it hands out.

use std::ops::{ControlFlow, Range};

use crate::{Digest, FormatError, OpenFile, Origin, Result};

/// Bytes that are read at a time.
const STRIDE: u64 = 1 << 18;

/// A pass over the first bytes of a file, so that what is decoded is what the digest covers.
pub(crate) struct Pass<'a> {
    file: &'a OpenFile,
    origin: &'a Origin,
    hasher: blake3::Hasher,
    /// The last bytes that were read, from this offset in the file on.
    window: Vec<u8>,
    from: u64,
    /// Where the pass ends.
    end: u64,
    room: Vec<u8>,
    progress: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
}

impl<'a> Pass<'a> {
    /// A pass over the first `end` bytes. `progress` receives how many were read.
    pub(crate) fn new(
        file: &'a OpenFile,
        origin: &'a Origin,
        end: u64,
        progress: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Self {
        Self {
            file,
            origin,
            hasher: blake3::Hasher::new(),
            window: Vec::new(),
            from: 0,
            end,
            room: Vec::new(),
            progress,
        }
    }

    /// The bytes of a range, which must not begin before the range that was asked for last.
    pub(crate) fn bytes(&mut self, range: Range<u64>) -> Result<&[u8]> {
        while self.from + (self.window.len() as u64) < range.end.min(self.end) {
            self.advance(range.start)?;
        }
        let part = || {
            let start = usize::try_from(range.start.checked_sub(self.from)?).ok()?;
            let end = usize::try_from(range.end.checked_sub(self.from)?).ok()?;
            self.window.get(start..end)
        };
        Ok(part().unwrap_or_default())
    }

    /// Reads to the end, and returns the digest of all bytes.
    pub(crate) fn finish(mut self) -> Result<Digest> {
        while self.from + (self.window.len() as u64) < self.end {
            self.advance(self.end)?;
        }
        Ok(Digest(*self.hasher.finalize().as_bytes()))
    }

    /// Reads on, and forgets what is before `needed`.
    fn advance(&mut self, needed: u64) -> Result<()> {
        let at = self.from + self.window.len() as u64;
        let kept = needed.clamp(self.from, at);
        self.window.drain(..(kept - self.from) as usize);
        self.from = kept;
        let next = at..self.end.min(at + STRIDE);
        let read = next.end;
        let part = self.file.read(next, &mut self.room);
        let part = part.map_err(FormatError::io(self.origin, "read"))?;
        self.hasher.update(part);
        self.window.extend_from_slice(part);
        match (self.progress)(read) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(FormatError::Stopped {
                origin: self.origin.clone(),
            }),
        }
    }
}
