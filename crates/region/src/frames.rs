//! Append-only files of checksummed frames.
//!
//! A level's results are appended chunk by chunk, in whatever order they are ready. A process that
//! dies leaves at most one torn frame at the end, which the next scan cuts off.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use solveig_search::{StopChecker, StopToken, Stopped};
use xxhash_rust::xxh3::xxh3_64;

use crate::BuildError;
use crate::new_files::open_or_create;

const MAGIC: u32 = u32::from_le_bytes(*b"SVFR");
const HEADER: usize = 24;

/// One frame of a mapped file.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The chunk of the level whose results the frame holds.
    pub chunk: u32,
    /// The range of its payload in the file.
    pub payload: Range<usize>,
}

/// The complete frames at the front of `bytes`, and their total length.
///
/// # Errors
///
/// Fails if `stop` stops it.
pub fn scan(bytes: &[u8], stop: &StopToken) -> Result<(Vec<Frame>, usize), Stopped> {
    let mut stop = StopChecker::new(stop.clone());
    let mut frames = Vec::new();
    let mut at = 0;
    while let Some(frame) = frame_at(bytes, at) {
        stop.check()?;
        at = frame.payload.end;
        frames.push(frame);
    }
    Ok((frames, at))
}

fn frame_at(bytes: &[u8], at: usize) -> Option<Frame> {
    let header = bytes.get(at..at.checked_add(HEADER)?)?;
    let word =
        |from: usize| u64::from_le_bytes(header[from..from + 8].try_into().expect("8 bytes"));
    let [magic, chunk] = [word(0) as u32, (word(0) >> 32) as u32];
    let from = at + HEADER;
    let to = from.checked_add(usize::try_from(word(8)).ok()?)?;
    let payload = bytes.get(from..to)?;
    (magic == MAGIC && xxh3_64(payload) == word(16)).then_some(Frame {
        chunk,
        payload: from..to,
    })
}

/// A frame file open for appending.
#[derive(Debug)]
pub struct FrameFile {
    path: PathBuf,
    file: File,
}

impl FrameFile {
    /// Opens the file at `path`, creating it if needed, and truncates it to `length` bytes.
    pub fn open(path: &Path, length: usize) -> Result<Self, BuildError> {
        let mut file = open_or_create(path).map_err(BuildError::file(path, "open"))?;
        file.set_len(length as u64)
            .map_err(BuildError::file(path, "cut"))?;
        file.seek(SeekFrom::End(0))
            .map_err(BuildError::file(path, "write"))?;
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// Appends one frame.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written; the file then ends in a torn frame.
    pub fn append(&mut self, chunk: u32, payload: &[u8]) -> Result<(), BuildError> {
        let mut header = [0; HEADER];
        header[..4].copy_from_slice(&MAGIC.to_le_bytes());
        header[4..8].copy_from_slice(&chunk.to_le_bytes());
        header[8..16].copy_from_slice(&(payload.len() as u64).to_le_bytes());
        header[16..].copy_from_slice(&xxh3_64(payload).to_le_bytes());
        self.file
            .write_all(&header)
            .and_then(|()| self.file.write_all(payload))
            .map_err(BuildError::file(&self.path, "write"))
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

    fn scan(bytes: &[u8]) -> (Vec<Frame>, usize) {
        super::scan(bytes, &StopToken::never()).unwrap()
    }

    #[test]
    fn a_scan_stops_at_the_first_frame_that_is_torn_or_altered() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("frames");
        let payloads: [&[u8]; 4] = [b"one", b"", b"three", b"four!"];
        let mut file = FrameFile::open(&path, 0).unwrap();
        for (chunk, payload) in payloads.iter().enumerate() {
            file.append(chunk as u32, payload).unwrap();
        }
        let whole = std::fs::read(&path).unwrap();
        let (frames, length) = scan(&whole);
        assert_eq!(length, whole.len());
        for (frame, payload) in frames.iter().zip(payloads) {
            assert_eq!(&whole[frame.payload.clone()], payload);
        }
        let ends: Vec<usize> = frames.iter().map(|frame| frame.payload.end).collect();
        for cut in 0..whole.len() {
            let kept = ends.iter().filter(|end| **end <= cut).count();
            assert_eq!(scan(&whole[..cut]).0.len(), kept, "cut at {cut}");
            let mut flipped = whole.clone();
            flipped[cut] ^= 1;
            let in_chunk_number = ends
                .iter()
                .zip(std::iter::once(&0).chain(&ends))
                .any(|(_, from)| (from + 4..from + 8).contains(&cut));
            if !in_chunk_number {
                assert_eq!(scan(&flipped).0.len(), kept, "flip at {cut}");
            }
        }
    }

    #[test]
    fn reopening_cuts_the_torn_end_and_appends_after_it() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("frames");
        let mut file = FrameFile::open(&path, 0).unwrap();
        file.append(7, b"kept").unwrap();
        file.append(8, b"torn").unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let (frames, length) = scan(&bytes[..bytes.len() - 1]);
        assert_eq!(frames.len(), 1);
        FrameFile::open(&path, length)
            .unwrap()
            .append(9, b"next")
            .unwrap();
        let chunks: Vec<u32> = scan(&std::fs::read(&path).unwrap())
            .0
            .iter()
            .map(|frame| frame.chunk)
            .collect();
        assert_eq!(chunks, [7, 9]);
    }
}
