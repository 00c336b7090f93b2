//! Where the bytes of a file are read from.

use std::io;
use std::ops::Range;

/// Bytes that are read by position: those of a file, or bytes in memory.
pub trait ByteSource {
    /// The number of bytes.
    fn length(&self) -> u64;

    /// The bytes of a range: from memory, or else read into `room`, of which nothing else is left.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not there, cannot be read, or are no longer those of the beginning.
    fn read<'a>(&'a self, range: Range<u64>, room: &'a mut Vec<u8>) -> io::Result<&'a [u8]>;

    /// Fails if the bytes are no longer those of the beginning.
    ///
    /// # Errors
    ///
    /// Says so, or why that cannot be known.
    fn expect_unchanged(&self) -> io::Result<()>;
}

impl<B: AsRef<[u8]>> ByteSource for B {
    fn length(&self) -> u64 {
        self.as_ref().len() as u64
    }

    fn read<'a>(&'a self, range: Range<u64>, _room: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
        let part = || {
            let (start, end) = (range.start.try_into().ok()?, range.end.try_into().ok()?);
            self.as_ref().get::<Range<usize>>(start..end)
        };
        part().ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    fn expect_unchanged(&self) -> io::Result<()> {
        Ok(())
    }
}
