//! Append-only files of frames: blocks with the number of a chunk or job in front.
//!
//! A level's results are appended chunk by chunk, and answers job by job, in whatever order they
//! are ready. A process that
//! dies leaves at most one torn frame at the end, which the next scan cuts off.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use solveig_format::OpenFile;
use solveig_search::{StopChecker, StopToken};

use crate::BuildError;
use crate::blocks::{Block, CHECKSUM, HEADER, complete, length};
use crate::new_files::{open_or_create, open_own};

/// Where the results of a chunk or job are in a file.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The number of the chunk or job of the level.
    pub number: u32,
    /// The range of its payload in the file.
    pub payload: Range<u64>,
}

/// A file of a work directory, open for reading. It must not change meanwhile.
pub struct WorkFile {
    path: PathBuf,
    file: OpenFile,
}

impl WorkFile {
    /// Opens the file at `path`; `None` if it is empty or does not exist.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be opened, or is a link.
    pub fn open(path: &Path) -> Result<Option<Self>, BuildError> {
        let opened =
            open_own(path, false).and_then(|file| file.map(OpenFile::try_from).transpose());
        let file = opened.map_err(BuildError::file(path, "open"))?;
        let path = path.to_owned();
        let file = file.filter(|file| file.length() > 0);
        Ok(file.map(|file| Self { path, file }))
    }

    /// The number of its bytes.
    pub fn length(&self) -> u64 {
        self.file.length()
    }

    /// Reads a range of its bytes into `room`.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be read, or if the file was changed since it was opened.
    pub fn read<'a>(
        &'a self,
        range: Range<u64>,
        room: &'a mut Vec<u8>,
    ) -> Result<&'a [u8], BuildError> {
        let read = self.file.read(range, room);
        read.map_err(BuildError::file(&self.path, "read"))
    }

    /// Calls `visit` with each of the complete frames at its front and the frame's payload. Returns
    /// their total length.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read, if `stop` stops it, and as `visit` does.
    pub fn scan(
        &self,
        stop: &StopToken,
        mut visit: impl FnMut(Frame, &[u8]) -> Result<(), BuildError>,
    ) -> Result<u64, BuildError> {
        let mut stop = StopChecker::new(stop.clone());
        let (mut at, mut room) = (0, Vec::new());
        while at + HEADER <= self.length() {
            stop.check()?;
            let to = at.saturating_add(length(self.read(at..at + HEADER, &mut room)?));
            if to > self.length() {
                break;
            }
            let Some(block) = Block::read(self.read(at..to, &mut room)?, at) else {
                break;
            };
            let frame = Frame {
                number: block.number,
                payload: at + HEADER..to - CHECKSUM,
            };
            visit(frame, block.payload)?;
            at = to;
        }
        Ok(at)
    }
}

/// A frame file open for appending.
#[derive(Debug)]
pub struct FrameFile {
    path: PathBuf,
    file: File,
    length: u64,
}

impl FrameFile {
    /// Opens the file at `path`, creating it if needed, and truncates it to `length` bytes.
    pub fn open(path: &Path, length: u64) -> Result<Self, BuildError> {
        let mut file = open_or_create(path).map_err(BuildError::file(path, "open"))?;
        file.set_len(length)
            .map_err(BuildError::file(path, "cut"))?;
        file.seek(SeekFrom::End(0))
            .map_err(BuildError::file(path, "write"))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            length,
        })
    }

    /// Appends one frame.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written; the file then ends in a torn frame.
    pub fn append(&mut self, number: u32, payload: &[u8]) -> Result<(), BuildError> {
        let mut bytes = vec![0; HEADER as usize];
        bytes.extend_from_slice(payload);
        complete(&mut bytes, number, self.length);
        self.length += bytes.len() as u64;
        let written = self.file.write_all(&bytes);
        written.map_err(BuildError::file(&self.path, "write"))
    }

    /// Flushes all appended frames to the disk.
    pub fn sync(&self) -> Result<(), BuildError> {
        self.file
            .sync_data()
            .map_err(BuildError::file(&self.path, "write"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers and the payloads of the frames in these bytes, and the length of all frames.
    fn scan(path: &Path, bytes: &[u8]) -> (Vec<(u32, Vec<u8>)>, usize) {
        std::fs::write(path, bytes).unwrap();
        let mut found = Vec::new();
        let Some(file) = WorkFile::open(path).unwrap() else {
            return (found, 0);
        };
        let length = file.scan(&StopToken::never(), |frame, payload| {
            assert_eq!(file.read(frame.payload, &mut Vec::new()).unwrap(), payload);
            found.push((frame.number, payload.to_vec()));
            Ok(())
        });
        (found, length.unwrap() as usize)
    }

    #[test]
    fn a_scan_stops_at_the_first_frame_that_is_torn_or_altered() {
        let directory = tempfile::tempdir().unwrap();
        let [path, copy] = ["frames", "copy"].map(|name| directory.path().join(name));
        let payloads: [&[u8]; 4] = [b"one", b"", b"three", b"four!"];
        let mut file = FrameFile::open(&path, 0).unwrap();
        let mut ends = Vec::new();
        for (number, payload) in payloads.iter().enumerate() {
            file.append(number as u32, payload).unwrap();
            ends.push(std::fs::metadata(&path).unwrap().len() as usize);
        }
        let whole = std::fs::read(&path).unwrap();
        let (frames, length) = scan(&copy, &whole);
        assert_eq!(length, whole.len());
        for ((place, (number, found)), payload) in frames.iter().enumerate().zip(payloads) {
            assert_eq!((*number as usize, &found[..]), (place, payload));
        }
        for cut in 0..whole.len() {
            let kept = ends.iter().filter(|end| **end <= cut).count();
            assert_eq!(scan(&copy, &whole[..cut]).0.len(), kept, "cut at {cut}");
            let mut flipped = whole.clone();
            flipped[cut] ^= 1;
            assert_eq!(scan(&copy, &flipped).0.len(), kept, "flip at {cut}");
        }
    }

    #[test]
    fn reopening_cuts_the_torn_end_and_appends_after_it() {
        let directory = tempfile::tempdir().unwrap();
        let [path, copy] = ["frames", "copy"].map(|name| directory.path().join(name));
        let mut file = FrameFile::open(&path, 0).unwrap();
        file.append(7, b"kept").unwrap();
        file.append(8, b"torn").unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let (frames, length) = scan(&copy, &bytes[..bytes.len() - 1]);
        assert_eq!(frames.len(), 1);
        FrameFile::open(&path, length as u64)
            .unwrap()
            .append(9, b"next")
            .unwrap();
        let found = scan(&copy, &std::fs::read(&path).unwrap()).0;
        assert_eq!(found, [(7, b"kept".to_vec()), (9, b"next".to_vec())]);
    }

    #[test]
    fn a_file_that_is_cut_short_while_it_is_read_is_an_error() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("frames");
        let mut file = FrameFile::open(&path, 0).unwrap();
        file.append(7, b"seven").unwrap();
        file.append(8, b"eight").unwrap();
        let read = WorkFile::open(&path).unwrap().unwrap();
        let found = read.scan(&StopToken::never(), |frame, _| {
            FrameFile::open(&path, frame.payload.end).unwrap();
            Ok(())
        });
        let error = found.unwrap_err().to_string();
        assert!(
            error.contains("it was changed after it was opened"),
            "{error}"
        );
    }
}
